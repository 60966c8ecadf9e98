// Numbers in a text.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace yomi {

// The number at the start of the text, whatever follows; nothing if there is none or it does not fit.
template <class Number>
std::optional<Number> leading_number(std::string_view text) {
  Number number{};
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc() ? std::optional(number) : std::nullopt;
}

// The same, but the number must be the whole text.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const char* const last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, number);
  return code == std::errc() && end == last ? std::optional(number) : std::nullopt;
}

}  // namespace yomi
