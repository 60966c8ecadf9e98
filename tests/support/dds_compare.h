// The two libraries with the interface of DDS side by side: the same call to both, the same answer wanted.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>

#include "support/dds_cases.h"

#if defined(YOMI_HAS_DDS_HEADER) && defined(YOMI_DDS_LIBRARY)
namespace yomi::test {

// A test of both libraries. DDS leaves a dump.txt where it stands when it meets a bad board, so each test
// stands in a folder of its own.
class DdsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    YOMI_NEED_LIBDDS();
    ASSERT_NE(ours().handle, nullptr) << dlerror();
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("yomi_dds_test_" + std::to_string(getpid()));
};

inline std::string text_of(const ddTableResults& table) {
  std::string text;
  for (const auto& row : table.resTable) {
    for (int tricks : row) text += std::to_string(tricks) + ' ';
  }
  return text;
}

inline std::string text_of(const parResultsMaster& result, bool with_under = true) {
  std::string text = std::to_string(result.score);
  for (int i = 0; i < result.number; ++i) {
    const contractType& c = result.contracts[i];
    text += " " + std::to_string(c.level) + "/" + std::to_string(c.denom) + "/" + std::to_string(c.seats) +
            "/" + std::to_string(c.overTricks);
    if (with_under) text += "/" + std::to_string(c.underTricks);
  }
  return text;
}

inline std::string text_of(const solvedPlay& solved) {
  std::string text = std::to_string(solved.number) + ":";
  for (int i = 0; i < solved.number; ++i) text += ' ' + std::to_string(solved.tricks[i]);
  return text;
}

// The same cards with equals and scores; in the same order unless DDS has solved other boards before and was
// asked for a target or for the legal cards.
inline void expect_same_cards(const futureTricks& ours, const futureTricks& theirs, int solutions,
                              bool in_order) {
  ASSERT_EQ(ours.cards, theirs.cards);
  if (ours.cards == 0 || (solutions == 1 && !in_order)) {
    ASSERT_EQ(ours.score[0], theirs.score[0]);
  } else if (in_order) {
    ASSERT_EQ(listed_cards_of(ours), listed_cards_of(theirs));
  } else {
    ASSERT_EQ(cards_of(ours), cards_of(theirs));
  }
}

// Is the one card that was named one of those with which DDS itself reaches the target?
inline void expect_reaches(const deal& board, const futureTricks& named, int target) {
  futureTricks all{};
  ASSERT_EQ(libdds().SolveBoard(board, -1, 3, 1, &all, 0), RETURN_NO_FAULT);
  int score = -1;
  for (int i = 0; i < all.cards; ++i) {
    const bool same = all.rank[i] == named.rank[0] || (all.equals[i] >> named.rank[0] & 1) != 0;
    if (all.suit[i] == named.suit[0] && same) score = all.score[i];
  }
  ASSERT_GE(score, target) << "the card that was named does not reach the target";
}

inline void compare_solve(const deal& board, int target, int solutions, int mode) {
  SCOPED_TRACE("target " + std::to_string(target) + " solutions " + std::to_string(solutions) + " mode " +
               std::to_string(mode));
  futureTricks a{};
  futureTricks b{};
  const bool list_may_differ = target >= 0 && board.currentTrickRank[0] == 0;
  if (list_may_differ) make_dds_forget();
  // DDS takes it on trust in mode 2 that its memory is of this deal: so it is, after a call in mode 1.
  if (mode == 2) libdds().SolveBoard(board, -1, 1, 1, &a, 0);
  a = {};
  const int code = libdds().SolveBoard(board, target, solutions, mode, &a, 0);
  ASSERT_EQ(ours().SolveBoard(board, target, solutions, mode, &b, 12345), code);
  if (code != RETURN_NO_FAULT) return;
  // In mode 2 DDS searches what it remembers: with a target it may list the cards in another order, and end
  // with another card that reaches the target.
  if (mode == 2 && solutions == 1 && target > 0 && a.cards == 1 && b.cards == 1 && b.score[0] == target) {
    ASSERT_EQ(a.score[0], target);
    return expect_reaches(board, b, target);
  }
  expect_same_cards(b, a, solutions, target < 0 || mode != 2);
}

// Every function of the par family on one table.
inline void compare_par(ddTableResults table, int dealer, int vulnerable) {
  SCOPED_TRACE(text_of(table) + "vulnerable " + std::to_string(vulnerable) + " dealer " +
               std::to_string(dealer));
  parResults par_a{};
  parResults par_b{};
  ASSERT_EQ(ours().Par(&table, &par_b, vulnerable), libdds().Par(&table, &par_a, vulnerable));
  std::array<parResultsDealer, 2> sides_a{};
  std::array<parResultsDealer, 2> sides_b{};
  ASSERT_EQ(ours().SidesPar(&table, sides_b.data(), vulnerable),
            libdds().SidesPar(&table, sides_a.data(), vulnerable));
  std::array<parResultsMaster, 2> bin_a{};
  std::array<parResultsMaster, 2> bin_b{};
  ASSERT_EQ(ours().SidesParBin(&table, bin_b.data(), vulnerable),
            libdds().SidesParBin(&table, bin_a.data(), vulnerable));
  for (std::size_t side = 0; side < 2; ++side) {
    ASSERT_STREQ(par_b.parScore[side], par_a.parScore[side]);
    ASSERT_STREQ(par_b.parContractsString[side], par_a.parContractsString[side]);
    ASSERT_EQ(sides_b[side].score, sides_a[side].score);
    ASSERT_EQ(sides_b[side].number, sides_a[side].number);
    for (int k = 0; k < sides_a[side].number; ++k)
      ASSERT_STREQ(sides_b[side].contracts[k], sides_a[side].contracts[k]);
    ASSERT_EQ(text_of(bin_b[side]), text_of(bin_a[side]));
  }
  parTextResults text_a{};
  parTextResults text_b{};
  text_a.equal = true;  // DDS does not set it when the board is passed out
  ASSERT_EQ(ours().ConvertToSidesTextFormat(bin_b.data(), &text_b),
            libdds().ConvertToSidesTextFormat(bin_a.data(), &text_a));
  ASSERT_STREQ(text_b.parText[0], text_a.parText[0]);
  ASSERT_STREQ(text_b.parText[1], text_a.parText[1]);
  ASSERT_EQ(text_b.equal, text_a.equal);

  parResultsDealer dealer_a{};
  parResultsDealer dealer_b{};
  ASSERT_EQ(ours().DealerPar(&table, &dealer_b, dealer, vulnerable),
            libdds().DealerPar(&table, &dealer_a, dealer, vulnerable));
  ASSERT_EQ(dealer_b.score, dealer_a.score);
  ASSERT_EQ(dealer_b.number, dealer_a.number);
  bool star_missing = false;
  for (int k = 0; k < dealer_a.number; ++k) {
    ASSERT_STREQ(dealer_b.contracts[k], dealer_a.contracts[k]);
    const std::string text = dealer_a.contracts[k];
    star_missing = star_missing || (text[2] == '-' && text.find('-', 3) != std::string::npos);
  }
  parResultsMaster master_a{};
  parResultsMaster master_b{};
  ASSERT_EQ(ours().DealerParBin(&table, &master_b, dealer, vulnerable),
            libdds().DealerParBin(&table, &master_a, dealer, vulnerable));
  // DDS reads the undertricks out of its own text and misses them where the star is missing.
  ASSERT_EQ(text_of(master_b, !star_missing), text_of(master_a, !star_missing));
  std::array<char, 200> dealer_text_a{};
  std::array<char, 200> dealer_text_b{};
  ASSERT_EQ(ours().ConvertToDealerTextFormat(&master_b, dealer_text_b.data()),
            libdds().ConvertToDealerTextFormat(&master_b, dealer_text_a.data()));
  ASSERT_STREQ(dealer_text_b.data(), dealer_text_a.data());
}

// Tricks as a deal could give them, close fights, or anything.
inline ddTableResults random_table(Random& random, int kind) {
  ddTableResults table{};
  for (auto& row : table.resTable) {
    const int ns = kind % 3 == 0 ? 6 + static_cast<int>(random.below(2)) : static_cast<int>(random.below(14));
    for (int seat = 0; seat < 4; ++seat) {
      row[seat] = kind % 3 == 2
                      ? static_cast<int>(random.below(14))
                      : std::clamp((seat % 2 == 0 ? ns : 13 - ns) - (random.below(5) == 0 ? 1 : 0), 0, 13);
    }
  }
  return table;
}

struct Played {
  deal board{};
  playTraceBin play{};
  playTracePBN text{};
  Position start;
};

inline void put_text(Played& played) {
  std::string text;
  for (int i = 0; i < played.play.number; ++i) {
    text += "SHDC"[played.play.suit[i] & 3];
    text += "xx23456789TJQKA"[std::clamp(played.play.rank[i], 0, 14)];
  }
  played.text.number = played.play.number;
  std::strcpy(played.text.cards, text.c_str());
}

// As Position::play, for cards that revoke too.
inline Position with_any_card(Position position, Card card) {
  if (position.is_legal(card)) {
    position.play(card);
    return position;
  }
  Deal hands = position.hands();
  hands[position.turn()].erase(card);
  std::vector<Card> table(position.table().begin(), position.table().end());
  table.push_back(card);
  if (table.size() < 4) {
    return *make_position(hands, position.strain(), position.leader(), table, Revokes::taken_as_played);
  }
  const Card best = table[static_cast<std::size_t>(distance(position.leader(), position.winning()))];
  const bool wins = beats(card, best, position.strain());
  return Position(hands, position.strain(), wins ? position.turn() : position.winning());
}

// A play of `cards` random cards; with revokes taken as played, any cards of the hands.
inline Played random_play(Random& random, int hand_size, int on_table, int cards,
                          Revokes revokes = Revokes::refused) {
  Played played{.start = random_position(random, hand_size, on_table)};
  played.board = to_dds(played.start);
  Position now = played.start;
  while (!now.is_over() && played.play.number < cards) {
    const Card card = random_card(random, revokes == Revokes::refused ? now.legal() : now.hand(now.turn()));
    played.play.suit[played.play.number] = to_dds(card.suit());
    played.play.rank[played.play.number++] = to_dds(card.rank());
    now = with_any_card(now, card);
  }
  put_text(played);
  return played;
}

}  // namespace yomi::test
#endif
