// What must hold for every line whatever, as a line of the table-manager protocol. Used by the fuzzer and by
// the replay of its corpus.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "yomi/table/message.h"

namespace yomi::fuzz {

inline void check_table_line(const std::string& line) {
  const auto require_line = [&line](bool holds) {
    if (holds) return;
    std::fprintf(stderr, "line: %s\n", line.c_str());
    std::abort();
  };
  auto message = table::parse_message(line);
  if (!message) {
    require_line(!message.error().what.empty());
    return;
  }
  // What is written is one line of ASCII, and reads back as the same.
  if (auto* called = std::get_if<table::Called>(&*message)) {
    if (!called->alert || called->explanation.empty()) {
      called->alert = false;
      called->explanation.clear();
    }
  }
  if (auto* ready = std::get_if<table::Ready>(&*message)) {
    if (ready->what == table::Ready::For::card && ready->trick == 0) ready->trick = 1;
  }
  const std::string written = to_string(*message);
  for (const char c : written) require_line(c >= ' ' && c <= '~');
  require_line(written.size() <= table::kLongestLine);
  const auto again = table::parse_message(written);
  require_line(again.ok());
  require_line(*again == *message);
}

// Lines of a session.
inline void check_table_lines(const std::string& text) {
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    check_table_line(text.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace yomi::fuzz
