// A match of Daihinmin at a table of the page: a person in seat 0 and four robots, game after game.
//
// It is the record of what was done: the seed that deals every game, the gifts of the rich, the plays. From
// it everything else follows. Who makes a robot's plays is not known here. Places become ranks of the next
// game, and points: 5 for the first to 1 for the last. A plain value; it goes to the store and back as JSON.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "yomi/daihinmin/game.h"
#include "yomi/formats/json.h"

namespace yomi::web {

struct DaihinminSetup {
  std::array<std::string, daihinmin::kPlayers> players{};  // kinds of robots; the person's is empty
  std::uint64_t seed = 1;
};

class DaihinminGame {
 public:
  static constexpr int kPerson = 0;
  enum class Phase : std::uint8_t { exchange, play, over };

  explicit DaihinminGame(DaihinminSetup setup);

  [[nodiscard]] const DaihinminSetup& setup() const { return setup_; }
  [[nodiscard]] Phase phase() const;
  // Who gives or plays next. Not when the game is over.
  [[nodiscard]] int turn() const;
  [[nodiscard]] bool is_persons_turn() const { return phase() != Phase::over && turn() == kPerson; }
  // Grows with every change.
  [[nodiscard]] int changes() const { return changes_; }
  // What a seat has seen; valid as long as the game is not changed.
  [[nodiscard]] daihinmin::View view(int seat) const { return {shared_, seats_[daihinmin::at(seat)]}; }
  // Number of cards that the one on turn gives; only in the exchange.
  [[nodiscard]] int gift_size() const;

  // Of the seat on turn. What is not allowed is an error, and nothing happens.
  std::optional<Error> give(daihinmin::Cards gift);
  std::optional<Error> play(const daihinmin::Move& move);
  // The next game of the match, once this one is over.
  std::optional<Error> next();

  // The record, for the store.
  [[nodiscard]] Json to_json() const;
  static Result<DaihinminGame> from_json(const Json& record);
  // What the page may know. docs/reference/api.md has the fields.
  [[nodiscard]] Json state() const;

 private:
  void deal();
  void begin_play();
  void finish();
  [[nodiscard]] int giver() const;  // the rank that gives next; 2: nobody

  DaihinminSetup setup_;
  int number_ = 1;
  std::array<int, daihinmin::kPlayers> points_{};
  int changes_ = 0;
  std::vector<daihinmin::Cards> gifts_;  // of the richest, then of the second
  daihinmin::Shared shared_;
  std::array<daihinmin::Private, daihinmin::kPlayers> seats_{};
  std::array<daihinmin::Cards, daihinmin::kPlayers> start_{};  // each hand before the first play
  bool playing_ = false;
};

}  // namespace yomi::web
