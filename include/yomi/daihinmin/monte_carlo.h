// The Monte-Carlo player: imagine deals, play each candidate out, choose the best mean. All players of the
// paper but `base`, and our own, are settings of this one.
//
// A decision goes: a move that goes out, a certain win, the exact ending of two, and only then play-outs. The
// answer depends on the seed alone, whatever the number of threads, unless a time limit cuts it short.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "yomi/daihinmin/belief.h"
#include "yomi/daihinmin/wins.h"

namespace yomi::jobs {
class ThreadPool;
}

namespace yomi::daihinmin {

struct Arm;  // a candidate while it is compared

struct MonteCarloSettings {
  BeliefSettings belief;
  std::shared_ptr<const Policy> policy{};  // of the play-outs; none: every legal move equally likely
  float temperature = 1.0F;
  int playouts = 2200;  // a decision; where time is given, only if asked for
  bool playouts_given = false;
  int deals = 1024;          // imagined a decision; later play-outs go round again
  double reading_share = 1;  // of a decision's time; afterwards no more deals are imagined
  bool stop_early = false;   // when the leader can hardly be caught
  bool certain_wins = true;
  std::uint64_t win_nodes = 1'000'000;
  bool wins_in_playouts = false;
  bool exact_endings = false;
  bool use_prior = false;     // the policy's own opinion counts as some play-outs
  bool search_gifts = false;  // choose what to give away by play-outs too
  double prior_weight = 3;    // how many
  double sureness = 3.5;      // stop when the lead is so many standard errors
  int batch = 1;              // play-outs handed out at once
  std::array<double, kPlayers> value{1.0, 0.75, 0.5, 0.25, 0.0};  // of a place
  std::array<double, kPlayers> last_value{1.0, 0.75, 0.5, 0.25,
                                          0.0};  // in the last game before ranks are reset
  double seconds = 0;  // of CPU a whole decision, reading and searching included; 0: no limit
  int threads = 1;
};

// What a decision rested on, for those who watch.
struct Considered {
  Move move;
  int playouts = 0;
  double mean = 0;
};

class MonteCarlo : public Player {
 public:
  explicit MonteCarlo(MonteCarloSettings settings);
  ~MonteCarlo() override;

  void begin(std::uint64_t seed) override;
  Cards give(const View& view, int count) override;
  Move play(const View& view) override;

  // Of the last play(): the candidates with their means, best first, or empty when no play-outs were needed.
  [[nodiscard]] const std::vector<Considered>& considered() const { return considered_; }
  // Why: "goes out", "certain win", "exact ending", "only move", "play-outs".
  [[nodiscard]] const std::string& reason() const { return reason_; }
  // The chance that each player, by its number (see Shared::player_at), is base, as far as seen.
  [[nodiscard]] const Chances& base_chances() const { return base_now_; }
  // Play-outs made since the player was made.
  [[nodiscard]] std::uint64_t playouts() const { return playouts_; }
  [[nodiscard]] const MonteCarloSettings& settings() const { return settings_; }

 private:
  Move by_playouts(const View& view, MoveList& list, const Budget& budget);
  void read_hands(const View& view, const Budget& budget);
  std::size_t best_arm(std::vector<Arm>& arms, const View& view, const State& start, const Budget& budget);

  MonteCarloSettings settings_;
  Random random_{0};
  Belief belief_;
  CertainWin wins_;
  Ending ending_;
  // The chance that a player, by its number, is base: what the games before say, and what this one adds.
  Chances base_before_{};
  Chances base_now_{};
  std::vector<Considered> considered_;
  std::string reason_;
  std::uint64_t playouts_ = 0;
  std::unique_ptr<jobs::ThreadPool> threads_;
};

// Plays `state` until `seat` has its place; returns it. The seats of the mask `base` play as base does.
int place_after(State& state, int seat, const Policy* policy, float temperature, bool certain_wins,
                unsigned base, Random& random);

// Calls `use` with every choice of `count` (1 or 2) cards of the hand.
template <class Use>
void for_each_gift(Cards hand, int count, Use&& use) {
  for (Card first : hand) {
    if (count == 1) use(Cards::of(first));
    if (count != 2) continue;
    for (Card second : hand) {
      if (second > first) use(Cards::of(first) | Cards::of(second));
    }
  }
}

// What to give away without search: the weakest cards that belong to no group or run, then the weakest.
Cards weakest_gift(Cards hand, int count);

}  // namespace yomi::daihinmin
