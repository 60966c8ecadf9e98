#include "move_order.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "move_weights.h"

namespace yomi::dds {
namespace {

struct Weighted {
  Run run;
  int weight = 0;
};

// Sorting networks: which of two cards of the same weight comes first depends on the network. DDS has those
// of Knuth, The Art of Computer Programming 3, section 5.3.4: Batcher's for 8, Floyd's for 9, Waksman's for
// 10, Shapiro's and Green's for 12; for fewer places the comparisons beyond them are left out.
struct Comparison {
  std::uint8_t first;
  std::uint8_t second;
};
constexpr Comparison kBatcher8[] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {4, 6}, {1, 3},
                                    {5, 7}, {1, 2}, {5, 6}, {0, 4}, {1, 5}, {2, 6}, {3, 7},
                                    {2, 4}, {3, 5}, {1, 2}, {3, 4}, {5, 6}};
constexpr Comparison kFloyd9[] = {{0, 1}, {3, 4}, {6, 7}, {1, 2}, {4, 5}, {7, 8}, {0, 1}, {3, 4}, {6, 7},
                                  {0, 3}, {3, 6}, {0, 3}, {1, 4}, {4, 7}, {1, 4}, {2, 5}, {5, 8}, {2, 5},
                                  {1, 3}, {5, 7}, {2, 6}, {4, 6}, {2, 4}, {2, 3}, {5, 6}};
constexpr Comparison kWaksman10[] = {{1, 8}, {0, 4}, {5, 9}, {2, 6}, {3, 7}, {0, 3}, {6, 9}, {2, 5},
                                     {0, 1}, {3, 6}, {8, 9}, {4, 7}, {0, 2}, {4, 8}, {1, 5}, {7, 9},
                                     {1, 2}, {3, 4}, {5, 6}, {7, 8}, {1, 3}, {6, 8}, {2, 4}, {5, 7},
                                     {2, 3}, {6, 7}, {3, 5}, {4, 6}, {4, 5}};
constexpr Comparison kShapiroGreen12[] = {
    {0, 1},  {2, 3},  {4, 5},  {6, 7}, {8, 9},  {10, 11}, {1, 3},  {5, 7}, {9, 11}, {0, 2},
    {4, 6},  {8, 10}, {1, 2},  {5, 6}, {9, 10}, {1, 5},   {6, 10}, {5, 9}, {2, 6},  {1, 5},
    {6, 10}, {0, 4},  {7, 11}, {3, 7}, {4, 8},  {0, 4},   {7, 11}, {1, 4}, {7, 10}, {3, 8},
    {2, 3},  {8, 9},  {2, 4},  {7, 9}, {3, 5},  {6, 8},   {3, 4},  {5, 6}, {7, 8}};

std::span<const Comparison> network_for(std::size_t places) {
  if (places <= 8) return kBatcher8;
  if (places == 9) return kFloyd9;
  if (places == 10) return kWaksman10;
  return kShapiroGreen12;
}

void sort_by_weight(std::vector<Weighted>& list) {
  if (list.size() > 12) {  // beyond the networks DDS keeps equals in their places
    std::stable_sort(list.begin(), list.end(),
                     [](const Weighted& a, const Weighted& b) { return a.weight > b.weight; });
    return;
  }
  for (const auto [first, second] : network_for(list.size())) {
    if (second < list.size() && list[first].weight < list[second].weight)
      std::swap(list[first], list[second]);
  }
}

}  // namespace

std::vector<Run> runs_of(CardSet cards, CardSet others) {
  std::vector<Run> result;
  for (Suit suit : kSuitsFromSpades) {
    bool open = false;  // a lower card would belong to the last run
    for (int rank = kRanks - 1; rank >= 0; --rank) {
      const Card card(suit, rank_at(rank));
      if (others.contains(card)) {
        open = false;
      } else if (cards.contains(card)) {
        if (open) {
          result.back().lower.insert(card);
        } else {
          result.push_back({card, {}});
        }
        open = true;
      }
    }
  }
  return result;
}

std::vector<Run> listed_moves(const Position& position) {
  CardSet others;
  for (Card card : position.table()) others.insert(card);
  for (Seat seat : kAllSeats) {
    if (seat != position.turn()) others |= position.hand(seat);
  }
  std::vector<Run> runs = runs_of(position.legal(), others);
  if (runs.size() < 2) return runs;

  const std::vector<int> weights = move_weights(position, runs);
  std::vector<Weighted> list;
  for (std::size_t i = 0; i < runs.size(); ++i) list.push_back({runs[i], weights[i]});
  sort_by_weight(list);
  std::transform(list.begin(), list.end(), runs.begin(), [](const Weighted& entry) { return entry.run; });
  return runs;
}

}  // namespace yomi::dds
