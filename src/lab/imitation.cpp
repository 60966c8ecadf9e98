// The first step of the auction policy: what the rules call.
#include <algorithm>
#include <cmath>

#include "training_steps.h"
#include "yomi/bidding/bid_out.h"
#include "yomi/lab/auction_training.h"

namespace yomi::lab {
namespace {

using bidding::AuctionState;
using bidding::PolicySystem;
using bidding::PolicyWeights;

constexpr double kStrangeAuctions = 0.5;  // share of auctions in which some calls are made at random
constexpr double kStrangeCalls = 0.12;    // of their calls
constexpr std::size_t kLongest = 50;      // calls of an auction that are kept
constexpr std::size_t kAuctionsPerStep = 48;

struct RuleAuction {
  Deal deal;
  Vulnerability vulnerability = Vulnerability::none;
  BySide<PolicySystem> systems{};
  Seat dealer = Seat::north;
  struct Turn {
    Call made;
    Call rules;
    bool general = false;
  };
  std::vector<Turn> turns;
};

// A call that is not absurd: a pass, a double, or one of the next few bids.
Call strange_call(const Auction& auction, Random& random) {
  const std::vector<Call> legal = auction.legal_calls();
  return legal[random.below(static_cast<std::uint32_t>(std::min<std::size_t>(legal.size(), 8)))];
}

RuleAuction lesson_of(const AuctionCourse& course, Random random,
                      const std::shared_ptr<bidding::GridMemory>& memory) {
  RuleAuction made{.deal = random_deal(random), .turns = {}};
  made.dealer = seat_at(static_cast<int>(random.below(kSeats)));
  made.vulnerability = static_cast<Vulnerability>(random.below(4));
  for (PolicySystem& system : made.systems) system = draw_system(random);
  AuctionState state({course.systems[static_cast<std::size_t>(made.systems[0])],
                      course.systems[static_cast<std::size_t>(made.systems[1])]},
                     made.dealer, made.vulnerability, memory);
  const bool strange = random.unit() < kStrangeAuctions;
  while (!state.auction().is_over() && made.turns.size() < kLongest) {
    const bidding::Choice rules = choose(state, bidding::HandFeatures(made.deal[state.turn()]));
    const bool at_random = strange && random.unit() < kStrangeCalls;
    const Call call = at_random ? strange_call(state.auction(), random) : rules.call;
    made.turns.push_back({.made = call, .rules = rules.call, .general = rules.general});
    state.add(call);
  }
  return made;
}

// Adds the gradient of the log-loss over an auction; how many decisions it has.
int learn_auction(const PolicyWeights& weights, const RuleAuction& lesson, Random& random,
                  PolicyWeights& gradient) {
  Auction auction(lesson.dealer);
  for (const RuleAuction::Turn& turn : lesson.turns) {
    const Side side = side_of(auction.turn());
    const bool told = random.below(2) == 0;
    bidding::ActiveInputs inputs;
    bidding::add_hand(lesson.deal[auction.turn()], inputs);
    bidding::add_auction(auction, lesson.vulnerability, lesson.systems[side],
                         told ? std::optional(lesson.systems[other(side)]) : std::nullopt, inputs);
    PolicyWeights::Activations made;
    forward(weights, inputs, made);
    const bidding::CallChances chances = bidding::legal_chances(auction, made.outputs);
    PolicyWeights::Outputs slopes{};
    std::copy(chances.begin(), chances.end(), slopes.begin());
    slopes[static_cast<std::size_t>(turn.rules.code())] -= 1;
    const float general = 1 / (1 + std::exp(-made.outputs[bidding::kGeneralOutput]));
    slopes[bidding::kGeneralOutput] = general - (turn.general ? 1.0F : 0.0F);
    backward(weights, inputs, made, slopes, gradient);
    auction.add(turn.made);
  }
  return static_cast<int>(lesson.turns.size());
}

PolicyWeights starting_weights(Random random) {
  PolicyWeights made;
  scatter(std::span(made.input[0].data(), made.input.size() * made.input[0].size()), 0.12, random);
  scatter(std::span(made.first[0].data(), made.first.size() * made.first[0].size()), 0.13, random);
  scatter(std::span(made.second[0].data(), made.second.size() * made.second[0].size()), 0.05, random);
  return made;
}

// Nothing when it was stopped.
std::optional<std::vector<RuleAuction>> lessons_by_rules(const AuctionCourse& course, const Random& random,
                                                         jobs::ThreadPool& thread_pool) {
  constexpr std::size_t kBlock = 256;
  std::vector<std::shared_ptr<bidding::GridMemory>> memories;
  memories.reserve(static_cast<std::size_t>(thread_pool.size()));
  for (int i = 0; i < thread_pool.size(); ++i) memories.push_back(std::make_shared<bidding::GridMemory>());
  std::vector<RuleAuction> lessons(static_cast<std::size_t>(course.imitated));
  for (std::size_t first = 0; first < lessons.size(); first += kBlock) {
    if (!course.progress(0.5 * static_cast<double>(first) / static_cast<double>(lessons.size())))
      return std::nullopt;
    std::vector<RuleAuction> block(std::min(kBlock, lessons.size() - first));
    jobs::each<RuleAuction>(thread_pool, course.transport, block, [&](std::size_t item, int worker) {
      block[item] = lesson_of(course, random.split(first + item), memories[static_cast<std::size_t>(worker)]);
    });
    std::move(block.begin(), block.end(), lessons.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return lessons;
}

}  // namespace

std::optional<bidding::AuctionPolicy> imitate_rules(const AuctionCourse& course) {
  const Random random(course.seed);
  jobs::ThreadPool thread_pool(course.threads);
  const auto lessons = lessons_by_rules(course, random.split(1), thread_pool);
  if (!lessons) return std::nullopt;
  auto weights = std::make_shared<PolicyWeights>(starting_weights(random.split(2)));
  std::vector<PolicyWeights> gradients(kTrainingParts);
  std::vector<int> counts(kTrainingParts);
  bidding::AdamSteps adam;
  const std::size_t steps =
      static_cast<std::size_t>(course.epochs) * std::max<std::size_t>(lessons->size() / kAuctionsPerStep, 1);
  for (std::size_t step = 0; step < steps; ++step) {
    const double share = static_cast<double>(step) / static_cast<double>(steps);
    if (step % 16 == 0 && !course.progress(0.5 + 0.5 * share)) return std::nullopt;
    const Random of_step = random.split(3 + step);
    thread_pool.each(kTrainingParts, [&](std::size_t part, int) {
      gradients[part] = PolicyWeights{};
      counts[part] = 0;
      Random stream = of_step.split(part);
      for (std::size_t i = part; i < kAuctionsPerStep; i += kTrainingParts)
        counts[part] +=
            learn_auction(*weights, (*lessons)[stream.below(static_cast<std::uint32_t>(lessons->size()))],
                          stream, gradients[part]);
    });
    int decisions = counts[0];
    for (std::size_t part = 1; part < kTrainingParts; ++part) {
      add(gradients[0].all(), gradients[part].all());
      decisions += counts[part];
    }
    adam.step(weights->all(), gradients[0].all(), 1.0F / static_cast<float>(std::max(decisions, 1)),
              falling(course.imitation_rate, 0.02 * course.imitation_rate, static_cast<double>(step),
                      static_cast<double>(steps)));
  }
  return bidding::AuctionPolicy(std::move(weights));
}

}  // namespace yomi::lab
