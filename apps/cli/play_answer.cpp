#include "play_answer.h"

#include <fmt/core.h>
#include "yomi/formats/json.h"

namespace yomi::cli {

Json answer_json(const play::Situation& situation, const play::Advice& advice, const PlayFlags& flags) {
  Json cards = Json::array();
  for (const play::CardValue& one : advice.cards) {
    Json row = {{"card", to_string(one.card)}, {"value", one.value}, {"pimc", one.pimc}};
    if (one.error > 0) row["error"] = one.error;
    if (one.playouts > 0) row["playouts"] = one.playouts;
    cards.push_back(std::move(row));
  }
  Json made = {{"card", to_string(advice.card)},
               {"cards", std::move(cards)},
               {"engine", flags.engine},
               {"chair", std::string(1, to_char(situation.seen.chair))},
               {"hand", std::string(1, to_char(situation.turn))},
               {"deals", advice.deals},
               {"complete", advice.complete},
               {"seed", flags.seed},
               {"ms", advice.took.count()}};
  if (const auto claim = play::certain_rest(situation)) {
    Json line = Json::array();
    for (Card card : claim->line) line.push_back(to_string(card));
    made["claim"] = {{"side", claim->side == Side::ns ? "NS" : "EW"},
                     {"tricks", claim->tricks},
                     {"line", std::move(line)}};
  }
  return made;
}

std::string claim_in_words(const play::Situation& situation, const play::Claim& claim) {
  const std::string_view who = to_name(situation.seen.chair);
  const std::string tricks =
      claim.tricks == 1 ? std::string("the last trick") : fmt::format("the last {} tricks", claim.tricks);
  return fmt::format("{} can {} {}, however the hidden cards lie", who,
                     on(situation.seen.chair, claim.side) ? "claim" : "give up", tricks);
}

}  // namespace yomi::cli
