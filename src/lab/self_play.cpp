#include "yomi/lab/self_play.h"

#include "yomi/play/claim.h"

namespace yomi::lab {
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
