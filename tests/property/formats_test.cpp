#include <gtest/gtest.h>

#include "support/boards.h"
#include "yomi/formats/problem.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

// The calls and their explanations follow from the sections, which the random records have set alone.
Board without_calls(Board board) {
  board.calls.clear();
  return board;
}

void expect_same(const pbn::Record& a, const pbn::Record& b, const std::string& text) {
  EXPECT_TRUE(without_calls(a.board) == without_calls(b.board)) << text;
  EXPECT_EQ(a.bidding, b.bidding) << text;
  EXPECT_EQ(a.play, b.play) << text;
}

TEST(Pbn, RandomBoardsComeBackInBothStyles) {
  Random random(20);
  for (int i = 0; i < 2000 && !::testing::Test::HasFailure(); ++i) {
    pbn::File file;
    for (std::uint32_t left = 1 + random.below(3); left > 0; --left) {
      file.boards.push_back(testing::random_record(random));
    }
    for (pbn::Style style : {pbn::Style::as_read, pbn::Style::export_format}) {
      const std::string text = pbn::write(file, style);
      const pbn::File again = pbn::read(text::decode(text), "again");
      ASSERT_EQ(again.boards.size(), file.boards.size()) << text;
      for (std::size_t k = 0; k < file.boards.size(); ++k) {
        ASSERT_TRUE(again.boards[k].ok()) << again.boards[k].errors[0].to_string() << "\n" << text;
        expect_same(again.boards[k], file.boards[k], text);
        EXPECT_EQ(again.boards[k].find("Event")->value, file.boards[k].find("Event")->value);
        const auto* strange = file.boards[k].find("Strange");
        ASSERT_EQ(again.boards[k].find("Strange") != nullptr, strange != nullptr);
        if (strange != nullptr) {
          EXPECT_EQ(again.boards[k].find("Strange")->value, strange->value) << text;
        }
      }
      // What was read is written back in the same words.
      EXPECT_EQ(pbn::write(again, style), text);
    }
  }
}

TEST(Pbn, EveryLineOfExportIsShort) {
  Random random(21);
  for (int i = 0; i < 200; ++i) {
    const std::string text = pbn::write(testing::random_record(random), pbn::Style::export_format);
    for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
      end = std::min(text.find('\n', at), text.size());
      EXPECT_LE(end - at, 253U);
    }
  }
}

// Damage anywhere in a file must never lose the boards that are whole.
TEST(Pbn, ADamagedBoardLeavesItsNeighboursAlone) {
  Random random(22);
  for (int i = 0; i < 500; ++i) {
    pbn::File file;
    for (int k = 0; k < 3; ++k) file.boards.push_back(testing::random_record(random));
    const std::string first = pbn::write(file.boards[0]);
    std::string middle = pbn::write(file.boards[1]);
    const std::string last = pbn::write(file.boards[2]);
    // No '{' (which may swallow what follows) and no '\n' (which may split the board).
    constexpr std::string_view noise = "[]\"\\;%#AQ7x.- \x01\xFF";
    for (std::uint32_t left = 1 + random.below(4); left > 0; --left) {
      char& c = middle[random.below(static_cast<std::uint32_t>(middle.size() - 1))];
      if (c != '}' && c != '\n') c = noise[random.below(static_cast<std::uint32_t>(noise.size()))];
    }
    const std::string text = first + "\n" + middle + "\n" + last;
    const pbn::File again = pbn::read(text, "damaged");
    ASSERT_GE(again.boards.size(), 3U) << text;
    expect_same(again.boards.front(), file.boards.front(), text);
    if (middle.find('{') == std::string::npos) expect_same(again.boards.back(), file.boards.back(), text);
    for (const auto& board : again.boards) {
      for (const Error& error : board.errors) {
        EXPECT_GT(error.line, 0U);
        EXPECT_GT(error.column, 0U);
        EXPECT_EQ(error.file, "damaged");
      }
    }
  }
}

problem::Problem random_problem(Random& random) {
  problem::Problem problem;
  const int cards = 1 + static_cast<int>(random.below(13));
  problem.deal = random_deal(random, cards);
  problem.strain = strain_at(static_cast<int>(random.below(5)));
  problem.leader = seat_at(static_cast<int>(random.below(4)));
  Position position(problem.deal, problem.strain, problem.leader);
  for (std::uint32_t left = random.below(4); left > 0; --left) {
    const Card card = position.legal().lowest();
    problem.table.push_back(card);
    position.play(card);
  }
  problem.deal = position.hands();
  if (random.below(2) == 0) {
    problem.need =
        problem::Need{.side = static_cast<Side>(random.below(2)),
                      .tricks = static_cast<int>(random.below(static_cast<std::uint32_t>(cards + 1)))};
  }
  if (random.below(2) == 0) problem.dealer = seat_at(static_cast<int>(random.below(4)));
  if (random.below(2) == 0) problem.vulnerability = static_cast<Vulnerability>(random.below(4));
  problem.title = text::trim(testing::random_words(random));
  while (random.below(3) == 0) problem.notes.emplace_back(text::trim(testing::random_words(random)));
  return problem;
}

TEST(Problem, RandomProblemsComeBack) {
  Random random(23);
  for (int i = 0; i < 2000; ++i) {
    const auto problem = random_problem(random);
    const auto other = random_problem(random);
    const std::string text = problem::to_string(problem) + "---\n" + problem::to_string(other);
    const auto again = problem::parse(text, "problem");
    ASSERT_EQ(again.size(), 2U) << text;
    ASSERT_TRUE(again[0]) << again[0].error().to_string() << "\n" << text;
    ASSERT_TRUE(again[1]) << again[1].error().to_string() << "\n" << text;
    EXPECT_EQ(*again[0], problem) << text;
    EXPECT_EQ(*again[1], other) << text;
  }
}

}  // namespace
}  // namespace yomi
