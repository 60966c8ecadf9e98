#include "daihinmin_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "yomi/agent/fields.h"

namespace yomi::web {
namespace {

using daihinmin::at;
using daihinmin::kPlayers;
using daihinmin::Move;

constexpr double kSeconds = 0.4;      // a robot's play
constexpr double kHintSeconds = 1.5;  // the engine's advice
constexpr int kDraws = 300;           // deals behind the chances of a belief
constexpr const char* kReader = "yomi";

std::uint64_t fresh_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 31) ^ device();
}

// What a player of this kind does in the seat on turn.
std::optional<Error> move_of(DaihinminGame& game, daihinmin::Player& player) {
  const int seat = game.turn();
  player.begin(game.setup().seed + static_cast<std::uint64_t>(game.changes()));
  if (game.phase() == DaihinminGame::Phase::exchange)
    return game.give(player.give(game.view(seat), game.gift_size()));
  const daihinmin::View view = game.view(seat);
  const Move move = player.play(view);
  const bool legal = view.own.hand.contains(move.cards) && view.table().accepts(move);
  return game.play(legal ? move : Move::pass());
}

}  // namespace

Reply DaihinminTable::kinds(const Json&, const std::string&) {
  Json made = Json::array();
  for (const daihinmin::PlayerKind& kind : daihinmin::player_kinds())
    made.push_back({{"name", kind.name}, {"words", kind.words}});
  return {.body = {{"kinds", std::move(made)}}};
}

Reply DaihinminTable::create(const Json& request, const std::string& client) {
  DaihinminSetup setup{.seed = fresh_seed()};
  const auto seed =
      agent::whole_field(request, "seed", static_cast<std::int64_t>(setup.seed >> 1), 0, INT64_MAX);
  if (!seed) return bad_request(seed.error());
  setup.seed = static_cast<std::uint64_t>(*seed);
  for (std::size_t i = 1; i < kPlayers; ++i) setup.players[i] = kReader;
  if (const Json* players = request.find("players")) {
    if (players->size() != kPlayers - 1) return bad_request(Error{"players: expected four names"});
    const auto kinds = daihinmin::player_kinds();
    for (std::size_t i = 1; i < kPlayers; ++i) {
      const std::string* name = players->elements()[i - 1].text();
      const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const daihinmin::PlayerKind& kind) {
        return name != nullptr && kind.name == *name;
      });
      if (found == kinds.end()) return bad_request(Error{"players: there is no such player"});
      setup.players[i] = *name;
    }
  }
  const DaihinminGame game(std::move(setup));
  return games_.add(game, client);
}

Reply DaihinminTable::state(const Json& request, const std::string&) {
  return games_.state(request);
}

Reply DaihinminTable::play(const Json& request, const std::string&) {
  return games_.change(request, [&](DaihinminGame& game) -> std::optional<Error> {
    if (!game.is_persons_turn()) return Error{"move: it is not your turn"};
    const auto move = daihinmin::parse_move(request.text_of("move"));
    if (!move) return Error{"move: " + move.error().what};
    return game.play(*move);
  });
}

Reply DaihinminTable::give(const Json& request, const std::string&) {
  return games_.change(request, [&](DaihinminGame& game) -> std::optional<Error> {
    if (!game.is_persons_turn()) return Error{"cards: it is not your turn"};
    const auto cards = daihinmin::parse_cards(request.text_of("cards"));
    if (!cards) return Error{"cards: " + cards.error().what};
    return game.give(*cards);
  });
}

Reply DaihinminTable::next(const Json& request, const std::string&) {
  return games_.change(request, [](DaihinminGame& game) { return game.next(); });
}

bool DaihinminTable::move(const std::string& id, const std::stop_token& stop, const Tell& tell) {
  auto loaded = games_.load({{"game", id}});
  if (!loaded || stop.stop_requested()) return false;
  DaihinminGame& game = loaded->game;
  if (game.phase() == DaihinminGame::Phase::over || game.is_persons_turn()) return false;
  const int before = game.changes();
  tell("thinking", {{"seat", game.turn()}});
  const auto player =
      daihinmin::make_player(game.setup().players[at(game.turn())], learnt_, {.seconds = kSeconds});
  const auto wrong = player ? move_of(game, **player) : std::optional(player.error());
  if (wrong) {
    tell("error", error_json(*wrong));
    return false;
  }
  return games_.replace(id, game, before, stop, tell);
}

Work DaihinminTable::robots(const Json& request) {
  return
      [this, id = request.text_of("game")](agent::Requests&, const std::stop_token& stop, const Tell& tell) {
        while (move(id, stop, tell)) {
        }
      };
}

Work DaihinminTable::hint(const Json& request) {
  return [this, request](agent::Requests&, const std::stop_token&, const Tell& tell) {
    const auto loaded = games_.load(request);
    if (!loaded) return tell("error", error_json(loaded.error()));
    const DaihinminGame& game = loaded->game;
    if (!game.is_persons_turn()) return tell("error", error_json(Error{"it is not your turn"}));
    const auto player = daihinmin::make_player(kReader, learnt_, {.seconds = kHintSeconds});
    if (!player) return tell("error", error_json(player.error()));
    (*player)->begin(game.setup().seed);
    const daihinmin::View view = game.view(DaihinminGame::kPerson);
    if (game.phase() == DaihinminGame::Phase::exchange)
      return tell("hint", {{"cards", to_string((*player)->give(view, game.gift_size()))}});
    Json made = {{"move", to_string((*player)->play(view))}, {"considered", Json::array()}};
    if (const auto* thinker = dynamic_cast<const daihinmin::MonteCarlo*>(player->get())) {
      made["why"] = thinker->reason();
      for (const daihinmin::Considered& one : thinker->considered())
        made["considered"].push_back({{"move", to_string(one.move)}, {"value", one.mean}});
    }
    tell("hint", std::move(made));
  };
}

Work DaihinminTable::believe(const Json& request) {
  return [this, request](agent::Requests&, const std::stop_token& stop, const Tell& tell) {
    const auto loaded = games_.load(request);
    if (!loaded) return tell("error", error_json(loaded.error()));
    if (loaded->game.phase() != DaihinminGame::Phase::play)
      return tell("error", error_json(Error{"there is nothing to read now"}));
    const auto settings = daihinmin::monte_carlo_settings(kReader, learnt_);
    const daihinmin::View view = loaded->game.view(DaihinminGame::kPerson);
    daihinmin::Belief belief(settings->belief);
    Random random(loaded->game.setup().seed);
    belief.prepare(view, random);
    std::array<std::array<int, kPlayers>, 64> count{};
    int drawn = 0;
    for (; drawn < kDraws && !stop.stop_requested(); ++drawn) {
      const daihinmin::Hands hands = belief.draw(random);
      for (std::size_t seat = 0; seat < kPlayers; ++seat) {
        for (daihinmin::Card card : hands[seat]) ++count[at(card.bit())][seat];
      }
    }
    Json cards = Json::array();
    for (daihinmin::Card card : view.hidden()) {
      Json chances = Json::array();
      for (int times : count[at(card.bit())])
        chances.push_back(static_cast<double>(times) / std::max(1, drawn));
      cards.push_back({{"card", to_string(card)}, {"chances", std::move(chances)}});
    }
    tell("belief", {{"cards", std::move(cards)}});
  };
}

}  // namespace yomi::web
