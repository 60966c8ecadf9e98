// LIN as it is found: fields in any order and case, hands that are missing, things that cannot be.
#include "yomi/formats/lin.h"

#include <gtest/gtest.h>

namespace yomi::lin {
namespace {

constexpr const char* kHands = "1SA97HAQTDA64CQT83,SKQJ5HK65DJ873CAK,ST863H87DT95CJ742,S42HJ9432DKQ2C965";

std::vector<ReadBoard> all(const std::string& text) {
  std::vector<ReadBoard> boards;
  Reader reader(text, "t.lin");
  while (auto read = reader.next()) boards.push_back(std::move(*read));
  return boards;
}

Board only(const std::string& text) {
  auto boards = all(text);
  EXPECT_EQ(boards.size(), 1U) << text;
  if (boards.empty()) return {};
  EXPECT_TRUE(boards[0].ok()) << boards[0].errors[0].to_string();
  return std::move(boards[0].board);
}

std::string error_of(const std::string& text) {
  for (const ReadBoard& read : all(text)) {
    if (!read.ok()) return read.errors.front().to_string();
  }
  return "";
}

std::string calls_of(const Board& board) {
  std::string made;
  for (const BoardCall& call : board.calls)
    made += (made.empty() ? "" : " ") + to_string(call.call) + (call.alerted ? "!" : "");
  return made;
}

TEST(Lin, ReadsARecordOfOneLine) {
  const Board board = only("pn|sue,walt,nina,ed|st||md|" + std::string(kHands) +
                           "|rh||ah|Board 7|sv|b|mb|1N!|an|15-17|mb|p|mb|3N|mb|p|mb|p|mb|p|"
                           "pc|SK|pc|S3|pc|S4|pc|S7|mc|9|");
  EXPECT_EQ(board.number, "7");
  EXPECT_EQ(board.names, (BySeat<std::string>{"nina", "ed", "sue", "walt"}));
  EXPECT_EQ(board.dealer, Seat::south);
  EXPECT_EQ(board.vulnerability, Vulnerability::both);
  EXPECT_EQ(hand_to_string(board.deal[Seat::south]), "A97.AQT.A64.QT83");
  EXPECT_EQ(calls_of(board), "1NT! Pass 3NT Pass Pass Pass");
  EXPECT_EQ(board.calls[0].explanation, "15-17");
  EXPECT_EQ(to_string(*board.contract), "3NT");
  EXPECT_EQ(board.declarer, Seat::south);
  EXPECT_EQ(board.leader, Seat::west);
  EXPECT_EQ(board.tricks, 9);
}

TEST(Lin, BothRoomsOfAMatch) {
  const auto boards =
      all("vg|Cup, final,Segment 2,I,5,6,Reds,12,Blues,0|\nrs|2NS=,3NS-1,,|\n"
          "pn|a,b,c,d,e,f,g,h|pg||\nqx|o5|md|" +
          std::string(kHands) + "|sv|n|mb|2n|mb|p|mb|p|mb|p|pg||\nqx|c5|md|" + kHands +
          "|sv|n|mb|3n|mb|p|mb|p|mb|p|pg||\n");
  ASSERT_EQ(boards.size(), 2U);
  const Board& open = boards[0].board;
  const Board& closed = boards[1].board;
  EXPECT_EQ(*open.tag("Event"), "Cup, final");
  EXPECT_EQ(*open.tag("Stage"), "Segment 2");
  EXPECT_EQ(*open.tag("HomeTeam"), "Reds");
  EXPECT_EQ(*open.tag("Room"), "Open");
  EXPECT_EQ(*closed.tag("Room"), "Closed");
  EXPECT_EQ(closed.number, "5");
  EXPECT_EQ(closed.names[Seat::south], "e");
  EXPECT_EQ(open.tricks, 8) << "as the results say";
  EXPECT_EQ(closed.tricks, 8);
}

TEST(Lin, AResultThatCannotBeIsNone) {
  for (const char* result : {"2NS+2147483647", "2NS--2147483648", "2NS-9", "2NS+6"}) {
    const auto boards =
        all("vg|,,I,5,6,,,,|\nrs|" + std::string(result) + ",|\npn|a,b,c,d,e,f,g,h|pg||\nqx|o5|md|" + kHands +
            "|sv|n|mb|2n|mb|p|mb|p|mb|p|pg||\n");
    ASSERT_EQ(boards.size(), 1U);
    EXPECT_FALSE(boards[0].board.tricks) << result;
  }
}

TEST(Lin, HandsAsPeopleWriteThem) {
  const std::string three = "1SA97HAQTDA64CQT83,SKQJ5HK65DJ873CAK,ST863H87DT95CJ742,";
  const auto whole = parse_hands(three);
  ASSERT_TRUE(whole.ok());
  EXPECT_TRUE(whole->deal.is_full()) << "the fourth hand is the rest";
  EXPECT_EQ(whole->dealer, Seat::south);
  EXPECT_EQ(parse_hands(three.substr(0, three.size() - 1))->deal, whole->deal);
  EXPECT_EQ(parse_hands(three + "S42HJ9432DKQ2C96")->deal, whole->deal) << "a card was forgotten";
  EXPECT_EQ(parse_hands("1c38tqd46ahtqas79a,dj873cakskqj5hk65,st863h87d1095cj742")->deal, whole->deal);
  EXPECT_EQ(parse_hands("0" + three.substr(1))->dealer, std::nullopt);
  const auto two = parse_hands("2SA97HAQTDA64CQT83,,ST863H87DT95CJ742");
  ASSERT_TRUE(two.ok());
  EXPECT_EQ(two->known, (BySeat<bool>{true, false, true, false}));
  EXPECT_FALSE(parse_hands("1SAA").ok());
  EXPECT_FALSE(parse_hands("1SAX,SK").ok());
  EXPECT_FALSE(parse_hands("1SA97HAQTDA64CQT8,SKQJ5HK65DJ873CAK,ST863H87").ok());
}

TEST(Lin, CallsAsPeopleWriteThem) {
  const auto text = [](std::string_view value) {
    const auto calls = parse_calls(value);
    return calls ? calls_of(Board{.calls = *calls}) : "none";
  };
  EXPECT_EQ(text("1N"), "1NT");
  EXPECT_EQ(text("1NT!"), "1NT!");
  EXPECT_EQ(text("P"), "Pass");
  EXPECT_EQ(text(" dbl "), "X");
  EXPECT_EQ(text("rdbl"), "XX");
  EXPECT_EQ(text("XX"), "XX");
  EXPECT_EQ(text("1SP2S!P"), "1S Pass 2S! Pass");
  EXPECT_EQ(text("1n-p-3n-(p)-p-p"), "1NT Pass 3NT Pass Pass Pass");
  EXPECT_EQ(text(""), "none");
  EXPECT_EQ(text("8S"), "none");
  EXPECT_EQ(text("?"), "none");
}

TEST(Lin, WhatCannotBeIsToldAndKept) {
  const std::string start = "qx|o1|md|" + std::string(kHands) + "|sv|o|mb|1n|mb|p|mb|p|mb|p|pg||\n";
  EXPECT_EQ(error_of(start + "pc|SK|pc|SA|"),
            "t.lin:2:10: expected a card of the hand, found SA by North to trick 1, who does not hold it");
  EXPECT_EQ(error_of(start + "pc|SK|pc|S3|pc|HJ|"),
            "t.lin:2:16: expected S to follow suit, found HJ by East to trick 1: a revoke");
  EXPECT_NE(error_of("md|" + std::string(kHands) + "|mb|1n|mb|1s|mb|p|").find("1S by West over 1NT"),
            std::string::npos);
  EXPECT_NE(error_of("md|" + std::string(kHands) + "|mb|1n|mb|p|").find("three passes"), std::string::npos);
  EXPECT_NE(error_of("md|1SAAHKQ|sv|o|").find("appears twice"), std::string::npos);
  // The boards after it are read, and the rest of the play is there as it was written.
  const auto boards = all(start + "pc|SK|pc|HJ|pc|S3|nt|oops|mc|7|pg||\n" + start);
  ASSERT_EQ(boards.size(), 2U);
  EXPECT_TRUE(boards[1].ok());
  EXPECT_EQ(boards[0].board.play.size(), 1U);
  EXPECT_EQ(boards[0].board.tricks, 7);
  const std::string text = write(std::vector<Board>{boards[0].board});
  EXPECT_NE(text.find("pc|SK|pc|HJ|pc|S3|nt|oops|mc|7|"), std::string::npos) << text;
}

TEST(Lin, FieldsThatNobodyKnowsKeepTheirPlace) {
  const std::string text = "zz|top|\npg||\nqx|o1|st||md|" + std::string(kHands) +
                           "|sv|o|b7|x\ny|mb|1N|tt|6|mb|p|mb|p|mb|p|pg||\npc|SK|uu||pc|S3|pc|S4|pc|S7|pg||\n"
                           "mc|8|vv|end|pg||\n";
  const auto boards = all(text);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_TRUE(boards[0].ok());
  EXPECT_EQ(write(std::vector<Board>{boards[0].board}), text);
}

TEST(Lin, CommentsAndBarsInThem) {
  const Board board =
      only("md|" + std::string(kHands) + "|nt|first|mb|1n|mb|p|mb|p|mb|p|nt|a | b|pg||\npc|SK|");
  ASSERT_EQ(board.asides.size(), 2U);
  EXPECT_EQ(board.asides[0].text, "first");
  EXPECT_EQ(board.asides[1].after, 4);
  EXPECT_EQ(board.asides[1].text, "a |b");
  EXPECT_EQ(board.play.size(), 1U);
}

TEST(Lin, TextsThatAreNone) {
  EXPECT_TRUE(all("").empty());
  EXPECT_NE(error_of("hello world").find("expected a board"), std::string::npos);
  EXPECT_TRUE(all("qx|o1|").front().ok()) << "a board that was not played";
  EXPECT_EQ(all("md|" + std::string(kHands) + "|mb|1").size(), 1U) << "cut off";
  EXPECT_EQ(all("|||||||").size(), 0U);
}

TEST(Lin, LatinTextBecomesUtf8) {
  const Board board = only("pn|J\xF6rg,Zo\xC3\xAB,,|md|" + std::string(kHands) + "|sv|o|");
  EXPECT_EQ(board.names[Seat::south], "J\xC3\xB6rg");
  EXPECT_EQ(board.names[Seat::west], "Zo\xC3\xAB");
}

TEST(Lin, ATableWithoutHandsHasThoseOfTheOtherRoom) {
  const auto boards = all("qx|o2,BOARD 2|md|" + std::string(kHands) +
                          "|sv|b|mb|1n|mb|-|mb|-|mb|-|pg||qx|c2|mb|1c|mb|p|mb|p|mb|p|pg||qx|o3|mb|p|");
  ASSERT_EQ(boards.size(), 3U);
  EXPECT_EQ(boards[0].board.number, "2");
  EXPECT_EQ(calls_of(boards[0].board), "1NT Pass Pass Pass");
  EXPECT_TRUE(boards[1].ok());
  EXPECT_EQ(boards[1].board.deal, boards[0].board.deal);
  EXPECT_EQ(boards[1].board.dealer, Seat::south);
  EXPECT_EQ(boards[1].board.vulnerability, Vulnerability::both);
  EXPECT_FALSE(boards[2].board.any_hand_known());
}

TEST(Lin, ALeadByTheOtherDefenderIsOutOfTurn) {
  const Board board =
      only("md|" + std::string(kHands) + "|mb|1n|mb|p|mb|p|mb|p|pc|H9|pc|HQ|pc|HK|pc|H7|pc|SK|");
  EXPECT_EQ(board.leader, Seat::east);
  EXPECT_EQ(board.play.size(), 5U);
}

std::vector<Board> linked(const std::string& text) {
  EXPECT_EQ(guess_format(text), BoardFormat::lin);
  std::vector<Board> boards;
  BoardReader reader(text, "links.txt", BoardFormat::lin);
  while (auto read = reader.next()) {
    EXPECT_TRUE(read->ok()) << read->errors[0].to_string();
    boards.push_back(std::move(read->board));
  }
  return boards;
}

TEST(Lin, LinksToTheHandViewer) {
  const std::string viewer = "https://www.bridgebase.com/tools/handviewer.html?";
  const std::string hands = kHands;
  const auto boards =
      linked("1) " + viewer + "lin=st||pn|A%20B,,,|md|" + hands +
             "|sv|n|rh||ah|Board%205|mb|1N|an|15-17%20HCP|mb|P|mb|P|mb|P|\n" + "<a href=\"" + viewer +
             "bbo=y&lin=pn%7CA,B,C,D%7Cmd%7C" + hands + "%7Cah%7CBoard%206%7C\">six</a>\n" + viewer +
             "s=SA97HAQTDA64CQT83&w=skqj5hk65dj873cak&n=st863h87dt95cj742&d=s&v=b&b=7&sn=Zo%C3%AB" +
             "&a=1n!(15-17)ppp&p=sk and so on");
  ASSERT_EQ(boards.size(), 3U);
  EXPECT_EQ(boards[0].number, "5");
  EXPECT_EQ(boards[0].names[Seat::south], "A B");
  EXPECT_EQ(boards[0].calls[0].explanation, "15-17 HCP");
  EXPECT_EQ(boards[1].number, "6");
  EXPECT_EQ(boards[1].names[Seat::east], "D");
  EXPECT_EQ(boards[2].number, "7");
  EXPECT_EQ(boards[2].deal, boards[0].deal);
  EXPECT_EQ(boards[2].vulnerability, Vulnerability::both);
  EXPECT_EQ(boards[2].names[Seat::south], "Zo\xC3\xAB");
  EXPECT_EQ(boards[2].calls[0].explanation, "15-17");
  EXPECT_TRUE(boards[2].calls[0].alerted);
  EXPECT_EQ(boards[2].play.size(), 1U);
}

TEST(Lin, LinksWithoutEndTakeNoTime) {
  const std::string link = "handviewer.html?";
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += link;
  BoardReader reader(link + "lin=" + std::string(200'000, '%') + "\n" + many + "\n" + link +
                         "a=" + std::string(100'000, '('),
                     "links.txt", BoardFormat::lin);
  int boards = 0;
  while (reader.next()) ++boards;
  EXPECT_GT(boards, 0);
}

}  // namespace
}  // namespace yomi::lin
