#include "yomi/dealer/themes.h"

#include <algorithm>
#include <cctype>

namespace yomi::dealer {
namespace {

std::string key_of(std::string_view text) {
  std::string key;
  for (const char c : text) {
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    key += lower == ' ' || lower == '_' ? '-' : lower;
  }
  return key;
}

}  // namespace

const Theme* find_theme(std::string_view text) {
  const std::string key = key_of(text);
  if (key.empty()) return nullptr;
  const Theme* found = nullptr;
  for (const Theme& theme : themes()) {
    if (theme.name == key) return &theme;
    if (!theme.name.starts_with(key)) continue;
    if (found != nullptr) return nullptr;
    found = &theme;
  }
  return found;
}

std::string_view about(const Theme& theme) {
  std::string_view line = theme.script.substr(0, theme.script.find('\n'));
  line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
  return line;
}

std::string theme_names() {
  std::string list;
  for (const Theme& theme : themes()) list += (list.empty() ? "" : ", ") + std::string(theme.name);
  return list;
}

}  // namespace yomi::dealer
