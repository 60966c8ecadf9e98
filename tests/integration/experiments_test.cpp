// `yomi experiments`: each of them in small.
#include <gtest/gtest.h>

#include "support/program.h"

namespace yomi {
namespace {

using testing::content;
using testing::Folder;
using testing::run_program;

TEST(Experiments, AreListed) {
  const auto ran = run_program("experiments");
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const char* name : {"reuse", "parallel", "abc", "examples", "bids", "law", "daihinmin", "small"})
    EXPECT_NE(ran.out.find(std::string(name) + " "), std::string::npos) << name;
  EXPECT_EQ(run_program("experiments nothing").status, 2);
}

TEST(Experiments, MeasureAndDraw) {
  const Folder folder;
  const std::string chart = (folder.path() / "chart.svg").string();
  for (const char* name :
       {"reuse --cards 6", "parallel --cards 6 --threads 2", "abc --cards 3 --seed 2", "law"}) {
    const auto ran = run_program("experiments --count 2 --picture " + chart + " " + name);
    EXPECT_EQ(ran.status, 0) << name << "\n" << ran.err;
    EXPECT_NE(content(chart).find("</svg>"), std::string::npos) << name;
    std::filesystem::remove(chart);
  }
  const auto json = run_program("experiments abc --count 1 --json");
  EXPECT_EQ(json.out.find("{\"experiment\":\"abc\""), 0U) << json.out;
}

TEST(Experiments, RunCommandsOfTheProgram) {
  const auto bids = run_program("experiments bids");
  EXPECT_EQ(bids.status, 0) << bids.err;
  EXPECT_NE(bids.out.find("\n3S: "), std::string::npos) << bids.out;
  EXPECT_NE(bids.out.find("3S is better in every row."), std::string::npos) << bids.out;
  const auto missing = run_program("experiments examples --examples /nowhere");
  EXPECT_EQ(missing.status, 2);
}

}  // namespace
}  // namespace yomi
