#include "yomi/formats/board_line.h"

#include <gtest/gtest.h>

namespace yomi {
namespace {

TEST(BoardLine, WhatIsWrittenIsReadAgain) {
  for (
      const char* line :
      {R"({"dealer":"E","vul":"NS","deal":"N:JT8.532.KJ7.KT97 Q643.86.T9862.Q3 AK92.KJT9.Q543.4 75.AQ74.A.AJ8652","auction":["Pass","1D","2C","2D","Pass","Pass","2H","Pass","3C","Pass","Pass","Pass"],"contract":"3C","declarer":"W","play":["DK","D2","D5","DA"],"tricks":7})",
       R"({"dealer":"S","vul":"None","deal":"N:JT8.532.KJ7.KT97 Q643.86.T9862.Q3 AK92.KJT9.Q543.4 75.AQ74.A.AJ8652","contract":"4HXX","declarer":"S"})",
       R"({"dealer":"W","vul":"All","deal":"N:JT8.532.KJ7.KT97 Q643.86.T9862.Q3 AK92.KJT9.Q543.4 75.AQ74.A.AJ8652","auction":["Pass","Pass","Pass","Pass"],"contract":"PASS"})"}) {
    const auto board = parse_board_line(line);
    ASSERT_TRUE(board.ok()) << board.error().to_string();
    EXPECT_EQ(to_board_line(*board), line);
  }
}

}  // namespace
}  // namespace yomi
