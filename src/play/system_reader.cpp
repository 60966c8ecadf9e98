#include "yomi/play/system_reader.h"

#include <cassert>

#include "yomi/bidding/talk.h"

namespace yomi::play {

SystemReader::SystemReader(std::array<std::shared_ptr<const bidding::System>, 2> systems,
                           const Doubts& doubts)
    : systems_(std::move(systems)), doubts_(doubts) {}

const SystemReader& SystemReader::usual() {
  static const SystemReader made = [] {
    auto loaded = bidding::load_shipped_system("two-over-one");
    assert(loaded.ok());
    const auto system = std::make_shared<const bidding::System>(std::move(loaded.value()));
    return SystemReader({system, system});
  }();
  return made;
}

std::shared_ptr<const belief::Prepared> SystemReader::read(const Auction& auction,
                                                           Vulnerability vulnerability) const {
  bidding::Talk talk(systems_, auction.dealer(), vulnerability, std::make_shared<bidding::GridMemory>());
  for (const Call call : auction.calls()) {
    if (!talk.add(call)) break;
  }
  auto made = std::make_shared<belief::Prepared>();
  for (const bidding::Heard& heard : talk.heard()) {
    if (heard.meaning->empty()) continue;
    std::array<std::uint64_t, bidding::kGridShapes> rows{};
    for (int shape = 0; shape < bidding::kGridShapes; ++shape)
      rows[static_cast<std::size_t>(shape)] = heard.meaning->row(shape);
    made->hands[static_cast<std::size_t>(index(heard.seat))].multiply(
        rows, 1, heard.call.is_pass() ? doubts_.pass : doubts_.call);
  }
  return made;
}

}  // namespace yomi::play
