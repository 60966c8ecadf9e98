// The solver as a WebAssembly module: text in, text out, one thread.
//
// JavaScript writes a question into the buffer of yomi_input() and calls yomi_answer(): lines, the first the
// name of the question, the others its arguments. The answer is a text in a buffer of the module, valid until
// the next question; one that begins with '!' is an error in words.
//
//   table DEAL                        20 numbers: declarers N E S W by strains C D H S NT
//   solve DEAL TRUMP LEADER PLAY      "SA 3" a line, best card first, equal cards each by itself
//   costs DEAL TRUMP LEADER PLAY      a number a card
//   par TABLE VULNERABLE DEALER       the score, then a contract a line
#include "solver.h"

#include <array>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "yomi/bridge/contract.h"
#include "yomi/dd/analysis.h"
#include "yomi/dd/par.h"

namespace yomi::wasm {
namespace {

using Lines = std::span<const std::string_view>;

std::vector<std::string_view> split(std::string_view text, char sign) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(sign);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Result<Position> position_of(Lines arguments) {
  const auto deal = parse_deal(arguments[0]);
  if (!deal) return Error{"deal: " + deal.error().to_string()};
  const auto strain = parse_strain(arguments[1]);
  if (!strain) return Error{"trump: expected C, D, H, S or NT"};
  const auto leader = parse_seat(arguments[2]);
  if (!leader) return Error{"leader: expected N, E, S or W"};
  auto position = make_position(*deal, *strain, *leader);
  if (!position) return Error{"deal: " + position.error().what};
  return position;
}

Result<std::vector<Card>> cards_of(std::string_view text) {
  std::vector<Card> cards;
  if (text.empty()) return cards;
  for (std::string_view word : split(text, ' ')) {
    const auto card = parse_card(word);
    if (!card) return Error{"play: card " + std::to_string(cards.size() + 1) + ": expected a card like SA"};
    cards.push_back(*card);
  }
  return cards;
}

Result<std::string> table(dd::Solver& solver, Lines arguments) {
  const auto deal = parse_deal(arguments[0]);
  if (!deal) return Error{"deal: " + deal.error().to_string()};
  for (Seat seat : kAllSeats) {
    if ((*deal)[seat].empty() || (*deal)[seat].size() != (*deal)[Seat::north].size())
      return Error{"deal: expected equally many cards in each hand"};
  }
  const auto made = solver.table(*deal);
  if (!made) return Error{"stopped"};
  std::string text;
  for (Seat seat : kAllSeats) {
    for (Strain strain : kAllStrains) text += std::to_string(made->at(strain, seat)) + ' ';
  }
  return text;
}

Result<std::string> solve(dd::Solver& solver, Lines arguments) {
  auto position = position_of(arguments);
  if (!position) return position.error();
  const auto play = cards_of(arguments[3]);
  if (!play) return play.error();
  for (std::size_t i = 0; i < play->size(); ++i) {
    const Card card = (*play)[i];
    if (position->is_over() || !position->is_legal(card))
      return Error{"play: card " + std::to_string(i + 1) + ": " + to_string(card) + " cannot be played here"};
    position->play(card);
  }
  std::string text;
  if (position->is_over()) return text;
  for (const dd::CardTricks& one : solver.cards(*position)) {
    CardSet cards = one.equals | CardSet::of(one.card);
    for (; !cards.empty(); cards.erase(cards.highest()))
      text += to_string(cards.highest()) + ' ' + std::to_string(one.tricks.lower) + '\n';
  }
  return text;
}

Result<std::string> costs(dd::Solver& solver, Lines arguments) {
  const auto position = position_of(arguments);
  if (!position) return position.error();
  const auto play = cards_of(arguments[3]);
  if (!play) return play.error();
  const auto found = dd::analyse(solver, *position, next(position->turn(), 3), *play);
  if (!found) return Error{"play: " + found.error().what};
  std::string text;
  for (const dd::PlayedCard& one : found->cards) text += std::to_string(one.cost) + ' ';
  return text;
}

Result<std::string> par(dd::Solver&, Lines arguments) {
  dd::Table table;
  const auto cells = split(arguments[0], ' ');
  if (cells.size() != std::size_t{kSeats} * kStrains) return Error{"table: expected 20 numbers"};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const int tricks =
        cells[i].size() == 1 || cells[i].size() == 2 ? std::atoi(std::string(cells[i]).c_str()) : -1;
    if (tricks < 0 || tricks > kRanks) return Error{"table: expected tricks from 0 to 13"};
    table.tricks[strain_at(static_cast<int>(i) % kStrains)][seat_at(static_cast<int>(i) / kStrains)] =
        static_cast<std::uint8_t>(tricks);
  }
  const auto vulnerability = parse_vulnerability(arguments[1]);
  if (!vulnerability) return Error{"vulnerable: expected None, NS, EW or All"};
  const auto dealer = parse_seat(arguments[2]);
  if (!dealer) return Error{"dealer: expected N, E, S or W"};
  const dd::Par found = dd::par(table, *vulnerability, *dealer);
  std::string text = std::to_string(found.score_ns);
  for (const dd::ParContract& one : found.contracts) text += '\n' + dd::to_string(one);
  return text;
}

struct Question {
  std::string_view name;
  std::size_t arguments;
  Result<std::string> (*answer)(dd::Solver&, Lines);
};
constexpr std::array<Question, 4> kQuestions = {
    {{"table", 1, table}, {"solve", 4, solve}, {"costs", 4, costs}, {"par", 3, par}}};

}  // namespace

Result<std::string> answer(dd::Solver& solver, std::string_view question) {
  const auto lines = split(question, '\n');
  for (const Question& one : kQuestions) {
    if (one.name != lines[0]) continue;
    if (lines.size() != one.arguments + 1)
      return Error{"expected " + std::to_string(one.arguments) + " lines of arguments"};
    return one.answer(solver, Lines(lines).subspan(1));
  }
  return Error{"unknown question"};
}

}  // namespace yomi::wasm
