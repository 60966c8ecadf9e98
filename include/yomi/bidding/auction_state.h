// The auction as all four players understand it: what each call showed, what is forcing, which suit is
// agreed.
//
// An AuctionState depends on the calls and on the systems of both sides, never on a hand. It is extended call
// by call. For the player to call it has the matches: the lines of the system that apply now, highest first,
// with the public part of their conditions put in. A call is read from the same matches from which it is
// chosen:
//   the hands that may satisfy some line that gives it, less those that must satisfy a line above that one.
// Where they doubled a bid of ours and no line of that number in the order speaks of it, the lines for the
// auction without the double stand ("systems on").
// What is known of a player is what all its calls have in common. Where that is nothing (a psyche, a strange
// auction) the last call alone counts.
//
// Copies are cheap. An AuctionState and its GridMemory are for one thread.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "yomi/bidding/system.h"
#include "yomi/bridge/auction.h"

namespace yomi::bidding {

// Grids of bound conditions, kept. Forgets everything when it holds more than `limit`.
class GridMemory {
 public:
  explicit GridMemory(std::size_t limit = 6000) : limit_(limit) {}
  std::shared_ptr<const Cells> cells(const HandCondition& condition);

 private:
  struct Hash {
    std::size_t operator()(const std::vector<Step>& steps) const;
  };
  std::size_t limit_;
  std::unordered_map<std::vector<Step>, std::shared_ptr<const Cells>, Hash> kept_;
};

// A line that applies now, for one suit of its free letter.
struct RuleMatch {
  static constexpr std::uint32_t kNoLine = ~std::uint32_t{0};  // the last resort: no line of the system
  std::uint32_t line = kNoLine;
  Call call;
  Letters letters{};
  HandCondition hand{};
  bool systems_on = false;  // fits the auction as it would be had they not doubled
};

// A call that was made, as it was understood.
struct InterpretedCall {
  Seat seat = Seat::north;
  Call call;
  std::shared_ptr<const HandGrid> meaning;  // by itself
  std::uint32_t line = RuleMatch::kNoLine;  // the highest line that explains it
  Letters letters{};
  Forcing forcing = Forcing::none;
  bool natural = false;     // it named a suit that the caller has
  bool artificial = false;  // by its line
};

class AuctionState {
 public:
  using Systems = BySide<std::shared_ptr<const System>>;

  AuctionState(Systems systems, Seat dealer, Vulnerability vulnerability, std::shared_ptr<GridMemory> memory);

  // The same table and systems before the first call; with a memory of its own it may go to another thread.
  [[nodiscard]] AuctionState restarted(const std::shared_ptr<GridMemory>& memory = nullptr) const {
    return {systems_, auction_.dealer(), vulnerability_, memory ? memory : memory_};
  }

  [[nodiscard]] const Auction& auction() const { return auction_; }
  [[nodiscard]] Vulnerability vulnerability() const { return vulnerability_; }
  [[nodiscard]] Seat turn() const { return auction_.turn(); }
  [[nodiscard]] const System& system(Side side) const { return *systems_[side]; }
  [[nodiscard]] const System& system() const { return system(side_of(turn())); }

  // The player to call, as the table sees it.
  [[nodiscard]] const Situation& situation() const;
  // The lines that apply, highest first; matches of one line follow each other. The last one fits every hand.
  // Not after the end of the auction.
  [[nodiscard]] const std::vector<RuleMatch>& matches() const;
  // The hands that would make this call, of those that matches() has.
  struct Meaning {
    HandGrid hands;
    // The number of the match that explains it: the one with most hands, as far as the call before lets them
    // be, of the agreements that give it; of the general lines where there is no agreement.
    std::optional<std::size_t> match;
  };
  [[nodiscard]] Meaning meaning(Call call) const;

  // Makes the call and reads it; false, and nothing happens, when it is not legal.
  bool add(Call call);

  [[nodiscard]] const std::vector<InterpretedCall>& interpreted_calls() const { return interpreted_; }
  [[nodiscard]] const HandGrid& known(Seat seat) const { return *player(seat).known; }
  [[nodiscard]] const Shown& shown(Seat seat) const { return player(seat).shown; }
  [[nodiscard]] std::optional<Suit> agreed(Side side) const { return sides_[side].agreed; }
  // Has this side undertaken to reach game? Whatever they do: it ends with the auction.
  [[nodiscard]] bool game_forced(Side side) const {
    const Pair& pair = sides_[side];
    const Pair& rivals = sides_[other(side)];
    return pair.game_force || (pair.strong && rivals.acted);
  }
  // Is the last bid of this side a game or more, and meant as a contract?
  [[nodiscard]] bool game_reached(Side side) const { return sides_[side].in_game; }

 private:
  struct Player {
    Shown shown;
    std::shared_ptr<const HandGrid> known;
  };
  struct Pair {
    std::optional<Suit> agreed;
    std::optional<Suit> first_suit;
    std::optional<Suit> last_suit;
    bool in_game = false;  // the last bid is a game and not artificial
    bool game_force = false;
    // Opened the strong two clubs: to game unless the opponents are silent and the hands are poor.
    bool strong = false;
    bool acted = false;  // made a call other than pass
  };
  [[nodiscard]] const Player& player(Seat seat) const { return players_[seat]; }
  [[nodiscard]] Situation look() const;
  [[nodiscard]] std::vector<RuleMatch> find_matches() const;
  void match_line(std::uint32_t line, const Letters& letters, bool systems_on,
                  std::vector<RuleMatch>& out) const;
  [[nodiscard]] RuleMatch last_resort() const;
  void note(InterpretedCall& interpreted, const RuleMatch* match);

  Systems systems_;
  Vulnerability vulnerability_;
  std::shared_ptr<GridMemory> memory_;
  Auction auction_;
  BySeat<Player> players_;
  BySide<Pair> sides_;
  std::vector<InterpretedCall> interpreted_;
  // Made when first asked for, for the player to call.
  mutable std::optional<Situation> situation_;
  mutable std::optional<std::vector<RuleMatch>> matches_;
};

// Of two matches of one line that both hold: does `pick` take `a` rather than `b`? Nothing when the lengths
// do not tell.
std::optional<bool> picks_first(Pick pick, const RuleMatch& a, const RuleMatch& b, const Lengths& lengths);

}  // namespace yomi::bidding
