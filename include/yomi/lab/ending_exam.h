// What card-players give away in endings to an opponent who knows how they play.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "yomi/lab/ending_deals.h"

namespace yomi::lab {

inline constexpr double kNothing = 1e-5;  // tricks: smaller losses are rounding errors

struct EndingMarks {
  double as_declarer = 0;  // declarer's result when the engine declares and the defence knows its plan
  double in_defence = 0;   // declarer's result when the engine defends and declarer knows its plan
};

struct JudgedEnding {
  EndingValue value;
  double double_dummy = 0;
  std::size_t layouts = 0;
  std::vector<EndingMarks> marks{};  // by engine
  int too_large = 0;                 // endings passed over before this one
  int dull = 0;                      // of these, because hidden cards do not matter there

  [[nodiscard]] bool is_live() const { return std::abs(double_dummy - value.value()) > kNothing; }
};

class EndingExam {
 public:
  // No settings: the card policy. Signals mean nothing in endings, so nobody reads them.
  EndingExam(const EndingSpec& spec, std::vector<std::optional<play::Settings>> players, bool only_live,
             std::uint64_t seed);

  // One worker's players, kept from ending to ending.
  struct Worker {
    std::vector<std::unique_ptr<play::Player>> players{};
  };
  [[nodiscard]] Worker worker() const;
  // The ending of this number; without marks when it was stopped.
  [[nodiscard]] JudgedEnding judge(std::size_t number, Worker& worker, const std::stop_token& stop) const;

 private:
  EndingSpec spec_;
  std::vector<std::optional<play::Settings>> players_;
  bool only_live_;
  Random random_;
};

// Losses of one engine over endings.
struct EndingLosses {
  std::vector<double> declarer{};
  std::vector<double> defence{};
  std::vector<double> live_declarer{};
  std::vector<double> live_defence{};
};

struct EndingSummary {
  std::vector<EndingLosses> rows{};
  std::size_t live = 0;
  double worst_gap = 0;
  int most_rounds = 0;
  std::int64_t too_large = 0;
  std::int64_t dull = 0;
};

EndingSummary summarise(const std::vector<JudgedEnding>& all, std::size_t players);

}  // namespace yomi::lab
