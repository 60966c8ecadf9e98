// The chair's view: reduces a record to what the chair on turn can see.
//
// The chair that decides is the one whose card it is, or the declarer when it is dummy's. It sees its own
// hand, dummy once the opening lead is made, the calls with their meanings, and the cards played. Hidden
// hands are never copied out of the record, so they cannot leak: two records that differ only there give
// equal situations.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "yomi/belief/evidence.h"
#include "yomi/bridge/board.h"
#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"
#include "yomi/play/course.h"

namespace yomi::play {

// Interprets calls; the interface to the bidding systems. Calls that the record explains by notes beginning
// with `shows` are taken at their word instead. Must be callable from any thread.
class CallReader {
 public:
  CallReader() = default;
  CallReader(const CallReader&) = delete;
  CallReader& operator=(const CallReader&) = delete;
  virtual ~CallReader() = default;
  // How likely each hand is after the calls, by shape and points. `told`, unless empty, marks the calls whose
  // meaning comes from elsewhere; they are ignored here.
  [[nodiscard]] virtual std::shared_ptr<const belief::Prepared> read(
      const Auction& auction, Vulnerability vulnerability, const std::vector<bool>& told = {}) const = 0;
};

// What everybody at the table knows once the auction is over.
struct PlayContext {
  Contract contract;
  Vulnerability vulnerability = Vulnerability::none;
  std::vector<belief::SoftConstraint> meanings{};      // of the calls that were explained
  std::shared_ptr<const belief::Prepared> readings{};  // of the others by a CallReader; nothing: not read
  Calls calls{};                                       // what the auction named, for the card policy

  // Meanings and readings combined, and the meanings that are not functions of one hand's shape and points.
  // Even a promised meaning gives way if nothing else is possible.
  [[nodiscard]] belief::PreparedConstraints prepared() const;
  // Points for `side` when the declarer takes 0 to 13 tricks.
  [[nodiscard]] std::array<int, 14> points(Side side) const;
  // Who chooses the card of `seat`: the seat itself, or declarer for dummy.
  [[nodiscard]] Seat decider(Seat seat) const { return seat == contract.dummy() ? contract.declarer : seat; }
};

struct Decision {
  PlayContext context;
  belief::Seen seen;        // seen.chair decides
  Seat turn = Seat::north;  // whose card it is: the chair's own, or dummy's
  CardSet hand{};           // what that hand still holds
  CardSet legal{};          // what it may play
};

// What everybody knows about a board whose auction is over. An error says what is missing, or which
// explanation is no condition.
Result<PlayContext> context_of(const Board& board, const CallReader* calls = nullptr);

inline constexpr std::size_t kAllCards = 52;
// What the chair on turn sees after the first `cards` cards of the board's play. An error says what is
// missing (contract, declarer, a hand), which card cannot have been played, or that the play is over.
Result<Decision> look(const Board& board, std::size_t cards = kAllCards, const CallReader* calls = nullptr);
// The same with the context that context_of() has made for the board.
Result<Decision> look(PlayContext context, const Board& board, std::size_t cards);
// The same from what was seen, which must be possible.
Result<Decision> look(PlayContext context, belief::Seen seen);
// The chair's view in the middle of a game whose hands are all known to the caller: `deal` is the original
// one, `play` the cards so far. The play must be legal and not over.
Decision look(const PlayContext& context, const Deal& deal, const std::vector<Card>& play);

// The position after the play when `deal` (original hands, one in which the play is legal) is the truth.
Position replay(const belief::Seen& seen, const Deal& deal);

// The declarer's double-dummy tricks in all, including those already won.
int declarers_tricks(const Position& position, Side declaring, dd::Solver& solver);

// Cards of `hand` that no one can tell apart by the tricks they take, with the highest first: between two of
// a group lie only cards of the hand itself or cards already played (`gone`).
std::vector<CardSet> equivalent_groups(CardSet hand, CardSet legal, CardSet gone);

}  // namespace yomi::play
