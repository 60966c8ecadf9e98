// yomi versus, as a user runs it, on a few boards with small settings.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "support/child.h"
#include "yomi/lab/versus_record.h"

namespace yomi {
namespace {

using nlohmann::json;
using testing::content;
using testing::Folder;
using testing::run_program;

constexpr const char* kBoards =
    R"({"dealer":"N","vul":"NS","deal":"N:AK32.K32.A32.432 QJ4.QJ4.QJ54.QJ5 T98.A98.K98.A987 765.T765.T76.KT6","auction":["1NT","P","3NT","P","P","P"],"contract":"3NT","declarer":"N","play":[]}
{"dealer":"E","deal":"N:Q5.KJ832.A94.T72 AT9.Q954.K76.854 KJ8742.A.QT2.KQ3 63.T76.J853.AJ96","contract":"4S","declarer":"S"}
{"dealer":"S","contract":"PASS","deal":"N:Q5.KJ832.A94.T73 AT9.Q954.K76.854 KJ8742.A.QT2.KQ2 63.T76.J853.AJ96"}
{"dealer":"E","deal":"N:Q5.KJ832.A94.T72 AT9.Q954.K76.854 KJ8742.A.QT2.KQ3 63.T76.J853.AJ96","contract":"3NT","declarer":"N"}
{"dealer":"W","vul":"All","deal":"N:K4.AQ65.QJ73.K84 J973.984.K9.J765 AQ8.KJT7.A64.A32 T652.32.T852.QT9","contract":"6H","declarer":"S"}
)";
constexpr const char* kPlayers =
    " --half all --first pimc:deals=3,enumerate=0 --second policy:draw=on --against policy --seed 3";

// All but the CPU times, which are never the same twice.
std::vector<std::string> lines_without_times(const std::string& text) {
  std::vector<std::string> made;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (auto record = lab::parse_versus_record(line)) {
      for (auto& player : record->outcome.players) player.cpu_seconds = 0;
      line = lab::to_csv(*record);
    }
    made.push_back(line);
  }
  return made;
}

TEST(VersusCommand, LeavesOutTheFirstBoardsWhenAsked) {
  const Folder folder;
  const std::string boards = folder.file("boards.jsonl", kBoards);
  const std::string csv = (folder.path() / "out.csv").string();
  const auto ran = run_program("versus --boards " + boards +
                               " --half all --first policy --second policy:draw=on --against policy --seed 3 "
                               "--role declarer --skip 1 --count 1 --csv " +
                               csv);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto lines = lines_without_times(content(csv));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lab::parse_versus_record(lines[2])->line, 2);
  EXPECT_EQ(run_program("versus --boards " + boards + " --half all --skip 9").status, 2);
}

TEST(VersusCommand, PlaysEachDealOnceInBothRoles) {
  const Folder folder;
  const std::string boards = folder.file("boards.jsonl", kBoards);
  const std::string csv = (folder.path() / "out.csv").string();
  const std::string svg = (folder.path() / "out.svg").string();
  const auto ran =
      run_program("versus --boards " + boards + kPlayers + " --csv " + csv + " --svg " + svg + " --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json answer = json::parse(ran.out);
  ASSERT_EQ(answer["roles"].size(), 2U);
  EXPECT_EQ(answer["roles"][0]["role"], "declarer");
  EXPECT_EQ(answer["roles"][1]["role"], "defence");
  EXPECT_EQ(answer["roles"][0]["boards"], 3);
  EXPECT_EQ(answer["roles"][1]["by_trick"].size(), 13U);
  const auto lines = lines_without_times(content(csv));
  ASSERT_EQ(lines.size(), 8U);
  double imps = 0;
  for (std::size_t i = 2; i < lines.size(); i += 2) {
    const auto record = lab::parse_versus_record(lines[i]);
    ASSERT_TRUE(record.ok());
    EXPECT_EQ(record->role, lab::Role::declarer);
    EXPECT_EQ(record->line, std::vector<std::int64_t>({1, 2, 5})[i / 2 - 1]);
    imps += record->outcome.imps();
  }
  EXPECT_NEAR(answer["roles"][0]["imps"]["mean"].get<double>(), imps / 3, 1e-9);
  const std::string picture = content(svg);
  EXPECT_EQ(picture.substr(0, 4), "<svg");
  EXPECT_NE(picture.find("</svg>"), std::string::npos);
  const auto words = run_program("versus --boards " + boards + kPlayers + " --role defence");
  EXPECT_EQ(words.status, 0);
  EXPECT_NE(words.out.find("contracts set"), std::string::npos) << words.out;
  EXPECT_NE(words.out.find("McNemar's exact p"), std::string::npos);
}

TEST(VersusCommand, TheNumberOfThreadsChangesNothing) {
  const Folder folder;
  const std::string boards = folder.file("boards.jsonl", kBoards);
  const std::string one = (folder.path() / "one.csv").string();
  const std::string three = (folder.path() / "three.csv").string();
  const std::string players =
      " --half all --first pimc:deals=3,enumerate=0 --second pimc:deals=3,enumerate=0,carding=off "
      "--against policy:draw=on";
  ASSERT_EQ(run_program("versus --threads 1 --boards " + boards + players + " --csv " + one).status, 0);
  ASSERT_EQ(run_program("versus --threads 3 --boards " + boards + players + " --csv " + three).status, 0);
  EXPECT_EQ(lines_without_times(content(one)), lines_without_times(content(three)));
}

TEST(VersusCommand, TheClockHoldsForEveryCard) {
  const Folder folder;
  const std::string boards = folder.file("boards.jsonl", kBoards);
  const auto ran = run_program("versus --boards " + boards +
                               " --half all --count 1 --role defence --time 30ms --against policy --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json role = json::parse(ran.out)["roles"][0];
  EXPECT_EQ(role["boards"], 1);
  EXPECT_LT(role["cpu_ms_per_decision"][0].get<double>(), 80);
  EXPECT_GT(role["cut_short"][0].get<double>(), 0);
}

TEST(VersusCommand, GoesOnWhereItWasStopped) {
  const Folder folder;
  const std::string boards = folder.file("boards.jsonl", kBoards);
  const std::string whole = (folder.path() / "whole.csv").string();
  const std::string command = "versus --boards " + boards + kPlayers;
  ASSERT_EQ(run_program(command + " --csv " + whole).status, 0);
  const std::string text = content(whole);

  // Cut in the middle of a line, as by a crash.
  std::size_t cut = 0;
  for (int i = 0; i < 4; ++i) cut = text.find('\n', cut) + 1;
  const std::string part = folder.file("part.csv", text.substr(0, cut + 20));
  const auto refused = run_program(command + " --csv " + part);
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("--resume"), std::string::npos) << refused.err;
  const auto resumed = run_program(command + " --resume --csv " + part);
  EXPECT_EQ(resumed.status, 0);
  EXPECT_NE(resumed.err.find("part.csv:5: the last line was cut off"), std::string::npos) << resumed.err;
  EXPECT_EQ(lines_without_times(content(part)), lines_without_times(text));
  EXPECT_EQ(content(part).substr(0, cut), text.substr(0, cut));  // not played again

  const auto other = run_program(command + " --resume --time 1s --csv " + part);
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("results of another experiment"), std::string::npos) << other.err;
  std::string damaged = text;
  damaged.replace(text.find("3NT,N,NS"), 8, "9NT,N,NS");
  const auto bad = run_program(command + " --resume --csv " + folder.file("bad.csv", damaged));
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.err.find("bad.csv:3: field 3: expected a contract, found '9NT'"), std::string::npos)
      << bad.err;
  EXPECT_EQ(content(folder.path() / "bad.csv"), damaged);
}

// Deals are looked for one by one: a stop keeps what was played, and the same command goes on from there.
TEST(VersusCommand, RandomDealsStoppedKeepWhatWasPlayed) {
  const Folder folder;
  const std::string csv = (folder.path() / "out.csv").string();
  const auto words = [&](const std::string& count, const std::string& out) {
    return std::vector<std::string>{"versus",   "--random",     "3NT",       "--chance", "0.4",
                                    "0.6",      "--count",      count,       "--first",  "policy",
                                    "--second", "double-dummy", "--against", "policy",   "--threads",
                                    "2",        "--resume",     "--csv",     out};
  };
  const auto stopped = testing::run_child(
      words("20000", csv), {.signal = SIGINT, .signal_after = std::chrono::milliseconds(5000)});
  EXPECT_EQ(stopped.status, 130) << stopped.err;
  EXPECT_LT(stopped.after_signal, std::chrono::milliseconds(1500));
  const std::string played = content(csv);
  const auto lines = std::count(played.begin(), played.end(), '\n');
  ASSERT_GT(lines, 2) << stopped.err;  // the two lines of the head

  const std::string count = std::to_string((lines - 2) / 2 + 1);
  const std::string whole = (folder.path() / "whole.csv").string();
  ASSERT_EQ(testing::run_child(words(count, csv), {}).status, 0);
  ASSERT_EQ(testing::run_child(words(count, whole), {}).status, 0);
  EXPECT_EQ(lines_without_times(content(csv)), lines_without_times(content(whole)));
  EXPECT_EQ(content(csv).substr(0, played.size()), played);  // not played again
}

TEST(VersusCommand, AFileThatIsNotOursIsLeftAlone) {
  const Folder folder;
  for (const std::string text : {"a letter without an end", "a letter\n", "# yomi versus first=x\n"}) {
    const std::string letter = folder.file("letter.txt", text);
    const auto ran =
        run_program("versus --random 3NT --count 1 --first policy --second policy --resume --csv " + letter);
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find("letter.txt:1: "), std::string::npos) << ran.err;
    EXPECT_EQ(content(letter), text);
    EXPECT_EQ(run_program("versus --power 0.8 --effect 1 --pilot " + letter).status, 2);
  }
}

TEST(VersusCommand, PlaysRandomDealsAsWished) {
  const std::string command = "versus --random 3NT --chance 0.3 0.7 --count 3 --role declarer --json" +
                              std::string(kPlayers) + " --threads ";
  const auto ran = run_program(command + "2");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out)["roles"][0]["boards"], 3);
  json again = json::parse(run_program(command + "1").out);
  json first = json::parse(ran.out);
  for (json* each : {&again, &first}) (*each)["roles"][0].erase("cpu_ms_per_decision");
  EXPECT_EQ(again, first);
  EXPECT_EQ(run_program("versus --random 9NT --count 3").status, 2);
  EXPECT_EQ(run_program("versus --random 3NT").status, 2);
  EXPECT_EQ(run_program("versus --random 3NT --count 3 --chance 0.7 0.3").status, 2);
  EXPECT_EQ(run_program("versus --random 3NT --count 3 --after 2").status, 2);
}

// The first tricks as recorded; boards without so many cards are left out.
TEST(VersusCommand, TakesOverAfterSomeTricks) {
  const Folder folder;
  std::string text = kBoards;
  const std::string open = R"("play":[])";
  text.replace(text.find(open), open.size(), R"("play":["SQ","ST","S5","SA","S2","S4","S8","S6"])");
  const std::string boards = folder.file("boards.jsonl", text);
  const auto ran = run_program("versus --after 2 --json --boards " + boards + kPlayers);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json answer = json::parse(ran.out);
  EXPECT_EQ(answer["after"], 2);
  for (const json& role : answer["roles"]) {
    EXPECT_EQ(role["boards"], 1);
    EXPECT_EQ(role["by_trick"][0]["decisions"][0], 0);
    EXPECT_EQ(role["by_trick"][1]["decisions"][0], 0);
    int later = 0;
    for (std::size_t trick = 2; trick < 13; ++trick)
      later += role["by_trick"][trick]["decisions"][0].get<int>();
    EXPECT_GT(later, 0);
  }
}

TEST(VersusCommand, SaysHowManyBoardsAreNeeded) {
  const auto ran = run_program("versus --power 0.8 --effect 0.1 --sd 2 --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out)["boards"], 3140);
  EXPECT_EQ(run_program("versus --power 0.8 --effect 0.1").status, 2);
  EXPECT_EQ(run_program("versus --power 0.8 --effect 0.1 --pilot no-such.csv").status, 2);
}

TEST(VersusCommand, BadInputIsNamed) {
  const Folder folder;
  const std::string boards = folder.file("boards.jsonl", std::string("nonsense\n") + kBoards);
  const auto ran = run_program("versus --count 1 --role declarer --boards " + boards + kPlayers);
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("boards.jsonl:1:1: expected a JSON object (JSON: "), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find("1 boards"), std::string::npos) << ran.out;
  const auto player = run_program("versus --first pimc:deals=many --boards " + boards);
  EXPECT_EQ(player.status, 2);
  EXPECT_NE(player.err.find("--first: column 6: deals: expected a number"), std::string::npos) << player.err;
  EXPECT_EQ(run_program("versus --boards no-such.jsonl").status, 2);
  EXPECT_EQ(run_program("versus --resume --boards " + boards).status, 2);
  EXPECT_EQ(run_program("versus --time never --boards " + boards).status, 2);
}

}  // namespace
}  // namespace yomi
