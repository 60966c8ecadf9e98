#include "exam/problem_table.h"

#include <fmt/core.h>

#include <algorithm>
#include "yomi/formats/json.h"

namespace yomi::cli::exam {

void ProblemTable::add(const std::string& theme, const std::vector<bool>& right) {
  Row& row = rows_[theme];
  row.right.resize(engines_.size());
  row.both.resize(engines_.size());
  row.alone.resize(engines_.size());
  ++row.tries;
  const auto count = std::count(right.begin(), right.end(), true);
  row.all += count == static_cast<std::ptrdiff_t>(engines_.size()) ? 1 : 0;
  for (std::size_t e = 0; e < engines_.size(); ++e) {
    if (!right[e]) continue;
    ++row.right[e];
    row.both[e] += right[0] ? 1 : 0;
    row.alone[e] += count == 1 ? 1 : 0;
  }
}

ProblemTable::Row ProblemTable::total() const {
  Row sum{.right = std::vector<int>(engines_.size()),
          .both = std::vector<int>(engines_.size()),
          .alone = std::vector<int>(engines_.size())};
  for (const auto& [theme, row] : rows_) {
    sum.tries += row.tries;
    sum.all += row.all;
    for (std::size_t e = 0; e < engines_.size(); ++e) {
      sum.right[e] += row.right[e];
      sum.both[e] += row.both[e];
      sum.alone[e] += row.alone[e];
    }
  }
  return sum;
}

void ProblemTable::print() const {
  fmt::print("\n  tries  all right");
  for (std::size_t e = 1; e < engines_.size(); ++e)
    fmt::print("  |  {0} and {1}  {0} only  {1} only", engines_[0], engines_[e]);
  if (engines_.size() > 2) {
    fmt::print("  |  no one else:");
    for (const std::string& name : engines_) fmt::print("  {}", name);
  }
  fmt::print("  class\n");
  const auto line = [&](const std::string& theme, const Row& row) {
    fmt::print("  {:5}  {:9}", row.tries, row.all);
    for (std::size_t e = 1; e < engines_.size(); ++e) {
      const std::size_t first = engines_[0].size();
      const std::size_t second = engines_[e].size();
      fmt::print("  |  {:>{}}  {:>{}}  {:>{}}", row.both[e], first + second + 5, row.right[0] - row.both[e],
                 first + 5, row.right[e] - row.both[e], second + 5);
    }
    if (engines_.size() > 2) {
      fmt::print("  |               ");
      for (std::size_t e = 0; e < engines_.size(); ++e)
        fmt::print("  {:>{}}", row.alone[e], engines_[e].size());
    }
    fmt::print("  {}\n", theme);
  };
  for (const auto& [theme, row] : rows_) line(theme, row);
  if (rows_.size() > 1) line("all", total());
}

Json ProblemTable::to_json() const {
  Json made = Json::array();
  const auto add = [&](const std::string& theme, const Row& row) {
    Json one = {{"class", theme}, {"tries", row.tries}, {"all_right", row.all}};
    for (std::size_t e = 0; e < engines_.size(); ++e) {
      one["engines"][engines_[e]] = {{"right", row.right[e]},
                                     {"with_" + engines_[0], row.both[e]},
                                     {"only_" + engines_[0], row.right[0] - row.both[e]},
                                     {"not_" + engines_[0], row.right[e] - row.both[e]},
                                     {"no_one_else", row.alone[e]}};
    }
    made.push_back(std::move(one));
  };
  for (const auto& [theme, row] : rows_) add(theme, row);
  return made;
}

}  // namespace yomi::cli::exam
