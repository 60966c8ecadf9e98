// Reports on boards: what they find, and that they say it in every form.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "support/program.h"
#include "yomi/formats/board_reader.h"
#include "yomi/review/latex.h"
#include "yomi/review/page.h"
#include "yomi/review/words.h"

namespace yomi::review {
namespace {

Board example(const std::string& name) {
  std::ifstream in(std::string(YOMI_SOURCE_DIR) + "/examples/" + name);
  std::stringstream text;
  text << in.rdbuf();
  const std::string all = text.str();
  BoardReader reader(all, name, BoardFormat::pbn);
  return reader.next()->board;
}

BoardReport report_on(const Board& board, bool verdicts = false) {
  const auto reviewer = Reviewer::make({.verdicts = verdicts, .deals = 10});
  EXPECT_TRUE(reviewer.ok());
  return (*reviewer)->review(board, "t:1");
}

TEST(Review, ALeadThatCost) {
  const BoardReport report = report_on(example("no-ruff.pbn"), true);
  ASSERT_TRUE(report.analysis && report.par && report.table);
  EXPECT_EQ(report.par->score_ns, 100);
  EXPECT_EQ(report.analysis->cards.front().cost, 1);
  EXPECT_EQ(report.analysis->trace.front(), 9);
  EXPECT_EQ(report.tricks, 10);
  EXPECT_EQ(report.score_ns, 420);
  ASSERT_EQ(report.leads.size(), 3U);
  EXPECT_EQ(report.leads.front().tricks, 9) << "best for the defence first";
  EXPECT_EQ(to_string(report.leads.front().cards.highest()), "D8");
  ASSERT_EQ(report.verdicts.size(), 1U);
  EXPECT_TRUE(report.reader_lead.has_value());
  const std::string text = to_text(report, {.ascii = true});
  EXPECT_NE(text.find("Trick 1: West's H6 cost a trick."), std::string::npos) << text;
  EXPECT_NE(text.find("4S by South ="), std::string::npos) << text;
  EXPECT_EQ(text.find('\xE2'), std::string::npos) << "letters only";
  const Json json = to_json(report);
  EXPECT_EQ(json.text_of("contract"), "4S");
  EXPECT_EQ(json.find("play")->elements().front().find("cost")->integer(), 1);
}

TEST(Review, ClaimsAreJudged) {
  Board board = example("no-ruff.pbn");
  board.play.resize(20);
  const int best = report_on(board).analysis->trace.back();
  for (int claimed : {best - 1, best, best + 2}) {
    board.tricks = claimed;
    const BoardReport report = report_on(board);
    ASSERT_TRUE(report.claim_over);
    EXPECT_EQ(*report.claim_over, claimed - best);
    const std::string text = claim_text(report);
    EXPECT_NE(text.find(claimed == best  ? "was right"
                        : claimed < best ? "a trick too few"
                                         : "2 tricks too many"),
              std::string::npos)
        << text;
  }
}

TEST(Review, TablesAreComparedAndPlayersAddedUp) {
  BoardReport open = report_on(example("no-ruff.pbn"));
  open.board.names = {"Nina", "Ed", "Sue", "Walt"};
  BoardReport closed = open;
  closed.board.names = {"Ann", "Bob", "Cy", "Dee"};
  closed.score_ns = -50;
  const Session two = make_session({open, closed});
  EXPECT_TRUE(two.compared);
  EXPECT_EQ(two.boards[0].imps_ns, imps(470));
  EXPECT_EQ(two.boards[1].imps_ns, -imps(470));
  EXPECT_EQ(two.boards[0].matchpoints_ns, 1.0);
  BoardReport third = closed;
  third.score_ns = 400;
  const Session three = make_session({open, closed, third});
  EXPECT_EQ(three.boards[0].datum_ns, 260);
  EXPECT_EQ(three.boards[0].imps_ns, imps(160));
  EXPECT_EQ(three.boards[2].matchpoints_ns, 0.5);
  for (const PlayerReport& player : two.players) {
    EXPECT_EQ(player.tricks[0], player.name == "Walt" || player.name == "Dee" ? 1 : 0) << player.name;
    EXPECT_EQ(player.tricks[1], 0) << player.name;
  }
}

TEST(Review, ThePageNeedsNothingElse) {
  BoardReport report = report_on(example("no-ruff.pbn"));
  report.board.names[Seat::west] = "<b>\"W\" & sons</b>";
  report.calls.front().shows = "4+ !H, <10";
  const std::string text = page(make_session({report, report}));
  for (const char* outside : {"http", "src=", "@import", "url(", "<link", "<b>\"W\""})
    EXPECT_EQ(text.find(outside), std::string::npos) << outside;
  EXPECT_NE(text.find("&lt;b&gt;&quot;W&quot; &amp; sons"), std::string::npos);
  EXPECT_NE(text.find("<u class=h>\u2665</u>, &lt;10"), std::string::npos);
  EXPECT_LT(page(make_session(std::vector<BoardReport>(32, report))).size(), 500'000U);
  const std::string sheet = page(make_session({report}), {.boards_per_page = 4, .only_side = Side::ns});
  EXPECT_NE(sheet.find("KQ76"), std::string::npos) << "North's spades";
  EXPECT_EQ(sheet.find("KJ7654"), std::string::npos) << "West's hearts";
}

TEST(Review, BoardsOfWhichLittleIsKnown) {
  for (const std::string text : {"[Board \"1\"]\n", "[Deal \"N:AK.Q.. - - -\"]\n",
                                 "[Contract \"Pass\"]\n[Dealer \"N\"]\n", "[Auction \"N\"]\n1S 1H\n*\n"}) {
    BoardReader reader(text, "t", BoardFormat::pbn);
    const BoardReport report = report_on(reader.next()->board, true);
    EXPECT_FALSE(to_text(report).empty());
    EXPECT_FALSE(page(make_session({report})).empty());
    EXPECT_TRUE(to_json(report).is_object());
  }
}

TEST(Review, AsLatex) {
  Board board = example("no-ruff.pbn");
  board.names[Seat::west] = "J\u00FCrg & {Co} 50% \u6F22";
  const Session session = make_session({report_on(board), report_on(board), report_on(board)});
  const std::string whole = latex(session);
  EXPECT_NE(whole.find("J\u00FCrg \\& \\{Co\\} 50\\% ?"), std::string::npos) << whole.substr(0, 2000);
  EXPECT_NE(whole.find("No card cost a trick"), whole.find("cost a trick")) << "its remarks";
  EXPECT_EQ(whole.find("\u2660"), std::string::npos) << "signs are commands";
  const auto pages = [&](const PageOptions& options) {
    const std::string text = latex(session, options);
    std::size_t count = 1;
    for (std::size_t at = 0; (at = text.find("\\clearpage", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_EQ(pages({.boards_per_page = 1}), 3U);
  EXPECT_EQ(pages({.boards_per_page = 2}), 2U);
  EXPECT_EQ(pages({.boards_per_page = 4}), 1U);
  const std::string hidden = latex(session, {.boards_per_page = 1, .only_side = Side::ns});
  EXPECT_NE(hidden.find("\\hand{East}{}{}{}{}"), std::string::npos) << hidden;
  EXPECT_EQ(escape_latex("a_b^c~d\\e<f"), "a\\_b\\^{}c\\~{}d\\textbackslash{}e$<$f");
}

// Compiles it where a TeX is installed.
TEST(Review, LatexCompiles) {
  if (std::system("command -v pdflatex >/dev/null 2>&1") != 0)  // NOLINT(concurrency-mt-unsafe)
    GTEST_SKIP() << "pdflatex is not installed";
  const testing::Folder folder;
  Board board = example("no-ruff.pbn");
  board.names[Seat::west] = "J\u00FCrg & {Co} 50% \u6F22";
  const Session session = make_session({report_on(board), report_on(board), report_on(board)});
  for (const int per : {0, 1, 2, 4}) {
    const std::string file = folder.file("x.tex", latex(session, {.boards_per_page = per}));
    const std::string command =
        "cd " + folder.path().string() + " && pdflatex -interaction=nonstopmode -halt-on-error x.tex >log";
    EXPECT_EQ(std::system(command.c_str()), 0)
        << testing::content((folder.path() / "log").string());  // NOLINT
  }
}

}  // namespace
}  // namespace yomi::review
