#include "yomi/lab/self_play.h"

#include <algorithm>

#include "yomi/play/claim.h"
#include "yomi/play/deal_sampler.h"
#include "yomi/play/player.h"

namespace yomi::lab {
namespace {

constexpr std::uint64_t kFirstSeed = 1000;  // of the players
constexpr std::size_t kImagined = 4;        // deals of which one is taken

Deal deal_again(const play::PlayContext& context, const Deal& dealt, Random& random) {
  belief::Seen seen;
  seen.chair = seat_at(static_cast<int>(random.below(4)));
  seen.hand = dealt[seen.chair];
  const belief::Sample sample =
      play::sample_deals(context, seen, {.count = kImagined, .read_cards = false}, random);
  double target = random.unit();
  for (const belief::WeightedDeal& one : sample.deals) {
    target -= one.weight;
    if (target <= 0) return one.deal;
  }
  return sample.deals.empty() ? dealt : sample.deals.back().deal;
}

// One of the cards that are nearly as good as the best.
Card explore(const play::Advice& advice, double within, Random& random) {
  double best = advice.cards.front().value;
  for (const play::CardValue& one : advice.cards) best = std::max(best, one.value);
  std::vector<Card> near;
  for (const play::CardValue& one : advice.cards) {
    if (one.value >= best - within) near.push_back(one.card);
  }
  return near[random.below(static_cast<std::uint32_t>(near.size()))];
}

}  // namespace

SelfPlayed play_alone(const play::PlayContext& context, const Deal& dealt, bool redeal, std::uint64_t number,
                      const SelfPlay& how, dd::Solver& solver) {
  Random random = Random(how.seed).split(number);
  SelfPlayed made{.deal = redeal ? deal_again(context, dealt, random) : dealt};
  play::Player player(
      {.engine = play::Engine::pimc, .deals = how.deals, .seed = kFirstSeed + number, .threads = 1});
  Position position(made.deal, context.contract.strain, context.contract.leader());
  while (!position.is_over()) {
    Card card = position.legal().lowest();
    if (position.legal().size() > 1) {
      const play::Advice advice = player.choose(play::look(context, made.deal, made.play));
      card = random.unit() < how.exploration ? explore(advice, how.exploration_margin, random) : advice.card;
    }
    position.play(card);
    made.results[made.play.size()] = static_cast<std::uint8_t>(
        play::declarers_tricks(position, side_of(context.contract.declarer), solver));
    made.play.push_back(card);
  }
  return made;
}

WholePlay play_whole(const play::PlayContext& context, const Deal& dealt, play::Contestant& player,
                     const std::stop_token& stop, std::span<const Card> opening) {
  WholePlay made{.cards = {opening.begin(), opening.end()}};
  const Side declaring = side_of(context.contract.declarer);
  Position position(dealt, context.contract.strain, context.contract.leader());
  for (Card card : opening) position.play(card);
  std::optional<play::Claim> rest;
  while (!position.is_over() && !rest && !stop.stop_requested()) {
    const CardSet legal = position.legal();
    const Card card =
        legal.size() == 1 ? legal.lowest() : player.choose(context, dealt, made.cards, stop).card;
    position.play(card);
    made.cards.push_back(card);
    if (!position.is_over()) rest = play::certain_rest(play::look(context, dealt, made.cards));
  }
  made.tricks = position.tricks(declaring);
  if (rest && rest->side == declaring) made.tricks += rest->tricks;
  return made;
}

}  // namespace yomi::lab
