// One board of a comparison as a line of CSV, so that long experiments can be stopped, resumed and looked at
// with other tools. What a line says is enough to play the board again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "yomi/lab/versus.h"

namespace yomi::lab {

struct VersusRecord {
  std::int64_t line = 0;  // where the board was found, from 1
  Role role = Role::declarer;
  Contract contract{};
  Vulnerability vulnerability = Vulnerability::none;
  Deal deal{};
  Outcome outcome{};
  friend bool operator==(const VersusRecord&, const VersusRecord&) = default;
};

// The names of the columns. Those ending in _1 belong to the first player. asked and searched have a digit
// for each trick; parted is empty when the two played alike to the end.
std::string_view versus_columns();
std::string to_csv(const VersusRecord& record);
// The error names the field (its number, from 1, in `column`) and what was expected there. CPU times come
// back to the microsecond.
Result<VersusRecord> parse_versus_record(std::string_view line);

}  // namespace yomi::lab
