// `yomi annotate` and `yomi convert` on files and folders as a user has them.
#include <gtest/gtest.h>

#include "support/child.h"
#include "yomi/bridge/deal.h"

namespace yomi {
namespace {

namespace fs = std::filesystem;
using testing::content;
using testing::Folder;
using testing::run_child;
using testing::run_program;

std::string boards(int count, std::uint64_t seed) {
  Random random(seed);
  std::string text;
  for (int i = 1; i <= count; ++i) {
    text += "[Event \"Caf\xE9\"]\r\n[Board \"" + std::to_string(i) +
            "\"]\r\n[Dealer \"N\"]\r\n[Vulnerable \"All\"]\r\n" + "[Deal \"" +
            to_string(random_deal(random)) + "\"]\r\n; kept \r\n\r\n";
  }
  return text;
}

// Without the lines that annotating adds.
std::string before(const std::string& text) {
  std::string out;
  int rows = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(at, end - at);
    at = end;
    const bool table = line.starts_with("[OptimumResultTable");
    const bool ours = table || line.starts_with("[OptimumScore") || line.starts_with("[ParContract") ||
                      line.starts_with("[DoubleDummyTricks");
    if (!ours && rows == 0) out += line;
    rows = table ? 20 : std::max(rows - 1, 0);
  }
  return out;
}

TEST(AnnotateFiles, InPlaceOverFoldersAndOnlyOnce) {
  const Folder folder;
  fs::create_directories(folder.path() / "a" / "b");
  const std::string one = boards(2, 1);
  const std::string two = boards(1, 2) + "[Deal \"N:AK... - - -\"]\r\n";
  const std::string first = folder.file("a/one.pbn", one);
  const std::string second = folder.file("a/b/two.PBN", two);
  const std::string other = folder.file("a/notes.txt", "[Deal");
  static_cast<void>(folder.file("a/one.pbn.1999999999.new", "half of it"));
  const auto ran = run_program("annotate --json " + (folder.path() / "a").string());
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(
      ran.out,
      "{\"files\":2,\"changed\":2,\"failed\":0,\"boards\":4,\"annotated\":3,\"without_four_hands\":1}\n");
  EXPECT_EQ(before(content(first)), one);
  EXPECT_EQ(before(content(second)), two);
  EXPECT_EQ(content(other), "[Deal");
  EXPECT_FALSE(fs::exists(folder.path() / "a/one.pbn.1999999999.new")) << "what a killed run left";
  const auto time = fs::last_write_time(first);
  const auto again = run_program("annotate --json " + (folder.path() / "a").string());
  EXPECT_NE(again.out.find("\"changed\":0"), std::string::npos) << again.out;
  EXPECT_EQ(fs::last_write_time(first), time);
  const auto piped = run_program("annotate - < " + first);
  EXPECT_EQ(piped.out, content(first));
  EXPECT_EQ(run_program("annotate /nowhere/x.pbn").status, 2);
}

TEST(AnnotateFiles, KilledAtAnyMomentNothingIsLost) {
  const Folder folder;
  const std::string text = boards(6, 3);
  const std::string file = folder.file("x.pbn", text);
  for (int i = 0; i < 6; ++i) {
    run_child({"annotate", file},
              {.signal = SIGKILL, .signal_after = std::chrono::milliseconds(30 + 90 * i)});
    EXPECT_EQ(before(content(file)), text) << i;
  }
  EXPECT_EQ(run_program("annotate " + file).status, 0);
  const std::string whole = content(file);
  EXPECT_EQ(before(whole), text);
  EXPECT_NE(whole.find("[OptimumScore"), std::string::npos);
  EXPECT_EQ(run_program("annotate --recalculate " + file).status, 0);
  EXPECT_EQ(content(file), whole);
}

TEST(Convert, FoldersAnyToAny) {
  const Folder folder;
  fs::create_directories(folder.path() / "in" / "deep");
  static_cast<void>(folder.file("in/deep/x.pbn", boards(3, 4)));
  static_cast<void>(folder.file(
      "in/y.lin",
      "pn|a,b,c,d|md|1SA97HAQTDA64CQT83,SKQJ5HK65DJ873CAK,ST863H87DT95CJ742,|zz|kept|sv|b|mb|1N|mb|p|"
      "mb|p|mb|p|pc|SK|mc|7|"));
  const std::string in = (folder.path() / "in").string();
  const auto to = [&](const std::string& format) {
    std::string out = (folder.path() / format).string();
    const auto ran = run_program("convert " + in + " " + out + " --to " + format);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return out;
  };
  EXPECT_NE(content(to("pbn") + "/y.pbn").find("%LIN 0.0 zz|kept|"), std::string::npos);
  EXPECT_NE(content(to("pbn") + "/deep/x.pbn").find("Caf\xE9"), std::string::npos)
      << "in PBN's character set";
  EXPECT_NE(content(to("lin") + "/y.lin").find("|zz|kept|"), std::string::npos);
  EXPECT_NE(content(to("jsonl") + "/deep/x.jsonl").find("Caf\u00E9"), std::string::npos);
  EXPECT_EQ(content(to("dup") + "/deep/x.dup").size(), 3 * 156U);
  const auto lost = run_program("convert " + in + "/y.lin - --to deals");
  EXPECT_NE(lost.err.find("has no place for"), std::string::npos) << lost.err;
  EXPECT_EQ(run_program("convert " + in + "/y.lin x --to rbn").status, 2);
  EXPECT_EQ(run_program("convert " + in + "/y.lin " + in + "/y.lin").status, 2) << "onto itself";
}

}  // namespace
}  // namespace yomi
