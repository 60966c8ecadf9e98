#include "yomi/daihinmin/learnt_file.h"

namespace yomi::daihinmin {

std::string with_origin(std::string text, const Origin& origin) {
  const auto after_head = text.find('\n') + 1;
  text.insert(after_head, "# made by: " + origin.command + "\n# data: " + origin.data + "\n");
  return text;
}

std::optional<std::string_view> LearntLines::next() {
  while (!rest_.empty() && !ended_) {
    const auto end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    // A last line without its end may have been cut short.
    const bool whole = end != std::string_view::npos;
    rest_ = whole ? rest_.substr(end + 1) : std::string_view();
    ++number_;
    ended_ = whole && line == "end";
    if (!ended_ && !line.empty() && line.front() != '#') return line;
  }
  return std::nullopt;
}

std::optional<Error> LearntLines::not_whole() const {
  if (!ended_) return error("expected 'end' after the last line: the file was cut short");
  if (!rest_.empty()) return error("expected nothing after 'end'");
  return std::nullopt;
}

}  // namespace yomi::daihinmin
