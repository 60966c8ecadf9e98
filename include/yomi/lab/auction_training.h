// Learning the auction policy (bidding/auction_policy.h) and the estimate of tricks
// (bidding/trick_estimate.h).
//
// The estimate is fitted to solved deals by least squares. The policy learns in two steps:
//   imitation   auctions by the rules of four systems, some calls of them made at random so that strange
//               auctions are seen too; the network is fitted to what the rules call;
//   self-play   a deal is bid many times by the policy as it is. An auction's score is compared with the
//   other
//               auctions of the same deal, in IMPs, and at each decision that went different ways the calls
//               that came out better become likelier (a policy gradient whose baseline is the group of
//               auctions through the same decision). Deals are fresh ones with estimated tricks, and now and
//               then solved ones: a few thousand solved deals alone are learnt by heart. A price on the
//               Kullback-Leibler distance to the imitation keeps the policy near the rules, nearer where
//               agreements speak. Opponents are the policy itself, its former self, the imitation, or silent.
//
// The same seed and deals give the same weights whatever the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "yomi/bidding/auction_policy.h"
#include "yomi/bidding/trick_estimate.h"
#include "yomi/formats/deal_library.h"
#include "yomi/jobs/transport.h"

namespace yomi::lab {

// Gets the share of the work done, 0 to 1. False stops.
using TrainingProgress = std::function<bool(double share)>;

struct TrickTraining {
  int steps = 60'000;
  int batch = 256;  // contracts
  double rate = 1.5e-3;
  double decay = 0.02;
  std::uint64_t seed = 1;
  int threads = 1;  // 0: all cores
  TrainingProgress progress = [](double) { return true; };
};
// Nothing when it was stopped.
std::optional<bidding::TrickEstimate> learn_tricks(std::span<const LibraryDeal> deals,
                                                   const TrickTraining& training);

struct AuctionCourse {
  // By bidding::PolicySystem.
  std::vector<std::shared_ptr<const bidding::System>> systems;
  // Imitation.
  int imitated = 300'000;  // auctions by the rules
  int epochs = 6;          // times through them
  double imitation_rate = 2e-3;
  // Self-play.
  int steps = 80'000;
  int deals = 96;       // of a step
  int auctions = 16;    // of a deal
  double solved = 0.1;  // share of solved deals
  double silent = 0.12;
  double rate = 8e-4;  // decays to `last_rate` along half a cosine
  double last_rate = 1e-4;
  // Penalties in IMPs per unit of distance to the imitation, where general lines apply and where agreements
  // do.
  double general_price = 0.1;
  double agreed_price = 0.35;
  std::uint64_t seed = 1;
  int threads = 1;  // 0: all cores
  // To ranks that divide the auctions among them and learn the same weights.
  jobs::Transport* transport = nullptr;
  TrainingProgress progress = [](double) { return true; };
};
// Nothing when it was stopped.
std::optional<bidding::AuctionPolicy> imitate_rules(const AuctionCourse& course);
std::optional<bidding::AuctionPolicy> learn_auctions(const bidding::AuctionPolicy& imitation,
                                                     const bidding::TrickEstimate& estimate,
                                                     std::span<const LibraryDeal> deals,
                                                     const AuctionCourse& course);

}  // namespace yomi::lab
