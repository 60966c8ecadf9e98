// Repeats measurements of the papers behind yomi, on random deals and on a smaller scale, with our figure
// beside each of theirs. `yomi experiments` prints them; notebook/papers has a page for each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace yomi::lab {

struct Measured {
  std::string what{};
  double ours = 0;
  std::string theirs{};  // in their words; empty if they give no such number
};

struct PaperSettings {
  int count = 5;  // deals or endings
  int cards = 0;  // in each hand; 0: as the experiment has it
  int threads = 2;
  std::uint64_t seed = 1;
  // Asked between deals; if false, the results so far are returned.
  std::function<bool()> goes_on = [] { return true; };
};

// Yamamura and others: nodes and time of the double-dummy solver without stored positions and with them.
// Random deals, ten cards a hand unless told; every hand on lead once, trumps and no trump in turn.
std::vector<Measured> measure_reuse(const PaperSettings& settings);

// Otawa and Uehara 2006, section 5.3: one hard question on several processors. Every first card of random
// deals, by one thread and by `threads`: CPU time, that of the busiest thread (per question, so the waiting
// time on an idle machine), and the speed-up over one thread.
std::vector<Measured> measure_parallel(const PaperSettings& settings);

// Otawa and Uehara 2006, sections 5.1 and 5.2: the abc search on random endings, four tricks unless told,
// with three different worlds: nodes of one-pass with cuts and without, and how long probing takes beside it.
std::vector<Measured> measure_abc(const PaperSettings& settings);

// Bars, one for each number, on a scale of their own where `logarithmic`.
std::string picture(const std::vector<Measured>& measured, const std::string& title, bool logarithmic);

}  // namespace yomi::lab
