// Boards played by experts, through the PBN writer and reader and back.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "yomi/formats/board_line.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

TEST(Vugraph, BoardsComeBackFromPbn) {
  const auto path =
      std::filesystem::path(YOMI_SOURCE_DIR) / ".." / "shared" / "data" / "vugraph" / "boards.jsonl.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(("zcat " + path.string()).c_str(), "r"),
                                                             pclose);
  ASSERT_TRUE(pipe);
  std::string line;
  int boards = 0;
  int legal = 0;
  std::array<char, 1 << 16> buffer{};
  while (boards < 3000 && std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr) {
    ++boards;
    const auto board = parse_board_line(buffer.data());
    if (!board) continue;
    ++legal;
    for (pbn::Style style : {pbn::Style::as_read, pbn::Style::export_format}) {
      const std::string text = pbn::write(pbn::record_of(*board), style);
      const pbn::File again = pbn::read(text::decode(text), "vugraph");
      ASSERT_EQ(again.boards.size(), 1U) << text;
      const pbn::Record& read = again.boards[0];
      // An auction that is not legal is an error, and is written all the same.
      if (!board->calls.empty() && !board->auction()) continue;
      ASSERT_TRUE(read.ok()) << read.errors[0].to_string() << "\n" << text;
      EXPECT_TRUE(pbn::board_of(read) == *board) << text;
    }
  }
  EXPECT_GT(legal, boards * 8 / 10);
}

}  // namespace
}  // namespace yomi
