#include "bench/positions.h"

#include <sstream>

#include "input.h"

namespace yomi::cli::bench {
namespace {

Card random_card(Random& random, CardSet cards) {
  std::uint32_t pick = random.below(static_cast<std::uint32_t>(cards.size()));
  for (Card card : cards) {
    if (pick-- == 0) return card;
  }
  return cards.lowest();
}

// Redeals the cards of the two hands that do not belong to `side`.
Deal redealt(Random& random, const Deal& deal, Side side) {
  const Seat first = side == Side::ns ? Seat::east : Seat::north;
  const Seat second = partner(first);
  std::vector<Card> cards;
  for (Card card : deal[first] | deal[second]) cards.push_back(card);
  random.shuffle(std::span<Card>(cards));
  Deal result = deal;
  const auto count = static_cast<std::size_t>(deal[first].size());
  result[first] = result[second] = CardSet();
  for (std::size_t i = 0; i < cards.size(); ++i) result[i < count ? first : second].insert(cards[i]);
  return result;
}

}  // namespace

std::vector<Deal> random_deals(std::uint64_t seed, int count) {
  Random random(seed);
  std::vector<Deal> deals;
  deals.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) deals.push_back(random_deal(random));
  return deals;
}

std::vector<Position> random_positions(std::uint64_t seed, int count, int cards) {
  Random random(seed);
  std::vector<Position> positions;
  positions.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const Deal deal = random_deal(random, cards);
    const Strain strain = strain_at(static_cast<int>(random.below(5)));
    const Seat leader = seat_at(static_cast<int>(random.below(4)));
    positions.emplace_back(deal, strain, leader);
  }
  return positions;
}

Position random_mid_trick(Random& random, int least_cards, int most_cards) {
  const int cards =
      least_cards + static_cast<int>(random.below(static_cast<std::uint32_t>(most_cards - least_cards + 1)));
  const Deal deal = random_deal(random, cards);
  const Strain strain = strain_at(static_cast<int>(random.below(5)));
  Position position(deal, strain, seat_at(static_cast<int>(random.below(4))));
  for (std::uint32_t played = random.below(4); played > 0; --played) {
    position.play(random_card(random, position.legal()));
  }
  return position;
}

std::vector<Position> sampled_layouts(std::uint64_t seed, int positions, int layouts, int cards) {
  Random random(seed);
  std::vector<Position> result;
  for (const Position& start : random_positions(seed, positions, cards)) {
    result.push_back(start);
    for (int i = 1; i < layouts; ++i) {
      result.emplace_back(redealt(random, start.hands(), side_of(start.turn())), start.strain(),
                          start.leader());
    }
  }
  return result;
}

std::vector<Position> layouts_after_lead(std::uint64_t seed, int positions, int layouts) {
  Random random(seed);
  std::vector<Position> result;
  for (const Position& start : random_positions(seed, positions, kRanks)) {
    const Seat leader = start.leader();
    const Card lead = random_card(random, start.legal());
    for (int i = 0; i < layouts; ++i) {
      Deal deal = i == 0 ? start.hands() : redealt(random, start.hands(), other(side_of(leader)));
      if (!deal[leader].contains(lead)) {  // the leader holds the card that was led
        deal[partner(leader)].erase(lead);
        const Card back = random_card(random, deal[leader]);
        deal[leader].erase(back);
        deal[leader].insert(lead);
        deal[partner(leader)].insert(back);
      }
      Position position(deal, start.strain(), leader);
      position.play(lead);
      result.push_back(position);
    }
  }
  return result;
}

Result<std::vector<Deal>> read_dds_list(const std::string& path) {
  const auto text = read_input(path);
  if (!text) return text.error();
  std::istringstream in(*text);
  std::vector<Deal> deals;
  std::string line;
  for (std::uint32_t number = 1; std::getline(in, line); ++number) {
    if (line.rfind("PBN", 0) != 0) continue;
    const auto begin = line.find('"');
    const auto end = line.rfind('"');
    if (begin == std::string::npos || end == begin) {
      return Error{.what = "expected a deal in quotes", .file = path, .line = number};
    }
    auto deal = parse_deal(std::string_view(line).substr(begin + 1, end - begin - 1));
    if (!deal)
      return deal.error().at(path, number, static_cast<std::uint32_t>(begin) + 1 + deal.error().column);
    deals.push_back(*deal);
  }
  return deals;
}

}  // namespace yomi::cli::bench
