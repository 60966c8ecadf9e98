#include "yomi/web/daihinmin_game.h"

#include <fmt/format.h>

#include "yomi/daihinmin/moves.h"

namespace yomi::web {

using daihinmin::at;
using daihinmin::Cards;
using daihinmin::kPlayers;
using daihinmin::Move;

namespace {

Json names_of(Cards cards) {
  Json made = Json::array();
  for (daihinmin::Card card : cards) made.push_back(to_string(card));
  return made;
}

Json move_json(const Move& move) {
  return {{"move", to_string(move)}, {"cards", names_of(move.cards)}};
}

}  // namespace

DaihinminGame::DaihinminGame(DaihinminSetup setup) : setup_(std::move(setup)) {
  deal();
}

void DaihinminGame::deal() {
  Random random = Random(setup_.seed).split(static_cast<std::uint64_t>(number_));
  const auto hands = daihinmin::deal(random, number_ % kPlayers);
  gifts_.clear();
  playing_ = false;
  shared_.table = daihinmin::State::start(hands);
  shared_.played = Cards();
  shared_.turns.clear();
  shared_.exchanging = shared_.ranked;
  for (int seat = 0; seat < kPlayers; ++seat)
    seats_[at(seat)] = {.seat = seat, .hand = hands[at(seat)], .gave = {}, .got = {}};
  if (!shared_.ranked) return begin_play();
  for (int rank = 0; rank < 2; ++rank) {
    daihinmin::Private& poor = seats_[at(shared_.seat_of_rank(kPlayers - 1 - rank))];
    poor.gave = poor.hand.best(daihinmin::exchanged(rank));
    poor.hand -= poor.gave;
    seats_[at(shared_.seat_of_rank(rank))].hand |= poor.gave;
  }
}

void DaihinminGame::begin_play() {
  for (std::size_t seat = 0; seat < kPlayers; ++seat) start_[seat] = seats_[seat].hand;
  shared_.exchanging = false;
  shared_.start(daihinmin::State::start(start_));
  playing_ = true;
}

int DaihinminGame::giver() const {
  return shared_.ranked ? static_cast<int>(gifts_.size()) : 2;
}

DaihinminGame::Phase DaihinminGame::phase() const {
  if (!playing_) return Phase::exchange;
  return shared_.table.over() ? Phase::over : Phase::play;
}

int DaihinminGame::turn() const {
  return phase() == Phase::exchange ? shared_.seat_of_rank(giver()) : shared_.table.turn;
}

int DaihinminGame::gift_size() const {
  return daihinmin::exchanged(giver());
}

std::optional<Error> DaihinminGame::give(Cards gift) {
  if (phase() != Phase::exchange) return Error{"cards: there is nothing to give now"};
  daihinmin::Private& rich = seats_[at(turn())];
  if (gift.size() != gift_size() || !rich.hand.contains(gift))
    return Error{fmt::format("cards: expected {} of your cards", gift_size())};
  daihinmin::Private& poor = seats_[at(shared_.seat_of_rank(kPlayers - 1 - giver()))];
  rich.gave = poor.got = gift;
  rich.hand -= gift;
  poor.hand |= gift;
  gifts_.push_back(gift);
  ++changes_;
  if (giver() == 2) begin_play();
  return std::nullopt;
}

std::optional<Error> DaihinminGame::play(const Move& move) {
  if (phase() != Phase::play) return Error{"move: nobody is to play now"};
  Cards& hand = seats_[at(shared_.table.turn)].hand;
  if (!hand.contains(move.cards)) return Error{"move: these cards are not in the hand"};
  if (!shared_.table.accepts(move)) return Error{"move: this cannot be played on the table"};
  hand -= move.cards;
  shared_.apply(move);
  ++changes_;
  if (!shared_.table.over() && shared_.table.passes >= daihinmin::kPassesThatEnd) {
    Random random(setup_.seed + static_cast<std::uint64_t>(number_));
    draw_places(shared_.table, random);
  }
  if (shared_.table.over()) finish();
  return std::nullopt;
}

void DaihinminGame::finish() {
  for (std::size_t seat = 0; seat < kPlayers; ++seat) points_[seat] += kPlayers - shared_.table.place[seat];
}

std::optional<Error> DaihinminGame::next() {
  if (phase() != Phase::over) return Error{"the game is not over"};
  shared_.ranked = true;
  shared_.rank = shared_.table.place;
  ++number_;
  ++changes_;
  deal();
  return std::nullopt;
}

Json DaihinminGame::to_json() const {
  Json moves = Json::array();
  for (const daihinmin::Turn& one : shared_.turns) moves.push_back(to_string(one.move));
  Json gifts = Json::array();
  for (Cards gift : gifts_) gifts.push_back(to_string(gift));
  Json made = {{"players", setup_.players}, {"seed", setup_.seed},       {"number", number_},
               {"points", points_},         {"gifts", std::move(gifts)}, {"moves", std::move(moves)},
               {"changes", changes_}};
  if (shared_.ranked) made["rank"] = shared_.rank;
  return made;
}

Result<DaihinminGame> DaihinminGame::from_json(const Json& record) {
  const auto broken = [](std::string_view field) { return Error{fmt::format("{}: cannot be read", field)}; };
  const auto whole = [](const Json* value) {
    return value == nullptr ? std::optional<std::int64_t>() : value->integer();
  };
  const Json* players = record.find("players");
  const auto seed = whole(record.find("seed"));
  const auto number = whole(record.find("number"));
  const Json* points = record.find("points");
  if (players == nullptr || players->size() != kPlayers || !seed || !number || points == nullptr ||
      points->size() != kPlayers)
    return broken("record");
  DaihinminSetup setup{.seed = static_cast<std::uint64_t>(*seed)};
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const std::string* name = players->elements()[i].text();
    if (name == nullptr) return broken("players");
    setup.players[i] = *name;
  }
  DaihinminGame made(std::move(setup));
  made.number_ = static_cast<int>(*number);
  if (const Json* rank = record.find("rank")) {
    if (rank->size() != kPlayers) return broken("rank");
    made.shared_.ranked = true;
    for (std::size_t i = 0; i < kPlayers; ++i)
      made.shared_.rank[i] = static_cast<std::uint8_t>(rank->elements()[i].integer().value_or(0));
    for (int i = 0; i < kPlayers; ++i) {
      if (made.shared_.seat_of_rank(i) < 0) return broken("rank");
    }
  }
  made.deal();
  for (const Json& gift :
       record.find("gifts") != nullptr ? record.find("gifts")->elements() : Json::Array()) {
    const auto cards = daihinmin::parse_cards(gift.text() != nullptr ? *gift.text() : "");
    if (!cards || made.give(*cards)) return broken("gifts");
  }
  for (const Json& one : record.find("moves") != nullptr ? record.find("moves")->elements() : Json::Array()) {
    const auto move = daihinmin::parse_move(one.text() != nullptr ? *one.text() : "");
    if (!move || made.play(*move)) return broken("moves");
  }
  for (std::size_t i = 0; i < kPlayers; ++i)
    made.points_[i] = static_cast<int>(points->elements()[i].integer().value_or(0));
  made.changes_ = static_cast<int>(whole(record.find("changes")).value_or(0));
  return made;
}

Json DaihinminGame::state() const {
  constexpr std::array<std::string_view, 3> kPhases = {"exchange", "play", "over"};
  const daihinmin::Public& table = shared_.table;
  Json made = {{"players", setup_.players},
               {"number", number_},
               {"points", points_},
               {"changes", changes_},
               {"phase", kPhases[static_cast<std::size_t>(phase())]},
               {"counts", Json::array()},
               {"places", Json::array()},
               {"passed", Json::array()},
               {"hand", names_of(seats_[kPerson].hand)},
               {"gave", names_of(seats_[kPerson].gave)},
               {"got", names_of(seats_[kPerson].got)},
               {"revolution", table.revolution},
               {"locked", table.locked},
               {"table", move_json(table.top)},
               {"owner", table.owner},
               {"turns", Json::array()}};
  if (shared_.ranked) made["rank"] = shared_.rank;
  for (int seat = 0; seat < kPlayers; ++seat) {
    made["counts"].push_back(seats_[at(seat)].hand.size());
    const bool placed = playing_ && table.place[at(seat)] != daihinmin::Public::kNoPlace;
    made["places"].push_back(placed ? Json(table.place[at(seat)]) : Json());
    made["passed"].push_back((table.passed >> seat & 1) != 0);
  }
  for (const daihinmin::Turn& one : shared_.turns) {
    Json row = move_json(one.move);
    row["seat"] = one.before.turn;
    row["fresh"] = one.before.table_empty();
    made["turns"].push_back(std::move(row));
  }
  if (phase() == Phase::over) {
    made["hands"] = Json::array();
    for (Cards hand : start_) made["hands"].push_back(names_of(hand));
    return made;
  }
  made["turn"] = turn();
  made["yours"] = is_persons_turn();
  if (phase() == Phase::exchange) made["gift"] = gift_size();
  if (phase() != Phase::play || !is_persons_turn()) return made;
  daihinmin::MoveList list;
  daihinmin::moves(table, seats_[kPerson].hand, list);
  made["legal"] = Json::array();
  for (const Move& move : list) made["legal"].push_back(move_json(move));
  return made;
}

}  // namespace yomi::web
