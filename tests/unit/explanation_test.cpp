// Explanations of calls in people's words.
#include "yomi/dealer/explanation.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "yomi/dealer/meaning.h"
#include "yomi/dealer/script.h"
#include "yomi/formats/board_reader.h"
#include "yomi/formats/text.h"

namespace yomi::dealer {
namespace {

std::string said(std::string_view text, Call call = Call::bid(1, Strain::diamonds)) {
  return explained(text, call).value_or("-");
}

TEST(Explanation, LengthsAndPoints) {
  EXPECT_EQ(said("7+ !C; 5-9 HCP"), "clubs(self) >= 7 && hcp(self) >= 5 && hcp(self) <= 9");
  EXPECT_EQ(said("Minor suit opening -- 3+ !D; 11-21 HCP; 12-22 total points"),
            "diamonds(self) >= 3 && hcp(self) >= 11 && hcp(self) <= 21 && hcp(self) <= 22");
  EXPECT_EQ(said("2-5 !C; 18- total points"), "clubs(self) >= 2 && clubs(self) <= 5 && hcp(self) <= 18");
  EXPECT_EQ(said("4+ !D; 3- !H; 11+ HCP"), "diamonds(self) >= 4 && hearts(self) <= 3 && hcp(self) >= 11");
  EXPECT_EQ(said("12-14"), "hcp(self) >= 12 && hcp(self) <= 14");
  EXPECT_EQ(said("12 14"), "hcp(self) >= 12 && hcp(self) <= 14");
  EXPECT_EQ(said("14+p, 5+!S"), "hcp(self) >= 14 && spades(self) >= 5");
  EXPECT_EQ(said("16+HCP any"), "hcp(self) >= 16");
  EXPECT_EQ(said("6+!Hs, <3!Ss"), "hearts(self) >= 6 && spades(self) <= 2");
  EXPECT_EQ(said("1+!d 10-15"), "diamonds(self) >= 1 && hcp(self) >= 10 && hcp(self) <= 15");
  EXPECT_EQ(said("13-14, 4k!s"), "hcp(self) >= 13 && hcp(self) <= 14 && spades(self) == 4");
  EXPECT_EQ(said("at least 4!h"), "hearts(self) >= 4");
  EXPECT_EQ(said("4+ \u2660, 3 or more hearts"), "spades(self) >= 4 && hearts(self) >= 3");
  EXPECT_EQ(said("2+"), "diamonds(self) >= 2") << "of the suit bid";
  EXPECT_EQ(said("5314"), "shape(self, 5314)");
}

TEST(Explanation, Words) {
  EXPECT_EQ(said("!S"), "spades(self) >= 4");
  EXPECT_EQ(said("spades"), "spades(self) >= 4");
  EXPECT_EQ(said("both M weak"), "hearts(self) >= 4 && spades(self) >= 4 && hcp(self) <= 10");
  EXPECT_EQ(said("minors"), "clubs(self) >= 4 && diamonds(self) >= 4");
  EXPECT_EQ(said("rebiddable !D; forcing"), "diamonds(self) >= 5");
  EXPECT_EQ(said("NAT, FG"), "diamonds(self) >= 4 && hcp(self) >= 11");
  EXPECT_EQ(said("3-7(8)"), "hcp(self) >= 3 && hcp(self) <= 7");
  EXPECT_EQ(said("no M"), "hearts(self) <= 3 && spades(self) <= 3");
  for (const char* none : {"", "asking", "relay", "!s cue", "re transf", "1 or 4", "!s or a cue",
                           "14+ or asking", "puppet to 4H", "total points", "!", "-", "99999999999"})
    EXPECT_EQ(said(none), "-") << none;
}

TEST(Explanation, ShortnessAndConventions) {
  EXPECT_EQ(said("!s stiff"), "spades(self) <= 1");
  EXPECT_EQ(said("void !H"), "hearts(self) == 0");
  EXPECT_EQ(said("superaccept with xx !C"), "clubs(self) == 2");
  EXPECT_EQ(said("splinter"), "diamonds(self) <= 1") << "in the suit bid";
  EXPECT_EQ(said("splinter", Call::x()), "-");
  EXPECT_EQ(said("takeout of !Hs", Call::x()), "hearts(self) <= 3 && hcp(self) >= 10");
  EXPECT_EQ(said("transfer"), "hearts(self) >= 4") << "at the one level";
  EXPECT_EQ(said("transfer", Call::bid(2, Strain::hearts)), "spades(self) >= 5");
  EXPECT_EQ(said("tr!h"), "hearts(self) >= 5");
  EXPECT_EQ(said("Stayman --", Call::bid(2, Strain::clubs)), "(hearts(self) >= 4 || spades(self) >= 4)");
  EXPECT_EQ(said("5+ heartsGF"), "hearts(self) >= 5 && hcp(self) >= 11");
  EXPECT_EQ(said("sp+minor"), "spades(self) >= 4 && (clubs(self) >= 4 || diamonds(self) >= 4)");
  EXPECT_EQ(said("!s or both minors"), "(spades(self) >= 4 || clubs(self) >= 4 && diamonds(self) >= 4)");
  EXPECT_EQ(said("14+ with !Cs or 15+pNT"), "(hcp(self) >= 14 || hcp(self) >= 15)");
  EXPECT_EQ(said("inv+"), "hcp(self) >= 10");
  EXPECT_EQ(said("inv"), "hcp(self) >= 10 && hcp(self) <= 12");
  EXPECT_EQ(said("limit raise of !d or better"), "hcp(self) >= 10 && diamonds(self) >= 3");
  EXPECT_EQ(said("no 5 card Major"), "hearts(self) <= 4 && spades(self) <= 4");
  EXPECT_EQ(said("single major"), "(hearts(self) >= 5 || spades(self) >= 5)");
  EXPECT_EQ(said("forcing 1NT", Call::bid(1, Strain::no_trump)), "hcp(self) >= 5 && hcp(self) <= 12");
}

TEST(Explanation, EveryConditionIsOneOfTheLanguage) {
  Random random(5);
  constexpr std::string_view kPieces[] = {"5",  "+",      "-",    "!C",     "!s", " ",    "HCP", ",",
                                          ";",  "hearts", "<",    "12",     "or", "more", "bal", "weak",
                                          "no", "M",      "4414", "\u2665", "p",  "any"};
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (std::uint32_t left = random.below(9); left > 0; --left)
      text += kPieces[random.below(std::size(kPieces))];
    const auto condition = explained(text, Call::bid(2, Strain::hearts));
    if (condition) EXPECT_TRUE(parse_expression(*condition, Seat::east).ok()) << text << ": " << *condition;
  }
}

// Prints what share of the explained calls in real records became conditions, and the rest.
TEST(Explanation, ShareOfRealRecords) {
  const auto folder = std::filesystem::path(YOMI_SOURCE_DIR) / ".." / "shared" / "data";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not here";
  for (const std::string name : {"lin", "pbn"}) {
    int all = 0;
    int understood = 0;
    std::map<std::string, int> rest;
    for (const auto& entry : std::filesystem::directory_iterator(folder / name)) {
      std::stringstream bytes;
      bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      const std::string text = text::decode(bytes.str());
      BoardReader reader(text, "t", guess_format(text).value_or(BoardFormat::pbn));
      while (const auto read = reader.next()) {
        for (const BoardCall& call : read->board.calls) {
          if (call.explanation.empty()) continue;
          ++all;
          if (explained(call.explanation, call.call))
            ++understood;
          else
            ++rest[call.explanation];
        }
      }
    }
    std::string list;
    for (const auto& [text, count] : rest) list += "  " + std::to_string(count) + " " + text + "\n";
    std::cout << name << ": " << understood << " of " << all << " explained calls are conditions; the rest:\n"
              << list;
    EXPECT_GT(all, 100);
    EXPECT_GT(10 * understood, (name == "pbn" ? 9 : 6) * all);
  }
}

}  // namespace
}  // namespace yomi::dealer
