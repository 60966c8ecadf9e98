// A card policy that needs no solver: how likely is each legal card, from what the mover can see?
//
// A small network whose weights are shared by the four suits, so that relabelling the suits relabels the
// answer and nothing else:
//   each suit is a bag of facts (own cards, the open hand's, what is out, who played what, who is void, who
//   bid it, what lies on the table); so is the situation (place in the trick, role, tricks to go);
//   suit bags are embedded and added to the situation's, giving a context;
//   the context and the suit's second embedding give the suit's state; a card's score is the product of that
//   state with the card's own bag (rank, place in the holding, does it win the trick, is it master).
// Chances are the softmax of the scores. It is used to play the other chairs' cards in play-outs and, as a
// likelihood, to read the cards that were seen. Fitted by lab/card_training.h; the shipped weights are
// compiled in (data/play).
//
// Cost: a few microseconds a decision. const after loading, so any thread may ask.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/random.h"
#include "yomi/cards/result.h"
#include "yomi/play/course.h"

namespace yomi::play {

// The legal cards of a decision and their chances.
struct CardChances {
  int count = 0;
  std::array<Card, 13> cards{};
  std::array<float, 13> chances{};

  [[nodiscard]] Card best() const;
  [[nodiscard]] double chance(Card card) const;  // 0 when not legal
  [[nodiscard]] Card draw(Random& random) const;
};

struct PolicyWeights;

// Whose cards the shipped weights were fitted to.
enum class Style : std::uint8_t {
  experts,  // people's play (data/play/cards.txt)
  engine,   // then games of reader against itself (data/play/engine_cards.txt)
};

class CardPolicy {
 public:
  // The weights that ship. Made once, shared.
  static const CardPolicy& shipped(Style style = Style::experts);
  // What to_text() wrote. The error names the line.
  static Result<CardPolicy> parse(std::string_view text);
  explicit CardPolicy(std::shared_ptr<const PolicyWeights> weights) : weights_(std::move(weights)) {}
  [[nodiscard]] std::string to_text() const;
  [[nodiscard]] const PolicyWeights& weights() const { return *weights_; }

  [[nodiscard]] CardChances chances(const Course& course, const Sight& sight) const;

 private:
  std::shared_ptr<const PolicyWeights> weights_;
};

}  // namespace yomi::play
