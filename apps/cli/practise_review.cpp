#include "practise_review.h"

#include <fmt/format.h>

#include <sstream>

#include "yomi/dd/analysis.h"

namespace yomi::cli {
namespace {

int score_of(const web::BridgeGame& game) {
  const auto contract = game.contract();
  return contract ? score_ns(*contract, game.setup().vulnerability, game.tricks().value_or(0)) : 0;
}

dd::Par par_of(const web::BridgeGame& game, dd::Solver& solver) {
  const auto table = solver.table(game.setup().deal);
  return table ? dd::par(*table, game.setup().vulnerability, game.setup().dealer) : dd::Par{};
}

std::string result_words(const web::BridgeGame& game) {
  const auto contract = game.contract();
  if (!contract) return "Passed out";
  const int over = *game.tricks() - contract->tricks_needed();
  return fmt::format("{} by {}: {} tricks, {}", to_string(*contract), to_name(contract->declarer),
                     *game.tricks(),
                     over < 0    ? fmt::format("{} down", -over)
                     : over == 0 ? "just made"
                                 : fmt::format("{} over", over));
}

// What a robot would have called in the person's place.
void add_calls(std::vector<std::string>& lines, const web::BridgeGame& game, agent::Player& robot,
               Signs signs) {
  const web::BridgeSetup& setup = game.setup();
  agent::View view{.chair = *setup.person,
                   .hand = setup.deal[*setup.person],
                   .dealer = setup.dealer,
                   .vulnerability = setup.vulnerability};
  for (std::size_t i = 0; i < game.calls().size(); ++i) {
    const Call made = game.calls()[i].call;
    if (game.auction().caller(i) == *setup.person) {
      const auto advice = robot.call(view);
      if (advice && advice->call != made) {
        const auto words =
            wrapped(fmt::format("Your call {} ({}): a robot calls {}. {}", i + 1, call_text(made, signs),
                                call_text(advice->call, signs), advice->why),
                    kScreenColumns, "  ");
        lines.insert(lines.end(), words.begin(), words.end());
      }
    }
    view.calls.push_back({.call = made});
  }
}

void add_cards(std::vector<std::string>& lines, const web::BridgeGame& game, dd::Solver& solver,
               Signs signs) {
  const Contract contract = *game.contract();
  const Position start(game.setup().deal, contract.strain, contract.leader());
  const auto analysis = dd::analyse(solver, start, contract.declarer, game.cards());
  if (!analysis) return;
  std::string yours;
  std::string theirs;
  const bool plays_both = on(*game.setup().person, side_of(contract.declarer));
  for (std::size_t i = 0; i < analysis->cards.size(); ++i) {
    const dd::PlayedCard& one = analysis->cards[i];
    if (one.cost == 0) continue;
    const bool own =
        one.seat == *game.setup().person || (plays_both && on(one.seat, side_of(contract.declarer)));
    (own ? yours : theirs) +=
        fmt::format("{} {} in trick {} ({}),", own ? "" : fmt::format(" {}", to_name(one.seat)),
                    show(one.card, signs), i / kSeats + 1, -one.cost);
  }
  const auto add = [&](const std::string& head, std::string& list) {
    if (list.empty()) return;
    list.back() = '.';
    const auto words = wrapped(head + list, kScreenColumns, "  ");
    lines.insert(lines.end(), words.begin(), words.end());
  };
  lines.push_back(fmt::format("Double-dummy {} tricks from the start.", analysis->trace.front()));
  if (yours.empty() && !game.cards().empty()) lines.emplace_back("No card of yours cost a trick.");
  add("Your cards that cost tricks:", yours);
  add("Cards of the others that cost tricks:", theirs);
}

}  // namespace

std::string par_words(const dd::Par& par) {
  std::string text = fmt::format("Par: N-S {:+}", par.score_ns);
  for (const dd::ParContract& one : par.contracts) text += " " + dd::to_string(one);
  return text + ".";
}

std::vector<std::string> review_lines(const web::BridgeGame& game, dd::Solver& solver, agent::Player& robot,
                                      Signs signs) {
  std::vector<std::string> lines;
  const Position start(game.setup().deal, Strain::no_trump, Seat::north);
  std::istringstream hands(diagram(start, signs));
  for (std::string line; std::getline(hands, line);) lines.push_back(line);
  const dd::Par par = par_of(game, solver);
  const int points = score_of(game);
  const int against = on(*game.setup().person, Side::ns) ? points - par.score_ns : par.score_ns - points;
  const auto result = wrapped(fmt::format("{}. N-S {:+}. {} You: {:+} IMPs against par.", result_words(game),
                                          points, par_words(par), imps(against)));
  lines.insert(lines.end(), result.begin(), result.end());
  add_calls(lines, game, robot, signs);
  if (game.contract()) add_cards(lines, game, solver, signs);
  return lines;
}

Json review_json(const web::BridgeGame& game, dd::Solver& solver) {
  const auto contract = game.contract();
  Json made{{"board", game.setup().board},
            {"deal", to_string(game.setup().deal)},
            {"seat", to_string(*game.setup().person)},
            {"contract", contract ? to_string(*contract) : "Pass"},
            {"score", score_of(game)},
            {"par", par_of(game, solver).score_ns}};
  if (contract) {
    made["declarer"] = to_string(contract->declarer);
    made["tricks"] = *game.tricks();
  }
  return made;
}

}  // namespace yomi::cli
