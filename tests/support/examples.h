// The four worked examples of Otawa and Uehara 2006, from examples/.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "yomi/play/situation.h"

namespace yomi::testing {

inline std::string example_path(int number) {
  return std::string(YOMI_SOURCE_DIR) + "/examples/otawa-" + std::to_string(number) + ".pbn";
}

inline std::string example_text(int number) {
  std::stringstream text;
  text << std::ifstream(example_path(number)).rdbuf();
  return text.str();
}

inline play::Situation read_example(int number) {
  const pbn::File file = pbn::read(example_text(number), example_path(number));
  EXPECT_EQ(file.boards.size(), 1U);
  auto situation = play::look(file.boards.front(), example_path(number));
  EXPECT_TRUE(situation.ok());
  return std::move(situation.value());
}

}  // namespace yomi::testing
