// Calls read by a bidding system: what each call shows becomes a weight for every shape and number of points.
//
// People do not all play one system and nobody keeps to it always, so a hand outside what a call shows is
// made unlikely, not impossible: every call that it contradicts multiplies its weight by `doubt` (by
// `doubt_of_pass` for a pass). Both were fitted to recorded expert auctions (docs/card-play.md).
#pragma once

#include <array>
#include <memory>

#include "yomi/bidding/system.h"
#include "yomi/play/situation.h"

namespace yomi::play {

// What is left of the weight of a hand that contradicts a call.
struct Doubts {
  double call = 0.04;
  double pass = 0.2;
};

class SystemReader : public CallReader {
 public:
  // The systems of North-South and of East-West.
  explicit SystemReader(std::array<std::shared_ptr<const bidding::System>, 2> systems,
                        const Doubts& doubts = {});
  // Both sides play the system that strangers are read by. Loaded once, shared.
  static const SystemReader& usual();

  [[nodiscard]] std::shared_ptr<const belief::Prepared> read(const Auction& auction,
                                                             Vulnerability vulnerability) const override;

 private:
  std::array<std::shared_ptr<const bidding::System>, 2> systems_;
  Doubts doubts_;
};

}  // namespace yomi::play
