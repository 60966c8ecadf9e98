#include "yomi/web/page.h"

#include <algorithm>
#include <optional>

#include "yomi/cards/number.h"

namespace yomi::web {
namespace {

// Takes the text up to the sign off the front.
std::string_view take(std::string_view& text, char sign) {
  const std::string_view made = text.substr(0, text.find(sign));
  text.remove_prefix(std::min(text.size(), made.size() + 1));
  return made;
}

}  // namespace

Result<Page> Page::parse(std::string_view text) {
  const std::size_t head_end = text.find("\n\n");
  if (head_end == std::string_view::npos) return Error{"the page has no head"};
  std::string_view head = text.substr(0, head_end + 1);
  std::string_view rest = text.substr(head_end + 2);
  Page made;
  while (!head.empty()) {
    std::string_view line = take(head, '\n');
    const std::string_view path = take(line, '\t');
    const std::string_view type = take(line, '\t');
    const auto plain = parse_number<std::size_t>(take(line, '\t'));
    const auto gzip = parse_number<std::size_t>(line);
    if (!plain || !gzip || *plain > rest.size() || *gzip > rest.size() - *plain)
      return Error{"the head of the page does not fit its files: " + std::string(path)};
    made.files_[std::string(path)] = {std::string(type), rest.substr(0, *plain), rest.substr(*plain, *gzip)};
    rest.remove_prefix(*plain + *gzip);
  }
  return made;
}

const PageFile* Page::find(std::string_view path) const {
  const auto found = files_.find(path == "/" ? std::string_view("/index.html") : path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace yomi::web
