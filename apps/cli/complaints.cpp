#include "complaints.h"

#include <fmt/core.h>

#include <algorithm>
#include <exception>

namespace yomi::cli {
namespace {

constexpr std::string_view kDigits = "0123456789";

// "deals.txt", "12", ":7", "expected a rank".
struct Parts {
  std::string_view file;
  std::string_view line;
  std::string_view column;
  std::string_view what;
};

// The numbers after the name of the file; nothing where there are none.
Parts parts_of(std::string_view message) {
  for (std::size_t colon = message.find(':'); colon < message.size(); colon = message.find(':', colon + 1)) {
    const std::size_t line_end = std::min(message.find_first_not_of(kDigits, colon + 1), message.size());
    if (line_end == colon + 1) continue;
    std::size_t end = line_end;
    if (message.substr(end, 1) == ":") {
      const std::size_t column_end = message.find_first_not_of(kDigits, end + 1);
      if (column_end != std::string_view::npos && column_end > end + 1) end = column_end;
    }
    if (message.substr(end, 2) != ": ") continue;
    return {.file = message.substr(0, colon),
            .line = message.substr(colon + 1, line_end - colon - 1),
            .column = message.substr(line_end, end - line_end),
            .what = message.substr(end + 2)};
  }
  return {.file = {}, .line = {}, .column = {}, .what = message};
}

}  // namespace

Complaints::~Complaints() {
  try {
    finish();
  } catch (const std::exception&) {  // stderr cannot be written: there is nowhere left to report it
  }
}

void Complaints::print(std::string_view message) const {
  fmt::print(stderr, "{}{}{}\n", command_, command_.empty() ? "" : ": ", message);
}

void Complaints::say(std::string_view message) {
  const Parts parts = parts_of(message);
  const std::string key = fmt::format("{}:{}", parts.file, parts.what);
  if (const auto known = places_.find(key); known != places_.end() && !parts.line.empty()) {
    Kind& kind = kinds_[known->second];
    ++kind.again;
    if (kind.lines.size() > kLinesNamed) kind.lines.pop_back();
    kind.lines.emplace_back(parts.line);
    return;
  }
  print(message);
  if (kinds_.size() == kMostKinds || parts.line.empty()) return;
  places_.emplace(key, kinds_.size());
  kinds_.push_back(
      {.first_place = fmt::format("{}:{}{}", parts.file, parts.line, parts.column), .lines = {}});
}

void Complaints::finish() {
  for (const Kind& kind : kinds_) {
    if (kind.again == 0) continue;
    std::string lines;
    for (std::size_t i = 0; i < kind.lines.size(); ++i) {
      const bool skips = i == kLinesNamed && kind.again > kind.lines.size();
      lines += (i == 0 ? "" : skips ? " ... " : ", ") + kind.lines[i];
    }
    print(fmt::format("{}: the same {} more: line{} {}", kind.first_place,
                      kind.again == 1 ? "once" : fmt::format("{} times", kind.again),
                      kind.again == 1 ? "" : "s", lines));
  }
  kinds_.clear();
  places_.clear();
}

}  // namespace yomi::cli
