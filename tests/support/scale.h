// How much a test repeats itself. YOMI_TEST_SCALE=20 makes twenty times as many rounds as usual, to look for
// what is rare; the sanitizers, under which more of the same finds nothing, take a fifth of them
// (scripts/gates/asan).
#pragma once

#include <algorithm>
#include <cstdlib>

namespace yomi::testing {

inline double scale() {
  const char* text = std::getenv("YOMI_TEST_SCALE");  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? 1 : std::atof(text);
}

inline int scaled(int count) {
  return std::max(1, static_cast<int>(count * scale()));
}

// What comes out of the usual number of rounds only, such as how well something was learnt.
inline bool is_whole() {
  return scale() >= 1;
}

}  // namespace yomi::testing
