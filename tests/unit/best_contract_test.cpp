// The contract two hands should be in, over the deals that an auction allows; and the themes.
#include "yomi/bidding/best_contract.h"

#include <gtest/gtest.h>

#include "yomi/bidding/system.h"
#include "yomi/dealer/script.h"
#include "yomi/dealer/themes.h"
#include "yomi/formats/hand_text.h"

namespace yomi::bidding {
namespace {

AuctionState auction_of(std::string_view calls) {
  const auto system = std::make_shared<const System>(*load_shipped_system("two-over-one"));
  AuctionState state({system, system}, Seat::north, Vulnerability::none, std::make_shared<GridMemory>());
  const auto made = parse_calls_text(calls);
  for (const Call call : *made) EXPECT_TRUE(state.add(call));
  return state;
}

const Deal kSlam = *parse_deal("N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.8765.765.876 432.432.432.5432");

TEST(BestContract, AGrandSlamThatAlwaysMakes) {
  dd::Solver solver;
  const ContractChances made =
      weigh_contracts(auction_of("2C P 2D P 7NT P P P"), kSlam, Side::ns, 5, Random(1), solver);
  EXPECT_EQ(made.deals, 5);
  ASSERT_EQ(made.best.size(), 5U);
  EXPECT_EQ(to_string(made.best.front().contract), "7NT");
  EXPECT_EQ(made.best.front().makes, 1);
  EXPECT_EQ(made.best.front().points, 1520);
  ASSERT_TRUE(made.reached);
  EXPECT_EQ(made.reached->makes, 1);
  for (std::size_t i = 1; i < made.best.size(); ++i) EXPECT_LE(made.best[i].points, made.best[i - 1].points);
}

// The other side of the same table has nothing, and did not declare.
TEST(BestContract, TheWeakSide) {
  dd::Solver solver;
  const ContractChances made = weigh_contracts(auction_of("P P P P"), kSlam, Side::ew, 3, Random(1), solver);
  EXPECT_EQ(made.best.front().makes, 0);
  EXPECT_FALSE(made.reached);
}

// Calls that no hand of the rest can have are given up, and it is said.
TEST(BestContract, CallsThatDoNotFitTheCards) {
  dd::Solver solver;
  const ContractChances made =
      weigh_contracts(auction_of("P 2C P 3NT P P P"), kSlam, Side::ns, 2, Random(1), solver);
  EXPECT_TRUE(made.readings_dropped);
  EXPECT_EQ(made.deals, 2);
}

TEST(Themes, EachIsAScriptWithAFirstLineThatSaysWhat) {
  ASSERT_FALSE(dealer::themes().empty());
  for (const dealer::Theme& theme : dealer::themes()) {
    EXPECT_TRUE(dealer::parse_script(theme.script, std::string(theme.name))) << theme.name;
    EXPECT_NE(dealer::about(theme).find(": "), std::string_view::npos) << theme.name;
    EXPECT_EQ(dealer::find_theme(theme.name), &theme);
  }
}

TEST(Themes, AreFoundAsPeopleWriteThem) {
  ASSERT_NE(dealer::find_theme("Slam tries"), nullptr);
  EXPECT_EQ(dealer::find_theme("slam")->name, "slam-tries");
  EXPECT_EQ(dealer::find_theme("Stayman")->name, "stayman");
  EXPECT_EQ(dealer::find_theme("st"), nullptr) << "stayman or strong-hands";
  EXPECT_EQ(dealer::find_theme(""), nullptr);
}

}  // namespace
}  // namespace yomi::bidding
