// A chair's belief, cheap enough for use inside a search.
//
// The auction's part is prepared once for all four hands: a weight for each shape and number of high-card
// points (HandTable). A View takes that and the facts seen from one chair (two hidden hands) and is ready to
// draw in some microseconds; it can be filled again and again without taking memory. Suit terms (carding) are
// folded in too.
//
// Hands are drawn in proportion to the product of the two hands' table weights and the suit terms, exactly.
// A View is for one thread; Prepared is shared and const.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "yomi/belief/expression.h"
#include "yomi/belief/model.h"
#include "yomi/belief/space.h"

namespace yomi::belief {

// A hand's weight by shape and high-card points (0 to 37).
class HandTable {
 public:
  static constexpr int kPoints = 38;
  static constexpr int kShapes = 560;

  HandTable();  // all ones
  // Multiplies in `if_holds` where the condition holds and `if_fails` elsewhere. False, and nothing is
  // changed, when the condition is not a function of this hand's lengths and high-card points.
  bool multiply(const Expression& condition, Seat seat, double if_holds, double if_fails);
  // The same for a set of cells: by shape number a word with a bit for each number of points.
  void multiply(std::span<const std::uint64_t, 560> cells, double if_inside, double if_outside);
  // The same for a weight of each cell, by shape number and points.
  using Cells = std::vector<std::array<float, kPoints>>;
  void multiply(const Cells& cells);
  // Raises every weight to this power; below 1 weakens it.
  void raise(double power);

  [[nodiscard]] float at(int shape, int points) const { return row(shape)[points]; }
  struct Span {
    std::uint8_t low = 0;
    std::uint8_t high = kPoints - 1;  // low > high: no weight at all
    bool flat = true;                 // the same weight for all points
  };
  // By points, and the same read from 37 points downwards; zeros follow, so that vectors may read past the
  // end.
  [[nodiscard]] const float* row(int shape) const { return rows_[static_cast<std::size_t>(shape)].data(); }
  [[nodiscard]] const float* mirrored(int shape) const {
    return mirrored_[static_cast<std::size_t>(shape)].data();
  }
  [[nodiscard]] Span span(int shape) const { return spans_[static_cast<std::size_t>(shape)]; }
  // The number of a shape, 0 to 559, from its lengths.
  static int shape_number(int spades, int hearts, int diamonds);
  static int shape_number(CardSet hand) {
    return shape_number(hand.length(Suit::spades), hand.length(Suit::hearts), hand.length(Suit::diamonds));
  }
  // The weight of a hand of thirteen cards.
  [[nodiscard]] float of(CardSet hand) const { return at(shape_number(hand), hcp(hand)); }

 private:
  using Row = std::array<float, 48>;
  void note_row(std::size_t shape);  // its span and mirror, after a change
  std::vector<Row> rows_;
  std::vector<Row> mirrored_;
  std::vector<Span> spans_;
};

// The auction's part for all four hands.
struct Prepared {
  BySeat<HandTable> hands;
};

class View {
 public:
  View();
  ~View();
  View(View&&) noexcept;
  View& operator=(View&&) noexcept;

  // Exactly two hands of the space must have free slots, and every hand thirteen cards in all. `prepared`
  // must outlive the draws.
  void fill(const Space& space, const Prepared& prepared, std::span<const SuitTerm> suit_terms = {});

  // The sum of all weights; 0 when nothing fits.
  [[nodiscard]] double total() const;
  // Original hands, thirteen cards each. total() must be positive.
  [[nodiscard]] Deal draw(Random& random) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::belief
