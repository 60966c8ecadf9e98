#include "versus/picture.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "yomi/formats/markup.h"

namespace yomi::cli::versus {
namespace {

constexpr double kWidth = 640;   // of a panel's plots
constexpr double kLeft = 60;     // room for axis labels
constexpr double kHeight = 180;  // of the upper plot
constexpr double kBars = 90;     // of the lower plot
constexpr double kPanel = kHeight + kBars + 110;

// The sum of IMPs after each board, with the range in which a fair game would stay 95 times of 100.
std::string sums(const VersusPanel& panel, double top) {
  std::vector<double> path = {0};
  for (const lab::Outcome& one : panel.outcomes) path.push_back(path.back() + one.imps());
  const auto boards = static_cast<double>(std::max<std::size_t>(1, panel.outcomes.size()));
  const double fair = 1.96 * panel.summary.imps_deviation * std::sqrt(boards);
  double range = std::max(1.0, fair);
  for (double sum : path) range = std::max(range, std::abs(sum));
  const auto x_of = [&](double board) { return kLeft + kWidth * board / boards; };
  const auto y_of = [&](double sum) { return top + kHeight / 2 * (1 - sum / range); };

  std::string made;
  std::string fair_range;
  constexpr int steps = 60;
  for (int i = 0; i <= 2 * steps + 1; ++i) {  // forth above the axis, back below
    const bool forth = i <= steps;
    const double share = static_cast<double>(forth ? i : 2 * steps + 1 - i) / steps;
    const double bound = (forth ? 1 : -1) * fair * std::sqrt(share);
    fair_range += fmt::format("{:.1f},{:.1f} ", x_of(share * boards), y_of(bound));
  }
  made += fmt::format("<polygon points=\"{}\" fill=\"#e8eef7\"/>\n", fair_range);
  made += svg::line(kLeft, y_of(0), kLeft + kWidth, y_of(0), "#888");
  made += svg::line(kLeft, top, kLeft, top + kHeight, "#888");
  std::string points;
  for (std::size_t i = 0; i < path.size(); ++i)
    points += fmt::format("{:.1f},{:.1f} ", x_of(static_cast<double>(i)), y_of(path[i]));
  made += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#1f4e9c\" stroke-width=\"1.5\"/>\n",
                      points);
  made += svg::text(kLeft - 6, top + 10, fmt::format("{:+.0f}", range), "end");
  made += svg::text(kLeft - 6, y_of(0) + 4, "0", "end");
  made += svg::text(kLeft - 6, top + kHeight, fmt::format("{:+.0f}", -range), "end");
  made +=
      svg::text(kLeft + kWidth, top + kHeight + 14, fmt::format("{} boards", panel.outcomes.size()), "end");
  made += svg::text(kLeft, top + kHeight + 14, "IMPs of the first player; shaded: chance alone, 95 %");
  return made;
}

std::string bars(const VersusPanel& panel, double top) {
  std::string made;
  std::size_t together = panel.outcomes.size();
  const double slot = kWidth / 13;
  for (std::size_t trick = 0; trick < 13; ++trick) {
    const auto& row = panel.summary.by_trick[trick];
    const double parted = together == 0 ? 0 : static_cast<double>(row.parted) / static_cast<double>(together);
    const double searched =
        row.asked[0] == 0 ? 0 : static_cast<double>(row.searched[0]) / static_cast<double>(row.asked[0]);
    together -= row.parted;
    const double x = kLeft + slot * static_cast<double>(trick);
    const auto bar = [&](double at, double share, const char* colour) {
      made += svg::box(at, top + kBars * (1 - share), slot * 0.35, kBars * share, colour);
    };
    bar(x + slot * 0.12, parted, "#c0504d");
    bar(x + slot * 0.5, searched, "#9bbb59");
    made += svg::text(x + slot / 2, top + kBars + 14, std::to_string(trick + 1), "middle");
  }
  made += svg::line(kLeft, top + kBars, kLeft + kWidth, top + kBars, "#888");
  made += svg::text(kLeft - 6, top + 10, "100 %", "end");
  made += svg::text(
      kLeft, top + kBars + 30,
      "by trick: red, lines that part (of those still together); green, first player's decisions by "
      "play-outs");
  return made;
}

}  // namespace

std::string versus_picture(const std::string& title, std::span<const VersusPanel> panels) {
  std::string made = svg::begin(kLeft + kWidth + 20, 40 + kPanel * static_cast<double>(panels.size()));
  made += svg::text(10, 20, title);
  double top = 40;
  for (const VersusPanel& panel : panels) {
    const jobs::Interval& imps = panel.summary.imps;
    made += svg::text(kLeft, top + 10,
                      fmt::format("{}: {:+.3f} IMPs a board [{:+.3f}, {:+.3f}]", to_string(panel.role),
                                  imps.mean, imps.low, imps.high));
    made += sums(panel, top + 20);
    made += bars(panel, top + kHeight + 45);
    top += kPanel;
  }
  return made + svg::end();
}

}  // namespace yomi::cli::versus
