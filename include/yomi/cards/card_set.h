// A set of cards as a 64-bit mask: sixteen bits a suit, clubs lowest, thirteen of them used, the two at the
// bottom. All operations are a few instructions; iteration goes upwards from the club two.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

#include "yomi/cards/card.h"

namespace yomi {

class CardSet {
 public:
  constexpr CardSet() = default;
  constexpr explicit CardSet(std::uint64_t bits) : bits_(bits) {}
  constexpr CardSet(std::initializer_list<Card> cards) {
    for (Card card : cards) insert(card);
  }
  static constexpr CardSet of(Card card) { return CardSet(std::uint64_t{1} << card.bit()); }
  static constexpr CardSet of_suit(Suit suit) { return CardSet(std::uint64_t{0x1FFF} << (16 * index(suit))); }
  static constexpr CardSet full() { return CardSet(0x1FFF1FFF1FFF1FFFULL); }
  // The thirteen-bit rank mask of one suit, laid into its place.
  static constexpr CardSet from_ranks(Suit suit, std::uint32_t ranks) {
    return CardSet(std::uint64_t{ranks & 0x1FFFU} << (16 * index(suit)));
  }

  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }
  [[nodiscard]] constexpr bool contains(Card card) const { return (bits_ >> card.bit() & 1) != 0; }
  [[nodiscard]] constexpr bool contains(CardSet other) const { return (other.bits_ & ~bits_) == 0; }
  [[nodiscard]] constexpr CardSet in(Suit suit) const { return *this & of_suit(suit); }
  [[nodiscard]] constexpr std::uint32_t ranks(Suit suit) const {
    return bits_ >> (16 * index(suit)) & 0x1FFFU;
  }
  [[nodiscard]] constexpr int length(Suit suit) const { return std::popcount(ranks(suit)); }
  // Neither may be asked of an empty set. Across suits they follow the order of bits.
  [[nodiscard]] constexpr Card lowest() const { return Card::from_bit(std::countr_zero(bits_)); }
  [[nodiscard]] constexpr Card highest() const { return Card::from_bit(63 - std::countl_zero(bits_)); }

  constexpr void insert(Card card) { bits_ |= std::uint64_t{1} << card.bit(); }
  constexpr void erase(Card card) { bits_ &= ~(std::uint64_t{1} << card.bit()); }

  friend constexpr CardSet operator|(CardSet a, CardSet b) { return CardSet(a.bits_ | b.bits_); }
  friend constexpr CardSet operator&(CardSet a, CardSet b) { return CardSet(a.bits_ & b.bits_); }
  friend constexpr CardSet operator-(CardSet a, CardSet b) { return CardSet(a.bits_ & ~b.bits_); }
  constexpr CardSet& operator|=(CardSet other) { return *this = *this | other; }
  constexpr CardSet& operator&=(CardSet other) { return *this = *this & other; }
  constexpr CardSet& operator-=(CardSet other) { return *this = *this - other; }
  friend constexpr bool operator==(CardSet, CardSet) = default;

  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Card operator*() const { return Card::from_bit(std::countr_zero(rest_)); }
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

// One suit's ranks from the top, "AKT4"; "-" when void.
std::string ranks_to_string(CardSet set, Suit suit);
// A hand as PBN writes it, spades first: "AK4.QJ.T987.5432"; a void is nothing between the points.
std::string hand_to_string(CardSet hand);

}  // namespace yomi
