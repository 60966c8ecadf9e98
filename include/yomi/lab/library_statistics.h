// Statistics of a library of solved deals: how many tricks a contract takes on deals of a kind, and how well
// the Law of Total Tricks holds.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "yomi/bidding/total_tricks.h"
#include "yomi/formats/deal_library.h"

namespace yomi::lab {

// Counts with mean and deviation of a number.
class Tally {
 public:
  void add(double value);
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] double mean() const { return mean_; }
  [[nodiscard]] double deviation() const;
  // Half of the 95 % interval of the mean.
  [[nodiscard]] double error() const;

 private:
  std::size_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // of the distances from the mean
};

// Deals by the tricks that a declarer takes in a strain.
struct TrickCounts {
  std::array<std::size_t, kRanks + 1> deals{};
  Tally tricks;

  void add(int count);
  // The share of deals with at least so many.
  [[nodiscard]] double at_least(int count) const;
};

// The law on whole deals. Each side's trump suit is its longest, by tricks where two are equally long; its
// tricks are those of the better of its two declarers. The adjustments are those for a chair that knows the
// lengths of all hands, so each deal counts for four chairs.
struct LawCounts {
  static constexpr int kMostTrumps = 26;
  std::array<Tally, kMostTrumps + 1> difference_by_trumps;  // total tricks less total trumps
  std::array<std::size_t, 2 * kRanks + 1> by_difference{};  // deals, by difference + 13
  Tally difference;
  // Of the views with the adjustment and of those without: total tricks less total trumps.
  struct Adjusted {
    Tally with;
    Tally without;
  };
  std::array<Adjusted, bidding::kAdjustments> by_adjustment;
  Tally adjusted;  // total tricks less the adjusted total, from each chair
  Tally distance;  // its size
  Tally distance_unadjusted;

  void add(const LibraryDeal& deal);
};

// A bar chart of trick counts, and the law by the number of trumps.
std::string picture(const TrickCounts& counts, const std::string& title);
std::string picture(const LawCounts& counts, const std::string& title);

}  // namespace yomi::lab
