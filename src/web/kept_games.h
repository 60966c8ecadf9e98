// The games of one kind in the store. Each request loads its game, changes and saves it; changes of a game
// exclude each other.
#pragma once

#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

#include "replies.h"
#include "yomi/web/api.h"

namespace yomi::web {

template <class Game>
class KeptGames {
 public:
  struct Loaded {
    std::string id;
    Game game;
  };

  KeptGames(Store& store, std::string kind) : store_(store), kind_(std::move(kind)) {}

  // The state that is shown, with the game's id.
  static Json state_of(const std::string& id, const Game& game) {
    Json made = game.state();
    made["game"] = id;
    return made;
  }

  // The game that a request names.
  [[nodiscard]] Result<Loaded> load(const Json& request) const {
    const std::string id = request.text_of("game");
    const auto kept = store_.find(id);
    if (!kept || kept->kind != kind_) return Error{"game: there is no such game"};
    auto game = Game::from_json(kept->record);
    if (!game) return game.error();
    return Loaded{.id = id, .game = std::move(*game)};
  }

  Reply add(const Game& game, const std::string& client) {
    const auto id = store_.add(client, kind_, game.to_json());
    if (!id) return trouble(id.error());
    return {.body = state_of(*id, game)};
  }

  [[nodiscard]] Reply state(const Json& request) const {
    const auto loaded = load(request);
    if (!loaded) return not_found(loaded.error());
    return {.body = state_of(loaded->id, loaded->game)};
  }

  // `apply` changes the game or returns an error. A request with an outdated count of changes gets the
  // current state, status 409.
  template <class Change>
  Reply change(const Json& request, const Change& apply) {
    const std::lock_guard lock(mutex_);
    auto loaded = load(request);
    if (!loaded) return not_found(loaded.error());
    const Json* changes = request.find("changes");
    if (changes != nullptr && changes->integer() != loaded->game.changes())
      return {.status = 409, .body = state_of(loaded->id, loaded->game)};
    if (const std::optional<Error> wrong = apply(loaded->game)) return bad_request(*wrong);
    if (const auto failed = store_.save(loaded->id, loaded->game.to_json())) return trouble(*failed);
    return {.body = state_of(loaded->id, loaded->game)};
  }

  // A robot's move, made while others might change the game: `game` is saved and reported only if the count
  // of changes is still `before`.
  bool replace(const std::string& id, const Game& game, int before, const std::stop_token& stop,
               const Tell& tell) {
    const std::lock_guard lock(mutex_);
    const auto now = load({{"game", id}});
    if (stop.stop_requested() || !now || now->game.changes() != before) return false;
    if (const auto failed = store_.save(id, game.to_json())) {
      tell("error", error_json(*failed));
      return false;
    }
    tell("state", state_of(id, game));
    return true;
  }

 private:
  Store& store_;
  std::string kind_;
  std::mutex mutex_;
};

}  // namespace yomi::web
