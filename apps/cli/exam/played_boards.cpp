#include "exam/played_boards.h"

#include <fmt/core.h>

#include <array>
#include <memory>

#include "command.h"
#include "input.h"
#include "interrupt.h"
#include "progress.h"
#include "yomi/dd/solver.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/ordered_batch.h"
#include "yomi/jobs/statistics.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/play/contestant.h"
#include "yomi/play/system_reader.h"

namespace yomi::cli::exam {
namespace {

constexpr std::size_t kSolverMemory = std::size_t{32} << 20;

// Cards at which there was a choice.
struct Tally {
  int cards = 0;
  int engine_best = 0;     // double-dummy best
  int expert_best = 0;     // the same for the card that was played
  double random_best = 0;  // chance of a legal card drawn at random
  int same = 0;            // the engine's card is the expert's
  int equal = 0;           // or one that takes the same tricks in every layout
  double cpu_seconds = 0;  // of the engine
  int engine_only = 0;     // best, and the expert's is not
  int expert_only = 0;

  void add(const Tally& other) {
    cards += other.cards;
    engine_best += other.engine_best;
    expert_best += other.expert_best;
    random_best += other.random_best;
    same += other.same;
    equal += other.equal;
    cpu_seconds += other.cpu_seconds;
    engine_only += other.engine_only;
    expert_only += other.expert_only;
  }
  [[nodiscard]] double share(double part) const { return cards == 0 ? 0 : part / cards; }
};

struct BoardTally {
  Tally lead{};
  std::array<Tally, 2> later{};  // declarer's side, defence
};

class Examiner {
 public:
  Examiner(const PlayFlags& flags, const BoardExam& exam)
      : spec_{.settings = flags.settings(), .name = flags.engine},
        carding_(flags.read_carding()),
        seed_(flags.seed),
        leads_only_(exam.leads_only) {
    if (exam.player.empty()) return;
    auto spec = play::parse_contestant(exam.player, spec_.settings);
    if (!spec) {
      fmt::print(stderr, "yomi exam play: --player: column {}: {}\n", spec.error().column, spec.error().what);
      throw Exit{2};
    }
    spec_ = std::move(spec.value());
  }

  [[nodiscard]] const std::string& name() const { return spec_.name; }

  BoardTally examine(const ReadBoard& read, dd::Solver& solver, const std::stop_token& stop) const {
    BoardTally made;
    const Board& board = read.board;
    const play::PlayContext context = *play::context_of(board, &play::SystemReader::usual());
    play::Contestant engine(spec_, Random(seed_).split(read.line)(), carding_);
    Position position(board.deal, context.contract.strain, context.contract.leader());
    std::vector<Card> play;
    for (Card card : board.play) {
      if (Interrupt::requested() || (leads_only_ && !play.empty())) break;
      if (position.legal().size() > 1) {
        const bool declaring = on(position.turn(), side_of(context.contract.declarer));
        Tally& tally = play.empty() ? made.lead : made.later[declaring ? 0 : 1];
        const play::Choice choice = engine.choose(context, board.deal, play, stop);
        if (stop.stop_requested()) break;
        mark(tally, position, card, choice, solver);
      }
      position.play(card);
      play.push_back(card);
    }
    return made;
  }

 private:
  static void mark(Tally& tally, const Position& position, Card expert, const play::Choice& choice,
                   dd::Solver& solver) {
    CardSet best;
    CardSet like_experts = CardSet::of(expert);
    const auto cards = solver.cards(position);
    for (const dd::CardTricks& one : cards) {
      const CardSet group = CardSet::of(one.card) | one.equals;
      if (one.tricks.lower == cards.front().tricks.lower) best |= group;
      if (group.contains(expert)) like_experts |= group;
    }
    const bool engine_best = best.contains(choice.card);
    const bool expert_best = best.contains(expert);
    ++tally.cards;
    tally.engine_best += engine_best ? 1 : 0;
    tally.expert_best += expert_best ? 1 : 0;
    tally.engine_only += engine_best && !expert_best ? 1 : 0;
    tally.expert_only += expert_best && !engine_best ? 1 : 0;
    tally.random_best += static_cast<double>(best.size()) / position.legal().size();
    tally.same += choice.card == expert ? 1 : 0;
    tally.equal += like_experts.contains(choice.card) ? 1 : 0;
    tally.cpu_seconds += choice.cpu_seconds;
  }

  play::ContestantSpec spec_;
  play::Carding carding_;
  std::uint64_t seed_;
  bool leads_only_;
};

Json to_json(const Tally& tally) {
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

void print(const char* name, const Tally& tally) {
  if (tally.cards == 0) return;
  const auto percent = [&](double part) { return 100 * tally.share(part); };
  fmt::print("{:<16} {:7}   {:5.1f} %   {:5.1f} %   {:5.1f} %   {:5.1f} %   {:5.1f} %   {:7.1f}\n", name,
             tally.cards, percent(tally.engine_best), percent(tally.expert_best), percent(tally.random_best),
             percent(tally.same), percent(tally.equal), 1e3 * tally.share(tally.cpu_seconds));
}

}  // namespace

void examine_boards(const std::string& path, const PlayFlags& flags, const BoardExam& exam, bool& failed) {
  const Interrupt interrupt;
  const std::stop_token stop = interrupt.token();
  int bad = 0;
  const Examiner examiner(flags, exam);
  const auto boards = read_play_boards("exam play", path, exam.filter, bad);
  failed = failed || bad > 0;
  if (boards.empty() && bad == 0) nothing_read(path, "a board with a contract and play");
  std::vector<BoardTally> tallies(boards.size());
  Progress progress("boards");
  jobs::OrderedBatch batch;
  batch.threads = static_cast<unsigned>(jobs::ThreadPool::threads_for(flags.threads));
  std::vector<std::unique_ptr<dd::Solver>> solvers(jobs::workers(batch, boards.size()));
  for (auto& solver : solvers)
    solver = std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = kSolverMemory});
  batch.work = [&](unsigned worker, std::size_t item) {
    tallies[item] = examiner.examine(boards[item], *solvers[worker], stop);
  };
  BoardTally all;
  std::size_t done = 0;
  batch.done = [&](std::size_t item) {
    all.lead.add(tallies[item].lead);
    for (std::size_t i = 0; i < 2; ++i) all.later[i].add(tallies[item].later[i]);
    ++done;
    progress.show(static_cast<double>(done) / static_cast<double>(boards.size()), done);
  };
  batch.tick = [] { return !Interrupt::requested(); };
  const bool finished = jobs::run(batch, boards.size()) && !stop.stop_requested();
  progress.clear();
  if (exam.json_output) {
    fmt::print("{}\n", Json({{"engine", examiner.name()},
                             {"boards", done},
                             {"opening_leads", to_json(all.lead)},
                             {"declarer", to_json(all.later[0])},
                             {"defence", to_json(all.later[1])}})
                           .dump());
  } else {
    fmt::print("{} boards; cards at which there was a choice\n", done);
    fmt::print("                           double-dummy best: {}\n", examiner.name());
    fmt::print("                   cards   engine     experts   random    same      or equal   CPU ms\n");
    print("opening leads", all.lead);
    print("declarer", all.later[0]);
    print("defence, later", all.later[1]);
    const Tally& lead = all.lead;
    fmt::print("opening leads: only the engine's best {}, only the expert's {}, McNemar's exact p = {:.4f}\n",
               lead.engine_only, lead.expert_only,
               jobs::mcnemar_exact(static_cast<std::size_t>(lead.engine_only),
                                   static_cast<std::size_t>(lead.expert_only)));
  }
  if (!finished) throw Exit{kStoppedStatus};
}

}  // namespace yomi::cli::exam
