// libyomi_dds.so against libdds.so.0: the same inputs through the same header into both libraries.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>

#include "support/dds_compare.h"

#if defined(YOMI_HAS_DDS_HEADER) && defined(YOMI_DDS_LIBRARY)

namespace own {
#include "yomi_dds_types.h"
}  // namespace own

// Layouts: what a program compiled against dds/dll.h hands over is what the library reads.
#define SAME_SIZE(type) static_assert(sizeof(::type) == sizeof(own::type))
#define SAME_PLACE(type, field)                                                \
  static_assert(offsetof(struct ::type, field) == offsetof(own::type, field)); \
  static_assert(sizeof(std::declval<struct ::type>().field) == sizeof(std::declval<own::type>().field))
SAME_SIZE(futureTricks);
SAME_PLACE(futureTricks, cards);
SAME_PLACE(futureTricks, suit);
SAME_PLACE(futureTricks, rank);
SAME_PLACE(futureTricks, equals);
SAME_PLACE(futureTricks, score);
SAME_SIZE(deal);
SAME_PLACE(deal, first);
SAME_PLACE(deal, currentTrickSuit);
SAME_PLACE(deal, currentTrickRank);
SAME_PLACE(deal, remainCards);
SAME_SIZE(dealPBN);
SAME_PLACE(dealPBN, remainCards);
SAME_SIZE(boards);
SAME_PLACE(boards, deals);
SAME_PLACE(boards, target);
SAME_PLACE(boards, solutions);
SAME_PLACE(boards, mode);
SAME_SIZE(boardsPBN);
SAME_PLACE(boardsPBN, deals);
SAME_PLACE(boardsPBN, target);
SAME_PLACE(boardsPBN, solutions);
SAME_PLACE(boardsPBN, mode);
SAME_SIZE(solvedBoards);
SAME_PLACE(solvedBoards, solvedBoard);
SAME_SIZE(ddTableDeal);
SAME_SIZE(ddTableDeals);
SAME_PLACE(ddTableDeals, deals);
SAME_SIZE(ddTableDealPBN);
SAME_SIZE(ddTableDealsPBN);
SAME_PLACE(ddTableDealsPBN, deals);
SAME_SIZE(ddTableResults);
SAME_SIZE(ddTablesRes);
SAME_PLACE(ddTablesRes, results);
SAME_SIZE(parResults);
SAME_PLACE(parResults, parContractsString);
SAME_SIZE(allParResults);
SAME_SIZE(parResultsDealer);
SAME_PLACE(parResultsDealer, score);
SAME_PLACE(parResultsDealer, contracts);
SAME_SIZE(contractType);
SAME_PLACE(contractType, overTricks);
SAME_PLACE(contractType, level);
SAME_PLACE(contractType, denom);
SAME_PLACE(contractType, seats);
SAME_SIZE(parResultsMaster);
SAME_PLACE(parResultsMaster, number);
SAME_PLACE(parResultsMaster, contracts);
SAME_SIZE(parTextResults);
SAME_PLACE(parTextResults, equal);
SAME_SIZE(playTraceBin);
SAME_PLACE(playTraceBin, suit);
SAME_PLACE(playTraceBin, rank);
SAME_SIZE(playTracePBN);
SAME_PLACE(playTracePBN, cards);
SAME_SIZE(solvedPlay);
SAME_PLACE(solvedPlay, tricks);
SAME_SIZE(playTracesBin);
SAME_PLACE(playTracesBin, plays);
SAME_SIZE(playTracesPBN);
SAME_PLACE(playTracesPBN, plays);
SAME_SIZE(solvedPlays);
SAME_PLACE(solvedPlays, solved);
SAME_SIZE(DDSInfo);
SAME_PLACE(DDSInfo, versionString);
SAME_PLACE(DDSInfo, system);
SAME_PLACE(DDSInfo, numBits);
SAME_PLACE(DDSInfo, compiler);
SAME_PLACE(DDSInfo, constructor);
SAME_PLACE(DDSInfo, numCores);
SAME_PLACE(DDSInfo, threading);
SAME_PLACE(DDSInfo, noOfThreads);
SAME_PLACE(DDSInfo, threadSizes);
SAME_PLACE(DDSInfo, systemString);

namespace yomi::test {
namespace {

class DdsAbi : public DdsTest {
 protected:
  const DdsLibrary& theirs_ = libdds();
};

void compare_solves(std::uint64_t seed, int boards, int least, int most, bool all_targets,
                    Revokes revokes = Revokes::refused) {
  Random random(seed);
  for (int i = 0; i < boards; ++i) {
    const int cards = least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1)));
    const int on_table = static_cast<int>(random.below(4));
    const Position position = revokes == Revokes::refused ? random_position(random, cards, on_table)
                                                          : random_trick(random, cards, on_table);
    SCOPED_TRACE("board " + std::to_string(i) + " " + to_string(position.hands()) + " " +
                 to_string(position.strain()) + " " + to_char(position.leader()) + " on table " +
                 std::to_string(position.table().size()));
    const deal board = to_dds(position);
    for (int target = -1; target <= cards + 1; ++target) {
      if (!all_targets && target > 0 && random.below(4) != 0) continue;
      for (int solutions = 1; solutions <= 3; ++solutions) {
        for (int mode = 0; mode <= 2; ++mode) {
          if (!all_targets && mode != 1 && random.below(4) != 0) continue;
          compare_solve(board, target, solutions, mode);
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST_F(DdsAbi, EveryTargetSolutionsAndModeOnEndings) {
  compare_solves(11, 150, 1, 4, true);
}
TEST_F(DdsAbi, EveryTargetSolutionsAndModeOnLongerEndings) {
  compare_solves(12, 60, 5, 9, true);
}
TEST_F(DdsAbi, TricksWithRevokes) {
  compare_solves(14, 300, 2, 6, true, Revokes::taken_as_played);
  compare_solves(15, 4, 12, 13, false, Revokes::taken_as_played);
}
TEST_F(DdsAbi, SolveFullDeals) {
  compare_solves(13, 8, 12, 13, false);
}

TEST_F(DdsAbi, PbnIsReadAsDdsReadsIt) {
  Random random(14);
  for (int i = 0; i < 200; ++i) {
    const Position position =
        random_position(random, 1 + static_cast<int>(random.below(4)), static_cast<int>(random.below(4)));
    dealPBN board = to_pbn(position, seat_at(i));
    std::string text = board.remainCards;
    if (i % 5 == 1) text[0] = static_cast<char>(std::tolower(text[0]));
    if (i % 5 == 2) text = " " + text;
    if (i % 5 == 3) text = "[\"" + text;  // the name is looked for in three places
    if (i % 5 == 4)
      std::transform(text.begin() + 2, text.end(), text.begin() + 2,
                     [](char c) { return static_cast<char>(std::tolower(c)); });
    std::strcpy(board.remainCards, text.c_str());
    futureTricks a{};
    futureTricks b{};
    ASSERT_EQ(ours().SolveBoardPBN(board, -1, 3, 1, &b, 0), theirs_.SolveBoardPBN(board, -1, 3, 1, &a, 0))
        << text;
    ASSERT_EQ(cards_of(b), cards_of(a)) << text;
  }
  dealPBN board{};
  for (const char* text : {"", "x", "   N:", "123", "-:AK..."}) {
    std::strcpy(board.remainCards, text);
    futureTricks b{};
    EXPECT_EQ(ours().SolveBoardPBN(board, -1, 3, 1, &b, 0), RETURN_PBN_FAULT) << text;
  }
}

TEST_F(DdsAbi, ErrorCodes) {
  const auto good = parse_deal("N:AQ.K.2. K3.A.3. 54..54. .2.A.32");
  ASSERT_TRUE(good);
  Random random(15);
  const deal another = to_dds(random_position(random, 6, 0));
  struct Case {
    const char* what;
    void (*spoil)(deal&, int&, int&, int&);
  };
  // What DDS is known to answer without undefined behaviour; the code is asked of it, not written here.
  const Case cases[] = {
      {"target -2", [](deal&, int& target, int&, int&) { target = -2; }},
      {"target 14", [](deal&, int& target, int&, int&) { target = 14; }},
      {"target above the tricks left", [](deal&, int& target, int&, int&) { target = 5; }},
      {"solutions 0", [](deal&, int&, int& solutions, int&) { solutions = 0; }},
      {"solutions 4", [](deal&, int&, int& solutions, int&) { solutions = 4; }},
      {"mode -1", [](deal&, int&, int&, int& mode) { mode = -1; }},
      {"mode 3", [](deal&, int&, int&, int& mode) { mode = 3; }},
      {"trump -1", [](deal& board, int&, int&, int&) { board.trump = -1; }},
      {"trump 5", [](deal& board, int&, int&, int&) { board.trump = 5; }},
      {"first -1", [](deal& board, int&, int&, int&) { board.first = -1; }},
      {"first 4", [](deal& board, int&, int&, int&) { board.first = 4; }},
      {"rank 1", [](deal& board, int&, int&, int&) { board.currentTrickRank[0] = 1; }},
      {"rank 15", [](deal& board, int&, int&, int&) { board.currentTrickRank[0] = 15; }},
      {"rank -3", [](deal& board, int&, int&, int&) { board.currentTrickRank[0] = -3; }},
      {"second card without a first", [](deal& board, int&, int&, int&) { board.currentTrickRank[1] = 5; }},
      {"third card without a second",
       [](deal& board, int&, int&, int&) { board.currentTrickRank[0] = board.currentTrickRank[2] = 5; }},
      {"suit 4",
       [](deal& board, int&, int&, int&) {
         board.currentTrickRank[0] = 5;
         board.currentTrickSuit[0] = 4;
       }},
      {"suit out of range of a card not there", [](deal& board, int&, int&, int&) { board.currentTrickSuit[0] = 4; }},
      {"more on the table than the hands say",
       [](deal& board, int&, int&, int&) {
         board.currentTrickRank[0] = 9;
         board.currentTrickSuit[0] = 3;
       }},
      {"a rank under two", [](deal& board, int&, int&, int&) { board.remainCards[0][0] = 2; }},
      {"ranks under two beside others", [](deal& board, int&, int&, int&) { board.remainCards[0][0] |= 3; }},
      {"a rank over the ace", [](deal& board, int&, int&, int&) { board.remainCards[0][0] |= 0x8000; }},
      {"the highest bit", [](deal& board, int&, int&, int&) { board.remainCards[3][3] |= 0x80000000U; }},
      {"no cards", [](deal& board, int&, int&, int&) { std::memset(board.remainCards, 0, sizeof board.remainCards); }},
      {"a card twice", [](deal& board, int&, int&, int&) { board.remainCards[1][0] = board.remainCards[0][0]; }},
      {"a card twice, target too high",
       [](deal& board, int& target, int&, int&) {
         target = 5;
         board.remainCards[1][0] = board.remainCards[0][0];
       }},
      {"north has one more", [](deal& board, int&, int&, int&) { board.remainCards[0][3] = 0x4000; }},
      {"east has one less", [](deal& board, int&, int&, int&) { board.remainCards[1][2] = 0; }},
      {"too many cards",
       [](deal& board, int&, int&, int&) {
         for (auto& hand : board.remainCards) std::fill(std::begin(hand), std::end(hand), 0x7FFCU);
       }},
      {"the card on the table is in a hand",
       [](deal& board, int&, int&, int&) {
         board.remainCards[0][2] = 0;
         board.currentTrickSuit[0] = 1;
         board.currentTrickRank[0] = 14;
       }},
  };
  for (const Case& test : cases) {
    deal board = to_dds(Position(*good, Strain::no_trump, Seat::north));
    int target = -1;
    int solutions = 2;
    int mode = 1;
    test.spoil(board, target, solutions, mode);
    futureTricks a{};
    futureTricks b{};
    // DDS keeps part of a board that it refused and would take the next one for the same deal: another in
    // between.
    theirs_.SolveBoard(another, -1, 1, 1, &a, 0);
    a = {};
    const int code = theirs_.SolveBoard(board, target, solutions, mode, &a, 0);
    EXPECT_EQ(ours().SolveBoard(board, target, solutions, mode, &b, 0), code) << test.what;
    EXPECT_EQ(cards_of(b), cards_of(a)) << test.what;
  }
}

// Inputs on which DDS reads what is not there; here they have codes.
TEST_F(DdsAbi, ErrorCodesWhereDdsHasNone) {
  const auto hands = parse_deal("N:A.2.. KJ2... 54..3. .345..");
  ASSERT_TRUE(hands);
  deal board = to_dds(Position(*hands, Strain::no_trump, Seat::north));
  futureTricks result{};
  EXPECT_EQ(ours().SolveBoard(board, -1, 1, 1, &result, 0), RETURN_SUIT_OR_RANK) << "north's card is missing";
  board.remainCards[1][0] ^= 4;  // the two of spades is played ...
  board.currentTrickSuit[0] = 0;
  board.currentTrickRank[0] = 12;
  board.currentTrickSuit[1] = 0;
  board.currentTrickRank[1] = 12;
  EXPECT_EQ(ours().SolveBoard(board, -1, 1, 1, &result, 0), RETURN_SUIT_OR_RANK)
      << "the same card twice on the table";
  EXPECT_EQ(ours().SolveBoard(board, -1, 1, 1, nullptr, 0), RETURN_UNKNOWN_FAULT);
  EXPECT_EQ(ours().SolveAllBoards(nullptr, nullptr), RETURN_UNKNOWN_FAULT);
  EXPECT_EQ(ours().CalcDDtable({}, nullptr), RETURN_UNKNOWN_FAULT);
  EXPECT_EQ(ours().Par(nullptr, nullptr, 0), RETURN_UNKNOWN_FAULT);
  ddTableResults table{};
  table.resTable[2][2] = 14;
  parResultsMaster par{};
  EXPECT_EQ(ours().DealerParBin(&table, &par, 0, 0), RETURN_UNKNOWN_FAULT);
  table.resTable[2][2] = 13;
  EXPECT_EQ(ours().DealerParBin(&table, &par, 4, 0), RETURN_UNKNOWN_FAULT);
  EXPECT_EQ(ours().DealerParBin(&table, &par, 0, -1), RETURN_UNKNOWN_FAULT);
  EXPECT_EQ(ours().DealerParBin(&table, &par, 0, 0), RETURN_NO_FAULT);
}

TEST_F(DdsAbi, MessagesAndInfo) {
  for (int code = -400; code < 20; ++code) {
    std::array<char, 80> a{};
    std::array<char, 80> b{};
    theirs_.ErrorMessage(code, a.data());
    ours().ErrorMessage(code, b.data());
    EXPECT_STREQ(b.data(), a.data()) << code;
  }
  for (int code = -3; code < 12; ++code)
    EXPECT_EQ(ours().SetThreading(code), theirs_.SetThreading(code)) << code;
  theirs_.SetThreading(2);
  DDSInfo a{};
  DDSInfo b{};
  theirs_.GetDDSInfo(&a);
  ours().GetDDSInfo(&b);
  EXPECT_EQ(b.major, a.major);
  EXPECT_EQ(b.minor, a.minor);
  EXPECT_EQ(b.patch, a.patch);
  EXPECT_STREQ(b.versionString, a.versionString);
  EXPECT_EQ(b.system, a.system);
  EXPECT_EQ(b.numBits, a.numBits);
}

// --- Tables and par
// -------------------------------------------------------------------------------------------

TEST_F(DdsAbi, Tables) {
  Random random(21);
  for (int i = 0; i < 3; ++i) {
    const Deal hands = random_deal(random);
    ddTableDeal bin{};
    put_hands(hands, bin.cards);
    ddTableDealPBN pbn{};
    std::strcpy(pbn.cards, to_string(hands, seat_at(i)).c_str());
    ddTableResults a{};
    ddTableResults b{};
    ddTableResults c{};
    ASSERT_EQ(theirs_.CalcDDtable(bin, &a), RETURN_NO_FAULT);
    ASSERT_EQ(ours().CalcDDtable(bin, &b), RETURN_NO_FAULT);
    ASSERT_EQ(ours().CalcDDtablePBN(pbn, &c), RETURN_NO_FAULT);
    EXPECT_EQ(text_of(b), text_of(a)) << pbn.cards;
    EXPECT_EQ(text_of(c), text_of(a)) << pbn.cards;
    {
      const int vulnerable = i % 4;
      parResults p{};
      parResults q{};
      ASSERT_EQ(theirs_.CalcPar(bin, vulnerable, &a, &p), RETURN_NO_FAULT);
      ASSERT_EQ(
          i % 2 == 0 ? ours().CalcPar(bin, vulnerable, &b, &q) : ours().CalcParPBN(pbn, &b, vulnerable, &q),
          RETURN_NO_FAULT);
      EXPECT_EQ(std::memcmp(q.parScore[0], p.parScore[0], std::strlen(p.parScore[0]) + 1), 0);
      EXPECT_STREQ(q.parContractsString[0], p.parContractsString[0]);
      EXPECT_STREQ(q.parContractsString[1], p.parContractsString[1]);
    }
  }
}

TEST_F(DdsAbi, TablesOfEndings) {
  Random random(22);
  for (int i = 0; i < 60; ++i) {
    ddTableDeal bin{};
    put_hands(random_deal(random, 2 + i % 3), bin.cards);
    ddTableResults a{};
    ddTableResults b{};
    ASSERT_EQ(theirs_.CalcDDtable(bin, &a), RETURN_NO_FAULT);
    ASSERT_EQ(ours().CalcDDtable(bin, &b), RETURN_NO_FAULT);
    ASSERT_EQ(text_of(b), text_of(a));
  }
  ddTableDeal bin{};
  ddTableResults a{};
  EXPECT_EQ(ours().CalcDDtable(bin, &a), RETURN_ZERO_CARDS);
  put_hands(random_deal(random, 4), bin.cards);
  bin.cards[1][2] ^= 0x40;
  EXPECT_EQ(ours().CalcDDtable(bin, &a), RETURN_CARD_COUNT);
}

TEST_F(DdsAbi, ManyTables) {
  Random random(23);
  auto deals = std::make_unique<ddTableDeals>();
  auto pbn = std::make_unique<ddTableDealsPBN>();
  deals->noOfTables = pbn->noOfTables = 40;
  for (int i = 0; i < 40; ++i) {
    const Deal hands = random_deal(random, 3);
    put_hands(hands, deals->deals[i].cards);
    std::strcpy(pbn->deals[i].cards, to_string(hands).c_str());
  }
  const std::array<std::array<int, 5>, 4> filters{
      {{0, 0, 0, 0, 0}, {1, 0, 1, 0, 0}, {0, 0, 0, 0, 1}, {1, 1, 1, 1, 0}}};
  for (auto filter : filters) {
    for (int mode = -1; mode < 4; ++mode) {
      auto a = std::make_unique<ddTablesRes>();
      auto b = std::make_unique<ddTablesRes>();
      auto p = std::make_unique<allParResults>();
      auto q = std::make_unique<allParResults>();
      ASSERT_EQ(theirs_.CalcAllTables(deals.get(), mode, filter.data(), a.get(), p.get()), RETURN_NO_FAULT);
      ASSERT_EQ(mode % 2 == 0 ? ours().CalcAllTables(deals.get(), mode, filter.data(), b.get(), q.get())
                              : ours().CalcAllTablesPBN(pbn.get(), mode, filter.data(), b.get(), q.get()),
                RETURN_NO_FAULT);
      EXPECT_EQ(b->noOfBoards, a->noOfBoards);
      for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(text_of(b->results[i]), text_of(a->results[i]));
        for (int side = 0; side < 2; ++side) {
          ASSERT_STREQ(q->presults[i].parScore[side], p->presults[i].parScore[side]);
          ASSERT_STREQ(q->presults[i].parContractsString[side], p->presults[i].parContractsString[side]);
        }
      }
    }
  }
  auto a = std::make_unique<ddTablesRes>();
  std::array<int, 5> none{1, 1, 1, 1, 1};
  EXPECT_EQ(ours().CalcAllTables(deals.get(), -1, none.data(), a.get(), nullptr),
            theirs_.CalcAllTables(deals.get(), -1, none.data(), a.get(), nullptr));
  std::array<int, 5> all{};
  deals->noOfTables = 41;
  EXPECT_EQ(ours().CalcAllTables(deals.get(), -1, all.data(), a.get(), nullptr),
            theirs_.CalcAllTables(deals.get(), -1, all.data(), a.get(), nullptr));
  pbn->noOfTables = 1000;
  EXPECT_EQ(ours().CalcAllTablesPBN(pbn.get(), -1, all.data(), a.get(), nullptr), RETURN_TOO_MANY_TABLES);
  pbn->noOfTables = 2;
  std::strcpy(pbn->deals[1].cards, "???");
  EXPECT_EQ(ours().CalcAllTablesPBN(pbn.get(), -1, all.data(), a.get(), nullptr),
            theirs_.CalcAllTablesPBN(pbn.get(), -1, all.data(), a.get(), nullptr));
}

TEST_F(DdsAbi, ParInAllItsForms) {
  Random random(24);
  for (int i = 0; i < 20000; ++i) {
    const ddTableResults table = random_table(random, i);
    const int vulnerable = static_cast<int>(random.below(4));
    compare_par(table, static_cast<int>(random.below(4)), vulnerable);
    if (HasFatalFailure()) return;
  }
}

// --- Play
// -----------------------------------------------------------------------------------------------------

void compare_plays(std::uint64_t seed, int count, int least, int most, int most_on_table,
                   Revokes revokes = Revokes::refused) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const int hand_size =
        least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1)));
    const int on_table = static_cast<int>(random.below(static_cast<std::uint32_t>(most_on_table + 1)));
    const Played played =
        random_play(random, hand_size, on_table,
                    static_cast<int>(random.below(static_cast<std::uint32_t>(4 * hand_size + 1))), revokes);
    solvedPlay a{};
    solvedPlay b{};
    solvedPlay c{};
    const int code = libdds().AnalysePlayBin(played.board, played.play, &a, 0);
    ASSERT_EQ(ours().AnalysePlayBin(played.board, played.play, &b, 99), code);
    ASSERT_EQ(text_of(b), text_of(a))
        << "hands of " << hand_size << ", on the table " << on_table << ", played " << played.play.number;
    ASSERT_EQ(ours().AnalysePlayPBN(to_pbn(played.start), played.text, &c, -1), code);
    ASSERT_EQ(text_of(c), text_of(a));
  }
}

TEST_F(DdsAbi, PlayOfEndings) {
  compare_plays(31, 400, 2, 4, 0);
}
TEST_F(DdsAbi, PlayOfFullDeals) {
  compare_plays(32, 6, 13, 13, 0);
}
TEST_F(DdsAbi, PlayFromMidTrick) {
  compare_plays(33, 400, 2, 4, 3);
}

TEST_F(DdsAbi, PlayWithRevokes) {
  compare_plays(35, 600, 2, 6, 3, Revokes::taken_as_played);
  compare_plays(36, 3, 12, 13, 0, Revokes::taken_as_played);
}

TEST_F(DdsAbi, PlayErrors) {
  Random random(34);
  Played played = random_play(random, 4, 0, 8);
  solvedPlay a{};
  solvedPlay b{};
  playTraceBin wrong = played.play;
  std::swap(wrong.suit[0], wrong.suit[1]);
  std::swap(wrong.rank[0], wrong.rank[1]);
  EXPECT_EQ(ours().AnalysePlayBin(played.board, wrong, &b, 0),
            theirs_.AnalysePlayBin(played.board, wrong, &a, 0));
  playTracePBN text = played.text;
  text.cards[0] = 'X';
  EXPECT_EQ(ours().AnalysePlayPBN(to_pbn(played.start), text, &b, 0),
            theirs_.AnalysePlayPBN(to_pbn(played.start), text, &a, 0));
  for (int number : {-1, 53}) {
    text = played.text;
    text.number = number;
    EXPECT_EQ(ours().AnalysePlayPBN(to_pbn(played.start), text, &b, 0),
              theirs_.AnalysePlayPBN(to_pbn(played.start), text, &a, 0));
    wrong = played.play;
    wrong.number = number;
    EXPECT_EQ(ours().AnalysePlayBin(played.board, wrong, &b, 0), RETURN_PLAY_FAULT);
  }
  wrong = played.play;
  wrong.suit[2] = 1000000;
  EXPECT_EQ(ours().AnalysePlayBin(played.board, wrong, &b, 0), RETURN_PLAY_FAULT);
  deal board = played.board;
  board.trump = 9;
  EXPECT_EQ(ours().AnalysePlayBin(board, played.play, &b, 0),
            theirs_.AnalysePlayBin(board, played.play, &a, 0));
}

// --- Batches
// --------------------------------------------------------------------------------------------------

TEST_F(DdsAbi, ManyBoards) {
  Random random(41);
  auto bin = std::make_unique<boards>();
  auto pbn = std::make_unique<boardsPBN>();
  bin->noOfBoards = pbn->noOfBoards = MAXNOOFBOARDS;
  for (int i = 0; i < MAXNOOFBOARDS; ++i) {
    const Position position =
        random_position(random, 3 + static_cast<int>(random.below(2)), static_cast<int>(random.below(4)));
    bin->deals[i] = to_dds(position);
    pbn->deals[i] = to_pbn(position);
    bin->target[i] = pbn->target[i] = static_cast<int>(random.below(4)) - 1;
    bin->solutions[i] = pbn->solutions[i] = 2 + static_cast<int>(random.below(2));
    bin->mode[i] = pbn->mode[i] = static_cast<int>(random.below(2));
  }
  const auto same = [&bin](const solvedBoards& a, const solvedBoards& b) {
    ASSERT_EQ(b.noOfBoards, a.noOfBoards);
    for (int i = 0; i < a.noOfBoards; ++i) {
      SCOPED_TRACE(i);
      expect_same_cards(b.solvedBoard[i], a.solvedBoard[i], bin->solutions[i],
                        bin->solutions[i] == 3 || bin->target[i] == -1);
    }
  };
  auto a = std::make_unique<solvedBoards>();
  auto b = std::make_unique<solvedBoards>();
  ASSERT_EQ(theirs_.SolveAllBoards(pbn.get(), a.get()), RETURN_NO_FAULT);
  ASSERT_EQ(ours().SolveAllBoards(pbn.get(), b.get()), RETURN_NO_FAULT);
  same(*a, *b);
  *b = {};
  ASSERT_EQ(ours().SolveAllChunks(pbn.get(), b.get(), 1), RETURN_NO_FAULT);
  same(*a, *b);
  *b = {};
  ASSERT_EQ(ours().SolveAllChunksPBN(pbn.get(), b.get(), 7), RETURN_NO_FAULT);
  same(*a, *b);
  *b = {};
  ASSERT_EQ(ours().SolveAllChunksBin(bin.get(), b.get(), 10), RETURN_NO_FAULT);
  same(*a, *b);
  EXPECT_EQ(ours().SolveAllChunks(pbn.get(), b.get(), 0), theirs_.SolveAllChunks(pbn.get(), a.get(), 0));
  EXPECT_EQ(ours().SolveAllChunksPBN(pbn.get(), b.get(), 0),
            theirs_.SolveAllChunksPBN(pbn.get(), a.get(), 0));
  EXPECT_EQ(ours().SolveAllChunksBin(bin.get(), b.get(), -1),
            theirs_.SolveAllChunksBin(bin.get(), a.get(), -1));

  // One bad board: its code, and the others solved.
  bin->deals[17].trump = 5;
  EXPECT_EQ(ours().SolveAllChunksBin(bin.get(), b.get(), 1),
            theirs_.SolveAllChunksBin(bin.get(), a.get(), 1));
  for (int i : {0, 16, 18, 199}) EXPECT_EQ(cards_of(b->solvedBoard[i]), cards_of(a->solvedBoard[i]));
  EXPECT_EQ(b->solvedBoard[17].cards, a->solvedBoard[17].cards);
  std::strcpy(pbn->deals[3].remainCards, "?");
  EXPECT_EQ(ours().SolveAllBoards(pbn.get(), b.get()), theirs_.SolveAllBoards(pbn.get(), a.get()));
  bin->noOfBoards = pbn->noOfBoards = MAXNOOFBOARDS + 1;
  EXPECT_EQ(ours().SolveAllBoards(pbn.get(), b.get()), theirs_.SolveAllBoards(pbn.get(), a.get()));
  EXPECT_EQ(ours().SolveAllChunksBin(bin.get(), b.get(), 1),
            theirs_.SolveAllChunksBin(bin.get(), a.get(), 1));
  bin->noOfBoards = 0;
  EXPECT_EQ(ours().SolveAllChunksBin(bin.get(), b.get(), 1), RETURN_NO_FAULT);
  EXPECT_EQ(b->noOfBoards, 0);
}

TEST_F(DdsAbi, ManyPlays) {
  Random random(42);
  auto bin = std::make_unique<boards>();
  auto pbn = std::make_unique<boardsPBN>();
  auto plays = std::make_unique<playTracesBin>();
  auto texts = std::make_unique<playTracesPBN>();
  const int count = 50;
  bin->noOfBoards = pbn->noOfBoards = plays->noOfBoards = texts->noOfBoards = count;
  for (int i = 0; i < count; ++i) {
    const Played played = random_play(random, 4, 0, static_cast<int>(random.below(17)));
    bin->deals[i] = played.board;
    pbn->deals[i] = to_pbn(played.start);
    plays->plays[i] = played.play;
    texts->plays[i] = played.text;
  }
  auto a = std::make_unique<solvedPlays>();
  auto b = std::make_unique<solvedPlays>();
  auto c = std::make_unique<solvedPlays>();
  ASSERT_EQ(theirs_.AnalyseAllPlaysBin(bin.get(), plays.get(), a.get(), 1), RETURN_NO_FAULT);
  ASSERT_EQ(ours().AnalyseAllPlaysBin(bin.get(), plays.get(), b.get(), 1), RETURN_NO_FAULT);
  ASSERT_EQ(ours().AnalyseAllPlaysPBN(pbn.get(), texts.get(), c.get(), 0), RETURN_NO_FAULT);
  EXPECT_EQ(b->noOfBoards, a->noOfBoards);
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(text_of(b->solved[i]), text_of(a->solved[i]));
    EXPECT_EQ(text_of(c->solved[i]), text_of(a->solved[i]));
  }
  plays->noOfBoards = count - 1;
  EXPECT_EQ(ours().AnalyseAllPlaysBin(bin.get(), plays.get(), b.get(), 1),
            theirs_.AnalyseAllPlaysBin(bin.get(), plays.get(), a.get(), 1));
  bin->noOfBoards = plays->noOfBoards = MAXNOOFBOARDS + 1;
  EXPECT_EQ(ours().AnalyseAllPlaysBin(bin.get(), plays.get(), b.get(), 1),
            theirs_.AnalyseAllPlaysBin(bin.get(), plays.get(), a.get(), 1));
}

}  // namespace
}  // namespace yomi::test

#else
TEST(DdsAbi, NeedsTheHeaderOfDds) {
  GTEST_SKIP() << "dds/dll.h is not installed (libdds-dev)";
}
#endif
