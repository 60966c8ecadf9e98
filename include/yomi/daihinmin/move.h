// A play: a pass, a group (1 to 5 cards of a rank; a single is a group of one) or a run (3 or more of a
// suit).
//
// The joker may stand for any card of a group or a run, also for one that the player holds and keeps. A group
// of five has the joker beside all four suits. A run's joker may also stand one place past either end of the
// deck (columns 0 and 14). A lone joker is a group of one in column 14 that has no suit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "yomi/daihinmin/cards.h"

namespace yomi::daihinmin {

enum class Kind : std::uint8_t { pass, group, run };

struct Move {
  Cards cards;  // what leaves the hand
  Kind kind = Kind::pass;
  std::uint8_t low = 0;   // the column; of a run its lowest
  std::uint8_t size = 0;  // number of cards, the joker included
  // Suit bits of what the play shows, with the joker's; 0 for a pass and a lone joker.
  std::uint8_t suits = 0;
  // The bit of the place where the joker stands; kNoStand if there is none or it is beside the four.
  std::uint8_t stands = 0xFF;

  static constexpr std::uint8_t kNoStand = 0xFF;

  [[nodiscard]] constexpr bool is_pass() const { return kind == Kind::pass; }
  [[nodiscard]] constexpr bool is_lone_joker() const { return cards == Cards::joker(); }
  [[nodiscard]] constexpr int high() const { return kind == Kind::run ? low + size - 1 : low; }
  [[nodiscard]] constexpr bool shows_eight() const {
    return low <= kEightColumn && high() >= kEightColumn && size > 0;
  }
  [[nodiscard]] constexpr bool is_revolution() const { return kind == Kind::run ? size >= 5 : size >= 4; }

  static constexpr Move pass() { return Move{Cards(), Kind::pass, 0, 0, 0, kNoStand}; }
  static constexpr Move group(int column, unsigned naturals, int joker_suit = -1);
  static constexpr Move group_of_five(int column);
  static constexpr Move lone_joker() {
    return Move{Cards::joker(), Kind::group, kColumns - 1, 1, 0, kNoStand};
  }
  // `joker_column` is where the joker stands, -1 for none.
  static constexpr Move run(Suit suit, int low, int size, int joker_column = -1);

  friend constexpr bool operator==(const Move&, const Move&) = default;
};

constexpr Move Move::group(int column, unsigned naturals, int joker_suit) {
  const Cards cards(std::uint64_t{naturals} << (4 * column));
  if (joker_suit < 0) {
    return {cards,
            Kind::group,
            static_cast<std::uint8_t>(column),
            static_cast<std::uint8_t>(suit_count(naturals)),
            static_cast<std::uint8_t>(naturals),
            kNoStand};
  }
  return {cards | Cards::joker(),
          Kind::group,
          static_cast<std::uint8_t>(column),
          static_cast<std::uint8_t>(suit_count(naturals) + 1),
          static_cast<std::uint8_t>(naturals | 1U << joker_suit),
          static_cast<std::uint8_t>(column * 4 + joker_suit)};
}

constexpr Move Move::group_of_five(int column) {
  return {Cards(std::uint64_t{15} << (4 * column)) | Cards::joker(),
          Kind::group,
          static_cast<std::uint8_t>(column),
          5,
          15,
          kNoStand};
}

constexpr Move Move::run(Suit suit, int low, int size, int joker_column) {
  const std::uint64_t ones = 0x1111'1111'1111'1111ULL >> (64 - 4 * size);
  Cards cards(ones << (4 * low + index(suit)));
  std::uint8_t stands = kNoStand;
  if (joker_column >= 0) {
    stands = static_cast<std::uint8_t>(joker_column * 4 + index(suit));
    cards = (cards - Cards(std::uint64_t{1} << stands)) | Cards::joker();
  }
  return {cards,
          Kind::run,
          static_cast<std::uint8_t>(low),
          static_cast<std::uint8_t>(size),
          static_cast<std::uint8_t>(1U << index(suit)),
          stands};
}

// The play that shows these cards: `naturals`, and the joker if `joker`, standing in the place with bit
// `stands`
// (-1: beside four of a rank, or alone). Nothing at all is a pass. The error says what is wrong with them.
Result<Move> make_move(Cards naturals, bool joker, int stands);

// "pass"; the cards with "-": "D3", "D5-S5", "H6-H7-H8"; the joker as "JO", and what it stands for in
// brackets: "D5-JO[S5]", "JO[H5]-H6-H7", "SA-S2-JO[S+]"; beside four "C9-D9-H9-S9-JO".
std::string to_string(const Move& move);
// The inverse; also takes the cards in any order. The error names the column of the trouble.
Result<Move> parse_move(std::string_view text);

}  // namespace yomi::daihinmin
