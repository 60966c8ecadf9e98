#include "yomi/agent/reasons.h"

#include <fmt/format.h>

#include "yomi/play/explain.h"

namespace yomi::agent {

using bidding::AuctionState;
using bidding::RuleMatch;

Json to_json(const AuctionState& state, const RuleMatch& match) {
  const bool by_line = match.line != RuleMatch::kNoLine;
  Json out = {{"call", to_string(match.call)},
              {"why", bidding::in_words(state, match)},
              {"rule", by_line ? state.system().lines[match.line].name : ""},
              {"line", place_of(state, match)}};
  if (by_line) {
    const bidding::Line& line = state.system().lines[match.line];
    out["forcing"] = to_name(line.forcing);
    if (!line.alert.empty()) out["alert"] = line.alert;
  }
  return out;
}

Json to_json(const bidding::TotalTricks& law) {
  const auto fit = [](const auto& side) -> Json {
    return {{"suit", to_string(side.suit)}, {"cards", side.cards}};
  };
  Json out = {{"total", law.total},        {"ours", fit(law.ours)},
              {"theirs", fit(law.theirs)}, {"preferred", to_string(law.preferred)},
              {"splits", Json::array()},   {"actions", Json::array()}};
  for (const bidding::Split& split : law.splits)
    out["splits"].push_back({{"ours", split.ours}, {"theirs", split.theirs}, {"weight", split.weight}});
  for (const bidding::LawAction& action : law.actions) {
    out["actions"].push_back(
        {{"call", to_string(action.call)}, {"scores", action.scores}, {"imps", action.imps}});
  }
  return out;
}

Json to_json(const bidding::Simulation& simulation) {
  Json out = {{"deals", simulation.deals}, {"calls", Json::array()}};
  for (const bidding::SimulatedCall& one : simulation.calls) {
    out["calls"].push_back({{"call", to_string(one.call)},
                            {"points", one.points},
                            {"imps", one.imps},
                            {"error", one.error},
                            {"usually", one.usually}});
  }
  return out;
}

Json calls_json(const AuctionState& state) {
  Json out = {{"calls", Json::array()}, {"known", Json::object()}};
  for (const bidding::InterpretedCall& one : state.interpreted_calls()) {
    out["calls"].push_back({{"seat", to_name(one.seat)},
                            {"call", to_string(one.call)},
                            {"shows", bidding::in_words(state, one)},
                            {"forcing", to_name(one.forcing)}});
  }
  for (Seat seat : kAllSeats) {
    const bidding::Summary& hand = state.shown(seat).hand;
    Json& known = out["known"][to_name(seat)];
    known = {{"hcp", {hand.hcp.min, hand.hcp.max}}, {"words", bidding::in_words(hand)}};
    for (Suit suit : kSuitsFromSpades) known[to_string(suit)] = {hand.of(suit).min, hand.of(suit).max};
  }
  return out;
}

namespace {

// What bidding::where_we_stand says in words.
Json stand_of(const AuctionState& state) {
  const bidding::Situation& now = state.situation();
  Json out = {{"may_pass", !now.forced},
              {"duty", bidding::to_words(now.duty)},
              {"pass_is_forcing", now.forcing_pass},
              {"game_forced", now.game_forced},
              {"expected_hcp", now.expected_hcp[static_cast<std::size_t>(bidding::Chair::partner)]}};
  out["agreed"] = now.agreed ? Json(to_string(*now.agreed)) : Json(nullptr);
  return out;
}

}  // namespace

Json to_json(const AuctionState& state, const bidding::Judgement& judged, CardSet hand,
             const bidding::TotalTricks* law) {
  Json out = to_json(state, state.matches()[judged.by_rules.match]);
  out["call"] = to_string(judged.call);
  out["why"] = in_words(state, judged);
  if (judged.simulation) out["simulation"] = to_json(*judged.simulation);
  out["seat"] = to_name(state.turn());
  out["auction"] = to_string(state.auction());
  out["common_sense"] = judged.by_rules.general;
  out["stand"] = stand_of(state);
  out["candidates"] = Json::array();
  for (const bidding::Candidate& one : candidates(state, bidding::HandFeatures(hand)))
    out["candidates"].push_back(to_json(state, state.matches()[one.match]));
  if (law != nullptr) out["law"] = to_json(*law);
  return out;
}

std::string in_words(const AuctionState& state, const bidding::Judgement& judged) {
  if (!judged.overruled()) return bidding::in_words(state, state.matches()[judged.by_rules.match]);
  if (judged.call == judged.by_policy) {
    return fmt::format("by the learnt policy, {:.0f} %, in place of {}", 100 * judged.chance,
                       to_string(judged.by_rules.call));
  }
  std::string text = fmt::format("looking ahead in {} deals", judged.simulation->deals);
  for (const bidding::SimulatedCall& one : judged.simulation->calls) {
    if (one.call == judged.call)
      text += fmt::format(": {:+.1f} IMPs against {}", one.imps, to_string(judged.by_policy));
  }
  return text;
}

Json to_json(const play::Decision& decision, const play::Advice& advice, play::Engine engine,
             std::uint64_t seed) {
  Json cards = Json::array();
  for (const play::CardValue& one : advice.cards) {
    Json row = {{"card", to_string(one.card)}, {"value", one.value}, {"pimc", one.pimc}};
    if (one.error > 0) row["error"] = one.error;
    if (one.playouts > 0) row["playouts"] = one.playouts;
    cards.push_back(std::move(row));
  }
  Json made = {{"card", to_string(advice.card)},   {"cards", std::move(cards)},
               {"engine", to_string(engine)},      {"chair", to_string(decision.seen.chair)},
               {"hand", to_string(decision.turn)}, {"deals", advice.deals},
               {"complete", advice.complete},      {"seed", seed},
               {"ms", advice.took.count()}};
  if (const auto claim = play::certain_rest(decision)) {
    Json line = Json::array();
    for (Card card : claim->line) line.push_back(to_string(card));
    made["claim"] = {{"side", to_name(claim->side)}, {"tricks", claim->tricks}, {"line", std::move(line)}};
  }
  return made;
}

Json explanation(const play::Decision& decision, const play::Advice& advice, const play::Carding& carding,
                 std::uint64_t seed) {
  constexpr std::size_t kAskedAbout = 3;
  const auto names = [](const std::vector<Card>& cards) {
    Json made = Json::array();
    for (Card card : cards) made.push_back(to_string(card));
    return made;
  };
  std::vector<Card> asked;
  for (const play::CardValue& one : advice.cards) {
    if (asked.size() < kAskedAbout) asked.push_back(one.card);
  }
  Json made = {{"thoughts", Json::array()}, {"deciding", Json::array()}};
  for (const play::Thought& one : play::thoughts(decision, carding, asked, seed)) {
    Json row = {{"chair", to_string(one.chair)},
                {"key", to_string(one.key)},
                {"before", one.before},
                {"after", Json::object()}};
    for (const auto& [card, chance] : one.after) row["after"][to_string(card)] = chance;
    made["thoughts"].push_back(std::move(row));
  }
  for (const play::Deciding& one : advice.deciding) {
    made["deciding"].push_back({{"deal", to_string(one.deal)},
                                {"weight", one.weight},
                                {"points", one.points},
                                {"line", names(one.line)},
                                {"rivals_points", one.rivals_points},
                                {"rivals_line", names(one.rivals_line)}});
  }
  if (!advice.deciding.empty()) made["rival"] = to_string(advice.rival);
  return made;
}

std::string in_words(const play::Decision& decision, const play::Claim& claim) {
  const std::string tricks =
      claim.tricks == 1 ? std::string("the last trick") : fmt::format("the last {} tricks", claim.tricks);
  return fmt::format("{} can {} {}, however the hidden cards lie", to_name(decision.seen.chair),
                     on(decision.seen.chair, claim.side) ? "claim" : "give up", tricks);
}

}  // namespace yomi::agent
