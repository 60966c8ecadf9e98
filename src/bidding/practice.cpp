#include "yomi/bidding/practice.h"

#include <cassert>
#include <optional>

namespace yomi::bidding {

Talk bid_out(Talk talk, const Deal& deal, const Silent& silent,
             const std::function<void(const Talk&, const Choice&)>& before) {
  std::array<std::optional<HandFeatures>, 4> hands;
  while (!talk.auction().is_over()) {
    const auto seat = static_cast<std::size_t>(index(talk.turn()));
    Call call;
    if (!silent[seat]) {
      if (!hands[seat]) hands[seat].emplace(deal[talk.turn()]);
      const Choice choice = choose(talk, *hands[seat]);
      if (before) before(talk, choice);
      call = choice.call;
    }
    const bool made = talk.add(call);
    assert(made);
    (void)made;
  }
  return talk;
}

}  // namespace yomi::bidding
