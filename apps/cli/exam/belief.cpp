// yomi exam belief: the belief room judged on recorded boards.
#include <fmt/core.h>

#include <array>
#include <cmath>

#include "command.h"
#include "complaints.h"
#include "exam/exam.h"
#include "input.h"
#include "interrupt.h"
#include "lessons.h"
#include "progress.h"
#include "yomi/belief/calibration.h"
#include "yomi/belief/losing_play.h"
#include "yomi/belief/view.h"
#include "yomi/bridge/contract.h"
#include "yomi/dd/solver.h"
#include "yomi/formats/board_line.h"
#include "yomi/formats/json.h"
#include "yomi/play/deal_sampler.h"
#include "yomi/play/system_reader.h"

namespace yomi::cli::exam {
namespace {

using belief::Calibration;
using belief::Seen;

struct Options {
  std::string boards = "-";
  std::int64_t skip = 0;
  std::int64_t count = -1;
  std::int64_t every = 1;
  bool facts_only = false;
  int draws = 48;
  double nats = 0.35;
  double steadiness = 8;
  int last_tricks = 2;
  int from_trick = 2;
  int to_trick = 12;
  int enumerate = 300;
  std::uint64_t seed = 1;
  std::string reads = "solver";
  double trust = play::CardReading{}.trust;
  std::string policy;
  std::string system = "two-over-one";
  double doubt = play::Doubts{}.call;
  double doubt_of_pass = play::Doubts{}.pass;
  bool carding = false;
  std::string half = "all";
  bool json_output = false;
};

// By trick (the one about to be led to, from 1).
struct Trick {
  Calibration facts;
  Calibration careful;
  // Differences of log-loss summed by board, for the error of their mean.
  double sum = 0;
  double squares = 0;
  std::int64_t boards = 0;
};

class Exam {
 public:
  Exam(const Options& options, const std::shared_ptr<const bidding::System>& system)
      : options_(options),
        policy_(read_policy(options.policy)),
        reader_(std::make_unique<play::SystemReader>(
            std::array{system, system}, play::Doubts{.call = options.doubt, .pass = options.doubt_of_pass})) {
  }

  // Every chair at every card: can the true deal be?
  void check_facts(const Board& board) {
    for (Seat chair : kAllSeats) {
      for (std::size_t cards = 0; cards <= board.play.size(); ++cards) {
        if (chair == board.contract->dummy() && cards > 0) continue;  // dummy has nothing to think about
        const Seen seen = belief::seen_by(chair, board, cards);
        const auto space = belief::facts(seen);
        ++views;
        bool good = space.ok() && space->is_consistent() && space->allows(board.deal);
        if (good && cards > 0 && !space->unseen().empty()) {
          view_.fill(*space, nothing_);
          good = view_.total() > 0;
        }
        if (!good) ++impossible;
      }
    }
  }

  void judge(const Board& board, Random random) {
    std::array<double, 14> difference{};
    std::array<bool, 14> touched{};
    for (Seat chair : kAllSeats) {
      if (chair == board.contract->dummy()) continue;
      for (std::size_t cards = 4; cards <= board.play.size() && cards <= 44; cards += 4) {
        const std::size_t trick = cards / 4 + 1;
        if (trick < static_cast<std::size_t>(options_.from_trick)) continue;
        if (trick > static_cast<std::size_t>(options_.to_trick)) continue;
        const Seen seen = belief::seen_by(chair, board, cards);
        const belief::Space space = belief::facts_unchecked(seen);
        if (space.unseen().empty()) continue;
        const belief::Model facts(space, {});
        const belief::Marginals plain = facts.marginals();
        const belief::Marginals careful = weigh(board, seen, space, facts, plain, random);
        touched[trick] = true;
        // One guess for each unseen card: is it with the first of the two hidden hands?
        Seat first = Seat::north;
        while (space.slots_of(first) == 0) first = next(first);
        for (Card card : space.unseen()) {
          const bool there = board.deal[first].contains(card);
          const double before = tricks[trick].facts.loss_sum() - tricks[trick].careful.loss_sum();
          tricks[trick].facts.add(plain.chance(first, card), there);
          tricks[trick].careful.add(careful.chance(first, card), there);
          difference[trick] += tricks[trick].facts.loss_sum() - tricks[trick].careful.loss_sum() - before;
        }
      }
    }
    for (std::size_t t = 0; t < difference.size(); ++t) {
      if (!touched[t]) continue;
      tricks[t].sum += difference[t];
      tricks[t].squares += difference[t] * difference[t];
      ++tricks[t].boards;
    }
  }

  std::array<Trick, 14> tricks{};
  std::int64_t views = 0;
  std::int64_t impossible = 0;

 private:
  static constexpr std::size_t kCallDraws = 2000;

  // Where the cards lie in a sample; a little of `plain` keeps what never came up from looking impossible.
  static belief::Marginals shares(const belief::Sample& sample, const belief::Marginals& plain,
                                  const belief::Space& space) {
    const double doubt = sample.is_complete ? 0 : 1 / (1 + sample.effective);
    belief::Marginals made = plain;
    for (Seat seat : kAllSeats) {
      if (space.slots_of(seat) == 0) continue;
      for (Card card : space.unseen()) {
        double sum = 0;
        for (const belief::WeightedDeal& one : sample.deals)
          sum += one.deal[seat].contains(card) ? one.weight : 0;
        double& chance = made.by_seat[seat][static_cast<std::size_t>(card.bit())];
        chance = doubt * chance + (1 - doubt) * sum;
      }
    }
    return made;
  }

  belief::Marginals weigh(const Board& board, const Seen& seen, const belief::Space& space,
                          const belief::Model& facts, const belief::Marginals& plain, Random& random) {
    belief::LosingPlay how;
    how.nats_per_trick = options_.nats;
    how.last_tricks = options_.last_tricks;
    how.tricks = [this](const Position& position, int guess) {
      return (guess < 0 ? solver_.tricks(position) : solver_.tricks(position, guess)).lower;
    };
    const play::CardReading reading{.policy = &policy_, .trust = options_.trust};
    const bool by_policy = options_.reads == "policy";
    const auto auction = board.auction();
    if (options_.reads == "all" || options_.reads == "calls") {
      const play::PlayContext context = *play::context_of(board, reader_.get());
      play::SamplingOptions imagining{.count = kCallDraws,
                                      .proposals = 1,
                                      .enumerate_up_to = static_cast<std::size_t>(options_.enumerate),
                                      .carding = options_.carding ? &play::default_carding() : nullptr,
                                      .read_cards = false,
                                      .reading = reading};
      const auto by_calls = shares(play::sample_deals(context, seen, imagining, random), plain, space);
      if (options_.reads == "calls") return by_calls;
      imagining.count = static_cast<std::size_t>(options_.draws);
      imagining.read_cards = true;
      const belief::Sample sample = play::sample_deals(context, seen, imagining, random);
      if (sample.is_complete) return shares(sample, plain, space);
      std::vector<Deal> drawn;
      std::vector<double> worth;
      for (const belief::WeightedDeal& one : sample.deals) {
        drawn.push_back(one.deal);
        worth.push_back(one.weight * sample.effective);
      }
      return reweigh(by_calls, drawn, worth, space, options_.steadiness);
    }
    const play::Calls calls = auction ? play::calls_of(*auction) : play::Calls{};
    std::vector<Deal> deals;
    std::vector<double> weights;
    const auto take = [&](const Deal& deal) {
      deals.push_back(deal);
      if (by_policy) {
        weights.push_back(play::log_likelihood(reading, *board.contract, calls, seen, deal));
        return;
      }
      weights.push_back(std::exp(-how.nats_per_trick * belief::tricks_lost(seen, deal, how)));
    };
    // Few layouts: all of them, and nothing is left to chance.
    if (facts.total() <= options_.enumerate) {
      facts.for_each([&](const Deal& deal, double) {
        take(deal);
        return true;
      });
      if (by_policy) weights = play::as_weights(weights);
      return reweigh(plain, deals, weights, space, 0);
    }
    view_.fill(space, nothing_);
    for (int i = 0; i < options_.draws; ++i) take(view_.draw(random));
    if (by_policy) weights = play::as_weights(weights);
    return reweigh(plain, deals, weights, space, options_.steadiness);
  }

  const Options& options_;
  belief::View view_;
  belief::Prepared nothing_;
  play::CardPolicy policy_;
  dd::Solver solver_;
  std::unique_ptr<play::SystemReader> reader_;
};

void print_tables(const Exam& exam) {
  fmt::print("trick  cards    facts  cards read  better by (95 %)\n");
  for (std::size_t t = 2; t <= 12; ++t) {
    const Trick& trick = exam.tricks[t];
    if (trick.facts.count() == 0) continue;
    const auto boards = static_cast<double>(trick.boards);
    const auto cards = static_cast<double>(trick.facts.count());
    const double mean = trick.sum / boards;
    const double deviation = std::sqrt(std::max(0.0, trick.squares / boards - mean * mean) / boards);
    fmt::print("{:5} {:6}  {:.4f}      {:.4f}  {:+.4f} +- {:.4f}\n", t, trick.facts.count(),
               trick.facts.loss(), trick.careful.loss(), trick.sum / cards,
               1.96 * deviation * boards / cards);
  }
  fmt::print("\nreliability, tricks 3 to 12: of the cards given this chance, how many were there\n");
  fmt::print("chance       facts: given  true   cards    cards read: given  true   cards\n");
  for (std::size_t b = 0; b < Calibration::kBins; ++b) {
    std::array<Calibration::Bin, 2> both{};
    for (std::size_t t = 3; t <= 12; ++t) {
      const auto add = [&](Calibration::Bin& to, const Calibration::Bin& from) {
        to.chances += from.chances;
        to.happened += from.happened;
        to.count += from.count;
      };
      add(both[0], exam.tricks[t].facts.bins()[b]);
      add(both[1], exam.tricks[t].careful.bins()[b]);
    }
    fmt::print("{:.1f} to {:.1f}", 0.1 * static_cast<double>(b), 0.1 * static_cast<double>(b + 1));
    for (const auto& bin : both) {
      const double n = bin.count == 0 ? 1 : static_cast<double>(bin.count);
      fmt::print("          {:.3f}  {:.3f} {:7}", bin.chances / n, static_cast<double>(bin.happened) / n,
                 bin.count);
    }
    fmt::print("\n");
  }
}

void print_json(const Exam& exam, std::int64_t boards) {
  Json out = {{"boards", boards}, {"views", exam.views}, {"impossible", exam.impossible}};
  for (std::size_t t = 2; t <= 12; ++t) {
    const Trick& trick = exam.tricks[t];
    if (trick.facts.count() == 0) continue;
    out["tricks"].push_back({{"trick", t},
                             {"cards", trick.facts.count()},
                             {"facts", trick.facts.loss()},
                             {"cards_read", trick.careful.loss()}});
  }
  fmt::print("{}\n", out.dump());
}

void run(const Options& options) {
  InputLines in(options.boards);
  auto system = bidding::find_system(options.system);
  if (!system) {
    fmt::print(stderr, "yomi exam belief: {}\n", system.error().to_string());
    throw Exit{2};
  }
  Exam exam(options, std::make_shared<const bidding::System>(std::move(system.value())));
  Progress progress("boards");
  Interrupt interrupt;
  std::string line;
  std::int64_t done = 0;
  std::int64_t bad = 0;
  const Random random(options.seed);
  Complaints complaints("");
  while (in.next(line) && (options.count < 0 || done < options.count) && !Interrupt::requested()) {
    const std::int64_t number = in.number();
    if (number <= options.skip || (number - options.skip - 1) % options.every != 0) continue;
    const auto board = parse_played_line(line);
    if (!board) {
      progress.clear();
      complaints.say(board.error().at(options.boards, static_cast<std::uint32_t>(number), 0));
      ++bad;
      continue;
    }
    if (!board->contract) continue;  // nothing was played
    if (options.half != "all" && in_reporting_half(board->deal) != (options.half == "reporting")) continue;
    ++done;
    exam.check_facts(*board);
    if (!options.facts_only) exam.judge(*board, random.split(static_cast<std::uint64_t>(number)));
    progress.show(options.count > 0 ? static_cast<double>(done) / static_cast<double>(options.count) : 0,
                  static_cast<std::size_t>(done));
  }
  progress.clear();
  if (done == 0 && bad == 0) nothing_read(options.boards, "a played board");
  if (options.json_output) {
    print_json(exam, done);
  } else {
    fmt::print("{} boards, {} views (chair and number of cards seen): the true deal was impossible in {}\n",
               done, exam.views, exam.impossible);
    if (!options.facts_only) print_tables(exam);
  }
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (exam.impossible > 0) throw Exit{1};
  if (bad > 0) throw Exit{2};
}

}  // namespace

void add_belief(Command& exam) {
  auto options = std::make_shared<Options>();
  Command* command =
      exam.add_subcommand("belief", "Is the truth always possible, and how good are the chances?");
  command->add_option(
      "boards", options->boards,
      "boards, one JSON object a line (deal, contract, declarer, play); - reads standard input");
  command->add_option("--skip", options->skip, "leave out so many lines first")->check(non_negative());
  command->add_option("--count", options->count, "stop after so many boards");
  command->add_option("--every", options->every, "take one line in so many")->check(positive());
  command->add_flag("--facts-only", options->facts_only, "only check that the true deal is always possible");
  command->add_option("--draws", options->draws, "deals drawn for each view")->check(positive());
  command
      ->add_option("--reads", options->reads,
                   "what is read: solver (nobody makes a losing play), policy (the cards), calls, or all "
                   "(cards and calls)")
      ->check(one_of({"solver", "policy", "calls", "all"}));
  command->add_option("--system", options->system, "the system by which calls are read");
  command->add_option("--doubt", options->doubt, "how often a call does not keep to its meaning")
      ->check(range(0.0, 0.99));
  command->add_option("--doubt-of-pass", options->doubt_of_pass, "how often a pass does not")
      ->check(range(0.0, 1.0));
  command->add_flag("--carding", options->carding, "also read leads, signals and habits by agreement");
  command->add_option("--trust", options->trust, "how much the policy is believed, 0 to 1")
      ->check(range(0.0, 1.0));
  command->add_option("--policy", options->policy, "a file of its weights; without it the shipped ones");
  command->add_option("--half", options->half, "which boards: all, tuning or reporting (split by deal)")
      ->check(one_of({"all", "tuning", "reporting"}));
  command->add_option("--nats", options->nats, "weight of a lost trick: exp(-nats)");
  command->add_option("--steadiness", options->steadiness,
                      "imaginary draws that keep few draws from saying much");
  command->add_option("--last-tricks", options->last_tricks, "how many tricks back cards are judged; 0: all");
  command->add_option("--from-trick", options->from_trick, "judge from this trick on")->check(range(2, 12));
  command->add_option("--to-trick", options->to_trick, "and up to this one")->check(range(2, 12));
  command->add_option("--enumerate", options->enumerate,
                      "look at all layouts where there are at most so many");
  command->add_option("--seed", options->seed, "seed of the draws");
  command->add_flag("--json", options->json_output, "one JSON object");
  command->footer("Example:\n  zcat boards.jsonl.gz | yomi exam belief - --skip 2000 --count 100");
  command->callback([options] { run(*options); });
}

}  // namespace yomi::cli::exam
