// Boards chosen on the command line by their numbers: "7", "1,3,5-8".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "yomi/cards/result.h"

namespace yomi::cli {

class BoardNumbers {
 public:
  // Empty: all boards.
  static Result<BoardNumbers> parse(const std::string& text);
  // By the number in the record, as it is written; by its place in the file (from 1) where it has none.
  [[nodiscard]] bool contains(const std::string& number, std::size_t place) const;
  [[nodiscard]] bool all() const { return words_.empty() && ranges_.empty(); }

 private:
  std::vector<std::string> words_;
  std::vector<std::pair<long, long>> ranges_;
};

}  // namespace yomi::cli
