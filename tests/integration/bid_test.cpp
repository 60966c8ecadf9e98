// yomi bid and yomi exam bidding as a user runs them.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/program.h"

namespace yomi {
namespace {

using nlohmann::json;
using testing::Folder;
using testing::Ran;
using testing::run_program;

// The worked examples of Nakahara, Otawa and Uehara, Competitive bids in computer bridge. The second hand is
// printed with fourteen cards; it is read with two small clubs.
constexpr const char* kExample1 =
    "bid --hand AKxxxx.Jx.xx.Kxx --auction '1S 2D 2S 3D' --vul None --dealer S --explain";
constexpr const char* kExample2 =
    "bid --hand AQxxxx.x.KQJx.xx --auction '1C P 1S 2H 2S 3H' --vul EW --dealer N --explain";

TEST(Bid, FirstWorkedExample) {
  const Ran ran = run_program(std::string(kExample1) + " --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json out = json::parse(ran.out);
  EXPECT_EQ(out["call"], "3S");
  EXPECT_EQ(out["law"]["total"], 17);
  EXPECT_FALSE(out["why"].get<std::string>().empty());
  EXPECT_FALSE(out["candidates"].empty());
  // The table of the paper: 3S makes 10, 9, 8 tricks, then 3D takes 7, 8, 9.
  const Ran words = run_program(kExample1);
  for (const char* part : {"+170", "+140", "-50", "+100", "+50", "-110"}) {
    EXPECT_NE(words.out.find(part), std::string::npos) << part << "\n" << words.out;
  }
}

TEST(Bid, SecondWorkedExample) {
  const Ran ran = run_program(std::string(kExample2) + " --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json out = json::parse(ran.out);
  EXPECT_EQ(out["call"], "4D");
  EXPECT_EQ(out["law"]["total"], 19);  // 18 and one for the singleton
}

TEST(Bid, MeaningOfAnAuction) {
  const Ran ran = run_program("bid --meaning --auction '1NT P 2H P' --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json out = json::parse(ran.out);
  ASSERT_EQ(out["calls"].size(), 4U);
  EXPECT_EQ(out["known"]["North"]["hcp"], json({15, 17}));
  EXPECT_EQ(out["known"]["South"]["S"][0], 5);
}

// A fixed number of imagined deals gives the same auctions on any load.
TEST(ExamContracts, AsManyDealsAsGiven) {
  const Folder folder;
  const std::string exam =
      "exam contracts " +
      folder.file("challenges.tsv",
                  "1\tN\tNone\tAQ3.KJ97.A82.Q93\t762.QT4.KQ7.JT76\t\t2N=10 2H=7 2C=6 3H=5 3N=3\n") +
      " --json";
  const Ran first = run_program(exam + " --deals 64");
  ASSERT_EQ(first.status, 0) << first.err;
  const json out = json::parse(first.out);
  EXPECT_EQ(out["possible"], 10);
  EXPECT_FALSE(out["boards"][0]["auction"].get<std::string>().empty());
  EXPECT_EQ(run_program(exam + " --deals 64").out, first.out);
  EXPECT_EQ(run_program(exam + " --seconds 0.05").status, 0);
}

// Five good hearts beside six diamonds are no weak two.
TEST(Bid, NoWeakTwoBesideALongerSuit) {
  for (const char* system : {"two-over-one", "sayc", "natural"}) {
    const Ran ran = run_program(
        std::string("bid --rules --json --hand .AKJ65.A98654.92 --auction 'P P' --system ") + system);
    ASSERT_EQ(ran.status, 0) << ran.err;
    const std::string call = json::parse(ran.out)["call"];
    EXPECT_TRUE(call == "1D" || call == "1H") << system << ": " << call;
  }
}

TEST(Bid, ARecordedBoard) {
  const Folder folder;
  const std::string file =
      folder.file("board.pbn",
                  "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n"
                  "[Deal \"N:AK52.K3.Q984.AJ7 J93.QT82.A72.K94 Q764.J954.KJ.652 T8.A76.T653.QT83\"]\n"
                  "[Auction \"N\"]\n1NT Pass Pass Pass\n");
  const Ran ran = run_program("bid " + file + " --view N --json --rules");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json out = json::parse(ran.out);
  EXPECT_EQ(out["call"], "1NT");
  EXPECT_EQ(out["made"], "1NT");
}

TEST(Bid, BadInputIsNamedAndGivesTwo) {
  const auto fails = [](const std::string& arguments, const std::string& part) {
    const Ran ran = run_program(arguments);
    EXPECT_EQ(ran.status, 2) << arguments;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
    EXPECT_TRUE(ran.out.empty()) << ran.out;
  };
  fails("bid", "--hand");
  fails("bid --hand AQxxxx.x.KQJx.xxx", "expected 13 cards, found 14");
  fails("bid --hand AQxxxx.x.KQJy.xx", "column 13");
  fails("bid --hand AQxxxx.x.KQJx.xx --auction '1S 1C'", "1C is not legal after 1S");
  fails("bid --hand AQxxxx.x.KQJx.xx --auction '1S 1Q'", "column 4");
  fails("bid --hand AQxxxx.x.KQJx.xx --auction 'P P P P'", "over");
  fails("bid --hand AQxxxx.x.KQJx.xx --vul X", "--vul");
  fails("bid --hand AQxxxx.x.KQJx.xx --system nothing.toml", "nothing.toml");
  const Folder folder;
  const std::string broken =
      folder.file("broken.toml", "name = \"x\"\n[[group]]\nauction = \"1S P\"\nlines = []\n");
  fails("bid --check --system " + broken, "broken.toml:3:15: ");
}

TEST(Bid, TheCheckerReports) {
  const Folder folder;
  const std::string file = folder.file("own.toml",
                                       "name = \"own\"\n[[group]]\nauction = \"\"\nlines = [\n"
                                       "  { call = \"1S\", hand = \"S >= 5\" },\n"
                                       "  { call = \"1H\", hand = \"S >= 6\" },\n]\n");
  const Ran ran = run_program("bid --check --system " + file);
  EXPECT_EQ(ran.status, 1);
  EXPECT_NE(ran.out.find("own.toml:6:3: unreachable: 1H"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("no answer"), std::string::npos) << ran.out;
}

TEST(ExamBidding, CountsAndLists) {
  const Folder folder;
  const std::string file = folder.file("list.tsv",
                                       "# group\thand\tcalls\tvulnerable\texpected\n"
                                       "open\tAK52.K3.Q984.AJ7\t\tNone\t1NT\n"
                                       "open\tAK52.K3.Q984.AJ7\t\tNone\t7NT\n"
                                       "answer\t5432.432.432.432\t1NT X\tNone\tPass\n"
                                       "open\tAK52.K3.Q984\t\tNone\t1NT\n");
  const Ran ran = run_program("exam bidding " + file + " --json");
  EXPECT_EQ(ran.status, 2);  // for the last line, which has ten cards
  EXPECT_NE(ran.err.find("list.tsv:5:"), std::string::npos) << ran.err;
  const json out = json::parse(ran.out);
  EXPECT_EQ(out["all"]["lines"], 3);
  EXPECT_EQ(out["competitive"]["lines"], 1);
  ASSERT_GE(out["differing"].size(), 1U);
  EXPECT_EQ(out["differing"][0]["expected"], "7NT");
  EXPECT_EQ(out["differing"][0]["call"], "1NT");
  EXPECT_EQ(out["groups"]["open"]["agree"], 1);
  const Ran first = run_program("exam bidding " + file + " --json --half 1");
  const Ran second = run_program("exam bidding " + file + " --json --half 2");
  EXPECT_EQ(
      json::parse(first.out)["all"]["lines"].get<int>() + json::parse(second.out)["all"]["lines"].get<int>(),
      3);
}

TEST(ExamBidding, TheSystemsThatShipReachTheirMarks) {
  const auto folder = std::filesystem::path(YOMI_SOURCE_DIR) / "../shared/data/bidding";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the lists of expected calls are not here";
  for (const auto& [name, mark] : {std::pair{"two-over-one", 0.88}, std::pair{"sayc", 0.85}}) {
    const Ran ran = run_program("exam bidding " + (folder / (std::string(name) + ".tsv")).string() +
                                " --json --system " + name);
    const json out = json::parse(ran.out);
    EXPECT_GE(out["all"]["share"].get<double>(), mark) << name;
    EXPECT_GE(out["competitive"]["share"].get<double>(), 0.80) << name;
  }
}

// The lists of examples/bidding were written before the systems were asked, a batch at a time, and the rules
// mended by batches: what the systems agree with now must stay.
TEST(ExamBidding, TheSystemsThatShipAgreeWithOurOwnLists) {
  struct List {
    const char* list;
    const char* system;
    int lines;
    double all;
    double competitive;
  };
  // The second and third lists are mostly of later rounds in competition, where writers differ; the fifth is
  // of hands at the edge of their ranges.
  constexpr std::array kLists = {List{"two-over-one", "two-over-one", 140, 0.96, 0.96},
                                 List{"sayc", "sayc", 140, 0.96, 0.96},
                                 List{"two-over-one-2", "two-over-one", 80, 0.86, 0.84},
                                 List{"two-over-one-4", "two-over-one", 140, 0.98, 0.98},
                                 List{"two-over-one-3", "two-over-one", 300, 0.95, 0.94},
                                 List{"sayc-2", "sayc", 300, 0.94, 0.93},
                                 List{"two-over-one-5", "two-over-one", 100, 0.92, 0.96},
                                 List{"two-over-one-6", "two-over-one", 250, 0.96, 0.97},
                                 List{"two-over-one-7", "two-over-one", 300, 0.97, 0.96},
                                 List{"two-over-one-8", "two-over-one", 480, 0.97, 0.97},
                                 List{"two-over-one-9", "two-over-one", 670, 0.96, 0.96},
                                 List{"two-over-one-10", "two-over-one", 180, 0.97, 0.97},
                                 List{"two-over-one-11", "two-over-one", 480, 0.97, 0.97},
                                 List{"two-over-one-12", "two-over-one", 810, 0.94, 0.93},
                                 List{"two-over-one-13", "two-over-one", 229, 0.99, 0.99},
                                 List{"two-over-one-14", "two-over-one", 169, 0.97, 0.98},
                                 List{"two-over-one-15", "two-over-one", 230, 0.98, 0.98},
                                 List{"two-over-one-16", "two-over-one", 75, 0.98, 0.97},
                                 List{"sayc-3", "sayc", 400, 0.95, 0.95},
                                 List{"sayc-4", "sayc", 260, 0.96, 0.97},
                                 List{"sayc-5", "sayc", 660, 0.96, 0.95},
                                 List{"sayc-6", "sayc", 180, 0.97, 0.96},
                                 List{"sayc-7", "sayc", 560, 0.94, 0.95},
                                 List{"sayc-8", "sayc", 160, 0.97, 0.98},
                                 List{"sayc-9", "sayc", 98, 0.96, 0.95},
                                 List{"sayc-10", "sayc", 140, 0.97, 0.97},
                                 List{"sayc-11", "sayc", 54, 0.94, 0.9}};
  const auto folder = std::filesystem::path(YOMI_SOURCE_DIR) / "examples/bidding";
  for (const List& one : kLists) {
    const Ran ran = run_program("exam bidding " + (folder / (std::string(one.list) + ".tsv")).string() +
                                " --json --system " + one.system);
    ASSERT_EQ(ran.status, 0) << ran.err;
    const json out = json::parse(ran.out);
    EXPECT_GE(out["all"]["lines"], one.lines) << one.list;
    EXPECT_GE(out["all"]["share"].get<double>(), one.all) << one.list;
    EXPECT_GE(out["competitive"]["share"].get<double>(), one.competitive) << one.list;
  }
}

}  // namespace
}  // namespace yomi
