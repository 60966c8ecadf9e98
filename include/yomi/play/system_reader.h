// Reads calls by a bidding system: what each call shows becomes a weight for every shape and number of
// points.
//
// People play different systems, and nobody always keeps to one. So a call has its meaning only with a
// certain probability; hands outside it share the rest in proportion to their prior probability. Both chances
// were fitted to recorded expert auctions (docs/design/play.md).
#pragma once

#include <array>
#include <memory>

#include "yomi/bidding/system.h"
#include "yomi/play/decision.h"

namespace yomi::play {

// How often a call is made on a hand outside its meaning.
struct Doubts {
  double call = 0.1;
  double pass = 0.1;
  double general = 0.2;  // a call that only the system's general lines explain
};

class SystemReader : public CallReader {
 public:
  // The systems of North-South and of East-West.
  explicit SystemReader(BySide<std::shared_ptr<const bidding::System>> systems, const Doubts& doubts = {});
  // The reader for strangers, with one system for both sides. Loaded once, shared.
  static const SystemReader& usual();

  [[nodiscard]] std::shared_ptr<const belief::Prepared> read(
      const Auction& auction, Vulnerability vulnerability, const std::vector<bool>& told = {}) const override;

 private:
  BySide<std::shared_ptr<const bidding::System>> systems_;
  Doubts doubts_;
};

}  // namespace yomi::play
