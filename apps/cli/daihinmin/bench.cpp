// `yomi daihinmin bench`: speeds, with what they are measured on checked, and ratios to the goals.
#include <fmt/core.h>

#include "daihinmin/daihinmin.h"
#include "yomi/daihinmin/match.h"
#include "yomi/daihinmin/playout.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/cpu_time.h"

namespace yomi::cli::daihinmin {
namespace {

struct Line {
  std::string name;
  std::uint64_t count;  // the signature: the same on every machine
  double a_second;
  double goal;
};

std::vector<State> some_starts(Random& random) {
  std::vector<State> starts(256);
  for (State& start : starts) start = State::start(yomi::daihinmin::deal(random));
  return starts;
}

Line random_moves(int games) {
  Random random(1);
  const std::vector<State> starts = some_starts(random);
  std::uint64_t count = 0;
  const double before = jobs::process_cpu_seconds();
  for (int game = 0; game < games; ++game) {
    State state = starts[static_cast<std::size_t>(game) % starts.size()];
    count += static_cast<std::uint64_t>(random_playout(state, random));
    if (!state.over()) fail("", {.what = "a play-out did not end"});
  }
  return {"moves of random play-outs", count,
          static_cast<double>(count) / (jobs::process_cpu_seconds() - before), 10e6};
}

Line policy_playouts(const Learnt& learnt, bool full, int games) {
  const Policy& policy = full ? *learnt.play_policy : *learnt.hand_policy;
  Random random(1);
  const std::vector<State> starts = some_starts(random);
  std::uint64_t places = 0;
  const double before = jobs::process_cpu_seconds();
  for (int game = 0; game < games; ++game) {
    State state = starts[static_cast<std::size_t>(game) % starts.size()];
    // To the very end, from the full deal: the longest play-outs there are.
    play_out(state, [&](const State& now, const MoveList& list) {
      const Cards hand = now.hands[now.turn];
      return policy.choose(now, hand, now.all_cards() - hand, list, random);
    });
    places = places * 5 + state.place[0];
    if (!state.over()) fail("", {.what = "a play-out did not end"});
  }
  return {full ? "play-outs by yomi's policy" : "play-outs by snowl's policy", places,
          games / (jobs::process_cpu_seconds() - before), 30e3};
}

Line base_games(const Learnt& learnt, int games) {
  MatchSettings settings;
  settings.players.fill("base");
  settings.games = games;
  settings.measure_cpu = false;
  const double before = jobs::process_cpu_seconds();
  const auto sessions = play_match(settings, learnt, 1, {}, {});
  const double seconds = jobs::process_cpu_seconds() - before;
  std::uint64_t points = 0;
  for (const Session& session : *sessions)
    points = points * 31 + static_cast<std::uint64_t>(session.points[0]);
  return {"games of base in one process", points, games / seconds, 20e3};
}

void run_bench(int scale, bool json) {
  const Learnt learnt = built_in();
  for (const Line& line :
       {random_moves(20'000 * scale), policy_playouts(learnt, false, 4'000 * scale),
        policy_playouts(learnt, true, 3'000 * scale), base_games(learnt, 10'000 * scale)}) {
    if (json) {
      fmt::print("{}\n", Json{{"what", line.name},
                              {"a_second", line.a_second},
                              {"goal", line.goal},
                              {"ratio", line.a_second / line.goal},
                              {"signature", line.count}}
                             .dump());
    } else {
      fmt::print("{:<32} {:>12.0f} a second of CPU   {:>6.2f} of the goal of {:.0f}   signature {}\n",
                 line.name, line.a_second, line.a_second / line.goal, line.goal, line.count);
    }
  }
}

}  // namespace

void add_bench(Command& app) {
  auto scale = std::make_shared<int>(5);
  auto json = std::make_shared<bool>(false);
  Command* command = app.add_subcommand("bench", "Speeds on one core, compared with goals");
  command->footer(
      "Signatures depend on the code alone: a change that only affects speed must not move them.\n\nExample: "
      "yomi daihinmin bench --scale 10");
  command->add_option("--scale", *scale, "How long to measure")->check(range(1, 1000))->shows_default();
  command->add_flag("--json", *json, "JSON lines instead of text");
  command->callback([scale, json] { run_bench(*scale, *json); });
}

}  // namespace yomi::cli::daihinmin
