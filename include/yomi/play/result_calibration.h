// What comes of a double-dummy result.
//
// In a deal in which the contract is cold with all cards in view it is still lost now and then, because those
// who play see two hands; and one that should fail is sometimes let through. How often that happens depends
// above all on how many tricks are still to play, and on whether the result is near the contract, for that is
// what both sides play for. A ResultCalibration is a table of just that, counted in games that the engine
// played against itself (`yomi learn calibration`): from the double-dummy result of the real deal after a
// card to the tricks at the end.
//
// With it a double-dummy result has a worth that knows of errors: a trick more than needed is a safeguard,
// and one trick short is better than two, in proportion to what they are worth at the table.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "yomi/cards/result.h"

namespace yomi::play {

class ResultCalibration {
 public:
  static constexpr int kTricks = 13;   // tricks completed
  static constexpr int kFarthest = 4;  // from the contract; what is farther counts as this
  static constexpr int kMost = 3;      // tricks by which the end differs; more count as this
  using Counts = std::array<std::array<std::array<std::uint32_t, 2 * kMost + 1>, 2 * kFarthest + 1>, kTricks>;

  // One that was never wrong: double-dummy results come true.
  ResultCalibration() = default;
  explicit ResultCalibration(const Counts& counts);
  // The one that is compiled in (data/play/calibration.txt).
  static const ResultCalibration& shipped();
  static Result<ResultCalibration> parse(std::string_view text);
  [[nodiscard]] std::string to_text() const;

  // How likely the declarer ends with `shift` tricks more than `over` more than needed, which is what it is
  // double dummy when `tricks` tricks are complete.
  [[nodiscard]] double chance(int tricks, int over, int shift) const;
  // What each double-dummy result is worth: the mean of `points` (by the declarer's tricks) at the end.
  [[nodiscard]] std::array<double, 14> worth(const std::array<int, 14>& points, int needed, int tricks) const;

  // The same as points against another table that plays the deal too: IMPs to be expected for the first
  // result here against the second there, each with errors of its own, and told in points (what `points` has
  // for the largest step from one trick to the next, for each IMP that step is worth). Sides as in `points`.
  using ImpTable = std::array<std::array<double, 14>, 14>;
  [[nodiscard]] ImpTable expected_imps(const std::array<int, 14>& points, int needed, int tricks,
                                       int tricks_there) const;

  // Counts a game: the double-dummy result after each of its cards, from the first to the last.
  static void count(Counts& counts, int needed, const std::array<std::uint8_t, 52>& results);

 private:
  Counts counts_{};
};

}  // namespace yomi::play
