// yomi learn games, learn cards and learn problems, as a user runs them.
#include <gtest/gtest.h>

#include <filesystem>

#include "support/program.h"
#include "yomi/formats/board_line.h"

namespace yomi {
namespace {

using testing::content;
using testing::Folder;
using testing::run_program;

constexpr const char* kBoards =
    R"({"dealer":"N","vul":"NS","deal":"N:AK32.K32.A32.432 QJ4.QJ4.QJ54.QJ5 T98.A98.K98.A987 765.T765.T76.KT6","auction":["1NT","P","3NT","P","P","P"],"contract":"3NT","declarer":"N"}
{"dealer":"E","deal":"N:Q5.KJ832.A94.T72 AT9.Q954.K76.854 KJ8742.A.QT2.KQ3 63.T76.J853.AJ96","contract":"4S","declarer":"S"}
)";

TEST(Learn, GamesArePlayedAndLearntFrom) {
  const Folder folder;
  const std::string boards = folder.file("boards.jsonl", kBoards);
  const auto games = [&](const std::string& name, const std::string& flags) {
    const std::string out = (folder.path() / name).string();
    const auto ran =
        run_program("learn games " + boards + " --half all --player pimc:deals=2 --out " + out + flags);
    EXPECT_EQ(ran.status, 0) << ran.err;
    return content(out);
  };
  const std::string both = games("one.jsonl", " --threads 1");
  EXPECT_EQ(games("two.jsonl", " --threads 2"), both);
  const std::string second = games("second.jsonl", " --skip 1");
  EXPECT_EQ(second, both.substr(both.find('\n') + 1));
  const auto first = parse_board_line(both.substr(0, both.find('\n')));
  ASSERT_TRUE(first.ok()) << first.error().to_string();
  EXPECT_EQ(first->calls.size(), 6U);
  EXPECT_GE(first->play.size(), 20U);
  EXPECT_TRUE(first->tricks.has_value());

  const std::string weights = (folder.path() / "weights.txt").string();
  const std::string one = (folder.path() / "one.jsonl").string();
  const std::string from = std::string(YOMI_SOURCE_DIR) + "/data/play/cards.txt";
  const auto learnt = run_program("learn cards " + one + " " + one + " --half all --epochs 1 --from " + from +
                                  " --out " + weights);
  EXPECT_EQ(learnt.status, 0) << learnt.err;
  EXPECT_NE(learnt.err.find("4 boards"), std::string::npos) << learnt.err;
  const auto judged = run_program("exam cards " + one + " --half all --policy " + weights);
  EXPECT_EQ(judged.status, 0) << judged.err;
  EXPECT_NE(judged.out.find("2 boards"), std::string::npos) << judged.out;
}

TEST(Learn, ProblemsAreMinedFromPlayedBoards) {
  const Folder folder;
  const std::string boards = folder.file("boards.jsonl", kBoards);
  const std::string games = (folder.path() / "games.jsonl").string();
  const auto played = run_program("learn games " + boards + " --half all --player policy --out " + games);
  ASSERT_EQ(played.status, 0) << played.err;
  const std::string out = (folder.path() / "problems").string();
  const std::string mine = " --half all --each 1 --tries 4000 --out " + out;
  const auto mined = run_program("learn problems --boards " + games + mine);
  EXPECT_TRUE(mined.status == 0 || mined.status == 1) << mined.err;
  EXPECT_NE(mined.out.find(" endings of 2 boards"), std::string::npos) << mined.out;
  // A deal makes one problem at most.
  int problems = 0;
  for (const auto& file : std::filesystem::directory_iterator(out)) {
    const std::string text = content(file.path().string());
    for (std::size_t at = 0; (at = text.find("[Answer ", at)) != std::string::npos; ++at) ++problems;
  }
  EXPECT_LE(problems, 2);
  const auto none = run_program("learn problems --boards " + boards + mine);
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("no board of this half has a contract and play"), std::string::npos) << none.err;
  EXPECT_EQ(run_program("learn problems --boards no-such.jsonl" + mine).status, 2);
  const auto bad = run_program("learn problems --boards " +
                               folder.file("bad.jsonl", content(games) + "{\"deal\":\"N:A\"}\n") + mine);
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.err.find("bad.jsonl:3:4: expected four suits"), std::string::npos) << bad.err;
}

TEST(Learn, AuctionsAreLearntFromALibrary) {
  const Folder folder;
  const std::string library = (folder.path() / "deals").string();
  ASSERT_EQ(run_program("library build " + library + " --count 3 --seed 4").status, 0);
  const std::string out = (folder.path() / "auctions.txt").string();
  const std::string tricks = (folder.path() / "tricks.txt").string();
  const auto ran = run_program("learn auctions " + library +
                               " --estimate-steps 2 --imitated 2 --epochs 1 --steps 1 --out " + out +
                               " --tricks " + tricks);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(content(out).starts_with("yomi auction policy 1\n"));
  EXPECT_TRUE(content(tricks).starts_with("yomi trick estimate 1\n"));
}

TEST(Learn, BadInputIsNamed) {
  const Folder folder;
  const std::string boards = folder.file("boards.jsonl", kBoards);
  const std::string out = " --out " + (folder.path() / "out.txt").string();
  const auto player = run_program("learn games " + boards + " --player robot" + out);
  EXPECT_EQ(player.status, 2);
  EXPECT_NE(player.err.find("--player: column 1: expected pimc"), std::string::npos) << player.err;
  EXPECT_EQ(run_program("learn games no-such.jsonl" + out).status, 2);
  // Told before the boards are even read.
  for (const char* command : {"learn games", "learn cards"}) {
    const auto nowhere = run_program(std::string(command) + " no-such.jsonl --out /no/such/place");
    EXPECT_EQ(nowhere.status, 2);
    EXPECT_NE(nowhere.err.find("/no/such/place: cannot be written: No such file"), std::string::npos)
        << nowhere.err;
  }
  const std::string kept = folder.file("kept.txt", "as it was");
  EXPECT_EQ(run_program("learn cards no-such.jsonl --out " + kept).status, 2);
  EXPECT_EQ(content(kept), "as it was");
  const auto from = run_program("learn cards " + boards + " --half all --from " + boards + out);
  EXPECT_EQ(from.status, 2);
  EXPECT_NE(from.err.find("boards.jsonl"), std::string::npos) << from.err;
  const auto nothing = run_program("learn cards " + folder.file("empty.jsonl", "") + out);
  EXPECT_EQ(nothing.status, 2);
  EXPECT_NE(nothing.err.find("expected a played board"), std::string::npos) << nothing.err;
}

}  // namespace
}  // namespace yomi
