// yomi versus: two card-players on the same deals, contracts and seeds.
#include <fmt/core.h>
#include <fmt/format.h>

#include <map>
#include <memory>

#include "cluster.h"
#include "command.h"
#include "fail.h"
#include "input.h"
#include "interrupt.h"
#include "output.h"
#include "play_boards.h"
#include "progress.h"
#include "time_options.h"
#include "versus/ledger.h"
#include "versus/picture.h"
#include "versus/random_boards.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/play/system_reader.h"

namespace yomi::cli::versus {
namespace {

using lab::Outcome;
using lab::Role;
using lab::Summary;

struct Options {
  std::string first = "reader";
  std::string second = "pimc";
  std::string against = "pimc";
  std::string role = "both";
  std::string boards = "-";
  std::string random_contract;  // deals drawn at random instead
  std::vector<double> chance;
  int near = -1;
  std::string half = "tuning";
  std::int64_t count = -1;
  std::int64_t skip = 0;
  int after = 0;
  TimeOptions time;
  std::uint64_t seed = 1;
  int threads = 0;
  std::string csv;
  std::string svg;
  bool resume = false;
  bool json_output = false;
  // For the size of an experiment only:
  double power = 0;
  double effect = 0;
  double deviation = 0;
  std::string pilot;
};

lab::Pairing pairing_of(const Options& options) {
  play::Settings defaults;
  defaults.time = options.time.for_card();
  const auto read = [&](const char* flag, const std::string& text) {
    const auto spec = play::parse_contestant(text, defaults);
    if (!spec) fail("versus", fmt::format("{}: column {}: {}", flag, spec.error().column, spec.error().what));
    return *spec;
  };
  return {.first = read("--first", options.first),
          .second = read("--second", options.second),
          .against = read("--against", options.against)};
}

std::string experiment_name(const Options& options) {
  std::string name = fmt::format("first={} second={} against={} time={} seed={}", options.first,
                                 options.second, options.against, options.time.name(), options.seed);
  if (options.after > 0) name += fmt::format(" after={}", options.after);
  if (!options.random_contract.empty())
    name += fmt::format(" random={} chance={} near={}", options.random_contract,
                        fmt::join(options.chance, ":"), options.near);
  return name;
}

// Played as recorded before the two take over.
std::size_t cards_before(const Options& options) {
  return 4 * static_cast<std::size_t>(options.after);
}

lab::DealSpec spec_of(const Options& options) {
  lab::DealSpec spec;
  const auto contract = parse_contract(options.random_contract, Seat::south);
  if (!contract)
    fail("versus", "--random: expected a contract such as 3NT, found '" + options.random_contract + "'");
  spec.contract = *contract;
  if (options.near >= 0) spec.near = options.near;
  if (options.chance.size() != 2) return spec;
  spec.least_chance = options.chance[0];
  spec.most_chance = options.chance[1];
  if (spec.least_chance > spec.most_chance) fail("versus", "--chance: expected the smaller share first");
  return spec;
}

unsigned threads_of(const Options& options) {
  return Cluster::threads(static_cast<unsigned>(options.threads));
}

std::unique_ptr<RandomBoards> random_boards(const Options& options) {
  const lab::DealSpec spec = spec_of(options);
  if (options.count < 0) fail("versus", "--random needs --count, the number of deals");
  if (options.after > 0) fail("versus", "--after needs recorded boards");
  return std::make_unique<RandomBoards>(spec, static_cast<std::size_t>(options.count), options.seed,
                                        threads_of(options));
}

std::vector<Role> roles_of(const Options& options) {
  if (const auto role = lab::parse_role(options.role)) return {*role};
  return {Role::declarer, Role::defence};
}

// A board in one role.
struct Item {
  const ReadBoard* read = nullptr;
  Role role = Role::declarer;
  std::optional<Outcome> outcome{};
};

class Experiment {
 public:
  // `random` where the boards are drawn as they are played.
  Experiment(const Options& options, const std::vector<ReadBoard>& boards, RandomBoards* random)
      : options_(options), pairing_(pairing_of(options)), random_(random) {
    for (const ReadBoard& read : boards) {
      for (Role role : roles_of(options)) items.push_back({.read = &read, .role = role});
    }
  }

  // Takes over earlier results.
  void take(const std::vector<lab::VersusRecord>& records) {
    std::map<std::pair<std::int64_t, Role>, const lab::VersusRecord*> by_place;
    for (const lab::VersusRecord& record : records) by_place[{record.line, record.role}] = &record;
    for (Item& item : items) {
      const auto found = by_place.find({item.read->line, item.role});
      if (found == by_place.end()) continue;
      if (random_ != nullptr) random_->take(*item.read, found->second->deal);
      if (found->second->deal != item.read->board.deal)
        fail("versus", fmt::format("{}: the board of line {} has another deal than the one in {}",
                                   options_.csv, item.read->line, options_.boards));
      item.outcome = found->second->outcome;
    }
  }

  // False when it was stopped.
  bool play(const std::function<void(const Item&)>& keep, const std::stop_token& stop) {
    std::vector<Item*> open;
    for (Item& item : items) {
      if (!item.outcome) open.push_back(&item);
    }
    Progress progress("boards");
    std::size_t done = items.size() - open.size();
    jobs::OrderedBatch batch;
    batch.threads = threads_of(options_);
    // With the deal, since another rank may have drawn it.
    std::vector<std::pair<std::optional<Outcome>, Deal>> played(open.size());
    batch.work = [&](unsigned worker, std::size_t number) {
      const Item& item = *open[number];
      if (random_ != nullptr && !random_->draw(*item.read, worker)) return;
      const auto line = static_cast<std::uint64_t>(item.read->line);
      const Board& board = item.read->board;
      played[number] = {lab::play_versus(*play::context_of(board, &play::SystemReader::usual()), board.deal,
                                         item.role, pairing_, Random(options_.seed).split(line)(), stop,
                                         std::span(board.play).first(cards_before(options_))),
                        board.deal};
    };
    batch.done = [&](std::size_t number) {
      Item& item = *open[number];
      item.outcome = played[number].first;
      if (item.outcome && random_ != nullptr) random_->take(*item.read, played[number].second);
      if (item.outcome) keep(item);
      ++done;
      progress.show(static_cast<double>(done) / static_cast<double>(items.size()), done);
    };
    batch.tick = [&] { return !Interrupt::requested(); };
    jobs::share(batch, Cluster::transport(), played);
    return jobs::run(batch, open.size()) && !stop.stop_requested();
  }

  [[nodiscard]] VersusPanel panel(Role role) const {
    VersusPanel made{.role = role};
    for (const Item& item : items) {
      if (item.role == role && item.outcome) made.outcomes.push_back(*item.outcome);
    }
    made.summary = lab::summarize(made.outcomes, role);
    return made;
  }

  std::vector<Item> items;

 private:
  const Options& options_;
  lab::Pairing pairing_;
  RandomBoards* random_;
};

double percent(std::size_t part, std::size_t all) {
  return all == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

void print(const VersusPanel& panel, const Options& options) {
  const Summary& s = panel.summary;
  fmt::print("{}: {} (first) and {} (second), the other side {}; {} boards{}, seed {}, {}\n",
             to_string(panel.role), options.first, options.second, options.against, s.boards,
             options.after > 0 ? fmt::format(" from trick {}", options.after + 1) : "", options.seed,
             options.time.limit() ? options.time.name() + " a card" : "no time limit");
  fmt::print("  {:<20} first {}, second {}; only first {}, only second {}, McNemar's exact p = {:.4f}\n",
             panel.role == Role::declarer ? "contracts made" : "contracts set", s.succeeded[0],
             s.succeeded[1], s.only_first, s.only_second, s.p_value);
  fmt::print("  {:<20} {:+.3f}  [{:+.3f}, {:+.3f}]  (single boards: standard deviation {:.2f})\n",
             "IMPs a board", s.imps.mean, s.imps.low, s.imps.high, s.imps_deviation);
  fmt::print("  {:<20} {:+.3f}  [{:+.3f}, {:+.3f}]\n", "tricks a board", s.tricks.mean, s.tricks.low,
             s.tricks.high);
  fmt::print("  {:<20} {} boards, {:.1f} %\n", "lines parted", s.parted, percent(s.parted, s.boards));
  fmt::print("  {:<20} first {:.1f} ms, second {:.1f} ms; cut short by the clock {:.1f} %, {:.1f} %\n",
             "CPU a decision", 1e3 * s.cpu_per_card[0], 1e3 * s.cpu_per_card[1], 100 * s.cut_short[0],
             100 * s.cut_short[1]);
  fmt::print("  trick  parted  of those together  decisions  searched: first  second\n");
  std::size_t together = s.boards;
  for (std::size_t trick = 0; trick < s.by_trick.size(); ++trick) {
    const auto& row = s.by_trick[trick];
    fmt::print("  {:5}  {:6}  {:15.1f} %  {:9}  {:13.1f} %  {:4.1f} %\n", trick + 1, row.parted,
               percent(row.parted, together), row.asked[0], percent(row.searched[0], row.asked[0]),
               percent(row.searched[1], row.asked[1]));
    together -= row.parted;
  }
}

Json to_json(const jobs::Interval& interval) {
  return {{"mean", interval.mean}, {"low", interval.low}, {"high", interval.high}};
}

Json to_json(const VersusPanel& panel) {
  const Summary& s = panel.summary;
  Json tricks = Json::array();
  for (const auto& row : s.by_trick)
    tricks.push_back({{"parted", row.parted}, {"decisions", row.asked}, {"searched", row.searched}});
  return {{"role", to_string(panel.role)},
          {"boards", s.boards},
          {"parted", s.parted},
          {"succeeded", s.succeeded},
          {"only_first", s.only_first},
          {"only_second", s.only_second},
          {"p", s.p_value},
          {"imps", to_json(s.imps)},
          {"imps_deviation", s.imps_deviation},
          {"tricks", to_json(s.tricks)},
          {"cpu_ms_per_decision", {1e3 * s.cpu_per_card[0], 1e3 * s.cpu_per_card[1]}},
          {"cut_short", s.cut_short},
          {"by_trick", std::move(tricks)}};
}

// --power: how many boards an experiment needs, without playing any.
void print_size(const Options& options) {
  if (options.effect <= 0) fail("versus", "--power needs --effect, the IMPs per board to be found");
  std::vector<std::pair<std::string, double>> deviations;
  if (options.deviation > 0) deviations.emplace_back("given", options.deviation);
  if (!options.pilot.empty()) {
    const auto records = or_fail("versus", VersusLedger::read(options.pilot, std::nullopt));
    for (Role role : roles_of(options)) {
      std::vector<double> imps;
      for (const lab::VersusRecord& record : records) {
        if (record.role == role) imps.push_back(record.outcome.imps());
      }
      const double deviation = jobs::deviation_of(imps);
      if (deviation > 0)
        deviations.emplace_back(
            fmt::format("{} in {}, {} boards", to_string(role), options.pilot, imps.size()), deviation);
    }
  }
  if (deviations.empty())
    fail("versus", "--power needs the spread of single boards: --sd, or --pilot with results that differ");
  for (const auto& [name, deviation] : deviations) {
    const std::size_t boards = jobs::pairs_needed(options.effect, deviation, options.power);
    if (options.json_output)
      fmt::print("{}\n", Json({{"boards", boards},
                               {"power", options.power},
                               {"effect", options.effect},
                               {"deviation", deviation},
                               {"from", name}})
                             .dump());
    else
      fmt::print(
          "{} boards find {} IMPs a board with chance {} (95 % interval above zero; standard deviation "
          "{:.3f}, {})\n",
          boards, options.effect, options.power, deviation, name);
  }
}

void print_all(const std::vector<VersusPanel>& panels, const Options& options, bool finished) {
  if (options.json_output) {
    Json results = Json::array();
    for (const VersusPanel& panel : panels) results.push_back(to_json(panel));
    fmt::print("{}\n", Json({{"first", options.first},
                             {"second", options.second},
                             {"against", options.against},
                             {"time", options.time.name()},
                             {"seed", options.seed},
                             {"after", options.after},
                             {"half", options.half},
                             {"finished", finished},
                             {"roles", std::move(results)}})
                           .dump());
  } else {
    if (!finished) fmt::print("stopped; the boards done so far:\n");
    for (const VersusPanel& panel : panels) print(panel, options);
  }
  if (!options.svg.empty()) {
    write_output(options.svg, versus_picture(experiment_name(options), panels));
  }
}

std::vector<lab::VersusRecord> done_before(const Options& options) {
  return or_fail("versus", VersusLedger::read(options.csv, experiment_name(options)));
}

void run(const Options& options) {
  if (options.power > 0) return print_size(options);
  if (options.resume && options.csv.empty()) fail("versus", "--resume needs --csv, the file to continue");
  const Interrupt interrupt;
  pairing_of(options);  // reports bad settings before a long read
  if (!options.svg.empty()) expect_writable(options.svg);
  int bad = 0;
  const BoardFilter filter{.half = half_named(options.half),
                           .count = options.count,
                           .cards = cards_before(options),
                           .skip = options.skip};
  const auto random = options.random_contract.empty() ? nullptr : random_boards(options);
  const auto read =
      random ? std::vector<ReadBoard>() : read_play_boards("versus", options.boards, filter, bad);
  if (!random && read.empty()) nothing_read(options.boards, "a board to play");
  Experiment experiment(options, random ? random->boards() : read, random.get());
  std::optional<VersusLedger> ledger;
  if (!options.csv.empty()) {
    if (options.resume) experiment.take(read_by_rank_0([&] { return done_before(options); }));
    if (!Cluster::only_helps()) {
      ledger = or_fail("versus", VersusLedger::open(options.csv, experiment_name(options), options.resume));
    }
  }
  const bool finished = experiment.play(
      [&](const Item& item) {
        if (!ledger) return;
        const Board& board = item.read->board;
        ledger->add({.line = item.read->line,
                     .role = item.role,
                     .contract = *board.final_contract(),
                     .vulnerability = board.vulnerability.value_or(Vulnerability::none),
                     .deal = board.deal,
                     .outcome = *item.outcome});
      },
      interrupt.token());

  std::vector<VersusPanel> panels;
  for (Role role : roles_of(options)) panels.push_back(experiment.panel(role));
  print_all(panels, options, finished);
  if (!finished) throw Exit{kStoppedStatus};
  if (bad > 0) throw Exit{2};
}

// Which boards.
void add_board_options(Command& command, Options& options) {
  command
      .add_option("--boards", options.boards,
                  "Boards with their contracts, in any format; - is standard input")
      ->shows_default();
  command.add_option(
      "--random", options.random_contract,
      "Instead of boards: --count random deals with this contract, such as 3NT, played by South");
  command
      .add_option("--chance", options.chance,
                  "Only random deals in which the contract makes double-dummy in this share of the "
                  "defenders' layouts, as in 0.3 0.7")
      ->expects(2)
      ->check(range(0.0, 1.0));
  command
      .add_option(
          "--near", options.near,
          "Only random deals in which the contract makes or fails double-dummy by at most so many tricks")
      ->check(range(0, 13));
  add_half(command, options.half);
  command
      .add_option("--skip", options.skip,
                  "Leave out so many boards at the start, such as those of an earlier run")
      ->check(range(0, 1'000'000'000));
  command.add_option("--count", options.count, "At most so many boards")->check(range(1, 1'000'000'000));
  command
      .add_option("--after", options.after,
                  "Play the first tricks as recorded; the two players take over after so many")
      ->check(range(0, 12));
}

// The size of an experiment, without playing.
void add_power_options(Command& command, Options& options) {
  command
      .add_option("--power", options.power,
                  "Only say how many boards find --effect with this probability, from --sd or --pilot")
      ->check(range(0.01, 0.999));
  command.add_option("--effect", options.effect, "IMPs per board to be found")->check(positive());
  command.add_option("--sd", options.deviation, "Standard deviation of single boards in IMPs")
      ->check(positive());
  command.add_option("--pilot", options.pilot, "A CSV file of an earlier run, for the standard deviation");
}

}  // namespace

void add(Command& app) {
  auto options = std::make_shared<Options>();
  Command* command =
      app.add_subcommand("versus", "Compare two card-players on the same deals, contracts and seeds");
  command->footer(
      "Players: reader, pimc, alphamu, abc, policy (the card policy alone), double-dummy (sees all hands), "
      "with settings after a colon: pimc:deals=40,carding=off. Settings: " +
      play::setting_names() +
      ".\n"
      "Both play one line until a card differs, then each its own line against the same seeds. Each deal is "
      "used once, where\nit first occurs; points and IMPs are for the first player. A time limit (CPU time) "
      "cuts an engine off; one with few\ndeals may end sooner (pimc:deals=1000 uses the time). Exit status: "
      "0; 2 for bad input (the other boards are still\nplayed); 130 when stopped (what was done is in the "
      "CSV file; --resume continues).\n\n"
      "Examples:\n"
      "  zcat boards.jsonl.gz | yomi versus --first reader --second pimc --count 100 --time 200ms --csv "
      "out.csv "
      "--svg out.svg\n"
      "  yomi versus --boards match.pbn --half all --first pimc --second pimc:carding=off --against "
      "double-dummy\n"
      "  yomi versus --random 3NT --chance 0.3 0.7 --count 500 --first alphamu --second pimc:deals=20 --role "
      "declarer\n"
      "  yomi versus --power 0.8 --effect 0.1 --pilot out.csv");
  command->add_option("--first", options->first, "The first player")->shows_default();
  command->add_option("--second", options->second, "The second player")->shows_default();
  command->add_option("--against", options->against, "Who plays the other side")->shows_default();
  command->add_option("--role", options->role, "Whose cards the two play: declarer, defence or both")
      ->check(one_of({"declarer", "defence", "both"}))
      ->shows_default();
  add_board_options(*command, *options);
  options->time.add_to(*command);
  command->add_option("--seed", options->seed, "Seed of all random draws")->shows_default();
  command->add_option("--threads", options->threads, "Boards at a time; all cores unless given")
      ->check(range(1, 1024));
  command->add_option("--csv", options->csv, "Write one line per board to this file, as soon as it is done");
  command->add_flag("--resume", options->resume, "Continue the CSV file; its boards are not played again");
  command->add_option("--svg", options->svg, "Draw the result as SVG to this file");
  command->add_flag("--json", options->json_output, "One JSON object");
  add_power_options(*command, *options);
  command->callback([options] { run(*options); });
}

}  // namespace yomi::cli::versus
