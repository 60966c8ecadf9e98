// Boards played in one process, many at a time: the work of `yomi match`.
//
// A sitting is one board at one table between two entrants. Unless a time limit cuts a player short, the
// result depends only on the entrants, the board and the seed.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "yomi/agent/player.h"
#include "yomi/jobs/transport.h"
#include "yomi/table/event.h"
#include "yomi/table/record.h"

namespace yomi::table {

struct Sitting {
  Fixture fixture{};
  RoomName room = RoomName::open;
  DealtBoard board{};
  std::optional<RecordedTable> done{};

  [[nodiscard]] int entrant(Side side) const {
    return (side == Side::ns) == (room == RoomName::open) ? fixture.home : fixture.visitor;
  }
};

// The sittings of one round: the boards in both rooms, or at one table (pairs).
std::vector<Sitting> sittings_of(const std::vector<Fixture>& fixtures, const std::vector<DealtBoard>& boards,
                                 bool two_rooms);

struct SittingRun {
  std::vector<std::string> names;  // of the entrants
  // A player of the entrant, for one chair. Called from any worker.
  std::function<Result<std::unique_ptr<agent::Player>>(int entrant)> make_player;
  unsigned threads = 1;
  jobs::Transport* transport = nullptr;  // to ranks that divide the sittings among them
  // On the calling thread, in order. False ends the run.
  std::function<bool(const Sitting& sitting)> on_done;
  // From any thread; also called on the calling thread some ten times a second.
  std::function<bool()> stopped;
};

// Plays what is not done yet; false when stopped. The error names the board and the player that failed.
Result<bool> run(const SittingRun& how, std::vector<Sitting>& sittings);

}  // namespace yomi::table
