// Texts of cards, hands, calls, contracts and auctions in one spelling, and scores.
#include <pybind11/stl.h>

#include "binding.h"
#include "yomi/bridge/auction.h"
#include "yomi/formats/hand_text.h"
#include "yomi/formats/text.h"

namespace yomi::python {
namespace {

template <class T>
T known(const std::optional<T>& parsed, const std::string& expected, const std::string& found) {
  if (!parsed) fail("expected " + expected + ", found " + text::quote(found));
  return *parsed;
}

std::string card(const std::string& text) {
  return to_string(known(parse_card(text), "a card like 'SA'", text));
}

std::string call(const std::string& text) {
  return to_string(known(parse_call(text), "a call like '1NT', 'Pass' or 'X'", text));
}

std::string seat(const std::string& text) {
  return {to_char(known(parse_seat(text), "a seat: N, E, S or W", text))};
}

std::string strain(const std::string& text) {
  return to_string(known(parse_strain(text), "a strain: C, D, H, S or NT", text));
}

std::string vulnerability(const std::string& text) {
  return to_string(known(parse_vulnerability(text), "a vulnerability: None, NS, EW or All", text));
}

// As written in a deal; any number of cards in plain notation, thirteen in the looser ones.
std::string hand(const std::string& text) {
  auto parsed = parse_hand(text);
  if (!parsed) parsed = parse_hand_text(text);
  Deal deal;
  deal[Seat::north] = value_of(std::move(parsed), "hand");
  const std::string written = to_string(deal);
  return written.substr(2, written.find(' ') - 2);
}

std::vector<std::string> calls(const std::string& text) {
  std::vector<std::string> made;
  for (Call one : value_of(parse_calls_text(text), "auction")) made.push_back(to_string(one));
  return made;
}

py::tuple contract(const std::string& text, const std::string& declarer) {
  const Seat by = known(parse_seat(declarer), "a seat: N, E, S or W", declarer);
  const Contract made = known(parse_contract(text, by), "a contract like '4SX'", text);
  return py::make_tuple(made.level, to_string(made.strain), static_cast<int>(made.doubling),
                        std::string{to_char(by)});
}

int score_of(const std::string& text, bool vulnerable, int tricks) {
  if (tricks < 0 || tricks > kRanks) fail("tricks: expected a number from 0 to 13");
  return score(known(parse_contract(text, Seat::north), "a contract like '4SX'", text), vulnerable, tricks);
}

py::dict auction(const std::string& dealer, const std::vector<std::string>& made) {
  Auction auction(known(parse_seat(dealer), "a seat: N, E, S or W", dealer));
  for (std::size_t i = 0; i < made.size(); ++i) {
    const auto one = parse_call(made[i]);
    const std::string place = "call " + std::to_string(i + 1) + ": ";
    if (!one) fail(place + "expected a call, found " + text::quote(made[i]));
    if (auction.is_over() || !auction.add(*one)) fail(place + to_string(*one) + " is not legal here");
  }
  py::dict state;
  std::vector<std::string> normal;
  for (Call one : auction.calls()) normal.push_back(to_string(one));
  state["calls"] = normal;
  state["turn"] = std::string{to_char(auction.turn())};
  state["over"] = auction.is_over();
  std::vector<std::string> legal;
  if (!auction.is_over()) {
    for (Call one : auction.legal_calls()) legal.push_back(to_string(one));
  }
  state["legal"] = legal;
  state["contract"] = py::none();
  if (const auto reached = auction.contract())
    state["contract"] = py::make_tuple(to_string(*reached), std::string{to_char(reached->declarer)});
  return state;
}

}  // namespace

void add_values(py::module_& module) {
  module.def("card", &card, py::arg("text"));
  module.def("call", &call, py::arg("text"));
  module.def("seat", &seat, py::arg("text"));
  module.def("strain", &strain, py::arg("text"));
  module.def("vulnerability", &vulnerability, py::arg("text"));
  module.def("hand", &hand, py::arg("text"));
  module.def("calls", &calls, py::arg("text"));
  module.def("contract", &contract, py::arg("text"), py::arg("declarer"));
  module.def("score", &score_of, py::arg("contract"), py::arg("vulnerable"), py::arg("tricks"));
  module.def(
      "imps", [](int points) { return imps(points); }, py::arg("points"));
  module.def(
      "matchpoints", [](const std::vector<int>& scores) { return matchpoints(scores); }, py::arg("scores"));
  module.def("auction", &auction, py::arg("dealer"), py::arg("calls"));
  module.def("version", [] { return YOMI_VERSION; });
}

}  // namespace yomi::python
