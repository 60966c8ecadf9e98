// yomi review: reports on played boards, as text, JSON, a page or LaTeX.
#include <fmt/core.h>

#include <thread>

#include "batch.h"
#include "board_file.h"
#include "board_numbers.h"
#include "command.h"
#include "complaints.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "output.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/review/latex.h"
#include "yomi/review/page.h"
#include "yomi/review/words.h"

namespace yomi::cli {
namespace {

struct ReviewOptions {
  std::vector<std::string> files;
  std::string boards;
  std::string html;
  std::string latex;
  std::string title;
  std::string hands;
  int handout = 0;
  review::Questions questions;
  bool quick = false;
  bool json_output = false;
  bool ascii = false;
  unsigned threads = 0;
};

struct Read {
  Board board;
  std::string place;
};

std::vector<Read> read_boards(const ReviewOptions& options, bool& wrong) {
  const auto wanted = BoardNumbers::parse(options.boards);
  if (!wanted) fail("review", "--board: " + wanted.error().what);
  std::vector<Read> boards;
  Complaints complaints("yomi review");
  for (const std::string& path : options.files) {
    auto file = or_fail("review", BoardFile::open(path));
    std::size_t count = 0;
    while (auto read = file.next()) {
      ++count;
      if (Interrupt::requested()) throw Exit{kStoppedStatus};
      read->board.complete_deal();
      if (!wanted->contains(read->board.number, count)) continue;
      for (const Error& error : read->errors) complaints.say(error);
      wrong = wrong || !read->ok();
      boards.push_back({std::move(read->board), fmt::format("{}:{}", file.name(), read->line)});
    }
    if (count == 0) nothing_read(path, "boards");
  }
  if (boards.empty()) fail("review", "no board has such a number: " + options.boards);
  return boards;
}

review::Session review_all(const std::vector<Read>& boards, const ReviewOptions& options) {
  std::vector<review::BoardReport> reports(boards.size());
  std::vector<std::unique_ptr<review::Reviewer>> reviewers;
  jobs::OrderedBatch batch{.threads = options.threads};
  for (unsigned i = 0; i < jobs::workers(batch, boards.size()); ++i) {
    reviewers.push_back(or_fail("review", review::Reviewer::make(options.questions)));
  }
  batch.work = [&](unsigned worker, std::size_t item) {
    reports[item] = reviewers[worker]->review(boards[item].board, boards[item].place);
  };
  batch.cancel = [&] {
    for (const auto& reviewer : reviewers) reviewer->stop();
  };
  if (!run_batch("boards", batch, boards.size()).whole) throw Exit{kStoppedStatus};
  return review::make_session(std::move(reports));
}

void print(const review::Session& session, const ReviewOptions& options) {
  if (options.json_output) {
    for (const review::BoardReport& report : session.boards)
      fmt::print("{}\n", review::to_json(report).dump(Json::Keys::as_added));
    if (session.boards.size() > 1) fmt::print("{}\n", review::to_json(session).dump(Json::Keys::as_added));
    return;
  }
  for (const review::BoardReport& report : session.boards)
    fmt::print("{}\n", review::to_text(report, {.ascii = options.ascii}));
  if (session.boards.size() > 1) fmt::print("{}", review::to_text(session, {.ascii = options.ascii}));
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-")
    fmt::print("{}", text);
  else
    write_output(path, text);
}

void run_review(ReviewOptions& options) {
  const Interrupt interrupt;
  options.questions.verdicts = !options.quick && options.handout == 0;
  if (options.threads == 0) options.threads = std::max(1U, std::thread::hardware_concurrency());
  for (const std::string& path : {options.html, options.latex}) {
    if (!path.empty() && path != "-") expect_writable(path);
  }
  bool wrong = false;
  const std::vector<Read> boards = read_boards(options, wrong);
  const review::Session session = review_all(boards, options);
  review::PageOptions page{.title = options.title, .boards_per_page = options.handout};
  if (options.hands == "NS") page.only_side = Side::ns;
  if (options.hands == "EW") page.only_side = Side::ew;
  if (options.html.empty() && options.latex.empty()) print(session, options);
  if (!options.html.empty()) write_text(options.html, review::page(session, page));
  if (!options.latex.empty()) write_text(options.latex, review::latex(session, page));
  if (wrong) throw Exit{2};
}

}  // namespace

void add_review(Command& app) {
  auto options = std::make_shared<ReviewOptions>();
  Command* command =
      app.add_subcommand("review", "Report on played boards: text, JSON, a page to print, or LaTeX");
  command->footer(
      "For each board: what the calls showed, the result beside par, what each card cost and whether the "
      "player could have\nknown, the claim, and the tricks after each lead; for a session also scores "
      "compared across tables, and the tricks\nthat each player gave away. --html writes one self-contained "
      "file that prints cleanly. Exit status: 0; 2 if\nsomething could not be read (the rest is reviewed); "
      "130 when stopped.\n\n"
      "Examples:\n"
      "  yomi review match.lin --board 7\n"
      "  yomi review session.pbn --html session.html\n"
      "  yomi review deals.pbn --html handout.html --handout 4 --hands NS\n"
      "  yomi review deals.pbn --latex handout.tex --handout 2 && pdflatex handout.tex");
  command->add_option("files", options->files, "Records in any format; - is standard input")
      ->value_name("FILE")
      ->required();
  command->add_option("--board", options->boards, "Only these, by number: 7 or 1,3,5-8")->value_name("N");
  command->add_option("--html", options->html, "Write a page to this file; - is standard output")
      ->value_name("FILE");
  command->add_option("--latex", options->latex, "Write a LaTeX document to this file; - is standard output")
      ->value_name("FILE");
  command->add_option("--title", options->title, "Title of the page; the record's event unless given");
  command
      ->add_option("--handout", options->handout, "Handouts instead of reports: 1, 2 or 4 boards to a page")
      ->check(one_of({"1", "2", "4"}));
  command->add_option("--hands", options->hands, "Handouts with the hands of NS or EW only")
      ->check(one_of({"NS", "EW"}));
  command
      ->add_option("--system", options->questions.system,
                   "The system that explains calls which the record does not")
      ->shows_default();
  command
      ->add_option("--deals", options->questions.deals,
                   "Layouts sampled to judge what a player could have known")
      ->check(range(1, 10'000))
      ->shows_default();
  command->add_flag("--quick", options->quick, "No sampling: double-dummy only");
  command->add_option("--threads", options->threads, "Boards at a time; all cores unless given")
      ->check(range(1, 1024));
  command->add_flag("--json", options->json_output, "One JSON object per line (docs/reference/json.md)");
  command->add_flag("--ascii", options->ascii, "Letters instead of suit symbols");
  command->callback([options] { run_review(*options); });
}

}  // namespace yomi::cli
