// Random calls of every function that DDS 2.9 and libyomi_dds.so share, legal and not, with revokes: the same
// code, scores and cards in the same order from both. Left out are only the inputs on which DDS reads or
// writes what is not its own (docs/reference/dds.md).
//
// YOMI_TEST_CALLS=100000 makes so many calls (2,000 unless told), YOMI_TEST_SEED=N another series.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>

#include "support/dds_compare.h"

#if defined(YOMI_HAS_DDS_HEADER) && defined(YOMI_DDS_LIBRARY)
namespace yomi::test {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Request {
  deal board{};
  int target = -1;
  int solutions = 3;
  int mode = 1;
};

class DdsRandom : public DdsTest {
 protected:
  int below(int limit) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(limit))); }
  int between(int least, int most) { return least + below(most - least + 1); }
  bool one_in(int n) { return below(n) == 0; }
  void count(const std::string& function, long calls = 1) { calls_[function] += calls; }

  // Mostly short: DDS takes a tenth of a second for a full deal.
  int hand_size(int least = 1) {
    const int kind = below(1000);
    return kind < 3 ? 13 : kind < 30 ? between(8, 12) : between(least, 6);
  }

  Request request() {
    const int cards = hand_size();
    const Position position =
        one_in(3) ? random_trick(random_, cards, below(4)) : random_position(random_, cards, below(4));
    return {to_dds(position), between(-1, cards), between(1, 3), below(3)};
  }

  void spoil_cards(deal& board) {
    unsigned int& suit = board.remainCards[below(4)][below(4)];
    const unsigned int flip = 1U << below(one_in(4) ? 32 : 15);
    if (one_in(3)) {
      suit = board.remainCards[below(4)][below(4)];
    } else {
      suit ^= flip;
    }
  }
  // The spaces stay: DDS writes the cards of a fifth hand or suit out of bounds.
  void spoil_text(char* text) {
    char& letter = text[below(static_cast<int>(std::strlen(text)))];
    if (letter != ' ') letter = "AKQJT98765432xN?"[below(16)];
  }
  void spoil_question(Request& request) {
    const int kind = below(3);
    if (kind == 0) request.target = between(-3, 16);
    if (kind == 1) request.solutions = between(-1, 5);
    if (kind == 2) request.mode = between(-2, 4);
  }
  void spoil(Request& request) {
    const int kind = below(6);
    if (kind == 0) request.board.trump = between(-2, 7);
    if (kind == 1) request.board.first = between(-2, 6);
    if (kind == 2) request.board.currentTrickRank[below(3)] = between(-1, 16);
    if (kind == 3) request.board.currentTrickSuit[below(3)] = between(-1, 5);
    if (kind == 4) spoil_cards(request.board);
    if (kind == 5) spoil_question(request);
  }

  void solve_board();
  void solve_board_pbn();
  void solve_batch();
  void table();
  void tables();
  void par();
  void play();
  void plays();
  void settings();
  Played any_play();

  Random random_{from_environment("YOMI_TEST_SEED", 1)};
  std::map<std::string, long> calls_;
};

using Cards = unsigned int[4][4];

int number_of_cards(const Cards& cards) {
  int number = 0;
  for (const auto& hand : cards) {
    for (unsigned int suit : hand) number += std::popcount(suit & 0x7FFCU);
  }
  return number;
}

// The cards of a text that may hold anything but too many hands and suits.
void read_cards(const char* text, Cards& cards) {
  int hand = 0;
  int suit = 0;
  for (const char* letter = text + 2; *letter != '\0'; ++letter) {
    if (*letter == ' ') {
      ++hand;
      suit = 0;
    } else if (*letter == '.') {
      ++suit;
    } else if (const auto rank = parse_rank(*letter)) {
      cards[hand][suit] |= 4U << index(*rank);
    }
  }
}

// DDS reads or writes out of bounds, or what it never set.
bool undefined_for_dds(const deal& board) {
  const int cards = number_of_cards(board.remainCards);
  if (cards == 0 || cards > 53) return true;
  const int on_table = (56 - cards) % 4;
  for (int i = 0; i < on_table; ++i) {
    if (board.currentTrickRank[i] == 0) return true;
    for (int j = 0; j < i; ++j) {
      if (board.currentTrickRank[i] == board.currentTrickRank[j] &&
          board.currentTrickSuit[i] == board.currentTrickSuit[j])
        return true;
    }
  }
  return false;
}

void DdsRandom::solve_board() {
  Request asked = request();
  const bool spoiled = one_in(4);
  if (spoiled) spoil(asked);
  count("SolveBoard");
  if (undefined_for_dds(asked.board)) {
    futureTricks result{};
    ASSERT_NE(ours().SolveBoard(asked.board, asked.target, asked.solutions, asked.mode, &result, 0),
              RETURN_NO_FAULT);
    return;
  }
  compare_solve(asked.board, asked.target, asked.solutions, asked.mode);
  // DDS keeps part of a board that it refused.
  if (spoiled) make_dds_forget();
}

void DdsRandom::solve_board_pbn() {
  const Position position = random_position(random_, hand_size(), below(4));
  dealPBN board = to_pbn(position, seat_at(below(4)));
  const bool spoiled = one_in(4);
  if (spoiled) spoil_text(board.remainCards);
  futureTricks a{};
  futureTricks b{};
  count("SolveBoardPBN");
  deal as_read = to_dds(position);
  std::fill_n(&as_read.remainCards[0][0], 16, 0U);
  read_cards(board.remainCards, as_read.remainCards);
  if (undefined_for_dds(as_read)) {
    ASSERT_NE(ours().SolveBoardPBN(board, -1, 3, 1, &b, 0), RETURN_NO_FAULT) << board.remainCards;
    return;
  }
  ASSERT_EQ(ours().SolveBoardPBN(board, -1, 3, 1, &b, 0), libdds().SolveBoardPBN(board, -1, 3, 1, &a, 0))
      << board.remainCards;
  ASSERT_EQ(listed_cards_of(b), listed_cards_of(a)) << board.remainCards;
  if (spoiled) make_dds_forget();
}

void DdsRandom::solve_batch() {
  auto bin = std::make_unique<boards>();
  auto pbn = std::make_unique<boardsPBN>();
  bin->noOfBoards = pbn->noOfBoards = between(1, 12);
  for (int i = 0; i < bin->noOfBoards; ++i) {
    const int cards = between(2, 5);
    const Position position = random_position(random_, cards, below(4));
    bin->deals[i] = to_dds(position);
    pbn->deals[i] = to_pbn(position);
    bin->target[i] = pbn->target[i] = between(-1, cards);
    bin->solutions[i] = pbn->solutions[i] = between(1, 3);
    bin->mode[i] = pbn->mode[i] = below(2);
  }
  const int bad = one_in(4) ? below(bin->noOfBoards) : -1;
  if (bad >= 0) bin->target[bad] = pbn->target[bad] = 14;
  const int chunk = between(-1, 12);
  auto a = std::make_unique<solvedBoards>();
  auto b = std::make_unique<solvedBoards>();
  const auto both = [&](const char* function, auto call) {
    count(function);
    *a = *b = {};
    const int code = call(libdds(), *a);
    ASSERT_EQ(call(ours(), *b), code) << function;
    if (code != RETURN_NO_FAULT && bad < 0) return;  // a chunk of no boards
    for (int i = 0; i < bin->noOfBoards && chunk > 0; ++i) {
      if (i == bad) continue;
      const bool in_order =
          bin->solutions[i] == 3 || bin->target[i] == -1 || bin->deals[i].currentTrickRank[0] != 0;
      expect_same_cards(b->solvedBoard[i], a->solvedBoard[i], bin->solutions[i], in_order);
    }
  };
  switch (below(4)) {
    case 0:
      return both("SolveAllBoards", [&](const DdsLibrary& in, solvedBoards& result) {
        return in.SolveAllBoards(pbn.get(), &result);
      });
    case 1:
      return both("SolveAllChunks", [&](const DdsLibrary& in, solvedBoards& result) {
        return in.SolveAllChunks(pbn.get(), &result, chunk);
      });
    case 2:
      return both("SolveAllChunksPBN", [&](const DdsLibrary& in, solvedBoards& result) {
        return in.SolveAllChunksPBN(pbn.get(), &result, chunk);
      });
    default:
      return both("SolveAllChunksBin", [&](const DdsLibrary& in, solvedBoards& result) {
        return in.SolveAllChunksBin(bin.get(), &result, chunk);
      });
  }
}

void DdsRandom::table() {
  const Deal hands = random_deal(random_, hand_size(2));
  ddTableDeal bin{};
  put_hands(hands, bin.cards);
  ddTableDealPBN pbn{};
  std::strcpy(pbn.cards, to_string(hands, seat_at(below(4))).c_str());
  if (one_in(20)) {  // DDS solves hands that are no deal, or ends the process over them
    bin.cards[below(4)][below(4)] ^= 4U << below(13);
    ddTableResults unused{};
    count("CalcDDtable");
    ASSERT_NE(ours().CalcDDtable(bin, &unused), RETURN_NO_FAULT) << to_string(hands);
    return;
  }
  if (one_in(10)) pbn.cards[0] = '?';
  ddTableResults a{};
  ddTableResults b{};
  parResults p{};
  parResults q{};
  const int vulnerable = below(4);
  const auto same = [&](const char* function, int ours, int theirs) {
    count(function);
    ASSERT_EQ(ours, theirs) << function << " " << to_string(hands);
    if (theirs != RETURN_NO_FAULT) return;
    ASSERT_EQ(text_of(b), text_of(a)) << function << " " << to_string(hands);
    for (int side = 0; side < 2; ++side) {
      ASSERT_STREQ(q.parScore[side], p.parScore[side]);
      ASSERT_STREQ(q.parContractsString[side], p.parContractsString[side]);
    }
  };
  switch (below(4)) {
    case 0:
      return same("CalcDDtable", ours().CalcDDtable(bin, &b), libdds().CalcDDtable(bin, &a));
    case 1:
      return same("CalcDDtablePBN", ours().CalcDDtablePBN(pbn, &b), libdds().CalcDDtablePBN(pbn, &a));
    case 2:
      return same("CalcPar", ours().CalcPar(bin, vulnerable, &b, &q),
                  libdds().CalcPar(bin, vulnerable, &a, &p));
    default:
      return same("CalcParPBN", ours().CalcParPBN(pbn, &b, vulnerable, &q),
                  libdds().CalcParPBN(pbn, &a, vulnerable, &p));
  }
}

void DdsRandom::tables() {
  auto bin = std::make_unique<ddTableDeals>();
  auto pbn = std::make_unique<ddTableDealsPBN>();
  bin->noOfTables = pbn->noOfTables = between(1, 6);
  for (int i = 0; i < bin->noOfTables; ++i) {
    const Deal hands = random_deal(random_, between(2, 4));
    put_hands(hands, bin->deals[i].cards);
    std::strcpy(pbn->deals[i].cards, to_string(hands).c_str());
  }
  if (one_in(8)) std::strcpy(pbn->deals[0].cards, "?");
  std::array<int, 5> filter{};
  for (int& strain : filter) strain = below(2);
  const int mode = between(-1, 3);
  auto a = std::make_unique<ddTablesRes>();
  auto b = std::make_unique<ddTablesRes>();
  auto p = std::make_unique<allParResults>();
  auto q = std::make_unique<allParResults>();
  const bool text = one_in(2);
  count(text ? "CalcAllTablesPBN" : "CalcAllTables");
  const auto call = [&](const DdsLibrary& in, ddTablesRes& result, allParResults& par) {
    return text ? in.CalcAllTablesPBN(pbn.get(), mode, filter.data(), &result, &par)
                : in.CalcAllTables(bin.get(), mode, filter.data(), &result, &par);
  };
  const int code = call(libdds(), *a, *p);
  ASSERT_EQ(call(ours(), *b, *q), code);
  if (code != RETURN_NO_FAULT) return;
  ASSERT_EQ(b->noOfBoards, a->noOfBoards);
  for (int i = 0; i < bin->noOfTables; ++i) {
    ASSERT_EQ(text_of(b->results[i]), text_of(a->results[i]));
    for (int side = 0; side < 2; ++side) {
      ASSERT_STREQ(q->presults[i].parScore[side], p->presults[i].parScore[side]);
      ASSERT_STREQ(q->presults[i].parContractsString[side], p->presults[i].parContractsString[side]);
    }
  }
}

void DdsRandom::par() {
  for (const char* function : {"Par", "SidesPar", "SidesParBin", "ConvertToSidesTextFormat", "DealerPar",
                               "DealerParBin", "ConvertToDealerTextFormat"})
    count(function);
  compare_par(random_table(random_, below(3)), below(4), below(4));
}

// Half of them with revokes, some with a card that is not held or a number that is too high.
Played DdsRandom::any_play() {
  const int size = hand_size(2);
  Played played = random_play(random_, size, below(4), below(4 * size + 1),
                              one_in(2) ? Revokes::refused : Revokes::taken_as_played);
  if (one_in(6)) {
    const int i = below(52);
    played.play.suit[i] = below(4);
    played.play.rank[i] = between(2, 14);
  }
  if (one_in(6)) played.play.number = below(53);
  put_text(played);
  return played;
}

void DdsRandom::play() {
  const Played played = any_play();
  solvedPlay a{};
  solvedPlay b{};
  const bool text = one_in(3);
  count(text ? "AnalysePlayPBN" : "AnalysePlayBin");
  const auto call = [&](const DdsLibrary& in, solvedPlay& result) {
    return text ? in.AnalysePlayPBN(to_pbn(played.start), played.text, &result, 0)
                : in.AnalysePlayBin(played.board, played.play, &result, 0);
  };
  const int code = call(libdds(), a);
  const std::string what = to_string(played.start.hands()) + " " + to_string(played.start.strain()) + " " +
                           to_char(played.start.leader()) + " on the table " +
                           std::to_string(played.start.table().size()) + ": " + played.text.cards;
  ASSERT_EQ(call(ours(), b), code) << what;
  ASSERT_EQ(text_of(b), text_of(a)) << what;
}

void DdsRandom::plays() {
  auto bin = std::make_unique<boards>();
  auto pbn = std::make_unique<boardsPBN>();
  auto plays = std::make_unique<playTracesBin>();
  auto texts = std::make_unique<playTracesPBN>();
  bin->noOfBoards = pbn->noOfBoards = plays->noOfBoards = texts->noOfBoards = between(1, 6);
  for (int i = 0; i < bin->noOfBoards; ++i) {
    const int size = between(2, 5);
    const Played played = random_play(random_, size, 0, below(4 * size + 1),
                                      one_in(2) ? Revokes::refused : Revokes::taken_as_played);
    bin->deals[i] = played.board;
    pbn->deals[i] = to_pbn(played.start);
    plays->plays[i] = played.play;
    texts->plays[i] = played.text;
  }
  if (one_in(8)) ++plays->noOfBoards;
  auto a = std::make_unique<solvedPlays>();
  auto b = std::make_unique<solvedPlays>();
  const bool text = one_in(2);
  count(text ? "AnalyseAllPlaysPBN" : "AnalyseAllPlaysBin");
  const auto call = [&](const DdsLibrary& in, solvedPlays& result) {
    return text ? in.AnalyseAllPlaysPBN(pbn.get(), texts.get(), &result, 1)
                : in.AnalyseAllPlaysBin(bin.get(), plays.get(), &result, 1);
  };
  const int code = call(libdds(), *a);
  ASSERT_EQ(call(ours(), *b), code);
  if (code != RETURN_NO_FAULT) return;
  ASSERT_EQ(b->noOfBoards, a->noOfBoards);
  for (int i = 0; i < bin->noOfBoards; ++i) ASSERT_EQ(text_of(b->solved[i]), text_of(a->solved[i]));
}

// What says nothing of cards. Whatever was set, the calls after it answer the same.
void DdsRandom::settings() {
  switch (below(4)) {
    case 0: {
      count("ErrorMessage");
      const int code = between(-400, 40);
      std::array<char, 80> a{};
      std::array<char, 80> b{};
      libdds().ErrorMessage(code, a.data());
      ours().ErrorMessage(code, b.data());
      ASSERT_STREQ(b.data(), a.data()) << code;
      return;
    }
    case 1: {
      count("GetDDSInfo");
      DDSInfo a{};
      DDSInfo b{};
      libdds().GetDDSInfo(&a);
      ours().GetDDSInfo(&b);
      ASSERT_STREQ(b.versionString, a.versionString);
      return;
    }
    case 2: {
      count("SetThreading");
      const int code = between(-3, 12);
      const int said = libdds().SetThreading(code);
      libdds().SetThreading(2);
      ASSERT_EQ(ours().SetThreading(code), said) << code;
      return;
    }
    default: {
      for (const char* function : {"FreeMemory", "SetResources", "SetMaxThreads"}) count(function);
      const int mebibytes = between(200, 400);  // with too little of it DDS ends the process
      const int threads = between(1, 3);
      for (const DdsLibrary* in : {&libdds(), &ours()}) {
        in->FreeMemory();
        in->SetMaxThreads(threads);
        in->SetResources(mebibytes, threads);
      }
    }
  }
}

// The functions of both libraries.
std::vector<std::string> shared_functions() {
  std::ifstream exports(YOMI_SOURCE_DIR "/bindings/c/exports.map");
  std::vector<std::string> names;
  for (std::string word; exports >> word;) {
    if (!word.ends_with(";") || word.find('*') != std::string::npos || word == "};") continue;
    word.pop_back();
    if (word != "SolveAllBoardsBin") names.push_back(word);  // of a later DDS
  }
  return names;
}

TEST_F(DdsRandom, CallsOfEveryFunction) {
  const auto wanted = static_cast<long>(from_environment("YOMI_TEST_CALLS", 2000));
  long made = 0;
  while (made < wanted) {
    const int kind = below(100);
    SCOPED_TRACE("call " + std::to_string(made));
    if (kind < 50) {
      solve_board();
    } else if (kind < 62) {
      solve_board_pbn();
    } else if (kind < 68) {
      solve_batch();
    } else if (kind < 72) {
      table();
    } else if (kind < 75) {
      tables();
    } else if (kind < 78) {
      par();
    } else if (kind < 79) {
      settings();
    } else if (kind < 96) {
      play();
    } else {
      plays();
    }
    if (HasFatalFailure()) return;
    made = 0;
    for (const auto& [function, calls] : calls_) made += calls;
  }
  for (const auto& [function, calls] : calls_) std::cout << function << ' ' << calls << '\n';
  ASSERT_EQ(shared_functions().size(), 29U);
  for (const std::string& function : shared_functions()) EXPECT_GT(calls_[function], 0) << function;
}

// The list of moves by itself: asked for target 0, DDS prints it without a search.
TEST_F(DdsRandom, ListsMovesInTheSameOrder) {
  const auto wanted = static_cast<long>(from_environment("YOMI_TEST_CALLS", 2000));
  for (long i = 0; i < wanted; ++i) {
    const int cards = between(1, 13);
    const Position position =
        one_in(3) ? random_trick(random_, cards, below(4)) : random_position(random_, cards, below(4));
    SCOPED_TRACE(to_string(position.hands()) + " " + to_string(position.strain()) + " " +
                 to_char(position.leader()) + " on the table " + std::to_string(position.table().size()));
    compare_solve(to_dds(position), 0, 2, 1);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace yomi::test

#else
TEST(DdsRandom, NeedsTheHeaderOfDds) {
  GTEST_SKIP() << "dds/dll.h is not installed (libdds-dev)";
}
#endif
