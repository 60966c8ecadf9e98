#include "yomi/lab/library_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "yomi/formats/markup.h"

namespace yomi::lab {
namespace {

constexpr std::array<int, 5> kPoints = {0, 1, 2, 3, 4};  // from the ten up

int high_card_points(CardSet hand) {
  int points = 0;
  for (Card card : hand) points += kPoints[static_cast<std::size_t>(std::max(0, index(card.rank()) - 8))];
  return points;
}

// A side's trump suit by the law, with its cards and tricks.
struct SideFit {
  Suit suit = Suit::clubs;
  int cards = 0;
  int tricks = 0;
};

SideFit fit_of(const LibraryDeal& deal, Side side) {
  const Seat first = side == Side::ns ? Seat::north : Seat::east;
  const Seat second = next(first, 2);
  SideFit best;
  for (Suit suit : kAllSuits) {
    const SideFit fit{
        suit, deal.deal[first].in(suit).size() + deal.deal[second].in(suit).size(),
        std::max(deal.table.at(strain_of(suit), first), deal.table.at(strain_of(suit), second))};
    if (std::tuple(fit.cards, fit.tricks) > std::tuple(best.cards, best.tricks)) best = fit;
  }
  return best;
}

// The question of a chair that has seen both sides bid their suits and knows all lengths.
bidding::LawQuestion question_of(const LibraryDeal& deal, Seat chair, const SideFit& ours,
                                 const SideFit& theirs) {
  bidding::LawQuestion question{.hand = deal.deal[chair], .auction = Auction(next(chair, -2))};
  question.auction.add(Call::bid(1, strain_of(ours.suit)));
  const int level = index(theirs.suit) > index(ours.suit) ? 1 : 2;
  question.auction.add(Call::bid(level, strain_of(theirs.suit)));
  for (Seat seat : kAllSeats) {
    auto& shown = question.shown[seat];
    for (Suit suit : kAllSuits) shown.least[suit] = shown.most[suit] = deal.deal[seat].in(suit).size();
    shown.hcp_least = shown.hcp_most = high_card_points(deal.deal[seat]);
  }
  return question;
}

constexpr double kWidth = 640;
constexpr double kHeight = 240;
constexpr double kMargin = 50;

// Bars from the axis at `zero` (0 to 1 from the bottom), each with a word below and one at its end.
struct Bar {
  std::string below;
  std::string end;
  double size;  // -1 to 1
};

std::string bars(const std::vector<Bar>& all, const std::string& title, double zero) {
  std::string made = svg::begin(kWidth + 2 * kMargin, kHeight + 2 * kMargin);
  made += svg::text(kMargin + kWidth / 2, kMargin / 2, title, "middle");
  const double slot = kWidth / static_cast<double>(std::max<std::size_t>(1, all.size()));
  const double axis = kMargin + kHeight * (1 - zero);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double x = kMargin + slot * static_cast<double>(i);
    const double size = kHeight * (all[i].size > 0 ? 1 - zero : zero) * std::abs(all[i].size);
    const double top = all[i].size > 0 ? axis - size : axis;
    made += svg::box(x + slot * 0.15, top, slot * 0.7, size, "#1f4e9c");
    made += svg::text(x + slot / 2, all[i].size > 0 ? top - 4 : top + size + 13, all[i].end, "middle");
    made += svg::text(x + slot / 2, kMargin + kHeight + 30, all[i].below, "middle");
  }
  made += svg::line(kMargin, axis, kMargin + kWidth, axis, "#888");
  return made + svg::end();
}

}  // namespace

void Tally::add(double value) {
  ++count_;
  const double from_old = value - mean_;
  mean_ += from_old / static_cast<double>(count_);
  squares_ += from_old * (value - mean_);
}

double Tally::deviation() const {
  return count_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(count_ - 1));
}

double Tally::error() const {
  return count_ < 2 ? 0 : 1.96 * deviation() / std::sqrt(static_cast<double>(count_));
}

void TrickCounts::add(int count) {
  ++deals[static_cast<std::size_t>(count)];
  tricks.add(count);
}

double TrickCounts::at_least(int count) const {
  std::size_t found = 0;
  for (auto i = static_cast<std::size_t>(std::max(0, count)); i < deals.size(); ++i) found += deals[i];
  return tricks.count() == 0 ? 0 : static_cast<double>(found) / static_cast<double>(tricks.count());
}

void LawCounts::add(const LibraryDeal& deal) {
  const BySide<SideFit> fits{fit_of(deal, Side::ns), fit_of(deal, Side::ew)};
  const int trumps = fits[Side::ns].cards + fits[Side::ew].cards;
  const int tricks = fits[Side::ns].tricks + fits[Side::ew].tricks;
  const int extra = tricks - trumps;
  difference.add(extra);
  difference_by_trumps[static_cast<std::size_t>(trumps)].add(extra);
  ++by_difference[static_cast<std::size_t>(std::clamp(extra + kRanks, 0, 2 * kRanks))];
  for (Seat chair : kAllSeats) {
    const SideFit& ours = fits[side_of(chair)];
    const SideFit& theirs = fits[other(side_of(chair))];
    if (ours.suit == theirs.suit) continue;  // nobody would bid so
    const auto total = bidding::total_tricks(question_of(deal, chair, ours, theirs));
    for (std::size_t i = 0; i < by_adjustment.size(); ++i) {
      (total.adjusted[i] ? by_adjustment[i].with : by_adjustment[i].without).add(extra);
    }
    adjusted.add(tricks - total.total);
    distance.add(std::abs(tricks - total.total));
    distance_unadjusted.add(std::abs(extra));
  }
}

std::string picture(const TrickCounts& counts, const std::string& title) {
  std::vector<Bar> all;
  const auto most = static_cast<double>(*std::max_element(counts.deals.begin(), counts.deals.end()));
  for (std::size_t i = 0; i < counts.deals.size(); ++i) {
    const auto deals = static_cast<double>(counts.deals[i]);
    const double share = counts.tricks.count() == 0 ? 0 : deals / static_cast<double>(counts.tricks.count());
    all.push_back({std::to_string(i), deals > 0 ? fmt::format("{:.1f} %", 100 * share) : "",
                   most > 0 ? deals / most : 0});
  }
  return bars(all, title, 0);
}

std::string picture(const LawCounts& counts, const std::string& title) {
  std::vector<Bar> all;
  double most = 0.1;
  for (const Tally& tally : counts.difference_by_trumps) most = std::max(most, std::abs(tally.mean()));
  for (std::size_t trumps = 0; trumps < counts.difference_by_trumps.size(); ++trumps) {
    const Tally& tally = counts.difference_by_trumps[trumps];
    if (tally.count() == 0) continue;
    all.push_back(
        {fmt::format("{} trumps", trumps), fmt::format("{:+.2f}", tally.mean()), tally.mean() / most});
  }
  return bars(all, title, 0.5);
}

}  // namespace yomi::lab
