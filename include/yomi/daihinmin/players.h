// The players by name, and what was learnt for them.
// What each does is told in the list in players.cpp, which `yomi daihinmin match --help` shows.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/daihinmin/monte_carlo.h"

namespace yomi::daihinmin {

// How ranks carry over: from a place to the place in the next game, and what a place is worth because of it.
struct PlaceValues {
  std::array<double, kPlayers> value{1.0, 0.75, 0.5, 0.25, 0.0};
};

// Everything learnt. The program carries a set; another can be read from a folder.
struct Learnt {
  std::shared_ptr<const Policy> hand_policy;  // play-outs of snowl
  std::shared_ptr<const Policy> play_policy;  // how to move well; play-outs of yomi
  std::shared_ptr<const Policy> read_policy;  // how yomi takes others to move when it reads their hands
  std::shared_ptr<const Estimate> snowl;
  std::shared_ptr<const Estimate> vsbase;
  std::shared_ptr<const Estimate> frequency;
  GiveOdds gives = GiveOdds::plain();
  PlaceValues values;
};

// The set that is compiled in. Parsed anew at each call (some milliseconds); keep it.
Learnt built_in();
// Files of the folder that are there replace the built-in ones.
Result<Learnt> read_learnt(const std::string& folder);
// The small tables: what the rich give away, and the values of places.
std::string to_text(const GiveOdds& gives, const PlaceValues& values);
Result<std::pair<GiveOdds, PlaceValues>> parse_tables(std::string_view text);

struct PlayerOptions {
  int playouts = 0;    // 0: the player's own number
  double seconds = 0;  // a decision; 0: no limit
  int threads = 1;
};

struct PlayerKind {
  std::string_view name;
  std::string_view words;  // what it does
};
std::span<const PlayerKind> player_kinds();
// Also "NAME:PLAYOUTS" and "NAME@SECONDS", as in "snowl:500" and "yomi@0.05". The error lists the names.
Result<std::unique_ptr<Player>> make_player(std::string_view name, const Learnt& learnt,
                                            const PlayerOptions& options = {});
// The settings behind a Monte-Carlo player's name; empty for the others.
std::optional<MonteCarloSettings> monte_carlo_settings(std::string_view name, const Learnt& learnt);

}  // namespace yomi::daihinmin
