// The error of a paired difference against the spread of many, and how often the sequential test is wrong.
#include "../../src/play/paired_difference.h"

#include <gtest/gtest.h>

#include <cmath>

#include "yomi/cards/random.h"

namespace yomi::play {
namespace {

// Seldom much, mostly a little less than nothing: how cards that mislead differ from others.
double seldom(Random& random, double mean) {
  constexpr double kSwing = 700;
  constexpr double kChance = 0.15;
  return mean + (random.unit() < kChance ? kSwing : 0) - kChance * kSwing;
}

// Asked after every 16 pairs from 32 on, 600 at most.
Verdict asked_again_and_again(Random& random, double mean, double gain) {
  std::vector<double> differences;
  std::vector<double> weights;
  while (differences.size() < 600) {
    differences.push_back(seldom(random, mean));
    weights.push_back(1);
    if (differences.size() < 32 || differences.size() % 16 != 0) continue;
    const Verdict found = sequential_test(paired_difference(differences, weights, 700), gain);
    if (found != Verdict::open) return found;
  }
  return Verdict::open;
}

TEST(PairedDifference, SequentialTestIsSeldomWrong) {
  constexpr int kTimes = 4000;
  Random random(1);
  int false_gains = 0;
  int missed = 0;
  int open = 0;
  for (int i = 0; i < kTimes; ++i) {
    false_gains += asked_again_and_again(random, 0, 105) == Verdict::gain ? 1 : 0;
    const Verdict found = asked_again_and_again(random, 105, 105);
    missed += found == Verdict::none ? 1 : 0;
    open += found == Verdict::open ? 1 : 0;
  }
  // Once in 500 times for normal differences; these are not.
  EXPECT_LE(false_gains, kTimes / 100);
  EXPECT_LE(missed, kTimes / 100);
  EXPECT_LE(open, kTimes / 20);
}

// Layouts of which each has a difference of its own, gone through in turn.
TEST(PairedDifference, WhatLayoutsDifferByIsNoErrorWhereAllAreGoneThrough) {
  constexpr std::size_t kLayouts = 5;
  constexpr std::size_t kPairs = 100;
  constexpr int kTimes = 2000;
  const std::vector<double> own = {-90, -30, 0, 50, 200};
  std::vector<double> weights;
  for (std::size_t i = 0; i < kPairs; ++i) weights.push_back(1 + static_cast<double>(i % kLayouts));
  Random random(2);
  double sum = 0;
  double squares = 0;
  double errors = 0;
  for (int time = 0; time < kTimes; ++time) {
    std::vector<double> differences;
    for (std::size_t i = 0; i < kPairs; ++i)
      differences.push_back(own[i % kLayouts] + (random.below(2) == 0 ? 40 : -40));
    const Difference made = paired_difference(differences, weights, 0, kLayouts);
    sum += made.mean;
    squares += made.mean * made.mean;
    errors += made.error * made.error;
    EXPECT_GT(paired_difference(differences, weights, 0).error, 1.5 * made.error);
  }
  const double mean = sum / kTimes;
  EXPECT_NEAR(mean, (-90.0 - 60 + 0 + 200 + 1000) / 15, 1);
  EXPECT_NEAR(std::sqrt(errors / kTimes), std::sqrt(squares / kTimes - mean * mean), 0.3);
}

TEST(PairedDifference, EqualResultsAreNotCertain) {
  const std::vector<double> equal(8, 0.0);
  const std::vector<double> weights(8, 1.0);
  EXPECT_GT(paired_difference(equal, weights, 100).error, 10);
  EXPECT_EQ(sequential_test(paired_difference(equal, weights, 100), 15), Verdict::open);
  const std::vector<double> many(200, 0.0);
  const std::vector<double> ones(200, 1.0);
  EXPECT_EQ(sequential_test(paired_difference(many, ones, 100), 15), Verdict::none);
}

}  // namespace
}  // namespace yomi::play
