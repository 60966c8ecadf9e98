// The system checker: what is wrong with a system, found by going through auctions that it allows.
//
// Auctions are gone through in two ways: first all calls that some hand would make, breadth first and against
// silent opponents, then random ones in which both sides pick among the calls that their systems have for
// some hand. At every position where the system is to speak:
//   - a line that no hand can reach, because lines above it take all the hands that it may have: reported
//     when that is so in every position that was seen;
//   - a line whose auction came up seldom or never, and that no hand needed there: reported apart, it may be
//     rare;
//   - two lines of one priority number in different groups that fit the same hands and give different calls:
//     which of them speaks is decided by the order of the files alone;
//   - hands for which no line has an answer.
// And every example that stands beside the lines (System::examples) is asked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "yomi/bidding/auction_state.h"

namespace yomi::bidding {

struct Finding {
  enum class Kind : std::uint8_t { unreachable, overlap, no_answer, example, not_met };
  Kind kind = Kind::unreachable;
  std::string place;    // file:line:column
  std::string what;     // a sentence
  std::string auction;  // an example; empty where there is none
};
std::string_view to_name(Finding::Kind kind);

struct CheckOptions {
  std::size_t breadth = 6000;  // positions gone through breadth first
  std::size_t walks = 8000;    // random auctions; three times as many while a line seems unreachable
  std::uint64_t seed = 1;
  std::function<bool(double done)> go_on{};  // called now and then with the part done; false stops
};

struct CheckReport {
  std::vector<Finding> findings;  // by kind, then by place in the system
  std::size_t positions = 0;      // in which the system was to speak
  std::size_t lines = 0;
  std::size_t lines_reached = 0;
  std::size_t examples = 0;
  bool stopped = false;
};

CheckReport check_system(const std::shared_ptr<const System>& system,
                         const std::shared_ptr<const System>& theirs, const CheckOptions& options = {});

}  // namespace yomi::bidding
