// `yomi practise daihinmin`: a person and four robots, on the terminal.
#include <fmt/format.h>

#include <random>

#include "daihinmin/daihinmin.h"
#include "practise.h"
#include "practise_screen.h"
#include "yomi/daihinmin/match.h"
#include "yomi/daihinmin/moves.h"
#include "yomi/formats/text.h"

namespace yomi::cli::daihinmin {
namespace {

constexpr std::size_t kLatest = 8;
constexpr std::string_view kHelp =
    "Type cards (d5 s5, h6-h7-h8, jo for the joker), the number of a play in the list, or p to pass. Words: "
    "hint, undo, list, help, quit.";

struct PractiseOptions {
  std::vector<std::string> robots{"yomi", "snowl", "vsbase", "base"};
  int games = 1000;
  bool ascii = false;
  PlayFlags play{.seed = 0, .learnt = {}};
};

struct Undo {};
struct Quit {};

// What was played and given in this game, by everybody: when something is taken back the game is played again
// from the start, and what stays comes from here.
struct Past {
  std::vector<Move> moves{};
  std::vector<Cards> gifts{};
  std::vector<std::size_t> own{};  // the person's, of the moves
  std::size_t next_move = 0;
  std::size_t next_gift = 0;

  void take_back() {
    moves.resize(own.back());
    own.pop_back();
    next_move = next_gift = 0;
  }
};

class Remembered : public Player {
 public:
  Remembered(Player& inner, Past& past, bool is_person) : inner_(inner), past_(past), is_person_(is_person) {}

  void begin(std::uint64_t seed) override { inner_.begin(seed); }
  Cards give(const View& view, int count) override {
    if (past_.next_gift == past_.gifts.size()) past_.gifts.push_back(inner_.give(view, count));
    return past_.gifts[past_.next_gift++];
  }
  Move play(const View& view) override {
    if (past_.next_move == past_.moves.size()) {
      const bool choice = view.table().table_empty() || can_follow(view.table(), view.own.hand, kCards);
      const Move move = is_person_ && !choice ? Move::pass() : inner_.play(view);
      if (is_person_ && choice) past_.own.push_back(past_.moves.size());
      past_.moves.push_back(move);
    }
    return past_.moves[past_.next_move++];
  }

 private:
  Player& inner_;
  Past& past_;
  bool is_person_;
};

class Person : public Player {
 public:
  Person(Screen& screen, Past& past, Player& adviser, std::vector<std::string> names)
      : screen_(screen), past_(past), adviser_(adviser), names_(std::move(names)) {}

  void begin(std::uint64_t seed) override { adviser_.begin(seed); }

  Cards give(const View& view, int count) override {
    std::string note = fmt::format("You were rich: give {} card{} away.", count, count == 1 ? "" : "s");
    for (;;) {
      screen_.page({note, fmt::format("Your hand: {}", to_string(view.own.hand))});
      const std::string line = typed("Give > ");
      if (text::lower(line) == "hint") {
        note = "Hint: " + to_string(adviser_.give(view, count));
        continue;
      }
      const auto cards = cards_of(line);
      if (cards && cards->size() == count && view.own.hand.contains(*cards)) return *cards;
      note = fmt::format("Expected {} of your cards, found {}.", count, text::quote(line));
    }
  }

  Move play(const View& view) override {
    MoveList list;
    moves(view.table(), view.own.hand, list, Stands::telling);
    note_ = wrapped(kHelp);
    for (;;) {
      draw(view);
      const std::string line = typed("Your play > ");
      if (const auto chosen = chosen_move(line, list)) return *chosen;
      answer(line, view, list);
    }
  }

 private:
  std::string typed(const std::string& prompt) {
    const auto line = screen_.ask(prompt);
    if (!line || text::lower(*line) == "quit" || text::lower(*line) == "q") throw Quit{};
    return *line;
  }

  [[nodiscard]] static std::string cards_text(std::string_view line) {
    std::string made;
    for (const char c : line) made += c == ' ' || c == ',' ? '-' : static_cast<char>(std::toupper(c));
    return made;
  }
  [[nodiscard]] static std::optional<Cards> cards_of(std::string_view line) {
    Cards made;
    const std::string text = cards_text(line);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('-', at), text.size());
      const auto move = parse_move(text.substr(at, end - at));
      if (!move || move->is_pass()) return std::nullopt;
      made = made | move->cards;
      at = end + 1;
    }
    return made.empty() ? std::nullopt : std::optional(made);
  }

  std::optional<Move> chosen_move(const std::string& line, const MoveList& list) {
    const std::string word = text::lower(line);
    if (word == "p" || word == "pass") {
      for (const Move& move : list) {
        if (move.is_pass()) return move;
      }
    }
    if (!word.empty() && word.size() < 4 && word.find_first_not_of("0123456789") == std::string::npos) {
      const auto number = static_cast<std::size_t>(std::stoi(word));
      if (number >= 1 && number <= list.size()) return list[number - 1];
    }
    if (const auto exact = parse_move(cards_text(line))) {
      for (const Move& move : list) {
        if (move == *exact) return move;
      }
    }
    const auto cards = cards_of(line);
    const Move* found = nullptr;
    for (const Move& move : list) {
      if (!cards || move.cards != *cards) continue;
      if (found != nullptr) return std::nullopt;  // the joker can stand for several
      found = &move;
    }
    return found == nullptr ? std::nullopt : std::optional(*found);
  }

  void answer(const std::string& line, const View& view, const MoveList& list) {
    const std::string word = text::lower(line);
    if (word == "undo") {
      if (!past_.own.empty()) throw Undo{};
      note_ = {"There is nothing to undo."};
    } else if (word == "hint") {
      hint(view);
    } else if (word == "list") {
      std::string text = "You can play:";
      for (std::size_t i = 0; i < list.size(); ++i) text += fmt::format("  {} {}", i + 1, to_string(list[i]));
      note_ = wrapped(text);
    } else if (word == "help" || word == "?") {
      note_ = wrapped(kHelp);
    } else {
      note_ = wrapped(fmt::format(
          "Expected cards that can be played, p, or a word; found {}. list shows them.", text::quote(line)));
    }
  }

  void hint(const View& view) {
    const Move move = adviser_.play(view);
    std::string text = fmt::format("Hint: {}", to_string(move));
    if (const auto* thinker = dynamic_cast<const MonteCarlo*>(&adviser_)) {
      text += fmt::format(" ({}).", thinker->reason());
      for (std::size_t i = 0; i < thinker->considered().size() && i < 5; ++i) {
        const Considered& one = thinker->considered()[i];
        text += fmt::format("  {} {:.2f}", to_string(one.move), one.mean);
      }
    }
    note_ = wrapped(text);
  }

  void draw(const View& view) {
    const Public& table = view.table();
    std::vector<std::string> lines = {fmt::format("Game of Daihinmin{}{}. You sit in seat {}.",
                                                  table.revolution ? ", REVOLUTION" : "",
                                                  table.locked ? ", LOCKED" : "", view.own.seat)};
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      const auto number = static_cast<int>(seat);
      const std::string state = table.is_in(number) ? fmt::format("{:>2} cards", table.counts[seat])
                                                    : fmt::format("is out, place {}", table.place[seat] + 1);
      lines.push_back(fmt::format(" {} seat {} {:<12} {}{}", number == view.own.seat ? ">" : " ", seat,
                                  names_[view.shared.player_at[seat]], state,
                                  (table.passed >> seat & 1) != 0 ? ", has passed" : ""));
    }
    lines.emplace_back();
    const auto& turns = view.shared.turns;
    for (std::size_t i = turns.size() > kLatest ? turns.size() - kLatest : 0; i < turns.size(); ++i)
      lines.push_back(fmt::format("   seat {} {}", turns[i].before.turn, to_string(turns[i].move)));
    lines.push_back(table.table_empty()
                        ? "The table is empty: you lead."
                        : fmt::format("On the table: {}, by seat {}", to_string(table.top), table.owner));
    lines.push_back(fmt::format("Your hand: {}", to_string(view.own.hand)));
    lines.insert(lines.end(), note_.begin(), note_.end());
    note_.clear();
    screen_.page(lines);
  }

  Screen& screen_;
  Past& past_;
  Player& adviser_;
  std::vector<std::string> names_;
  std::vector<std::string> note_;
};

// One game with what is taken back; the places by seat.
GameResult play_game(GameLoop& loop, const GameSetup& setup, const Players& players, Past& past) {
  past = {};
  for (;;) {
    try {
      return loop.play(setup, players);
    } catch (const Undo&) {
      past.take_back();
    }
  }
}

void tell_end(Screen& screen, const GameLoop& loop, const GameResult& result,
              const std::array<std::uint8_t, kPlayers>& player_at, const std::vector<std::string>& names,
              bool json) {
  std::vector<std::string> lines = {"The game is over. Places, and the hands at the start:"};
  for (int place = 0; place < kPlayers; ++place) {
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      if (result.place[seat] != place) continue;
      lines.push_back(fmt::format("{}. {:<12} seat {}  {}", place + 1, names[player_at[seat]], seat,
                                  to_string(loop.start_hands()[seat])));
    }
  }
  screen.page(lines);
  if (json) fmt::print("{}\n", Json{{"places", result.place}, {"player_at", player_at}}.dump());
}

void run_practise(const PractiseOptions& options) {
  const auto robots = names_in(options.robots);
  if (robots.size() != kPlayers - 1)
    fail("", {.what = fmt::format("--robots: expected four players, found {}", robots.size())});
  const Learnt learnt = learnt_or_exit(options.play.learnt);
  std::vector<std::string> names = {"you"};
  std::vector<std::unique_ptr<Player>> made;
  for (std::size_t i = 0; i <= robots.size(); ++i) {  // the last one advises
    made.push_back(or_fail("", make_player(i < robots.size() ? robots[i] : "yomi", learnt,
                                           {.playouts = options.play.playouts, .seconds = 0, .threads = 1})));
    if (i < robots.size()) names.push_back(robots[i]);
  }
  const Interrupt interrupt;
  Screen screen(options.play.json ? stderr : stdout, options.ascii);
  Past past;
  Person person(screen, past, *made.back(), names);
  std::vector<Remembered> all;
  all.reserve(kPlayers);
  all.emplace_back(person, past, true);
  for (std::size_t i = 0; i < robots.size(); ++i) all.emplace_back(*made[i], past, false);
  Sequence sequence(options.play.seed != 0 ? options.play.seed : std::random_device{}());
  GameLoop loop;
  try {
    for (int game = 1; game <= options.games; ++game) {
      GameSetup setup = sequence.next();
      setup.player_at = sequence.player_at();
      Players seated{};
      for (std::size_t seat = 0; seat < kPlayers; ++seat) seated[seat] = &all[sequence.player_at()[seat]];
      const GameResult result = play_game(loop, setup, seated, past);
      tell_end(screen, loop, result, sequence.player_at(), names, options.play.json);
      sequence.record(result.place);
      const auto line = screen.ask("Enter: next game; quit > ");
      if (!line || text::lower(*line) == "quit" || text::lower(*line) == "q") return;
    }
  } catch (const Quit&) {
    return;
  }
}

}  // namespace
}  // namespace yomi::cli::daihinmin

namespace yomi::cli {

void add_practise_daihinmin(Command& practise) {
  auto options = std::make_shared<daihinmin::PractiseOptions>();
  Command* command = practise.add_subcommand("daihinmin", "Play Daihinmin with four robots");
  command->footer(fmt::format("{}{}", daihinmin::kHelp,
                              "\n\nExample:\n  yomi practise daihinmin --robots yomi,yomi,snowl,base"));
  command->add_option("--robots", options->robots, "The four other players")->delimiter(',')->shows_default();
  command->add_option("--games", options->games, "At most so many games; ranks carry over")
      ->check(range(1, 100'000))
      ->shows_default();
  command->add_flag("--ascii", options->ascii, "No colours");
  daihinmin::add_play_flags(*command, options->play,
                            "Show the table on stderr, and print one JSON object per game");
  command->callback([options] { daihinmin::run_practise(*options); });
}

}  // namespace yomi::cli
