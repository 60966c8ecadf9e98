// Daihinmin: the rules, matches, and players written in Python.
#include <pybind11/stl.h>

#include <atomic>

#include "binding.h"
#include "yomi/daihinmin/match.h"
#include "yomi/daihinmin/moves.h"

namespace yomi::python {
namespace {

namespace dm = yomi::daihinmin;

std::vector<std::string> names_of(dm::Cards cards) {
  std::vector<std::string> made;
  for (dm::Card card : cards) made.push_back(dm::to_string(card));
  return made;
}

std::vector<std::string> moves_of(const dm::Public& table, dm::Cards hand) {
  dm::MoveList list;
  dm::moves(table, hand, list);
  std::vector<std::string> made;
  for (const dm::Move& move : list) made.push_back(dm::to_string(move));
  return made;
}

// A list of cards, or one text of them.
dm::Cards cards_of(const py::object& given, const std::string& argument) {
  std::string text;
  if (py::isinstance<py::str>(given)) {
    text = given.cast<std::string>();
  } else {
    for (const py::handle one : given) text += (text.empty() ? "" : " ") + py::str(one).cast<std::string>();
    if (text.empty()) text = "-";
  }
  return value_of(dm::parse_cards(text), argument);
}

dm::State state_of(const std::vector<std::string>& hands) {
  if (hands.size() != dm::kPlayers) fail("hands: expected five");
  std::array<dm::Cards, dm::kPlayers> dealt{};
  dm::Cards all;
  for (std::size_t seat = 0; seat < dealt.size(); ++seat) {
    const std::string name = "hand " + std::to_string(seat);
    dealt[seat] = value_of(dm::parse_cards(hands[seat]), name);
    constexpr int kMost = 13;  // what lists of moves are sized for
    if (dealt[seat].empty() || dealt[seat].size() > kMost) fail(name + ": expected 1 to 13 cards");
    if (!(all & dealt[seat]).empty()) fail(name + ": a card is in two hands");
    all |= dealt[seat];
  }
  return dm::State::start(dealt);
}

void play(dm::State& state, const std::string& text) {
  const dm::Move move = value_of(dm::parse_move(text), "move");
  if (state.over()) fail("move: the game is over");
  if (!state.legal(move)) fail("move: " + dm::to_string(move) + " is not legal here");
  state.apply(move);
}

std::vector<std::optional<int>> places_of(const dm::Public& table) {
  std::vector<std::optional<int>> made;
  for (const std::uint8_t place : table.place)
    made.push_back(place == dm::Public::kNoPlace ? std::nullopt : std::optional<int>(place));
  return made;
}

// What a player sees, kept for as long as Python keeps it.
struct Seen {
  dm::Shared shared;
  dm::Private own;
  [[nodiscard]] dm::View view() const { return {shared, own}; }
};

// What went wrong in a player written in Python; the first counts.
struct Failure {
  std::mutex mutex;
  std::exception_ptr thrown;
  std::atomic<bool> happened = false;

  void note() {
    const std::lock_guard lock(mutex);
    if (!thrown) thrown = std::current_exception();
    happened = true;
  }
};

class PythonPlayer : public dm::Player {
 public:
  PythonPlayer(const py::object& factory, Failure& failure) : failure_(failure) {
    guarded([&] { player_ = factory(); });
  }
  ~PythonPlayer() override {
    const py::gil_scoped_acquire lock;
    player_.release().dec_ref();
  }
  PythonPlayer(const PythonPlayer&) = delete;
  PythonPlayer& operator=(const PythonPlayer&) = delete;

  void begin(std::uint64_t seed) override {
    guarded([&] { player_.attr("begin")(seed); });
  }
  dm::Cards give(const dm::View& view, int count) override {
    dm::Cards given;
    guarded([&] {
      given = cards_of(player_.attr("give")(Seen{view.shared, view.own}, count), "give");
      if (given.size() != count || !view.own.hand.contains(given))
        fail("give: expected " + std::to_string(count) + " of the cards in the hand, found " +
             dm::to_string(given));
    });
    return given;
  }
  dm::Move play(const dm::View& view) override {
    dm::Move move = dm::Move::pass();
    guarded([&] {
      const std::string text = py::str(player_.attr("play")(Seen{view.shared, view.own}));
      const dm::Move wanted = value_of(dm::parse_move(text), "play");
      if (!view.own.hand.contains(wanted.cards) || !view.table().accepts(wanted))
        fail("play: " + dm::to_string(wanted) + " is not legal here");
      move = wanted;
    });
    return move;
  }

 private:
  // With the interpreter's lock. After a failure nothing more is asked.
  template <class Work>
  void guarded(Work&& work) {
    if (failure_.happened) return;
    const py::gil_scoped_acquire lock;
    try {
      work();
    } catch (...) {
      failure_.note();
    }
  }

  py::object player_;
  Failure& failure_;
};

py::dict match(const py::list& players, int games, int session, std::uint64_t seed, std::int64_t threads,
               int playouts, const std::string& folder, const py::object& progress) {
  constexpr int kMostGames = 100'000'000;
  if (players.size() != dm::kPlayers) fail("players: expected five");
  if (games < 1 || games > kMostGames) fail("games: expected a number from 1 on");
  if (session < 1) fail("session: expected a number from 1 on");
  if (playouts < 0) fail("playouts: expected a number from 0 on");
  const auto learnt = folder.empty() ? dm::built_in() : value_of(dm::read_learnt(folder), "learnt");
  Failure failure;
  dm::MatchSettings settings;
  settings.games = games;
  settings.session = session;
  settings.seed = seed;
  settings.options.playouts = playouts;
  for (std::size_t i = 0; i < dm::kPlayers; ++i) {
    const py::object player = players[i];
    if (py::isinstance<py::str>(player)) {
      settings.players[i] = player.cast<std::string>();
    } else {
      settings.players[i] = "python " + std::to_string(i + 1);
      settings.own[i] = [&failure, player = player.ptr()] {
        const py::gil_scoped_acquire lock;
        return std::make_unique<PythonPlayer>(py::reinterpret_borrow<py::object>(player), failure);
      };
    }
  }
  std::optional<Result<std::vector<dm::Session>>> sessions;
  std::atomic<int> played = 0;
  const int workers = threads_of(threads);
  run({.work =
           [&](const std::stop_token& stop) {
             dm::MatchCalls calls;
             calls.stop = [&] { return stop.stop_requested() || failure.happened; };
             calls.on_game = [&](auto&&...) { ++played; };
             sessions = dm::play_match(settings, learnt, workers, {}, calls);
           },
       .progress = progress,
       .share = [&] { return static_cast<double>(played) / games; }});
  if (failure.thrown) std::rethrow_exception(failure.thrown);
  const auto done = value_of(std::move(*sessions), "players");
  py::list points;
  for (const dm::Session& one : done) points.append(py::cast(one.points));
  const dm::MatchScore score = dm::score_of(done);
  py::list mean;
  py::list error;
  for (const dm::Score& one : score.players) {
    mean.append(one.points);
    error.append(py::cast(one.error));
  }
  using namespace py::literals;  // NOLINT(google-build-using-namespace): a function's body
  return py::dict("games"_a = score.games, "points"_a = mean, "error"_a = error, "sessions"_a = points);
}

void add_state(py::module_& module) {
  py::class_<dm::State>(module, "State", "A game of Daihinmin with all hands open.")
      .def(py::init(&state_of), py::arg("hands"))
      .def_static(
          "deal",
          [](std::uint64_t seed) {
            Random random(seed);
            return dm::State::start(dm::deal(random));
          },
          py::arg("seed"))
      .def("copy", [](const dm::State& state) { return state; })
      .def("play", &play, py::arg("move"))
      .def("moves",
           [](const dm::State& state) {
             return state.over() ? std::vector<std::string>{} : moves_of(state, state.hands[state.turn]);
           })
      .def_property_readonly("hands",
                             [](const dm::State& state) {
                               std::vector<std::vector<std::string>> made;
                               for (const dm::Cards hand : state.hands) made.push_back(names_of(hand));
                               return made;
                             })
      .def_property_readonly("turn", [](const dm::State& state) { return int{state.turn}; })
      .def_property_readonly("table", [](const dm::State& state) { return dm::to_string(state.top); })
      .def_property_readonly("places", [](const dm::State& state) { return places_of(state); })
      .def_property_readonly("over", [](const dm::State& state) { return state.over(); })
      .def_property_readonly("revolution", [](const dm::State& state) { return state.revolution; })
      .def_property_readonly("locked", [](const dm::State& state) { return state.locked; })
      .def("__repr__", [](const dm::State& state) { return "<State " + dm::to_string(state) + ">"; });
}

void add_seen(py::module_& module) {
  py::class_<Seen>(module, "View", "What one player of Daihinmin sees.")
      .def_property_readonly("seat", [](const Seen& seen) { return seen.own.seat; })
      .def_property_readonly("hand", [](const Seen& seen) { return names_of(seen.own.hand); })
      .def_property_readonly("moves",
                             [](const Seen& seen) { return moves_of(seen.shared.table, seen.own.hand); })
      .def_property_readonly("table", [](const Seen& seen) { return dm::to_string(seen.shared.table.top); })
      .def_property_readonly("owner", [](const Seen& seen) { return int{seen.shared.table.owner}; })
      .def_property_readonly("counts",
                             [](const Seen& seen) {
                               return std::vector<int>(seen.shared.table.counts.begin(),
                                                       seen.shared.table.counts.end());
                             })
      .def_property_readonly("places", [](const Seen& seen) { return places_of(seen.shared.table); })
      .def_property_readonly("revolution", [](const Seen& seen) { return seen.shared.table.revolution; })
      .def_property_readonly("locked", [](const Seen& seen) { return seen.shared.table.locked; })
      .def_property_readonly("played", [](const Seen& seen) { return names_of(seen.shared.played); })
      .def_property_readonly("hidden", [](const Seen& seen) { return names_of(seen.view().hidden()); })
      .def_property_readonly("gave", [](const Seen& seen) { return names_of(seen.own.gave); })
      .def_property_readonly("got", [](const Seen& seen) { return names_of(seen.own.got); })
      .def_property_readonly("ranks",
                             [](const Seen& seen) {
                               return seen.shared.ranked
                                          ? std::vector<int>(seen.shared.rank.begin(), seen.shared.rank.end())
                                          : std::vector<int>{};
                             })
      .def_property_readonly("games_left", [](const Seen& seen) { return seen.shared.games_left; })
      .def_property_readonly("turns", [](const Seen& seen) {
        std::vector<std::pair<int, std::string>> made;
        for (const dm::Turn& turn : seen.shared.turns)
          made.emplace_back(turn.before.turn, dm::to_string(turn.move));
        return made;
      });
}

}  // namespace

void add_daihinmin(py::module_& module) {
  add_state(module);
  add_seen(module);
  module.def("daihinmin_match", &match, py::arg("players"), py::arg("games"), py::arg("session"),
             py::arg("seed"), py::arg("threads"), py::arg("playouts"), py::arg("learnt"),
             py::arg("progress"));
  module.def("daihinmin_players", [] {
    std::vector<std::pair<std::string, std::string>> made;
    for (const dm::PlayerKind& kind : dm::player_kinds()) made.emplace_back(kind.name, kind.words);
    return made;
  });
}

}  // namespace yomi::python
