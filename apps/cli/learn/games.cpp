// yomi learn games: boards played by an engine in all chairs, to learn from.
#include <fmt/core.h>

#include <memory>

#include "batch.h"
#include "cluster.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "learn/learn.h"
#include "lessons.h"
#include "output.h"
#include "play_boards.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/lab/self_play.h"
#include "yomi/play/system_reader.h"

namespace yomi::cli::learn {
namespace {

struct GamesOptions {
  std::string boards = "-";
  std::string out;
  std::string player = "reader:time=30ms";
  std::string half = "tuning";
  std::int64_t skip = 0;
  std::int64_t count = -1;
  std::uint64_t seed = 1;
  int threads = 0;
};

// The board as it was played now.
std::string line_of(const Board& board, const lab::WholePlay& made) {
  Board played{.dealer = board.dealer, .vulnerability = board.vulnerability};
  played.set_deal(board.deal);
  if (board.auction()) played.calls = board.calls;
  played.set_contract(*board.final_contract());
  played.play = made.cards;
  played.tricks = made.tricks;
  return to_board_line(played);
}

void run_games(const GamesOptions& options) {
  const auto spec = play::parse_contestant(options.player);
  if (!spec) fail(fmt::format("--player: column {}: {}", spec.error().column, spec.error().what));
  const Interrupt interrupt;
  const std::stop_token stop = interrupt.token();
  int bad = 0;
  expect_writable(options.out);
  const std::vector<ReadBoard> boards =
      read_play_boards("learn games", options.boards,
                       {.half = half_named(options.half), .count = options.count, .skip = options.skip}, bad);
  if (boards.empty()) nothing_read(options.boards, "a board with a contract to play");
  std::vector<lab::WholePlay> games(boards.size());
  OutputFile out(options.out, OutputFile::Mode::replace);
  std::size_t done = 0;
  jobs::OrderedBatch batch{.threads = Cluster::threads(static_cast<unsigned>(options.threads))};
  batch.work = [&](unsigned, std::size_t game) {
    const Board& board = boards[game].board;
    play::Contestant player(*spec, Random(options.seed).split(boards[game].line)());
    games[game] =
        lab::play_whole(*play::context_of(board, &play::SystemReader::usual()), board.deal, player, stop);
  };
  batch.done = [&](std::size_t game) {
    if (Interrupt::requested()) return;  // perhaps not played to its end
    out.write(line_of(boards[game].board, games[game]) + "\n");
    out.expect_good();
    ++done;
  };
  jobs::share(batch, Cluster::transport(), games);
  const bool finished = run_batch("games", batch, boards.size()).whole;
  fmt::print(stderr, "{} games\n", done);
  if (!finished || stop.stop_requested()) throw Exit{kStoppedStatus};
  if (bad > 0) throw Exit{2};
}

}  // namespace

void add_games(Command& learn) {
  Command* command =
      learn.add_subcommand("games", "Have an engine play boards in all seats, for learn cards");
  auto options = std::make_shared<GamesOptions>();
  command
      ->add_option("boards", options->boards,
                   "Boards with their contracts, in any format; - is standard input")
      ->shows_default();
  command->add_option("--out", options->out, "The file to write, one JSON object per line")->required();
  command->add_option("--player", options->player, "Who plays, with settings as in yomi versus")
      ->shows_default();
  add_half(*command, options->half);
  command->add_option("--skip", options->skip, "Leave out so many deals first")->check(non_negative());
  command->add_option("--count", options->count, "At most so many deals")->check(positive());
  command->add_option("--seed", options->seed, "Seed")->shows_default();
  command->add_option("--threads", options->threads, "Games at a time; 0 for all cores")
      ->check(range(0, 1024))
      ->shows_default();
  command->footer(
      "Each deal is played once, with its own contract and calls. A game ends when the player to act sees "
      "that the rest is certain. With a time limit (of CPU time) the games differ a little each time; "
      "pimc:deals=20 gives the same games again. When stopped, it keeps what it has (exit status 130).\n\n"
      "Example:\n  zcat boards.jsonl.gz | yomi learn games - --count 1000 --out games.jsonl");
  command->callback([options] { run_games(*options); });
}

}  // namespace yomi::cli::learn
