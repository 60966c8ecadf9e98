// How good probabilities were, once the truth is known: log-loss, and the frequency of events by the
// probability they were given.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace yomi::belief {

class Calibration {
 public:
  static constexpr std::size_t kBins = 10;

  // Records whether an event that was given `chance` happened. The loss is in nats; a wrong 0 or 1 costs as
  // much as one in a million.
  void add(double chance, bool happened) {
    const double given = happened ? chance : 1 - chance;
    loss_ -= std::log(given > 1e-6 ? given : 1e-6);
    ++count_;
    auto& bin = bins_[chance >= 1 ? kBins - 1 : static_cast<std::size_t>(chance * kBins)];
    bin.chances += chance;
    bin.happened += happened ? 1 : 0;
    ++bin.count;
  }
  [[nodiscard]] double loss() const { return count_ == 0 ? 0 : loss_ / static_cast<double>(count_); }
  [[nodiscard]] double loss_sum() const { return loss_; }
  [[nodiscard]] std::int64_t count() const { return count_; }

  struct Bin {
    double chances = 0;
    std::int64_t happened = 0;
    std::int64_t count = 0;
  };
  [[nodiscard]] const std::array<Bin, kBins>& bins() const { return bins_; }

 private:
  double loss_ = 0;
  std::int64_t count_ = 0;
  std::array<Bin, kBins> bins_{};
};

}  // namespace yomi::belief
