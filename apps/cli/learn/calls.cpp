// yomi learn calls: what calls are worth against the rules, learnt from solved deals.
#include <fmt/core.h>

#include <memory>

#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "learn/learn.h"
#include "lessons.h"
#include "output.h"
#include "progress.h"
#include "yomi/lab/call_training.h"

namespace yomi::cli::learn {
namespace {

struct Options {
  std::string library;
  std::string out;
  std::string system = "two-over-one";
  std::vector<std::string> opponents = {"two-over-one", "two-over-one", "natural", "acol"};
  lab::CallCourse course;
};

std::shared_ptr<const bidding::System> load(const std::string& name) {
  auto system = bidding::find_system(name);
  if (!system) fail("learn calls", system.error());
  return std::make_shared<const bidding::System>(*std::move(system));
}

std::vector<LibraryDeal> read_deals(const std::string& path) {
  const auto bytes = read_input(path);
  if (!bytes) fail("learn calls", bytes.error());
  const auto library = DealLibrary::open(*bytes);
  if (!library) fail("learn calls", path + ": " + library.error().to_string());
  std::vector<LibraryDeal> deals;
  for (std::size_t i = 0; i < library->size(); ++i) {
    auto deal = library->at(i);
    if (!deal) fail("learn calls", path + ": " + deal.error().to_string());
    deals.push_back(*std::move(deal));
  }
  if (deals.empty()) nothing_read(path, "a solved deal to learn from");
  return deals;
}

void run(Options options) {
  const Interrupt interrupt;
  expect_writable(options.out);
  const std::vector<LibraryDeal> deals = read_deals(options.library);
  lab::CallCourse& course = options.course;
  course.system = load(options.system);
  for (const std::string& name : options.opponents) course.opponents.push_back(load(name));
  Progress progress("deals");
  const double all = static_cast<double>(deals.size()) * course.rounds;
  course.progress = [&](int round, std::size_t done) {
    const double before = static_cast<double>(round) * static_cast<double>(deals.size());
    progress.show((before + static_cast<double>(done)) / all, static_cast<std::size_t>(before) + done);
    return !Interrupt::requested();
  };
  course.training.report = [](int, double) { return !Interrupt::requested(); };
  const auto values = learn_calls(deals, course);
  progress.clear();
  if (!values || Interrupt::requested()) throw Exit{kStoppedStatus};
  write_output(options.out, values->to_text());
}

}  // namespace

void add_calls(Command& learn) {
  Command* command =
      learn.add_subcommand("calls", "Learn from solved deals what calls are worth against the rules");
  auto options = std::make_shared<Options>();
  lab::CallCourse& course = options->course;
  command->add_option("library", options->library, "Solved deals, as `yomi library build` makes them")
      ->required();
  command->add_option("--out", options->out, "The file of weights to write")->required();
  command->add_option("--system", options->system, "What the learners play, one that ships or a file")
      ->shows_default();
  command->add_option("--opponents", options->opponents, "What their opponents play, drawn for each auction")
      ->shows_default();
  command->add_option("--rounds", course.rounds, "Each bids by what the one before has learnt")
      ->check(range(1, 100))
      ->shows_default();
  command->add_option("--auctions", course.auctions, "Auctions of each deal in a round")
      ->check(range(1, 100))
      ->shows_default();
  command->add_option("--epochs", course.training.epochs, "Times through the lessons")
      ->check(range(1, 1000))
      ->shows_default();
  command->add_option("--rate", course.training.rate, "First step size of Adam")->shows_default();
  command->add_option("--decay", course.training.decay, "Weight decay")->shows_default();
  command->add_option("--seed", course.training.seed, "Seed")->shows_default();
  command->add_option("--threads", course.training.threads, "Threads; 0 for all cores")->shows_default();
  command->footer(
      "Exit status: 0; 2 for bad input; 130 when stopped, and nothing is written.\n\nExample:\n"
      "  yomi library build deals --count 12000 --seed 301\n"
      "  yomi learn calls deals --out data/bidding/calls.txt");
  command->callback([options] { run(*options); });
}

}  // namespace yomi::cli::learn
