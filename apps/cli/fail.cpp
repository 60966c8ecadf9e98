#include "fail.h"

#include <fmt/core.h>

#include "command.h"

namespace yomi::cli {

void fail(std::string_view what) {
  fmt::print(stderr, "{}\n", what);
  throw Exit{2};
}

void fail(const Error& error) {
  fail(error.to_string());
}

void fail(std::string_view command, std::string_view what) {
  fail(fmt::format("yomi{}{}: {}", command.empty() ? "" : " ", command, what));
}

void fail(std::string_view command, const Error& error) {
  fail(command, error.to_string());
}

}  // namespace yomi::cli
