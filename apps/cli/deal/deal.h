// `yomi deal`: the flags, and the half of it that looks at a record.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "yomi/dealer/script.h"

namespace yomi::cli::deal {

struct DealOptions {
  std::string script = "-";
  std::string condition;
  std::int64_t produce = -1;
  std::int64_t generate = -1;
  std::int64_t seed = -1;
  std::string format = "script";
  std::string way = "auto";
  bool json = false;
  bool quiet = false;
  bool explain = false;
  std::vector<std::string> chances;
  std::string from;
  std::string view;
  std::string system = "none";
  std::string board;
  std::int64_t cards = -1;
};

// --explain and --chance, for the deals that meet a script's condition.
void explain_script(const DealOptions& options, const dealer::Script& script, std::uint64_t seed);

// What a chair can infer at one point of a recorded board.
void deal_from_record(const DealOptions& options, std::uint64_t seed);

}  // namespace yomi::cli::deal
