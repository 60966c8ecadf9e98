// A board of bridge at a table of the page: a person in one chair, or in none, and robots in the others.
//
// It is the record of the actions, from which everything else follows: whose turn it is, who decides, what
// the person may see. It does not know the robots. The person plays both hands of the declaring side, also
// from the chair of dummy. A plain value; it goes to the store and back as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "yomi/agent/level.h"
#include "yomi/agent/player.h"
#include "yomi/bridge/play_history.h"
#include "yomi/formats/json.h"

namespace yomi::web {

struct BridgeSetup {
  int board = 1;
  Deal deal{};  // full
  Seat dealer = Seat::north;
  Vulnerability vulnerability = Vulnerability::none;
  std::optional<Seat> person{};               // nothing: four robots
  agent::Level level = agent::Level::normal;  // how long robots think
  BySide<std::string> systems{"two-over-one", "two-over-one"};
};

// `meaning` comes from a MeaningReader; null if not asked.
struct MadeCall {
  Call call;
  Json meaning{};
};

class BridgeGame {
 public:
  enum class Phase : std::uint8_t { auction, play, over };

  explicit BridgeGame(BridgeSetup setup);

  [[nodiscard]] const BridgeSetup& setup() const { return setup_; }
  [[nodiscard]] const Auction& auction() const { return auction_; }
  [[nodiscard]] const std::vector<MadeCall>& calls() const { return calls_; }
  [[nodiscard]] const std::vector<Card>& cards() const { return cards_; }
  // Grows with every change, undoing included.
  [[nodiscard]] int changes() const { return changes_; }

  [[nodiscard]] Phase phase() const;
  // The final one; nothing before the end of the auction, or when the board was passed out.
  [[nodiscard]] std::optional<Contract> contract() const;
  // Only when there is a contract.
  [[nodiscard]] PlayHistory history() const;
  // Whose turn it is, and who decides (the declarer for dummy). Not when the board is over.
  [[nodiscard]] Seat turn() const;
  [[nodiscard]] Seat decider() const;
  [[nodiscard]] bool is_persons_turn() const;
  // May the person see this hand?
  [[nodiscard]] bool is_open(Seat seat) const;
  [[nodiscard]] CardSet left(Seat seat) const;
  // The cards that may be played now.
  [[nodiscard]] CardSet legal() const;
  // The declarer's in all, once the board is over; nothing when it was passed out.
  [[nodiscard]] std::optional<int> tricks() const;

  // For the chair on turn. An illegal action is an error and changes nothing.
  std::optional<Error> call(MadeCall made);
  std::optional<Error> play(Card card);
  // Ends the play: the declarer gets so many tricks in all.
  std::optional<Error> settle(int declarers_tricks);
  // Goes back to the person's last decision; with four robots, one call or card. False if there was none.
  bool undo();

  // What the player who decides has seen.
  [[nodiscard]] agent::View view() const;

  // The record, for the store.
  [[nodiscard]] Json to_json() const;
  static Result<BridgeGame> from_json(const Json& record);
  // What the page may see. docs/reference/api.md has the fields.
  [[nodiscard]] Json state() const;

 private:
  [[nodiscard]] bool is_persons(Seat seat) const;
  void take_back();

  BridgeSetup setup_;
  Auction auction_;
  std::vector<MadeCall> calls_;
  std::vector<Card> cards_;
  std::optional<int> settled_;
  int changes_ = 0;
};

}  // namespace yomi::web
