// Every line of the protocol, read in the ways that real programs write it and written exactly.
#include <gtest/gtest.h>

#include "yomi/bridge/deal.h"
#include "yomi/table/message.h"

namespace yomi::table {
namespace {

using For = Ready::For;

// The message as it is written again.
std::string rewritten(const std::string& line) {
  const auto message = parse_message(line);
  return message ? to_string(*message) : "error: " + message.error().what;
}

TEST(TableMessage, IsWrittenAsTheProtocolHasIt) {
  for (const std::string line : {
           "Connecting \"Team\" as North using protocol version 18",
           "North (\"Team\") seated",
           "North ready for teams",
           "Teams : N/S : \"A\" E/W : \"B\"",
           "North ready to start",
           "Start of board",
           "North ready for deal",
           "Board number 1. Dealer North. Neither vulnerable.",
           "Board number 2. Dealer East. N/S vulnerable.",
           "Board number 3. Dealer South. E/W vulnerable.",
           "Board number 4. Dealer West. Both vulnerable.",
           "North ready for cards",
           "North's cards : S 9 3. H -. D J 7 5. C A T 9 8 6 4 3 2.",
           "North bids 1NT",
           "North passes",
           "North doubles",
           "North redoubles",
           "North bids 2C Alert. asks for majors",
           "East ready for North's bid",
           "North to lead",
           "Dummy to lead",
           "North plays 5H",
           "East ready for North's card to trick 3",
           "East ready for dummy's card to trick 3",
           "East ready for dummy",
           "Dummy's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.",
           "Timing - N/S : this board  01:36,  total  0:01:36.  E/W : this board  01:34,  total  0:01:34",
           "East received dummy",
           "Explain West's 2D",
           "End of session",
       }) {
    EXPECT_EQ(rewritten(line), line);
  }
}

TEST(TableMessage, IsReadInAnyCaseAndForgivingly) {
  const auto same = [](const std::string& read, const std::string& written) {
    EXPECT_EQ(rewritten(read), written) << read;
  };
  same("CONNECTING \"Team\" AS north USING PROTOCOL VERSION 18 conf=x as East",
       rewritten("Connecting \"Team\" as North using protocol version 18"));
  same("Connecting \"WBridge5\" as AnyPl using protocol version 18",
       "Connecting \"WBridge5\" as ANYPL using protocol version 18");
  same("Connecting Two words as West using protocol version 18",
       "Connecting \"Two words\" as West using protocol version 18");
  same("north team seated", "North (\"team\") seated");
  same("North \"Team\" seated.", "North (\"Team\") seated");
  same("Teams : N/S : \"A\" E/W : \"B\". Playing IMP", "Teams : N/S : \"A\" E/W : \"B\"");
  same("Teams: N/S: \"the E/W team\" E/W: \"N/S\"", "Teams : N/S : \"the E/W team\" E/W : \"N/S\"");
  same("Teams : N/S : A E/W : B", "Teams : N/S : \"A\" E/W : \"B\"");
  same("Start of Board", "Start of board");
  same("end of session.", "End of session");
  same("board number 7. dealer south. both vulnerable", "Board number 7. Dealer South. Both vulnerable.");
  same("north's CARDS: S 9 3.H.D J 7 5.C a 10 9 8 6 4 3 2",
       "North's cards : S 9 3. H -. D J 7 5. C A T 9 8 6 4 3 2.");
  same("North  bids  1nt.", "North bids 1NT");
  same("North bids 1N", "North bids 1NT");
  same("North bids 1 nt", "North bids 1NT");
  same("North bids pass", "North passes");
  same("NORTH PASSES.", "North passes");
  same("North doubles. Alert. for takeout.", "North doubles Alert. for takeout");
  same("North bids 2C alert: Stayman", "North bids 2C Alert. Stayman");
  same("North bids 2C Alert.Stayman", "North bids 2C Alert. Stayman");
  same("West ready for north's BID", "West ready for North's bid");
  same("North ready for dummy's cards", "North ready for dummy");
  same("north plays h5", "North plays 5H");
  same("North plays 10c. forced", "North plays TC");
  same("dummy plays 2s", "Dummy plays 2S");
  same("North bids 2C alerted: Stayman", "North bids 2C Alert. Stayman");
  same("North bids 1NT! 15-17", "North bids 1NT Alert. 15-17");
  same("North bids 2 Spades", "North bids 2S");
  same("North bids 1 no trump", "North bids 1NT");
  same("North bids 3notrumps.", "North bids 3NT");
  same("NORTH received dummy's cards", "North received dummy");
  same("explain EAST's 2h", "Explain East's 2H");
  same("Explain North's Pass.", "Explain North's Pass");
  same("End of match", "End of session");
  same(std::string("\0North passes\0", 14), "North passes");
  same("  North   ready  for    EAST's   bid ", "North ready for East's bid");
  same("Connecting \"Team\" as North using protocol version 19",
       "Connecting \"Team\" as North using protocol version 19");
  same("east ready for Dummy's card to trick 13.", "East ready for dummy's card to trick 13");
}

TEST(TableMessage, AnAlertWithoutATextIsNotWritten) {
  const auto message = parse_message("North bids 2C Alert.");
  ASSERT_TRUE(message);
  EXPECT_TRUE(std::get<Called>(*message).alert);
  EXPECT_EQ(to_string(*message), "North bids 2C");
  EXPECT_EQ(to_string(Called{.seat = Seat::east, .call = Call::pass(), .alert = true, .explanation = " . "}),
            "East passes");
}

TEST(TableMessage, WordsWithoutAnAlertAreReadButNotPassedOn) {
  const auto message = parse_message("North bids 1NT Infos. 15-17");
  ASSERT_TRUE(message);
  EXPECT_EQ(std::get<Called>(*message).explanation, "15-17");
  EXPECT_FALSE(std::get<Called>(*message).alert);
  EXPECT_EQ(to_string(*message), "North bids 1NT");
}

TEST(TableMessage, TextsAreOneLineOfAscii) {
  EXPECT_EQ(clean_explanation("5+ \xE2\x99\xA0,\r\n  10-12 points. "), "5+ ?, 10-12 points");
  EXPECT_EQ(clean_name(" the \"A\" team\n"), "the 'A' team");
  EXPECT_EQ(clean_explanation(std::string(1000, 'x')).size(), kLongestExplanation);
}

TEST(TableMessage, WhatIsNotOfTheProtocolIsAnErrorThatSaysWhatWasExpected) {
  for (const std::string line : {"",
                                 "hello",
                                 "North",
                                 "North eats",
                                 "North bids",
                                 "North bids 8C",
                                 "North plays",
                                 "North plays 1H",
                                 "Connecting \"A as North",
                                 "Connecting \"A\" as Nobody using protocol version 18",
                                 "Connecting \"\" as North using protocol version 18",
                                 "Connecting \"A\" as North",
                                 "North ready for",
                                 "North ready for tea",
                                 "North ready for dummy's bid",
                                 "North's cards : S A K.",
                                 "North's cards : S A A. H K Q J T 9 8 7 6 5 4 3.",
                                 "Board number x",
                                 "Board number 1. Dealer Up.",
                                 "Board number 1. Dealer North. Somebody vulnerable.",
                                 "Start of play",
                                 "Dummy bids 1C",
                                 "Teams : N/S : \"A\""}) {
    EXPECT_FALSE(parse_message(line)) << line;
  }
}

TEST(TableMessage, TimesAreReadInTheirOrder) {
  const auto message =
      parse_message("Timing - N/S : this board 1:36, total 1:01:36. E/W : this board 01:34, total 0:02:34.");
  ASSERT_TRUE(message);
  const auto& timing = std::get<Timing>(*message);
  EXPECT_EQ(timing.board[Side::ns].count(), 96);
  EXPECT_EQ(timing.total[Side::ns].count(), 3696);
  EXPECT_EQ(timing.board[Side::ew].count(), 94);
  EXPECT_EQ(timing.total[Side::ew].count(), 154);
}

}  // namespace
}  // namespace yomi::table
