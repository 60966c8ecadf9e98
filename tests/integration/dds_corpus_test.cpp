// Replays what fuzzing the C interface of DDS found.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fuzz/check_dds_abi.h"

namespace yomi {
namespace {

TEST(DdsCorpus, EveryFilePasses) {
  const auto folder = std::filesystem::path(YOMI_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / "dds_abi";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::stringstream bytes;
    bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    SCOPED_TRACE(entry.path().string());
    fuzz::check_dds_abi(bytes.str());
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace yomi
