#include "yomi/web/bridge_game.h"

#include <fmt/format.h>

#include "yomi/agent/fields.h"

namespace yomi::web {
namespace {

Json card_names(CardSet cards) {
  Json made = Json::array();
  for (Card card : cards) made.push_back(to_string(card));
  return made;
}

}  // namespace

BridgeGame::BridgeGame(BridgeSetup setup) : setup_(std::move(setup)), auction_(setup_.dealer) {}

BridgeGame::Phase BridgeGame::phase() const {
  if (!auction_.is_over()) return Phase::auction;
  const bool over = settled_ || cards_.size() == agent::kDeck || !auction_.contract();
  return over ? Phase::over : Phase::play;
}

std::optional<Contract> BridgeGame::contract() const {
  return auction_.is_over() ? auction_.contract() : std::nullopt;
}

PlayHistory BridgeGame::history() const {
  const Contract made = *contract();
  return {made.strain, made.leader(), cards_};
}

Seat BridgeGame::turn() const {
  return phase() == Phase::auction ? auction_.turn() : history().turn();
}

Seat BridgeGame::decider() const {
  const Seat seat = turn();
  const auto made = contract();
  return made && seat == made->dummy() ? made->declarer : seat;
}

bool BridgeGame::is_persons(Seat seat) const {
  if (!setup_.person) return false;
  const auto made = contract();
  if (made && on(*setup_.person, side_of(made->declarer))) return on(seat, side_of(made->declarer));
  return seat == *setup_.person;
}

bool BridgeGame::is_persons_turn() const {
  return phase() != Phase::over && is_persons(turn());
}

bool BridgeGame::is_open(Seat seat) const {
  if (!setup_.person || phase() == Phase::over || seat == *setup_.person) return true;
  return !cards_.empty() && (seat == contract()->dummy() || is_persons(seat));
}

CardSet BridgeGame::left(Seat seat) const {
  return contract() ? setup_.deal[seat] - history().played(seat) : setup_.deal[seat];
}

CardSet BridgeGame::legal() const {
  if (phase() != Phase::play) return {};
  const CardSet hand = left(turn());
  const auto led = history().led();
  const CardSet following = led ? hand.in(led->suit()) : CardSet{};
  return following.empty() ? hand : following;
}

std::optional<int> BridgeGame::tricks() const {
  if (phase() != Phase::over || !contract()) return std::nullopt;
  return settled_ ? *settled_ : history().tricks(side_of(contract()->declarer));
}

std::optional<Error> BridgeGame::call(MadeCall made) {
  if (phase() != Phase::auction) return Error{"the auction is over"};
  if (!auction_.add(made.call)) return Error{fmt::format("{} is not legal here", to_string(made.call))};
  calls_.push_back(std::move(made));
  ++changes_;
  return std::nullopt;
}

std::optional<Error> BridgeGame::play(Card card) {
  if (phase() != Phase::play) return Error{"no card can be played now"};
  if (!legal().contains(card)) return Error{fmt::format("{} cannot be played here", to_string(card))};
  cards_.push_back(card);
  ++changes_;
  return std::nullopt;
}

std::optional<Error> BridgeGame::settle(int declarers_tricks) {
  if (phase() != Phase::play) return Error{"there is nothing to claim now"};
  const Side side = side_of(contract()->declarer);
  const PlayHistory seen = history();
  if (declarers_tricks < seen.tricks(side) || declarers_tricks > kRanks - seen.tricks(other(side)))
    return Error{fmt::format("{} tricks cannot be reached any more", declarers_tricks)};
  settled_ = declarers_tricks;
  ++changes_;
  return std::nullopt;
}

void BridgeGame::take_back() {
  if (settled_) {
    settled_.reset();
  } else if (!cards_.empty()) {
    cards_.pop_back();
  } else {
    calls_.pop_back();
    auction_ = Auction(setup_.dealer);
    for (const MadeCall& made : calls_) auction_.add(made.call);
  }
}

bool BridgeGame::undo() {
  BridgeGame before = *this;
  do {
    if (before.calls_.empty()) return false;
    before.take_back();
  } while (setup_.person && !before.is_persons_turn());
  before.changes_ = changes_ + 1;
  *this = std::move(before);
  return true;
}

agent::View BridgeGame::view() const {
  agent::View made{.chair = decider(),
                   .hand = setup_.deal[decider()],
                   .dealer = setup_.dealer,
                   .vulnerability = setup_.vulnerability,
                   .play = cards_};
  for (const MadeCall& one : calls_) made.calls.push_back({.call = one.call});
  if (!cards_.empty()) made.dummy_hand = setup_.deal[contract()->dummy()];
  return made;
}

Json BridgeGame::to_json() const {
  Json calls = Json::array();
  for (const MadeCall& one : calls_)
    calls.push_back({{"call", to_string(one.call)}, {"meaning", one.meaning}});
  Json play = Json::array();
  for (Card card : cards_) play.push_back(to_string(card));
  Json made = {{"board", setup_.board},
               {"deal", to_string(setup_.deal)},
               {"dealer", to_string(setup_.dealer)},
               {"vulnerable", to_string(setup_.vulnerability)},
               {"level", to_string(setup_.level)},
               {"systems", {{"NS", setup_.systems[Side::ns]}, {"EW", setup_.systems[Side::ew]}}},
               {"auction", std::move(calls)},
               {"play", std::move(play)},
               {"changes", changes_}};
  if (setup_.person) made["seat"] = to_string(*setup_.person);
  if (settled_) made["settled"] = *settled_;
  return made;
}

Result<BridgeGame> BridgeGame::from_json(const Json& record) {
  const auto broken = [](std::string_view field) { return Error{fmt::format("{}: cannot be read", field)}; };
  BridgeSetup setup;
  const auto deal = agent::deal_field(record);
  if (!deal) return deal.error();
  const auto dealer = agent::seat_field(record, "dealer");
  if (!dealer) return dealer.error();
  const auto vulnerability = agent::vulnerability_field(record);
  if (!vulnerability) return vulnerability.error();
  const auto board = agent::whole_field(record, "board", 1, 1, INT32_MAX);
  if (!board) return board.error();
  const auto level = agent::parse_level(record.text_of("level"));
  const Json* systems = record.find("systems");
  const Json* calls = record.find("auction");
  const Json* changes = record.find("changes");
  if (!deal->is_full()) return broken("deal");
  if (!level || systems == nullptr || calls == nullptr || changes == nullptr) return broken("record");
  setup.deal = *deal;
  setup.dealer = *dealer;
  setup.vulnerability = *vulnerability;
  setup.board = static_cast<int>(*board);
  setup.level = *level;
  setup.person = parse_seat(record.text_of("seat"));
  setup.systems = {systems->text_of("NS"), systems->text_of("EW")};
  BridgeGame made(std::move(setup));
  for (const Json& one : calls->elements()) {
    const auto call = parse_call(one.text_of("call"));
    const Json* meaning = one.find("meaning");
    if (!call || made.call({.call = *call, .meaning = meaning != nullptr ? *meaning : Json()}))
      return broken("auction");
  }
  const auto play = agent::cards_field(record, "play");
  if (!play) return play.error();
  for (Card card : *play) {
    if (made.play(card)) return broken("play");
  }
  if (const Json* settled = record.find("settled")) {
    if (made.settle(static_cast<int>(settled->integer().value_or(-1)))) return broken("settled");
  }
  made.changes_ = static_cast<int>(changes->integer().value_or(0));
  return made;
}

Json BridgeGame::state() const {
  constexpr std::array<std::string_view, 3> kPhases = {"auction", "play", "over"};
  Json made = to_json();
  if (phase() != Phase::over && setup_.person) made["deal"] = nullptr;
  made["phase"] = kPhases[static_cast<std::size_t>(phase())];
  made["hands"] = Json::object();
  for (Seat seat : kAllSeats) {
    if (is_open(seat)) made["hands"][to_string(seat)] = hand_to_string(setup_.deal[seat]);
  }
  if (phase() != Phase::over) {
    made["turn"] = to_string(turn());
    made["decides"] = to_string(decider());
    made["yours"] = is_persons_turn();
  }
  if (phase() == Phase::auction && is_persons_turn()) {
    made["legal"] = Json::array();
    for (Call call : auction_.legal_calls()) made["legal"].push_back(to_string(call));
  }
  if (phase() == Phase::play && is_persons_turn()) made["legal"] = card_names(legal());
  if (const auto final_contract = contract()) {
    const PlayHistory seen = history();
    made["contract"] = to_string(*final_contract);
    made["declarer"] = to_string(final_contract->declarer);
    made["won"] = {{"NS", seen.tricks(Side::ns)}, {"EW", seen.tricks(Side::ew)}};
    if (const auto taken = tricks()) {
      made["tricks"] = *taken;
      made["score"] = score_ns(*final_contract, setup_.vulnerability, *taken);
    }
  } else if (phase() == Phase::over) {
    made["score"] = 0;
  }
  return made;
}

}  // namespace yomi::web
