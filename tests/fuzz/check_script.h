// What must hold for every text whatever, as a dealer script. Used by the fuzzer and by the replay of its
// corpus.
#pragma once

#include <cstdlib>
#include <string>

#include "yomi/dealer/run.h"

namespace yomi::fuzz {

inline void check_script(const std::string& text) {
  const auto require_script = [](bool holds) {
    if (!holds) std::abort();
  };
  const auto script = dealer::parse_script(text, "fuzz");
  if (!script) {
    require_script(script.error().line > 0 && script.error().column > 0 && !script.error().what.empty());
    return;
  }
  require_script(!script->actions.empty());
  // What can be written can be read again, and means the same on a deal.
  Random random(1);
  const Deal deal = random_deal(random);
  for (const dealer::Expression& condition : script->conditions) {
    const std::string written = to_string(condition);
    if (condition.size() > 200 || written.find("score(") != std::string::npos ||
        written.find("tricks(") != std::string::npos || written.find("rnd(") != std::string::npos) {
      continue;
    }
    if (text.find("count") != std::string::npos) continue;  // its own point counts are not part of the text
    const auto again = dealer::parse_expression(written);
    require_script(again.ok() && again->evaluate(deal) == condition.evaluate(deal));
  }
  std::size_t size = 0;
  for (const dealer::Expression& condition : script->conditions) size += condition.size();
  if (size > 60) return;
  dealer::RunOptions options;
  options.produce = 1;
  options.generate = 50;
  options.way = belief::Sampler::Way::dealing;
  options.write = [](std::string_view) {};
  (void)dealer::run(*script, options);
}

}  // namespace yomi::fuzz
