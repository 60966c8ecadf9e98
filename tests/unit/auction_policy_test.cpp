// The auction policy and the estimate of tricks: text form, gradients, what they may not do, and learning
// them.
#include "yomi/bidding/auction_policy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/call_likelihood.h"
#include "yomi/lab/auction_training.h"

namespace yomi::lab {
namespace {

using bidding::ActiveInputs;
using bidding::Agreements;
using bidding::AuctionPolicy;
using bidding::AuctionState;
using bidding::CallChances;
using bidding::CallLikelihood;
using bidding::PolicySystem;
using bidding::PolicyWeights;
using bidding::TrickEstimate;
using bidding::TrickWeights;

std::shared_ptr<const bidding::System> shipped(std::string_view name) {
  return std::make_shared<const bidding::System>(bidding::load_shipped_system(name).value());
}

std::vector<std::shared_ptr<const bidding::System>> all_systems() {
  std::vector<std::shared_ptr<const bidding::System>> made;
  made.reserve(std::size(bidding::kPolicySystemNames));
  for (const std::string_view name : bidding::kPolicySystemNames) made.push_back(shipped(name));
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

template <class Learnt>
void expect_text_form(const Learnt& learnt) {
  const std::string text = learnt.to_text();
  const auto again = Learnt::parse(text);
  ASSERT_TRUE(again.ok()) << again.error().to_string();
  EXPECT_EQ(again->to_text(), text);
  EXPECT_EQ(Learnt::parse("").error().line, 1U);
  EXPECT_FALSE(Learnt::parse(text + "1\n").ok());
  EXPECT_FALSE(Learnt::parse(text.substr(0, text.size() / 2)).ok());
  std::string broken = text;
  broken.replace(text.find('\n') + 1, 1, "x");
  EXPECT_EQ(Learnt::parse(broken).error().line, 2U);
  broken = text;
  broken[text.find('\n') + 20] = '!';
  EXPECT_EQ(Learnt::parse(broken).error().line, 2U);
}

TEST(AuctionPolicy, ReadsWhatItWrites) {
  expect_text_form(AuctionPolicy::shipped());
}
TEST(TrickEstimate, ReadsWhatItWrites) {
  expect_text_form(TrickEstimate::shipped());
}

// The slow twin of the way back: an output moves as its gradient says.
template <class Weights>
void expect_gradient(const ActiveInputs& inputs) {
  Random random(1);
  auto weights = std::make_unique<Weights>();
  for (float& weight : weights->all()) weight = static_cast<float>((random.unit() - 0.5) * 0.2);
  const auto value = [&] {
    typename Weights::Activations made;
    forward(*weights, inputs, made);
    return made;
  };
  typename Weights::Outputs slopes{};
  slopes[0] = 1;
  auto gradient = std::make_unique<Weights>();
  backward(*weights, inputs, value(), slopes, *gradient);
  constexpr float kStep = 1e-3F;
  for (int tries = 0; tries < 400; ++tries) {
    // Half of them among the weights of switches that are on.
    float& weight = tries % 2 == 0
                        ? weights->input[*inputs.begin()]
                                        [random.below(static_cast<std::uint32_t>(weights->first_bias.size()))]
                        : weights->all()[random.below(static_cast<std::uint32_t>(weights->all().size()))];
    const auto at = static_cast<std::size_t>(&weight - weights->all().data());
    const float kept = weight;
    weight = kept + kStep;
    const float above = value().outputs[0];
    weight = kept - kStep;
    const float below = value().outputs[0];
    weight = kept;
    EXPECT_NEAR((above - below) / (2 * kStep), gradient->all()[at], 0.02) << "weight " << at;
  }
}

TEST(SparseNetwork, TheGradientIsTheSlopeOfTheOutput) {
  Random random(2);
  const Deal deal = random_deal(random);
  Auction auction;
  for (const Call call : {Call::bid(1, Strain::hearts), Call::x(), Call::xx()})
    ASSERT_TRUE(auction.add(call));
  ActiveInputs inputs;
  bidding::add_hand(deal[auction.turn()], inputs);
  bidding::add_auction(auction, Vulnerability::ew, PolicySystem::acol, std::nullopt, inputs);
  expect_gradient<PolicyWeights>(inputs);
  ActiveInputs of_deal;
  bidding::add_deal(deal, Seat::east, bidding::suits_for(Strain::hearts), of_deal);
  expect_gradient<TrickWeights>(of_deal);
}

TEST(AuctionPolicy, ChancesAreThoseOfLegalCalls) {
  Random random(3);
  for (int board = 0; board < 200; ++board) {
    const Deal deal = random_deal(random);
    Auction auction(seat_at(board % 4));
    while (!auction.is_over()) {
      const auto chances =
          AuctionPolicy::shipped().chances(auction, static_cast<Vulnerability>(board / 4 % 4),
                                           deal[auction.turn()], static_cast<PolicySystem>(board % 4));
      EXPECT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-4);
      for (int code = 0; code < kCalls; ++code) {
        if (chances[static_cast<std::size_t>(code)] > 0) {
          ASSERT_TRUE(auction.is_legal(Call::from_code(code))) << to_string(auction);
        }
      }
      const std::vector<Call> legal = auction.legal_calls();
      auction.add(board % 2 == 0 ? bidding::likeliest(chances)
                                 : legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
  }
}

// Every bid doubled and redoubled: the longest auction there is.
TEST(CallLikelihood, IsTheChanceThatThePolicyGives) {
  Random random(7);
  Auction before(Seat::east);
  for (const char* text : {"1H", "X", "2H", "P", "P", "2S", "P", "P", "P"}) {
    const Call call = *parse_call(text);
    const CallLikelihood likelihood(before, call, Vulnerability::ew, PolicySystem::acol);
    for (int i = 0; i < 20; ++i) {
      const CardSet hand = random_deal(random)[Seat::north];
      const CallChances chances =
          AuctionPolicy::shipped().chances(before, Vulnerability::ew, hand, PolicySystem::acol);
      EXPECT_NEAR(likelihood.of(bidding::hand_part(hand)), chances[static_cast<std::size_t>(call.code())],
                  1e-5);
    }
    ASSERT_TRUE(before.add(call));
  }
}

TEST(AuctionPolicy, HasRoomForTheLongestAuction) {
  Auction auction;
  for (int code = 3; code < kCalls; ++code) {
    for (const Call call : {Call::from_code(code), Call::pass(), Call::pass(), Call::x(), Call::pass(),
                            Call::pass(), Call::xx(), Call::pass(), Call::pass()})
      ASSERT_TRUE(auction.add(call));
  }
  Random random(4);
  const auto chances = AuctionPolicy::shipped().chances(auction, Vulnerability::none,
                                                        random_deal(random)[Seat::north], PolicySystem::sayc);
  EXPECT_EQ(bidding::likeliest(chances), Call::pass());
}

TEST(AuctionPolicy, NeverPassesWhereThereIsADutyToCall) {
  const auto system = shipped("two-over-one");
  const auto memory = std::make_shared<bidding::GridMemory>();
  Random random(3);
  int overruled = 0;
  for (int board = 0; board < 150; ++board) {
    const Deal deal = random_deal(random);
    AuctionState state({system, system}, seat_at(board % 4), static_cast<Vulnerability>(board / 4 % 4),
                       memory);
    const Agreements agreements = board % 2 == 0 ? Agreements::policy : Agreements::rules;
    while (!state.auction().is_over()) {
      const auto choice = choose_by_policy(state, bidding::HandFeatures(deal[state.turn()]), agreements);
      ASSERT_TRUE(state.auction().is_legal(choice.call)) << to_string(state.auction());
      EXPECT_FALSE(choice.call.is_pass() && state.situation().forced) << to_string(state.auction());
      if (agreements == Agreements::rules && is_agreement(state, choice.rules)) {
        EXPECT_FALSE(choice.overruled());
      }
      overruled += choice.overruled();
      state.add(choice.call);
      ASSERT_LT(state.auction().calls().size(), 2U * bidding::kLongAuction);
    }
  }
  EXPECT_GT(overruled, 10);
}

// Over a doubled Stayman a redouble shows clubs: partner leaves it in.
TEST(AuctionPolicy, RedoublesAnArtificialBidOnlyWhereTheRulesDo) {
  const auto system = shipped("two-over-one");
  const auto memory = std::make_shared<bidding::GridMemory>();
  for (const Vulnerability vulnerability : {Vulnerability::none, Vulnerability::both}) {
    AuctionState state({system, system}, Seat::north, vulnerability, memory);
    for (const char* call : {"1NT", "P", "2C", "X"}) state.add(*parse_call(call));
    for (const char* text : {"A843.AK2.J753.A2", "KQ7.AQ42.K753.J2", "AQ2.K93.AQJ42.75"}) {
      const CardSet hand = *parse_hand(text);
      EXPECT_NE(choose_by_policy(state, bidding::HandFeatures(hand), Agreements::policy).call, Call::xx())
          << text;
      for (const auto& likely : likely_calls(state, hand, 0.001F)) EXPECT_NE(likely.call, Call::xx()) << text;
    }
    const CardSet clubs = *parse_hand("A84.K2.A753.KQJ4");
    EXPECT_EQ(choose_by_policy(state, bidding::HandFeatures(clubs), Agreements::policy).call, Call::xx());
  }
}

TEST(AuctionPolicy, AChangedSystemKeepsItsAgreements) {
  bidding::System changed = *shipped("two-over-one");
  EXPECT_TRUE(is_learnt(changed));
  changed.shipped_as.clear();
  EXPECT_FALSE(is_learnt(changed));
  const auto system = std::make_shared<const bidding::System>(std::move(changed));
  Random random(5);
  for (int board = 0; board < 100; ++board) {
    const AuctionState state({system, system}, Seat::north, Vulnerability::none,
                             std::make_shared<bidding::GridMemory>());
    const auto choice =
        choose_by_policy(state, bidding::HandFeatures(random_deal(random)[Seat::north]), Agreements::policy);
    if (!choice.rules.general) {
      EXPECT_FALSE(choice.overruled());
    }
  }
}

// Where an agreement leaves the choice to judgement the policy is asked, whoever keeps to the system.
TEST(AuctionPolicy, JudgementIsLeftToIt) {
  for (const bool judgement : {false, true}) {
    bidding::System changed = *shipped("two-over-one");
    for (bidding::Group& group : changed.groups) group.judgement = judgement;
    const auto system = std::make_shared<const bidding::System>(std::move(changed));
    const AuctionState state({system, system}, Seat::north, Vulnerability::none,
                             std::make_shared<bidding::GridMemory>());
    Random random(6);
    for (int board = 0; board < 50; ++board) {
      const auto choice =
          choose_by_policy(state, bidding::HandFeatures(random_deal(random)[Seat::north]), Agreements::rules);
      ASSERT_FALSE(choice.rules.general);
      if (to_string(choice.rules.call) == "2C") continue;  // asks partner
      EXPECT_EQ(choice.chance > 0, judgement);
    }
  }
}

TEST(TrickEstimate, KnowsATrickFromNone) {
  // All spades in one hand: thirteen tricks with spades as trumps, and with clubs the other side's.
  Deal deal;
  for (const Suit suit : kAllSuits) deal[seat_at(index(suit))] = CardSet::of_suit(suit);
  const Seat spades = seat_at(index(Suit::spades));
  EXPECT_GT(TrickEstimate::shipped().tricks(deal, Strain::spades, spades), 10);
  EXPECT_LT(TrickEstimate::shipped().tricks(deal, Strain::spades, next(spades)), 3);
}

TEST(AuctionTraining, LearnsTheSameOnAnyNumberOfThreads) {
  const std::vector<LibraryDeal> deals = some_deals(20);
  TrickTraining tricks;
  tricks.steps = 3;
  tricks.batch = 16;
  AuctionCourse course;
  course.systems = all_systems();
  course.imitated = 60;
  course.epochs = 1;
  course.steps = 3;
  course.deals = 8;
  course.auctions = 4;
  std::vector<std::string> made;
  for (const int threads : {1, 3}) {
    tricks.threads = course.threads = threads;
    const auto estimate = learn_tricks(deals, tricks);
    ASSERT_TRUE(estimate);
    const auto imitation = imitate_rules(course);
    ASSERT_TRUE(imitation);
    const auto policy = learn_auctions(*imitation, *estimate, deals, course);
    ASSERT_TRUE(policy);
    EXPECT_NE(policy->to_text(), imitation->to_text());
    made.push_back(estimate->to_text() + policy->to_text());
  }
  EXPECT_EQ(made[0], made[1]);
  tricks.progress = course.progress = [](double) { return false; };
  EXPECT_FALSE(learn_tricks(deals, tricks));
  EXPECT_FALSE(imitate_rules(course));
}

TEST(AuctionTraining, TheEstimateFindsWhatDecides) {
  // Tricks are the cards that declarer's side has in trumps.
  std::vector<LibraryDeal> deals = some_deals(300);
  for (LibraryDeal& one : deals) {
    for (const Strain strain : kAllStrains) {
      for (const Seat seat : kAllSeats) {
        const Suit suit = trump_suit(strain).value_or(Suit::spades);
        one.table.tricks[strain][seat] =
            static_cast<std::uint8_t>(one.deal[seat].length(suit) + one.deal[next(seat, 2)].length(suit));
      }
    }
  }
  TrickTraining training;
  training.steps = 300;
  training.batch = 64;
  const auto estimate = learn_tricks(deals, training);
  ASSERT_TRUE(estimate);
  double squares = 0;
  for (const LibraryDeal& one : deals) {
    for (const Suit suit : kAllSuits) {
      for (const Seat seat : kAllSeats) {
        const double error =
            estimate->tricks(one.deal, strain_of(suit), seat) - one.table.at(strain_of(suit), seat);
        squares += error * error;
      }
    }
  }
  EXPECT_LT(std::sqrt(squares / static_cast<double>(deals.size() * kSuits * kSeats)), 1.2);
}

}  // namespace
}  // namespace yomi::lab
