#include <fmt/core.h>

#include "solve/solve.h"
#include "yomi/formats/json.h"

namespace yomi::cli::solve {
namespace {

std::string_view side_name(Side side) {
  return side == Side::ns ? "North-South" : "East-West";
}

std::string count(int number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

std::string show_contract(const Contract& contract, Signs signs) {
  const auto trump = trump_suit(contract.strain);
  return fmt::format("{}{}{}", contract.level, trump ? show(*trump, signs) : "NT",
                     contract.doubling == Doubling::none ? ""
                     : contract.doubling == Doubling::x  ? "X"
                                                         : "XX");
}

// "4S X by South, 9 tricks, +730 for North-South. North-South vulnerable."
std::string record_line(const Task& task, Signs signs) {
  std::string out;
  if (task.contract && task.declarer) {
    out = fmt::format("{} by {}", show_contract(*task.contract, signs), to_name(*task.declarer));
    if (task.tricks) {
      const int over = *task.tricks - task.contract->tricks_needed();
      out += over == 0 ? ", made" : fmt::format(", {:+}", over);
      if (task.vulnerability)
        out += fmt::format(", {:+} for North-South",
                           score_ns(*task.contract, *task.vulnerability, *task.tricks));
    }
    out += ". ";
  }
  if (task.vulnerability) out += fmt::format("Vulnerable: {}. ", to_string(*task.vulnerability));
  if (out.empty()) return out;
  out.back() = '\n';
  return out;
}

// "Clubs, West leads: South takes 13 tricks of 13."
std::string headline(const Task& task, const Answer& answer) {
  const Position& position = *task.position;
  if (position.is_over()) {
    return fmt::format("{}, all cards are played: NS {}, EW {}.\n", strain_name(position.strain()),
                       position.tricks(Side::ns), position.tricks(Side::ew));
  }
  std::string out = fmt::format("{}, {} {}", strain_name(position.strain()), to_name(position.turn()),
                                position.table().empty() ? "leads" : "plays");
  if (!answer.best) return out + ".\n";
  const Side side = task.need       ? task.need->side
                    : task.declarer ? side_of(*task.declarer)
                                    : side_of(position.turn());
  const int rest = (*answer.best)[side];
  const int won = position.tricks(side);
  const bool one = task.declarer && side_of(*task.declarer) == side;
  out += fmt::format(": {} {} {} of {}", one ? to_name(*task.declarer) : side_name(side),
                     one ? "takes" : "take", count(won + rest, "trick"), task.start->tricks_left());
  const int gone = position.tricks(Side::ns) + position.tricks(Side::ew);
  if (gone > 0) out += fmt::format(" ({} won, {} of {} to come)", won, rest, position.tricks_left());
  return out + ".\n";
}

std::string contract_line(const Task& task, const Answer& answer, Signs signs) {
  if (!task.contract || !task.declarer || !answer.best || !task.deal.is_full()) return "";
  const Side side = side_of(*task.declarer);
  const int tricks = task.position->tricks(side) + (*answer.best)[side];
  const int over = tricks - task.contract->tricks_needed();
  const std::string result = over == 0  ? "makes"
                             : over > 0 ? fmt::format("makes with {}", count(over, "overtrick"))
                                        : fmt::format("goes down {}", -over);
  return fmt::format("{} by {} {}.\n", show_contract(*task.contract, signs), to_name(*task.declarer), result);
}

std::string need_line(const Task& task, const Answer& answer, Signs signs) {
  const problem::Need need = *task.need;
  std::string out = fmt::format("{} {} take {}", side_name(need.side), *answer.need->can ? "can" : "cannot",
                                count(need.tricks, "trick"));
  if (answer.need->proof && !answer.line) {
    const bool own = on(task.position->turn(), need.side);
    out +=
        fmt::format("{} {}", own ? ", beginning with" : "; the defence is", show(*answer.need->proof, signs));
  }
  return out + ".\n";
}

std::string cards_lines(const Task& task, const Answer& answer, Signs signs) {
  std::string out = fmt::format("Each card of {} and the tricks of {} from here:\n",
                                to_name(task.position->turn()), side_name(side_of(task.position->turn())));
  for (int tricks = kRanks; tricks >= 0; --tricks) {
    CardSet cards;
    for (const auto& card : answer.cards) {
      if (card.tricks.lower == tricks) cards |= card.equals | CardSet::of(card.card);
    }
    if (cards.empty()) continue;
    out += fmt::format("{:4}", tricks);
    for (Suit suit : kSuitsFromSpades) {
      if (cards.length(suit) == 0) continue;
      out += "  " + show(suit, signs);
      for (char rank : ranks_to_string(cards, suit)) out += fmt::format(" {}", rank);
    }
    out += "\n";
  }
  return out;
}

std::string table_lines(const dd::Table& table, Signs signs) {
  std::string out = "Tricks by declarer:\n         ";
  for (Strain strain : kStrainsFromNoTrump) {
    const auto trump = trump_suit(strain);
    out += trump ? "   " + show(*trump, signs) : "  NT";
  }
  out += "\n";
  for (Seat seat : {Seat::north, Seat::south, Seat::east, Seat::west}) {
    out += fmt::format("  {:7}", to_name(seat));
    for (Strain strain : kStrainsFromNoTrump) out += fmt::format("{:4}", table.at(strain, seat));
    out += "\n";
  }
  return out;
}

std::string par_line(const Task& task, const dd::Par& par) {
  std::string contracts;
  for (const auto& contract : par.contracts)
    contracts += (contracts.empty() ? "" : ", ") + dd::to_string(contract);
  return fmt::format("Par ({} deals, {} vulnerable): {} for North-South{}\n",
                     to_name(task.dealer.value_or(Seat::north)),
                     to_string(task.vulnerability.value_or(Vulnerability::none)), par.score_ns,
                     contracts.empty() ? ", passed out" : ": " + contracts);
}

std::string analysis_lines(const Task& task, const dd::Analysis& analysis, Signs signs) {
  std::string out = fmt::format("Tricks of {} with best play: {} before the first card, {} after the last.\n",
                                to_name(task.declarer.value_or(Seat::south)), analysis.trace.front(),
                                analysis.trace.back());
  out += tricks_in_rows(*task.start, task.played, signs);
  Position position = *task.start;
  std::string costs;
  for (const auto& card : analysis.cards) {
    const int trick = position.tricks(Side::ns) + position.tricks(Side::ew) + 1;
    if (card.cost > 0) {
      costs += fmt::format("  trick {}: {} {} cost {}\n", trick, to_name(card.seat), show(card.card, signs),
                           count(card.cost, "trick"));
    }
    position.play(card.card);
  }
  return out + (costs.empty() ? "No card cost a trick.\n" : "Cards that cost:\n" + costs);
}

Json list_of(const std::vector<Card>& cards) {
  auto list = Json::array();
  for (Card card : cards) list.push_back(to_string(card));
  return list;
}

}  // namespace

std::string to_text(const Task& task, const Answer& answer, const SolveOptions& options) {
  const Signs signs{.ascii = options.ascii};
  std::string out;
  if (task.file != "--deal") {
    if (options.files.size() > 1) out += task.file + "  ";
    out += fmt::format("Board {}{}{}\n\n", task.board, task.title.empty() ? "" : "  ", task.title);
  }
  // The position that the answer is about, which may be the whole deal.
  const bool of_position = task.position && (answer.best || answer.need) && !answer.analysis;
  const Position shown = of_position  ? *task.position
                         : task.start ? *task.start
                                      : Position(task.deal, Strain::no_trump, Seat::north);
  out += diagram(shown, signs);
  const auto part = [&out](const std::string& text) {
    if (!text.empty()) out += "\n" + text;
  };
  std::string verdict = record_line(task, signs);
  if (task.start && !answer.best)
    verdict +=
        fmt::format("{}, {} leads.\n", strain_name(task.start->strain()), to_name(task.start->leader()));
  if (answer.best) verdict += headline(task, answer) + contract_line(task, answer, signs);
  if (answer.need) verdict += need_line(task, answer, signs);
  for (const std::string& note : task.notes) verdict += note + "\n";
  part(verdict);
  if (!answer.cards.empty()) part(cards_lines(task, answer, signs));
  if (answer.line && !answer.line->empty()) {
    part("A best line of play:\n" + tricks_in_rows(*task.position, *answer.line, signs));
  }
  if (answer.analysis) part(analysis_lines(task, *answer.analysis, signs));
  if (answer.table) {
    part(table_lines(*answer.table, signs) + (answer.par ? par_line(task, *answer.par) : ""));
  }
  return out;
}

namespace {

void add_position(Json& json, const Task& task) {
  json["trump"] = to_string(task.start->strain());
  json["leader"] = to_string(task.start->leader());
  // Up to the position that the answer is about.
  const auto before =
      static_cast<std::size_t>(task.start->hands().all().size() - task.position->hands().all().size());
  json["played"] = list_of({task.played.begin(), task.played.begin() + static_cast<std::ptrdiff_t>(before)});
  json["turn"] = to_string(task.position->turn());
  json["won"] = {{"NS", task.position->tricks(Side::ns)}, {"EW", task.position->tricks(Side::ew)}};
}

// Best first, cards of equal tricks from the highest down.
Json cards_json(const Answer& answer) {
  auto list = Json::array();
  for (int tricks = kRanks; tricks >= 0; --tricks) {
    CardSet cards;
    for (const auto& card : answer.cards) {
      if (card.tricks.lower == tricks) cards |= card.equals | CardSet::of(card.card);
    }
    while (!cards.empty()) {
      list.push_back({{"card", to_string(cards.highest())}, {"tricks", tricks}});
      cards.erase(cards.highest());
    }
  }
  return list;
}

Json table_json(const dd::Table& table) {
  Json json;
  for (Seat seat : kAllSeats) {
    auto& row = json[to_string(seat)];
    for (Strain strain : kAllStrains) row[to_string(strain)] = table.at(strain, seat);
  }
  return json;
}

Json analysis_json(const Task& task, const dd::Analysis& analysis) {
  auto cards = Json::array();
  for (const auto& card : analysis.cards) {
    cards.push_back({{"card", to_string(card.card)}, {"seat", to_string(card.seat)}, {"cost", card.cost}});
  }
  return {{"declarer", to_string(task.declarer.value_or(Seat::south))},
          {"trace", analysis.trace},
          {"cards", cards}};
}

}  // namespace

std::string to_json(const Task& task, const Answer& answer, const SolveOptions&) {
  Json json;
  json["file"] = task.file;
  json["board"] = task.board;
  if (!task.errors.empty()) {
    const Error& error = task.errors.front();
    json["error"] = error.what;
    if (error.line > 0) json["line_number"] = error.line;
    if (error.column > 0) json["column"] = error.column;
    return json.dump(Json::Keys::as_added) + "\n";
  }
  if (!task.title.empty()) json["title"] = task.title;
  json["deal"] = to_string(task.deal);
  if (task.dealer) json["dealer"] = to_string(*task.dealer);
  if (task.vulnerability) json["vulnerable"] = to_string(*task.vulnerability);
  if (task.contract && task.declarer) {
    json["contract"] = to_string(*task.contract);
    json["declarer"] = to_string(*task.declarer);
    if (task.tricks) json["result"] = *task.tricks;
  }
  if (task.start) add_position(json, task);
  if (answer.best) json["best"] = {{"NS", (*answer.best)[0]}, {"EW", (*answer.best)[1]}};
  if (answer.need) {
    Json need = {
        {"side", to_name(task.need->side)}, {"tricks", task.need->tricks}, {"can", *answer.need->can}};
    if (answer.need->proof) need["card"] = to_string(*answer.need->proof);
    json["need"] = need;
  }
  if (!answer.cards.empty()) json["cards"] = cards_json(answer);
  if (answer.line) json["line"] = list_of(*answer.line);
  if (answer.table) json["tricks"] = table_json(*answer.table);
  if (answer.par) {
    auto contracts = Json::array();
    for (const auto& contract : answer.par->contracts) contracts.push_back(dd::to_string(contract));
    json["par"] = {{"score", answer.par->score_ns}, {"contracts", contracts}};
  }
  if (answer.analysis) json["analysis"] = analysis_json(task, *answer.analysis);
  return json.dump(Json::Keys::as_added) + "\n";
}

}  // namespace yomi::cli::solve
