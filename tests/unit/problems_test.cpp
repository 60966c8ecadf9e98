// Mined problems: what is written can be read and says the same, and the set in the tree is whole.
#include "yomi/play/problems.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "yomi/formats/pbn.h"

namespace yomi::play {
namespace {

CardSet cards_in(const std::string& text) {
  CardSet made;
  for (std::size_t at = 0; at + 1 < text.size(); at += 3) made.insert(*parse_card(text.substr(at, 2)));
  return made;
}

TEST(Problems, WhatIsWrittenIsRead) {
  const Random random(1);
  std::array<bool, kThemes> wanted;
  wanted.fill(true);
  int found = 0;
  for (std::uint64_t i = 0; i < 4000 && found < 6; ++i) {
    Random own = random.split(i);
    const auto problem = try_problem(own, wanted);
    if (!problem) continue;
    ++found;
    const std::string text = to_pbn(*problem, 1);
    const pbn::File file = pbn::read(text, "problem.pbn");
    ASSERT_EQ(file.boards.size(), 1U) << text;
    const auto situation = look(file.boards.front(), "problem.pbn");
    ASSERT_TRUE(situation.ok()) << situation.error().to_string() << "\n" << text;
    EXPECT_EQ(situation->seen.chair, problem->situation.seen.chair);
    EXPECT_EQ(situation->seen.play, problem->situation.seen.play);
    EXPECT_EQ(situation->legal, problem->situation.legal);
    EXPECT_EQ(situation->table.meanings.size(), problem->ending.table.meanings.size());
    EXPECT_EQ(cards_in(*file.boards.front().value("Answer")), problem->answers);
    // Some card is wrong, and what is right loses nothing.
    const CardSet all = problem->candidates.empty() ? situation->legal : problem->candidates;
    EXPECT_TRUE(all.contains(problem->answers));
    EXPECT_NE(all, problem->answers);
    for (const CardFigures& one : problem->figures) {
      if (!problem->value) continue;
      if (problem->answers.contains(one.card))
        EXPECT_LE(one.loss, kRight);
      else
        EXPECT_GE(one.loss, kWrong);
    }
  }
  EXPECT_GE(found, 6);
}

TEST(Problems, TheSetInTheTreeCanBeAsked) {
  const std::filesystem::path folder = std::filesystem::path(YOMI_SOURCE_DIR) / "problems";
  int files = 0;
  for (int t = 0; t < kThemes; ++t) {
    const auto theme = static_cast<Theme>(t);
    const std::filesystem::path path = folder / (std::string(file_name(theme)) + ".pbn");
    std::ifstream in(path);
    if (!in) continue;
    ++files;
    std::stringstream text;
    text << in.rdbuf();
    const std::string whole = text.str();
    for (const pbn::Board& board : pbn::read(whole, path.string()).boards) {
      const auto situation = look(board, path.string());
      ASSERT_TRUE(situation.ok()) << situation.error().to_string();
      EXPECT_EQ(board.value("Theme"), std::string(to_string(theme)));
      EXPECT_TRUE(board.value("Proof").has_value());
      const CardSet answers = cards_in(*board.value("Answer"));
      EXPECT_FALSE(answers.empty());
      EXPECT_TRUE(situation->legal.contains(answers)) << *board.value("Event");
      EXPECT_NE(situation->legal, answers) << *board.value("Event");
    }
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace yomi::play
