// A bridge player: given what a chair has seen it chooses a call or a card, within a time limit and with
// reasons.
//
// It is what tables, pages and bindings talk to. As in Daihinmin, a player is asked with a view of the table
// and keeps nothing of the game between two questions, so boards can be taken back, restarted and asked about
// in any order. The one implementation joins belief, bidding and card play; its settings choose the parts.
//
// One question at a time. A question can be ended early from another thread by its stop token: the answer is
// then the best so far.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "yomi/bidding/auction_state.h"
#include "yomi/bidding/simulate.h"
#include "yomi/bridge/auction.h"
#include "yomi/bridge/contract.h"
#include "yomi/cards/result.h"
#include "yomi/formats/json.h"
#include "yomi/play/player.h"

namespace yomi::agent {

// A call, and what the caller's side says that it means: a sentence for people, or a condition that begins
// with `shows` (docs/reference/formats.md), which overrides the system file.
struct ExplainedCall {
  Call call;
  std::string explanation{};
};

inline constexpr std::size_t kDeck = 52;

// What a chair sees of a board. Hands are the original thirteen cards.
struct View {
  Seat chair = Seat::north;
  CardSet hand;
  Seat dealer = Seat::north;
  Vulnerability vulnerability = Vulnerability::none;
  std::vector<ExplainedCall> calls{};
  std::optional<Contract> contract{};  // only if no auction gives it
  CardSet dummy_hand{};                // empty before the opening lead
  std::vector<Card> play{};

  // The calls as an auction. The error names the call that is not legal.
  [[nodiscard]] Result<Auction> auction() const;
};

struct Settings {
  play::Settings play{};  // with the time for a card
  std::string system = "two-over-one";
  std::string their_system = "natural";  // what the opponents' calls are read by
  // Carding agreements: one that ships or a file. Empty: what the system file says, else the usual ones.
  std::string carding{};
  std::string their_carding{};
  bool read_by_policy = true;             // calls are read by the auction policy too, not by rules alone
  bool look_ahead = true;                 // bidding also looks ahead if the rules leave the call open
  bidding::SimulationSettings bidding{};  // with the time for a call
  // A budget for all calls and cards of a chair on a board (budget.h), instead of times for each; 0: none.
  // The player must then serve one chair only: it recognises a new board by its cards.
  double seconds_per_board = 0;
};

struct CallAdvice {
  Call call;
  std::string why;          // in a sentence
  std::string explanation;  // what the call shows, for the opponents
  bool alert = false;
  Json reasons;  // docs/reference/engine.md
};

struct CardAdvice {
  Card card;
  play::Advice values;
  Json reasons;
};

class Player {
 public:
  virtual ~Player() = default;
  // The call of the chair, whose turn it must be.
  virtual Result<CallAdvice> call(const View& view, std::stop_token stop = {}) = 0;
  // The card of the chair's own hand or, for the declarer, of dummy. Only `candidates` are considered; empty:
  // all legal cards.
  virtual Result<CardAdvice> play(const View& view, CardSet candidates = {}, std::stop_token stop = {}) = 0;
};

// The error says which system or carding could not be loaded, and why.
Result<std::unique_ptr<Player>> make_player(const Settings& settings);

// What a chair knows from play and auction, whoever is on turn. Calls are read by their explanations,
// otherwise by `calls`.
struct Seen {
  play::PlayContext context;
  belief::Seen seen;
};
Result<Seen> see(const View& view, const play::CallReader* calls);
// The same as a decision of the chair on turn.
Result<play::Decision> look(const View& view, const play::CallReader* calls);

// Auction states of a chair's side and the other one.
struct SystemPair {
  std::shared_ptr<const bidding::System> ours;
  std::shared_ptr<const bidding::System> theirs;
  [[nodiscard]] bidding::AuctionState::Systems for_side(Side us) const;
};
Result<SystemPair> load_systems(const std::string& ours, const std::string& theirs);

// The carding agreements of both sides. Only defenders signal.
struct CardingPair {
  play::Carding ours;
  play::Carding theirs;
  [[nodiscard]] const play::Carding& of_defenders(Side us, const Contract& contract) const {
    return on(contract.declarer, us) ? theirs : ours;
  }
};
Result<CardingPair> load_cardings(const Settings& settings, const SystemPair& systems);

// How a chair of side `us` reads calls in card play: its own side's by the auction policy if that makes them,
// the opponents' by policy and rules, with less trust.
std::unique_ptr<const play::CallReader> make_reader(const Settings& settings, const SystemPair& systems,
                                                    Side us);

}  // namespace yomi::agent
