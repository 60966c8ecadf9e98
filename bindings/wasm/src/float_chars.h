// std::from_chars and std::to_chars for numbers with a point, on strtod() and snprintf(). Read is a decimal
// number as the standard has it: no blanks, no '+', no hexadecimal digits.
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace std {  // NOLINT(cert-dcl58-cpp): it belongs there

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const char* from = first;
  if (from != last && *from == '-') ++from;
  if (from == last || !(*from == '.' || (*from >= '0' && *from <= '9')))
    return {first, errc::invalid_argument};
  constexpr std::size_t kLongest = 400;
  char text[kLongest + 1];
  std::size_t size = 0;
  for (const char* at = first; at != last && size < kLongest; ++at) {
    if (std::strchr("+-.0123456789eE", *at) == nullptr || *at == '\0') break;
    text[size++] = *at;
  }
  text[size] = '\0';
  char* end = nullptr;
  const double read = std::strtod(text, &end);
  if (end == text) return {first, errc::invalid_argument};
  const char* rest = first + (end - text);
  if (read > 1.7976931348623157e308 || read < -1.7976931348623157e308)
    return {rest, errc::result_out_of_range};
  value = read;
  return {rest, errc{}};
}

inline from_chars_result from_chars(const char* first, const char* last, float& value) {
  double wide = 0;
  const auto result = from_chars(first, last, wide);
  if (result.ec == errc{}) value = static_cast<float>(wide);
  return result;
}

// The fewest digits that are read back as the same number, with an exponent.
inline to_chars_result to_chars(char* first, char* last, double value, chars_format) {
  constexpr int kEnough = 17;
  char text[40];
  int size = 0;
  for (int digits = 0; digits < kEnough; ++digits) {
    size = std::snprintf(text, sizeof text, "%.*e", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  if (size > last - first) return {last, errc::value_too_large};
  std::memcpy(first, text, static_cast<std::size_t>(size));
  return {first + size, errc{}};
}

}  // namespace std
