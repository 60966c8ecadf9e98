// yomi learn auctions: the auction policy and the estimate of tricks, from the rules and from solved deals.
#include <fmt/core.h>

#include <memory>

#include "cluster.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "learn/learn.h"
#include "lessons.h"
#include "output.h"
#include "progress.h"
#include "yomi/lab/auction_training.h"

namespace yomi::cli::learn {
namespace {

struct AuctionsOptions {
  std::string library;
  std::string out;
  std::string tricks;
  lab::TrickTraining estimate;
  lab::AuctionCourse course;
};

constexpr std::string_view kName = "learn auctions";

std::vector<LibraryDeal> read_deals(const std::string& path) {
  const auto bytes = read_binary(path);
  if (!bytes) fail(kName, bytes.error());
  const auto library = DealLibrary::open(*bytes);
  if (!library) fail(kName, path + ": " + library.error().to_string());
  std::vector<LibraryDeal> deals;
  for (std::size_t i = 0; i < library->size(); ++i) {
    auto deal = library->at(i);
    if (!deal) fail(kName, path + ": " + deal.error().to_string());
    deals.push_back(*std::move(deal));
  }
  if (deals.empty()) nothing_read(path, "a solved deal to learn from");
  return deals;
}

// The result of a step; ends the program if the step was stopped.
template <class Made>
Made finished(std::optional<Made> made, Progress& progress) {
  progress.clear();
  if (!made || Interrupt::requested()) throw Exit{kStoppedStatus};
  return *std::move(made);
}

void run_auctions(AuctionsOptions options) {
  const Interrupt interrupt;
  expect_writable(options.out);
  expect_writable(options.tricks);
  const std::vector<LibraryDeal> deals = read_deals(options.library);
  lab::AuctionCourse& course = options.course;
  for (const std::string_view name : bidding::kPolicySystemNames) {
    auto system = bidding::load_shipped_system(name);
    if (!system) fail(kName, system.error());
    course.systems.push_back(std::make_shared<const bidding::System>(*std::move(system)));
  }
  std::optional<Progress> progress;
  const auto show = [&](double share) {
    progress->show(share, static_cast<std::size_t>(share * 100));
    return !Interrupt::requested();
  };
  options.estimate.progress = course.progress = show;
  course.threads = static_cast<int>(Cluster::threads(static_cast<unsigned>(course.threads)));
  course.transport = Cluster::transport();
  options.estimate.seed = course.seed;
  options.estimate.threads = course.threads;
  progress.emplace("% of the estimate of tricks");
  const auto estimate = finished(learn_tricks(deals, options.estimate), *progress);
  write_output(options.tricks, estimate.to_text());
  progress.emplace("% of the imitation");
  const auto imitation = finished(imitate_rules(course), *progress);
  progress.emplace("% of the self-play");
  const auto policy = finished(learn_auctions(imitation, estimate, deals, course), *progress);
  write_output(options.out, policy.to_text());
}

}  // namespace

void add_auctions(Command& learn) {
  Command* command =
      learn.add_subcommand("auctions", "Learn the auction policy from the rules and from self-play");
  auto options = std::make_shared<AuctionsOptions>();
  lab::AuctionCourse& course = options->course;
  command->add_option("library", options->library, "Solved deals, as made by `yomi library build`")
      ->required();
  command->add_option("--out", options->out, "The file to write the policy to")->required();
  command->add_option("--tricks", options->tricks, "The file to write the estimate of tricks to")->required();
  command->add_option("--estimate-steps", options->estimate.steps, "Steps for fitting the estimate of tricks")
      ->check(range(1, 100'000'000))
      ->shows_default();
  command->add_option("--imitated", course.imitated, "Auctions by the rules to imitate")
      ->check(range(1, 100'000'000))
      ->shows_default();
  command->add_option("--epochs", course.epochs, "Passes over them")->check(range(1, 1000))->shows_default();
  command->add_option("--steps", course.steps, "Steps of self-play")
      ->check(range(0, 100'000'000))
      ->shows_default();
  command
      ->add_option("--general-price", course.general_price,
                   "Penalty in IMPs per unit of distance from the imitation where general lines apply")
      ->check(non_negative())
      ->shows_default();
  command->add_option("--agreed-price", course.agreed_price, "The same where agreements apply")
      ->check(non_negative())
      ->shows_default();
  command->add_option("--rate", course.rate, "First step size of self-play")
      ->check(positive())
      ->shows_default();
  command->add_option("--seed", course.seed, "Seed")->shows_default();
  command->add_option("--threads", course.threads, "Threads; 0 for all cores")
      ->check(range(0, 1024))
      ->shows_default();
  command->footer(
      "Exit status: 0; 2 for bad input; 130 when stopped (the policy is then not written).\n\nExample:\n"
      "  yomi library build deals --count 10000 --seed 901\n"
      "  yomi learn auctions deals --out data/bidding/auctions.txt --tricks data/bidding/tricks.txt");
  command->callback([options] { run_auctions(*options); });
}

}  // namespace yomi::cli::learn
