// Learnt values of calls: the text form, the gradient, what they may not do, and learning them.
#include "yomi/bidding/call_value.h"

#include <gtest/gtest.h>

#include "yomi/bidding/bid_out.h"
#include "yomi/lab/call_training.h"

namespace yomi::lab {
namespace {

using bidding::AuctionState;
using bidding::CallValues;
using bidding::CallWeights;

std::shared_ptr<const bidding::System> shipped(const char* name) {
  return std::make_shared<const bidding::System>(bidding::load_shipped_system(name).value());
}

CallWeights random_weights(Random& random) {
  CallWeights made;
  for (float& weight : made.all()) weight = static_cast<float>(random.unit() - 0.5);
  return made;
}

template <std::size_t N>
std::array<float, N> random_row(Random& random) {
  std::array<float, N> made{};
  for (float& value : made) value = random.below(3) == 0 ? 0 : static_cast<float>(random.unit() - 0.5);
  return made;
}

std::vector<LibraryDeal> some_deals(int count) {
  std::vector<LibraryDeal> made(static_cast<std::size_t>(count));
  Random random(7);
  for (LibraryDeal& one : made) {
    one.deal = random_deal(random);
    for (const Strain strain : kAllStrains) {
      for (const Seat seat : kAllSeats)
        one.table.tricks[strain][seat] = static_cast<std::uint8_t>(random.below(14));
    }
  }
  return made;
}

TEST(CallValues, ReadsWhatItWrites) {
  const std::string text = CallValues::shipped().to_text();
  const auto again = CallValues::parse(text);
  ASSERT_TRUE(again.ok()) << again.error().to_string();
  EXPECT_EQ(again->to_text(), text);
}

TEST(CallValues, SaysWhereItIsWrong) {
  const std::string text = CallValues::shipped().to_text();
  EXPECT_EQ(CallValues::parse("").error().line, 1U);
  EXPECT_FALSE(CallValues::parse(text + "1\n").ok());
  EXPECT_FALSE(CallValues::parse(text.substr(0, text.size() / 2)).ok());
  std::string broken = text;
  broken.replace(text.find('\n', text.find('\n') + 1) + 1, 1, "x");
  EXPECT_EQ(CallValues::parse(broken).error().line, 3U);
}

// The slow twin of the way back: the value moves as its gradient says.
TEST(CallNetwork, TheGradientIsTheSlopeOfTheValue) {
  Random random(1);
  CallWeights weights = random_weights(random);
  const auto situation = random_row<bidding::kSituationFeatures>(random);
  const auto call = random_row<bidding::kCallFeatures>(random);
  const auto value = [&] {
    bidding::CallActivations made{};
    forward(weights, situation_part(weights, situation), call, made);
    return made;
  };
  CallWeights gradient;
  backward(weights, situation, call, value(), 1, gradient);
  constexpr float kStep = 1e-2F;
  for (int tries = 0; tries < 300; ++tries) {
    float& weight = weights.all()[random.below(static_cast<std::uint32_t>(weights.all().size()))];
    const auto at = static_cast<std::size_t>(&weight - weights.all().data());
    const float kept = weight;
    weight = kept + kStep;
    const float above = value().value;
    weight = kept - kStep;
    const float below = value().value;
    weight = kept;
    EXPECT_NEAR((above - below) / (2 * kStep), gradient.all()[at], 0.05) << "weight " << at;
  }
}

TEST(CallValues, NeverPassesWhereThereIsADutyToCall) {
  const auto system = shipped("two-over-one");
  const auto memory = std::make_shared<bidding::GridMemory>();
  Random random(3);
  int overruled = 0;
  for (int board = 0; board < 150; ++board) {
    const Deal deal = random_deal(random);
    AuctionState state({system, system}, seat_at(board % 4), static_cast<Vulnerability>(board / 4 % 4),
                       memory);
    while (!state.auction().is_over()) {
      const auto choice = choose_by_value(state, bidding::HandFeatures(deal[state.turn()]));
      ASSERT_TRUE(state.auction().is_legal(choice.call)) << to_string(state.auction());
      EXPECT_FALSE(choice.call.is_pass() && state.situation().forced) << to_string(state.auction());
      EXPECT_EQ(choice.imps > 0, choice.overruled());
      overruled += choice.overruled();
      state.add(choice.call);
      ASSERT_LT(state.auction().calls().size(), 2U * bidding::kLongAuction);
    }
  }
  EXPECT_GT(overruled, 10);
}

TEST(CallTraining, LearnsTheSameOnAnyNumberOfThreads) {
  const std::vector<LibraryDeal> deals = some_deals(30);
  CallCourse course;
  course.system = shipped("two-over-one");
  course.opponents = {shipped("natural")};
  course.rounds = 2;
  course.auctions = 2;
  course.training.batch = 16;
  course.training.epochs = 2;
  std::vector<std::string> made;
  for (const int threads : {1, 3}) {
    course.training.threads = threads;
    const auto values = learn_calls(deals, course);
    ASSERT_TRUE(values);
    made.push_back(values->to_text());
  }
  EXPECT_EQ(made[0], made[1]);
  course.progress = [](int, std::size_t) { return false; };
  EXPECT_FALSE(learn_calls(deals, course));
}

TEST(CallTraining, FindsWhatGains) {
  // One feature decides: the fit must see it.
  std::vector<CallLesson> lessons(600);
  Random random(5);
  for (CallLesson& lesson : lessons) {
    lesson.decision.calls.resize(1);
    const bool good = random.below(2) == 0;
    lesson.decision.calls[0].features[0] = good ? 1 : 0;
    lesson.imps = {static_cast<float>(good ? 3 : -3) + static_cast<float>(random.below(5)) - 2};
  }
  CallTraining training;
  training.batch = 20;
  const CallValues values = train(lessons, training);
  for (const CallLesson& lesson : lessons) {
    const float value = values.values(lesson.decision)[0];
    EXPECT_EQ(value > 1, lesson.decision.calls[0].features[0] > 0) << value;
  }
}

}  // namespace
}  // namespace yomi::lab
