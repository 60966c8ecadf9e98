#include "exam/played_boards.h"

#include <fmt/core.h>

#include <array>
#include <memory>

#include "batch.h"
#include "cluster.h"
#include "command.h"
#include "input.h"
#include "interrupt.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/statistics.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/lab/card_exam.h"

namespace yomi::cli::exam {
namespace {

constexpr std::size_t kSolverMemory = std::size_t{32} << 20;

using lab::BoardTally;
using lab::CardTally;

lab::CardExam make_played_boards_exam(const PlayFlags& flags, const BoardExam& exam) {
  return {.player = player_named(flags, exam.player),
          .carding = flags.read_carding(),
          .seed = flags.seed,
          .leads_only = exam.leads_only};
}

Json played_boards_json(const CardTally& tally) {
  return {{"cards", tally.cards},
          {"engine_best", tally.share(tally.engine_best)},
          {"expert_best", tally.share(tally.expert_best)},
          {"random_best", tally.share(tally.random_best)},
          {"engine_only", tally.engine_only},
          {"expert_only", tally.expert_only},
          {"p", jobs::mcnemar_exact(static_cast<std::size_t>(tally.engine_only),
                                    static_cast<std::size_t>(tally.expert_only))},
          {"same", tally.share(tally.same)},
          {"same_or_equal", tally.share(tally.equal)},
          {"cpu_ms", 1e3 * tally.share(tally.cpu_seconds)}};
}

void print_played_boards(const char* name, const CardTally& tally) {
  if (tally.cards == 0) return;
  const auto percent = [&](double part) { return 100 * tally.share(part); };
  fmt::print("{:<16} {:7}   {:5.1f} %   {:5.1f} %   {:5.1f} %   {:5.1f} %   {:5.1f} %   {:7.1f}\n", name,
             tally.cards, percent(tally.engine_best), percent(tally.expert_best), percent(tally.random_best),
             percent(tally.same), percent(tally.equal), 1e3 * tally.share(tally.cpu_seconds));
}

}  // namespace

play::ContestantSpec player_named(const PlayFlags& flags, const std::string& player) {
  play::ContestantSpec usual{.settings = flags.settings(), .name = flags.engine};
  if (player.empty()) return usual;
  auto spec = play::parse_contestant(player, usual.settings);
  if (spec) return std::move(*spec);
  fmt::print(stderr, "yomi exam play: --player: column {}: {}\n", spec.error().column, spec.error().what);
  throw Exit{2};
}

void examine_boards(const std::string& path, const PlayFlags& flags, const BoardExam& exam, bool& failed) {
  const Interrupt interrupt;
  const std::stop_token stop = interrupt.token();
  int bad = 0;
  const lab::CardExam examiner = make_played_boards_exam(flags, exam);
  const auto boards = read_play_boards("exam play", path, exam.filter, bad);
  failed = failed || bad > 0;
  if (boards.empty() && bad == 0) nothing_read(path, "a board with a contract and play");
  std::vector<BoardTally> tallies(boards.size());
  jobs::OrderedBatch batch;
  batch.threads = Cluster::threads(static_cast<unsigned>(flags.threads));
  std::vector<std::unique_ptr<dd::Solver>> solvers(jobs::workers(batch, boards.size()));
  for (auto& solver : solvers)
    solver = std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = kSolverMemory});
  batch.work = [&](unsigned worker, std::size_t item) {
    tallies[item] = examiner.examine(boards[item].board, boards[item].line, *solvers[worker], stop);
  };
  BoardTally all;
  batch.done = [&](std::size_t item) { all.add(tallies[item]); };
  jobs::share(batch, Cluster::transport(), tallies);
  const BatchEnd end = run_batch("boards", batch, boards.size());
  const bool finished = end.whole && !stop.stop_requested();
  if (exam.json_output) {
    fmt::print("{}\n", Json({{"engine", examiner.player.name},
                             {"boards", end.done},
                             {"opening_leads", played_boards_json(all.lead)},
                             {"declarer", played_boards_json(all.later[0])},
                             {"defence", played_boards_json(all.later[1])}})
                           .dump());
  } else {
    fmt::print("{} boards; cards at which there was a choice\n", end.done);
    fmt::print("                           double-dummy best: {}\n", examiner.player.name);
    fmt::print("                   cards   engine     experts   random    same      or equal   CPU ms\n");
    print_played_boards("opening leads", all.lead);
    print_played_boards("declarer", all.later[0]);
    print_played_boards("defence, later", all.later[1]);
    const CardTally& lead = all.lead;
    fmt::print("opening leads: only the engine's best {}, only the expert's {}, McNemar's exact p = {:.4f}\n",
               lead.engine_only, lead.expert_only,
               jobs::mcnemar_exact(static_cast<std::size_t>(lead.engine_only),
                                   static_cast<std::size_t>(lead.expert_only)));
  }
  if (!finished) throw Exit{kStoppedStatus};
}

}  // namespace yomi::cli::exam
