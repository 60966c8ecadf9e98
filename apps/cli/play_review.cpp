#include "play_review.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "diagram.h"
#include "interrupt.h"
#include "play_options.h"
#include "yomi/agent/reasons.h"
#include "yomi/formats/json.h"

namespace yomi::cli {
namespace {

// How one side's cards compare with the engine's.
struct Account {
  int choices = 0;
  int same = 0;
  double cost = 0;
};

const play::CardValue* value_of(const play::Advice& advice, Card card) {
  const auto found = std::find_if(advice.cards.begin(), advice.cards.end(),
                                  [&](const play::CardValue& one) { return one.card == card; });
  return found == advice.cards.end() ? nullptr : &*found;
}

// The card played and one of each other group of equivalent cards; there is nothing to say about a choice
// within a group.
CardSet different_cards(const play::Decision& decision, Card played) {
  CardSet made;
  for (CardSet group : play::equivalent_groups(decision.hand, decision.legal, decision.seen.played()))
    made.insert(group.contains(played) ? played : group.lowest());
  return made;
}

// Points that the card played gives away by the engine's values. Never below 0, since the engine may prefer a
// card for reasons that its values do not show; 0 for a card that is not significantly behind, and for one
// that keeps a certain rest certain.
double cost_of(const play::Decision& decision, const play::Advice& advice, Card played) {
  constexpr double kChance = 2;  // standard errors
  const play::CardValue* best = value_of(advice, advice.card);
  const play::CardValue* found = value_of(advice, played);
  if (best == nullptr || found == nullptr) return 0;
  if (best->pimc <= found->pimc && play::certain_rest(decision)) return 0;
  const double behind = best->value - found->value;
  return behind > kChance * found->error ? std::max(0.0, behind) : 0;
}

// The engine's choice between the card played and the best others by double-dummy values.
play::Advice advise(ReviewPlayers& players, const play::Decision& decision, Card played,
                    const std::stop_token& stop) {
  const int compared = decision.hand.size() >= 12 ? 3 : 4;  // long hands take the most time
  CardSet cards = different_cards(decision, played);
  if (players.first_look && cards.size() > compared) {
    CardSet best = CardSet::of(played);
    for (const play::CardValue& one : players.first_look->choose(decision, cards, stop).cards) {
      if (best.size() < compared) best.insert(one.card);
    }
    cards = best;
  }
  return players.engine.choose(decision, cards, stop);
}

void print_card(const play::Decision& decision, Card played, const play::Advice& advice, const Signs& signs) {
  const std::size_t number = decision.seen.play.size();
  fmt::print("{:>5}  {:<5}  {:<4}", number % 4 == 0 ? std::to_string(number / 4 + 1) : "",
             to_name(decision.turn), show(played, signs));
  if (decision.legal.size() == 1) {
    fmt::print("  the only card\n");
    return;
  }
  if (played == advice.card) {
    fmt::print("  {}\n", advice.cards.size() == 1 ? "all cards are equal" : "the engine's card");
    return;
  }
  const double cost = cost_of(decision, advice, played);
  if (cost == 0)
    fmt::print("  the engine plays {}, worth no more\n", show(advice.card, signs));
  else
    fmt::print("  {} is worth {:.1f} more ({:.1f} against {:.1f})\n", show(advice.card, signs), cost,
               value_of(advice, advice.card)->value, value_of(advice, played)->value);
}

void print_card_json(const play::Decision& decision, Card played, const play::Advice& advice,
                     const PlayFlags& flags) {
  const std::size_t number = decision.seen.play.size();
  Json row = agent::to_json(decision, advice, flags.settings().engine, flags.seed);
  row["number"] = number + 1;
  row["trick"] = number / 4 + 1;
  row["played"] = to_string(played);
  row["forced"] = decision.legal.size() == 1;
  row["cost"] = cost_of(decision, advice, played);
  fmt::print("{}\n", row.dump());
}

// A choice by 40 deals in place of 160 loses 0.005 IMPs (notebook/2026-11-card-play.md), and a whole board
// takes a third of the time.
play::Settings for_comments(play::Settings settings) {
  if (settings.deals == 0 && settings.engine == play::Engine::reader) settings.deals = 48;
  return settings;
}

}  // namespace

ReviewPlayers::ReviewPlayers(const play::Settings& settings, const play::Carding& carding)
    : engine(for_comments(settings), carding) {
  if (settings.engine != play::Engine::reader || settings.time) return;
  play::Settings first = for_comments(settings);
  first.engine = play::Engine::pimc;
  first_look.emplace(first, carding);
}

bool review_board(const ReadBoard& read, const std::string& file, ReviewPlayers& players,
                  const play::CallReader* calls, const PlayFlags& flags, const ReviewStyle& style,
                  Complaints& complaints, const std::stop_token& stop) {
  const auto fail = [&](const std::string& what) {
    complaints.say(what);
    return false;
  };
  if (!read.ok()) return fail(read.errors.front().to_string());
  const std::vector<Card>& cards = read.board.play;
  if (cards.empty()) return fail(read.error("expected a play to comment on, found none", file).to_string());
  const auto context = play::context_of(read.board, calls);
  if (!context) return fail(read.error(context.error(), file).to_string());
  const Signs signs{.ascii = style.ascii};
  std::array<Account, 2> accounts{};
  bool claimed = false;
  for (std::size_t number = 0; number < cards.size() && !Interrupt::requested(); ++number) {
    const auto decision = play::look(*context, read.board, number);
    if (!decision) return fail(read.error(decision.error(), file).to_string());
    const Card played = cards[number];
    if (!decision->legal.contains(played)) {
      return fail(read.error(fmt::format("card {}: {} cannot play {} here", number + 1,
                                         to_name(decision->turn), to_string(played)),
                             file)
                      .to_string());
    }
    if (number == 0 && !style.json_output) {
      const Contract& contract = decision->context.contract;
      fmt::print("{} by {}. Values by {}, points for the side to play.\n\ntrick  hand   card\n",
                 to_string(contract), to_name(contract.declarer), flags.engine);
    }
    const play::Advice advice = advise(players, *decision, played, stop);
    if (stop.stop_requested()) break;
    if (decision->legal.size() > 1) {
      Account& account = accounts[on(decision->turn, side_of(decision->context.contract.declarer)) ? 0 : 1];
      ++account.choices;
      account.same += played == advice.card ? 1 : 0;
      account.cost += cost_of(*decision, advice, played);
    }
    if (style.json_output) {
      print_card_json(*decision, played, advice, flags);
      continue;
    }
    if (const auto claim = play::certain_rest(*decision); claim && !claimed) {
      claimed = true;
      fmt::print("       {}.\n", agent::in_words(*decision, *claim));
    }
    print_card(*decision, played, advice, signs);
  }
  if (!style.json_output) {
    for (std::size_t side = 0; side < 2; ++side) {
      const Account& account = accounts[side];
      fmt::print("{}{}: {} choices, {} like the engine's, {:.1f} points given away\n", side == 0 ? "\n" : "",
                 side == 0 ? "Declarer" : "Defence", account.choices, account.same, account.cost);
    }
  }
  return true;
}

}  // namespace yomi::cli
