// Recorded games told again: as text, and as one page of HTML that needs nothing beside it. In English or
// Japanese. What is told at each turn: the hands, what lies on the table, passes, locks, revolutions, and,
// where asked for, what the one to move could believe of the others' cards. And what thousands of records say
// together.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/daihinmin/belief.h"
#include "yomi/daihinmin/record.h"

namespace yomi::daihinmin {

enum class Language : std::uint8_t { english, japanese };

struct ReplayOptions {
  Language language = Language::english;
  std::optional<BeliefSettings> belief{};  // how the one to move reads the others; none: not told
  int draws = 100;                         // deals behind the chances
};

// The likeliest cards of a seat, with their chances; as many as it holds.
struct Believed {
  int seat = 0;
  std::vector<std::pair<Card, double>> cards;
};

// One turn with all that is told of it.
struct ReplayTurn {
  Public before;
  Hands hands{};  // before the play
  Move move;
  PlayNote note;
  bool locks = false;   // the play makes a lock
  bool clears = false;  // the table is empty after it
  bool turns = false;   // revolution, or back
  int place = -1;       // that the mover has reached with it
  std::vector<Believed> believed;
};
std::vector<ReplayTurn> replay(const Record& record, const ReplayOptions& options);

// "yomi" or, where names are not known, "player 2".
std::string player_name(const Record& record, std::size_t player);
// 大富豪 to 大貧民, or richest to poorest.
std::string_view rank_name(int rank, Language language);

std::string replay_text(const Record& record, const ReplayOptions& options);
std::string replay_page(std::span<const Record> records, const ReplayOptions& options);

// What many records say of one player.
struct PlayerStatistics {
  std::string name;
  int games = 0;
  double points = 0;
  std::array<std::array<int, kPlayers>, kPlayers + 1> places{};  // [rank before, the last for none][place]
  int plays = 0;                                                 // passes too
  int refused = 0;
  int timed = 0;  // plays whose time is known
  double seconds = 0;
  double slowest = 0;
};
// By name, in the order in which names come up.
std::vector<PlayerStatistics> statistics_of(std::span<const Record> records);

}  // namespace yomi::daihinmin
