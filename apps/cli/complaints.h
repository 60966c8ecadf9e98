// Reports faults of the input on stderr. A message about a file is printed when it first occurs; at the end
// comes how often it was repeated, and in which lines. A file of 100,000 lines in the wrong format is one
// message, not 100,000.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "yomi/cards/result.h"

namespace yomi::cli {

class Complaints {
 public:
  // "yomi solve: " before every message; none when it is empty.
  explicit Complaints(std::string command) : command_(std::move(command)) {}
  // Reports what was held back.
  ~Complaints();
  Complaints(const Complaints&) = delete;
  Complaints& operator=(const Complaints&) = delete;

  void say(const Error& error) { say(error.to_string()); }
  // "deals.txt:12:7: expected a rank": messages that differ only in these numbers count as the same.
  void say(std::string_view message);
  // Reports what was held back so far.
  void finish();

 private:
  struct Kind {
    std::string first_place;  // "deals.txt:12:7"
    std::uint64_t again = 0;
    std::vector<std::string> lines;  // the first few, and the last
  };
  static constexpr std::size_t kLinesNamed = 8;
  static constexpr std::size_t kMostKinds = 1000;  // kinds remembered; further kinds are printed as they come

  void print(std::string_view message) const;

  std::string command_;
  std::unordered_map<std::string, std::size_t> places_;  // in kinds_
  std::vector<Kind> kinds_;
};

}  // namespace yomi::cli
