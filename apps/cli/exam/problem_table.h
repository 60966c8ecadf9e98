// Who finds the right card of problems, by class: the table of Otawa and Uehara (2006, table 2) for several
// engines.
#pragma once

#include <map>
#include <string>
#include <vector>
#include "yomi/formats/json.h"

namespace yomi::cli::exam {

class ProblemTable {
 public:
  // The first engine is the one that the others are set beside.
  explicit ProblemTable(std::vector<std::string> engines) : engines_(std::move(engines)) {}

  // One problem under one seed: was each engine right?
  void add(const std::string& theme, const std::vector<bool>& right);
  void print() const;
  [[nodiscard]] Json to_json() const;

 private:
  struct Row {
    int tries = 0;
    int all = 0;               // every engine was right
    std::vector<int> right{};  // by engine
    std::vector<int> both{};   // by engine: it and the first
    std::vector<int> alone{};  // by engine: it and no other
  };
  [[nodiscard]] Row total() const;

  std::vector<std::string> engines_;
  std::map<std::string, Row> rows_{};
};

}  // namespace yomi::cli::exam
