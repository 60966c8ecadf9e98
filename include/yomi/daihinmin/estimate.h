// The estimate of Nishino and Nishino (2011, section 3.2, after Sudo and others): which cards tend to stay in
// the hand of one who was seen to reply so to such a table.
//
// A situation is one of 14 tables (empty, or the strength 1 to 13 of what lies there) with one of 14 replies
// (a pass, or the strength played). For each there is a strength gamma for each of the 53 cards: card i
// "beats" card j when i stayed with the one who replied and j lay elsewhere, and p(i beats j) = gamma_i /
// (gamma_i + gamma_j) (Bradley and Terry). The gammas that make the seen wins likeliest come from the MM
// iteration of Hunter (2004). The plain model of the same paper (section 3.3) takes the frequency of staying
// instead.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/random.h"
#include "yomi/daihinmin/game.h"

namespace yomi::daihinmin {

inline constexpr int kSituations = 14 * 14;

// Cards in the order of bits, the joker last: 0 to 52.
constexpr int card_number(Card card) {
  return card.is_joker() ? kCards - 1 : card.bit() - 4;
}
constexpr Card card_of_number(int number) {
  return number == kCards - 1 ? Card::joker() : Card::from_bit(number + 4);
}

// The situation in which `move` was made on `table`.
int situation(const Public& table, const Move& move);

using Gamma = std::array<float, kCards>;
struct Estimate {
  std::array<Gamma, kSituations> gamma{};

  static Estimate same(float value);  // dummy001: says nothing
};

// "yomi-daihinmin-gamma", then one line of 53 numbers a situation. The error names line and column.
std::string to_text(const Estimate& estimate);
Result<Estimate> parse_estimate(std::string_view text);

// Counts from games: how often i stayed while j did not, by situation; and how often i stayed at all.
class StayCounts {
 public:
  StayCounts();
  // One reply: `kept` is the hand after it, `elsewhere` the cards in other hands.
  void add(int of_situation, Cards kept, Cards elsewhere);
  void add(const StayCounts& other);

  struct Fit {
    Estimate estimate;
    std::vector<double> log_likelihood;  // after each round of the iteration, a reply's mean
    double last_change = 0;              // greatest relative change of a gamma in the last round
  };
  [[nodiscard]] Fit bradley_terry(int rounds) const;
  [[nodiscard]] Estimate frequencies() const;
  [[nodiscard]] std::uint64_t replies(int of_situation) const;

 private:
  struct Table {
    std::array<std::array<std::uint32_t, kCards>, kCards> wins{};
    std::array<double, kCards> stayed{};
    std::array<double, kCards> offered{};
    std::uint64_t replies = 0;
  };
  std::vector<Table> tables_;
};

// The chance of each of `cards` to be among the first `wanted`, from so many leagues in which every card
// meets every other once.
Gamma league_shares(const Gamma& gamma, Cards cards, int wanted, int leagues, Random& random);

}  // namespace yomi::daihinmin
