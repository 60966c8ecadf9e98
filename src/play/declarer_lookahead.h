// Non-clairvoyant look-ahead (lookahead.h) of the declarer's best cards, as far as there is time for it.
#pragma once

#include "double_dummy_grid.h"

namespace yomi::play {

class DeclarerLookahead {
 public:
  explicit DeclarerLookahead(const CardTask& task) : task_(task) {}

  // In how many deals there will be time to look ahead; 0: too few, or there is nothing to compare.
  [[nodiscard]] std::size_t deals_in_time(const Grid& grid, const Pace& pace) const;
  // Examines as many cards as there is time for, always including column `first`. The others are out of the
  // running.
  void run(Grid& grid, std::size_t first);

  [[nodiscard]] bool has_run() const { return !tricks_.empty(); }
  // The declarer's tricks, by card, for the first deals. Empty for a card that was not examined.
  [[nodiscard]] std::span<const std::uint8_t> tricks(std::size_t card) const {
    return has_run() ? std::span<const std::uint8_t>(tricks_[card]) : std::span<const std::uint8_t>{};
  }

 private:
  // Tricks complete where the look-ahead ends.
  [[nodiscard]] int end() const;
  [[nodiscard]] double cost() const;
  // The columns to compare, best first: one of those that touch, and no more than `most`.
  [[nodiscard]] std::vector<std::size_t> columns(const Grid& grid, std::size_t most,
                                                 std::optional<std::size_t> always = {}) const;

  const CardTask& task_;
  std::vector<std::vector<std::uint8_t>> tricks_;
};

}  // namespace yomi::play
