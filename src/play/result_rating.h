// What a double-dummy result is worth to the timed reader: results count for what they come to at the table
// (result_calibration.h) and, to a declarer, as IMPs against another table at which pimc's card was played.
#pragma once

#include "card_task.h"
#include "yomi/play/result_calibration.h"

namespace yomi::play {

class ResultRating {
 public:
  // For results of the next `tricks` tricks, the one on the table counted.
  ResultRating(const CardTask& task, int tricks);

  // Of the declarer's tricks when so many tricks are complete; `there` are those of the other table, as they
  // look now. In points: an IMP is taken for the points that the largest step from one trick to the next has
  // for each IMP that it is worth.
  [[nodiscard]] double operator()(int complete, int tricks, int there) const {
    const auto at = static_cast<std::size_t>(complete - now_);
    const auto own = static_cast<std::size_t>(tricks);
    return by_imps_ ? imps_[at][own][static_cast<std::size_t>(there)] : points_[at][own];
  }
  [[nodiscard]] const PointsByTricks& points(int complete) const {
    return points_[static_cast<std::size_t>(complete - now_)];
  }
  // Tricks complete once the card in question is played.
  [[nodiscard]] int now() const { return now_; }

 private:
  int now_;
  bool by_imps_;
  std::vector<PointsByTricks> points_;               // from now_ on
  std::vector<ResultCalibration::ImpTable> imps_{};  // the same, for a declarer
};

}  // namespace yomi::play
