#include "yomi/bidding/system.h"

#include <gtest/gtest.h>

#include <map>

#include "yomi/bidding/bidder.h"
#include "yomi/bidding/check.h"
#include "yomi/bridge/deal.h"

namespace yomi::bidding {
namespace {

std::vector<Call> calls(std::initializer_list<const char*> words) {
  std::vector<Call> made;
  for (const char* word : words) made.push_back(*parse_call(word));
  return made;
}

std::optional<Letters> match(std::string_view pattern, const std::vector<Call>& made, bool ours_first) {
  const auto parsed = parse_pattern(pattern);
  EXPECT_TRUE(parsed.ok()) << pattern << ": " << parsed.error().to_string();
  return parsed.ok() ? parsed->match(made, ours_first) : std::nullopt;
}

TEST(BiddingPattern, Matches) {
  EXPECT_TRUE(match("", {}, true));
  EXPECT_FALSE(match("", calls({"1S", "P"}), true));
  EXPECT_TRUE(match("1M (P)", calls({"1S", "P"}), true));
  EXPECT_FALSE(match("1M (P)", calls({"1D", "P"}), true));
  EXPECT_FALSE(match("1M (P)", calls({"1S", "X"}), true));
  EXPECT_FALSE(match("1M (P)", calls({"1S", "P"}), false));
  EXPECT_TRUE(match("(1u)", calls({"1D"}), false));
  EXPECT_TRUE(match("(1u) P (P)", calls({"1D", "P", "P"}), false));
  EXPECT_TRUE(match("1m (*!P)", calls({"1D", "2S"}), true));
  EXPECT_FALSE(match("1m (*!P)", calls({"1D", "P"}), true));
  EXPECT_TRUE(match("1C|1D (P) 1M (P)", calls({"1D", "P", "1H", "P"}), true));
  EXPECT_TRUE(match("... #NT (P)", calls({"1D", "P", "1NT", "P"}), true));
  EXPECT_TRUE(match("1m ... (X)", calls({"1D", "P", "1NT", "X"}), true));
  EXPECT_TRUE(match("...", {}, true));
}

TEST(BiddingPattern, LettersStandForSuits) {
  const auto one = match("1M (P) 2m (P) 2O (P)", calls({"1H", "P", "2C", "P", "2S", "P"}), true);
  ASSERT_TRUE(one);
  EXPECT_EQ((*one)[Letter::major], Suit::hearts);
  EXPECT_EQ((*one)[Letter::other_major], Suit::spades);
  EXPECT_EQ((*one)[Letter::minor], Suit::clubs);
  EXPECT_EQ((*one)[Letter::other_minor], Suit::diamonds);
  EXPECT_FALSE(match("1u (P) 1v (P) 2u (P)", calls({"1C", "P", "1H", "P", "2H", "P"}), true));
  EXPECT_FALSE(match("1u (P) 2v (P)", calls({"1C", "P", "2C", "P"}), true));
  EXPECT_TRUE(match("1u (P) 2u (P)", calls({"1C", "P", "2C", "P"}), true));
}

TEST(BiddingPattern, ErrorsNameThePlace) {
  const auto wrong_at = [](std::string_view text) {
    const auto parsed = parse_pattern(text);
    EXPECT_FALSE(parsed.ok()) << text;
    return parsed.ok() ? 0U : parsed.error().column;
  };
  EXPECT_EQ(wrong_at("1S P"), 4U);
  EXPECT_EQ(wrong_at("1S (P) (P)"), 8U);
  EXPECT_EQ(wrong_at("1S"), 3U);
  EXPECT_EQ(wrong_at("1Q (P)"), 1U);
  EXPECT_EQ(wrong_at("1S (P"), 6U);
  EXPECT_EQ(wrong_at("1C|1u (P)"), 1U);
  EXPECT_EQ(wrong_at("P (1S)"), 1U);
}

Result<System> load(const std::map<std::string, std::string>& files, const std::string& first = "main.toml") {
  return load_system(first, [&](const std::string& path, const std::string&) -> Result<SourceText> {
    const auto found = files.find(path);
    if (found == files.end()) return Error{.what = "there is no such file", .file = path};
    return SourceText{path, found->second};
  });
}

std::string error_of(const std::string& text) {
  const auto loaded = load({{"main.toml", text}});
  EXPECT_FALSE(loaded.ok()) << text;
  return loaded.ok() ? "" : loaded.error().to_string();
}

TEST(BiddingSystem, ErrorsNameFileLineAndColumn) {
  const std::string head = "name = \"x\"\n[[group]]\nauction = \"\"\n";
  EXPECT_TRUE(error_of("").starts_with("main.toml:1:1: expected a key `name`"));
  EXPECT_TRUE(error_of("name = 3\n").starts_with("main.toml:1:8: expected a text"));
  EXPECT_TRUE(error_of("name = \"x\"\nnome = 3\n").starts_with("main.toml:2:1: expected one of name"));
  EXPECT_TRUE(error_of("name = \"x\"\n[[group]\n").starts_with("main.toml:2:"));
  EXPECT_TRUE(error_of("name = \"x\"\n[[group]]\nlines = []\n")
                  .starts_with("main.toml:2:1: expected a key `auction`"));
  EXPECT_TRUE(error_of(head).starts_with("main.toml:2:1: expected `lines`"));
  EXPECT_TRUE(error_of(head + "lines = [\n  { hand = \"S >= 5\" },\n]\n")
                  .starts_with("main.toml:5:3: expected a key `call`"));
  EXPECT_TRUE(
      error_of(head + "lines = [\n  { call = \"8S\" },\n]\n").starts_with("main.toml:5:13: expected a call"));
  EXPECT_TRUE(error_of(head + "lines = [\n  { call = \"1S\", hand = \"S >= 5 and hpc > 3\" },\n]\n")
                  .starts_with("main.toml:5:37: expected a name of the language, found 'hpc'"));
  EXPECT_TRUE(
      error_of(head + "lines = [\n  { call = \"1S\", hand = \"\"\"\nS >= 5 and\n hpc > 3\"\"\" },\n]\n")
          .starts_with("main.toml:7:2: expected a name"));
  EXPECT_TRUE(
      error_of(head + "lines = [\n  { call = \"1S\", hand = \"M >= 5\" },\n]\n").find("'M' is not bound") !=
      std::string::npos);
  EXPECT_TRUE(
      error_of(head + "lines = [\n  { call = \"1S\", if = \"S >= 5\" },\n]\n").find("public condition") !=
      std::string::npos);
  EXPECT_TRUE(error_of(head + "lines = [\n  { call = \"1S\", forcing = \"yes\" },\n]\n")
                  .starts_with("main.toml:5:28: "));
  EXPECT_TRUE(
      error_of("name = \"x\"\n[[group]]\nauction = \"1S P\"\nlines = []\n").starts_with("main.toml:3:15: "));
}

TEST(BiddingSystem, KeysOfManyPartsAreRefused) {
  std::string key = "a";
  for (int i = 0; i < 400'000; ++i) key += ".a";
  EXPECT_EQ(error_of("name = \"x\"\n" + key + " = 1\n"),
            "main.toml:2:2002: expected at most 1000 dots outside texts");
  EXPECT_EQ(error_of("[" + key + "]\n"), "main.toml:1:2003: expected at most 1000 dots outside texts");
}

TEST(BiddingSystem, Includes) {
  const std::string part = "[[group]]\nauction = \"\"\nlines = [ { call = \"1C\" } ]\n";
  const std::string more = "[[group]]\nauction = \"\"\nlines = [ { call = \"1D\" } ]\n";
  const auto loaded = load({{"main.toml", "name = \"x\"\ninclude = [\"a.toml\", \"b.toml\"]\n"},
                            {"a.toml", part},
                            {"b.toml", more}});
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
  ASSERT_EQ(loaded->lines.size(), 2U);
  EXPECT_LT(loaded->rank[1], loaded->rank[0]);  // the later file stands above
  const auto missing = load({{"main.toml", "name = \"x\"\ninclude = [\"a.toml\"]\n"}});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().to_string(), "main.toml:2:12: a.toml: there is no such file");
  const auto broken =
      load({{"main.toml", "name = \"x\"\ninclude = [\"a.toml\"]\n"}, {"a.toml", "[[group]]\nlines = 3"}});
  ASSERT_FALSE(broken.ok());
  EXPECT_TRUE(broken.error().to_string().starts_with("a.toml:1:1: "));
  const auto circle = load({{"main.toml", "name = \"x\"\ninclude = [\"main.toml\"]\n"}});
  ASSERT_FALSE(circle.ok());
  EXPECT_NE(circle.error().what.find("includes itself"), std::string::npos);
}

// What the partners agreed on about the play stands in the system file, or in a file that it names.
TEST(BiddingSystem, NamesItsCarding) {
  const std::string group = "[[group]]\nauction = \"\"\nlines = [ { call = \"1C\" } ]\n";
  const auto table =
      load({{"main.toml", "name = \"x\"\n" + group + "[carding]\ncount = \"none\"\n\ncount_kept = 0.5\n"}});
  ASSERT_TRUE(table.ok()) << table.error().to_string();
  EXPECT_EQ(table->carding.name, "main.toml");
  EXPECT_EQ(table->carding.text, "\n\n\n\n\ncount = none;\n\ncount_kept = 0.500000;") << "each in its line";
  const auto named = load(
      {{"main.toml", "name = \"x\"\ncarding = \"cards.txt\"\n" + group}, {"cards.txt", "count = none\n"}});
  ASSERT_TRUE(named.ok()) << named.error().to_string();
  EXPECT_EQ(named->carding.name, "cards.txt");
  EXPECT_EQ(named->carding.text, "count = none\n");
  EXPECT_EQ(error_of("name = \"x\"\ncarding = \"cards.txt\"\n"),
            "main.toml:2:11: cards.txt: there is no such file");
  EXPECT_EQ(error_of("name = \"x\"\ncarding = 3\n"), "main.toml:2:11: expected a text in quotes");
  // The including file's own go before those of its parts.
  const auto over =
      load({{"main.toml", "name = \"x\"\ninclude = [\"a.toml\"]\ncarding = { count = \"none\" }\n"},
            {"a.toml", "carding = \"cards.txt\"\n" + group},
            {"cards.txt", "count = reversed\n"}});
  ASSERT_TRUE(over.ok()) << over.error().to_string();
  EXPECT_EQ(over->carding.name, "main.toml");
}

TEST(BiddingSystem, ThoseThatShipLoad) {
  for (const std::string& name : shipped_systems()) {
    const auto loaded = load_shipped_system(name);
    EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  }
  EXPECT_FALSE(find_system("no-such-system").ok());
}

constexpr const char* kTiny = R"toml(
name = "tiny"
[[group]]
auction = ""
lines = [
  { call = "1NT", hand = "balanced and hcp in 15..17" },
  { call = "1u", hand = "u >= 4 and hcp >= 12" },
]
[[group]]
auction = "1u (P)"
lines = [
  { call = "2u", hand = "fit(u) >= 8 and hcp in 6..9", agrees = "u", forcing = "invite" },
  { call = "3NT", hand = "hcp >= 13 and balanced", forcing = "signoff" },
  { call = "2NT", hand = "hcp >= 13", forcing = "game", artificial = true, says = ["big"] },
]
[[group]]
auction = "1u (P) 2NT (P)"
lines = [
  { call = "P" },
  { call = "3u", hand = "u >= 6 and partner.said(big)" },
]
)toml";

AuctionState tiny_auction() {
  auto loaded = load({{"main.toml", kTiny}});
  EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  const auto system = std::make_shared<const System>(std::move(loaded).value());
  return AuctionState({system, system}, Seat::north, Vulnerability::none, std::make_shared<GridMemory>());
}

Call call_for(const AuctionState& state, std::string_view hand) {
  return choose(state, HandFeatures(*parse_hand(hand))).call;
}

TEST(AuctionState, ChoosesAndReads) {
  AuctionState state = tiny_auction();
  EXPECT_EQ(to_string(call_for(state, "AK52.K3.Q984.AJ7")), "1NT");
  EXPECT_EQ(to_string(call_for(state, "AK52.AK3.Q984.A7")), "1D");  // four and four: the cheaper
  EXPECT_EQ(to_string(call_for(state, "AK542.2.AQ984.A7")), "1S");  // five and five: the higher
  EXPECT_EQ(to_string(call_for(state, "5432.432.432.432")), "Pass");
  // One diamond: no balanced 15 to 17, no longer suit, hearts and spades shorter or equal.
  const AuctionState::Meaning diamonds = state.meaning(*parse_call("1D"));
  EXPECT_FALSE(diamonds.hands.contains(*parse_hand("AK52.K3.Q984.AJ7")));
  EXPECT_TRUE(diamonds.hands.contains(*parse_hand("AK52.AK3.Q984.A7")));
  EXPECT_FALSE(diamonds.hands.contains(*parse_hand("AK542.2.AQ984.A7")));
  ASSERT_TRUE(state.add(*parse_call("1D")));
  EXPECT_EQ(state.shown(Seat::north).hand.of(Suit::diamonds).min, 4);
  EXPECT_EQ(state.shown(Seat::north).hand.hcp.min, 12);
  ASSERT_TRUE(state.add(Call::pass()));
  EXPECT_EQ(to_string(call_for(state, "432.432.KQ43.Q32")), "2D");
  ASSERT_TRUE(state.add(*parse_call("2NT")));
  EXPECT_FALSE(state.interpreted_calls().back().natural);
  ASSERT_TRUE(state.add(Call::pass()));
  // Partner's call forces to game: the line that passes is not offered.
  EXPECT_TRUE(state.situation().forced);
  EXPECT_EQ(to_string(call_for(state, "K2.A32.KQ9843.A2")), "3D");
  EXPECT_EQ(to_string(call_for(state, "K32.A32.KQ98.A32")), "3D");  // no line fits: back to our suit
}

TEST(AuctionState, AStrangeCallIsNoMistake) {
  AuctionState state = tiny_auction();
  ASSERT_TRUE(state.add(*parse_call("7NT")));
  EXPECT_EQ(state.known(Seat::north), HandGrid::everything());
  EXPECT_FALSE(state.add(*parse_call("1C")));
  EXPECT_TRUE(call_for(state, "AK52.K3.Q984.AJ7").is_pass());
}

TEST(BiddingCheck, FindsWhatIsWrong) {
  auto loaded = load({{"main.toml", R"toml(
name = "wrong"
[[group]]
auction = ""
lines = [
  { call = "1S", hand = "S >= 5" },
  { call = "1H", hand = "S >= 6 and H >= 5" },
  { call = "2C", hand = "hcp >= 30" },
]
[[group]]
auction = ""
lines = [ { call = "1NT", hand = "hcp in 15..17" } ]
[[group]]
auction = "7C (P)"
lines = [ { call = "7D" } ]
)toml"}});
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
  const auto system = std::make_shared<const System>(std::move(loaded).value());
  const CheckReport report = check_system(system, system, {.breadth = 50, .walks = 20});
  std::map<Finding::Kind, std::vector<Finding>> by_kind;
  for (const Finding& finding : report.findings) by_kind[finding.kind].push_back(finding);
  ASSERT_EQ(by_kind[Finding::Kind::unreachable].size(), 1U);
  EXPECT_EQ(by_kind[Finding::Kind::unreachable][0].place, "main.toml:7:3");
  ASSERT_EQ(by_kind[Finding::Kind::overlap].size(), 2U);  // 1NT against 1S and against 1H
  EXPECT_FALSE(by_kind[Finding::Kind::no_answer].empty());
  ASSERT_EQ(by_kind[Finding::Kind::not_met].size(), 1U);
  EXPECT_EQ(report.lines, 5U);
}

TEST(BiddingCheck, CommonSenseIsJudgedByManyPositionsOnly) {
  auto loaded = load({{"main.toml", R"toml(
name = "common sense"
[[group]]
auction = ""
lines = [ { call = "P" } ]
[[group]]
auction = ""
general = true
lines = [ { call = "1C" } ]
)toml"}});
  ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
  const auto system = std::make_shared<const System>(std::move(loaded).value());
  const auto kind_of_second = [&](std::size_t walks) {
    const CheckReport report = check_system(system, system, {.breadth = 1, .walks = walks});
    for (const Finding& finding : report.findings) {
      if (finding.place == "main.toml:9:11") return finding.kind;
    }
    return Finding::Kind::no_answer;
  };
  EXPECT_EQ(kind_of_second(4), Finding::Kind::not_met);
  EXPECT_EQ(kind_of_second(2000), Finding::Kind::unreachable);
}

}  // namespace
}  // namespace yomi::bidding
