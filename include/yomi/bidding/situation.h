// The public side of a decision: everything that all four players know when one of them is to call, seen from
// the caller's chair. Plain values, made by AuctionState (auction_state.h); conditions read their public
// names from it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "yomi/bidding/hand_grid.h"
#include "yomi/bridge/contract.h"

namespace yomi::bidding {

// A set of suits as four bits, by index(suit).
class SuitSet {
 public:
  [[nodiscard]] constexpr bool contains(Suit suit) const { return (bits_ >> index(suit) & 1) != 0; }
  constexpr void insert(Suit suit) { bits_ = static_cast<std::uint8_t>(bits_ | 1U << index(suit)); }
  [[nodiscard]] constexpr int bits() const { return bits_; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  friend constexpr SuitSet operator|(SuitSet a, SuitSet b) {
    SuitSet made;
    made.bits_ = static_cast<std::uint8_t>(a.bits_ | b.bits_);
    return made;
  }
  friend constexpr bool operator==(SuitSet, SuitSet) = default;

 private:
  std::uint8_t bits_ = 0;
};

// The other chairs as the caller sees them, clockwise from the caller.
enum class Chair : std::uint8_t { me, lho, partner, rho };

// Why the player to call may not pass.
enum class Duty : std::uint8_t {
  none,     // a pass is allowed
  answer,   // partner's last call is forcing, and right-hand opponent passed
  rescue,   // a pass would leave our side in an artificial bid, or them in a redoubled contract that nobody
            // meant
  game,     // our side has to reach game and a pass would end the auction below it
  penalty,  // they have bid over our game-going auction: it is their contract doubled, or ours
};
// "partner's call is forcing"
std::string_view to_words(Duty duty);

// What one player has told the table.
struct Shown {
  Summary hand;
  SuitSet suits;                       // bid naturally
  std::optional<Suit> last_suit;       // the last of them
  bool passed = false;                 // could have opened and did not
  int calls = 0;                       // other than pass
  std::vector<std::string_view> tags;  // of the lines that spoke; they live in the system
};

struct Situation {
  std::array<Shown, 4> shown;  // by Chair
  // The high-card points that each may be expected to hold: the averages of what they have shown, moved in
  // proportion to their variances so that the four add up to 40.
  std::array<double, 4> expected_hcp{10, 10, 10, 10};
  std::optional<Suit> agreed;
  std::optional<Suit> our_last;    // the last suit our side bid naturally
  std::optional<Suit> their_last;  // and they
  std::optional<Suit> their_first;
  std::optional<Call> last_bid;
  bool last_bid_ours = false;
  int seat = 1;   // from the dealer
  int calls = 0;  // made so far
  bool vulnerable = false;
  bool they_vulnerable = false;
  Duty duty = Duty::none;     // see duty.h
  bool forced = false;        // there is one: a pass is no choice
  bool forcing_pass = false;  // a pass is allowed, and partner may not pass after it
  bool invited = false;       // partner's last call invites and nobody has bid over it
  bool signed_off = false;    // or is to play
  bool game_forced = false;   // our side is to reach game and has not
  bool game_reached = false;
  Doubling doubling = Doubling::none;  // of the last bid
  bool competitive = false;            // they have made a call other than pass
  bool passout = false;                // a pass ends the auction

  [[nodiscard]] const Shown& at(Chair chair) const { return shown[static_cast<std::size_t>(chair)]; }
  [[nodiscard]] SuitSet our_suits() const { return at(Chair::me).suits | at(Chair::partner).suits; }
  [[nodiscard]] SuitSet their_suits() const { return at(Chair::lho).suits | at(Chair::rho).suits; }
  [[nodiscard]] std::optional<Suit> trump() const { return agreed ? agreed : our_last; }
};

// May the caller make this call now?
bool is_legal(Call call, const Situation& situation);

// Is this bid a game (3NT, four of a major, five of a minor) or higher?
constexpr bool is_game(Call bid) {
  if (bid.strain() == Strain::no_trump) return bid.level() >= 3;
  return bid.level() >= (is_major(bid.strain()) ? 4 : 5);
}

}  // namespace yomi::bidding
