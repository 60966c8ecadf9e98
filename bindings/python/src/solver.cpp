// Double-dummy answers.
#include <pybind11/stl.h>

#include <atomic>

#include "binding.h"
#include "yomi/dd/analysis.h"
#include "yomi/dd/par.h"

namespace yomi::python {
namespace {

constexpr std::size_t kCells = std::size_t{kSeats} * kStrains;

Strain strain_of_text(const std::string& text) {
  const auto strain = parse_strain(text);
  if (!strain) fail("trump: expected C, D, H, S or NT");
  return *strain;
}

Seat seat_of_text(const std::string& argument, const std::string& text) {
  const auto seat = parse_seat(text);
  if (!seat) fail(argument + ": expected N, E, S or W");
  return *seat;
}

Position position_of(const std::string& deal, const std::string& trump, const std::string& leader) {
  return value_of(make_position(value_of(parse_deal(deal), "deal"), strain_of_text(trump),
                                seat_of_text("leader", leader)),
                  "deal");
}

std::vector<Card> cards_of(const std::vector<std::string>& texts) {
  std::vector<Card> made;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto card = parse_card(texts[i]);
    if (!card) fail("play: card " + std::to_string(i + 1) + ": expected a card like 'SA'");
    made.push_back(*card);
  }
  return made;
}

// Every legal card with its tricks, best first; equals each by itself.
std::vector<std::pair<std::string, int>> solve(Engine& engine, const std::string& deal,
                                               const std::string& trump, const std::string& leader,
                                               const std::vector<std::string>& play) {
  Position position = position_of(deal, trump, leader);
  for (std::size_t i = 0; const Card card : cards_of(play)) {
    ++i;
    if (position.is_over() || !position.is_legal(card))
      fail("play: card " + std::to_string(i) + ": " + to_string(card) + " cannot be played here");
    position.play(card);
  }
  std::vector<dd::CardTricks> found;
  if (!position.is_over()) {
    run({.work = [&](const std::stop_token& stop) {
      const Engine::Lent solver(engine);
      const std::stop_callback stops(stop, [&] { solver->stop(); });
      found = solver->cards(position);
    }});
  }
  std::vector<std::pair<std::string, int>> made;
  for (const dd::CardTricks& one : found) {
    made.emplace_back(to_string(one.card), one.tricks.lower);
    for (CardSet rest = one.equals; !rest.empty(); rest.erase(rest.highest()))
      made.emplace_back(to_string(rest.highest()), one.tricks.lower);
  }
  return made;
}

// The declarer's tricks before and after each card, and what each card cost its side.
py::tuple costs(Engine& engine, const std::string& deal, const std::string& trump, const std::string& leader,
                const std::vector<std::string>& play) {
  const Position start = position_of(deal, trump, leader);
  const std::vector<Card> cards = cards_of(play);
  const Seat declarer = next(start.turn(), 3);
  std::optional<Result<dd::Analysis>> found;
  run({.work = [&](const std::stop_token& stop) {
    const Engine::Lent solver(engine);
    const std::stop_callback stops(stop, [&] { solver->stop(); });
    found = dd::analyse(*solver, start, declarer, cards);
  }});
  if (!*found) fail("play: " + found->error().what);
  std::vector<int> each_cost;
  for (const dd::PlayedCard& one : (*found)->cards) each_cost.push_back(one.cost);
  return py::make_tuple((*found)->trace, each_cost);
}

Rows tables(Engine& engine, const py::array& deals, std::int64_t threads, const py::object& progress) {
  const Rows rows = rows_of(deals);
  const auto count = static_cast<std::size_t>(rows.shape(0));
  std::vector<Deal> dealt(count);
  for (std::size_t i = 0; i < count; ++i) {
    dealt[i] = deal_of(rows.data() + i * kDealCards);
    for (Seat seat : kAllSeats) {
      if (dealt[i][seat].empty() || dealt[i][seat].size() != dealt[i][Seat::north].size())
        fail("deals: row " + std::to_string(i) + ": expected equally many cards in each hand");
    }
  }
  Rows made(std::vector<py::ssize_t>{static_cast<py::ssize_t>(count), kSeats, kStrains});
  std::uint8_t* const out = made.mutable_data();
  const int workers = threads_of(threads);
  std::atomic<std::size_t> done = 0;
  const auto work = [&](const std::stop_token& stop) {
    std::vector<std::unique_ptr<Engine::Lent>> solvers;
    for (int i = 0; i < workers; ++i) solvers.push_back(std::make_unique<Engine::Lent>(engine));
    const std::stop_callback stops(stop, [&] {
      for (const auto& solver : solvers) (*solver)->stop();
    });
    each(count, workers, stop, [&](std::size_t item, int worker) {
      const auto table = (*solvers[static_cast<std::size_t>(worker)])->table(dealt[item]);
      if (!table) return;
      for (Seat seat : kAllSeats) {
        for (Strain strain : kAllStrains)
          out[item * kCells + static_cast<std::size_t>(index(seat) * kStrains + index(strain))] =
              static_cast<std::uint8_t>(table->at(strain, seat));
      }
      ++done;
    });
  };
  run({.work = work, .progress = progress, .share = [&] {
         return static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(count, 1));
       }});
  return made;
}

// Score for North-South and contracts, from a table.
std::pair<int, std::vector<std::string>> par(const py::array& table, const std::string& vulnerable,
                                             const std::string& dealer) {
  const auto cells = py::array_t<int, py::array::c_style | py::array::forcecast>(table);
  if (table.ndim() != 2 || table.shape(0) != kSeats || table.shape(1) != kStrains)
    fail("table: expected declarers N E S W by strains C D H S NT");
  const auto vulnerability = parse_vulnerability(vulnerable);
  if (!vulnerability) fail("vulnerable: expected None, NS, EW or All");
  const Seat first = seat_of_text("dealer", dealer);
  dd::Table made;
  for (Seat seat : kAllSeats) {
    for (Strain strain : kAllStrains) {
      const int tricks = cells.at(index(seat), index(strain));
      if (tricks < 0 || tricks > kRanks) fail("table: expected tricks from 0 to 13");
      made.tricks[strain][seat] = static_cast<std::uint8_t>(tricks);
    }
  }
  const dd::Par found = dd::par(made, *vulnerability, first);
  std::vector<std::string> contracts;
  for (const dd::ParContract& one : found.contracts) contracts.push_back(dd::to_string(one));
  return {found.score_ns, contracts};
}

std::vector<std::string> to_pbn(const py::array& deals) {
  const Rows rows = rows_of(deals);
  std::vector<std::string> made;
  for (py::ssize_t i = 0; i < rows.shape(0); ++i)
    made.push_back(to_string(deal_of(rows.data() + static_cast<std::size_t>(i) * kDealCards)));
  return made;
}

Rows from_pbn(const std::vector<std::string>& texts) {
  Rows made = make_rows(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto deal = parse_deal(texts[i]);
    if (!deal)
      fail("deal " + std::to_string(i) + ": " + deal.error().at({}, 1, deal.error().column).to_string());
    write_row(*deal, made.mutable_data() + i * kDealCards);
  }
  return made;
}

}  // namespace

void add_solver(py::module_& module) {
  module.def("solve", &solve, py::arg("engine"), py::arg("deal"), py::arg("trump"), py::arg("leader"),
             py::arg("play"));
  module.def("costs", &costs, py::arg("engine"), py::arg("deal"), py::arg("trump"), py::arg("leader"),
             py::arg("play"));
  module.def("tables", &tables, py::arg("engine"), py::arg("deals"), py::arg("threads"), py::arg("progress"));
  module.def("par", &par, py::arg("table"), py::arg("vulnerable"), py::arg("dealer"));
  module.def("to_pbn", &to_pbn, py::arg("deals"));
  module.def("from_pbn", &from_pbn, py::arg("texts"));
}

}  // namespace yomi::python
