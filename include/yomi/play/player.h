// A card-player: from what a chair sees to a card, by one of four ways to look ahead.
//
//   pimc     deals drawn from the belief, every card scored by the double-dummy solver, best sum of points
//            (Ginsberg 1999; section 3.1 of Otawa and Uehara 2006)
//   alphamu  vectors over the drawn deals and Pareto fronts (Cazenave and Ventos 2019)
//   abc      every player who decides predicts from a hypothesis of its own (Otawa and Uehara 2006)
//   reader   play-outs to the last card in which everybody acts on a belief of its own
//
// All values are bridge points for the side of the chair that decides. A Player keeps its threads and solvers
// between cards; its calls are for one thread at a time. With a fixed number of deals and no time limit the
// same seed gives the same answer whatever the number of threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "yomi/play/carding.h"
#include "yomi/play/decision.h"
#include "yomi/play/settings.h"

namespace yomi::play {

struct CardValue {
  Card card;
  double value = 0;  // by the engine
  double pimc = 0;   // the double-dummy value on the same deals
  double error = 0;  // standard error of the difference to the chosen card; 0 where there is none
  std::size_t playouts = 0;
};

// A deal in which the choice matters: what the card and its closest rival come to there, and how the play
// goes on after each (the card itself first).
struct Deciding {
  Deal deal;
  double weight = 0;
  double points = 0;
  double rivals_points = 0;
  std::vector<Card> line{};
  std::vector<Card> rivals_line{};
};

struct Advice {
  Card card;
  std::vector<CardValue> cards;  // best first
  std::size_t deals = 0;         // looked at
  bool complete = false;         // they are all possible layouts
  bool in_time = true;           // the time limit cut nothing off
  std::chrono::milliseconds took{0};
  // With Settings::explain, where reader looked at two cards or more: the closest rival, and the deals that
  // decide between the two, those that matter most first.
  Card rival{};
  std::vector<Deciding> deciding{};
};

class Player {
 public:
  explicit Player(const Settings& settings = {}, const Carding& carding = default_carding());
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // The card to play. Only `candidates` are considered; empty: all legal cards. They must be legal.
  // When it is asked to stop, from another thread, the answer is the best so far, and `in_time` is false.
  Advice choose(const Decision& decision, CardSet candidates = {}, const std::stop_token& stop = {});
  // Replaces Settings::time for later cards.
  void set_time(std::chrono::milliseconds time);
  // Sets the defending side's agreements for later cards.
  void set_carding(const Carding& carding);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::play
