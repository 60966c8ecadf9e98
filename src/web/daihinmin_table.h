// The requests of the page about Daihinmin.
#pragma once

#include <mutex>

#include "yomi/daihinmin/players.h"
#include "yomi/web/api.h"
#include "yomi/web/daihinmin_game.h"

namespace yomi::web {

class DaihinminTable {
 public:
  explicit DaihinminTable(Store& store) : store_(store), learnt_(daihinmin::built_in()) {}

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
  struct Loaded {
    std::string id;
    DaihinminGame game;
  };
  [[nodiscard]] Result<Loaded> load(const Json& request) const;
  template <class Change>
  Reply change(const Json& request, const Change& apply);
  // One play or gift of a robot; false when there is none, or the game was changed meanwhile.
  bool move(const std::string& id, const std::stop_token& stop, const Tell& tell);

  Store& store_;
  const daihinmin::Learnt learnt_;
  std::mutex mutex_;  // held from the reading of a game to its saving
};

}  // namespace yomi::web
