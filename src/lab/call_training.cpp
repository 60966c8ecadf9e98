#include "yomi/lab/call_training.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "yomi/bidding/bidder.h"
#include "yomi/jobs/thread_pool.h"

namespace yomi::lab {
namespace {

using bidding::AuctionState;
using bidding::CallWeights;

// Squares of more than this are the luck of a slam, not a lesson.
constexpr float kMostImps = 12;

// The chance that opponents with all their wits about them double a contract of ours that goes down so many.
double chance_of_double(int down) {
  return down <= 0 ? 0.0 : down == 1 ? 0.25 : down == 2 ? 0.6 : 0.95;
}

// What a contract is worth to `side`. Rules let the other side get away with much that opponents at a table
// double, so contracts of `side` that fail are taken to be doubled in part.
int expected_score(const SolvedDeal& deal, std::optional<Contract> contract, Side side) {
  if (!contract) return 0;
  const int sign = side == Side::ns ? 1 : -1;
  const int plain = sign * deal.score_ns(contract);
  if (side_of(contract->declarer) != side || contract->doubling != Doubling::none) return plain;
  const int down = contract->tricks_needed() - deal.table.at(contract->strain, contract->declarer);
  const double chance = chance_of_double(down);
  if (chance <= 0) return plain;
  contract->doubling = Doubling::x;
  return static_cast<int>(std::lround((1 - chance) * plain + chance * sign * deal.score_ns(contract)));
}

void scatter(std::span<float> weights, double width, Random& random) {
  for (float& weight : weights) weight = static_cast<float>((random.unit() * 2 - 1) * width);
}

CallWeights starting_weights(Random& random) {
  CallWeights made;
  for (auto& row : made.situation) scatter(row, 0.1, random);
  for (auto& row : made.call) scatter(row, 0.15, random);
  for (auto& row : made.second) scatter(row, 0.2, random);
  scatter(made.last, 0.3, random);
  return made;
}

class Adam {
 public:
  void step(CallWeights& weights, std::span<CallWeights> parts, double scale, double rate, double decay) {
    ++steps_;
    const double correct1 = 1 - std::pow(0.9, steps_);
    const double correct2 = 1 - std::pow(0.999, steps_);
    const auto pace = static_cast<float>(rate * std::sqrt(correct2) / correct1);
    const auto shrink = static_cast<float>(1 - rate * decay);
    const std::span<float> all = weights.all();
    const std::span<float> means = mean_.all();
    const std::span<float> squares = square_.all();
    for (std::size_t i = 0; i < all.size(); ++i) {
      float slope = 0;
      for (CallWeights& part : parts) slope += part.all()[i];
      slope *= static_cast<float>(scale);
      means[i] = 0.9F * means[i] + 0.1F * slope;
      squares[i] = 0.999F * squares[i] + 0.001F * slope * slope;
      all[i] = all[i] * shrink - pace * means[i] / (std::sqrt(squares[i]) + 1e-8F);
    }
  }

 private:
  int steps_ = 0;
  CallWeights mean_;
  CallWeights square_;
};

// Adds the gradient of the squared errors of a decision; their sum.
double learn(const CallWeights& weights, const CallLesson& lesson, CallWeights& gradient) {
  double loss = 0;
  const bidding::FirstUnits situation = situation_part(weights, lesson.decision.situation);
  bidding::CallActivations made;
  for (std::size_t i = 0; i < lesson.imps.size(); ++i) {
    const bidding::CallFeatures& call = lesson.decision.calls[i].features;
    forward(weights, situation, call, made);
    const float error = made.value - std::clamp(lesson.imps[i], -kMostImps, kMostImps);
    loss += error * error;
    backward(weights, lesson.decision.situation, call, made, error, gradient);
  }
  return loss;
}

}  // namespace

std::vector<CallLesson> call_lessons(const SolvedDeal& deal, const AuctionState& start, Side learner,
                                     const bidding::Caller& caller) {
  std::vector<CallLesson> made;
  const AuctionState end = bid_out(start, deal.deal, caller);
  AuctionState state = start;
  for (const Call call : end.auction().calls()) {
    const Seat seat = state.turn();
    if (side_of(seat) == learner) {
      const bidding::HandFeatures hand(deal.deal[seat]);
      const bidding::Choice rules = choose(state, hand);
      if (may_be_overruled(state, rules)) {
        const auto outcome = [&](Call made_now) {
          AuctionState tried = state;
          tried.add(made_now);
          const AuctionState last = made_now == call ? end : bid_out(std::move(tried), deal.deal, caller);
          return expected_score(deal, last.auction().contract(), learner);
        };
        CallLesson lesson{.decision = describe(state, hand, rules), .imps = {}};
        const int reached = lesson.decision.calls.empty() ? 0 : outcome(rules.call);
        for (const bidding::CallDescription& other : lesson.decision.calls) {
          lesson.imps.push_back(static_cast<float>(imps(outcome(other.call) - reached)));
        }
        if (!lesson.imps.empty()) made.push_back(std::move(lesson));
      }
    }
    state.add(call);
  }
  return made;
}

bidding::CallValues train(std::span<const CallLesson> lessons, const CallTraining& training) {
  constexpr std::size_t kParts = 8;  // of a batch, whatever the number of threads
  Random random(training.seed);
  auto weights = std::make_shared<CallWeights>(starting_weights(random));
  std::vector<std::size_t> order(lessons.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<CallWeights> gradients(kParts);
  std::vector<double> losses(kParts);
  Adam adam;
  jobs::ThreadPool thread_pool(training.threads);
  const std::size_t batch =
      std::clamp<std::size_t>(lessons.size(), 1, static_cast<std::size_t>(training.batch));
  const std::size_t batches = lessons.size() / batch;
  for (int epoch = 0; epoch < training.epochs; ++epoch) {
    random.shuffle(std::span(order));
    double loss = 0;
    std::size_t calls = 0;
    for (std::size_t number = 0; number < batches; ++number) {
      const std::span chosen = std::span(order).subspan(number * batch, batch);
      std::size_t met = 0;
      for (const std::size_t lesson : chosen) met += lessons[lesson].imps.size();
      thread_pool.each(kParts, [&](std::size_t part, int) {
        gradients[part] = CallWeights{};
        losses[part] = 0;
        for (std::size_t i = part; i < batch; i += kParts) {
          losses[part] += learn(*weights, lessons[chosen[i]], gradients[part]);
        }
      });
      const double done =
          static_cast<double>(epoch) + static_cast<double>(number) / static_cast<double>(batches);
      const double fall = 0.5 * (1 + std::cos(std::numbers::pi * done / training.epochs));
      adam.step(*weights, gradients, 1.0 / static_cast<double>(met), training.rate * (0.05 + 0.95 * fall),
                training.decay);
      loss += std::accumulate(losses.begin(), losses.end(), 0.0);
      calls += met;
    }
    if (!training.report(epoch + 1, calls > 0 ? loss / static_cast<double>(calls) : 0)) break;
  }
  return bidding::CallValues(std::move(weights));
}

namespace {

constexpr double kOpponentsByRules = 1.0 / 3;  // the others bid by the values learnt so far

// One auction of a deal: who sits where is drawn.
std::vector<CallLesson> lessons_of(const LibraryDeal& deal, const CallCourse& course,
                                   const std::optional<bidding::CallValues>& values, Random random,
                                   const std::shared_ptr<bidding::GridMemory>& memory) {
  const SolvedDeal solved{.dealer = next(Seat::north, static_cast<int>(random.below(kSeats))),
                          .vulnerability = static_cast<Vulnerability>(random.below(4)),
                          .deal = deal.deal,
                          .table = deal.table};
  const Side learner = random.below(2) == 0 ? Side::ns : Side::ew;
  const auto& others = course.opponents[random.below(static_cast<std::uint32_t>(course.opponents.size()))];
  const bool by_rules = random.unit() < kOpponentsByRules;
  AuctionState::Systems systems{course.system, others};
  if (learner == Side::ew) std::swap(systems[0], systems[1]);
  const auto caller = [&](const AuctionState& state, CardSet hand) {
    if (!values || (by_rules && side_of(state.turn()) != learner)) return bidding::call_by_rules(state, hand);
    return choose_by_value(state, bidding::HandFeatures(hand), *values).call;
  };
  return call_lessons(solved, AuctionState(systems, solved.dealer, solved.vulnerability, memory), learner,
                      caller);
}

}  // namespace

std::optional<bidding::CallValues> learn_calls(std::span<const LibraryDeal> deals, const CallCourse& course) {
  constexpr std::size_t kBlock = 64;  // deals between two looks at the progress
  std::optional<bidding::CallValues> values;
  std::vector<CallLesson> lessons;
  std::size_t old = 0;  // of them, from the round before
  jobs::ThreadPool thread_pool(course.training.threads);
  std::vector<std::shared_ptr<bidding::GridMemory>> memories;
  for (int i = 0; i < thread_pool.size(); ++i) memories.push_back(std::make_shared<bidding::GridMemory>());
  for (int round = 0; round < course.rounds; ++round) {
    const Random random = Random(course.training.seed).split(static_cast<std::uint64_t>(round));
    lessons.erase(lessons.begin(), lessons.begin() + static_cast<std::ptrdiff_t>(old));
    old = lessons.size();
    for (std::size_t first = 0; first < deals.size(); first += kBlock) {
      if (!course.progress(round, first)) return std::nullopt;
      std::vector<std::vector<CallLesson>> made(std::min(kBlock, deals.size() - first));
      thread_pool.each(made.size(), [&](std::size_t item, int worker) {
        for (int auction = 0; auction < course.auctions; ++auction) {
          const std::uint64_t number = (first + item) * static_cast<std::uint64_t>(course.auctions) +
                                       static_cast<std::uint64_t>(auction);
          auto more = lessons_of(deals[first + item], course, values, random.split(number),
                                 memories[static_cast<std::size_t>(worker)]);
          std::move(more.begin(), more.end(), std::back_inserter(made[item]));
        }
      });
      for (auto& of_deal : made) std::move(of_deal.begin(), of_deal.end(), std::back_inserter(lessons));
    }
    values = train(lessons, course.training);
  }
  return values;
}

}  // namespace yomi::lab
