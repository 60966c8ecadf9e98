// Many deals from one model: the choices of Model::draw() by alias tables (Walker 1977; Vose 1991), one look
// each, and equal cards from tables of all subsets. A draw takes about a quarter of the time; the tables take
// tens of milliseconds and tens of megabytes, so this pays from thousands of deals on. The same distribution,
// but not the same deals for a seed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model_impl.h"
#include "yomi/belief/model.h"

namespace yomi::belief {

// Rows of things to choose from, each in proportion to its weight within its row.
class AliasRows {
 public:
  // `things`: by which choose() names them. Some weight must be positive.
  void add_row(std::span<const double> weights, std::span<const std::uint32_t> things);
  [[nodiscard]] std::uint32_t choose(Random& random, std::size_t row) const {
    const std::uint64_t begin = begin_[row];
    __extension__ using Wide = unsigned __int128;
    const Wide place = static_cast<Wide>(random()) * (begin_[row + 1] - begin);
    const Entry& entry = entries_[begin + static_cast<std::uint64_t>(place >> 64)];
    return static_cast<std::uint32_t>(place >> 32) < entry.share ? entry.own : entry.other;
  }

 private:
  struct Entry {
    std::uint32_t share = 0;  // of its place that is its own, in 2^-32
    std::uint32_t own = 0;
    std::uint32_t other = 0;
  };
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> begin_ = {0};
  std::vector<double> scaled_;  // while a row is made
  std::vector<std::uint32_t> small_;
  std::vector<std::uint32_t> large_;
};

class QuickDraw {
 public:
  // Nothing when the tables would be too large, or nothing fits.
  static std::optional<QuickDraw> make(const Model::Impl& model);
  [[nodiscard]] Deal draw(Random& random) const;

 private:
  explicit QuickDraw(const Model::Impl& model);
  void deal_split(Random& random, const SuitTable& table, const Split& split,
                  std::array<CardSet, kUnits>& hands) const;

  const Model::Impl* model_;
  AliasRows first_;                 // one row: states of half 0
  AliasRows second_;                // by state of half 0: states of half 1
  std::array<AliasRows, 2> pairs_;  // by state: pairs of classes
};

}  // namespace yomi::belief
