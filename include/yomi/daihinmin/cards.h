// The 53 cards of Daihinmin and sets of them.
//
// A set is a 64-bit mask of sixteen columns, four bits each. Column 1 holds the threes, 2 the fours, ... 13
// the twos, in the order in which ranks beat each other; within a column the bits are C D H S. Columns 0 and
// 14 hold no card: a joker at the end of a run may stand there ("below the three", "above the two"). The
// joker itself is bit 60. So the highest bit of a hand is its best card in the order of the exchange (joker,
// rank, then S H D C), `x & x >> 4` finds neighbours of a suit and a column is a group.
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/cards/card.h"
#include "yomi/cards/result.h"

namespace yomi::daihinmin {

inline constexpr int kPlayers = 5;
inline constexpr int kCards = 53;
inline constexpr int kColumns = 15;     // 0 to 14; cards lie in 1 to 13
inline constexpr int kLowColumn = 1;    // the threes
inline constexpr int kHighColumn = 13;  // the twos
inline constexpr int kEightColumn = 6;
inline constexpr int kJokerBit = 60;

// A seat, column or number as the place in an array.
constexpr std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

// How many bits are set. Plain x86-64 has no instruction for it, and the library's call is slow; play-outs
// count cards all the time.
constexpr int bit_count(std::uint64_t x) {
  x -= x >> 1 & 0x5555'5555'5555'5555ULL;
  x = (x & 0x3333'3333'3333'3333ULL) + (x >> 2 & 0x3333'3333'3333'3333ULL);
  x = (x + (x >> 4)) & 0x0F0F'0F0F'0F0F'0F0FULL;
  return static_cast<int>(x * 0x0101'0101'0101'0101ULL >> 56);
}
// The lowest and the highest bit that is set; of nothing, 64 and -1. (On an accelerator the library's
// functions for it compile, and answer nonsense.)
constexpr int lowest_bit(std::uint64_t x) {
#ifdef __CUDA_ARCH__
  return x == 0 ? 64 : __ffsll(static_cast<long long>(x)) - 1;
#else
  return std::countr_zero(x);
#endif
}
constexpr int highest_bit(std::uint64_t x) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(static_cast<long long>(x));
#else
  return 63 - std::countl_zero(x);
#endif
}
// The same of the four suits of a column.
constexpr int suit_count(unsigned suits) {
  return static_cast<int>(0x4332'3221'3221'2110ULL >> (4 * suits) & 7);
}

// One card. Its byte is its bit in a Cards mask.
class Card {
 public:
  constexpr Card() = default;
  constexpr Card(Suit suit, int column) : byte_(static_cast<std::uint8_t>(column * 4 + index(suit))) {}
  static constexpr Card from_bit(int bit) {
    Card card;
    card.byte_ = static_cast<std::uint8_t>(bit);
    return card;
  }
  static constexpr Card joker() { return from_bit(kJokerBit); }

  [[nodiscard]] constexpr int bit() const { return byte_; }
  [[nodiscard]] constexpr bool is_joker() const { return byte_ == kJokerBit; }
  // Neither may be asked of the joker.
  [[nodiscard]] constexpr int column() const { return byte_ >> 2; }
  [[nodiscard]] constexpr Suit suit() const { return suit_at(byte_ & 3); }

  // The order of the exchange: joker, rank, then S H D C.
  friend constexpr auto operator<=>(Card, Card) = default;

 private:
  std::uint8_t byte_ = kJokerBit;
};

// Functions, since code on an accelerator cannot refer to a constant object.
constexpr Card diamond_three() {
  return {Suit::diamonds, kLowColumn};
}
constexpr Card spade_three() {
  return {Suit::spades, kLowColumn};
}

class Cards {
 public:
  constexpr Cards() = default;
  constexpr explicit Cards(std::uint64_t bits) : bits_(bits) {}
  static constexpr Cards of(Card card) { return Cards(std::uint64_t{1} << card.bit()); }
  static constexpr Cards full() { return Cards(0x00FF'FFFF'FFFF'FFF0ULL | std::uint64_t{1} << kJokerBit); }
  static constexpr Cards joker() { return of(Card::joker()); }

  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return bit_count(bits_); }
  [[nodiscard]] constexpr bool contains(Card card) const { return (bits_ >> card.bit() & 1) != 0; }
  [[nodiscard]] constexpr bool contains(Cards other) const { return (other.bits_ & ~bits_) == 0; }
  [[nodiscard]] constexpr bool has_joker() const { return (bits_ >> kJokerBit & 1) != 0; }
  [[nodiscard]] constexpr Cards without_joker() const {
    return Cards(bits_ & ~(std::uint64_t{1} << kJokerBit));
  }
  // The four suit bits of a column (1 clubs, 2 diamonds, 4 hearts, 8 spades).
  [[nodiscard]] constexpr unsigned column(int column) const { return bits_ >> (4 * column) & 15U; }
  // Neither may be asked of an empty set.
  [[nodiscard]] constexpr Card lowest() const { return Card::from_bit(lowest_bit(bits_)); }
  [[nodiscard]] constexpr Card highest() const { return Card::from_bit(highest_bit(bits_)); }
  // The `count` best in the order of the exchange; all when there are fewer.
  [[nodiscard]] constexpr Cards best(int count) const {
    Cards rest = *this;
    Cards taken;
    for (; count > 0 && !rest.empty(); --count) {
      const Cards card = of(rest.highest());
      taken |= card;
      rest -= card;
    }
    return taken;
  }

  friend constexpr Cards operator|(Cards a, Cards b) { return Cards(a.bits_ | b.bits_); }
  friend constexpr Cards operator&(Cards a, Cards b) { return Cards(a.bits_ & b.bits_); }
  friend constexpr Cards operator-(Cards a, Cards b) { return Cards(a.bits_ & ~b.bits_); }
  constexpr Cards& operator|=(Cards other) { return *this = *this | other; }
  constexpr Cards& operator&=(Cards other) { return *this = *this & other; }
  constexpr Cards& operator-=(Cards other) { return *this = *this - other; }
  friend constexpr bool operator==(Cards, Cards) = default;

  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Card operator*() const { return Card::from_bit(lowest_bit(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t rest_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t bits_ = 0;
};

// Each column's number of cards, in its four bits (0 to 4); the joker is not counted.
constexpr std::uint64_t column_counts(Cards cards) {
  std::uint64_t x = cards.without_joker().bits();
  x -= x >> 1 & 0x5555'5555'5555'5555ULL;
  return (x & 0x3333'3333'3333'3333ULL) + (x >> 2 & 0x3333'3333'3333'3333ULL);
}

// "D3", "ST", "C2", "JO": suit first; either case; "10" for ten.
std::string to_string(Card card);
std::optional<Card> parse_card(std::string_view text);
// In the order of the exchange from the weakest, with spaces: "D3 S3 HT JO"; "-" for none.
std::string to_string(Cards cards);
// Cards separated by spaces or commas, or "-"; the error names the column of the trouble.
Result<Cards> parse_cards(std::string_view text);
// The name of a column's rank, "3456789TJQKA2" for 1 to 13; '-' and '+' for the places 0 and 14.
constexpr char column_char(int column) {
  return "-3456789TJQKA2+"[column];
}

}  // namespace yomi::daihinmin
