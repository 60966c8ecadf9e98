// Words of a dealer script with their places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/result.h"

namespace yomi::dealer {

// Of ASCII.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr bool is_letter(char c) {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

struct Token {
  enum class Kind : std::uint8_t { word, number, text, sign, end } kind = Kind::end;
  std::string text;  // of a sign: the sign; of a text: what stands between the quotes
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// Words are letters, digits and underscores; those of digits alone are numbers. Comments are "#" and "//" to
// the end of the line and "/* */". The last token is of kind end.
Result<std::vector<Token>> tokenize(std::string_view text);

}  // namespace yomi::dealer
