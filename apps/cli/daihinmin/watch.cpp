// `yomi daihinmin watch`: a game in the terminal, with what each player believes.
#include <fmt/core.h>

#include <chrono>
#include <sstream>
#include <thread>

#include "daihinmin/daihinmin.h"
#include "input.h"
#include "output.h"
#include "yomi/daihinmin/match.h"
#include "yomi/daihinmin/replay.h"
#include "yomi/formats/json.h"

namespace yomi::cli::daihinmin {
namespace {

struct WatchOptions {
  std::vector<std::string> players{"yomi", "snowl", "snowl", "vsbase", "base"};
  int games = 1;
  int delay = 0;
  int draws = 200;
  std::string record;
  PlayFlags play;
};

// Games of a file, turn by turn.
void watch_record(const WatchOptions& options) {
  const auto text = or_fail("", read_input(options.record));
  const auto records = parse_records(text);
  if (!records) fail("", records.error().at(options.record, records.error().line, records.error().column));
  ReplayOptions told;
  told.draws = options.draws;
  told.belief = monte_carlo_settings("yomi", learnt_or_exit(options.play.learnt))->belief;
  const Interrupt interrupt;
  for (const Record& record : *records) {
    std::istringstream lines(replay_text(record, told));
    for (std::string line; std::getline(lines, line);) {
      if (Interrupt::requested()) throw Exit{130};
      fmt::print("{}\n", line);
      flush_output();
      if (options.delay > 0) std::this_thread::sleep_for(std::chrono::milliseconds(options.delay));
    }
  }
}

// Chances of each hidden card to lie in each other hand, from drawn deals.
using CardChances = std::array<std::array<double, kCards>, kPlayers>;

CardChances chances_of(const BeliefSettings& settings, const Chances& base, const View& view, int draws) {
  Belief belief(settings);
  Random random(1);
  belief.prepare(view, random, base);
  CardChances chances{};
  for (int i = 0; i < draws; ++i) {
    const Hands hands = belief.draw(random);
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      if (static_cast<int>(seat) == view.own.seat) continue;
      for (Card card : hands[seat]) chances[seat][static_cast<std::size_t>(card_number(card))] += 1.0 / draws;
    }
  }
  return chances;
}

// Asks the player and tells the story around its answer.
class Watched : public Player {
 public:
  Watched(std::unique_ptr<Player> inner, std::string name, std::optional<BeliefSettings> belief,
          const GameLoop& loop, const WatchOptions& options)
      : inner_(std::move(inner)),
        name_(std::move(name)),
        belief_(std::move(belief)),
        loop_(loop),
        options_(options) {}

  void begin(std::uint64_t seed) override { inner_->begin(seed); }

  Cards give(const View& view, int count) override {
    const Cards gift = inner_->give(view, count);
    if (options_.play.json) {
      fmt::print("{}\n", Json{{"seat", view.own.seat}, {"player", name_}, {"gives", to_string(gift)}}.dump());
    } else {
      fmt::print("seat {} ({}) holds {} and gives {}\n", view.own.seat, name_, to_string(view.own.hand),
                 to_string(gift));
    }
    return gift;
  }

  Move play(const View& view) override {
    const bool choice = view.table().table_empty() || can_follow(view.table(), view.own.hand, kCards);
    const Move move = inner_->play(view);
    if (options_.play.json) {
      tell_json(view, move);
    } else {
      tell(view, move, choice);
    }
    flush_output();
    if (choice && options_.delay > 0) std::this_thread::sleep_for(std::chrono::milliseconds(options_.delay));
    return move;
  }

 private:
  void tell(const View& view, const Move& move, bool choice) const {
    const Public& table = view.table();
    if (!choice) {
      fmt::print("   seat {} ({}) must pass\n", view.own.seat, name_);
      return;
    }
    fmt::print("\n{}{}{}\n", table.table_empty() ? "table empty" : "on the table: " + to_string(table.top),
               table.locked ? "  LOCKED" : "", table.revolution ? "  REVOLUTION" : "");
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      const bool mover = static_cast<int>(seat) == view.own.seat;
      fmt::print(" {} seat {} {:<12} {}\n", mover ? ">" : " ", seat,
                 names_in(options_.players)[view.shared.player_at[seat]],
                 to_string(loop_.seats()[seat].hand));
    }
    if (belief_ && table.players_in() > 2) {
      const CardChances chances = chances_of(*belief_, base_by_seat(view), view, options_.draws);
      fmt::print("   {} believes (right guesses with *):\n", name_);
      for (std::size_t seat = 0; seat < kPlayers; ++seat) {
        if (static_cast<int>(seat) == view.own.seat || !table.is_in(static_cast<int>(seat))) continue;
        std::vector<int> order(kCards);
        for (int i = 0; i < kCards; ++i) order[static_cast<std::size_t>(i)] = i;
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
          return chances[seat][static_cast<std::size_t>(a)] > chances[seat][static_cast<std::size_t>(b)];
        });
        std::string line;
        for (std::size_t i = 0; i < std::min<std::size_t>(8, table.counts[seat]); ++i) {
          const Card card = card_of_number(order[i]);
          line += fmt::format("  {}{} {:.0f}%", to_string(card),
                              loop_.seats()[seat].hand.contains(card) ? "*" : "",
                              100 * chances[seat][static_cast<std::size_t>(order[i])]);
        }
        fmt::print("     seat {}:{}\n", seat, line);
      }
    }
    if (const auto* thinker = dynamic_cast<const MonteCarlo*>(inner_.get())) {
      std::string line;
      for (std::size_t i = 0; i < thinker->considered().size() && i < 5; ++i) {
        const Considered& one = thinker->considered()[i];
        line += fmt::format("  {} {:.3f}", to_string(one.move), one.mean);
      }
      fmt::print("   by {}:{}\n", thinker->reason(), line);
      if (thinker->settings().belief.kinds) {
        line.clear();
        for (std::size_t seat = 0; seat < kPlayers; ++seat) {
          if (static_cast<int>(seat) == view.own.seat) continue;
          line += fmt::format("  seat {} {:.0f}%", seat, 100 * base_by_seat(view)[seat]);
        }
        fmt::print("   taken for base:{}\n", line);
      }
    }
    fmt::print("   seat {} ({}) plays {}\n", view.own.seat, name_, to_string(move));
  }

  // What the player holds of each seat: is it base?
  [[nodiscard]] Chances base_by_seat(const View& view) const {
    Chances base{};
    if (const auto* thinker = dynamic_cast<const MonteCarlo*>(inner_.get())) {
      for (std::size_t seat = 0; seat < kPlayers; ++seat)
        base[seat] = thinker->base_chances()[view.shared.player_at[seat]];
    }
    return base;
  }

  void tell_json(const View& view, const Move& move) const {
    Json line{{"seat", view.own.seat},
              {"player", name_},
              {"table", view.table().table_empty() ? "" : to_string(view.table().top)},
              {"locked", view.table().locked},
              {"revolution", view.table().revolution},
              {"plays", to_string(move)}};
    for (const Private& seat : loop_.seats()) line["hands"].push_back(to_string(seat.hand));
    if (belief_ && view.table().players_in() > 2) {
      const CardChances chances = chances_of(*belief_, base_by_seat(view), view, options_.draws);
      for (std::size_t seat = 0; seat < kPlayers; ++seat) {
        Json cards = Json::object();
        for (int i = 0; i < kCards; ++i) {
          const double chance = chances[seat][static_cast<std::size_t>(i)];
          if (chance > 0) cards[to_string(card_of_number(i))] = chance;
        }
        line["believes"].push_back(cards);
      }
    }
    fmt::print("{}\n", line.dump());
  }

  std::unique_ptr<Player> inner_;
  std::string name_;
  std::optional<BeliefSettings> belief_;
  const GameLoop& loop_;
  const WatchOptions& options_;
};

void run_watch(const WatchOptions& options) {
  if (!options.record.empty()) return watch_record(options);
  const std::array<std::string, kPlayers> names = five_or_exit(options.players);
  const Learnt learnt = learnt_or_exit(options.play.learnt);
  GameLoop loop;
  std::array<std::unique_ptr<Watched>, kPlayers> players;
  for (std::size_t i = 0; i < kPlayers; ++i) {
    auto player = or_fail(
        "", make_player(names[i], learnt, {.playouts = options.play.playouts, .seconds = 0, .threads = 1}));
    const auto* thinker = dynamic_cast<const MonteCarlo*>(player.get());
    const auto belief = thinker == nullptr ? std::nullopt : std::optional(thinker->settings().belief);
    players[i] = std::make_unique<Watched>(std::move(player), names[i], belief, loop, options);
  }
  const Interrupt interrupt;
  Sequence sequence(options.play.seed);
  for (int game = 1; game <= options.games; ++game) {
    if (Interrupt::requested()) throw Exit{130};
    GameSetup setup = sequence.next();
    setup.player_at = sequence.player_at();
    Players seated{};
    for (std::size_t seat = 0; seat < kPlayers; ++seat)
      seated[seat] = players[sequence.player_at()[seat]].get();
    if (!options.play.json) fmt::print("{}game {}\n", game == 1 ? "" : "\n", game);
    const GameResult result = loop.play(setup, seated);
    if (!options.play.json) {
      fmt::print("\n");
      for (int place = 0; place < kPlayers; ++place) {
        for (std::size_t seat = 0; seat < kPlayers; ++seat) {
          if (result.place[seat] == place)
            fmt::print("{}. {} (seat {})\n", place + 1, names[sequence.player_at()[seat]], seat);
        }
      }
    } else {
      fmt::print("{}\n",
                 Json{{"game", game}, {"places", result.place}, {"player_at", sequence.player_at()}}.dump());
    }
    sequence.record(result.place);
  }
}

}  // namespace

void add_watch(Command& app) {
  auto options = std::make_shared<WatchOptions>();
  Command* command =
      app.add_subcommand("watch", "Watch games in the terminal, with what each player believes");
  command->footer(
      "Over the wire: yomi daihinmin join --watch.\n\n"
      "Examples:\n"
      "  yomi daihinmin watch --players yomi,snowl,snowl,vsbase,base --seed 3 --delay 500\n"
      "  yomi daihinmin watch --record games.txt --delay 500");
  add_players(*command, options->players);
  command->add_option("--games", options->games, "Games to show; ranks carry over")
      ->check(positive())
      ->shows_default();
  command->add_option("--delay", options->delay, "Milliseconds to wait after each play with a choice")
      ->check(non_negative())
      ->shows_default();
  command->add_option("--record", options->record, "Show the games of this file instead of playing some");
  command->add_option("--draws", options->draws, "Deals sampled for the probabilities shown")
      ->check(positive())
      ->shows_default();
  add_play_flags(*command, options->play, "One JSON object per play instead of text");
  command->callback([options] { run_watch(*options); });
}

}  // namespace yomi::cli::daihinmin
