// The requests about boards of bridge: each loads the game, changes it and keeps it.
#pragma once

#include "kept_games.h"
#include "yomi/web/api.h"
#include "yomi/web/bridge_game.h"
#include "yomi/web/meanings.h"

namespace yomi::web {

class BridgeTable {
 public:
  BridgeTable(Store& store, Meanings& meanings) : games_(store, "bridge"), meanings_(meanings) {}

  Reply create(const Json& request, const std::string& client);
  Reply state(const Json& request, const std::string& client);
  Reply call(const Json& request, const std::string& client);
  Reply card(const Json& request, const std::string& client);
  Reply undo(const Json& request, const std::string& client);
  // What each call would show that the person may make now.
  Reply meanings(const Json& request, const std::string& client);
  // The board as a record, once it is over: `format` is pbn or lin.
  Reply save(const Json& request, const std::string& client);
  // The board with all four hands, at any time, in the form of `read`.
  Reply record(const Json& request, const std::string& client);

  // Work for the thinkers: the robots' calls and cards up to the person's turn; a hint; whether the robots
  // concede so many of the remaining tricks.
  Work robots(const Json& request);
  Work hint(const Json& request);
  Work claim(const Json& request);

 private:
  Result<MadeCall> explained(const BridgeGame& game, Call call) const;
  // One robot's call or card. False: stopped, or there is nothing for robots to do.
  bool move(const std::string& id, agent::Requests& engine, const std::stop_token& stop, const Tell& tell);
  std::optional<Error> advised(BridgeGame& game, agent::Requests& engine, const std::stop_token& stop) const;

  KeptGames<BridgeGame> games_;
  Meanings& meanings_;
};

}  // namespace yomi::web
