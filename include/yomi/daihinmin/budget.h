// How long a decision may take, in CPU time of the thread that decides: what others do on the machine does
// not count. A decision on several threads keeps them all busy, so that its own thread's time stands for
// each.
#pragma once

#include "yomi/jobs/cpu_time.h"

namespace yomi::daihinmin {

class Budget {
 public:
  Budget() = default;  // no end
  explicit Budget(double seconds) : start_(seconds > 0 ? jobs::thread_cpu_seconds() : 0), seconds_(seconds) {}

  [[nodiscard]] bool limited() const { return seconds_ > 0; }
  // Is this share of the time over?
  [[nodiscard]] bool spent(double share = 1) const {
    return limited() && jobs::thread_cpu_seconds() - start_ >= share * seconds_;
  }

 private:
  double start_ = 0;
  double seconds_ = 0;
};

}  // namespace yomi::daihinmin
