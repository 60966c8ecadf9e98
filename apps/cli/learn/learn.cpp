// yomi learn cards: fits the card policy to boards that were played.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <memory>

#include "input.h"
#include "interrupt.h"
#include "learn/learn.h"
#include "lessons.h"
#include "output.h"

namespace yomi::cli::learn {
namespace {

struct LearnOptions {
  std::vector<std::string> boards = {"-"};
  std::string from;
  std::string out;
  std::string half = "tuning";
  lab::Training training;
};

void run_learn(LearnOptions options) {
  Interrupt interrupt;
  int bad = 0;
  expect_writable(options.out);
  if (!options.from.empty()) options.training.start = read_policy(options.from);
  std::vector<Board> boards;
  for (const std::string& path : options.boards) {
    const auto more = read_played(path, half_named(options.half), -1, bad);
    boards.insert(boards.end(), more.begin(), more.end());
  }
  fmt::print(stderr, "{} boards\n", boards.size());
  if (boards.empty())
    nothing_read(fmt::format("{}", fmt::join(options.boards, ", ")), "a played board to learn from");
  options.training.report = [](int epoch, double loss) {
    fmt::print(stderr, "epoch {}: {:.4f} nats a card\n", epoch, loss);
    return !Interrupt::requested();
  };
  const play::CardPolicy policy = lab::train(boards, options.training);
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  write_output(options.out, policy.to_text());
  if (bad > 0) throw Exit{2};
}

}  // namespace

void add(Command& app) {
  Command* learn = app.add_subcommand("learn", "Fit what the engine learns, and find problems");
  learn->footer("Example:\n  yomi learn problems --out problems --each 20 --seed 1");
  learn->require_subcommand(1, 1);
  Command* command = learn->add_subcommand("cards", "Fit the card policy to the cards that were played");
  auto options = std::make_shared<LearnOptions>();
  command
      ->add_option("boards", options->boards,
                   "Played boards in any format; several files count as one; - is standard input")
      ->shows_default();
  command->add_option("--from", options->from,
                      "Start from the weights in this file; from scratch unless given");
  command->add_option("--out", options->out, "The file of weights to write")->required();
  add_half(*command, options->half);
  command->add_option("--epochs", options->training.epochs, "Passes over the boards")
      ->check(range(1, 1000))
      ->shows_default();
  command->add_option("--rate", options->training.rate, "First step size of Adam")
      ->check(positive())
      ->shows_default();
  command->add_option("--seed", options->training.seed, "Seed")->shows_default();
  command->add_option("--threads", options->training.threads, "Threads; 0 for all cores")
      ->check(range(0, 1024))
      ->shows_default();
  command->footer(
      "Examples:\n  zcat boards.jsonl.gz | yomi learn cards - --out data/play/cards.txt\n"
      "  yomi learn cards games.jsonl --from data/play/cards.txt --rate 0.001 --epochs 4 --out "
      "data/play/engine_cards.txt");
  command->callback([options] { run_learn(*options); });
  add_games(*learn);
  add_auctions(*learn);
  add_problems(*learn);
}

}  // namespace yomi::cli::learn
