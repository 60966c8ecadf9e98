#include "yomi/lab/problems.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "problem_table.h"
#include "problem_theme.h"
#include "yomi/dd/solver.h"

namespace yomi::lab {
namespace {

// Smaller than usual: a hard ending costs more than it is worth here.
constexpr std::size_t kMostFromChair = 20;  // layouts
constexpr EndingLimits kLimits{.rounds = 60, .positions = 30'000, .steps = 100'000};

// Tricks of the chair's side, by legal card, in each layout that the chair can think of.
std::vector<std::vector<int>> double_dummy_rows(const Problem& problem, const std::vector<Card>& cards) {
  dd::Solver solver({.memory_bytes = std::size_t{1} << 20});
  std::vector<std::vector<int>> rows;
  const Seat chair = problem.decision.seen.chair;
  const DealtEnding& ending = problem.ending;
  for (std::size_t l = 0; l < ending.deals.size(); ++l) {
    if (ending.deals[l][chair] != ending.deals[ending.truth][chair]) continue;
    std::vector<int>& row = rows.emplace_back(cards.size(), 0);
    for (const dd::CardTricks& one : solver.cards(ending.game.layouts[l])) {
      for (std::size_t c = 0; c < cards.size(); ++c) {
        if (one.card == cards[c] || one.equals.contains(cards[c])) row[c] = one.tricks.lower;
      }
    }
  }
  return rows;
}

// What declarer gets when the chair always plays `cards`.
std::optional<double> value_with(EndingGame& game, std::optional<Promise> promise) {
  game.promise = promise;
  const auto made = equilibrium(game, kLimits);
  game.promise.reset();
  if (!made || made->gap() > kRight / 10) return std::nullopt;
  return made->value();
}

// The losses of all cards; nothing when some value is not known or, with `clear`, neither right nor wrong.
std::optional<std::vector<double>> losses(EndingGame& game, const play::Decision& decision,
                                          const std::vector<Card>& cards, double share, bool clear) {
  const auto value = value_with(game, std::nullopt);
  if (!value) return std::nullopt;
  const double sign = on(decision.turn, side_of(game.declarer)) ? 1 : -1;
  std::vector<double> made;
  for (Card card : cards) {
    const auto bound = value_with(game, Promise{decision.hand, CardSet::of(card)});
    if (!bound) return std::nullopt;
    made.push_back(sign * (*value - *bound) / share);
    if (clear && made.back() > kRight && made.back() < kWrong) return std::nullopt;
  }
  return made;
}

bool same_rows(const std::vector<std::vector<int>>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const std::vector<int>& row) {
    return std::all_of(row.begin(), row.end(), [&](int one) { return one == row.front(); });
  });
}

// Cards among which only what they tell can make a difference. Declarer: a run of touching cards with an
// honour. A defender: those that are as good as the best one in every layout.
CardSet equals_of(const Problem& problem, const std::vector<Card>& cards,
                  const std::vector<std::vector<int>>& rows) {
  const play::Decision& decision = problem.decision;
  if (decision.seen.chair == problem.ending.game.declarer) {
    CardSet gone = decision.seen.played();
    for (Card card : problem.ending.game.layouts[problem.ending.truth].table()) gone.erase(card);
    for (const CardSet& group : play::equivalent_groups(decision.hand, decision.legal, gone)) {
      if (group.size() > 1 && group.highest().rank() >= Rank::ten) return group;
    }
    return {};
  }
  std::size_t best = 0;
  for (std::size_t c = 1; c < cards.size(); ++c) {
    if (problem.figures[c].double_dummy > problem.figures[best].double_dummy) best = c;
  }
  CardSet made;
  for (std::size_t c = 0; c < cards.size(); ++c) {
    if (std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row[c] == row[best]; }))
      made.insert(cards[c]);
  }
  return made;
}

EndingSpec spec_for(Random& random) {
  EndingSpec spec;
  spec.cards = random.below(4) == 0 ? 4 : 3;
  spec.layouts = spec.cards == 4 ? 8 : 16;
  spec.on_table = random.below(5) < 2 ? 0 : 1 + static_cast<int>(random.below(3));
  spec.low_cards = 0.2 * random.below(5);
  return spec;
}

// Many layouts for the others, so that a card has something to tell.
EndingSpec spec_among_players(Random& random) {
  EndingSpec spec;
  spec.cards = 3 + static_cast<int>(random.below(2));
  spec.fewest = 20;
  spec.layouts = 200;
  spec.on_table = static_cast<int>(random.below(4));
  spec.low_cards = 0.2 * random.below(5);
  return spec;
}

// The game's own proof: cards that cost something against best play.
bool prove_by_game(Problem& made, const std::vector<Card>& cards, double share, bool declares) {
  EndingGame& game = made.ending.game;
  const auto lost = losses(game, made.decision, cards, share, true);
  if (!lost) return false;
  std::optional<std::vector<double>> seen;
  if (!declares) {
    game.defenders_see_all = true;
    seen = losses(game, made.decision, cards, share, false);
    game.defenders_see_all = false;
    if (!seen) return false;
  }
  for (std::size_t c = 0; c < cards.size(); ++c) {
    if ((*lost)[c] <= kRight) made.answers.insert(cards[c]);
    made.figures[c].loss = (*lost)[c];
    if (seen) made.figures[c].loss_seen = (*seen)[c];
  }
  return !made.answers.empty() && made.answers != made.decision.legal;
}

// The best double-dummy mean of the cards in `among`.
double best_double_dummy(const Problem& problem, CardSet among) {
  double best = std::numeric_limits<double>::lowest();
  for (const CardFigures& one : problem.figures) {
    if (among.contains(one.card)) best = std::max(best, one.double_dummy);
  }
  return best;
}

bool is_hard(const Problem& problem) {
  const CardSet wrong = problem.decision.legal - problem.answers;
  return best_double_dummy(problem, wrong) >= best_double_dummy(problem, problem.answers) - kRight;
}

// The cards that gain most among ordinary players; false when it is not clear which.
bool prove_among_players(Problem& made, const std::vector<Card>& cards, const Plan& plain) {
  const auto tricks = tricks_among(made, cards, {plain, plain, plain});
  const double best = *std::max_element(tricks.begin(), tricks.end());
  const double least = *std::min_element(tricks.begin(), tricks.end());
  if (best - least < kWrong) return false;
  CardSet answers;
  for (std::size_t c = 0; c < cards.size(); ++c) {
    made.figures[c].among_players = tricks[c];
    if (tricks[c] >= best - kRight)
      answers.insert(cards[c]);
    else if (tricks[c] > best - kWrong)
      return false;
  }
  made.answers = answers;
  return true;
}

}  // namespace

std::optional<Problem> try_problem(Random& random, const ProblemSpec& spec) {
  const auto is_wanted = [&](Theme theme) { return spec.themes[static_cast<std::size_t>(theme)]; };
  const bool players = is_wanted(Theme::touching_cards) || is_wanted(Theme::falsecards) ||
                       is_wanted(Theme::do_not_mislead_partner);
  const bool games = std::any_of(spec.themes.begin() + 2, spec.themes.end(), std::identity{});
  const bool about_players = players && (!games || random.below(2) == 0);
  auto ending = try_ending(random, about_players || spec.hard ? spec_among_players(random) : spec_for(random),
                           spec.from);
  if (!ending) return std::nullopt;
  Problem made;
  made.ending = std::move(*ending);
  made.decision = play::look(made.ending.context, made.ending.deals[made.ending.truth], made.ending.before);
  const play::Decision& decision = made.decision;
  if (decision.turn != decision.seen.chair || decision.legal.size() < 2) return std::nullopt;

  std::vector<Card> cards;
  for (Card card : decision.legal) cards.push_back(card);
  const CardSet own = made.ending.deals[made.ending.truth][decision.seen.chair];
  made.layouts = static_cast<std::size_t>(
      std::count_if(made.ending.deals.begin(), made.ending.deals.end(),
                    [&](const Deal& deal) { return deal[decision.seen.chair] == own; }));
  if (made.layouts < 2 || made.layouts > kMostFromChair) return std::nullopt;
  const auto rows = double_dummy_rows(made, cards);
  for (std::size_t c = 0; c < cards.size(); ++c) {
    CardFigures& one = made.figures.emplace_back();
    one.card = cards[c];
    for (const auto& row : rows) one.double_dummy += row[c] / static_cast<double>(rows.size());
  }
  const bool declares = decision.seen.chair == made.ending.game.declarer;
  std::optional<Theme> theme;
  if (about_players) {
    if (declares ? !is_wanted(Theme::touching_cards)
                 : !is_wanted(Theme::do_not_mislead_partner) && !is_wanted(Theme::falsecards))
      return std::nullopt;
    made.candidates = equals_of(made, cards, rows);
    if (made.candidates.size() < 2) return std::nullopt;
    std::erase_if(made.figures, [&](const CardFigures& one) { return !made.candidates.contains(one.card); });
    std::erase_if(cards, [&](Card card) { return !made.candidates.contains(card); });
    const Plan plain = ordinary_plan(made.ending);
    if (!prove_among_players(made, cards, plain)) return std::nullopt;
    theme = deception_theme(made, cards, plain);
  } else if (spec.hard) {
    const Plan plain = ordinary_plan(made.ending);
    if (!prove_among_players(made, cards, plain) || !is_hard(made)) return std::nullopt;
    theme = theme_of(made, cards);
  } else if (!same_rows(rows)) {
    const double share = static_cast<double>(rows.size()) / static_cast<double>(made.ending.deals.size());
    if (!prove_by_game(made, cards, share, declares)) return std::nullopt;
    theme = theme_of(made, cards);
    made.value = value_with(made.ending.game, std::nullopt);
  }
  if (!theme || !is_wanted(*theme)) return std::nullopt;
  made.theme = *theme;
  std::stable_sort(made.figures.begin(), made.figures.end(), [&](const CardFigures& a, const CardFigures& b) {
    const bool a_right = made.answers.contains(a.card);
    const bool b_right = made.answers.contains(b.card);
    return a_right != b_right ? a_right : a.loss < b.loss;
  });
  return made;
}

namespace {

std::string play_section(const Contract& contract, const std::vector<Card>& play) {
  std::string made = fmt::format("[Play \"{}\"]\n", to_char(contract.leader()));
  play::Course course(contract);
  for (std::size_t from = 0; from < play.size(); from += 4) {
    std::array<std::string, 4> row;
    row.fill("-");
    for (std::size_t i = from; i < std::min(from + 4, play.size()); ++i) {
      row[static_cast<std::size_t>(distance(contract.leader(), course.turn()))] = to_string(play[i]);
      course.add(play[i]);
    }
    made += fmt::format("{} {} {} {}\n", row[0], row[1], row[2], row[3]);
  }
  return made + "*\n";
}

std::string auction_section(const DealtEnding& ending) {
  const Contract& contract = ending.context.contract;
  const Deal& deal = ending.deals[ending.truth];
  std::string calls;
  std::string notes;
  int number = 0;
  for (int i = 0; i < 4; ++i) {
    const Seat seat = next(contract.declarer, i);
    calls += i == 0 ? to_string(Call::bid(contract.level, contract.strain)) : " Pass";
    if (std::find(ending.shapes_known.begin(), ending.shapes_known.end(), seat) == ending.shapes_known.end())
      continue;
    ++number;
    calls += fmt::format(" ={}=", number);
    notes += fmt::format("[Note \"{}:{}\"]\n", number, shape_note(deal[seat]));
  }
  return fmt::format("[Auction \"{}\"]\n{}\n{}", to_char(contract.declarer), calls, notes);
}

}  // namespace

std::string to_pbn(const Problem& problem, int number) {
  const DealtEnding& ending = problem.ending;
  const Contract& contract = ending.context.contract;
  std::string answers;
  for (Card card : problem.answers) answers += (answers.empty() ? "" : ",") + to_string(card);
  std::string proof = fmt::format("{} layouts, {} from {}; ", ending.deals.size(), problem.layouts,
                                  to_name(problem.decision.seen.chair));
  proof += problem.value ? fmt::format("value {:.4f} tricks for declarer; tricks lost by always playing",
                                       *problem.value)
                         : "mean tricks among ordinary players";
  for (const CardFigures& one : problem.figures) {
    proof += fmt::format(" {} {:.3f}", to_string(one.card), one.among_players.value_or(std::abs(one.loss)));
    if (one.loss_seen) proof += fmt::format(" ({:.3f} if both defenders saw all)", std::abs(*one.loss_seen));
    proof += fmt::format(" [double dummy {:.3f}]", one.double_dummy);
    proof += &one == &problem.figures.back() ? "" : ",";
  }
  std::string candidates;
  if (!problem.candidates.empty() && problem.candidates != problem.decision.legal) {
    for (Card card : problem.candidates) candidates += (candidates.empty() ? "" : " ") + to_string(card);
    candidates = fmt::format("[Candidates \"{}\"]\n", candidates);
  }
  std::string made;
  made += fmt::format("[Event \"yomi: {} {}\"]\n", to_string(problem.theme), number);
  made += fmt::format("[Board \"{}\"]\n[Dealer \"{}\"]\n[Vulnerable \"None\"]\n", number,
                      to_char(contract.declarer));
  made += fmt::format("[Deal \"{}\"]\n", to_string(ending.deals[ending.truth]));
  made +=
      fmt::format("[Declarer \"{}\"]\n[Contract \"{}\"]\n", to_char(contract.declarer), to_string(contract));
  made += fmt::format("[Theme \"{}\"]\n[Answer \"{}\"]\n{}[Signals \"none\"]\n[Proof \"{}\"]\n",
                      to_string(problem.theme), answers, candidates, proof);
  return made + auction_section(ending) + play_section(contract, ending.before);
}

}  // namespace yomi::lab
