// yomi play: the next card of a record, from the chair whose turn it is.
#include <fmt/core.h>

#include "board_file.h"
#include "board_numbers.h"
#include "cluster.h"
#include "command.h"
#include "complaints.h"
#include "diagram.h"
#include "fail.h"
#include "interrupt.h"
#include "play_options.h"
#include "play_review.h"
#include "yomi/agent/reasons.h"
#include "yomi/play/call_readings.h"
#include "yomi/play/explain.h"

namespace yomi::cli {
namespace {

struct PlayOptions {
  std::vector<std::string> files;
  std::string boards;
  std::string candidates;
  PlayFlags flags;
  bool explain = false;
  bool all = false;
  bool json_output = false;
  bool ascii = false;
};

// "♣2 ♣6 ♣4 ♣J; ♣K ...": some of the cards to come, trick by trick.
std::string line_in_words(const play::Decision& decision, const std::vector<Card>& line, const Signs& signs) {
  constexpr std::size_t kShown = 10;
  std::size_t at = decision.seen.play.size() % 4;
  std::string made;
  for (std::size_t i = 0; i < line.size() && i < kShown; ++i) {
    if (i > 0) made += at == 0 ? "; " : " ";
    made += show(line[i], signs);
    at = (at + 1) % 4;
  }
  return line.size() > kShown ? made + " …" : made;
}

void print_what_decides(const play::Decision& decision, const play::Advice& advice, const Signs& signs) {
  if (advice.deciding.empty()) return;
  fmt::print("\nDeals that decide between {} and {}, and how the play may go on:\n", show(advice.card, signs),
             show(advice.rival, signs));
  for (const play::Deciding& one : advice.deciding) {
    fmt::print("\n");
    for (Seat seat : kAllSeats) {
      const bool seen = seat == decision.seen.chair || (decision.seen.dummy && seat == *decision.seen.dummy);
      if (!seen) fmt::print("  {} {}", to_name(seat), hand_to_string(one.deal[seat]));
    }
    fmt::print("\n  {:6.0f}  {}\n", one.points, line_in_words(decision, one.line, signs));
    fmt::print("  {:6.0f}  {}\n", one.rivals_points, line_in_words(decision, one.rivals_line, signs));
  }
  fmt::print("\n");
}

// The highest number is not always the choice.
void print_why_not_the_top(const std::vector<play::CardValue>& rows, const play::Advice& advice,
                           const Signs& signs) {
  const auto chosen =
      std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.card == advice.card; });
  if (chosen == rows.end() || rows.front().value - chosen->value < 0.05) return;
  const play::CardValue& top = rows.front();
  fmt::print("{} has the higher number, but ", show(top.card, signs));
  if (top.playouts < chosen->playouts)
    fmt::print("from {} play-outs beside {}: too few to rely on.\n\n", top.playouts, chosen->playouts);
  else if (chosen->pimc > top.pimc)
    fmt::print("not by enough to be sure; with all hands seen {} is worth {:.0f} more.\n\n",
               show(chosen->card, signs), chosen->pimc - top.pimc);
  else
    fmt::print("not by enough to be more than chance.\n\n");
}

void print_explanation(const play::Decision& decision, const play::Advice& advice,
                       const play::Carding& carding, const PlayOptions& options) {
  const Signs signs{.ascii = options.ascii};
  const Contract& contract = decision.context.contract;
  fmt::print("{} by {}, {} to play{}.\n", to_string(contract), to_name(contract.declarer),
             to_name(decision.turn), decision.turn == decision.seen.chair ? "" : " (declarer chooses)");
  fmt::print("{} holds {}", to_name(decision.seen.chair), hand_to_string(decision.seen.hand));
  if (decision.seen.dummy && *decision.seen.dummy != decision.seen.chair)
    fmt::print("; dummy, {}, {}", to_name(*decision.seen.dummy), hand_to_string(decision.seen.dummy_hand));
  fmt::print("\n");
  for (const belief::SoftConstraint& constraint : decision.context.meanings)
    fmt::print("{}\n", constraint.label);
  fmt::print("\n{} deals{}, points for {}:\n\n", advice.deals,
             advice.complete ? " (every layout that is possible)" : "",
             to_name(side_of(decision.seen.chair)));
  fmt::print("  card  {:>8}  if all hands were seen  play-outs\n",
             play::to_string(options.flags.settings().engine));
  std::vector<play::CardValue> rows = advice.cards;
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
  for (const play::CardValue& one : rows) {
    fmt::print("  {:<4}  {:8.1f}  {:22.1f}  {:9}", show(one.card, signs), one.value, one.pimc, one.playouts);
    if (one.error > 0)
      fmt::print("   {:.0f} behind, give or take {:.0f}", rows.front().value - one.value, one.error);
    fmt::print("\n");
  }
  fmt::print("\n");
  print_why_not_the_top(rows, advice, signs);
  std::vector<Card> asked;
  for (const play::CardValue& one : advice.cards) {
    if (asked.size() < 3 && (one.playouts > 0 || asked.size() < 2)) asked.push_back(one.card);
  }
  for (const play::Thought& one : play::thoughts(decision, carding, asked, options.flags.seed)) {
    fmt::print("{} thinks {} has the {}: {:.0f} %", to_name(one.chair), to_name(decision.seen.chair),
               show(one.key, signs), 100 * one.before);
    for (const auto& [card, chance] : one.after)
      fmt::print(", after {} {:.0f} %", show(card, signs), 100 * chance);
    fmt::print("\n");
  }
  print_what_decides(decision, advice, signs);
}

bool play_board(const ReadBoard& read, const std::string& file, play::Player& player,
                const play::CallReader* calls, const PlayOptions& options, Complaints& complaints,
                const std::stop_token& stop) {
  const auto fail = [&](const std::string& what) {
    complaints.say(what);
    return false;
  };
  if (!read.ok()) return fail(read.errors.front().to_string());
  const auto decision = play::look(read.board, play::kAllCards, calls);
  if (!decision) return fail(read.error(decision.error(), file).to_string());
  const auto tagged = play::tagged_candidates(read.board, decision->legal);
  if (!tagged) return fail(read.error(tagged.error(), file).to_string());
  CardSet candidates = *tagged;
  if (!options.candidates.empty()) {
    const auto asked = play::parse_candidates(options.candidates, decision->legal);
    if (!asked)
      return fail(fmt::format("--candidates: column {}: {}", asked.error().column, asked.error().what));
    candidates = *asked;
  }
  const play::Advice advice = player.choose(*decision, candidates, stop);
  if (stop.stop_requested()) return true;
  const auto readings =
      play::call_readings(read.board, decision->context.meanings, options.flags.read_system());
  if (options.json_output) {
    Json made = agent::to_json(*decision, advice, options.flags.settings().engine, options.flags.seed);
    made["calls_read"] = play::to_json(readings);
    fmt::print("{}\n", made.dump());
    return true;
  }
  if (options.explain) {
    fmt::print("{}\n", play::in_words(readings));
    for (const play::CallReading& one : readings) fmt::print("  {}\n", play::in_words(one));
  }
  if (options.explain) print_explanation(*decision, advice, options.flags.read_carding(), options);
  if (const auto claim = play::certain_rest(*decision))
    fmt::print("{}.\n", agent::in_words(*decision, *claim));
  fmt::print("{} plays {}\n", to_name(decision->turn), show(advice.card, {.ascii = options.ascii}));
  return true;
}

void run_play(const PlayOptions& options) {
  const BoardNumbers wanted = or_fail("play", BoardNumbers::parse(options.boards));
  const Interrupt interrupt;
  play::Settings settings = options.flags.settings();
  settings.explain = options.explain && !options.json_output;
  settings.threads = static_cast<int>(Cluster::threads(static_cast<unsigned>(settings.threads)));
  settings.transport = Cluster::transport();
  const play::Carding carding = options.flags.read_carding();
  // Made on demand: two players, one of which reads no signals.
  std::array<std::optional<play::Player>, 2> players;
  std::array<std::optional<ReviewPlayers>, 2> reviewers;
  const auto made = [&](auto& of, bool signals) -> auto& {
    auto& found = of[signals ? 1 : 0];
    return found ? *found : found.emplace(signals ? settings : play::without_signals(settings), carding);
  };
  const auto calls = options.flags.call_reader();
  bool failed = false;
  Complaints complaints("yomi play");
  for (const std::string& path : options.files) {
    auto file = BoardFile::open(path);
    if (!file) {
      complaints.say(file.error());
      failed = true;
      continue;
    }
    bool any = false;
    std::size_t place = 0;
    while (const auto read = file->next()) {
      if (!wanted.contains(read->board.number, ++place)) continue;
      any = true;
      const bool signals = play::has_signals(read->board);
      const bool good =
          options.all
              ? review_board(*read, file->name(), made(reviewers, signals), calls.get(), options.flags,
                             {.json_output = options.json_output, .ascii = options.ascii}, complaints,
                             interrupt.token())
              : play_board(*read, file->name(), made(players, signals), calls.get(), options, complaints,
                           interrupt.token());
      if (!good) failed = true;
      if (Interrupt::requested()) throw Exit{kStoppedStatus};
    }
    if (any) continue;
    complaints.say(file->name() + (place == 0 ? ": expected a board, found none"
                                              : ": no board has such a number: " + options.boards));
    failed = true;
  }
  if (failed) throw Exit{2};
}

}  // namespace

void add_play(Command& app) {
  auto options = std::make_shared<PlayOptions>();
  Command* command =
      app.add_subcommand("play", "Choose the next card of a record, from what the player to act can see");
  command->footer(
      "Only what that player can see is used: the own hand, dummy after the lead, the calls with the "
      "meanings in notes that\nbegin with `shows`, and the cards played. A record may limit the choice by "
      "[Candidates \"CA D\"] (--candidates overrides\nit) and say by [Signals \"none\"] that nothing can be "
      "inferred from cards beyond the rules. Values are points for the\nplayer's side. Exit status: 0; 2 for "
      "bad input (the other boards are still played); 130 when stopped.\n\n"
      "Examples:\n"
      "  yomi play examples/otawa-1.pbn --explain\n"
      "  yomi play examples/otawa-3.pbn --candidates D --engine pimc --json\n"
      "  yomi play match.pbn --board 7 --all --time 500ms");
  command
      ->add_option("files", options->files,
                   "Records in any format that stop at the decision; - is standard input")
      ->value_name("FILE")
      ->required();
  command->add_option("--board", options->boards, "Only these, by number: 7 or 1,3,5-8")->value_name("N");
  command->add_option("--candidates", options->candidates, "Consider only these: suits or cards")
      ->value_name("\"CA D\"");
  options->flags.add_to(*command);
  command->add_flag("--explain", options->explain, "Say why, in words and a table");
  command->add_flag("--all", options->all, "Go through the whole play and comment on every card")
      ->excludes("--explain")
      ->excludes("--candidates");
  command->add_flag("--json", options->json_output, "One JSON object per board (with --all: per card)");
  command->add_flag("--ascii", options->ascii, "Letters instead of suit symbols");
  command->callback([options] { run_play(*options); });
}

}  // namespace yomi::cli
