#include "playout_rounds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace yomi::play {
namespace {

constexpr std::size_t kRound = 16;      // play-outs of each candidate
constexpr std::size_t kManyDeals = 64;  // from which on deals come by steps
constexpr std::size_t kDeciding = 3;    // deals shown with the reasons
constexpr double kGolden = 0.6180339887498949;

}  // namespace

PlayoutRounds::PlayoutRounds(const CardTask& task, const Grid& grid, const PlayoutSettings& settings)
    : task_(task), grid_(grid), playouts_(task, grid, settings), trick_worth_(task.trick_worth()) {
  double passed = 0;
  for (const belief::WeightedDeal& one : grid.deals) passed_.push_back(passed += one.weight);
}

bool PlayoutRounds::steps() const {
  return grid_.complete && grid_.deals.size() > kManyDeals;
}

std::size_t PlayoutRounds::cycle() const {
  return grid_.complete && !steps() ? grid_.deals.size() : 0;
}

std::size_t PlayoutRounds::deal_of(std::size_t playout) const {
  if (!steps()) return playout % grid_.deals.size();
  double whole = 0;
  const double target = std::modf(0.5 + kGolden * static_cast<double>(playout), &whole);
  const auto at = std::upper_bound(passed_.begin(), passed_.end(), target * passed_.back());
  return std::min(static_cast<std::size_t>(at - passed_.begin()), passed_.size() - 1);
}

double PlayoutRounds::weight(std::size_t playout) const {
  return steps() ? 1 : grid_.deals[deal_of(playout)].weight;
}

double PlayoutRounds::points(const Playouts::Start& start, Card card, Solvers& solvers,
                             std::vector<Card>* line) const {
  return task_.points()[static_cast<std::size_t>(playouts_.run(start, card, solvers, line))];
}

void PlayoutRounds::play(std::vector<Candidate>& candidates, std::size_t most) {
  const std::size_t count = std::min(kRound, most - done_);
  std::vector<std::vector<double>> rows(count);
  task_.workers.each<std::vector<double>>(rows, [&](std::size_t item, int worker) {
    const std::size_t deal = deal_of(done_ + item);
    const Playouts::Start start = playouts_.start(done_ + item, deal);
    std::vector<double> row;
    for (const Candidate& one : candidates) {
      if (task_.deadline.is_over()) return;
      row.push_back(one.active ? points(start, one.card, task_.workers.of(worker)) : 0);
    }
    if (!task_.deadline.is_over()) rows[item] = std::move(row);
  });
  for (std::size_t i = 0; i < count && !rows[i].empty(); ++i) {
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (!candidates[c].active) continue;
      candidates[c].results.push_back(rows[i][c]);
      ++all_done_;
    }
    ++done_;
  }
}

double PlayoutRounds::value(const Candidate& one, std::size_t playout) const {
  const double risk = task_.settings.reader.risk;
  return (1 - risk) * one.results[playout] + risk * grid_.value(one.column, deal_of(playout));
}

double PlayoutRounds::mean(const Candidate& one) const {
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < one.results.size(); ++i) {
    sum += weight(i) * value(one, i);
    all += weight(i);
  }
  return all > 0 ? sum / all : one.before;
}

Difference PlayoutRounds::difference(const Candidate& a, const Candidate& b) const {
  std::vector<double> differences(std::min(a.results.size(), b.results.size()));
  std::vector<double> weights(differences.size());
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i] = value(a, i) - value(b, i);
    weights[i] = weight(i);
  }
  return paired_difference(differences, weights, trick_worth_, cycle());
}

// Times the second play-out, since the first may create solvers. Later the threads share the work.
double PlayoutRounds::time_one(Card card) const {
  double before = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    before = task_.deadline.spent();
    playouts_.run(playouts_.start(i, deal_of(i)), card, task_.workers.of(0));
  }
  return std::max(task_.deadline.spent() - before, 1e-6) / static_cast<double>(task_.workers.solvers.size());
}

void PlayoutRounds::say_what_decides(const Candidate& chosen, const std::vector<Candidate>& candidates,
                                     Advice& advice) const {
  const Candidate* rival = nullptr;
  for (const Candidate& one : candidates) {
    if (one.card == chosen.card || one.results.empty()) continue;
    if (rival == nullptr || mean(one) > mean(*rival)) rival = &one;
  }
  if (rival == nullptr) return;
  advice.rival = rival->card;
  std::vector<std::size_t> order(std::min(chosen.results.size(), rival->results.size()));
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto swing = [&](std::size_t i) { return weight(i) * std::abs(value(chosen, i) - value(*rival, i)); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return swing(a) > swing(b); });
  for (std::size_t i : order) {
    if (advice.deciding.size() >= kDeciding || swing(i) <= 0 || task_.deadline.is_over()) break;
    const belief::WeightedDeal& deal = grid_.deals[deal_of(i)];
    Deciding made{.deal = deal.deal, .weight = deal.weight};
    const Playouts::Start start = playouts_.start(i, deal_of(i));
    made.points = points(start, chosen.card, task_.workers.of(0), &made.line);
    made.rivals_points = points(start, rival->card, task_.workers.of(0), &made.rivals_line);
    if (!task_.deadline.is_over()) advice.deciding.push_back(std::move(made));
  }
}

void sort_values(Advice& advice) {
  std::stable_sort(advice.cards.begin(), advice.cards.end(), [&](const CardValue& a, const CardValue& b) {
    if ((a.card == advice.card) != (b.card == advice.card)) return a.card == advice.card;
    if ((a.playouts > 0) != (b.playouts > 0)) return a.playouts > 0;
    return a.value > b.value;
  });
}

}  // namespace yomi::play
