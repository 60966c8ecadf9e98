#include "result_rating.h"

namespace yomi::play {

ResultRating::ResultRating(const CardTask& task, int tricks)
    : now_(static_cast<int>((task.decision.seen.play.size() + 1) / 4)),
      by_imps_(task.settings.timed_reader.imps && task.decision.seen.dummy && task.declares()) {
  static const ResultCalibration never_wrong;
  const ResultCalibration& calibration = task.settings.timed_reader.calibration && task.decision.seen.dummy
                                             ? ResultCalibration::shipped()
                                             : never_wrong;
  const std::array<int, 14> points = task.decision.context.points(side_of(task.decision.seen.chair));
  const int needed = task.contract().tricks_needed();
  const int last = std::min(kRanks, static_cast<int>(task.decision.seen.play.size() / 4) + tricks);
  for (int complete = now_; complete <= last; ++complete) {
    points_.push_back(calibration.worth(points, needed, complete));
    if (by_imps_) imps_.push_back(calibration.expected_imps(points, needed, complete, now_));
  }
}

}  // namespace yomi::play
