// What everybody at the table is assumed to know: the calls as weights of hands, the carding agreements, the
// card policy. Const while engines search; may be used from any thread.
#pragma once

#include <array>

#include "yomi/belief/view.h"
#include "yomi/play/carding.h"
#include "yomi/play/decision.h"
#include "yomi/play/read_cards.h"

namespace yomi::play {

using PointsByTricks = std::array<double, 14>;  // by the declarer's tricks

struct SharedKnowledge {
  SharedKnowledge(PlayContext the_context, const Carding& the_carding, bool reads_carding);

  PlayContext context;
  Carding carding;
  bool use_carding = true;
  CardReading reading{};  // of everybody's cards
  belief::PreparedConstraints constraints;
  belief::Prepared nothing{};
  BySide<PointsByTricks> points{};
  bool suit_contract = false;

  // Fills `view` with the belief of a chair that has seen `seen` (dummy included). Calls give way if they
  // contradict the cards.
  void fill(belief::View& view, const belief::Seen& seen) const;
  // The card that is agreed on when all of `choice`, cards of one suit out of `hand`, are worth the same to
  // the hand on turn: the one that says what the holding is, else the habitual one.
  [[nodiscard]] Card agreed_card(const Course& course, CardSet choice, CardSet hand) const;
};

}  // namespace yomi::play
