#include "yomi/dealer/run.h"

#include <fmt/core.h>

#include <chrono>

#include "print.h"

namespace yomi::dealer {
namespace {

constexpr std::int64_t kDefaultGenerate = 10'000'000;
constexpr std::int64_t kDefaultProduce = 40;

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

// What the actions gather while deals go by.
class Desk {
 public:
  Desk(const Script& script, const RunOptions& options, std::uint64_t seed)
      : script_(script),
        options_(options),
        seed_(seed),
        sums_(script.actions.size()),
        pages_(script.actions.size()) {
    for (const Action& action : script.actions) {
      const auto* frequency = std::get_if<Frequency>(&action);
      if (frequency != nullptr) histograms_.emplace_back(*frequency);
      prints_pbn_ = prints_pbn_ || std::holds_alternative<PrintPbn>(action);
    }
  }

  [[nodiscard]] bool prints_pbn() const { return prints_pbn_; }

  void take(const Deal& deal, std::int64_t number) {
    text_.clear();
    std::size_t histogram = 0;
    for (std::size_t i = 0; i < script_.actions.size(); ++i) {
      std::visit(Overloaded{
                     [&](const PrintAll&) {
                       text_ += fmt::format("{:4}.\n", number);
                       text_ += side_by_side({deal.hands.begin(), deal.hands.end()}) + '\n';
                     },
                     [&](const PrintEastWest&) {
                       text_ += side_by_side({deal[Seat::west], deal[Seat::east]}) + '\n';
                     },
                     [&](const PrintPbn&) { text_ += board(deal, number); },
                     [&](const Print& print) {
                       for (Seat seat : kAllSeats) {
                         if (print.seats[seat]) pages_[i][seat].push_back(deal[seat]);
                       }
                     },
                     [&](const PrintCompact& print) {
                       text_ += compact(deal);
                       if (print.expression) text_ += fmt::format("{}\n", print.expression->evaluate(deal));
                     },
                     [&](const PrintOneLine& print) {
                       text_ += one_line(deal);
                       if (print.expression) text_ += fmt::format("{}", print.expression->evaluate(deal));
                       text_ += '\n';
                     },
                     [&](const PrintExpressions& print) {
                       for (const auto& item : print.items) {
                         if (const auto* text = std::get_if<std::string>(&item)) {
                           text_ += *text;
                         } else {
                           text_ += std::to_string(std::get<Expression>(item).evaluate(deal));
                         }
                       }
                     },
                     [&](const Average& average) { sums_[i] += average.expression.evaluate(deal); },
                     [&](const Frequency&) { histograms_[histogram++].add(deal); },
                 },
                 script_.actions[i]);
    }
    if (!text_.empty()) options_.write(text_);
  }

  void finish(std::int64_t produced) {
    text_.clear();
    std::size_t histogram = 0;
    for (std::size_t i = 0; i < script_.actions.size(); ++i) {
      const Action& action = script_.actions[i];
      if (std::holds_alternative<Print>(action)) {
        for (Seat seat : kAllSeats) {
          if (std::get<Print>(action).seats[seat]) text_ += page(seat, pages_[i][seat]);
        }
      } else if (const auto* average = std::get_if<Average>(&action)) {
        if (!average->title.empty()) text_ += average->title + ": ";
        if (produced > 0) {
          text_ += fmt::format("{:g}\n", static_cast<double>(sums_[i]) / static_cast<double>(produced));
        } else {
          text_ += "nan\n";
        }
      } else if (std::holds_alternative<Frequency>(action)) {
        text_ += histograms_[histogram++].text();
      }
    }
    if (!text_.empty()) options_.write(text_);
  }

 private:
  [[nodiscard]] std::string board(const Deal& deal, std::int64_t number) const {
    const auto turn = static_cast<int>((number - 1) % 16);
    const Seat dealer = script_.dealer.value_or(board_dealer(turn + 1));
    const Vulnerability vulnerability = script_.vulnerability.value_or(board_vulnerability(turn + 1));
    return pbn_board(deal, number, dealer, vulnerability,
                     fmt::format("Hand simulated by yomi deal with file {}, seed {}", options_.file, seed_),
                     options_.date);
  }

  const Script& script_;
  const RunOptions& options_;
  std::uint64_t seed_;
  std::vector<std::int64_t> sums_;
  std::vector<BySeat<std::vector<CardSet>>> pages_;
  std::vector<Histogram> histograms_;
  bool prints_pbn_ = false;
  std::string text_;
};

Error contradiction(const Script& script, const belief::Sampler& sampler) {
  std::string what = "no deal can fit: ";
  const auto& numbers = sampler.contradiction();
  if (numbers.empty()) return Error{what + "the conditions contradict each other"};
  if (numbers.size() == 1)
    return Error{what + "this can never hold: " + to_string(script.conditions[numbers[0]])};
  what += "these cannot hold together:";
  for (std::size_t i : numbers) what += "\n  " + to_string(script.conditions[i]);
  return Error{what};
}

}  // namespace

Result<RunResult> run(const Script& script, const RunOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  const std::uint64_t seed = script.seed.value_or(options.seed);
  const std::int64_t generate = options.generate.value_or(script.generate.value_or(kDefaultGenerate));
  const std::int64_t default_produce = script.prints_deals() ? kDefaultProduce : generate;
  const std::int64_t produce = options.produce.value_or(script.produce.value_or(default_produce));

  Random random(seed);
  Random side = random.split(1);
  if (!script.oracle->random) {
    script.oracle->random = [&side](int below) {
      return static_cast<int>(side.below(static_cast<std::uint32_t>(below)));
    };
  }
  Desk desk(script, options, seed);
  RunResult result;
  Random trials = random.split(2);
  const belief::Sampler sampler(belief::Space::filling(script.predeal), script.conditions, trials,
                                static_cast<double>(produce), options.way);
  if (sampler.is_impossible()) {
    script.oracle->random = nullptr;
    return contradiction(script, sampler);
  }
  result.used_model = sampler.model() != nullptr;
  // Rounds of limited length, so that progress and stopping work also where nothing is found.
  constexpr std::int64_t kRound = 1 << 16;
  std::int64_t next_report = 0;
  while (result.produced < produce && result.generated < generate) {
    if (options.progress && (result.generated >= next_report || result.produced % 1024 == 0)) {
      next_report = result.generated + kRound;
      const double share = std::max(static_cast<double>(result.produced) / static_cast<double>(produce),
                                    static_cast<double>(result.generated) / static_cast<double>(generate));
      if (!options.progress(share, result.produced)) {
        result.stopped = true;
        break;
      }
    }
    const std::int64_t tries = sampler.model() != nullptr && sampler.model()->is_exact()
                                   ? generate - result.generated
                                   : std::min(kRound, generate - result.generated);
    const std::optional<Deal> deal = sampler.next(random, tries, result.generated);
    if (!deal) continue;
    ++result.produced;
    if (options.each_deal) {
      options.each_deal(*deal, result.produced);
    } else {
      desk.take(*deal, result.produced);
    }
  }
  script.oracle->random = nullptr;
  if (options.each_deal) return result;
  desk.finish(result.produced);
  if (options.statistics && !desk.prints_pbn()) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
    options.write(fmt::format(
        "Generated {} hands\nProduced {} hands\nInitial random seed {}\nTime needed {:8.3f} sec\n",
        result.generated, result.produced, seed, taken.count()));
  }
  return result;
}

}  // namespace yomi::dealer
