// The rival: DDS (Haglund and Hein), loaded at run time where it is installed, for benchmarks alone. One
// thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"

namespace yomi::cli::bench {

class DdsRival {
 public:
  // The error says how to install it.
  static Result<std::unique_ptr<DdsRival>> load();
  ~DdsRival();

  [[nodiscard]] const std::string& version() const { return version_; }
  // 20 cells; only for full deals. False when DDS reports an error.
  bool table(const Deal& deal, dd::Table& table);
  // Tricks of the side to play.
  int tricks(const Position& position);
  // Tricks for each card of the hand to play (equal cards each on their own); -1 for the others, by card bit.
  std::vector<int> cards(const Position& position);

 private:
  struct Functions;
  explicit DdsRival(std::unique_ptr<Functions> functions);
  std::unique_ptr<Functions> functions_;
  std::string version_;
};

}  // namespace yomi::cli::bench
