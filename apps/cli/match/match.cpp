// yomi match: whole boards (boards.h), or two systems bid the same solved deals at two tables.
#include <fmt/core.h>

#include <algorithm>
#include <fstream>

#include "batch.h"
#include "bidding_table.h"
#include "cluster.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "match/boards.h"
#include "output.h"
#include "solved_deals.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/statistics.h"
#include "yomi/lab/bidding_match.h"

namespace yomi::cli::match {
namespace {

struct Options {
  bool bidding = false;
  MatchBoardsOptions whole{};
  std::string deals;
  std::string first = kDefaultSystem;
  std::string second = kDefaultSystem;
  std::string reads;
  double first_seconds = 0;
  double second_seconds = 0;
  bool first_rules = false;
  bool second_rules = false;
  int make = 0;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::int64_t skip = 0;
  std::int64_t count = -1;
  int worst = 10;
  int lines = 15;
  bool json_output = false;
};

std::shared_ptr<const bidding::System> load(const std::string& name) {
  return load_systems({.system = name, .their_system = name}).ours;
}

// Draws and solves deals into a new file.
void make_deals(const Options& options) {
  if (!Cluster::only_helps() && std::ifstream(options.deals).good())
    fail(fmt::format("{}: exists already; --make writes a new file", options.deals));
  expect_writable(options.deals);
  const auto count = static_cast<std::size_t>(options.make);
  std::vector<std::string> solved(count);
  const Random random(options.seed);
  jobs::OrderedBatch batch{.threads = options.threads};
  std::vector<dd::Solver> solvers(jobs::workers(batch, count));
  batch.work = [&](unsigned worker, std::size_t item) {
    Random own = random.split(item);
    SolvedDeal deal;
    deal.deal = random_deal(own);
    deal.dealer = seat_at(static_cast<int>(own.below(4)));
    deal.vulnerability = static_cast<Vulnerability>(own.below(4));
    if (const auto table = solvers[worker].table(deal.deal)) {
      deal.table = *table;
      solved[item] = to_string(deal);
    }
  };
  batch.cancel = [&] {
    for (dd::Solver& solver : solvers) solver.stop();
  };
  jobs::share(batch, Cluster::transport(), solved);
  if (!run_batch("deals", batch, count).whole) throw Exit{kStoppedStatus};
  std::string text =
      fmt::format("# {} solved deals, seed {}: dealer, vulnerability, deal, tricks\n", count, options.seed);
  for (const std::string& line : solved) text += line + "\n";
  write_output(options.deals, text);
}

std::string contract_words(const lab::BidTable& table) {
  if (!table.contract) return "passed out";
  return fmt::format("{} by {}, {:+d}", to_string(*table.contract), to_char(table.contract->declarer),
                     table.score_ns);
}

std::string calls_words(const lab::BidTable& table) {
  std::string text;
  for (const Call call : table.calls) text += (text.empty() ? "" : " ") + to_string(call);
  return text;
}

// Numbers of the boards, those that cost the first bidder most first.
std::vector<std::size_t> costliest(const std::vector<lab::MatchBoard>& boards, int most) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (boards[i].imps < 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return boards[a].imps < boards[b].imps; });
  if (order.size() > static_cast<std::size_t>(std::max(most, 0))) {
    order.resize(static_cast<std::size_t>(std::max(most, 0)));
  }
  return order;
}

void print_match(const Options& options, const std::vector<SolvedDeal>& deals,
                 const std::vector<lab::MatchBoard>& boards, const jobs::Mean& mean) {
  const auto lines = lab::by_line(deals, boards);
  const auto order = costliest(boards, options.worst);
  const auto count = [&](auto fits) { return std::count_if(boards.begin(), boards.end(), fits); };
  const auto won = count([](const lab::MatchBoard& board) { return board.imps > 0; });
  const auto lost = count([](const lab::MatchBoard& board) { return board.imps < 0; });
  if (options.json_output) {
    Json out = {{"boards", boards.size()},
                {"imps", mean.value},
                {"error", mean.error},
                {"won", won},
                {"lost", lost},
                {"lines", Json::array()},
                {"costliest", Json::array()}};
    for (const lab::LineTally& tally : lines)
      out["lines"].push_back({{"line", tally.line}, {"boards", tally.boards}, {"imps", tally.imps}});
    for (const std::size_t i : order) {
      Json one = {{"board", i + 1 + static_cast<std::size_t>(options.skip)},
                  {"deal", to_string(deals[i].deal)},
                  {"imps", boards[i].imps},
                  {"tables", Json::array()}};
      for (const lab::BidTable& table : boards[i].tables)
        one["tables"].push_back({{"calls", calls_words(table)}, {"score_ns", table.score_ns}});
      out["costliest"].push_back(one);
    }
    fmt::print("{}\n", out.dump());
    return;
  }
  if (!order.empty()) fmt::print("The boards that cost {} most\n", options.first);
  for (const std::size_t i : order) {
    fmt::print("{:>5} {:+d} IMPs, dealer {}, {} vulnerable, {}\n",
               i + 1 + static_cast<std::size_t>(options.skip), boards[i].imps, to_char(deals[i].dealer),
               to_string(deals[i].vulnerability), to_string(deals[i].deal));
    for (const lab::BidTable& table : boards[i].tables)
      fmt::print("      {}: {}\n", calls_words(table), contract_words(table));
  }
  if (!lines.empty() && options.lines > 0)
    fmt::print("By the line of {} at the first difference\n", options.first);
  for (std::size_t i = 0; i < std::min(lines.size(), static_cast<std::size_t>(std::max(options.lines, 0)));
       ++i)
    fmt::print("  {:+5d} IMPs {:>4} boards  {}\n", lines[i].imps, lines[i].boards, lines[i].line);
  fmt::print("{} against {}: {:+.3f} +- {:.3f} IMPs per board over {} boards; won {}, lost {}\n",
             options.first, options.second, mean.value, mean.error, boards.size(), won, lost);
}

void run_bidding(const Options& options) {
  if (options.deals.empty()) fail("match", "--bidding needs --deals, a library of solved deals");
  const Interrupt interrupt;
  if (options.make > 0) make_deals(options);
  const std::vector<SolvedDeal> deals =
      read_by_rank_0([&] { return read_solved_deals(options.deals, options.skip, options.count); });
  const auto reads = options.reads.empty() ? nullptr : load(options.reads);
  const lab::Bidder first{load(options.first), reads, options.first_seconds, !options.first_rules};
  const lab::Bidder second{options.second == options.first ? first.system : load(options.second), reads,
                           options.second_seconds, !options.second_rules};
  jobs::OrderedBatch batch{.threads = options.threads};
  std::vector<std::unique_ptr<lab::BiddingMatch>> matches(jobs::workers(batch, deals.size()));
  for (auto& match : matches) match = std::make_unique<lab::BiddingMatch>(first, second);
  std::vector<lab::MatchBoard> boards(deals.size());
  batch.work = [&](unsigned worker, std::size_t item) { boards[item] = matches[worker]->play(deals[item]); };
  jobs::share(batch, Cluster::transport(), boards);
  const auto [whole, done] = run_batch("boards", batch, deals.size());
  boards.resize(done);
  std::vector<double> gained;
  gained.reserve(boards.size());
  for (const lab::MatchBoard& board : boards) gained.push_back(board.imps);
  print_match(options, deals, boards, jobs::mean_of(gained));
  if (!whole) throw Exit{kStoppedStatus};
}

// Passes on the flags that both kinds of matches share.
void run(Options& options) {
  if (options.bidding) return run_bidding(options);
  if (!options.deals.empty()) fail("match", "--deals is for --bidding; --boards has the boards of a match");
  options.whole.source.seed = options.seed;
  if (options.count > 0) options.whole.source.count = static_cast<int>(options.count);
  options.whole.threads = options.threads;
  options.whole.json = options.json_output;
  run_match_boards(options.whole);
}

void add_bidding_options(Command* command, Options& options) {
  command->add_flag("--bidding", options.bidding,
                    "A match of two systems: the same solved deals at two tables with seats exchanged, "
                    "scored double-dummy");
  command->add_option("--deals", options.deals,
                      "With --bidding: the library, one solved deal per line; - is standard input");
  command->add_option("--first", options.first, "With --bidding: the first system, one that ships or a file")
      ->shows_default();
  command->add_option("--second", options.second, "With --bidding: the second system")->shows_default();
  command->add_option(
      "--read-as", options.reads,
      "With --bidding: both read each other's calls by this system (default: by the system actually played)");
  command
      ->add_option("--first-seconds", options.first_seconds,
                   "With --bidding: seconds per call for the first to look ahead (default: it does not)")
      ->check(non_negative());
  command->add_flag("--first-rules", options.first_rules,
                    "With --bidding: the first bids by the rules alone, without the learnt policy");
  command->add_flag("--second-rules", options.second_rules, "With --bidding: the same for the second");
  command
      ->add_option("--second-seconds", options.second_seconds,
                   "With --bidding: seconds per call for the second to look ahead")
      ->check(non_negative());
  command
      ->add_option("--make", options.make,
                   "With --bidding: first draw and solve so many random deals and write them to --deals")
      ->check(positive());
  command
      ->add_option("--skip", options.skip,
                   "With --bidding: leave out so many boards at the start of the library")
      ->check(non_negative());
  command->add_option("--worst", options.worst, "With --bidding: print so many of the boards that cost most")
      ->check(non_negative())
      ->shows_default();
  command->add_option("--lines", options.lines, "With --bidding: print so many of the lines that cost most")
      ->check(non_negative())
      ->shows_default();
}

}  // namespace

void add(Command& app) {
  auto options = std::make_shared<Options>();
  Command* command =
      app.add_subcommand("match", "Play matches and events between players, or in bidding alone");
  add_match_boards_options(*command, options->whole);
  add_board_files(*command, options->whole.source);
  command
      ->add_option("--count", options->count,
                   "How many boards: all of a file or library, otherwise 16 unless given")
      ->check(range(1, 1'000'000));
  command->add_option("--seed", options->seed, "Seed of the deals")->shows_default();
  command->add_option("--threads", options->threads, "Boards at a time")
      ->check(range(1, 1024))
      ->shows_default();
  command->add_flag("--json", options->json_output, "One JSON object");
  add_bidding_options(command, *options);
  command->footer(
      match_boards_help() +
      "\n\nExamples:\n"
      "  yomi match reader:board=4s pimc:board=4s --count 100 --threads 2 --record match.pbn\n"
      "  yomi match A=fast:system=acol B=fast C=\"engine:python3 robot.py\" --event swiss --rounds 3\n"
      "  yomi match --bidding --deals deals.txt --make 1000 --first mine.toml\n"
      "  yomi match --bidding --deals deals.txt --first two-over-one --second sayc --worst 20");
  command->callback([options] { run(*options); });
}

}  // namespace yomi::cli::match
