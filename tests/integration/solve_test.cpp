#include <fmt/core.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "support/program.h"
#include "yomi/bridge/deal.h"

namespace yomi {
namespace {

using testing::Folder;
using testing::Ran;
using testing::run_program;

std::string example(const std::string& name) {
  return std::string(YOMI_SOURCE_DIR) + "/examples/" + name;
}

std::vector<nlohmann::json> objects(const std::string& lines) {
  std::vector<nlohmann::json> result;
  std::stringstream stream(lines);
  for (std::string line; std::getline(stream, line);) result.push_back(nlohmann::json::parse(line));
  return result;
}

constexpr const char* kSmall = "--deal 'N:AQ... K2... 43... J5...' --trump NT --leader S";

TEST(Solve, HelpIsShownWithoutArgumentsAndOnRequest) {
  const Ran bare = run_program("");
  EXPECT_EQ(bare.status, 0);
  EXPECT_NE(bare.out.find("solve"), std::string::npos);
  const Ran help = run_program("solve --help");
  EXPECT_EQ(help.status, 0);
  EXPECT_NE(help.out.find("Examples:"), std::string::npos);
}

TEST(Solve, AProblemForPeople) {
  const Ran ran = run_program("solve " + example("double-squeeze.txt"));
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"(Board 1  Both of them squeezed

         ♠ A 8
         ♥ J
         ♦ A
         ♣ 3 2
♠ K J 5               ♠ Q T 4
♥ Q                   ♥ -
♦ 6                   ♦ K 7
♣ 7                   ♣ 5
         ♠ 2
         ♥ -
         ♦ Q 4
         ♣ A K J

No trump, South leads: North-South take 6 tricks of 6.
North-South can take 6 tricks.

A best line of play:
   1  S ♦4    W ♦6    N ♦A    E ♦7     North wins, NS 1 EW 0
   2  N ♣2    E ♣5    S ♣J    W ♣7     South wins, NS 2 EW 0
   3  S ♣K    W ♠5    N ♣3    E ♠4     South wins, NS 3 EW 0
   4  S ♣A    W ♠J    N ♥J    E ♠T     South wins, NS 4 EW 0
   5  S ♠2    W ♠K    N ♠A    E ♠Q     North wins, NS 5 EW 0
   6  N ♠8    E ♦K    S ♦Q    W ♥Q     North wins, NS 6 EW 0
)");
}

TEST(Solve, AllExamplesAreSolved) {
  for (const auto& entry : std::filesystem::directory_iterator(std::string(YOMI_SOURCE_DIR) + "/examples")) {
    const auto kind = entry.path().extension();
    if (kind != ".pbn" && kind != ".txt") continue;  // for other commands
    const Ran ran = run_program("solve " + entry.path().string());
    EXPECT_EQ(ran.status, 0) << entry.path() << "\n" << ran.err;
    EXPECT_FALSE(ran.out.empty());
  }
}

TEST(Solve, APlayedBoardIsAnalysed) {
  const Ran ran = run_program("solve " + example("no-ruff.pbn"));
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("Tricks of South with best play: 9 before the first card, 10 after the last."),
            std::string::npos);
  EXPECT_NE(ran.out.find("trick 1: West ♥6 cost 1 trick"), std::string::npos);
  const auto json = objects(run_program("solve --analyse --json " + example("no-ruff.pbn")).out).at(0);
  EXPECT_EQ(json["analysis"]["trace"].size(), 53U);
  EXPECT_EQ(json["analysis"]["cards"][0], nlohmann::json::parse(R"({"card":"H6","seat":"W","cost":1})"));
  EXPECT_EQ(json["won"], nlohmann::json::parse(R"({"NS":10,"EW":3})"));
}

TEST(Solve, JsonHasTheDocumentedKeys) {
  const Ran ran = run_program(std::string("solve ") + kSmall + " --cards --table --line --need 1 --json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  const auto json = objects(ran.out).at(0);
  EXPECT_EQ(json["board"], "1");
  EXPECT_EQ(json["deal"], "N:AQ... K2... 43... J5...");
  EXPECT_EQ(json["trump"], "NT");
  EXPECT_EQ(json["leader"], "S");
  EXPECT_EQ(json["cards"], nlohmann::json::parse(R"([{"card":"S4","tricks":1},{"card":"S3","tricks":1}])"));
  EXPECT_EQ(json["tricks"]["N"], nlohmann::json::parse(R"({"C":2,"D":2,"H":2,"S":2,"NT":2})"));
  EXPECT_EQ(json["line"].size(), 8U);
  EXPECT_EQ(json["best"], nlohmann::json::parse(R"({"NS":1,"EW":1})"));
  EXPECT_EQ(json["need"]["can"], true);
  const auto par = objects(run_program("solve --par --json " + example("no-ruff.pbn")).out).at(0);
  EXPECT_EQ(par["par"], nlohmann::json::parse(R"({"score":100,"contracts":["4H*-EW-1"]})"));
}

TEST(Solve, AnAnswerOfNoIsStatusOne) {
  EXPECT_EQ(run_program(std::string("solve ") + kSmall + " --need 2").status, 1);
  EXPECT_EQ(run_program(std::string("solve ") + kSmall + " --need EW1").status, 0);
}

TEST(Solve, TrumpAndLeaderMayBeChanged) {
  const auto json =
      objects(run_program("solve --cards --json --trump NT --leader E " + example("no-ruff.pbn")).out).at(0);
  EXPECT_EQ(json["trump"], "NT");
  EXPECT_EQ(json["turn"], "E");
  EXPECT_EQ(json["cards"].size(), 13U) << "the play of another contract does not count";
}

TEST(Solve, ThePositionIsThatAfterThePlay) {
  const Folder folder;
  const std::string file =
      folder.file("mid.pbn",
                  "[Board \"9\"]\n[Deal \"N:A2... K3... Q5... J4...\"]\n[Contract \"NT\"]\n"
                  "[Play \"S\"]\nSQ - - -\n*\n");
  const auto json = objects(run_program("solve --cards --json " + file).out).at(0);
  EXPECT_EQ(json["turn"], "W");
  EXPECT_EQ(json["played"], nlohmann::json::parse(R"(["SQ"])"));
}

TEST(Solve, StandardInput) {
  const Ran ran = run_program("solve - --json <" + example("throw-in.txt"));
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(objects(ran.out).at(0)["file"], "<stdin>");
}

TEST(Solve, OutputIsTheSameWithAnyNumberOfThreads) {
  Random random(5);
  std::string text;
  for (int board = 1; board <= 60; ++board) {
    text += "[Board \"" + std::to_string(board) + "\"]\n[Deal \"" +
            to_string(random_deal(random, 4 + board % 4)) + "\"]\n[Contract \"H\"]\n[Play \"W\"]\n\n";
  }
  const Folder folder;
  const std::string file = folder.file("many.pbn", text);
  const Ran one = run_program("solve --table --cards --json --threads 1 " + file);
  const Ran many = run_program("solve --table --cards --json --threads 4 " + file);
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out, many.out);
  const auto all = objects(one.out);
  ASSERT_EQ(all.size(), 60U);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i]["board"], std::to_string(i + 1));
}

// Every kind of bad input: a message that names place and cause, status 2, and the good board after it
// solved.
TEST(Solve, BadInputIsNamedAndTheRestIsSolved) {
  const std::string good =
      "\n\n[Board \"good\"]\n[Deal \"N:A2... K3... Q5... J4...\"]\n[Contract \"NT\"]\n[Play \"S\"]\n";
  const std::string deal13 =
      "[Deal \"N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543\"]\n";
  const std::string nt = "[Contract \"3NT\"]\n[Declarer \"S\"]\n";
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {"[Deal \"N:A... K3... Q5... J4...\"]",
       "bad.pbn:1:8: expected equally many cards in all hands, found 1 with North"},
      {"[Deal \"N:A2... A3... Q5... J4...\"]", "bad.pbn:1:16: card SA is in two hands"},
      {"[Deal \"N:A2... K3... Q5...\"]", "bad.pbn:1:27: expected four hands, found 3"},
      {"[Deal \"N:Ax... K3... Q5... J4...\"]",
       "bad.pbn:1:11: expected a rank (A K Q J T 9 ... 2) or '.', found 'x'"},
      {"[Deal \"N:A2... - Q5... J4...\"]", "bad.pbn:1:8: expected four hands, found '-' for East"},
      {"[Dealer \"N\"]", "bad.pbn:1:1: expected a Deal tag with four hands, found none"},
      {"[Deal \"N:A2... K3...", "bad.pbn:1:7: expected '\"' at the end of the value of 'Deal' on this line"},
      {deal13 + nt + "[Play \"W\"]\nH6 S4 HK HA",
       "bad.pbn:5:4: expected H to follow suit, found S4 by North"},
      {deal13 + nt + "[Play \"W\"]\nH6 H2 H3 HA",
       "bad.pbn:5:7: expected a card of the hand, found H3 by East"},
      {deal13 + nt + "[Auction \"S\"]\n3NT 2C", "bad.pbn:5:5: expected a legal call, found 2C by West"},
      {"[Board \"1\"]\n" + std::string(std::size_t{3} << 20, 'x'),
       "bad.pbn:2:1: expected lines of at most 65536 bytes"},
  };
  for (const auto& [bad, message] : kinds) {
    const Folder folder;
    const std::string name = folder.file("bad.pbn", bad + good);
    const Ran ran = run_program("solve --json --cards " + name);
    EXPECT_EQ(ran.status, 2) << message;
    EXPECT_NE(ran.err.find(message), std::string::npos) << "expected: " << message << "\nfound: " << ran.err;
    EXPECT_LT(ran.err.size(), 1000U);
    const auto answers = objects(ran.out);
    ASSERT_EQ(answers.size(), 2U) << message;
    EXPECT_TRUE(answers[0].contains("error"));
    EXPECT_EQ(answers[1]["board"], "good");
    EXPECT_TRUE(answers[1].contains("cards"));
  }
}

TEST(Solve, BadProblemsAreNamedAndTheRestIsSolved) {
  const std::string good = "\n---\nnorth S A2\neast S K3\nsouth S Q5\nwest S J4\ntrump none\nleader s\n";
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {"north S A\neast S K3\nsouth S Q5\nwest S J4\ntrump none\nleader s", "bad.txt:1:7: "},
      {"north S A2\neast S A3", "bad.txt:2:6: expected each card once, found SA with North and East"},
      {"north S AA", "bad.txt:1:10: expected each card once, found SA again"},
      {"north S Ax", "bad.txt:1:10: expected a rank (A K Q J T 9 ... 2) or a suit, found 'x'"},
      {"north S A\neast S K\nsouth S Q\ntrump S\nleader s",
       "bad.txt:1:1: expected a line 'west' in the problem"},
      {"north S A\neast S K\nsouth S Q\nwest S J\ntrump S\nleader s\nneed 2",
       "bad.txt:7:6: expected a need of at most 1"},
      {"north S A\neast S K\nsouth S Q\nwest S J\ntrump S\nleader s\ncards 2",
       "bad.txt:7:7: expected 2 cards"},
      {"north S A\neast S K\nsouth\nwest S J", "bad.txt:3:6: expected a value, found the end of the line"},
      {"frobnicate 3", "bad.txt:1:1: expected one of north, east"},
      {"north S A2\neast S K3\nsouth S 5\nwest H J4\ntrump none\nleader s\ntable SQ S4", "bad.txt:7:7: "},
      {std::string(std::size_t{3} << 20, 'x'), "bad.txt:1:1: expected lines of at most 65536 bytes"},
  };
  for (const auto& [bad, message] : kinds) {
    const Folder folder;
    const std::string name = folder.file("bad.txt", bad + good);
    const Ran ran = run_program("solve --json " + name);
    EXPECT_EQ(ran.status, 2) << message;
    EXPECT_NE(ran.err.find(message), std::string::npos) << "expected: " << message << "\nfound: " << ran.err;
    const auto answers = objects(ran.out);
    ASSERT_EQ(answers.size(), 2U) << ran.out;
    EXPECT_TRUE(answers[1].contains("best"));
  }
}

TEST(Solve, FilesThatAreNoRecords) {
  const Folder folder;
  std::string noise;
  Random random(3);
  for (int i = 0; i < 20'000; ++i) noise += static_cast<char>(random.below(256));
  const std::string good = example("throw-in.txt");
  for (const std::string& bad :
       {folder.file("noise", noise), folder.file("empty", ""), folder.file("zeros", std::string(1000, '\0')),
        folder.file("tag", "[Deal"), folder.file("prose", "Dear diary,\n"), folder.path().string(),
        (folder.path() / "missing").string()}) {
    const Ran ran = run_program(fmt::format("solve --json {} {}", bad, good));
    EXPECT_EQ(ran.status, 2) << bad;
    EXPECT_NE(ran.err.find(bad), std::string::npos) << ran.err;
    EXPECT_LT(ran.err.size(), 2000U);
    const auto answers = objects(ran.out);
    EXPECT_EQ(answers.back()["title"], "Let East lead it");
  }
}

std::string played_board() {
  return std::string(YOMI_SOURCE_DIR) + "/examples/no-ruff.pbn";
}

TEST(Solve, ABoardThatWasPlayedIsAskedAboutFromItsLead) {
  const Ran cards = run_program("solve --ascii --cards " + played_board());
  EXPECT_EQ(cards.status, 0) << cards.err;
  EXPECT_NE(cards.out.find("S K Q 7 6"), std::string::npos) << "the diagram has its cards\n" << cards.out;
  EXPECT_NE(cards.out.find("Each card of West"), std::string::npos) << cards.out;
  EXPECT_NE(cards.out.find("4S by South, made, +420 for North-South. Vulnerable: None."), std::string::npos)
      << cards.out;
  EXPECT_EQ(run_program("solve --ascii --cards --trump S --leader W " + played_board()).out, cards.out);
  EXPECT_EQ(run_program("solve --ascii --leads " + played_board()).out, cards.out);
  const Ran other = run_program("solve --ascii --cards --trump H --leader N " + played_board());
  EXPECT_NE(other.out.find("The play of the record is left out: it was in Spades, West leading."),
            std::string::npos)
      << other.out;
}

TEST(Solve, PlacesInThePlayAndPlaysOfOnesOwn) {
  const auto at = [](const std::string& flags) {
    return objects(run_program("solve --json --cards " + flags + " " + played_board()).out).front();
  };
  const auto third = at("--at 3.2");
  EXPECT_EQ(third["played"].size(), 9U);
  EXPECT_EQ(third["turn"], "E");
  EXPECT_EQ(third["contract"], "4S");
  EXPECT_EQ(third["result"], 10);
  EXPECT_EQ(third["vulnerable"], "None");
  EXPECT_EQ(at("--at 1")["played"].size(), 0U);
  const auto own = at("--play 'D8 D7'");
  EXPECT_EQ(own["played"].size(), 2U);
  EXPECT_EQ(own["turn"], "E");
  for (const char* bad :
       {"--at 0", "--at 14", "--at 3.5", "--at x", "--play 'D8 D8'", "--play Q", "--board 3-1"})
    EXPECT_EQ(run_program(std::string("solve --cards ") + bad + " " + played_board()).status, 2) << bad;
}

TEST(Solve, BoardsByNumberAndBatchesInParts) {
  const Folder folder;
  std::string text;
  for (const char* number : {"7", "8", "9", "10"})
    text += std::string("[Board \"") + number + "\"]\n[Deal \"N:A.K.. Q.A.. K.Q.. J.J..\"]\n\n";
  const std::string file = folder.file("four.pbn", text);
  const auto numbers = [&](const std::string& flags) {
    std::string made;
    for (const auto& one : objects(run_program(fmt::format("solve --json --table {} {}", flags, file)).out))
      made += one["board"].get<std::string>() + " ";
    return made;
  };
  EXPECT_EQ(numbers("--board 8"), "8 ");
  EXPECT_EQ(numbers("--board 7,9-10"), "7 9 10 ");
  EXPECT_EQ(numbers("--skip 1 --count 2"), "8 9 ");
  EXPECT_EQ(numbers("--skip 3"), "10 ");
}

TEST(Solve, BatchesOfThousandsAreSolvedToTheEnd) {
  const Folder folder;
  std::string text;
  for (int i = 0; i < 4100; ++i)
    text += "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\n";
  const std::string file = folder.file("many.txt", text);
  for (const char* threads : {"1", "2"}) {
    const Ran ran = run_program("solve --table --json --threads " + std::string(threads) + " " + file);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 4100) << threads << " threads";
  }
}

TEST(Solve, AHandThatIsADashIsWhatTheOthersLeave) {
  const std::string three = "N:KQ76.9.KJ7.QT986 - AJ432.A82.Q42.K4 T95.KJ7654.8.752";
  const auto answer = objects(run_program("solve --json --table --deal '" + three + "'").out).front();
  EXPECT_EQ(answer["deal"], "N:KQ76.9.KJ7.QT986 8.QT3.AT9653.AJ3 AJ432.A82.Q42.K4 T95.KJ7654.8.752");
}

TEST(Program, WordsThatAreAlmostCommandsAndLocales) {
  const Ran near = run_program("sovle x");
  EXPECT_EQ(near.status, 2);
  EXPECT_NE(near.err.find("did you mean solve?"), std::string::npos) << near.err;
  EXPECT_EQ(run_program("xyzzy").err.find("did you mean"), std::string::npos);
  for (const auto& [typed, meant] : std::vector<std::pair<std::string, std::string>>{
           {"exam belef x", "yomi exam: there is no command 'belef': did you mean belief?"},
           {"library nosuch", "yomi library: there is no command 'nosuch': expected one of build"},
           {"bogus", "yomi: there is no command 'bogus': expected one of web, practise, solve"},
           {"exam", "yomi exam: expected one of "},
           {"solve --thread 1 x.pbn", "yomi solve: there is no option --thread: did you mean --threads?"},
           {"solve --count -5 x.pbn", "--count: expected 0 or more, found '-5'"},
           {"deal -n 99999999999999999999", "expected at most "}}) {
    const auto wrong = run_program(typed);
    EXPECT_EQ(wrong.status, 2) << typed;
    EXPECT_NE(wrong.err.find(meant), std::string::npos) << wrong.err;
  }
  const Ran negative = run_program("deal -n -1");
  EXPECT_EQ(negative.status, 2);
  EXPECT_NE(negative.err.find("expected 0 or more, found '-1'"), std::string::npos) << negative.err;
  EXPECT_LT(negative.err.size(), 200U);
  ::setenv("LC_ALL", "C", 1);  // NOLINT(concurrency-mt-unsafe)
  const Ran plain = run_program("solve --table " + played_board());
  ::unsetenv("LC_ALL");  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(std::count_if(plain.out.begin(), plain.out.end(), [](char c) { return c < 0; }), 0) << plain.out;
}

// In JSON a `line` is a line of play; where a message belongs is a `line_number`.
TEST(Solve, LinesOfPlayAndLinesOfFiles) {
  const Folder folder;
  const std::string file = folder.file("two.pbn", "[Deal \"N:A.K.. Q.A.. K.Q.. J.J..\"]\n\n[Deal \"N:A\"]\n");
  const auto answers = objects(run_program("solve --json --line --trump S --leader N " + file).out);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_TRUE(answers[0]["line"].is_array());
  EXPECT_FALSE(answers[1].contains("line"));
  EXPECT_EQ(answers[1]["line_number"], 3);
}

TEST(Solve, BadFlags) {
  for (const char* flags : {"", "--frob", "--deal 'N:A... K... Q...'", "--trump Q x", "--leader Q x",
                            "--need many x", "--threads 0 x", "--deal 'N:A... K... Q... J...' --cards",
                            "--deal 'N:A... K... Q... J...' --trump S --leader N --played 'SK'"}) {
    const Ran ran = run_program(std::string("solve ") + flags);
    EXPECT_EQ(ran.status, 2) << flags;
    EXPECT_FALSE(ran.err.empty()) << flags;
  }
}

TEST(Solve, CtrlCEndsInOrder) {
  using namespace std::chrono_literals;
  Random random(8);
  std::string text;
  for (int board = 1; board <= 3000; ++board) text += "[Deal \"" + to_string(random_deal(random)) + "\"]\n\n";
  const Folder folder;
  const std::string file = folder.file("long.pbn", text);
  const std::string out = (folder.path() / "out").string();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (std::freopen(out.c_str(), "w", stdout) == nullptr ||
        std::freopen("/dev/null", "w", stderr) == nullptr)
      _exit(99);
    execl(YOMI_PROGRAM, YOMI_PROGRAM, "solve", "--table", "--json", "--threads", "1", file.c_str(), nullptr);
    _exit(98);
  }
  for (int i = 0; i < 600 && testing::content(out).empty(); ++i) std::this_thread::sleep_for(50ms);
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const auto answers = objects(testing::content(out));
  EXPECT_GT(answers.size(), 0U);
  EXPECT_LT(answers.size(), 3000U);
  for (const auto& answer : answers) EXPECT_TRUE(answer.contains("tricks")) << "only whole answers";
}

}  // namespace
}  // namespace yomi
