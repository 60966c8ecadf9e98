// Learning what calls are worth (bidding/call_value.h) from solved deals.
//
// A deal is bid by its four players. At each decision of one side where the values may have a say, every call
// to be weighed is made in place of the rules' own, the auction goes on, and the contract is scored
// double-dummy: the difference in IMPs is what the network is fitted to, by least squares with Adam (Kingma
// and Ba 2015). In the first round everybody bids by the rules, later the learners by the values learnt so
// far and their opponents, of several systems, by rules or values: who learns against the rules alone learns
// that nobody doubles. For the same reason contracts of the learners that fail count as doubled in part.
//
// The same seed and deals give the same weights whatever the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/call_value.h"
#include "yomi/formats/deal_library.h"
#include "yomi/formats/solved_deal.h"

namespace yomi::lab {

// A decision, and what each of its calls gained over the one chosen.
struct CallLesson {
  bidding::DecisionDescription decision;
  std::vector<float> imps;
};

// The lessons of a deal for one side, all four players bidding by `caller` from `start`, whose auction is
// empty.
std::vector<CallLesson> call_lessons(const SolvedDeal& deal, const bidding::AuctionState& start, Side learner,
                                     const bidding::Caller& caller);

struct CallTraining {
  int epochs = 12;
  int batch = 256;      // decisions
  double rate = 2e-3;   // falls to a twentieth of it along half a cosine
  double decay = 0.02;  // of the weights
  std::uint64_t seed = 1;
  int threads = 1;  // 0: all cores
  // After each epoch: its number and the mean squared error on the calls as they were met. False stops.
  std::function<bool(int epoch, double loss)> report = [](int, double) { return true; };
};
bidding::CallValues train(std::span<const CallLesson> lessons, const CallTraining& training);

struct CallCourse {
  std::shared_ptr<const bidding::System> system;                  // of the learners
  std::vector<std::shared_ptr<const bidding::System>> opponents;  // drawn from with equal chances
  int rounds = 4;    // each learns from its own lessons and those of the round before
  int auctions = 4;  // of each deal in a round: dealer, vulnerability, learners and opponents are drawn
  CallTraining training;
  // Before the first deal of a round, and now and then. False stops.
  std::function<bool(int round, std::size_t deals)> progress = [](int, std::size_t) { return true; };
};
// Nothing when it was stopped.
std::optional<bidding::CallValues> learn_calls(std::span<const LibraryDeal> deals, const CallCourse& course);

}  // namespace yomi::lab
