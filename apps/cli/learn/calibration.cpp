// yomi learn calibration: what comes of double-dummy results, counted in games of the engine against itself.
#include <fmt/core.h>

#include <memory>

#include "batch.h"
#include "cluster.h"
#include "input.h"
#include "interrupt.h"
#include "learn/learn.h"
#include "lessons.h"
#include "output.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/lab/self_play.h"
#include "yomi/play/result_calibration.h"
#include "yomi/play/system_reader.h"

namespace yomi::cli::learn {
namespace {

struct Options {
  std::string boards = "-";
  std::string out;
  std::size_t games = 19'000;
  int threads = 0;
  lab::SelfPlay how;
};

void run(const Options& options) {
  const Interrupt interrupt;
  int bad = 0;
  expect_writable(options.out);
  std::vector<Board> boards = read_played(options.boards, Half::tuning, -1, bad);
  std::erase_if(boards, [](const Board& board) { return !board.auction(); });
  if (boards.empty()) nothing_read(options.boards, "a played board with an auction to learn from");
  std::vector<dd::Solver> solvers(Cluster::threads(static_cast<unsigned>(options.threads)));
  std::vector<lab::SelfPlayed> games(options.games);
  play::ResultCalibration::Counts counts{};
  const auto board_of = [&](std::size_t game) -> const Board& { return boards[game % boards.size()]; };
  jobs::OrderedBatch batch{.threads = static_cast<unsigned>(solvers.size())};
  batch.work = [&](unsigned worker, std::size_t game) {
    const Board& board = board_of(game);
    // The context is nearly a megabyte, so it is made when the game begins.
    games[game] = lab::play_alone(*play::context_of(board, &play::SystemReader::usual()), board.deal,
                                  game >= boards.size(), game, options.how, solvers[worker]);
  };
  batch.done = [&](std::size_t game) {
    play::ResultCalibration::count(counts, board_of(game).contract->tricks_needed(), games[game].results);
    games[game] = {};
  };
  jobs::share(batch, Cluster::transport(), games);
  const auto [finished, done] = run_batch("games", batch, options.games);
  write_output(options.out, play::ResultCalibration(counts).to_text());
  fmt::print(stderr, "{} games at {} tables\n", done, boards.size());
  if (!finished) throw Exit{kStoppedStatus};
  if (bad > 0) throw Exit{2};
}

}  // namespace

void add_calibration(Command& learn) {
  Command* command = learn.add_subcommand(
      "calibration", "Count what comes of double-dummy results when the engine plays itself");
  auto options = std::make_shared<Options>();
  command->add_option("boards", options->boards, "Played boards, one JSON object a line; - is standard input")
      ->shows_default();
  command->add_option("--out", options->out, "The file to write")->required();
  command->add_option("--games", options->games, "How many")->check(range(1, 100'000'000))->shows_default();
  command->add_option("--deals", options->how.deals, "Deals that a player looks at for a card")
      ->check(range(1, 10'000))
      ->shows_default();
  command->add_option("--seed", options->how.seed, "Seed")->shows_default();
  command->add_option("--threads", options->threads, "Games at a time; 0 for all cores")
      ->check(range(0, 1024))
      ->shows_default();
  command->footer(
      "Contracts and calls are those of the tuning half, which has each deal once as it was dealt; in "
      "further rounds one\nhand is kept and the rest dealt anew as the calls make likely. Stopped, it writes "
      "what it "
      "has (exit status 130).\n\n"
      "Example:\n  zcat boards.jsonl.gz | yomi learn calibration - --out data/play/calibration.txt");
  command->callback([options] { run(*options); });
}

}  // namespace yomi::cli::learn
