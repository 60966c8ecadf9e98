// Boards for the C interface of DDS, and answers in a form that may be compared.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "support/libdds.h"
#include "yomi/bridge/position.h"
#include "yomi/cards/random.h"

#ifdef YOMI_HAS_DDS_HEADER
namespace yomi::test {

#ifdef YOMI_DDS_LIBRARY
inline const DdsLibrary& ours() {
  static const DdsLibrary library(YOMI_DDS_LIBRARY);
  return library;
}
#endif

inline int to_dds(Suit suit) {
  return 3 - index(suit);
}
inline int to_dds(Strain strain) {
  return strain == Strain::no_trump ? 4 : 3 - index(strain);
}
inline int to_dds(Rank rank) {
  return index(rank) + 2;
}

inline void put_hands(const Deal& hands, unsigned int (&cards)[4][4]) {
  for (Seat seat : kAllSeats) {
    for (Suit suit : kAllSuits) cards[index(seat)][to_dds(suit)] = hands[seat].ranks(suit) << 2;
  }
}

inline deal to_dds(const Position& position) {
  deal result{};
  result.trump = to_dds(position.strain());
  result.first = index(position.leader());
  for (std::size_t i = 0; i < position.table().size(); ++i) {
    result.currentTrickSuit[i] = to_dds(position.table()[i].suit());
    result.currentTrickRank[i] = to_dds(position.table()[i].rank());
  }
  put_hands(position.hands(), result.remainCards);
  return result;
}

inline dealPBN to_pbn(const Position& position, Seat first = Seat::north) {
  const deal bin = to_dds(position);
  dealPBN result{};
  result.trump = bin.trump;
  result.first = bin.first;
  std::copy_n(bin.currentTrickSuit, 3, result.currentTrickSuit);
  std::copy_n(bin.currentTrickRank, 3, result.currentTrickRank);
  std::strncpy(result.remainCards, to_string(position.hands(), first).c_str(), sizeof result.remainCards - 1);
  return result;
}

inline Card random_card(Random& random, CardSet from) {
  auto at = from.begin();
  for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(from.size())); skip > 0; --skip) ++at;
  return *at;
}

// `cards` cards a hand of a random deal, any strain and leader, with `on_table` legal cards played.
inline Position random_position(Random& random, int cards, int on_table) {
  Position position(random_deal(random, cards), strain_at(static_cast<int>(random.below(5))),
                    seat_at(static_cast<int>(random.below(4))));
  for (int i = 0; i < on_table; ++i) position.play(random_card(random, position.legal()));
  return position;
}

// The same with any cards of the hands on the table: some of them revoke.
inline Position random_trick(Random& random, int cards, int on_table) {
  Deal hands = random_deal(random, cards);
  const Strain strain = strain_at(static_cast<int>(random.below(5)));
  const Seat leader = seat_at(static_cast<int>(random.below(4)));
  std::vector<Card> table;
  for (int i = 0; i < on_table; ++i) {
    CardSet& hand = hands[next(leader, i)];
    table.push_back(random_card(random, hand));
    hand.erase(table.back());
  }
  return *make_position(hands, strain, leader, table, Revokes::taken_as_played);
}

// "S14+8192=3" for each card with its equals and score, in the order given.
inline std::vector<std::string> listed_cards_of(const futureTricks& result) {
  std::vector<std::string> cards;
  for (int i = 0; i < std::clamp(result.cards, 0, 13); ++i) {
    cards.push_back("SHDC"[result.suit[i] & 3] + std::to_string(result.rank[i]) + "+" +
                    std::to_string(result.equals[i]) + "=" + std::to_string(result.score[i]));
  }
  return cards;
}
// The same, sorted.
inline std::vector<std::string> cards_of(const futureTricks& result) {
  std::vector<std::string> cards = listed_cards_of(result);
  std::sort(cards.begin(), cards.end());
  return cards;
}

// When DDS is asked for a target or for the legal cards, the card it found best in its last search with as
// many cards left comes earlier in its list. A search of the last two tricks makes it forget that card.
inline void make_dds_forget() {
  static const deal two_tricks = [] {
    Random random(1);
    return to_dds(random_position(random, 2, 3));
  }();
  futureTricks unused{};
  libdds().SolveBoard(two_tricks, -1, 1, 1, &unused, 0);
}

}  // namespace yomi::test
#endif
