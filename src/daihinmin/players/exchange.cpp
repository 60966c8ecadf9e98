// How likely an exchange of cards was.
#include <cmath>

#include "yomi/daihinmin/belief.h"

namespace yomi::daihinmin {
namespace {

constexpr double kLeastChance = 1e-9;  // that a rich player gives cards which nobody should

// The chance of gifts that a rich player has made, by sums over what it holds after them: a gift put back
// changes those of its own columns only.
class Gifts {
 public:
  Gifts(const GiveOdds& gives, Cards rich) : gives_(gives) {
    for (Card card : rich) ++held_[column_of(card)];
    for (std::size_t column = 0; column < held_.size(); ++column) sums_.add(held_[column], odds(column, 0));
  }

  [[nodiscard]] double chance(Card card) const {
    Sums sums = sums_;
    return put_back(column_of(card), 1, sums) / sums.odds;
  }
  [[nodiscard]] double chance(Card first, Card second) const {
    const std::size_t a = column_of(first);
    const std::size_t b = column_of(second);
    Sums sums = sums_;
    const double of_first = put_back(a, a == b ? 2 : 1, sums);
    const double chosen = of_first * (a == b ? of_first : put_back(b, 1, sums));
    return chosen / ((sums.odds * sums.odds - sums.squares) / 2);
  }

 private:
  struct Sums {
    double odds = 0;
    double squares = 0;
    void add(double cards, double odds_each) {
      odds += cards * odds_each;
      squares += cards * odds_each * odds_each;
    }
  };

  static std::size_t column_of(Card card) { return card.is_joker() ? 0 : at(card.column()); }
  // Of one card of the column when there are so many more of it.
  [[nodiscard]] double odds(std::size_t column, std::size_t more) const {
    return double{gives_.odds[column][at(held_[column]) + more]};
  }
  // The odds of a card of the column when there are so many more of it; the sums follow.
  double put_back(std::size_t column, int more, Sums& sums) const {
    const double now = odds(column, at(more));
    sums.add(-held_[column], odds(column, 0));
    sums.add(held_[column] + more, now);
    return now;
  }

  const GiveOdds& gives_;
  std::array<int, 14> held_{};
  Sums sums_;
};

// The ways of a tribute for each gift: the bar is the best card that the poor one kept, at worst its third.
class Tributes {
 public:
  Tributes(Cards rich, Cards poor, int count) {
    for (std::size_t i = 0; i < best_.size(); ++i) {
      ways_[i] = tribute_ways(rich, poor, count);
      if (poor.empty()) break;
      best_[i] = Cards::of(poor.highest());
      poor -= best_[i];
    }
  }
  [[nodiscard]] double ways(Cards gift) const {
    std::size_t bar = 0;
    while (bar < 2 && !best_[bar].empty() && gift.contains(best_[bar])) ++bar;
    return ways_[bar];
  }

 private:
  std::array<Cards, 3> best_{};
  std::array<double, 3> ways_{};
};

}  // namespace

double tribute_ways(Cards rich, Cards kept, int count) {
  const int bar = kept.empty() ? 0 : kept.highest().bit();
  const auto above = static_cast<double>(bit_count(rich.bits() >> bar >> 1));
  return count == 2 ? above * (above - 1) / 2 : above;
}

GiveOdds GiveOdds::plain() {
  GiveOdds gives;
  for (int column = 0; column < 14; ++column) {
    for (int held = 0; held < 5; ++held) {
      const double weakness = column == 0 ? -14.0 : -0.55 * column;
      gives.odds[at(column)][at(held)] = static_cast<float>(std::exp(weakness - 0.8 * (held - 1)));
    }
  }
  for (auto& odds : gives.odds[kEightColumn]) odds *= 0.1F;
  return gives;
}

double GiveOdds::log_chance(Cards hand, Cards gift) const {
  const std::uint64_t counts = column_counts(hand);
  double sum = 0;
  double squares = 0;
  double chosen = 1;
  for (Card card : hand) {
    const int column = card.is_joker() ? 0 : card.column();
    const auto o =
        double{odds[at(column)][card.is_joker() ? 1 : static_cast<std::size_t>(counts >> (4 * column) & 7)]};
    sum += o;
    squares += o * o;
    if (gift.contains(card)) chosen *= o;
  }
  const double all = gift.size() == 2 ? (sum * sum - squares) / 2 : sum;
  return std::log(chosen / all + kLeastChance);
}

double exchange_chance(const GiveOdds& gives, Cards rich, Cards poor, int count) {
  const Tributes tributes(rich, poor, count);
  const Gifts gifts(gives, rich);
  double all = 0;
  for (Card first : poor) {
    if (count == 1) {
      all += tributes.ways(Cards::of(first)) * (gifts.chance(first) + kLeastChance);
      continue;
    }
    for (Card second : poor) {
      if (second <= first) continue;
      const double ways = tributes.ways(Cards::of(first) | Cards::of(second));
      if (ways > 0) all += ways * (gifts.chance(first, second) + kLeastChance);
    }
  }
  return all;
}

}  // namespace yomi::daihinmin
