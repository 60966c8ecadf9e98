// A card to be chosen, as an engine is given it, and the engines. Const while they work.
#pragma once

#include "shared_knowledge.h"
#include "workers.h"
#include "yomi/play/player.h"

namespace yomi::play {

struct CardTask {
  const Settings& settings;
  const Decision& decision;
  const SharedKnowledge& shared;
  CardSet candidates;
  bool is_certain = false;  // all tricks that are left, by a claim that a candidate begins
  std::size_t deals = 0;    // of the belief, at most
  Workers& workers;
  const Deadline& deadline;

  [[nodiscard]] const Contract& contract() const { return decision.context.contract; }
  [[nodiscard]] bool declares() const { return on(decision.seen.chair, side_of(contract().declarer)); }
  // To the chair's side.
  [[nodiscard]] const PointsByTricks& points() const { return shared.points[side_of(decision.seen.chair)]; }
  // In the hand on turn, or in those that have played to the trick one less.
  [[nodiscard]] std::size_t cards_left() const { return kRanks - decision.seen.play.size() / 4; }
  // So short that solving is cheap, and belief sets are larger.
  [[nodiscard]] bool has_short_hands() const { return cards_left() <= 8; }
  [[nodiscard]] Course course() const;
  // The most points that one trick can still be worth.
  [[nodiscard]] double trick_worth() const;
  // Cards that nobody can tell apart by the tricks they take.
  [[nodiscard]] std::vector<CardSet> touching_cards() const;
};

// Each fills cards (best first), card, deals, complete and in_time.
Advice choose_pimc(const CardTask& task);
Advice choose_abc(const CardTask& task);
// The value of a card is the share of deals in which the goal (making, or defeating, the contract) is
// reached.
Advice choose_alphamu(const CardTask& task);
// Play-outs to the last card, all deals. Finds what depends on what others will think, such as a falsecard,
// and takes seconds a card while hands are long. For tasks without a time limit.
Advice choose_whole_reader(const CardTask& task);
// Double-dummy values corrected by what they leave out, and play-outs where they fit in. Needs a time limit.
Advice choose_timed_reader(const CardTask& task);

}  // namespace yomi::play
