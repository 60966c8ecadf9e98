// The one table of card-players' settings: what it reads, what it writes, and that the reference shows it.
#include "yomi/play/settings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace yomi::play {
namespace {

// A row of the table in docs/reference/settings.md.
std::string reference_row(const Setting& row) {
  const auto words = row.words();
  const std::string values =
      words.empty() ? row.most > 0 ? fmt::format("{} to {}", row.least, row.most) : std::string(row.kind)
                    : fmt::format("`{}`", fmt::join(words, "`, `"));
  return fmt::format("| `{}` | {} | {} | {} | {} | {} |", row.name,
                     row.is_flag ? fmt::format("`--{}`", row.name) : "", row.of, values, row.get(Settings{}),
                     row.meaning);
}

TEST(SettingsTable, WhatIsWrittenIsRead) {
  const Settings usual;
  std::set<std::string_view> names;
  for (const Setting& one : all_settings()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name << " is there twice";
    for (std::string value : one.words().empty() ? std::vector{one.get(usual)} : one.words()) {
      Settings made;
      EXPECT_FALSE(change(made, one.name, value).has_value()) << one.name << "=" << value;
      EXPECT_EQ(one.get(made), value);
    }
    if (one.most == 0) continue;
    for (const double end : {one.least, one.most}) {
      Settings made;
      EXPECT_FALSE(change(made, one.name, fmt::format("{}", end)).has_value()) << one.name;
      EXPECT_EQ(one.get(made), fmt::format("{}", end));
    }
    Settings made;
    EXPECT_TRUE(change(made, one.name, fmt::format("{}", one.most + 1)).has_value()) << one.name;
    EXPECT_EQ(one.get(made), one.get(usual));
  }
}

TEST(SettingsTable, WhatIsNoValueIsNamed) {
  Settings made;
  for (const Setting& one : all_settings()) {
    const auto error = change(made, one.name, "perhaps");
    ASSERT_TRUE(error.has_value()) << one.name;
    EXPECT_EQ(error->what, fmt::format("{}: expected {}, found 'perhaps'", one.name, one.expected()));
  }
  EXPECT_EQ(change(made, "risk", "2")->what, "risk: expected a number from 0 to 1, found '2'");
  EXPECT_EQ(change(made, "clock", "sun")->what, "clock: expected wall, cpu or nodes, found 'sun'");
  EXPECT_EQ(change_all(made, "risk=0.5,cards")->column, 10U);
  EXPECT_EQ(parse_settings("reader:risk=0.5,speed=9").error().column, 17U);
  EXPECT_EQ(parse_settings("robot").error().column, 1U);
}

TEST(SettingsTable, ATextSetsWhatItNames) {
  const auto made = parse_settings("abc:ties=cooperative,small=9,depth=4", {.deals = 7});
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->engine, Engine::abc);
  EXPECT_EQ(made->deals, 7U);
  EXPECT_EQ(made->abc.ties, Ties::cooperative);
  EXPECT_EQ(made->abc.small, Rank::nine);
  EXPECT_EQ(made->abc.depth, 4);
}

TEST(SettingsTable, TheReferenceShowsIt) {
  std::ifstream file(YOMI_SOURCE_DIR "/docs/reference/settings.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string wanted;
  for (const Setting& one : all_settings()) wanted += reference_row(one) + "\n";
  EXPECT_NE(text.str().find(wanted), std::string::npos)
      << "docs/reference/settings.md is to have these rows:\n"
      << wanted;
}

}  // namespace
}  // namespace yomi::play
