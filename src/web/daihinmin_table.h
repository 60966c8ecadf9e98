// The requests of the page about Daihinmin.
#pragma once

#include "kept_games.h"
#include "yomi/daihinmin/players.h"
#include "yomi/web/api.h"
#include "yomi/web/daihinmin_game.h"

namespace yomi::web {

class DaihinminTable {
 public:
  explicit DaihinminTable(Store& store) : games_(store, "daihinmin"), learnt_(daihinmin::built_in()) {}

  // Each answers with the state of the game.
  Reply create(const Json& request, const std::string& client);
  Reply state(const Json& request, const std::string& client);
  Reply play(const Json& request, const std::string& client);
  Reply give(const Json& request, const std::string& client);
  Reply next(const Json& request, const std::string& client);
  // The kinds of robots.
  Reply kinds(const Json& request, const std::string& client);

  // Work for the thinkers: the robots' plays up to the person's turn; what the engine would play in the
  // person's place; where it believes the hidden cards to be, as the person can know.
  Work robots(const Json& request);
  Work hint(const Json& request);
  Work believe(const Json& request);

 private:
  // One play or gift of a robot; false when there is none, or the game was changed meanwhile.
  bool move(const std::string& id, const std::stop_token& stop, const Tell& tell);

  KeptGames<DaihinminGame> games_;
  const daihinmin::Learnt learnt_;
};

}  // namespace yomi::web
