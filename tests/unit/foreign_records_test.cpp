// What LIN and PBN files of other programs have in them: read without need for a message where that can be
// done, and where a part is damaged, read as far as it goes with the damage named.
#include <gtest/gtest.h>

#include "yomi/formats/board_reader.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

struct Trap {
  const char* name;
  std::string text;
  int hands = 4;  // known
  std::size_t calls = 7;
  std::size_t cards = 0;
  std::string contract = "3NT";  // "": none
  std::size_t errors = 0;
};

std::vector<ReadBoard> read(const std::string& bytes, BoardFormat format) {
  const std::string text = text::decode(bytes);
  BoardReader reader(text, "file", format);
  std::vector<ReadBoard> made;
  while (auto board = reader.next()) made.push_back(std::move(*board));
  return made;
}

void expect_read(const Trap& trap, BoardFormat format) {
  SCOPED_TRACE(trap.name);
  const auto boards = read(trap.text, format);
  ASSERT_EQ(boards.size(), 1U);
  const Board& board = boards.front().board;
  int known = 0;
  for (const Seat seat : kAllSeats) known += board.known[seat] ? 1 : 0;
  EXPECT_EQ(known, trap.hands);
  EXPECT_EQ(board.calls.size(), trap.calls);
  EXPECT_EQ(board.play.size(), trap.cards);
  EXPECT_EQ(board.contract ? to_string(*board.contract) : board.passed_out ? "Pass" : "", trap.contract);
  EXPECT_EQ(boards.front().errors.size(), trap.errors)
      << (boards.front().errors.empty() ? "" : boards.front().errors.front().to_string());
  for (const Error& error : boards.front().errors) EXPECT_GT(error.line, 0U) << error.to_string();
}

const std::string kSouth = "S8762HKT6DQ952CJ9";
const std::string kThree = kSouth + ",SKQ4HA987DAKCAT74,SJ5HQJ52DJ643CK83";
const std::string kFour = kThree + ",SAT93H43DT87CQ652";
const std::string kHead = "qx|o1|md|3" + kThree + "|sv|n|";
const std::string kCalls = "mb|p|mb|1N|mb|p|mb|3N|mb|p|mb|p|mb|p|";  // by East

TEST(ForeignRecords, Lin) {
  const std::vector<Trap> traps = {
      {.name = "three hands", .text = kHead + kCalls},
      {.name = "four hands", .text = "qx|o1|md|3" + kFour + "|sv|n|" + kCalls},
      {.name = "the dealer alone", .text = "qx|o1|md|3|sv|n|" + kCalls, .hands = 0},
      {.name = "no hands", .text = "qx|o1|sv|n|" + kCalls, .hands = 0},
      {.name = "one hand", .text = "qx|o1|md|3" + kSouth + "|sv|n|" + kCalls, .hands = 1},
      {.name = "capitals",
       .text = "QX|O1|MD|3" + kThree + "|SV|N|MB|P|MB|1N|MB|P|MB|3N|MB|P|MB|P|MB|P|PC|S2|",
       .cards = 1},
      {.name = "small letters", .text = "qx|o1|md|3" + text::lower(kThree) + "|sv|n|" + kCalls},
      {.name = "words",
       .text = kHead + "mb|pass|mb|1NT|mb|dbl|mb|redbl|mb|Pass|mb|p|mb|p|",
       .contract = "1NTXX"},
      {.name = "alerts", .text = kHead + "mb|p|mb|1N!|an|15-17|mb|p|mb|3N!to play|mb|p|mb|p|mb|p*|"},
      {.name = "an announcement before its call", .text = kHead + "an|x|" + kCalls},
      {.name = "all calls in one field", .text = kHead + "mb|p1Np3Nppp|"},
      {.name = "all pass", .text = kHead + "mb|p|mb|1N|mb|p|mb|3N|mb|AP|"},
      {.name = "all pass in words", .text = kHead + "mb|p|mb|1N|mb|p|mb|3N|mb|All Pass|"},
      {.name = "a pass too many", .text = kHead + kCalls + "mb|p|pc|S2|", .cards = 1},
      {.name = "last passes missing", .text = kHead + "mb|p|mb|1N|mb|p|mb|3N|pc|S2|", .calls = 4, .cards = 1},
      {.name = "empty fields", .text = kHead + "mb||" + kCalls + "pc||pc|S2|mc||", .cards = 1},
      {.name = "marks", .text = kHead + "mb|p|mb|1N?|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|S2!|pc|sk?|", .cards = 2},
      {.name = "four cards in a field", .text = kHead + kCalls + "pc|S2SKSJSA|", .cards = 4},
      {.name = "the rank first", .text = kHead + kCalls + "pc|2S|pc|KS|", .cards = 2},
      {.name = "10",
       .text = "qx|o1|md|3S8762HK106DQ952CJ9,SKQ4HA987DAKCA1074,SJ5HQJ52DJ643CK83|sv|n|" + kCalls},
      {.name = "spaces",
       .text = "qx|o1|md|3 S8762 HKT6 DQ952 CJ9 , SKQ4HA987DAKCAT74, SJ5HQJ52DJ643CK83|sv|n|" + kCalls},
      {.name = "passed out", .text = kHead + "mb|p|mb|p|mb|p|mb|p|", .calls = 4, .contract = "Pass"},
      {.name = "bars in a comment", .text = kHead + kCalls + "nt|this | that|pg||"},
      {.name = "a byte order mark", .text = "\xEF\xBB\xBF" + kHead + kCalls},
      {.name = "ends of lines of every kind",
       .text = "qx|o1|\r\nmd|3" + kThree + "|\rsv|n|\n" + kCalls + "\r\n"},
      {.name = "zero bytes at the end", .text = kHead + kCalls + std::string(2, '\0')},
      {.name = "Latin-1", .text = "pn|J\xFCrg,b,c,d|" + kHead + kCalls},
      {.name = "one name", .text = "pn|one|" + kHead + kCalls},
      {.name = "fields that nobody knows", .text = kHead + "bt|1|" + kCalls + "px|3|tu||"},
      // Damaged, and read as far as it goes.
      {.name = "a card that is not held", .text = kHead + kCalls + "pc|S2|pc|SA|", .cards = 1, .errors = 1},
      {.name = "an illegal call",
       .text = kHead + "mb|p|mb|1N|mb|1H|mb|p|mb|p|mb|p|",
       .calls = 2,
       .contract = "",
       .errors = 1},
      {.name = "an unfinished auction",
       .text = kHead + "mb|p|mb|1N|mb|p|",
       .calls = 3,
       .contract = "",
       .errors = 1},
      {.name = "a card twice",
       .text = "qx|o1|md|3" + kSouth + "," + kSouth + "|sv|n|" + kCalls,
       .hands = 0,
       .errors = 1},
  };
  for (const Trap& trap : traps) expect_read(trap, BoardFormat::lin);
}

TEST(ForeignRecords, VulnerabilityInLin) {
  using V = Vulnerability;
  const std::vector<std::pair<std::string, std::optional<V>>> ways = {
      {"o", V::none}, {"O", V::none}, {"0", V::none}, {"n", V::ns},       {"N", V::ns},       {"e", V::ew},
      {"E", V::ew},   {"b", V::both}, {"B", V::both}, {"", std::nullopt}, {"?", std::nullopt}};
  for (const auto& [way, expected] : ways) {
    const auto boards = read("qx|o1|md|3" + kThree + "|sv|" + way + "|" + kCalls, BoardFormat::lin);
    ASSERT_EQ(boards.size(), 1U) << way;
    EXPECT_EQ(boards.front().board.vulnerability, expected) << way;
    EXPECT_TRUE(boards.front().ok()) << way;
  }
}

const std::string kTags = "[Event \"x\"]\n[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n";
const std::string kDeal =
    "[Deal \"N:AK52.K3.Q984.AJ7 J93.QT82.A72.K94 Q764.J954.KJ.652 T8.A76.T653.QT83\"]\n";
const std::string kResult = "[Declarer \"N\"]\n[Contract \"1NT\"]\n[Result \"7\"]\n";
const std::string kAuction = "[Auction \"N\"]\n1NT Pass Pass Pass\n";

std::string deal_of(const std::string& value) {
  return kTags + "[Deal \"" + value + "\"]\n" + kAuction;
}
std::string auction_of(const std::string& calls) {
  return kTags + kDeal + "[Auction \"N\"]\n" + calls + "\n";
}
std::string play_of(const std::string& cards) {
  return kTags + kDeal + kResult + kAuction + "[Play \"E\"]\n" + cards + "\n";
}

TEST(ForeignRecords, PbnDeals) {
  const std::string hand = "AK52.K3.Q984.AJ7";
  for (const Trap& trap : std::vector<Trap>{
           {.name = "unknown hands", .text = deal_of("N:" + hand + " - - T8.A76.T653.QT83"), .hands = 2},
           {.name = "dots", .text = deal_of("N:" + hand + " ... ... ..."), .hands = 1},
           {.name = "hands left out", .text = deal_of("N:" + hand), .hands = 1},
           {.name = "small letters",
           .text = deal_of("n:ak52.k3.q984.aj7 j93.q1082.a72.k94 q764.j954.kj.652 108.a76.10653.q1083")},
           {.name = "a card forgotten",
           .text = deal_of("N:AK5.K3.Q984.AJ7 J93.QT82.A72.K94 Q764.J954.KJ.652 T8.A76.T653.QT83")},
           {.name = "blanks",
           .text = deal_of("N: " + hand + "  J93.QT82.A72.K94   Q764.J954.KJ.652 T8.A76.T653.QT83 ")},
           {.name = "no seat", .text = deal_of(hand + " J93.QT82.A72.K94 Q764.J954.KJ.652 T8.A76.T653.QT83")},
           {.name = "commas",
           .text = deal_of("N:" + hand + ",J93.QT82.A72.K94, Q764.J954.KJ.652;T8.A76.T653.QT83")},
           {.name = "dashes for voids",
           .text =
                deal_of("N:AKQJT98765432.-.-.- -.AKQJT98765432.-.- -.-.AKQJT98765432.- -.-.-.AKQJT98765432")},
           {.name = "a card twice",
           .text = deal_of("N:AKJ2.K3.Q984.AJ7 J93.QT82.A72.K94 Q764.J954.KJ.652 T8.A76.T653.QT83"),
           .hands = 0,
           .errors = 1},
           {.name = "no deal", .text = kTags + kAuction, .hands = 0},
       }) {
    Trap one = trap;
    one.calls = 4;
    one.contract = "1NT";
    expect_read(one, BoardFormat::pbn);
  }
}

TEST(ForeignRecords, PbnAuctions) {
  for (const Trap& trap : std::vector<Trap>{
           {.name = "AP", .text = auction_of("1NT AP"), .calls = 4, .contract = "1NT"},
           {.name = "notes and marks",
           .text = auction_of("1NT =1= Pass! $1 Pass?! Pass") + "[Note \"1:15-17\"]\n",
           .calls = 4,
           .contract = "1NT"},
           {.name = "stars for alerts",
           .text = auction_of("1NT* Pass 2C* Pass 2D Pass Pass Pass"),
           .calls = 8,
           .contract = "2D"},
           {.name = "brackets",
           .text = auction_of("1NT (Pass) 2C, (P) 2D (Pass) Pass / Pass"),
           .calls = 8,
           .contract = "2D"},
           {.name = "signs of suits",
           .text = auction_of("1NT Pass 2\u2663 Pass 2\u2666 Pass Pass Pass"),
           .calls = 8,
           .contract = "2D"},
           {.name = "a pass too many",
           .text = auction_of("1NT Pass Pass Pass Pass"),
           .calls = 4,
           .contract = "1NT"},
           {.name = "cut", .text = auction_of("1NT Pass *"), .calls = 2, .contract = ""},
           {.name = "irregular", .text = auction_of("1NT ^I 1C Pass Pass Pass"), .calls = 5, .contract = ""},
           {.name = "the dealer in its column",
           .text = kTags + kDeal + "[Auction \"W\"]\n- Pass Pass Pass\nPass\n",
           .calls = 4,
           .contract = "Pass"},
           {.name = "notes among the calls",
           .text = auction_of("1NT =1= Pass\n[Note \"1:15-17\"]\n2C =2= Pass\n[Note \"2:Stayman\"]\n"
                              "2D Pass\nPass Pass\n[Note \"3:not used\"]"),
           .calls = 8,
           .contract = "2D"},
           {.name = "words after the notes",
           .text = auction_of("1NT =1= AP\n[Note \"1:15-17\"]\nprinted at the club"),
           .calls = 4,
           .contract = "1NT"},
           {.name = "no bid", .text = auction_of("1NT NB No bid no Bid"), .calls = 4, .contract = "1NT"},
           {.name = "as in France",
           .text = auction_of("1SA Contre Surcontre Passe Passe Passe"),
           .calls = 6,
           .contract = "1NTXX"},
           {.name = "damaged",
           .text = auction_of("1NT Pass foo Pass"),
           .calls = 2,
           .contract = "",
           .errors = 1},
           {.name = "illegal",
           .text = auction_of("1NT Pass 1H Pass"),
           .calls = 2,
           .contract = "",
           .errors = 1},
       })
    expect_read(trap, BoardFormat::pbn);
}

TEST(ForeignRecords, PbnPlay) {
  for (const Trap& trap : std::vector<Trap>{
           {.name = "comments", .text = play_of("HQ {x\ny} H4 ; z\nHA H3"), .cards = 4},
           {.name = "unknown cards", .text = play_of("HQ - - H3\n- - - -\n*"), .cards = 1},
           {.name = "10 and the rank first", .text = play_of("H10 4h AH 3h"), .cards = 4},
           {.name = "a card that is not held", .text = play_of("HQ H4 HK H3"), .cards = 2, .errors = 1},
           {.name = "a note among the cards",
           .text = play_of("HQ =1= H4\n[Note \"1:count\"]\nHA H3\nH7 HK H2 H5"),
           .cards = 8},
           {.name = "no card at all", .text = play_of("HQ H4 HA H3\nS9 xx"), .cards = 4, .errors = 1},
       }) {
    Trap one = trap;
    one.calls = 4;
    one.contract = "1NT";
    expect_read(one, BoardFormat::pbn);
  }
}

TEST(ForeignRecords, PbnTags) {
  const auto contract = [](const std::string& value) {
    return kTags + kDeal + "[Declarer \"N\"]\n[Contract \"" + value + "\"]\n";
  };
  for (const Trap& trap : std::vector<Trap>{
           {.name = "a contract in pieces", .text = contract("3 NT x"), .contract = "3NTX"},
           {.name = "a star for a double", .text = contract("3NT*"), .contract = "3NTX"},
           {.name = "by somebody", .text = contract("4SXX by S"), .contract = "4SXX"},
           {.name = "PASS", .text = contract("PASS"), .contract = "Pass"},
           {.name = "All Pass", .text = contract("All Pass"), .contract = "Pass"},
           {.name = "with its result", .text = contract("4SX-1"), .contract = "4SX"},
           {.name = "with declarer and result", .text = contract("3NT N ="), .contract = "3NT"},
           {.name = "with its declarer", .text = contract("4SS"), .contract = "4S"},
           {.name = "no contract", .text = contract("four spades"), .contract = "", .errors = 1},
           {.name = "a result that cannot be", .text = contract("4S+99"), .contract = "4S"},
           {.name = "a seat in full", .text = kTags + kDeal + "[Declarer \"South\"]\n[Contract \"3NT\"]\n"},
           {.name = "an inherited declarer",
           .text = kTags + kDeal + "[Declarer \"^S\"]\n[Contract \"3NT\"]\n"},
           {.name = "tags on one line",
           .text =
                "[Event \"x\"][Board \"1\"] [Dealer \"N\"]" + kDeal + "[Declarer \"N\"][Contract \"3NT\"]"},
           {.name = "tags over lines",
           .text = "[Event\n\"x\"]\n[Board\t\"1\"\n]\n" + kDeal + "[Contract \"3NT\"]\n"},
           {.name = "quotes", .text = "[Event \"the \\\"big\\\" one\"]\n" + kDeal + "[Contract \"3NT\"]\n"},
           {.name = "a repeated head", .text = kTags + kTags + kDeal + "[Contract \"3NT\"]\n"},
           {.name = "names in small letters",
           .text = "[event \"x\"]\n[board \"1\"]\n[dealer \"N\"]\n[deal" + kDeal.substr(5) +
                   "[contract \"3NT\"]\n"},
           {.name = "lines that end in CR",
           .text = "[Event \"x\"]\r[Deal" + kDeal.substr(5, kDeal.size() - 6) + "\r[Contract \"3NT\"]\r"},
       }) {
    Trap one = trap;
    one.calls = 0;
    expect_read(one, BoardFormat::pbn);
  }
  for (const char* way : {"None", "Love", "-", "NS", "N-S", "N/S", "EW", "e-w", "All", "Both", "Game",
                          "NS/EW", "N-S E-W", "Nil", "NONE"}) {
    const auto boards = read("[Vulnerable \"" + std::string(way) + "\"]\n" + kDeal, BoardFormat::pbn);
    ASSERT_EQ(boards.size(), 1U) << way;
    EXPECT_TRUE(boards.front().ok() && boards.front().board.vulnerability) << way;
  }
}

TEST(ForeignRecords, ListsOfSolvers) {
  const std::string text =
      "NUMBER 2 \n"
      "PBN 0 0 0 0 \"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3\" \n"
      "FUT 9 2 2 2 3 0 0 1 1 1 5 8 11 10 6 12 2 6 13 0 0 0 768 0 2048 0 32 0 5 5 5 5 5 5 4 4 4 \n"
      "TABLE 5 8 5 8 6 6 6 6 5 7 5 7 7 5 7 5 6 6 6 6 \nPAR \"NS -110\" \"EW 110\"\nPAR2 \"-110\"\n"
      "PLAY 0 \"\"\nTRACE 1 8\n"
      "PBN 1 2 4 3 \"E:QJT5432.T.6.QJ82 .J97543.K7532.94 87.A62.QJT4.AT75 AK96.KQ8.A98.K63\"\n"
      "PBN 9 2 4 3 \"E:QJT5432.T.6.QJ82\"\n";
  ASSERT_EQ(guess_format(text), BoardFormat::deal_lines);
  const auto boards = read(text, BoardFormat::deal_lines);
  ASSERT_EQ(boards.size(), 3U);
  EXPECT_TRUE(boards[0].ok() && boards[0].board.all_hands_known());
  EXPECT_EQ(boards[0].board.strain, Strain::spades);
  EXPECT_EQ(boards[0].board.leader, Seat::north);
  EXPECT_EQ(boards[1].board.dealer, Seat::east);
  EXPECT_EQ(boards[1].board.vulnerability, Vulnerability::ns);
  EXPECT_EQ(boards[1].board.strain, Strain::no_trump);
  ASSERT_FALSE(boards[2].ok());
  EXPECT_EQ(boards[2].errors.front().line, 10U);
}

// Boards that follow each other without an empty line, and boards after one that is damaged.
TEST(ForeignRecords, PbnBoardsAfterBoards) {
  std::string second = kTags;
  second.replace(second.find("\"1\""), 3, "\"2\"");
  EXPECT_EQ(read(kTags + kDeal + kAuction + second + kDeal + kAuction, BoardFormat::pbn).size(), 2U);
  const auto boards = read(kTags + "[Deal \"nonsense\"]\n\n" + second + kDeal + kAuction, BoardFormat::pbn);
  ASSERT_EQ(boards.size(), 2U);
  EXPECT_FALSE(boards[0].ok());
  EXPECT_TRUE(boards[1].ok());
  const auto zero = read(kTags + kDeal + std::string(1, '\0') + "\n" + second + kDeal, BoardFormat::pbn);
  ASSERT_EQ(zero.size(), 2U) << "a zero byte costs one board";
  EXPECT_TRUE(zero[1].ok() && zero[1].board.all_hands_known());
}

}  // namespace
}  // namespace yomi
