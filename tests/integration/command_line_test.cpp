// What is wrong with the words of a command line, told by the command that they were meant for.
#include <gtest/gtest.h>

#include <sstream>

#include "support/child.h"
#include "support/program.h"

namespace yomi {
namespace {

using testing::content;
using testing::Folder;
using testing::run_program;

std::string example(const std::string& name) {
  return std::string(YOMI_SOURCE_DIR) + "/examples/" + name;
}

void expect_refused(const std::string& command, const std::string& why) {
  const auto ran = run_program(command);
  EXPECT_EQ(ran.status, 2) << command;
  EXPECT_NE(ran.err.find(why), std::string::npos) << command << "\n" << ran.err;
}

TEST(CommandLine, OddNumbers) {
  const std::string board = example("lead.pbn");
  expect_refused("solve --count 2.5 " + board,
                 "yomi solve: --count: expected a whole number, found '2.5'\nTry: yomi solve --help\n");
  expect_refused("deal -s x", "yomi deal: --seed: expected a whole number, found 'x'");
  expect_refused("solve --count 0 " + board, "--count: expected more than 0, found '0'");
  expect_refused("solve --threads 0 " + board, "--threads: expected 1 to 1024, found '0'");
  for (const std::string value : {"nan", "inf", "x"}) {
    expect_refused("versus --power " + value, "--power: expected a number, found '" + value + "'");
    expect_refused("daihinmin serve --seconds " + value, "--seconds: expected a number, found");
  }
  for (const std::string option : {"match --threads", "match --playouts", "match --seconds", "watch --delay",
                                   "serve --port", "join --threads", "experiments --games"})
    expect_refused("daihinmin " + option + " -3", "found '-3'");
  expect_refused("daihinmin experiments --tables 3,9", "--tables: expected 2 to 8, found '9'");
  expect_refused("exam boards --count -1 " + board, "--count: expected more than 0, found '-1'");
  expect_refused("learn cards --rate 0 --out x " + board, "--rate: expected more than 0, found '0'");
}

TEST(CommandLine, AZeroInFrontIsNoOctal) {
  const std::string command = "deal -q --format oneline -s 1 -n ";
  EXPECT_EQ(run_program(command + "010").out, run_program(command + "10").out);
}

TEST(CommandLine, OutputThatCannotBeWritten) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--version"}, {"--help"}, {"solve", "--help"}}) {
    const auto ran = testing::run_child(words, {.out = "/dev/full"});
    EXPECT_EQ(ran.status, 2) << words[0];
    EXPECT_NE(ran.err.find("standard output cannot be written"), std::string::npos) << ran.err;
  }
}

TEST(CommandLine, NotesOfAHelpAreBrokenIntoLines) {
  for (const char* command : {"versus", "match", "seat", "practise bidding"}) {
    const std::string help = run_program(std::string(command) + " --help").out;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(' ')) {
        EXPECT_LE(line.size(), 118U) << command << "\n" << line;
      }
    }
  }
  for (const char* group : {"", "exam", "learn", "library", "daihinmin"})
    EXPECT_NE(run_program(std::string(group) + " --help").out.find("Example"), std::string::npos) << group;
}

TEST(CommandLine, WordsThatAreMissingOrTooMany) {
  expect_refused("play", "yomi play: expected files (");
  expect_refused("deal " + example("session.pbn"),
                 "session.pbn: expected a script, found a record of boards");
  expect_refused("deal one.dl two.dl", "yomi deal: not expected here: two.dl");
  expect_refused("deal -c 'hcp(nort) > 3'",
                 "--condition:1:5: expected north, east, south or west, found 'nort'");
  expect_refused("deal --view Q --from " + example("lead.pbn"), "yomi deal: --view: expected N, E, S or W");
  expect_refused("bid --hand AK", "yomi bid: --hand: column 3: expected four suits");
  expect_refused("bid --hand AKxxxx.Jx.xx.Kxx --auction '1S 1S'",
                 "yomi bid: --auction: call 2: 1S is not legal");
  expect_refused("solve --count", "yomi solve: --count: expected a value");
  expect_refused("solve x --count 1 --count 2", "--count: expected at most 1, found 2");
  expect_refused("versus --chance 0.3", "--chance: expected at least 2, found 1");
  expect_refused("versus --half x", "yomi versus: --half: expected tuning, reporting or all, found 'x'");
  expect_refused("bid --time 1s --level fast", "yomi bid: --time cannot go with --level");
  expect_refused("daihinmin foo", "there is no command 'foo': expected one of match, learn");
  expect_refused("daihinmin match --resume", "--resume: expected --csv");
  expect_refused("exam decisions " + example("session.pbn") + " --players pimc", "expected two players");
}

// Every command that takes played boards takes them in any format, by what is in the file.
TEST(CommandLine, BoardsOfAnyFormat) {
  const Folder folder;
  const std::string records = content(example("session.pbn"));
  const std::string pbn = folder.file("SESSION.PBN", records);
  const std::string lin = (folder.path() / "session.lin").string();
  const std::string lines = (folder.path() / "session.jsonl").string();
  ASSERT_EQ(run_program("convert --quiet " + pbn + " " + lin).status, 0);
  ASSERT_EQ(run_program("convert --quiet " + pbn + " " + lines).status, 0);
  for (const std::string command :
       {"exam cards --half all --json", "exam boards --count 3 --json",
        "exam belief --half all --count 1 --draws 3 --json",
        "versus --half all --count 1 --first policy --second policy --against policy --boards"}) {
    const auto answer = [&](const std::string& file) {
      const auto ran = run_program(std::string(command).append(" ").append(file));
      EXPECT_EQ(ran.status, 0) << command << "\n" << ran.err;
      return ran.out.substr(0, 60);
    };
    const std::string expected = answer(pbn);
    EXPECT_EQ(answer(lin), expected) << command;
    EXPECT_EQ(answer(lines), expected) << command;
    EXPECT_EQ(answer("- <" + pbn), expected) << command;
  }
}

// --board means the number of the board in all commands, not its place in the file.
TEST(CommandLine, BoardsByNumber) {
  const Folder folder;
  std::string records = content(example("session.pbn"));
  for (std::size_t at = 0; (at = records.find("[Board \"", at)) != std::string::npos;)
    records.insert(at += 8, "3");
  const std::string file = folder.file("thirty.pbn", records);  // boards 31, 32 and so on
  EXPECT_EQ(run_program("bid --rules " + file + " --board 32").out,
            run_program("bid --rules " + example("session.pbn") + " --board 2").out);
  EXPECT_EQ(run_program("deal -n 1 -s 1 --view S --from " + file + " --board 32").out,
            run_program("deal -n 1 -s 1 --view S --from " + example("session.pbn") + " --board 2").out);
  expect_refused("bid " + file + " --board 2", "thirty.pbn: no board has such a number: 2");
  expect_refused("play " + file + " --board 2", "thirty.pbn: no board has such a number: 2");
  expect_refused("play " + file + " --board 32", "the play is over");
  expect_refused("deal --view S --board x-y --from " + file, "no board has such a number: x-y");
}

TEST(CommandLine, FilesThatArePacked) {
  const Folder folder;
  const std::string packed = folder.file("boards.pbn", "\x1F\x8B\x08 and so on");
  for (const std::string command :
       {"solve ", "review ", "bid ", "deal ", "versus --boards ", "exam bidding "})
    expect_refused(command + packed, "boards.pbn: cannot be read: it is packed");
}

TEST(CommandLine, AFileThatIsThereIsNotWrittenOver) {
  const Folder folder;
  const std::string kept = folder.file("kept", "mine\n");
  const std::string match = "daihinmin match --players base,base,base,base,base --games 5 --csv ";
  expect_refused(match + kept, "exists already");
  EXPECT_EQ(run_program("exam decisions /nonexistent.pbn --out " + kept).status, 2);
  EXPECT_EQ(content(kept), "mine\n");
}

}  // namespace
}  // namespace yomi
