// From the structures of DDS to yomi's, with the checks and codes of DDS.
#pragma once

#include <optional>
#include <vector>

#include "yomi/bridge/position.h"
#include "yomi/cards/card_set.h"
#include "yomi_dds.h"

namespace yomi::dds {

// DDS counts suits from spades; both conversions are their own inverse.
constexpr Suit suit_of(int dds) {
  return suit_at(3 - dds);
}
constexpr int to_dds(Suit suit) {
  return 3 - index(suit);
}
constexpr Strain strain_of_dds(int dds) {
  return dds == 4 ? Strain::no_trump : strain_of(suit_of(dds));
}
constexpr int to_dds(Strain strain) {
  return strain == Strain::no_trump ? 4 : 3 - index(strain);
}
constexpr int to_dds(Rank rank) {
  return index(rank) + 2;
}
// A holding of one suit as DDS writes it, bit r for rank r.
constexpr int holding(CardSet cards, Suit suit) {
  return static_cast<int>(cards.ranks(suit) << 2);
}

// Nothing when suit or rank is out of range.
std::optional<Card> card_of(int suit, int rank);

// How a board is to be solved: SolveBoard's arguments.
struct Question {
  int target = -1;
  int solutions = 1;
  int mode = 1;
};

// A checked board, or the code of what is wrong with it. DDS tells how many cards lie on the table by
// counting the cards in the hands; entries of the current trick beyond that are not looked at (but must be in
// range).
struct CheckedBoard {
  int code = RETURN_NO_FAULT;
  std::optional<Position> position;  // when code is RETURN_NO_FAULT
};
CheckedBoard read_board(const deal& from, const Question& question);

// False when the text has no N, E, S or W among its first three characters. As in DDS, other characters that
// mean nothing are passed over; a card in a fifth hand or suit is an error here.
bool read_pbn(const char (&text)[80], unsigned int (&cards)[DDS_HANDS][DDS_SUITS]);
// The deal with the cards read from the text; nothing when it cannot be read.
std::optional<deal> read_deal(const dealPBN& from);
// False when a card is no card or the number is not 0 to 52.
bool read_play(const playTracePBN& from, playTraceBin& to);

// Runs an entry point: nothing is thrown across the C interface.
template <class F>
int guarded(F f) noexcept {
  try {
    return f();
  } catch (...) {
    return RETURN_UNKNOWN_FAULT;
  }
}

// The two that batches are made of; they may throw.
int solve(const deal& board, const Question& question, futureTricks& result);
int analyse_play(const deal& board, const playTraceBin& play, solvedPlay& result);
// 13 less the leader's tricks for the four declarers of one strain.
int calc_strain(const ddTableDeal& cards, int strain, int (&row)[DDS_HANDS]);

}  // namespace yomi::dds
