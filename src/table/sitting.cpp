#include "yomi/table/sitting.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>

#include "yomi/dd/solver.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/table/whole_board.h"

namespace yomi::table {
namespace {

constexpr std::size_t kSolverMemory = std::size_t{16} << 20;

// A worker's players, two of each entrant that it has met, and a solver.
class Worker {
 public:
  explicit Worker(const SittingRun& how) : how_(how) {}

  std::optional<Error> play(Sitting& sitting) {
    BySeat<agent::Player*> chairs{};
    for (const Side side : {Side::ns, Side::ew}) {
      const auto players = players_of(sitting.entrant(side));
      if (!players) return players.error();
      const Seat first = side == Side::ns ? Seat::north : Seat::east;
      chairs[first] = (**players)[0].get();
      chairs[partner(first)] = (**players)[1].get();
    }
    auto played = play_board(sitting.board, chairs, how_.stopped);
    if (!played) return played.error();
    RecordedTable made{.room = sitting.room,
                       .round = sitting.fixture.round,
                       .table = sitting.fixture.table,
                       .played = std::move(*played)};
    for (const Side side : {Side::ns, Side::ew})
      made.teams[side] = how_.names[static_cast<std::size_t>(sitting.entrant(side))];
    if (const auto& contract = made.played.contract) {
      const Position start(sitting.board.deal, contract->strain, contract->leader());
      made.double_dummy = kRanks - solver().tricks(start).lower;
    }
    sitting.done = std::move(made);
    return std::nullopt;
  }

 private:
  using Partners = std::array<std::unique_ptr<agent::Player>, 2>;

  Result<Partners*> players_of(int entrant) {
    Partners& partners = players_[entrant];
    for (auto& one : partners) {
      if (one) continue;
      auto made = how_.make_player(entrant);
      if (!made) return made.error();
      one = std::move(*made);
    }
    return &partners;
  }

  dd::Solver& solver() {
    if (!solver_) solver_ = std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = kSolverMemory});
    return *solver_;
  }

  const SittingRun& how_;
  std::map<int, Partners> players_;
  std::unique_ptr<dd::Solver> solver_;
};

}  // namespace

std::vector<Sitting> sittings_of(const std::vector<Fixture>& fixtures, const std::vector<DealtBoard>& boards,
                                 bool two_rooms) {
  std::vector<Sitting> made;
  for (const DealtBoard& board : boards) {
    for (const Fixture& fixture : fixtures) {
      made.push_back({.fixture = fixture, .room = RoomName::open, .board = board});
      if (two_rooms) made.push_back({.fixture = fixture, .room = RoomName::closed, .board = board});
    }
  }
  return made;
}

Result<bool> run(const SittingRun& how, std::vector<Sitting>& sittings) {
  std::vector<Sitting*> open;
  for (Sitting& sitting : sittings) {
    if (!sitting.done) open.push_back(&sitting);
  }
  jobs::OrderedBatch batch;
  batch.threads = how.threads;
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned i = 0; i < jobs::workers(batch, open.size()); ++i)
    workers.push_back(std::make_unique<Worker>(how));
  struct Outcome {
    std::optional<RecordedTable> done{};
    std::optional<Error> trouble{};
  };
  std::vector<Outcome> outcomes(open.size());
  std::mutex mutex;
  std::optional<Error> trouble;
  const auto take_trouble = [&](const Outcome& of) {
    const std::lock_guard lock(mutex);
    if (!trouble) trouble = of.trouble;
  };
  bool kept = true;
  batch.work = [&](unsigned worker, std::size_t item) {
    Sitting sitting = *open[item];
    outcomes[item].trouble = workers[worker]->play(sitting);
    outcomes[item].done = std::move(sitting.done);
    take_trouble(outcomes[item]);
  };
  batch.done = [&](std::size_t item) {
    take_trouble(outcomes[item]);
    open[item]->done = std::move(outcomes[item].done);
    if (open[item]->done && kept) kept = how.on_done(*open[item]);
  };
  jobs::share(batch, how.transport, outcomes);
  batch.tick = [&] {
    const std::lock_guard lock(mutex);
    return kept && !trouble && !(how.stopped && how.stopped());
  };
  const bool whole = jobs::run(batch, open.size());
  if (how.stopped && how.stopped()) return false;
  if (trouble) return *trouble;
  return whole && kept;
}

}  // namespace yomi::table
