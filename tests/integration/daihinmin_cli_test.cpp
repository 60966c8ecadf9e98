// The commands as people run them.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

struct Ran {
  int status = 0;
  std::string out;
};

Ran run(const std::string& arguments) {
  const std::string command = std::string(YOMI_PROGRAM) + " daihinmin " + arguments + " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  Ran ran;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) ran.out.append(buffer, got);
  ran.status = WEXITSTATUS(pclose(pipe));
  return ran;
}

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class DaihinminCli : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() /
             (std::string("yomi-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::filesystem::path folder;
};

TEST_F(DaihinminCli, SmallPrintsThePapersTables) {
  const Ran ran = run("small --json");
  EXPECT_EQ(ran.status, 0);
  EXPECT_NE(ran.out.find(R"("card":2,"estimate_matters":true,"hand":[2,4])"), std::string::npos);
  EXPECT_NE(ran.out.find(R"("places":[1,2,2])"), std::string::npos);
  EXPECT_NE(ran.out.find("misprint"), std::string::npos);
  EXPECT_NE(run("small").out.find("seem exchanged"), std::string::npos);
}

TEST_F(DaihinminCli, BadInputNamesTheTroubleAndLeavesWithTwo) {
  EXPECT_EQ(run("match --players base,base,base,base,nobody --games 5").status, 2);
  EXPECT_NE(run("match --players base,base,base,base,nobody --games 5").out.find("'nobody'"),
            std::string::npos);
  EXPECT_EQ(run("match --players base,base --games 5").status, 2);
  EXPECT_EQ(run("match --players snowl:x,base,base,base,base --games 5").status, 2);
  EXPECT_EQ(run("match --learnt /nonexistent").status, 2);
  EXPECT_EQ(run("join --engine base --host not.an.address").status, 2);
  EXPECT_EQ(run("join --engine base --protocol 7").status, 2);
  EXPECT_EQ(run("serve --host nowhere").status, 2);
  EXPECT_EQ(run("learn policy --out /nonexistent").status, 2);
  std::ofstream(folder / "policy_read.txt") << "yomi-daihinmin-policy full 1\n";
  const Ran ran = run("match --learnt " + folder.string());
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.out.find("policy_read.txt:1"), std::string::npos) << ran.out;
  std::filesystem::remove(folder / "policy_read.txt");
  std::filesystem::create_symlink("/dev/zero", folder / "policy_read.txt");
  const Ran endless = run("match --learnt " + folder.string());
  EXPECT_EQ(endless.status, 2);
  EXPECT_NE(endless.out.find("policy_read.txt: cannot be read: it is larger than"), std::string::npos)
      << endless.out;
}

TEST_F(DaihinminCli, AloneItPrintsItsHelp) {
  const Ran ran = run("");
  EXPECT_EQ(ran.status, 0);
  EXPECT_NE(ran.out.find("match"), std::string::npos);
  EXPECT_EQ(run("nonsense").status, 2);
}

TEST_F(DaihinminCli, TheOptionsOfTheOfficialClient) {
  const Ran ran = run("join -h no.such.host.invalid -p 1 -n me --engine base");
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.out.find("no.such.host.invalid"), std::string::npos) << ran.out;
  EXPECT_NE(run("join -h localhost -p 1 -n me --engine base").out.find("cannot connect to localhost:1"),
            std::string::npos);
  EXPECT_EQ(run("join --help").status, 0);
}

TEST_F(DaihinminCli, SpacesBetweenPlayersAndNoIntervalFromOneSession) {
  for (const char* players : {"'base, base, base,base , base'", "base base base base base"}) {
    const Ran ran = run(std::string("match --games 10 --players ") + players);
    EXPECT_EQ(ran.status, 0) << ran.out;
    EXPECT_NE(ran.out.find("unknown"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("0.000"), std::string::npos) << ran.out;
  }
  EXPECT_NE(run("match --games 10 --players base,base,base,base,base --json").out.find("\"error\":null"),
            std::string::npos);
}

TEST_F(DaihinminCli, HelpHasAnExample) {
  for (const char* command : {"match", "learn", "serve", "join", "watch", "replay", "statistics", "bench",
                              "experiments", "small"}) {
    const Ran ran = run(std::string(command) + " --help");
    EXPECT_EQ(ran.status, 0);
    EXPECT_NE(ran.out.find("Example"), std::string::npos) << command;
  }
}

TEST_F(DaihinminCli, AMatchResumes) {
  const std::string csv = (folder / "match.csv").string();
  const std::string base =
      "match --players base,base,base,base,base --session 10 --games 60 --json --csv " + csv;
  const Ran first = run(base);
  EXPECT_EQ(first.status, 0);
  // Lose the last sessions, as a stopped run does.
  const std::string whole = read_file(csv);
  std::string cut = whole;
  for (int i = 0; i < 3; ++i) cut.resize(cut.rfind('\n', cut.size() - 2) + 1);
  std::ofstream(csv) << cut << "9,";
  const Ran second = run(base + " --resume");
  EXPECT_EQ(second.status, 0);
  EXPECT_EQ(first.out, second.out);
  EXPECT_EQ(run(base + " --resume --seed 2").status, 2) << "another match must not go into the same file";
}

TEST_F(DaihinminCli, ADuplicateMatchResumesAndTellsItsDeals) {
  const std::string base =
      "match --players base,base,base,base,base --duplicate --json --csv " + (folder / "match.csv").string();
  EXPECT_EQ(run(base + " --games 12").status, 2) << "a deal is played five times";
  EXPECT_EQ(run(base + " --games 10").status, 0);
  const Ran longer = run(base + " --games 20 --resume");
  EXPECT_EQ(longer.status, 0);
  EXPECT_EQ(longer.out, run(base + "_anew --games 20").out);
  EXPECT_NE(run("match --players base,base,base,base,base --duplicate --games 20")
                .out.find("20 games, 95 % intervals over deals played five times"),
            std::string::npos);
}

TEST_F(DaihinminCli, ALongerMatchGoesOnFromAShorter) {
  const std::string csv = (folder / "match.csv").string();
  const std::string base = "match --players base,base,base,base,base --session 10 --json --csv " + csv;
  EXPECT_EQ(run(base + " --games 35").status, 0);  // the last session has five games only
  const Ran longer = run(base + " --games 60 --resume");
  EXPECT_EQ(longer.status, 0);
  EXPECT_EQ(longer.out, run(base + "_anew --games 60").out);
  EXPECT_NE(longer.out.find(R"("games":60)"), std::string::npos) << longer.out;
}

TEST_F(DaihinminCli, TablesAreKeptInTheFolder) {
  const std::string all = "experiments --tables 3 --playouts 10 --json --folder " + folder.string();
  const Ran first = run(all + " --games 4");
  EXPECT_EQ(first.status, 0) << first.out;
  ASSERT_TRUE(std::filesystem::exists(folder / "table3-1-10.csv"));
  EXPECT_EQ(run(all + " --games 4").out, first.out);
  std::ofstream(folder / "table3-1-10.csv") << "# match of other players\n";
  EXPECT_EQ(run(all + " --games 4").status, 2);
}

TEST_F(DaihinminCli, LearnWritesWhatMatchReads) {
  EXPECT_EQ(
      run("learn gamma --players base --games 40 --out " + (folder / "gamma_vsbase.txt").string()).status, 0);
  EXPECT_EQ(run("learn policy --players champ09:20 --games 10 --rounds 1 --out " + folder.string()).status,
            0);
  EXPECT_EQ(run("learn reading --playouts 10 --games 10 --rounds 1 --out " + folder.string()).status, 0);
  EXPECT_EQ(run("learn play --games 1500 --learnt " + folder.string() + " --out " + folder.string()).status,
            0);
  for (const char* file :
       {"gamma_vsbase.txt", "policy_read.txt", "policy_hand.txt", "policy_play.txt", "tables.txt"}) {
    EXPECT_GT(std::filesystem::file_size(folder / file), 100U) << file;
  }
  EXPECT_EQ(
      run("match --players vsbase:30,policy,base,base,base --games 5 --learnt " + folder.string()).status, 0);
}

TEST_F(DaihinminCli, WatchTellsAGame) {
  const Ran ran = run("watch --players yomi:40,snowl:40,base,base,base --seed 2 --draws 20");
  EXPECT_EQ(ran.status, 0);
  EXPECT_NE(ran.out.find("believes"), std::string::npos);
  EXPECT_NE(ran.out.find("1. "), std::string::npos);
  EXPECT_NE(run("watch --players yomi@0.005,base,base,base,base --draws 5").out.find("yomi@0.005 believes"),
            std::string::npos);
  EXPECT_NE(run("watch --players base,base,base,base,base --json").out.find("\"plays\""), std::string::npos);
}

TEST_F(DaihinminCli, RecordsAreToldAgainAndCounted) {
  const std::string games = (folder / "games.txt").string();
  EXPECT_EQ(run("match --players base,base,policy,base,base --games 12 --records " + games).status, 0);
  const Ran text = run("replay " + games + " --game 2 --lang ja --believes --draws 5");
  EXPECT_EQ(text.status, 0) << text.out;
  EXPECT_NE(text.out.find("大富豪"), std::string::npos);
  EXPECT_EQ(run("replay " + games + " --html " + (folder / "games.html").string()).status, 0);
  EXPECT_NE(read_file(folder / "games.html").find("</html>"), std::string::npos);
  EXPECT_NE(run("replay " + games + " --json").out.find("\"plays\""), std::string::npos);
  EXPECT_EQ(run("replay " + games + " --game 99").status, 2);
  EXPECT_EQ(run("replay /nonexistent").status, 2);
  const Ran counted = run("statistics " + games);
  EXPECT_EQ(counted.status, 0) << counted.out;
  EXPECT_NE(counted.out.find("policy: 12 games"), std::string::npos) << counted.out;
  EXPECT_NE(run("statistics " + games + " --json").out.find("places_by_rank"), std::string::npos);
  EXPECT_NE(run("watch --record " + games + " --draws 2").out.find("1. "), std::string::npos);
  std::ofstream(games) << "game 1\nplay 0 S3\n";
  const Ran broken = run("statistics " + games);
  EXPECT_EQ(broken.status, 2);
  EXPECT_NE(broken.out.find("games.txt:2"), std::string::npos) << broken.out;
}

TEST_F(DaihinminCli, ExperimentsPrintBothSides) {
  const Ran ran =
      run("experiments --tables 3 --games 5 --playouts 20 --placing 2 --placing-player base --draws 1");
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_NE(ran.out.find("0.268"), std::string::npos);
  EXPECT_NE(ran.out.find("likelihood"), std::string::npos);
}

TEST_F(DaihinminCli, NoIntervalFromOneSession) {
  const Ran ran = run("match --players base,base,base,base,base --games 10 --session 10");
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_NE(ran.out.find("10 games: no interval from one session"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("0.000 "), std::string::npos) << ran.out;
}

}  // namespace
