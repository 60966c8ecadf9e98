// Suit, Rank and Card: one-byte values with an order, a parser and a printer each.
//
// Suits are ordered as bridge ranks them: clubs, diamonds, hearts, spades. Ranks run from 2 (0) to ace (12).
// A card's byte is suit * 16 + rank, which is also its bit number in a CardSet.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/cards/indexed.h"

namespace yomi {

enum class Suit : std::uint8_t { clubs, diamonds, hearts, spades };
enum class Rank : std::uint8_t {
  two,
  three,
  four,
  five,
  six,
  seven,
  eight,
  nine,
  ten,
  jack,
  queen,
  king,
  ace
};

inline constexpr int kSuits = 4;
inline constexpr int kRanks = 13;
inline constexpr std::array<Suit, 4> kAllSuits = {Suit::clubs, Suit::diamonds, Suit::hearts, Suit::spades};
// The order in which people write hands: spades first.
inline constexpr std::array<Suit, 4> kSuitsFromSpades = {Suit::spades, Suit::hearts, Suit::diamonds,
                                                         Suit::clubs};

constexpr int index(Suit suit) {
  return static_cast<int>(suit);
}
constexpr int index(Rank rank) {
  return static_cast<int>(rank);
}
template <class T>
using BySuit = IndexedBy<Suit, T, kSuits>;
template <class T>
using ByRank = IndexedBy<Rank, T, kRanks>;

constexpr Suit suit_at(int i) {
  return static_cast<Suit>(i);
}
constexpr Rank rank_at(int i) {
  return static_cast<Rank>(i);
}

constexpr char to_char(Suit suit) {
  return "CDHS"[index(suit)];
}
constexpr char to_char(Rank rank) {
  return "23456789TJQKA"[index(rank)];
}
inline std::string to_string(Suit suit) {
  return {to_char(suit)};
}
// "♠", in UTF-8.
constexpr std::string_view to_sign(Suit suit) {
  return BySuit<std::string_view>{"\u2663", "\u2666", "\u2665", "\u2660"}[suit];
}
// The suit sign of Unicode, filled or open, that a text in UTF-8 starts with, and how many bytes it takes; a
// variation selector may follow it.
struct SuitSign {
  std::optional<Suit> suit{};
  std::size_t length = 0;
};
SuitSign leading_sign(std::string_view text);
// One letter, either case. Ranks also know '1' for ten only as part of "10" (see parse_card).
std::optional<Suit> parse_suit(char letter);
std::optional<Rank> parse_rank(char letter);

class Card {
 public:
  constexpr Card() = default;
  constexpr Card(Suit suit, Rank rank) : byte_(static_cast<std::uint8_t>(index(suit) * 16 + index(rank))) {}
  static constexpr Card from_bit(int bit) {
    Card card;
    card.byte_ = static_cast<std::uint8_t>(bit);
    return card;
  }

  [[nodiscard]] constexpr Suit suit() const { return suit_at(byte_ >> 4); }
  [[nodiscard]] constexpr Rank rank() const { return rank_at(byte_ & 15); }
  [[nodiscard]] constexpr int bit() const { return byte_; }

  friend constexpr auto operator<=>(Card, Card) = default;

 private:
  std::uint8_t byte_ = 0;
};

// Suit first: "SA", "HT", "C2".
std::string to_string(Card card);
// Suit first or rank first, either case, "10" for ten: "SA", "h10", "2C". Nothing else on either side.
std::optional<Card> parse_card(std::string_view text);

}  // namespace yomi
