// What an option does: a command with it answers otherwise than without it, or the same where the option is
// about memory or another name. One row an option; those with tests of their own are not here.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "support/examples.h"
#include "support/program.h"

namespace yomi {
namespace {

using testing::content;
using testing::example_path;
using testing::Folder;
using testing::run_program;

struct Row {
  std::string command;
  std::string option;
  enum class Effect { differs, same } effect = Effect::differs;
};

// The output without times, which differ from run to run.
std::string answer(const std::string& command) {
  const auto ran = run_program(command);
  EXPECT_EQ(ran.status, 0) << command << "\n" << ran.err;
  return std::regex_replace(ran.out, std::regex(R"re("(ms|cpu_ms)":[0-9.e+-]+)re"), "");
}

void expect_effects(const std::vector<Row>& rows) {
  std::string command;
  std::string without;
  for (const Row& row : rows) {
    if (row.command != command) without = answer(row.command);
    command = row.command;
    const std::string with = answer(row.command + " " + row.option);
    EXPECT_EQ(with == without, row.effect == Row::Effect::same) << row.command << " " << row.option << "\n"
                                                                << with;
  }
}

// Two boards that the card policy has played.
class Played {
 public:
  Played() {
    const std::string boards = folder_.file(
        "boards.jsonl",
        R"({"dealer":"E","deal":"N:Q5.KJ832.A94.T72 AT9.Q954.K76.854 KJ8742.A.QT2.KQ3 63.T76.J853.AJ96","auction":["P","1S","P","2H","P","2S","P","3S","P","4S","P","P","P"],"contract":"4S","declarer":"S"}
{"dealer":"N","deal":"N:AQ3.KT42.QJ5.K82 JT98.73.K982.QT7 K52.AQ6.T74.J963 764.J985.A63.A54","auction":["1N","P","3N","P","P","P"],"contract":"3N","declarer":"N"}
)");
    const auto ran = run_program("learn games " + boards + " --half all --player policy --out " + file());
    EXPECT_EQ(ran.status, 0) << ran.err;
  }
  [[nodiscard]] std::string file() const { return (folder_.path() / "played.jsonl").string(); }

 private:
  Folder folder_;
};

TEST(Options, OfPlay) {
  const std::string abc = "play " + example_path(2) + " --engine abc --seed 2 --json";
  const std::string pimc = "play " + example_path(1) + " --engine pimc --deals 10 --seed 4 --json";
  expect_effects({{abc, "--method probing", Row::Effect::same},
                  {abc, "--small 9"},
                  {abc, "--ties cooperative"},
                  {abc + " --depth 4", "--leaf quick-tricks"},
                  {pimc, "--style engine"},
                  {pimc, "--others beginner"},
                  {"play " + example_path(1) + " --engine reader --deals 4 --seed 2 --json", "--risk 1"},
                  {"exam play " + example_path(2) + " --engine pimc --deals 4 --json", "--beside alphamu"}});
  EXPECT_EQ(run_program("play " + example_path(1) + " --level fast").status, 0);
  EXPECT_EQ(run_program("play " + example_path(1) + " --level slow").status, 2);
}

TEST(Options, OfSolveAndDeal) {
  const std::string solve = "solve " + example_path(1) + " --json";
  const std::string deal = "deal --condition 'hcp(north) >= 20' --seed 1 --json";
  expect_effects({{solve, "--memory 1", Row::Effect::same},
                  {deal, "--produce 3"},
                  {deal + " --way dealing --produce 5", "--generate 10"},
                  {"deal --produce 1 --seed 1 --json", "--condition 'hcp(north) >= 20'"}});
  EXPECT_EQ(answer(solve + " --analyse"), answer(solve + " --analyze"));
}

TEST(Options, OfExamBelief) {
  const Played played;
  const std::string belief = "exam belief " + played.file() + " --draws 4 --json";
  expect_effects({{belief, "--nats 2"},
                  {belief, "--steadiness 1"},
                  {belief, "--last-tricks 1"},
                  {belief, "--from-trick 9"},
                  {belief, "--to-trick 4"},
                  {belief, "--reads policy"}});
  const std::string calls = belief + " --reads calls";
  const std::string by_policy = calls + " --calls-by policy";
  expect_effects({{calls, "--calls-by policy"},
                  {calls, "--bid-again"},
                  {by_policy, "--call-trust 0.1"},
                  {by_policy, "--call-floor 0.5"},
                  {by_policy, "--call-rules 0.1"}});
}

TEST(Options, OfBidAndMatch) {
  expect_effects(
      {{"bid --hand AKxxx.Jx.xx.Kxxx --auction 1NT --dealer W --rules --explain", "--their-system acol"}});
  const Folder folder;
  const std::string deals = (folder.path() / "deals.txt").string();
  ASSERT_EQ(run_program("match --bidding --make 12 --deals " + deals).status, 0);
  const std::string match = "match --bidding --second sayc --deals " + deals;
  const std::string by_rules = match + " --first-rules --second-rules";
  expect_effects({{by_rules, "--worst 0"},
                  {by_rules, "--lines 0"},
                  {match, "--first-rules"},
                  {match, "--second-rules"}});
  const std::string more = (folder.path() / "more.txt").string();
  ASSERT_EQ(
      run_program("match --bidding --make 40 --seed 4 --first-rules --second-rules --deals " + more).status,
      0);
  const std::string regret = "exam regret --json --all " + more;
  const std::string every = regret + " --least 2";
  expect_effects({{every, "--system sayc"},
                  {every, "--their-system acol"},
                  {every, "--rows 1"},
                  {every, "--count 20"},
                  {every, "--skip 20"},
                  {regret, "--least 3"},
                  {"exam regret --json --least 2 " + more, "--all"}});
  const std::string rows = (folder.path() / "regret.csv").string();
  EXPECT_EQ(run_program("exam regret --count 2 --threads 2 --csv " + rows + " " + more).status, 0);
  EXPECT_EQ(content(rows).rfind("line,call,other,imps,hand,calls,vulnerable,deal\n", 0), 0U);
}

TEST(Options, OfExamEndings) {
  const std::string endings = "exam endings --engine policy --count 3 --cards 3 --threads 1 --json";
  expect_effects({{endings, "--layouts 4"},
                  {endings, "--payoff contract"},
                  {endings, "--low-cards 1"},
                  {endings, "--live"}});
}

TEST(Options, OfLibraryQuery) {
  const Folder folder;
  const std::string library = (folder.path() / "deals.lib").string();
  ASSERT_EQ(run_program("library build " + library + " --count 20 --seed 3").status, 0);
  const std::string query = "library query " + library + " --json";
  expect_effects({{query, "--condition 'hcp(north) >= 10'"}, {query, "--declarer E"}, {query, "--law"}});
  const std::string picture = (folder.path() / "chart.svg").string();
  EXPECT_EQ(run_program("library query " + library + " --picture " + picture).status, 0);
  EXPECT_NE(content(picture).find("<svg"), std::string::npos);
}

TEST(Options, OfReviewAndConvert) {
  const Folder folder;
  const std::string board =
      folder.file("board.pbn",
                  "[Event \"Café\"]\n[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n"
                  "[Deal \"N:Q5.KJ832.A94.T72 AT9.Q954.K76.854 KJ8742.A.QT2.KQ3 63.T76.J853.AJ96\"]\n"
                  "[Declarer \"S\"]\n[Contract \"4S\"]\n[Result \"10\"]\n");
  const std::string page = "review " + board + " --html -";
  EXPECT_NE(answer(page + " --title Wednesday").find("<title>Wednesday"), std::string::npos);
  expect_effects({{page, "--handout 4"}, {page + " --handout 4", "--hands NS"}});
  const std::string annotate = "annotate - < " YOMI_SOURCE_DIR "/examples/no-ruff.pbn";
  expect_effects({{annotate, "--costs"}, {annotate, "--only-missing", Row::Effect::same}});
  const std::string convert = "convert " + board + " - --to pbn";
  EXPECT_NE(answer(convert + " --encoding utf8").find("Caf\xC3\xA9"), std::string::npos);
  EXPECT_NE(answer(convert + " --encoding latin1").find("Caf\xE9"), std::string::npos);
}

// Every option of every command is named in the documents.
TEST(Options, AreDocumented) {
  std::string documents;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(YOMI_SOURCE_DIR) + "/docs")) {
    if (entry.path().extension() == ".md") documents += content(entry.path());
  }
  const auto described = run_program("describe --json");
  ASSERT_EQ(described.status, 0);
  const std::regex name(R"re("(--[a-z0-9-]+)")re");
  std::set<std::string> options;
  for (std::sregex_iterator at(described.out.begin(), described.out.end(), name), end; at != end; ++at)
    options.insert((*at)[1]);
  EXPECT_GT(options.size(), 100U);
  for (const std::string& option : options) {
    EXPECT_TRUE(std::regex_search(documents, std::regex(option + "(?![a-z0-9-])"))) << option;
  }
}

TEST(Options, OfDaihinmin) {
  expect_effects({{"daihinmin experiments --games 0 --placing 1 --draws 1 --placing-player base --json",
                   "--sharpness 3"}});
}

}  // namespace
}  // namespace yomi
