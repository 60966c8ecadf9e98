// What comes of double-dummy results, and the games it is counted in.
#include "yomi/play/result_calibration.h"

#include <gtest/gtest.h>

#include "yomi/lab/self_play.h"

namespace yomi::play {
namespace {

PlayContext context_of(int level, Strain strain, Seat declarer) {
  return {.contract = {.level = level, .strain = strain, .doubling = Doubling::none, .declarer = declarer}};
}

TEST(ResultCalibration, OneThatWasNeverWrongChangesNothing) {
  const std::array<int, 14> points = context_of(4, Strain::spades, Seat::south).points(Side::ns);
  const auto worth = ResultCalibration().worth(points, 10, 3);
  for (std::size_t tricks = 0; tricks < points.size(); ++tricks) EXPECT_EQ(worth[tricks], points[tricks]);
}

TEST(ResultCalibration, CountsGamesAndTakesTheirMean) {
  // Cold for ten tricks until the last card of the second trick, nine from then on.
  std::array<std::uint8_t, 52> results{};
  for (std::size_t card = 0; card < results.size(); ++card) results[card] = card < 7 ? 10 : 9;
  ResultCalibration::Counts counts{};
  ResultCalibration::count(counts, 10, results);
  const ResultCalibration calibration(counts);
  EXPECT_DOUBLE_EQ(calibration.chance(0, 0, -1), 3.0 / 4);  // three cards, and one imagined game
  EXPECT_DOUBLE_EQ(calibration.chance(0, 0, 0), 1.0 / 4);
  EXPECT_DOUBLE_EQ(calibration.chance(2, -1, 0), 1);
  EXPECT_DOUBLE_EQ(calibration.chance(2, 0, 0), 1);  // never seen
  EXPECT_EQ(calibration.chance(0, 0, 4), 0);
  std::array<int, 14> points{};
  points[10] = 400;
  points[9] = -100;
  EXPECT_DOUBLE_EQ(calibration.worth(points, 10, 0)[10], 0.25 * 400 - 0.75 * 100);
  EXPECT_DOUBLE_EQ(calibration.worth(points, 10, 2)[9], -100);
}

TEST(ResultCalibration, TheShippedOneIsSureOfLittleAtFirstAndOfMuchLater) {
  const ResultCalibration& calibration = ResultCalibration::shipped();
  for (int tricks = 0; tricks < ResultCalibration::kTricks; ++tricks) {
    for (int over = -ResultCalibration::kFarthest; over <= ResultCalibration::kFarthest; ++over) {
      double sum = 0;
      for (int shift = -ResultCalibration::kMost; shift <= ResultCalibration::kMost; ++shift)
        sum += calibration.chance(tricks, over, shift);
      EXPECT_NEAR(sum, 1, 1e-9);
    }
  }
  for (int over : {-1, 0, 1}) {
    EXPECT_LT(calibration.chance(1, over, 0), 0.7);
    EXPECT_GT(calibration.chance(10, over, 0), 0.95);
  }
  // More tricks are never worth less to the declarer, nor more to the defence.
  for (const auto& [level, strain] :
       {std::pair{3, Strain::no_trump}, std::pair{2, Strain::hearts}, std::pair{6, Strain::clubs}}) {
    const PlayContext context = context_of(level, strain, Seat::west);
    for (Side side : {Side::ew, Side::ns}) {
      for (int tricks = 0; tricks < ResultCalibration::kTricks; ++tricks) {
        const auto worth = calibration.worth(context.points(side), level + 6, tricks);
        for (std::size_t t = static_cast<std::size_t>(level) + 3; t < static_cast<std::size_t>(level) + 7;
             ++t) {
          if (side == Side::ew)
            EXPECT_LT(worth[t], worth[t + 1]) << level << " " << tricks << " " << t;
          else
            EXPECT_GT(worth[t], worth[t + 1]) << level << " " << tricks << " " << t;
        }
      }
    }
  }
}

TEST(ResultCalibration, DuelsAreIMPsAgainstAnotherTable) {
  const std::array<int, 14> points = context_of(3, Strain::no_trump, Seat::south).points(Side::ns);
  const auto step = static_cast<double>(points[9] - points[8]);  // 450 points, 10 IMPs
  const auto sure = ResultCalibration().expected_imps(points, 9, 2, 2);
  const auto real = ResultCalibration::shipped().expected_imps(points, 9, 2, 2);
  for (std::size_t i = 0; i < 14; ++i) {
    for (std::size_t j = 0; j < 14; ++j) {
      EXPECT_DOUBLE_EQ(sure[i][j], step / 10 * imps(points[i] - points[j]));
      EXPECT_NEAR(real[i][j], -real[j][i], 1e-9);
    }
  }
  EXPECT_LT(real[9][8], sure[9][8]);  // what should fail is made now and then, and the other way round
  EXPECT_GT(real[9][8], 0);
  // Nearer to the end less can happen.
  EXPECT_GT(ResultCalibration::shipped().expected_imps(points, 9, 8, 8)[9][8], real[9][8]);
}

TEST(ResultCalibration, TextComesBack) {
  const std::string text = ResultCalibration::shipped().to_text();
  const auto again = ResultCalibration::parse(text);
  ASSERT_TRUE(again.ok()) << again.error().to_string();
  EXPECT_EQ(again->to_text(), text);
}

TEST(ResultCalibration, BrokenTextSaysWhere) {
  const auto what = [](const std::string& text) {
    const auto calibration = ResultCalibration::parse(text);
    return calibration.ok() ? std::string() : calibration.error().to_string();
  };
  EXPECT_EQ(what(""), "line 1: expected 'yomi calibration 1'");
  EXPECT_EQ(what("yomi calibration 1\n13 0 1 1 1 1 1 1 1\n"), "line 2: expected tricks complete, 0 to 12");
  EXPECT_EQ(what("yomi calibration 1\n# a remark\n1 x\n"),
            "line 3: expected tricks over the contract, -4 to 4");
  EXPECT_EQ(what("yomi calibration 1\n1 0 1 1 1\n"), "line 2: expected 7 numbers of games");
  EXPECT_EQ(what("yomi calibration 1\n1 0 1 1 1 1 1 1 -1\n"), "line 2: expected 7 numbers of games");
  EXPECT_EQ(what("yomi calibration 1\n1 0 1 1 1 1 1 1 1 1\n"), "line 2: more than 7 numbers of games");
}

TEST(SelfPlay, IsLegalCountedAndTheSameEveryTime) {
  Random random(5);
  const Deal dealt = random_deal(random);
  const PlayContext context = context_of(2, Strain::no_trump, Seat::east);
  dd::Solver solver;
  for (bool redeal : {false, true}) {
    const lab::SelfPlay how{.deals = 2, .exploration = 0.5};
    const lab::SelfPlayed game = lab::play_alone(context, dealt, redeal, 17, how, solver);
    EXPECT_EQ(game.play, lab::play_alone(context, dealt, redeal, 17, how, solver).play);
    int kept = 0;
    for (Seat seat : kAllSeats) kept += game.deal[seat] == dealt[seat] ? 1 : 0;
    EXPECT_EQ(kept, redeal ? 1 : 4);
    Position position(game.deal, Strain::no_trump, Seat::south);
    ASSERT_EQ(game.play.size(), 52U);
    for (Card card : game.play) {
      ASSERT_TRUE(position.legal().contains(card));
      position.play(card);
    }
    EXPECT_EQ(game.results.back(), position.tricks(Side::ew));
  }
}

TEST(SelfPlay, AWholeDealByOnePlayer) {
  Random random(6);
  for (int round = 0; round < 2; ++round) {
    const Deal dealt = random_deal(random);
    const PlayContext context = context_of(3, Strain::hearts, Seat::south);
    const auto spec = parse_contestant("pimc:deals=1");
    const auto play = [&](const std::stop_token& stop) {
      Contestant player(*spec, 9);
      return lab::play_whole(context, dealt, player, stop);
    };
    const lab::WholePlay game = play({});
    EXPECT_EQ(game.cards, play({}).cards);
    Position position(dealt, Strain::hearts, Seat::west);
    for (Card card : game.cards) {
      ASSERT_TRUE(position.legal().contains(card));
      position.play(card);
    }
    // What is left is certain, so it is what the solver says.
    dd::Solver solver;
    const int rest = position.is_over() ? 0 : solver.tricks(position).lower;
    const int declarers = on(position.turn(), Side::ns) ? rest : position.tricks_left() - rest;
    EXPECT_EQ(game.tricks, position.tricks(Side::ns) + (position.is_over() ? 0 : declarers));
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_TRUE(play(stopped.get_token()).cards.empty());
  }
}

}  // namespace
}  // namespace yomi::play
