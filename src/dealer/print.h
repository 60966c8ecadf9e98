// The text of each action, as the tool writes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "yomi/dealer/script.h"

namespace yomi::dealer {

// Some hands side by side in columns of twenty, suits in rows from spades.
std::string side_by_side(const std::vector<CardSet>& hands);
// All hands of one seat on a page, four in a row.
std::string page(Seat seat, const std::vector<CardSet>& hands);
std::string compact(const Deal& deal);

// Counts of one action `frequency`.
class Histogram {
 public:
  explicit Histogram(const Frequency& what);
  void add(const Deal& deal);
  [[nodiscard]] std::string text() const;

 private:
  // 0: below the low bound; last: above the high one.
  static std::size_t cell(const Axis& axis, const Deal& deal);
  const Frequency* what_;
  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::int64_t> counts_;
};

}  // namespace yomi::dealer
