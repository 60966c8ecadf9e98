#include <gtest/gtest.h>

#include "yomi/formats/problem.h"

namespace yomi::problem {
namespace {

TEST(Problem, HandsMayBeWrittenInManyWays) {
  const auto problems = parse(R"(# a comment
Title:  An ending, # and this is part of it
NORTH = S A2 H K           # but this is not
e       ♠K3 ♥️10
south   Q5 . J . - . -
west    J4.9..
cards   3
trump   no trump
leader  SOUTH
need    ns 2
note    One.
note    Two.
)",
                              "p");
  ASSERT_EQ(problems.size(), 1U);
  ASSERT_TRUE(problems[0]) << problems[0].error().to_string();
  const Problem& problem = *problems[0];
  EXPECT_EQ(problem.title, "An ending, # and this is part of it");
  EXPECT_EQ(yomi::to_string(problem.deal), "N:A2.K.. K3.T.. Q5.J.. J4.9..");
  EXPECT_EQ(problem.strain, Strain::no_trump);
  EXPECT_EQ(problem.leader, Seat::south);
  EXPECT_EQ(problem.need, (Need{Side::ns, 2}));
  EXPECT_EQ(problem.notes, (std::vector<std::string>{"One.", "Two."}));
  EXPECT_EQ(problem.line, 2U);
}

TEST(Problem, CardsOnTheTable) {
  const auto problems = parse("deal N:A2... K3... Q5... J...\ntrump s\nlead w\ntable ♠4\n-----\n\n", "p");
  ASSERT_EQ(problems.size(), 1U);
  ASSERT_TRUE(problems[0]) << problems[0].error().to_string();
  EXPECT_EQ(problems[0]->position()->turn(), Seat::north);
  EXPECT_EQ(problems[0]->position()->tricks_left(), 2);
}

TEST(Problem, NamesOfTrumpsAndNeeds) {
  for (const char* none : {"none", "NT", "no trump", "N", "notrump"})
    EXPECT_EQ(parse_trump(none), Strain::no_trump);
  for (const char* hearts : {"h", "Hearts", "heart", "♥", "♡"})
    EXPECT_EQ(parse_trump(hearts), Strain::hearts) << hearts;
  EXPECT_FALSE(parse_trump("x"));
  EXPECT_FALSE(parse_trump("♥♥"));
  EXPECT_EQ(parse_need("EW 3", Side::ns), (Need{Side::ew, 3}));
  EXPECT_EQ(parse_need("ns13", Side::ew), (Need{Side::ns, 13}));
  EXPECT_EQ(parse_need("7", Side::ew), (Need{Side::ew, 7}));
  for (const char* bad : {"", "NS", "14", "-1", "ew x", "3 3"})
    EXPECT_FALSE(parse_need(bad, Side::ns)) << bad;
}

TEST(Problem, AnEmptyTextIsAnError) {
  for (const char* text : {"", "\n\n", "# only words\n---\n"}) {
    const auto problems = parse(text, "p");
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems[0].error().to_string(),
              "p:1:1: expected a problem or a PBN board, found only blank lines and comments");
  }
}

TEST(Problem, ColumnsCountCharacters) {
  const auto problems = parse("north ♠A ♥x\n", "p");
  EXPECT_EQ(problems[0].error().to_string(),
            "p:1:11: expected a rank (A K Q J T 9 ... 2) or a suit, found 'x'");
}

TEST(Problem, ManyProblemsInOneTextAreReadInLinearTime) {
  std::string text;
  while (text.size() < (std::size_t{4} << 20)) text += "-\n---\nx\n";
  const auto problems = parse(text, "p");
  EXPECT_GT(problems.size(), 100'000U);
  for (const auto& problem : problems) EXPECT_FALSE(problem);
}

}  // namespace
}  // namespace yomi::problem
