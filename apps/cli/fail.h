// How a command ends at bad input: the reason on stderr, and Exit(2).
#pragma once

#include <string_view>
#include <utility>

#include "yomi/cards/result.h"

namespace yomi::cli {

[[noreturn]] void fail(std::string_view what);
[[noreturn]] void fail(const Error& error);
// Prints "yomi COMMAND: WHAT", or "yomi: WHAT" from code that several commands share.
[[noreturn]] void fail(std::string_view command, std::string_view what);
[[noreturn]] void fail(std::string_view command, const Error& error);

// The value, where there is one.
template <class T>
T or_fail(Result<T> result) {
  if (!result) fail(result.error());
  return std::move(*result);
}
template <class T>
T or_fail(std::string_view command, Result<T> result) {
  if (!result) fail(command, result.error());
  return std::move(*result);
}

}  // namespace yomi::cli
