#include "yomi/agent/fields.h"

#include <fmt/format.h>

#include <cmath>

#include "yomi/agent/level.h"
#include "yomi/formats/hand_text.h"
#include "yomi/formats/problem.h"
#include "yomi/formats/text.h"
#include "yomi/play/course.h"

namespace yomi::agent {
namespace {

Error wrong(std::string_view name, std::string_view expected, const Json* found) {
  const std::string shown = found == nullptr ? "nothing" : text::quote(found->dump());
  return {fmt::format("{}: expected {}, found {}", name, expected, shown)};
}

// A small value that is written as a text.
template <class T, class Parse>
Result<T> parsed_field(const Json& request, std::string_view name, std::string_view expected, Parse parse,
                       std::optional<T> otherwise = {}) {
  const Json* found = request.find(name);
  if (found == nullptr && otherwise) return *otherwise;
  const auto value = found != nullptr && found->is_text() ? parse(*found->text()) : std::nullopt;
  if (!value) return wrong(name, expected, found);
  return *value;
}

}  // namespace

Result<std::string> text_field(const Json& request, std::string_view name, std::string otherwise) {
  const Json* found = request.find(name);
  if (found == nullptr) return otherwise;
  if (!found->is_text()) return wrong(name, "a text", found);
  return *found->text();
}

Result<bool> flag_field(const Json& request, std::string_view name, bool otherwise) {
  const Json* found = request.find(name);
  if (found == nullptr) return otherwise;
  const auto value = found->boolean();
  if (!value) return wrong(name, "true or false", found);
  return *value;
}

Result<std::int64_t> whole_field(const Json& request, std::string_view name, std::int64_t otherwise,
                                 std::int64_t least, std::int64_t most) {
  const Json* found = request.find(name);
  if (found == nullptr) return otherwise;
  const auto value = found->integer();
  if (!value || *value < least || *value > most)
    return wrong(name, fmt::format("a whole number from {} to {}", least, most), found);
  return *value;
}

Result<double> number_field(const Json& request, std::string_view name, double otherwise, double least,
                            double most) {
  const Json* found = request.find(name);
  if (found == nullptr) return otherwise;
  const auto value = found->number();
  if (!value || std::isnan(*value) || *value < least || *value > most)
    return wrong(name, fmt::format("a number from {} to {}", least, most), found);
  return *value;
}

Result<Seat> seat_field(const Json& request, std::string_view name, std::optional<Seat> otherwise) {
  return parsed_field<Seat>(request, name, "N, E, S or W", parse_seat, otherwise);
}

Result<Vulnerability> vulnerability_field(const Json& request) {
  return parsed_field<Vulnerability>(request, "vulnerable", "None, NS, EW or Both", parse_vulnerability,
                                     Vulnerability::none);
}

Result<Strain> strain_field(const Json& request, std::string_view name) {
  return parsed_field<Strain>(request, name, "S, H, D, C or NT", problem::parse_trump);
}

Result<CardSet> hand_field(const Json& request, std::string_view name) {
  const Json* found = request.find(name);
  if (found == nullptr || !found->is_text()) return wrong(name, "a hand such as AK4.QJ.T987.5432", found);
  const auto hand = parse_hand_text(*found->text());
  if (!hand) return Error{fmt::format("{}: column {}: {}", name, hand.error().column, hand.error().what)};
  return *hand;
}

Result<Deal> deal_field(const Json& request) {
  const Json* found = request.find("deal");
  if (found == nullptr || !found->is_text()) return wrong("deal", "four hands, N:AK4.QJ.T987.5432 …", found);
  const auto deal = parse_deal(*found->text());
  if (!deal) return Error{fmt::format("deal: column {}: {}", deal.error().column, deal.error().what)};
  return *deal;
}

Result<std::vector<Card>> cards_field(const Json& request, std::string_view name) {
  const Json* found = request.find(name);
  std::vector<Card> made;
  if (found == nullptr) return made;
  if (found->is_text()) {
    const auto cards = problem::parse_cards(*found->text());
    if (!cards)
      return Error{fmt::format("{}: column {}: {}", name, cards.error().column, cards.error().what)};
    return *cards;
  }
  if (!found->is_array()) return wrong(name, "a list of cards", found);
  for (const Json& one : found->elements()) {
    const auto card = one.is_text() ? parse_card(*one.text()) : std::nullopt;
    if (!card) return wrong(name, "a card such as SA", &one);
    made.push_back(*card);
  }
  return made;
}

Result<std::vector<ExplainedCall>> calls_field(const Json& request) {
  const Json* found = request.find("auction");
  std::vector<ExplainedCall> made;
  if (found == nullptr) return made;
  if (found->is_text()) {
    const auto calls = parse_calls_text(*found->text());
    if (!calls) return Error{fmt::format("auction: column {}: {}", calls.error().column, calls.error().what)};
    for (const Call call : *calls) made.push_back({.call = call});
    return made;
  }
  if (!found->is_array()) return wrong("auction", "a list of calls", found);
  for (const Json& one : found->elements()) {
    const Json* name = one.is_object() ? one.find("call") : &one;
    const auto call = name != nullptr && name->is_text() ? parse_call(*name->text()) : std::nullopt;
    if (!call) return wrong("auction", "a call (Pass, X, XX, 1C … 7NT)", &one);
    const std::string shows = one.text_of("shows");
    made.push_back({.call = *call, .explanation = shows.empty() ? one.text_of("text") : "shows " + shows});
  }
  return made;
}

Result<std::optional<Contract>> contract_fields(const Json& request) {
  const Json* found = request.find("contract");
  if (found == nullptr) return std::optional<Contract>();
  const auto declarer = seat_field(request, "declarer");
  if (!declarer) return declarer.error();
  const auto contract = found->is_text() ? parse_contract(*found->text(), *declarer) : std::nullopt;
  if (!contract) return wrong("contract", "a contract such as 3NT or 4SX", found);
  return std::optional(*contract);
}

namespace {

// Whose decision it is: to call, or to play.
Seat chair_on_turn(const View& view, const Auction& auction) {
  const auto contract = view.contract ? view.contract : auction.contract();
  if (!contract || (!view.contract && !auction.is_over())) return auction.turn();
  play::Course course(*contract);
  for (Card card : view.play) course.add(card);
  return course.turn() == contract->dummy() ? contract->declarer : course.turn();
}

}  // namespace

Result<View> view_fields(const Json& request) {
  View view;
  const auto dealer = seat_field(request, "dealer", Seat::north);
  if (!dealer) return dealer.error();
  const auto vulnerability = vulnerability_field(request);
  if (!vulnerability) return vulnerability.error();
  const auto hand = hand_field(request, "hand");
  if (!hand) return hand.error();
  auto calls = calls_field(request);
  if (!calls) return calls.error();
  const auto contract = contract_fields(request);
  if (!contract) return contract.error();
  auto play = cards_field(request, "play");
  if (!play) return play.error();
  view.dealer = *dealer;
  view.vulnerability = *vulnerability;
  view.hand = *hand;
  view.calls = std::move(*calls);
  view.contract = *contract;
  view.play = std::move(*play);
  if (view.play.size() > kDeck) return Error{"play: more than 52 cards"};
  if (request.contains("dummy")) {
    const auto dummy = hand_field(request, "dummy");
    if (!dummy) return dummy.error();
    view.dummy_hand = *dummy;
  }
  const auto auction = view.auction();
  if (!auction) return Error{"auction: " + auction.error().what};
  const auto seat = seat_field(request, "seat", chair_on_turn(view, *auction));
  if (!seat) return seat.error();
  view.chair = *seat;
  return view;
}

Result<Settings> settings_fields(const Json& request, const Settings& defaults) {
  Settings made = defaults;
  const auto system = text_field(request, "system", made.system);
  if (!system) return system.error();
  const auto theirs = text_field(request, "their_system", made.their_system);
  if (!theirs) return theirs.error();
  const auto carding = text_field(request, "carding", made.carding);
  if (!carding) return carding.error();
  const auto their_carding = text_field(request, "their_carding", made.their_carding);
  if (!their_carding) return their_carding.error();
  const auto look_ahead = flag_field(request, "look_ahead", made.look_ahead);
  if (!look_ahead) return look_ahead.error();
  constexpr double kShortest = 0.001;
  constexpr double kLongest = 3600;
  const auto time = number_field(request, "time", 0, kShortest, kLongest);
  if (!time) return time.error();
  if (request.contains("level")) {
    const auto level = parsed_field<Level>(request, "level", "fast, normal or strong",
                                           [](const std::string& text) { return parse_level(text); });
    if (!level) return level.error();
    set_level(made, *level);
  }
  const auto seed = whole_field(request, "seed", 1, 0, INT64_MAX);
  if (!seed) return seed.error();
  const auto deals = whole_field(request, "deals", 0, 1, 1'000'000);
  if (!deals) return deals.error();
  const auto engine = parsed_field<play::Engine>(
      request, "engine", "pimc, alphamu, abc or reader",
      [](const std::string& text) { return play::parse_engine(text); }, made.play.engine);
  if (!engine) return engine.error();
  const auto explain = flag_field(request, "explain", false);
  if (!explain) return explain.error();
  const auto signals = flag_field(request, "signals", true);
  if (!signals) return signals.error();
  made.system = *system;
  made.their_system = *theirs;
  made.carding = *carding;
  made.their_carding = *their_carding;
  made.look_ahead = *look_ahead;
  made.play.engine = *engine;
  made.play.explain = *explain;
  made.play.use_carding = made.play.read_cards = *signals;
  made.play.deals = static_cast<std::size_t>(*deals);
  made.play.seed = made.bidding.seed = static_cast<std::uint64_t>(*seed);
  if (*deals > 0) made.bidding.deals = static_cast<int>(*deals);
  if (*time > 0) {
    made.play.time = std::chrono::milliseconds(std::llround(1000 * *time));
    made.bidding.seconds = *time;
  }
  return made;
}

}  // namespace yomi::agent
