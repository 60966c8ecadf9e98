// The slow, obviously right twin of the Daihinmin move generator: every subset of the hand, with the joker in
// every place, is held against the rules as people say them.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "yomi/daihinmin/moves.h"

namespace yomi::daihinmin::slow {

struct Place {
  int column;
  int suit;
  friend auto operator<=>(const Place&, const Place&) = default;
};

// What a play shows on the table, place by place; empty for a lone joker.
struct Shown {
  std::set<Place> places;
  int cards = 0;
  bool five = false;
  bool lone_joker = false;
};

inline bool is_group(const Shown& shown) {
  if (shown.lone_joker) return true;
  return std::all_of(shown.places.begin(), shown.places.end(),
                     [&](Place p) { return p.column == shown.places.begin()->column; });
}

inline bool is_run(const Shown& shown) {
  if (shown.places.size() < 3 || shown.five) return false;
  int expected = shown.places.begin()->column;
  for (const Place& place : shown.places) {
    if (place.suit != shown.places.begin()->suit || place.column != expected++) return false;
  }
  return true;
}

inline std::set<int> suits(const Shown& shown) {
  std::set<int> all;
  for (const Place& place : shown.places) all.insert(place.suit);
  return all;
}

inline Shown show(const Move& move) {
  Shown shown;
  shown.cards = move.cards.size();
  for (Card card : move.cards) {
    if (!card.is_joker()) shown.places.insert({card.column(), static_cast<int>(card.suit())});
  }
  if (move.stands != Move::kNoStand) shown.places.insert({move.stands / 4, move.stands % 4});
  shown.five = shown.cards == 5 && shown.places.size() == 4;
  shown.lone_joker = move.cards == Cards::joker();
  return shown;
}

inline bool may_follow(const Public& table, const Shown& top, const Shown& play) {
  if (play.cards != top.cards || is_run(play) != is_run(top)) return false;
  if (top.lone_joker) return play.places == std::set<Place>{{kLowColumn, static_cast<int>(Suit::spades)}};
  if (play.lone_joker) return true;
  if (table.locked && suits(play) != suits(top)) return false;
  for (const Place& ours : play.places) {
    for (const Place& theirs : top.places) {
      if (table.revolution ? ours.column >= theirs.column : ours.column <= theirs.column) return false;
    }
  }
  return true;
}

// The texts of all legal moves.
inline std::set<std::string> moves(const Public& table, Cards hand) {
  std::vector<Card> cards;
  for (Card card : hand) cards.push_back(card);
  std::set<std::string> found;
  const Shown top = show(table.top);
  for (unsigned set = 1; set < 1U << cards.size(); ++set) {
    Shown base;
    bool joker = false;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if ((set >> i & 1) == 0) continue;
      ++base.cards;
      if (cards[i].is_joker()) {
        joker = true;
      } else {
        base.places.insert({cards[i].column(), static_cast<int>(cards[i].suit())});
      }
    }
    const auto consider = [&](const Shown& shown, int stands) {
      const bool group = is_group(shown);
      if (!group && !is_run(shown)) return;
      if (!table.table_empty() && !may_follow(table, top, shown)) return;
      std::string text;
      for (const Place& place : shown.places) {
        const std::string name{"CDHS"[place.suit], column_char(place.column)};
        text +=
            (text.empty() ? "" : "-") + (stands == place.column * 4 + place.suit ? "JO[" + name + "]" : name);
      }
      if (joker && stands < 0) text += text.empty() ? "JO" : "-JO";
      found.insert(text);
    };
    if (!joker) {
      consider(base, -1);
    } else if (base.places.empty()) {
      base.lone_joker = true;
      consider(base, -1);
    } else {
      if (base.places.size() == 4 && is_group(base)) {
        Shown five = base;
        five.five = true;
        consider(five, -1);
      }
      for (int column = 0; column < kColumns; ++column) {
        for (int suit = 0; suit < 4; ++suit) {
          if (base.places.contains({column, suit})) continue;
          Shown with = base;
          with.places.insert({column, suit});
          consider(with, column * 4 + suit);
        }
      }
    }
  }
  if (!table.table_empty()) found.insert("pass");
  return found;
}

}  // namespace yomi::daihinmin::slow
