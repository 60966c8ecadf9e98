#include "shared_knowledge.h"

#include <algorithm>
#include <cassert>

namespace yomi::play {

SharedKnowledge::SharedKnowledge(PlayContext the_context, const Carding& the_carding, bool reads_carding)
    : context(std::move(the_context)),
      carding(the_carding),
      use_carding(reads_carding),
      constraints(context.prepared()),
      suit_contract(context.contract.strain != Strain::no_trump) {
  for (Side side : {Side::ns, Side::ew}) {
    const std::array<int, 14> whole = context.points(side);
    std::copy(whole.begin(), whole.end(), points[side].begin());
  }
}

void SharedKnowledge::fill(belief::View& view, const belief::Seen& seen) const {
  const belief::Space space = belief::facts_unchecked(seen);
  std::vector<belief::SuitTerm> terms;
  if (use_carding) terms = carding_terms(carding, context, seen);
  view.fill(space, constraints.tables, terms);
  if (view.total() > 0) return;
  view.fill(space, nothing, terms);
  if (view.total() > 0) return;
  view.fill(space, nothing);
  assert(view.total() > 0);
}

Card SharedKnowledge::agreed_card(const Course& course, CardSet choice, CardSet hand) const {
  if (!use_carding) return choice.lowest();
  if (const auto asking = preference_card(carding, course, choice, hand)) return *asking;
  const Seat turn = course.turn();
  const Suit suit = choice.lowest().suit();
  const auto led = course.table().empty() ? std::nullopt : std::optional(course.table().front());
  const Moment moment = moment_of(carding, context.contract, turn, choice.lowest(), course.leader(), led,
                                  course.played(turn).in(suit));
  if (moment != Moment::silent) {
    const Card agreed = carding.agreed(moment, hand.in(suit), suit_contract);
    if (choice.contains(agreed)) return agreed;
  }
  const bool follows_in_defence = led && !on(turn, side_of(context.contract.declarer));
  return follows_in_defence ? habitual(carding, choice) : choice.lowest();
}

}  // namespace yomi::play
