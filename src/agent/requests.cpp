#include "yomi/agent/requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "yomi/agent/fields.h"
#include "yomi/agent/reasons.h"
#include "yomi/belief/evidence.h"
#include "yomi/dd/analysis.h"
#include "yomi/dd/par.h"
#include "yomi/dealer/run.h"
#include "yomi/dealer/script.h"
#include "yomi/play/deal_sampler.h"

namespace yomi::agent {
namespace {

constexpr std::size_t kMostPlayers = 4;
constexpr std::int64_t kMostDeals = 100'000;

Json names_of(std::span<const Card> cards) {
  Json made = Json::array();
  for (Card card : cards) made.push_back(to_string(card));
  return made;
}

// Stops the solver while the token is asked to, for as long as it lives.
class StopsSolver {
 public:
  StopsSolver(dd::Solver& solver, const std::stop_token& stop)
      : solver_(solver), callback_(stop, [&solver] { solver.stop(); }) {}
  ~StopsSolver() { solver_.rearm(); }
  StopsSolver(const StopsSolver&) = delete;
  StopsSolver& operator=(const StopsSolver&) = delete;

 private:
  dd::Solver& solver_;
  std::stop_callback<std::function<void()>> callback_;
};

// Everything that a request may change about a player, as a key for reuse.
std::string key_of(const Settings& settings) {
  return fmt::format("{};{};{};{};{};{};{};{};{};{};{};{}", settings.system, settings.their_system,
                     settings.carding, settings.their_carding, settings.look_ahead,
                     settings.play.time ? settings.play.time->count() : 0, settings.bidding.seconds,
                     settings.play.seed, settings.play.deals, play::to_string(settings.play.engine),
                     settings.play.explain, settings.play.use_carding);
}

// Members that no request has, mostly misspelt ones.
Json unknown_in(const Json& request) {
  constexpr std::array<std::string_view, 30> kKnown = {
      "do",    "id",    "hand",   "dealer", "vulnerable",   "auction", "contract",      "declarer",
      "dummy", "play",  "seat",   "system", "their_system", "carding", "their_carding", "look_ahead",
      "time",  "level", "engine", "deals",  "seed",         "explain", "candidates",    "signals",
      "deal",  "trump", "leader", "line",   "condition",    "count"};
  Json made = Json::array();
  for (const auto& [name, value] : request.members()) {
    if (std::find(kKnown.begin(), kKnown.end(), name) == kKnown.end()) made.push_back(name);
  }
  return made;
}

}  // namespace

Result<Json> Requests::answer(const Json& request, const std::stop_token& stop) {
  struct Named {
    std::string_view name;
    Result<Json> (Requests::*run)(const Json&, const std::stop_token&);
  };
  static constexpr std::array<Named, 8> kNamed = {{{"call", &Requests::call},
                                                   {"play", &Requests::play},
                                                   {"explain", &Requests::explain},
                                                   {"solve", &Requests::solve},
                                                   {"table", &Requests::table},
                                                   {"deal", &Requests::deal},
                                                   {"review", &Requests::review},
                                                   {"believe", &Requests::believe}}};
  const std::string wanted = request.text_of("do");
  if (wanted == "version") return Json{{"version", YOMI_VERSION}};
  for (const Named& one : kNamed) {
    if (one.name != wanted) continue;
    auto made = (this->*one.run)(request, stop);
    if (Json unknown = unknown_in(request); made && !unknown.elements().empty())
      (*made)["unknown"] = std::move(unknown);
    return made;
  }
  return Error{
      "do: expected call, play, explain, solve, table, review, deal, believe, version or stop, found '" +
      wanted + "'"};
}

Result<Player*> Requests::player(const Settings& settings) {
  const std::string key = key_of(settings);
  auto found = players_.find(key);
  if (found == players_.end()) {
    auto made = make_player(settings);
    if (!made) return Error{"system: " + made.error().to_string()};
    if (players_.size() >= kMostPlayers) players_.clear();
    found = players_.emplace(key, std::move(*made)).first;
  }
  return found->second.get();
}

Result<Json> Requests::call(const Json& request, const std::stop_token& stop) {
  const auto view = view_fields(request);
  if (!view) return view.error();
  const auto settings = settings_fields(request, defaults_);
  if (!settings) return settings.error();
  const auto asked = player(*settings);
  if (!asked) return asked.error();
  auto advice = (*asked)->call(*view, stop);
  if (!advice) return advice.error();
  Json made = std::move(advice->reasons);
  made["shows"] = advice->explanation;
  made["alert"] = advice->alert;
  return made;
}

Result<Json> Requests::play(const Json& request, const std::stop_token& stop) {
  const auto view = view_fields(request);
  if (!view) return view.error();
  const auto settings = settings_fields(request, defaults_);
  if (!settings) return settings.error();
  const auto cards = cards_field(request, "candidates");
  if (!cards) return cards.error();
  CardSet candidates;
  for (Card card : *cards) candidates.insert(card);
  const auto asked = player(*settings);
  if (!asked) return asked.error();
  auto advice = (*asked)->play(*view, candidates, stop);
  if (!advice) return advice.error();
  return std::move(advice->reasons);
}

Result<Json> Requests::review(const Json& request, const std::stop_token& stop) {
  const auto deal = deal_field(request);
  if (!deal) return deal.error();
  const auto vulnerability = vulnerability_field(request);
  if (!vulnerability) return vulnerability.error();
  const auto contract = contract_fields(request);
  if (!contract) return contract.error();
  if (!*contract) return Error{"contract: expected a contract such as 3NT or 4SX, found nothing"};
  const auto played = cards_field(request, "play");
  if (!played) return played.error();
  const Contract& of = **contract;
  const auto start = make_position(*deal, of.strain, of.leader());
  if (!start) return Error{"deal: " + start.error().what};
  const StopsSolver stops(solver_, stop);
  const auto review = dd::analyse(solver_, *start, of.declarer, *played);
  if (!review) return Error{"play: " + review.error().what};
  Json made = {{"tricks", review->trace}, {"points", Json::array()}, {"cards", Json::array()}};
  for (const int tricks : review->trace) made["points"].push_back(score_ns(of, *vulnerability, tricks));
  for (const dd::PlayedCard& one : review->cards)
    made["cards"].push_back(
        {{"card", to_string(one.card)}, {"seat", to_string(one.seat)}, {"cost", one.cost}});
  if (review->cards.size() < played->size()) made["stopped"] = true;
  return made;
}

Result<Json> Requests::explain(const Json& request, const std::stop_token&) {
  const auto dealer = seat_field(request, "dealer", Seat::north);
  if (!dealer) return dealer.error();
  const auto vulnerability = vulnerability_field(request);
  if (!vulnerability) return vulnerability.error();
  const auto calls = calls_field(request);
  if (!calls) return calls.error();
  const auto settings = settings_fields(request, defaults_);
  if (!settings) return settings.error();
  const auto us = seat_field(request, "seat", *dealer);
  if (!us) return us.error();
  const auto systems = load_systems(settings->system, settings->their_system);
  if (!systems) return Error{"system: " + systems.error().to_string()};
  bidding::AuctionState state(systems->for_side(side_of(*us)), *dealer, *vulnerability,
                              std::make_shared<bidding::GridMemory>());
  for (std::size_t i = 0; i < calls->size(); ++i) {
    if (state.auction().is_over() || !state.add((*calls)[i].call))
      return Error{fmt::format("auction: call {}: {} is not legal", i + 1, to_string((*calls)[i].call))};
  }
  return calls_json(state);
}

Result<Json> Requests::solve(const Json& request, const std::stop_token& stop) {
  const auto deal = deal_field(request);
  if (!deal) return deal.error();
  const auto strain = strain_field(request, "trump");
  if (!strain) return strain.error();
  const auto leader = seat_field(request, "leader");
  if (!leader) return leader.error();
  const auto played = cards_field(request, "play");
  if (!played) return played.error();
  const auto line = flag_field(request, "line", false);
  if (!line) return line.error();
  auto position = make_position(*deal, *strain, *leader);
  if (!position) return Error{"deal: " + position.error().what};
  for (std::size_t i = 0; i < played->size(); ++i) {
    const Card card = (*played)[i];
    if (position->is_over() || !position->is_legal(card))
      return Error{fmt::format("play: card {}: {} cannot be played here", i + 1, to_string(card))};
    position->play(card);
  }
  const StopsSolver stops(solver_, stop);
  Json cards = Json::array();
  int best = 0;
  bool exact = true;
  if (!position->is_over()) {
    for (const dd::CardTricks& one : solver_.cards(*position)) {
      std::vector<Card> equals;
      for (Card card : one.equals) equals.push_back(card);
      cards.push_back(
          {{"card", to_string(one.card)}, {"tricks", one.tricks.lower}, {"equals", names_of(equals)}});
      best = std::max(best, one.tricks.lower);
      exact = exact && one.tricks.exact();
    }
  }
  Json made = {{"turn", to_string(position->turn())}, {"tricks", best}, {"cards", std::move(cards)}};
  made["won"] = {{"NS", position->tricks(Side::ns)}, {"EW", position->tricks(Side::ew)}};
  if (!exact) made["stopped"] = true;
  if (*line) made["line"] = names_of(solver_.line(*position));
  return made;
}

Result<Json> Requests::table(const Json& request, const std::stop_token& stop) {
  const auto deal = deal_field(request);
  if (!deal) return deal.error();
  for (Seat seat : kAllSeats) {
    if ((*deal)[seat].size() != (*deal)[Seat::north].size() || (*deal)[seat].empty())
      return Error{"deal: expected equally many cards in each hand"};
  }
  const auto vulnerability = vulnerability_field(request);
  if (!vulnerability) return vulnerability.error();
  const auto dealer = seat_field(request, "dealer", Seat::north);
  if (!dealer) return dealer.error();
  const StopsSolver stops(solver_, stop);
  const auto table = solver_.table(*deal);
  if (!table) return Error{"stopped"};
  Json made;
  for (Seat seat : kAllSeats) {
    for (Strain strain : kAllStrains)
      made["tricks"][to_string(seat)][to_string(strain)] = table->at(strain, seat);
  }
  if (!deal->is_full()) return made;
  const dd::Par par = dd::par(*table, *vulnerability, *dealer);
  Json contracts = Json::array();
  for (const dd::ParContract& one : par.contracts) contracts.push_back(dd::to_string(one));
  made["par"] = {{"score", par.score_ns}, {"contracts", std::move(contracts)}};
  return made;
}

Result<Json> Requests::deal(const Json& request, const std::stop_token& stop) {
  const auto condition = text_field(request, "condition", "");
  if (!condition) return condition.error();
  const auto count = whole_field(request, "count", 1, 1, kMostDeals);
  if (!count) return count.error();
  const auto seed = whole_field(request, "seed", 1, 0, INT64_MAX);
  if (!seed) return seed.error();
  const auto script = dealer::parse_script(*condition, "condition");
  if (!script) return script.error();
  const StopsSolver stops(solver_, stop);
  script->oracle->tricks = [this](const Deal& deal, Seat declarer, Strain strain) {
    return kRanks - solver_.tricks(Position(deal, strain, next(declarer))).lower;
  };
  Json deals = Json::array();
  dealer::RunOptions run;
  run.seed = static_cast<std::uint64_t>(*seed);
  run.produce = *count;
  run.statistics = false;
  run.write = [](std::string_view) {};
  run.each_deal = [&](const Deal& deal, std::int64_t) { deals.push_back(to_string(deal)); };
  run.progress = [&](double, std::int64_t) { return !stop.stop_requested(); };
  const auto result = dealer::run(*script, run);
  if (!result) return Error{"condition: " + result.error().what};
  Json made = {{"deals", std::move(deals)}, {"exact", result->used_model}};
  if (result->stopped) made["stopped"] = true;
  return made;
}

Result<Json> Requests::believe(const Json& request, const std::stop_token&) {
  const auto view = view_fields(request);
  if (!view) return view.error();
  const auto settings = settings_fields(request, defaults_);
  if (!settings) return settings.error();
  const auto count = whole_field(request, "count", 0, 0, kMostDeals);
  if (!count) return count.error();
  const auto systems = load_systems(settings->system, settings->their_system);
  if (!systems) return Error{"system: " + systems.error().to_string()};
  const auto reader = make_reader(*settings, *systems, side_of(view->chair));
  const auto known = see(*view, reader.get());
  if (!known) return known.error();
  const auto cardings = load_cardings(*settings, *systems);
  if (!cardings) return Error{"carding: " + cardings.error().to_string()};
  const play::Carding& carding = cardings->of_defenders(side_of(view->chair), known->context.contract);
  Random random(settings->play.seed);
  play::SamplingOptions how{.count = static_cast<std::size_t>(std::max<std::int64_t>(*count, 1000)),
                            .carding = settings->play.use_carding ? &carding : nullptr,
                            .read_cards = settings->play.read_cards};
  if (!(carding == play::default_carding())) how.reading.carding = &carding;
  const belief::Sample sample = play::sample_deals(known->context, known->seen, how, random);
  Json made = {{"chair", to_string(view->chair)}, {"complete", sample.is_complete}};
  std::array<BySeat<double>, 64> chances{};
  for (const belief::WeightedDeal& one : sample.deals) {
    for (Seat seat : kAllSeats) {
      for (Card card : one.deal[seat]) chances[static_cast<std::size_t>(card.bit())][seat] += one.weight;
    }
  }
  const CardSet seen = known->seen.hand | known->seen.dummy_hand | known->seen.played();
  for (Seat seat : kAllSeats) {
    if (seat == view->chair || seat == known->seen.dummy) continue;
    for (Card card : CardSet::full() - seen)
      made["chances"][to_string(seat)][to_string(card)] = chances[static_cast<std::size_t>(card.bit())][seat];
  }
  if (*count == 0) return made;
  made["deals"] = Json::array();
  for (std::int64_t i = 0; i < *count && i < static_cast<std::int64_t>(sample.deals.size()); ++i) {
    const belief::WeightedDeal& one = sample.deals[static_cast<std::size_t>(i)];
    made["deals"].push_back({{"deal", to_string(one.deal)}, {"weight", one.weight}});
  }
  return made;
}

}  // namespace yomi::agent
