// Convention cards, and how much of the bidding a system's agreements decide.
#include <gtest/gtest.h>

#include <algorithm>

#include "yomi/bidding/check.h"
#include "yomi/bidding/convention_card.h"
#include "yomi/bidding/coverage.h"

namespace yomi::bidding {
namespace {

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

TEST(ConventionCard, SaysWhatIsHonoured) {
  const auto card = parse_convention_card(
      "System type = 0\r\nJacoby 2NT = 1\nMulti = 1\nCappelletti = 1\nSome relay = 1\nTexas = 0\n");
  ASSERT_TRUE(card.ok()) << card.error().to_string();
  EXPECT_EQ(card->system, "two-over-one");
  EXPECT_TRUE(has(card->played, "Jacoby 2NT"));
  EXPECT_TRUE(has(card->played, "Cappelletti"));
  EXPECT_TRUE(has(card->parts, "parts/cappelletti.toml"));
  EXPECT_TRUE(has(card->differing, "Multi = 1"));
  EXPECT_TRUE(has(card->differing, "Texas = 0"));
  EXPECT_EQ(card->unknown, 1);
  EXPECT_NE(in_words(*card).find("played otherwise: Multi = 1, Texas = 0"), std::string::npos);
}

TEST(ConventionCard, EveryKindLoads) {
  for (const int type : {0, 1, 3, 4}) {
    const auto card =
        parse_convention_card("System type = " + std::to_string(type) + "\nBlackwood 0123 = 1\n");
    ASSERT_TRUE(card.ok());
    const std::string text = system_text(*card, "card");
    const auto system =
        load_system("card", [&](const std::string& path, const std::string& from) -> Result<SourceText> {
          if (from.empty()) return SourceText{"card", text};
          return SourceText{path, "name = 'part'\n"};
        });
    EXPECT_TRUE(system.ok()) << system.error().to_string();
  }
}

TEST(ConventionCard, ErrorsHaveAPlace) {
  const auto wrong = [](std::string_view text, std::uint32_t line, std::string_view what) {
    const auto card = parse_convention_card(text);
    ASSERT_FALSE(card.ok());
    EXPECT_EQ(card.error().line, line);
    EXPECT_NE(card.error().what.find(what), std::string::npos) << card.error().what;
  };
  wrong("System type = 0\nMulti\n", 2, "expected a setting");
  wrong("System type = 0\nMulti = yes\n", 2, "expected a number");
  wrong("\nSystem type = 2\n", 2, "Polish Club");
  wrong("System type = 9\n", 1, "0 to 4");
  wrong("Multi = 1\n", 1, "System type");
}

Result<System> load_text(const std::string& text) {
  return load_system("mine.toml", [&](const std::string&, const std::string&) {
    return SourceText{"mine.toml", text};
  });
}

constexpr const char* kOpenings = R"(name = "Mine"
[[group]]
auction = ""
lines = [ { call = "1S", hand = "S >= 5" }, { call = "P" } ]
examples = [
  { hand = "AKQ32.432.432.32", after = "", call = "1S", why = "five spades" },
  { hand = "AKQ3.5432.432.32", after = "P", call = "1S" },
]
)";

TEST(Examples, TheCheckerAsksThem) {
  auto loaded = load_text(kOpenings);
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
  ASSERT_EQ(loaded->examples.size(), 2U);
  EXPECT_EQ(loaded->examples[0].why, "five spades");
  const auto system = std::make_shared<const System>(std::move(loaded).value());
  const CheckReport report = check_system(system, system, {.breadth = 20, .walks = 5});
  EXPECT_EQ(report.examples, 2U);
  const auto wrong = std::count_if(report.findings.begin(), report.findings.end(), [](const Finding& one) {
    return one.kind == Finding::Kind::example && one.place == "mine.toml:7:3" &&
           one.what.find("expected 1S with AKQ3.5432.432.32, found P") == 0;
  });
  EXPECT_EQ(wrong, 1);
}

TEST(Examples, ErrorsHaveAPlace) {
  const auto broken = [](const std::string& example) {
    const auto loaded =
        load_text("name = 'Mine'\n[[group]]\nauction = ''\nlines = [ { call = 'P' } ]\nexamples = [ " +
                  example + " ]\n");
    EXPECT_FALSE(loaded.ok());
    return loaded.ok() ? "" : loaded.error().to_string();
  };
  EXPECT_NE(broken("{ hand = 'AKQ32.432.432', after = '', call = '1S' }").find("mine.toml:5:"),
            std::string::npos);
  EXPECT_NE(broken("{ hand = 'AKQ32.432.432.32', after = '1S 1H', call = '1S' }").find("'1H'"),
            std::string::npos);
  EXPECT_NE(broken("{ hand = 'AKQ32.432.432.32', after = '1S', call = '1H' }").find("legal"),
            std::string::npos);
  EXPECT_NE(broken("{ hand = 'AKQ32.432.432.32', call = '1H' }").find("`after`"), std::string::npos);
}

TEST(Coverage, OpeningsAreDecidedByAgreements) {
  auto loaded = load_shipped_system("two-over-one");
  ASSERT_TRUE(loaded.ok());
  const auto system = std::make_shared<const System>(std::move(loaded).value());
  const Coverage made = measure_coverage(system, system, {.deals = 60});
  EXPECT_GT(made.cells[0][0].calls, 60U);
  EXPECT_GT(made.cells[0][0].share(), 0.95);
  EXPECT_GT(made.cells[1][1].calls, 0U);
  EXPECT_LT(made.cells[1][1].share(), 1.0);
  EXPECT_NE(to_string(made).find("contested"), std::string::npos);
}

}  // namespace
}  // namespace yomi::bidding
