#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "support/scale.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {
namespace {

constexpr const char* kDeal = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";

std::string with_deal(const std::string& rest) {
  return "[Deal \"" + std::string(kDeal) + "\"]\n" + rest;
}

Record only(const std::string& text) {
  File file = read(text, "t.pbn");
  EXPECT_EQ(file.boards.size(), 1U) << text;
  return file.boards.empty() ? Record{} : file.boards[0];
}

std::string first_error(const Record& board) {
  return board.ok() ? "" : board.errors[0].to_string();
}

std::string cards_of(const Record& board) {
  std::string text;
  for (Card card : board.board.play) text += (text.empty() ? "" : " ") + to_string(card);
  return text;
}

TEST(Pbn, ReadsABoard) {
  const Record board = only(R"(% PBN 2.1
[Event "An event"]
[Board "7"]
[Dealer "S"]
[Vulnerable "Both"]
[Deal "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543"]
[Declarer "S"]
[Contract "3NT"]
[Result "9"]
[Auction "S"]
2NT =1= Pass 3NT $2 Pass
Pass ! Pass
[Note "1:21 or 22"]
[Play "W"]
H6 H2 HK HA
C3 C7 - CQ
*
)");
  ASSERT_TRUE(board.ok()) << first_error(board);
  EXPECT_EQ(board.value("Event"), "An event");
  EXPECT_EQ(board.board.dealer, Seat::south);
  EXPECT_EQ(board.board.vulnerability, Vulnerability::both);
  EXPECT_EQ(to_string(board.board.deal), kDeal);
  EXPECT_EQ(to_string(*board.board.contract), "3NT");
  EXPECT_EQ(board.board.declarer, Seat::south);
  EXPECT_EQ(board.board.tricks, 9);
  ASSERT_TRUE(board.bidding);
  EXPECT_EQ(to_string(*board.bidding->auction()), "2NT Pass 3NT Pass Pass Pass");
  EXPECT_EQ(board.bidding->calls[0].remarks.note, 1);
  EXPECT_EQ(board.bidding->calls[2].remarks.marks, std::vector<int>{2});
  EXPECT_EQ(board.bidding->calls[4].remarks.marks, std::vector<int>{1});
  EXPECT_EQ(board.bidding->notes, (std::vector<Note>{{1, "21 or 22"}}));
  // South won the first trick and leads; east has not played to the second.
  EXPECT_EQ(cards_of(board), "H6 H2 HK HA CQ C3 C7");
  EXPECT_EQ(board.board.leader, Seat::west);
  EXPECT_EQ(board.play->ending, Ending::cut);
  EXPECT_EQ(board.preamble, "% PBN 2.1");
}

TEST(Pbn, VulnerabilityHasManyNames) {
  for (const auto& [name, expected] :
       std::initializer_list<std::pair<const char*, Vulnerability>>{{"None", Vulnerability::none},
                                                                    {"Love", Vulnerability::none},
                                                                    {"-", Vulnerability::none},
                                                                    {"NS", Vulnerability::ns},
                                                                    {"EW", Vulnerability::ew},
                                                                    {"All", Vulnerability::both},
                                                                    {"Both", Vulnerability::both},
                                                                    {"all", Vulnerability::both}}) {
    EXPECT_EQ(only("[Vulnerable \"" + std::string(name) + "\"]").board.vulnerability, expected) << name;
  }
  EXPECT_EQ(first_error(only("[Vulnerable \"some\"]")),
            "t.pbn:1:14: expected None, NS, EW or All, found 'some'");
}

TEST(Pbn, CommentsAndEscapeLinesMayStandAnywhere) {
  const Record board = only(R"(; before
{ a comment [Event "not a tag"]

with an empty line }
[Dealer "N"] ; [Dealer "E"]
%[Dealer "S"]
[Auction "N"] { first }
1C { "quoted" ; } Pass
% 7NT
1H ; [Deal "no"] }
AP
)");
  ASSERT_TRUE(board.ok()) << first_error(board);
  EXPECT_EQ(board.board.dealer, Seat::north);
  EXPECT_EQ(to_string(*board.bidding->auction()), "1C Pass 1H Pass Pass Pass");
  EXPECT_EQ(board.bidding->comments, std::vector<std::string>{" first "});
  EXPECT_EQ(board.bidding->calls[0].remarks.comments, std::vector<std::string>{" \"quoted\" ; "});
  EXPECT_EQ(board.bidding->calls[2].remarks.comments, std::vector<std::string>{" [Deal \"no\"] }"});
  EXPECT_EQ(board.preamble.substr(0, 8), "; before");
}

TEST(Pbn, AllPassAndHyphensBeforeTheDealer) {
  const Record passed = only("[Dealer \"E\"]\n[Auction \"W\"]\n- - AP\n");
  EXPECT_EQ(passed.bidding->first, Seat::east);
  EXPECT_EQ(passed.bidding->calls.size(), 4U);
  EXPECT_TRUE(passed.board.passed_out);
  const Record bid = only("[Auction \"W\"]\n- Pass Pass 1S\nap");
  EXPECT_EQ(bid.board.dealer, Seat::north);
  EXPECT_EQ(to_string(*bid.board.contract), "1S");
  EXPECT_EQ(bid.board.declarer, Seat::south);
}

TEST(Pbn, EndingsAreKept) {
  EXPECT_EQ(only("[Auction \"N\"]\n1C *").bidding->ending, Ending::cut);
  EXPECT_EQ(only("[Auction \"N\"]\n1C +").bidding->ending, Ending::open);
  const Record board = only(with_deal("[Contract \"NT\"]\n[Play \"W\"]\nH6 H2 HK HA\n+ - - CQ"));
  EXPECT_TRUE(board.play->tricks[1][0].to_come);
  EXPECT_EQ(cards_of(board), "H6 H2 HK HA CQ");
}

TEST(Pbn, IrregularitiesAreNoErrors) {
  const Record insufficient = only("[Auction \"W\"]\n1D ^I 1C Pass Pass Pass");
  ASSERT_TRUE(insufficient.ok()) << first_error(insufficient);
  EXPECT_EQ(insufficient.bidding->calls[1].kind, MadeCall::Kind::insufficient);
  EXPECT_FALSE(insufficient.bidding->auction());
  const Record skipped = only("[Auction \"W\"]\n1D ^S 2D AP");
  ASSERT_TRUE(skipped.ok());
  EXPECT_EQ(skipped.bidding->calls[1].kind, MadeCall::Kind::skipped);
  EXPECT_EQ(skipped.bidding->calls.size(), 6U);
  const Record revoke = only(with_deal("[Contract \"NT\"]\n[Play \"W\"]\nH6 ^R C7 HK HA\nC3 - - C6"));
  ASSERT_TRUE(revoke.ok()) << first_error(revoke);
  EXPECT_TRUE(revoke.play->tricks[0][1].revoke);
  EXPECT_EQ(cards_of(revoke), "H6") << "no position can follow a revoke";
  const Record lead = only(with_deal("[Contract \"NT\"]\n[Play \"W\"]\nH6 H2 ^L HK HA"));
  EXPECT_EQ(cards_of(lead), "HK HA H6 H2");
  EXPECT_EQ(lead.board.leader, Seat::east);
}

TEST(Pbn, Inheritance) {
  const File file = read(R"([Event "##Cup"]
[Site "Kyoto"]
[Board "1"]

[Board "2"]
[Site "#"]

[Event "Final"]
[Site "#"]
[Board "3"]

[Board "4"]
[Round "#"]
)",
                         "t.pbn");
  ASSERT_EQ(file.boards.size(), 4U);
  EXPECT_EQ(file.boards[0].value("Event"), "Cup");
  EXPECT_EQ(file.boards[1].value("Event"), "Cup");
  EXPECT_EQ(file.boards[1].value("Site"), "Kyoto");
  EXPECT_EQ(file.boards[2].value("Site"), "Kyoto");
  EXPECT_EQ(file.boards[3].value("Event"), "Final") << "a later value takes the place of the header's";
  EXPECT_EQ(file.boards[3].value("Round"), "") << "nothing to inherit";
  EXPECT_FALSE(file.boards[3].value("Site"));
}

TEST(Pbn, TheOtherRoomRepeatsTheDealByASign) {
  const File file = read(R"([Board "1"]
[Dealer "N"]
[Vulnerable "EW"]
[Deal "N:K3.973.J98.AKJT9 AT984.T42.AQ.Q54 J75.KJ865.763.82 Q62.AQ.KT542.763"]
[Declarer "E"]
[Contract "2S"]

[Board "1"]
[Dealer "#"]
[Vulnerable "#"]
[Deal "#"]
[Declarer "#"]
[Contract "#"]
[Result "8"]
)",
                         "t.pbn");
  ASSERT_EQ(file.boards.size(), 2U);
  ASSERT_TRUE(file.boards[1].ok()) << first_error(file.boards[1]);
  const Board& first = file.boards[0].board;
  const Board& second = file.boards[1].board;
  EXPECT_EQ(second.deal, first.deal);
  EXPECT_EQ(second.dealer, Seat::north);
  EXPECT_EQ(second.vulnerability, first.vulnerability);
  EXPECT_EQ(second.contract, first.contract);
  EXPECT_EQ(write(file, Style::as_read), write(read(write(file, Style::as_read), "t.pbn"), Style::as_read));
}

TEST(Pbn, ARecordWithoutBoardAndDealIsTheBoardBeforeAtAnotherTable) {
  const std::string text = R"([Event "Cup"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "W:.AQJ85.986.JT973 A8643.97642.Q.Q8 KT9.K3.K75.AK652 QJ752.T.AJT432.4"]
[Declarer "E"]
[Contract "5C"]

[West "Zak"]
[Declarer "N"]
[Contract "4SR"]
[Play "E"]
CA C4 C9 C8
HK HT HA H4
H3 S2 HQ H2
S9 S5 C3 SA
DQ D7 D2 D6
*

[Board "2"]
[Contract "1NT"]
)";
  const File file = read(text, "t.pbn");
  ASSERT_EQ(file.boards.size(), 3U);
  const Record& second = file.boards[1];
  ASSERT_TRUE(second.ok()) << first_error(second);
  EXPECT_EQ(second.board.number, "1");
  EXPECT_EQ(second.board.deal, file.boards[0].board.deal);
  EXPECT_EQ(second.board.contract->doubling, Doubling::xx);
  EXPECT_EQ(cards_of(second), "CA C4 C9 C8 HK HT HA H4 HQ H2 H3 S2 S5 C3 SA S9 DQ D7 D2 D6")
      << "the last row begins with the hand that led";
  EXPECT_EQ(write(file, Style::as_read), text);
  EXPECT_FALSE(file.boards[2].board.all_hands_known()) << "a board of its own";
}

TEST(Pbn, ContractsInWords) {
  for (const auto& [said, meant] : std::vector<std::pair<std::string, std::string>>{{"5Hearts", "5H"},
                                                                                    {"3 NoTrump x", "3NTX"},
                                                                                    {"1NR", "1NTXX"},
                                                                                    {"3NTR", "3NTXX"},
                                                                                    {"4S Dbl", "4SX"}}) {
    const Record board = only("[Declarer \"N\"]\n[Contract \"" + said + "\"]");
    ASSERT_TRUE(board.ok()) << first_error(board);
    EXPECT_EQ(board.board.contract, parse_contract(meant, Seat::north)) << said;
  }
  EXPECT_TRUE(only("[Contract \"PAS\"]").board.passed_out);
  EXPECT_FALSE(only("[Contract \"1SHNT\"]").ok());
}

TEST(Pbn, ResultsBesideTheContractAndAllPassInTwoWords) {
  for (const auto& [said, tricks] :
       std::vector<std::pair<std::string, std::optional<int>>>{{"+1", 10},
                                                               {"-2", 7},
                                                               {"=", 9},
                                                               {"10 tricks", 10},
                                                               {"+9", {}},
                                                               {"-", {}},
                                                               {"?", {}},
                                                               {"NS 9 EW 4", 9}}) {
    const Record board = only("[Declarer \"N\"]\n[Contract \"3NT\"]\n[Result \"" + said + "\"]");
    EXPECT_EQ(board.board.tricks, tricks) << said;
  }
  const Record board = only("[Vulnerable \"Zero\"]\n[Auction \"N\"]\npass 1c all pass");
  ASSERT_TRUE(board.ok()) << first_error(board);
  EXPECT_EQ(board.board.calls.size(), 5U);
  EXPECT_EQ(board.board.declarer, Seat::east);
}

TEST(Pbn, AnAlertWithoutANoteIsNoteZero) {
  const Record board = only("[Auction \"N\"]\n1C 2NT =0= ! 3H =0= Pass =1=\n*\n[Note \"1:tired\"]");
  ASSERT_TRUE(board.ok()) << first_error(board);
  const Board made = board_of(board);
  ASSERT_EQ(made.calls.size(), 4U);
  EXPECT_FALSE(made.calls[0].alerted);
  EXPECT_TRUE(made.calls[1].alerted);
  EXPECT_TRUE(made.calls[2].alerted);
  EXPECT_EQ(made.calls[3].explanation, "tired");
}

TEST(Pbn, TheFirstOfDuplicateTagsCountsAndAllAreKept) {
  const std::string text = "[Dealer \"N\"]\n[Dealer \"E\"]\n[Room \"Open\"]\n[Room \"Closed\"]\n";
  const Record board = only(text);
  EXPECT_EQ(board.board.dealer, Seat::north);
  EXPECT_EQ(board.value("Room"), "Open");
  EXPECT_EQ(write(board), text);
}

TEST(Pbn, UnknownValues) {
  const Record board = only(
      "[Dealer \"?\"]\n[Vulnerable \"?\"]\n[Deal \"W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -\"]\n"
      "[Declarer \"?\"]\n[Contract \"?\"]\n[Result \"?\"]\n");
  ASSERT_TRUE(board.ok()) << first_error(board);
  EXPECT_FALSE(board.board.declarer);
  EXPECT_EQ(board.board.known, (BySeat<bool>{false, true, false, true}));
  EXPECT_NE(write(board).find("[Declarer \"?\"]"), std::string::npos);
  EXPECT_NE(write(board, Style::export_format).find("[Deal \"N:- A8654.KQ5.T.QJT6 - KQT2.AT.J6542.85\"]"),
            std::string::npos);
}

TEST(Pbn, TheDeclarerMayBeSwappedWithDummy) {
  const Record board = only("[Declarer \"^N\"]\n[Contract \"4S\"]");
  EXPECT_EQ(board.board.declarer, Seat::north);
  EXPECT_NE(write(board).find("^N"), std::string::npos);
}

TEST(Pbn, EndPositionsGiveOnlyTheTrump) {
  const Record board =
      only("[Deal \"N:A2... K3... Q5... J4...\"]\n[Contract \"S\"]\n[Play \"S\"]\nSQ SJ SA S3\n*");
  ASSERT_TRUE(board.ok()) << first_error(board);
  EXPECT_EQ(board.board.strain, Strain::spades);
  EXPECT_EQ(board.board.leader, Seat::south);
  EXPECT_EQ(cards_of(board), "SQ SJ SA S3");
}

TEST(Pbn, DoubleDummyTables) {
  const Record digits = only("[DoubleDummyTricks \"43367433678a9668a966\"]");
  ASSERT_TRUE(digits.double_dummy);
  EXPECT_EQ(digits.double_dummy->at(Strain::no_trump, Seat::north), 4);
  EXPECT_EQ(digits.double_dummy->at(Strain::clubs, Seat::south), 7);
  EXPECT_EQ(digits.double_dummy->at(Strain::spades, Seat::east), 10);
  EXPECT_EQ(double_dummy_digits(*digits.double_dummy), "43367433678a9668a966");
  EXPECT_FALSE(only("[DoubleDummyTricks \"********************\"]").double_dummy);
  std::string table = "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\n";
  for (char seat : std::string("NSEW")) {
    for (const char* strain : {"NT", " S", " H", " D", " C"})
      table += std::string(1, seat) + " " + strain + "  7\n";
  }
  const Record board = only(table);
  ASSERT_TRUE(board.double_dummy);
  EXPECT_EQ(board.double_dummy->at(Strain::hearts, Seat::west), 7);
  EXPECT_EQ(write(board), table) << "a table is written back as it was, its widths too";
}

TEST(Pbn, StatisticLinesAreKept) {
  const std::string text =
      "[Board \"1\"]\n[Result \"?\"]\n\nGenerated 5 hands\n\n[Board \"2\"]\n\nTime needed 0.1 sec\n";
  const File file = read(text, "t.pbn");
  ASSERT_EQ(file.boards.size(), 2U);
  EXPECT_TRUE(file.boards[0].ok() && file.boards[1].ok());
  EXPECT_EQ(file.boards[1].preamble, "Generated 5 hands");
  EXPECT_EQ(file.trailer, "Time needed 0.1 sec");
  const File again = read(write(file), "t.pbn");
  EXPECT_EQ(again.boards.size(), 2U);
  EXPECT_EQ(again.trailer, file.trailer);
}

TEST(Text, QuotesAreShortAndPrintable) {
  EXPECT_EQ(text::quote("a\x01\xFFz"), "'a\\x01\\xFFz'");
  EXPECT_EQ(text::quote("\xC3\xB8"), "'\xC3\xB8'");
  EXPECT_EQ(text::quote("\xC3"), "'\\xC3'");
  EXPECT_LT(text::quote(std::string(1000, '\x01')).size(), 200U);
}

TEST(Pbn, Utf16AndOldLineEnds) {
  const std::string plain =
      "[Site \"Kj\xC3\xB8"
      "benhavn\"]\r\n[Dealer \"E\"]\r\n";
  for (bool big : {false, true}) {
    std::string wide = big ? "\xFE\xFF" : "\xFF\xFE";
    for (char16_t c : u"[Site \"Kj\u00F8benhavn\"]\r\n[Dealer \"E\"]\r\n") {
      if (c == 0) break;
      wide += static_cast<char>(big ? c >> 8 : c & 255);
      wide += static_cast<char>(big ? c & 255 : c >> 8);
    }
    EXPECT_EQ(text::decode(wide), text::decode(plain));
  }
  EXPECT_EQ(only(text::decode("\xEF\xBB\xBF[Dealer \"E\"]\r[Board \"1\"]\r\x1A")).board.dealer, Seat::east);
  EXPECT_EQ(only(text::decode(plain)).board.dealer, Seat::east);
}

TEST(Pbn, BoardsWithoutAnEmptyLineBetween) {
  const std::string deal = "[Deal \"" + std::string(kDeal) + "\"]\n";
  EXPECT_EQ(read("[Board \"1\"]\n" + deal + "[Board \"2\"]\n" + deal, "").boards.size(), 2U);
  EXPECT_EQ(read(deal + "[Deal \"N:A... K... Q... J...\"]\n", "").boards.size(), 2U);
  EXPECT_EQ(read(deal + deal, "").boards.size(), 1U) << "the same again is a duplicate";
  EXPECT_EQ(read("[Board \"1\"]\n\n[Auction \"N\"]\nAP\n", "").boards.size(), 1U) << "as in chess records";
}

TEST(Pbn, AFileThatStartsWithABrokenTag) {
  const File file = read("[Deal \"N:A...\n\n[Dealer \"E\"]\n", "t.pbn");
  ASSERT_EQ(file.boards.size(), 2U);
  EXPECT_FALSE(file.boards[0].ok());
  EXPECT_TRUE(file.boards[1].ok());
  EXPECT_EQ(write(file), "[Deal \"N:A...\n\n[Dealer \"E\"]\n");
}

TEST(Pbn, TypedChangesAreWritten) {
  Record board = only(
      "[Event \"x\"]\n[Dealer \"N\"] ; who else\n[Contract \"4S\"]\n[Auction \"N\"]\n4S AP\n[Note "
      "\"1:a\"]\n");
  board.board.dealer = Seat::east;
  board.board.vulnerability = Vulnerability::ew;
  board.bidding->first = Seat::east;
  board.set("Event", "y");
  EXPECT_EQ(write(board),
            "[Event \"y\"]\n[Dealer \"E\"] ; who else\n[Contract \"4S\"]\n[Vulnerable \"EW\"]\n"
            "[Auction \"E\"]\n4S Pass Pass Pass\n[Note \"1:a\"]\n");
}

// Every kind of bad input, with its place.
TEST(Pbn, ErrorsNamePlaceAndCause) {
  const auto error = [](const std::string& text) { return first_error(only(text)); };
  EXPECT_EQ(error("[Deal \"N:AK.x.. - - -\"]"),
            "t.pbn:1:13: expected a rank (A K Q J T 9 ... 2) or '.', found 'x'");
  EXPECT_EQ(error("[Deal \"N:A... A... - -\"]"), "t.pbn:1:15: card SA is in two hands, the second is East");
  EXPECT_EQ(error("[Deal \"N:A2... K... Q4... J5...\"]"),
            "t.pbn:1:8: expected equally many cards in all hands, found 1 with East and 2 with North");
  EXPECT_EQ(error("[Dealer \"Q\"]"), "t.pbn:1:10: expected a seat (N E S W), found 'Q'");
  EXPECT_EQ(error("[Contract \"8C\"]"),
            "t.pbn:1:12: expected a contract such as 4S, 3NTX or Pass, found '8C'");
  EXPECT_EQ(error("[Vulnerable Both]"), "t.pbn:1:13: expected '\"' and the value of 'Vulnerable', found 'B'");
  EXPECT_EQ(error("[Deal \"N:A..."),
            "t.pbn:1:7: expected '\"' at the end of the value of 'Deal' on this line");
  EXPECT_EQ(error("[Dealer \"N\""),
            "t.pbn:1:12: expected ']' after the value of 'Dealer', found the end of the file");
  EXPECT_EQ(error("[Board \"1\"]\n { never closed\n"),
            "t.pbn:2:2: expected '}' to close this comment, found the end of the file");
  EXPECT_EQ(error("[Auction \"N\"]\n1C Pass 1Q"),
            "t.pbn:2:9: expected a call (Pass, X, XX, 1C ... 7NT, AP), found '1Q'");
  EXPECT_EQ(error("[Auction \"N\"]\n2C 1C"), "t.pbn:2:4: expected a legal call, found 1C by East over 2C");
  EXPECT_EQ(error("[Auction \"Q\"]\nPass"),
            "t.pbn:1:11: expected the seat (N E S W) of the first column, found 'Q'");
  const auto play = [&](const std::string& cards) {
    return error(with_deal("[Contract \"3NT\"]\n[Declarer \"S\"]\n[Play \"W\"]\n" + cards));
  };
  EXPECT_EQ(play("H6 H2 HK HA\nC3 C7 - CQ"), "");
  EXPECT_EQ(play("H6 S4 HK HA"),
            "t.pbn:5:4: expected H to follow suit, found S4 by North to trick 1: a revoke");
  EXPECT_EQ(play("H6 H2 HK HA\nH6 C7 - CQ"),
            "t.pbn:6:1: expected a card not yet played, found H6 by West to trick 2, played before");
  EXPECT_EQ(play("H6 H2 H3 HA"),
            "t.pbn:5:7: expected a card of the hand, found H3 by East to trick 1, who does not hold it");
  EXPECT_EQ(play("H6 H2 HX"), "t.pbn:5:7: expected a card such as SA or H7, '-' or '*', found 'HX'");
  EXPECT_EQ(first_error(only(std::string("[Dealer \"N\"]\n\0\0", 15))),
            "t.pbn:2:1: expected text, found a zero byte");
}

TEST(Pbn, HugeInputsAreReadInLinearTime) {
  const std::size_t size = static_cast<std::size_t>(testing::scaled(4 << 20));
  const std::string good = "\n\n[Dealer \"W\"]\n";
  const auto last = [&](const std::string& text) {
    return read(text + good, "big").boards.back().board.dealer;
  };
  const auto repeated = [size](std::string_view part) {
    std::string text;
    text.reserve(size + part.size());
    while (text.size() < size) text += part;
    return text;
  };
  const File one_line = read("[Board \"1\"]\n" + std::string(size, 'A') + good, "big");
  ASSERT_EQ(one_line.boards.size(), 2U);
  EXPECT_EQ(one_line.boards[0].errors[0].to_string(),
            "big:2:1: expected lines of at most 65536 bytes, found one of " + std::to_string(size) +
                "; it is skipped");
  for (const char* part : {"{\n", "[a ", "[A \"", "\"", "[A\"\"]", "{}", "{\n}\"\"", "[Deal\"\"][Event\"\"]",
                           "\n\n[A\"\"]", "[ \n", "=1= ", "%\n", "^I", "[A\"#\"]\n\n", "[Auction\"N\"]-\n"}) {
    EXPECT_EQ(last(repeated(part)), Seat::west) << part;
  }
  const File far_brace = read(repeated("{\n") + "}" + good, "big");
  EXPECT_EQ(far_brace.boards.back().board.dealer, Seat::west);
}

// Records that others wrote, where they are at hand.
TEST(Pbn, ReadsTheWorkedExamples) {
  const std::filesystem::path folder = std::filesystem::path(YOMI_SOURCE_DIR) / ".." / "shared" / "examples";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not here";
  const std::map<std::string, std::string> expected = {{"otawa-1.pbn", "H6 H2 HK HA CQ C3 C7"},
                                                       {"otawa-2.pbn", "DA D6 D9 D3 DK D7 D2 D4"},
                                                       {"otawa-3.pbn", "CK C4 C9 CA"},
                                                       {"otawa-4.pbn", "S5 S4 ST SA C6"}};
  for (const auto& [name, cards] : expected) {
    std::stringstream text;
    text << std::ifstream(folder / name).rdbuf();
    const File file = read(text.str(), name);
    ASSERT_EQ(file.boards.size(), 1U);
    ASSERT_TRUE(file.boards[0].ok()) << first_error(file.boards[0]);
    EXPECT_EQ(cards_of(file.boards[0]), cards);
    EXPECT_EQ(write(file), text.str()) << "written back to the letter";
  }
}

}  // namespace
}  // namespace yomi::pbn
