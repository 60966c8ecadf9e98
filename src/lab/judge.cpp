#include "yomi/lab/judge.h"

#include <cmath>

#include "yomi/lab/self_play.h"
#include "yomi/play/deal_sampler.h"

namespace yomi::lab {

std::vector<std::vector<int>> judge_cards(const play::Decision& decision, std::span<const Card> cards,
                                          const Judge& judge, const std::stop_token& stop) {
  Random random(judge.seed);
  // Few layouts are drawn from as well; one that is drawn several times is played out several times.
  const belief::Sample sample = play::sample_deals(
      decision.context, decision.seen,
      {.count = judge.deals, .enumerate_up_to = 0, .carding = &play::default_carding()}, random);
  const auto points = decision.context.points(side_of(decision.seen.chair));
  std::vector<std::vector<int>> made(cards.size());
  std::vector<const Deal*> drawn;
  for (const belief::WeightedDeal& one : sample.deals)
    drawn.insert(drawn.end(),
                 static_cast<std::size_t>(std::lround(one.weight * static_cast<double>(judge.deals))),
                 &one.deal);
  for (const Deal* deal : drawn) {
    const std::uint64_t seed = random();
    for (std::size_t c = 0; c < cards.size(); ++c) {
      play::Contestant player(judge.player, seed);
      std::vector<Card> play = decision.seen.play;
      play.push_back(cards[c]);
      const WholePlay game = play_whole(decision.context, *deal, player, stop, play);
      if (stop.stop_requested()) return {};
      made[c].push_back(points[static_cast<std::size_t>(game.tricks)]);
    }
  }
  return made;
}

}  // namespace yomi::lab
