#include "yomi/formats/json.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "yomi/cards/random.h"

namespace yomi {
namespace {

TEST(Json, BracesMakeObjectsAndArrays) {
  Json made = {{"b", 1}, {"a", {1, "x", nullptr, true, 0.5}}, {"c", Json::array()}};
  made["d"]["e"] = std::vector<int>{1, 2};
  made["m"] = std::map<std::string, int>{{"k", 7}};
  made["c"].push_back("new");
  EXPECT_EQ(made.dump(), R"({"a":[1,"x",null,true,0.5],"b":1,"c":["new"],"d":{"e":[1,2]},"m":{"k":7}})");
  EXPECT_EQ(made.dump(Json::Keys::as_added),
            R"({"b":1,"a":[1,"x",null,true,0.5],"c":["new"],"d":{"e":[1,2]},"m":{"k":7}})");
}

TEST(Json, TextIsEscapedAndBadBytesReplaced) {
  EXPECT_EQ(Json("\"\\\n\x01\xE2\x99\xA0").dump(), "\"\\\"\\\\\\n\\u0001\xE2\x99\xA0\"");
  EXPECT_EQ(Json("a\xFF"
                 "b")
                .dump(),
            "\"a\xEF\xBF\xBD"
            "b\"");
}

TEST(Json, ParsesWhatItPrints) {
  const std::string text =
      R"({"a":[1,-2,18446744073709551615,1.5e-07],"b":{"c":"\u00e9\ud83c\udca1"},"d":[],"e":{}})";
  const auto parsed = Json::parse(text);
  ASSERT_TRUE(parsed) << parsed.error().to_string();
  const auto again = Json::parse(parsed->dump());
  ASSERT_TRUE(again);
  EXPECT_EQ(*parsed, *again);
  EXPECT_EQ(*parsed->find("b")->find("c")->text(), "\xC3\xA9\xF0\x9F\x82\xA1");
  EXPECT_EQ(Json::parse(R"({"a":1,"a":2})")->find("a")->integer(), 2);
}

TEST(Json, SaysWhatIsWrongAndWhere) {
  const std::vector<std::pair<std::string, std::uint32_t>> wrong = {
      {"", 1},    {"{", 2},   {"[1,", 4},       {"[1 2]", 4},   {"{\"a\" 1}", 6},
      {"nul", 1}, {"1 x", 3}, {"\"abc", 5},     {"\"\\q\"", 3}, {"{a:1}", 2},
      {"+1", 1},  {"-", 1},   {"\"\\u12\"", 4}, {"[1,]", 4},    {"{\"a\":1,}", 8}};
  for (const auto& [text, column] : wrong) {
    const auto parsed = Json::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().column, column) << text << ": " << parsed.error().to_string();
  }
}

TEST(Json, ADeepTextIsRefused) {
  const std::string deep(30'000'000, '[');
  EXPECT_FALSE(Json::parse(deep));
  const std::size_t most = Json::kMaxDepth;
  EXPECT_TRUE(Json::parse(std::string(most, '[') + std::string(most, ']')));
}

// Another program's reading of what is printed, and its printing of the same numbers.
TEST(Json, AnotherParserReadsTheSame) {
  Random random(7);
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    const Json printed = value;
    EXPECT_EQ(nlohmann::json::parse(printed.dump()).get<double>(), value);
    const auto parsed = Json::parse(printed.dump());
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->number(), value);
    const double plain = std::round(1e6 * random.unit()) / 1e3;
    EXPECT_EQ(Json(plain).dump(), nlohmann::json(plain).dump());
  }
  for (int i = 0; i < 2'000; ++i) {
    std::string plain;
    std::string bytes;
    for (std::uint32_t length = random.below(20); length > 0; --length) {
      plain += static_cast<char>(random.below(128));
      bytes += static_cast<char>(random.below(256));
    }
    EXPECT_EQ(Json(plain).dump(), nlohmann::json(plain).dump());
    EXPECT_TRUE(nlohmann::json::accept(Json(bytes).dump()));
  }
}

}  // namespace
}  // namespace yomi
