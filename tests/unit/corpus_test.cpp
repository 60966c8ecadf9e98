// Replays what fuzzing found: every file of a corpus must pass the checks of its fuzzer.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "fuzz/check_bidding.h"
#include "fuzz/check_pbn.h"
#include "fuzz/check_problem.h"
#include "fuzz/check_records.h"
#include "fuzz/check_script.h"
#include "fuzz/check_table.h"
#include "fuzz/check_texts.h"

namespace yomi {
namespace {

template <class Check>
void replay(const char* name, Check check) {
  const auto folder = std::filesystem::path(YOMI_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / name;
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::stringstream bytes;
    bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    SCOPED_TRACE(entry.path().string());
    check(bytes.str());
    ++files;
  }
  EXPECT_GT(files, 0);
}

TEST(Corpus, Pbn) {
  replay("pbn", fuzz::check_pbn);
}
TEST(Corpus, BiddingCondition) {
  replay("bidding_condition", fuzz::check_condition);
}
TEST(Corpus, BiddingSystem) {
  replay("bidding_system", fuzz::check_system_text);
}
TEST(Corpus, Problem) {
  replay("problem", fuzz::check_problem);
}
TEST(Corpus, Records) {
  replay("records", fuzz::check_records);
}
TEST(Corpus, Annotate) {
  replay("annotate", fuzz::check_annotate);
}
TEST(Corpus, Script) {
  replay("script", fuzz::check_script);
}
TEST(Corpus, Texts) {
  replay("texts", fuzz::check_texts);
}
TEST(Corpus, Table) {
  replay("table", fuzz::check_table_lines);
}

}  // namespace
}  // namespace yomi
