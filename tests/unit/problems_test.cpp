// Mined problems: what is written can be read and says the same, and the set in the tree is whole.
#include "yomi/lab/problems.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "yomi/formats/pbn.h"

namespace yomi::lab {
namespace {

CardSet cards_in(const std::string& text) {
  CardSet made;
  for (std::size_t at = 0; at + 1 < text.size(); at += 3) made.insert(*parse_card(text.substr(at, 2)));
  return made;
}

TEST(Problems, WhatIsWrittenIsRead) {
  const Random random(1);
  ProblemSpec spec;
  spec.themes.fill(true);
  int found = 0;
  for (std::uint64_t i = 0; i < 4000 && found < 6; ++i) {
    Random own = random.split(i);
    const auto problem = try_problem(own, spec);
    if (!problem) continue;
    ++found;
    const std::string text = to_pbn(*problem, 1);
    const pbn::File file = pbn::read(text, "problem.pbn");
    ASSERT_EQ(file.boards.size(), 1U) << text;
    const auto decision = play::look(pbn::board_of(file.boards.front()));
    ASSERT_TRUE(decision.ok()) << decision.error().to_string() << "\n" << text;
    EXPECT_EQ(decision->seen.chair, problem->decision.seen.chair);
    EXPECT_EQ(decision->seen.play, problem->decision.seen.play);
    EXPECT_EQ(decision->legal, problem->decision.legal);
    EXPECT_EQ(decision->context.meanings.size(), problem->ending.context.meanings.size());
    EXPECT_EQ(cards_in(*file.boards.front().value("Answer")), problem->answers);
    // Some card is wrong, and what is right loses nothing.
    const CardSet all = problem->candidates.empty() ? decision->legal : problem->candidates;
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

// A board of which so many cards were played, at random.
Board played_board(Random random, std::size_t cards) {
  Board board;
  board.set_deal(random_deal(random));
  board.set_contract({.level = 4, .strain = Strain::hearts, .declarer = Seat::east});
  Position position = *board.start();
  while (board.play.size() < cards) {
    const CardSet legal = position.legal();
    auto card = legal.begin();
    for (std::uint32_t i = random.below(static_cast<std::uint32_t>(legal.size())); i > 0; --i) ++card;
    board.play.push_back(*card);
    position.play(board.play.back());
  }
  return board;
}

TEST(Problems, EndingsOfPlayedBoardsAreAsTheyWerePlayed) {
  const Random random(2);
  int found = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random own = random.split(i);
    const Board board = played_board(own.split(1), i % 2 == 0 ? 30 : 43);
    const auto ending = try_ending(own, {.cards = 3, .on_table = 2, .layouts = 40, .low_cards = 0.5}, &board);
    if (!ending) continue;
    ++found;
    EXPECT_EQ(ending->deals[ending->truth], board.deal);
    EXPECT_EQ(ending->context.contract.declarer, Seat::east);
    EXPECT_EQ(ending->context.contract.strain, Strain::hearts);
    ASSERT_EQ(ending->before.size(), 42U);
    const auto same = static_cast<std::ptrdiff_t>(std::min<std::size_t>(42, board.play.size()));
    EXPECT_TRUE(std::equal(ending->before.begin(), ending->before.begin() + same, board.play.begin()));
  }
  EXPECT_GE(found, 50);
  Random own = random.split(0);
  const Board passed_out{.deal = random_deal(own)};
  EXPECT_FALSE(try_ending(own, {}, &passed_out));
}

TEST(Problems, HardOnesAreNotSeenDoubleDummy) {
  const Random random(3);
  ProblemSpec spec{.hard = true};
  spec.themes.fill(true);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Random own = random.split(i);
    const auto problem = try_problem(own, spec);
    if (!problem) continue;
    double right = 0;
    double wrong = 0;
    for (const CardFigures& one : problem->figures) {
      double& best = problem->answers.contains(one.card) ? right : wrong;
      best = std::max(best, one.double_dummy);
    }
    EXPECT_GE(wrong, right - kRight) << to_pbn(*problem, 1);
  }
}

void expect_askable(const std::filesystem::path& folder) {
  for (int t = 0; t < kThemes; ++t) {
    const auto theme = static_cast<Theme>(t);
    const std::filesystem::path path = folder / (std::string(file_name(theme)) + ".pbn");
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    const std::string whole = text.str();
    const pbn::File file = pbn::read(whole, path.string());
    EXPECT_GE(file.boards.size(), 20U) << path;
    for (const pbn::Record& board : file.boards) {
      const auto decision = play::look(pbn::board_of(board));
      ASSERT_TRUE(decision.ok()) << decision.error().to_string();
      EXPECT_EQ(board.value("Theme"), std::string(to_string(theme)));
      EXPECT_TRUE(board.value("Proof").has_value());
      const CardSet answers = cards_in(*board.value("Answer"));
      EXPECT_FALSE(answers.empty());
      EXPECT_TRUE(decision->legal.contains(answers)) << *board.value("Event");
      EXPECT_NE(decision->legal, answers) << *board.value("Event");
    }
  }
}

TEST(Problems, TheSetInTheTreeCanBeAsked) {
  const std::filesystem::path folder = std::filesystem::path(YOMI_SOURCE_DIR) / "problems";
  expect_askable(folder);
  expect_askable(folder / "hard");
}

}  // namespace
}  // namespace yomi::lab
