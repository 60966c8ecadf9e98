// Running a script: deals, output, statistics.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "yomi/belief/sampler.h"
#include "yomi/dealer/script.h"

namespace yomi::dealer {

struct RunOptions {
  std::uint64_t seed = 1;                 // where the script has none
  std::optional<std::int64_t> produce{};  // over the script's
  std::optional<std::int64_t> generate{};
  std::string file = "-";           // named in PBN output
  std::string date = "????.??.??";  // of PBN output, "2026.01.31"
  bool statistics = true;           // the lines at the end ("Generated ... hands")
  belief::Sampler::Way way = belief::Sampler::Way::choose;
  std::function<void(std::string_view)> write;                             // gets the output in order
  std::function<void(const Deal& deal, std::int64_t number)> each_deal{};  // in place of the script's actions
  // Called now and then with the share done, 0 to 1, and the deals so far; false stops the run.
  std::function<bool(double share, std::int64_t produced)> progress{};
};

struct RunResult {
  std::int64_t generated = 0;  // deals that dealing at random would have looked at
  std::int64_t produced = 0;
  bool stopped = false;
  bool used_model = false;
};

// The error says which conditions contradict each other. `script` is run by one thread; its oracle is called
// from that thread. The same script, options and seed give the same output.
Result<RunResult> run(const Script& script, const RunOptions& options);

// One deal as the dealer tool's printoneline, printpbn and printall write it.
std::string one_line(const Deal& deal);
std::string pbn_board(const Deal& deal, std::int64_t number, Seat dealer, Vulnerability vulnerability,
                      const std::string& event, const std::string& date);

}  // namespace yomi::dealer
