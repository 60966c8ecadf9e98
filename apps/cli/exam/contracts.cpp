// yomi exam contracts: a pair's two hands bid to the end, with an award for each final contract.
#include <fmt/core.h>

#include "bidding_table.h"
#include "complaints.h"
#include "exam/exam.h"
#include "input.h"
#include "interrupt.h"
#include "progress.h"
#include "yomi/bidding/bidder.h"
#include "yomi/bidding/simulate.h"
#include "yomi/formats/json.h"
#include "yomi/lab/challenge.h"

namespace yomi::cli::exam {
namespace {

struct ContractsOptions {
  std::string file;
  SystemOptions systems;
  int half = 0;
  double seconds = 0.3;  // as at a table, level normal
  int deals = 0;         // in its place
  std::uint64_t seed = 1;
  bool rules = false;
  bool policy = false;
  bool list = false;
  bool json_output = false;
};

struct ChallengeResult {
  lab::Challenge challenge;
  std::string calls;
  std::string contract;
  int award = 0;
};

std::vector<lab::Challenge> read(const ContractsOptions& options, bool& bad) {
  std::vector<lab::Challenge> made;
  InputLines input(options.file);
  std::string line;
  Complaints complaints("");
  while (input.next(line)) {
    if (line.empty() || line.front() == '#') continue;
    auto challenge = lab::parse_challenge(line);
    if (!challenge) {
      complaints.say(challenge.error().at(
          input_name(options.file), static_cast<std::uint32_t>(input.number()), challenge.error().column));
      bad = true;
      continue;
    }
    const bool odd = input.number() % 2 == 1;
    if (options.half == 0 || odd == (options.half == 1)) made.push_back(*std::move(challenge));
  }
  return made;
}

void print_contracts(const ContractsOptions& options, const std::vector<ChallengeResult>& results) {
  int awarded = 0;
  int possible = 0;
  int full = 0;
  Json out = {{"boards", Json::array()}};
  for (const ChallengeResult& one : results) {
    awarded += one.award;
    possible += one.challenge.best();
    full += one.award == one.challenge.best() ? 1 : 0;
    if (options.json_output) {
      out["boards"].push_back({{"board", one.challenge.name},
                               {"auction", one.calls},
                               {"contract", one.contract},
                               {"award", one.award},
                               {"best", one.challenge.best()}});
    } else if (options.list || one.award < one.challenge.best()) {
      fmt::print("{:>4} {:>3} of {:>2}  {} | {}  {}: {}\n", one.challenge.name, one.award,
                 one.challenge.best(), hand_to_string(one.challenge.north),
                 hand_to_string(one.challenge.south), one.contract, one.calls);
    }
  }
  const double share = possible == 0 ? 0 : static_cast<double>(awarded) / possible;
  if (options.json_output) {
    out["awarded"] = awarded;
    out["possible"] = possible;
    out["full"] = full;
    out["share"] = share;
    fmt::print("{}\n", out.dump());
    return;
  }
  fmt::print("{} of {} ({:.1f} %) on {} challenges, the full award on {}\n", awarded, possible, 100 * share,
             results.size(), full);
}

void run_contracts(const ContractsOptions& options) {
  const Interrupt interrupt;
  bool bad = false;
  const std::vector<lab::Challenge> challenges = read(options, bad);
  const LoadedSystems systems = load_systems(options.systems);
  const auto memory = std::make_shared<bidding::GridMemory>();
  std::optional<bidding::Simulator> simulator;
  bidding::Caller caller = options.rules ? bidding::call_by_rules : bidding::call_by_policy;
  if ((options.seconds > 0 || options.deals > 0) && !options.rules) {
    bidding::SimulationSettings settings;
    settings.seed = options.seed;
    if (!options.policy) settings.agreements = bidding::Agreements::rules;
    if (options.deals > 0) {
      settings.deals = options.deals;
    } else {
      settings.seconds = options.seconds;
    }
    simulator.emplace(settings);
    caller = [&](const bidding::AuctionState& state, CardSet hand) {
      return simulator->judge(state, hand).call;
    };
  }
  if (challenges.empty() && !bad && !Interrupt::requested()) nothing_read(options.file, "a challenge");
  std::vector<ChallengeResult> results;
  Progress progress("challenges");
  for (const lab::Challenge& challenge : challenges) {
    if (Interrupt::requested()) break;
    progress.show(static_cast<double>(results.size()) / static_cast<double>(challenges.size()),
                  results.size());
    const bidding::AuctionState end = bid_challenge(
        {systems.for_side(Side::ns), challenge.dealer, challenge.vulnerability, memory}, challenge, caller);
    const auto contract = end.auction().contract();
    results.push_back(
        {challenge, to_string(end.auction()),
         contract ? fmt::format("{} by {}", to_string(*contract), to_char(contract->declarer)) : "passed out",
         challenge.award(contract)});
  }
  progress.clear();
  print_contracts(options, results);
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (bad) throw Exit{2};
}

}  // namespace

void add_contracts(Command& exam) {
  auto options = std::make_shared<ContractsOptions>();
  Command* command =
      exam.add_subcommand("contracts", "Bidding challenges: both hands of a pair, awards for contracts");
  command
      ->add_option("file", options->file,
                   "The challenges: board, dealer, vulnerability, North, South, given calls (? for the "
                   "pair's own), awards (4S=10 ...), separated by tabs; - is standard input")
      ->required();
  add_system_options(*command, options->systems);
  command->add_option("--half", options->half, "Only the odd lines (1) or the even ones (2)")
      ->check(range(1, 2));
  command
      ->add_option("--seconds", options->seconds,
                   "Seconds per call for looking ahead; 0: by the policy alone")
      ->check(non_negative())
      ->shows_default();
  command
      ->add_option("--deals", options->deals,
                   "Sampled deals per call instead of a time: the same on any machine")
      ->check(range(1, 100'000));
  command->add_option("--seed", options->seed, "Seed of the sampled deals")->shows_default();
  command->add_flag("--rules", options->rules, "By the rules of the system alone");
  command->add_flag(
      "--policy", options->policy,
      "Let the policy override agreements, as at a table; without it the pair keeps to its system");
  command->add_flag("--list", options->list, "Print every challenge, not only those without the full award");
  command->add_flag("--json", options->json_output, "One JSON object");
  command->footer("Example:\n  yomi exam contracts challenges.tsv --half 1");
  command->callback([options] { run_contracts(*options); });
}

}  // namespace yomi::cli::exam
