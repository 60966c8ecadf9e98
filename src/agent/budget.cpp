#include "yomi/agent/budget.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace yomi::agent {
namespace {

// Relative weight of a decision by trick. Late tricks need little time: the few layouts left are all
// examined.
constexpr std::array<double, 13> kWorth = {3, 2, 2, 1.6, 1.4, 1.2, 1, 0.8, 0.5, 0.3, 0.1, 0.03, 0};
constexpr double kRealChoices = 0.7;   // of a chair's cards; the others are forced
constexpr double kShareOfCalls = 0.1;  // of what is left, for one call
constexpr double kMostBoardsSaved = 4;
constexpr double kLeast = 0.001;  // seconds

}  // namespace

void BoardBudget::begin_board() {
  left_ = std::min(left_, kMostBoardsSaved * seconds_per_board_) + seconds_per_board_;
}

double BoardBudget::for_call() const {
  return std::max(kShareOfCalls * left_, kLeast);
}

double BoardBudget::for_card(int trick, bool declares) const {
  const auto* const at = kWorth.begin() + std::clamp(trick, 0, 12);
  const double rest = std::accumulate(at, kWorth.end(), 0.0) * kRealChoices * (declares ? 2 : 1);
  const double share = rest > 0 ? std::min(*at / rest, 0.5) : 0.5;
  return std::max(share * left_, kLeast);
}

}  // namespace yomi::agent
