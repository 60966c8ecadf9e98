#include "yomi/play/result_calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>

#include "play_data.h"
#include "yomi/bridge/contract.h"
#include "yomi/formats/text.h"

namespace yomi::play {
namespace {

constexpr std::string_view kTitle = "yomi calibration 1";

std::size_t place(int number, int most) {
  return static_cast<std::size_t>(std::clamp(number, -most, most) + most);
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

// The next number of a line; false when there is none.
bool take_number(std::string_view& rest, int& number) {
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (code != std::errc()) return false;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return rest.empty() || rest.front() == ' ';
}

}  // namespace

ResultCalibration::ResultCalibration(const Counts& counts) : counts_(counts) {}

const ResultCalibration& ResultCalibration::shipped() {
  static const ResultCalibration calibration = [] {
    const auto parsed = parse(data::k_calibration);
    assert(parsed.ok());
    return *parsed;
  }();
  return calibration;
}

Result<ResultCalibration> ResultCalibration::parse(std::string_view text) {
  std::uint32_t number = 1;
  const auto fail = [&](std::string what) { return Error{.what = std::move(what), .line = number}; };
  std::string_view rest = text;
  if (take_line(rest) != kTitle) return fail("expected " + text::quote(kTitle));
  ResultCalibration made;
  while (!rest.empty()) {
    ++number;
    std::string_view line = take_line(rest);
    if (line.empty() || line.front() == '#') continue;
    int tricks = 0;
    int over = 0;
    if (!take_number(line, tricks) || tricks < 0 || tricks >= kTricks)
      return fail(fmt::format("expected tricks complete, 0 to {}", kTricks - 1));
    if (!take_number(line, over) || over < -kFarthest || over > kFarthest)
      return fail(fmt::format("expected tricks over the contract, {} to {}", -kFarthest, kFarthest));
    for (std::uint32_t& count : made.counts_[static_cast<std::size_t>(tricks)][place(over, kFarthest)]) {
      int games = 0;
      if (!take_number(line, games) || games < 0)
        return fail(fmt::format("expected {} numbers of games", 2 * kMost + 1));
      count = static_cast<std::uint32_t>(games);
    }
    if (!line.empty()) return fail(fmt::format("more than {} numbers of games", 2 * kMost + 1));
  }
  return made;
}

std::string ResultCalibration::to_text() const {
  std::string text = fmt::format(
      "{}\n# tricks complete, double-dummy tricks over the contract, games that ended with {} to {} more\n",
      kTitle, -kMost, kMost);
  for (int tricks = 0; tricks < kTricks; ++tricks) {
    for (int over = -kFarthest; over <= kFarthest; ++over) {
      fmt::format_to(std::back_inserter(text), "{} {} {}\n", tricks, over,
                     fmt::join(counts_[static_cast<std::size_t>(tricks)][place(over, kFarthest)], " "));
    }
  }
  return text;
}

double ResultCalibration::chance(int tricks, int over, int shift) const {
  if (shift < -kMost || shift > kMost) return 0;
  const auto& row =
      counts_[static_cast<std::size_t>(std::clamp(tricks, 0, kTricks - 1))][place(over, kFarthest)];
  std::uint64_t all = 1;  // one imagined game that ended as it should
  for (std::uint32_t games : row) all += games;
  const std::uint64_t these = row[place(shift, kMost)] + (shift == 0 ? 1U : 0U);
  return static_cast<double>(these) / static_cast<double>(all);
}

std::array<double, 14> ResultCalibration::worth(const std::array<int, 14>& points, int needed,
                                                int tricks) const {
  std::array<double, 14> made{};
  for (int result = 0; result <= 13; ++result) {
    double sum = 0;
    double all = 0;
    for (int end = std::max(0, result - kMost); end <= std::min(13, result + kMost); ++end) {
      const double often = chance(tricks, result - needed, end - result);
      sum += often * points[static_cast<std::size_t>(end)];
      all += often;
    }
    made[static_cast<std::size_t>(result)] = sum / all;
  }
  return made;
}

ResultCalibration::ImpTable ResultCalibration::expected_imps(const std::array<int, 14>& points, int needed,
                                                             int tricks, int tricks_there) const {
  int step = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    step = std::max(step, std::abs(points[i + 1] - points[i]));
  const double scale = static_cast<double>(step) / std::max(1, imps(step));
  // How likely each end is, from each double-dummy result.
  using Ends = std::array<std::array<double, 14>, 14>;
  const auto ends_after = [&](int complete) {
    Ends made{};
    for (int result = 0; result <= 13; ++result) {
      auto& row = made[static_cast<std::size_t>(result)];
      double all = 0;
      for (int end = std::max(0, result - kMost); end <= std::min(13, result + kMost); ++end)
        all += row[static_cast<std::size_t>(end)] = chance(complete, result - needed, end - result);
      for (double& often : row) often /= all;
    }
    return made;
  };
  const Ends here = ends_after(tricks);
  const Ends there = ends_after(tricks_there);
  // First against each end there, then against the chances of ends there.
  ImpTable against_end{};
  for (std::size_t i = 0; i < 14; ++i) {
    for (std::size_t end = 0; end < 14; ++end) {
      for (std::size_t own = 0; own < 14; ++own) {
        if (here[i][own] > 0) against_end[i][end] += here[i][own] * imps(points[own] - points[end]);
      }
    }
  }
  ImpTable made{};
  for (std::size_t i = 0; i < 14; ++i) {
    for (std::size_t j = 0; j < 14; ++j) {
      for (std::size_t end = 0; end < 14; ++end) made[i][j] += scale * there[j][end] * against_end[i][end];
    }
  }
  return made;
}

void ResultCalibration::count(Counts& counts, int needed, const std::array<std::uint8_t, 52>& results) {
  const int end = results.back();
  for (std::size_t card = 0; card < results.size(); ++card) {
    const std::size_t tricks = std::min<std::size_t>((card + 1) / 4, kTricks - 1);
    ++counts[tricks][place(results[card] - needed, kFarthest)][place(end - results[card], kMost)];
  }
}

}  // namespace yomi::play
