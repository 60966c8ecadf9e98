// Messages about inputs: the place, the cause, and each only once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support/child.h"

namespace yomi {
namespace {

using testing::Child;
using testing::Folder;
using testing::run_child;

std::string repeated(std::string_view piece, int times) {
  std::string made;
  for (int i = 0; i < times; ++i) made += piece;
  return made;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string shipped(const std::string& path) {
  return testing::content(std::string(YOMI_SOURCE_DIR) + "/" + path);
}

TEST(Messages, TheSameAgainAndAgainIsSaidOnceWithACount) {
  constexpr int kTimes = 100'000;
  const Folder folder;
  const std::string json = folder.file("bad.jsonl", repeated("{\"deal\":\"x\"}\n", kTimes));
  const std::string pbn = folder.file("bad.pbn", repeated("[Deal \"N:xx\"]\n\n", kTimes));
  const std::string list = folder.file("bad.tsv", repeated("openings\tXYZ\t\tNone\t1S\n", kTimes));
  const std::string out = (folder.path() / "out").string();
  const std::vector<std::vector<std::string>> commands = {
      {"solve", json},
      {"solve", pbn},
      {"convert", json, out, "--to", "pbn"},
      {"convert", pbn, out, "--to", "lin"},
      {"review", json},
      {"play", pbn},
      {"versus", "--boards", json},
      {"exam", "bidding", list},
      {"exam", "boards", json},
      {"exam", "contracts", list},
      {"exam", "play", pbn},
      {"exam", "decisions", json},
      {"exam", "belief", json},
      {"exam", "cards", json},
      {"learn", "cards", json, "--out", out},
      {"learn", "games", json, "--out", out},
  };
  for (const auto& command : commands) {
    const Child ran = run_child(command, {});
    const std::string name = fmt::format("{}: {}", fmt::join(command, " "), ran.err.substr(0, 1000));
    EXPECT_EQ(ran.status, 2) << name;
    EXPECT_LE(lines_of(ran.err), 4U) << name;
    EXPECT_NE(ran.err.find("the same 99999 times more: lines "), std::string::npos) << name;
  }
}

TEST(Messages, DifferentOnesAreAllSaidAndTheLinesOfOthersCounted) {
  const Folder folder;
  const std::string in = folder.file(
      "in.jsonl",
      "{\"deal\":\"x\"}\n{\"deal\":\"y\"}\n{\"deal\":\"x\"}\n{\"deal\":\"y\"}\n{\"deal\":\"y\"}\n");
  const Child ran = run_child({"solve", in}, {});
  EXPECT_NE(ran.err.find("in.jsonl:1:1: expected"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("in.jsonl:2:1: expected"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("in.jsonl:1:1: the same once more: line 3\n"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("in.jsonl:2:1: the same 2 times more: lines 4, 5\n"), std::string::npos) << ran.err;
  EXPECT_EQ(lines_of(ran.err), 4U);
}

TEST(Messages, ANoteThatCannotBeReadHasItsLine) {
  const Folder folder;
  std::string board = shipped("examples/otawa-1.pbn");
  const std::size_t at = board.find("hcp(self) >= 21");
  ASSERT_NE(at, std::string::npos);
  board.insert(at, "&& ");
  const auto line = 1 + std::count(board.begin(), board.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const std::string in = folder.file("note.pbn", board);
  for (const auto& command : std::vector<std::vector<std::string>>{{"deal", "--from", in, "--view", "S"},
                                                                   {"play", in},
                                                                   {"play", in, "--all"},
                                                                   {"versus", "--boards", in}}) {
    const Child ran = run_child(command, {});
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find(fmt::format("note.pbn:{}: the explanation of South's 2NT, column", line)),
              std::string::npos)
        << ran.err;
  }
}

TEST(Messages, AFolderInTheWayOfAFileIsCalledOne) {
  const Folder folder;
  const std::string here = folder.path().string();
  const std::vector<std::vector<std::string>> commands = {
      {"solve", here},
      {"bid", here},
      {"deal", here},
      {"deal", "--from", here, "--view", "S"},
      {"bid", "--hand", "AKJ52.K4.QJ3.A62", "--system", here},
      {"play", std::string(YOMI_SOURCE_DIR) + "/examples/otawa-1.pbn", "--carding", here},
      {"exam", "cards", "/dev/null", "--policy", here},
      {"learn", "cards", "/dev/null", "--from", here, "--out", here + "/x"},
      {"versus", "--power", "0.8", "--effect", "1", "--pilot", here},
      {"match", "fast", "fast", "--boards", here},
      {"table", "--boards", here, "--port", "0"},
      {"table", "--script", here, "--port", "0"},
      {"library", "query", here},
      {"daihinmin", "replay", here},
      {"daihinmin", "match", "--games", "1", "--csv", here},
      {"match", "fast", "fast", "--count", "1", "--record", here},
  };
  for (const auto& command : commands) {
    const Child ran = run_child(command, {});
    const std::string name = fmt::format("{}: {}", fmt::join(command, " "), ran.err.substr(0, 300));
    EXPECT_EQ(ran.status, 2) << name;
    EXPECT_NE(ran.err.find("it is a folder"), std::string::npos) << name;
  }
}

// Every line of a card policy, broken in turn.
TEST(Messages, ACardPolicyNamesTheLineThatIsWrong) {
  const Folder folder;
  const std::string whole = shipped("data/play/cards.txt");
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < whole.size();) {
    const std::size_t end = std::min(whole.find('\n', start), whole.size());
    lines.push_back(whole.substr(start, end - start));
    start = end + 1;
  }
  for (std::size_t wrong : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{154},
                            std::size_t{155}, std::size_t{500}, lines.size() - 1}) {
    for (const std::string& with :
         {std::string("x"), std::string("-2147483648 -2147483648"), std::string("nan 1")}) {
      std::string text;
      for (std::size_t i = 0; i < lines.size(); ++i) text += (i == wrong ? with : lines[i]) + "\n";
      const Child ran =
          run_child({"exam", "cards", "/dev/null", "--policy", folder.file("policy.txt", text)}, {});
      EXPECT_EQ(ran.status, 2);
      EXPECT_NE(ran.err.find(fmt::format("policy.txt:{}: expected", wrong + 1)), std::string::npos)
          << ran.err;
    }
  }
}

}  // namespace
}  // namespace yomi
