#include "yomi/lab/card_exam.h"

#include "yomi/play/system_reader.h"

namespace yomi::lab {
namespace {

void mark(CardTally& tally, const Position& position, Card expert, const play::Choice& choice,
          dd::Solver& solver) {
  CardSet best;
  CardSet like_experts = CardSet::of(expert);
  const auto cards = solver.cards(position);
  for (const dd::CardTricks& one : cards) {
    const CardSet group = CardSet::of(one.card) | one.equals;
    if (one.tricks.lower == cards.front().tricks.lower) best |= group;
    if (group.contains(expert)) like_experts |= group;
  }
  const bool engine_best = best.contains(choice.card);
  const bool expert_best = best.contains(expert);
  ++tally.cards;
  tally.engine_best += engine_best ? 1 : 0;
  tally.expert_best += expert_best ? 1 : 0;
  tally.engine_only += engine_best && !expert_best ? 1 : 0;
  tally.expert_only += expert_best && !engine_best ? 1 : 0;
  tally.random_best += static_cast<double>(best.size()) / position.legal().size();
  tally.same += choice.card == expert ? 1 : 0;
  tally.equal += like_experts.contains(choice.card) ? 1 : 0;
  tally.cpu_seconds += choice.cpu_seconds;
}

}  // namespace

BoardTally CardExam::examine(const Board& board, std::uint64_t number, dd::Solver& solver,
                             const std::stop_token& stop) const {
  BoardTally made;
  const play::PlayContext context = *play::context_of(board, &play::SystemReader::usual());
  play::Contestant engine(player, Random(seed).split(number)(), carding);
  Position position(board.deal, context.contract.strain, context.contract.leader());
  std::vector<Card> play;
  for (Card card : board.play) {
    if (leads_only && !play.empty()) break;
    if (position.legal().size() > 1) {
      const bool declaring = on(position.turn(), side_of(context.contract.declarer));
      CardTally& tally = play.empty() ? made.lead : made.later[declaring ? 0 : 1];
      const play::Choice choice = engine.choose(context, board.deal, play, stop);
      if (stop.stop_requested()) break;
      mark(tally, position, card, choice, solver);
    }
    position.play(card);
    play.push_back(card);
  }
  return made;
}

}  // namespace yomi::lab
