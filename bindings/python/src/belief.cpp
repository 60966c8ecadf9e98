// Deals by condition, drawn into arrays and counted exactly.
#include <pybind11/stl.h>

#include <atomic>

#include "binding.h"
#include "yomi/belief/model.h"
#include "yomi/belief/sampler.h"
#include "yomi/dealer/run.h"
#include "yomi/dealer/script.h"

namespace yomi::python {
namespace {

// Deals are drawn in blocks with random numbers of their own, so that the answer does not depend on the
// number of threads.
constexpr std::size_t kBlock = 1024;
constexpr std::int64_t kTriesBetweenLooks = 1 << 12;

// The random numbers of the language's rnd() while a block is drawn on this thread.
thread_local Random* block_random = nullptr;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

// Limits for exact answers, which may take a second or two: more than drawing spends on its tables.
belief::Limits wide_limits() {
  constexpr std::size_t kTimes = 10;
  belief::Limits limits;
  limits.suit_splits *= kTimes;
  limits.pairs *= kTimes;
  limits.joins *= kTimes;
  return limits;
}

// A condition and the solver for its double-dummy functions. After a stop the solver is not called any more.
dealer::Script script_of(Engine& engine, const std::string& condition,
                         const std::atomic<bool>* stopped = nullptr) {
  dealer::Script script = value_of(dealer::parse_script(condition, "condition"), "condition");
  script.oracle->tricks = [&engine, stopped](const Deal& deal, Seat declarer, Strain strain) {
    if (stopped != nullptr && *stopped) return 0;
    const Engine::Lent solver(engine);
    return kRanks - solver->tricks(Position(deal, strain, next(declarer))).lower;
  };
  script.oracle->random = [](int below) {
    return block_random == nullptr ? 0
                                   : static_cast<int>(block_random->below(static_cast<std::uint32_t>(below)));
  };
  return script;
}

std::vector<belief::Term> terms_of(const dealer::Script& script) {
  std::vector<belief::Term> terms;
  terms.reserve(script.conditions.size());
  for (const belief::Expression& one : script.conditions) terms.push_back({one});
  return terms;
}

[[noreturn]] void fail_to_count(std::string_view what) {
  fail(std::string(what) +
       ": cannot be counted exactly (it needs the solver, or its tables would be too large); "
       "draw deals and look");
}

// Why no deal can fit, in words.
[[noreturn]] void fail_impossible(const dealer::Script& script) {
  dealer::RunOptions one;
  one.produce = 1;
  one.each_deal = [](const Deal&, std::int64_t) {};
  const auto result = dealer::run(script, one);
  fail("condition: " + (result ? "no deal can fit" : result.error().what));
}

class Drawing {
 public:
  Drawing(const dealer::Script& script, std::size_t count, std::uint64_t seed)
      : random_(script.seed.value_or(seed)), count_(count) {
    Random trials = random_.split(0);
    block_random = &trials;
    sampler_.emplace(belief::Space::filling(script.predeal), script.conditions, trials,
                     static_cast<double>(count));
    block_random = nullptr;
  }

  [[nodiscard]] bool is_impossible() const { return sampler_->is_impossible(); }
  [[nodiscard]] std::size_t blocks() const { return (count_ + kBlock - 1) / kBlock; }
  [[nodiscard]] std::size_t drawn() const { return drawn_; }

  void draw(std::size_t block, const std::stop_token& stop, std::uint8_t* rows) {
    Random random = random_.split(block + 1);
    Random side = random.split(0);
    block_random = &side;
    const std::size_t end = std::min(count_, (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end;) {
      std::int64_t looked = 0;
      const auto deal = sampler_->next(random, kTriesBetweenLooks, looked);
      if (deal)
        write_row(*deal, rows + i++ * kDealCards);
      else if (stop.stop_requested())
        break;
    }
    block_random = nullptr;
    drawn_ += end - block * kBlock;
  }

 private:
  Random random_;
  std::size_t count_;
  std::optional<belief::Sampler> sampler_;
  std::atomic<std::size_t> drawn_ = 0;
};

Rows draw(Engine& engine, const std::string& condition, std::int64_t count, std::uint64_t seed,
          std::int64_t threads, const py::object& progress) {
  if (count < 0) fail("count: expected a number from 0 on");
  std::atomic<bool> stopped = false;
  const dealer::Script script = script_of(engine, condition, &stopped);
  const int workers = threads_of(threads);
  Rows made = make_rows(static_cast<std::size_t>(count));
  std::uint8_t* const rows = made.mutable_data();
  std::optional<Drawing> drawing;
  run({.work = [&](const std::stop_token& stop) {
    const std::stop_callback stops(stop, [&] { stopped = true; });
    drawing.emplace(script, static_cast<std::size_t>(count), seed);
  }});
  if (drawing->is_impossible()) fail_impossible(script);
  run({.work =
           [&](const std::stop_token& stop) {
             const std::stop_callback stops(stop, [&] { stopped = true; });
             each(drawing->blocks(), workers, stop,
                  [&](std::size_t block, int) { drawing->draw(block, stop, rows); });
           },
       .progress = progress,
       .share = [&] { return static_cast<double>(drawing->drawn()) / static_cast<double>(count); }});
  return made;
}

// How many deals meet a condition.
py::object count(Engine& engine, const std::string& condition) {
  const dealer::Script script = script_of(engine, condition);
  std::optional<belief::Count> found;
  run({.work = [&](const std::stop_token&) {
    const belief::Model model(belief::Space::filling(script.predeal), terms_of(script), {}, wide_limits());
    if (model.is_exact()) found = model.count();
  }});
  if (!found) fail_to_count("condition");
  return py::int_(py::str(belief::to_string(*found)));
}

double chance(Engine& engine, const std::string& event, const std::string& condition) {
  const dealer::Script script = script_of(engine, condition);
  const auto space = belief::Space::filling(script.predeal);
  std::vector<Seat> hidden;
  for (Seat seat : kAllSeats) {
    if (space.slots_of(seat) > 0) hidden.push_back(seat);
  }
  const auto asked = value_of(dealer::parse_event(event, hidden), "event");
  std::optional<double> found;
  bool possible = true;
  run({.work = [&](const std::stop_token&) {
    const auto terms = terms_of(script);
    found = belief::chance(space, terms, {}, asked, wide_limits());
    if (found && *found == 0) possible = belief::Model(space, terms, {}, wide_limits()).total() > 0;
  }});
  if (!possible) fail_impossible(script);
  if (!found) fail_to_count("event");
  return *found;
}

std::vector<std::pair<int, double>> distribution(Engine& engine, const std::string& expression,
                                                 const std::string& condition) {
  const dealer::Script script = script_of(engine, condition);
  const auto asked = value_of(dealer::parse_expression(expression), "expression");
  std::optional<std::vector<std::pair<int, double>>> found;
  run({.work = [&](const std::stop_token&) {
    found = belief::distribution(belief::Space::filling(script.predeal), terms_of(script), {}, asked,
                                 wide_limits());
  }});
  if (!found) fail_to_count("expression");
  if (found->empty()) fail_impossible(script);
  return *found;
}

// The chance of each card in each hand: seats by cards.
py::array_t<double> card_chances(Engine& engine, const std::string& condition) {
  const dealer::Script script = script_of(engine, condition);
  std::optional<belief::Marginals> found;
  bool possible = true;
  run({.work = [&](const std::stop_token&) {
    const belief::Model model(belief::Space::filling(script.predeal), terms_of(script), {}, wide_limits());
    possible = model.total() > 0;
    if (model.is_exact() && possible) found = model.marginals();
  }});
  if (!possible) fail_impossible(script);
  if (!found) fail_to_count("condition");
  py::array_t<double> made(std::vector<py::ssize_t>{kSeats, static_cast<py::ssize_t>(kDealCards)});
  double* cell = made.mutable_data();
  for (Seat seat : kAllSeats) {
    for (Card card : CardSet::full()) *cell++ = found->chance(seat, card);
  }
  return made;
}

}  // namespace

void add_belief(py::module_& module) {
  module.def("draw", &draw, py::arg("engine"), py::arg("condition"), py::arg("count"), py::arg("seed"),
             py::arg("threads"), py::arg("progress"));
  module.def("count", &count, py::arg("engine"), py::arg("condition"));
  module.def("chance", &chance, py::arg("engine"), py::arg("event"), py::arg("condition"));
  module.def("distribution", &distribution, py::arg("engine"), py::arg("expression"), py::arg("condition"));
  module.def("card_chances", &card_chances, py::arg("engine"), py::arg("condition"));
}

}  // namespace yomi::python
