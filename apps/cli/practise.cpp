// yomi practise: a person at a table with three robots, on the terminal.
#include "practise.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "dealt_boards.h"
#include "fail.h"
#include "interrupt.h"
#include "output.h"
#include "practise_review.h"
#include "yomi/agent/spec.h"
#include "yomi/formats/json.h"
#include "yomi/formats/text.h"
#include "yomi/table/record.h"
#include "yomi/web/meanings.h"

namespace yomi::cli {
namespace {

using web::BridgeGame;

struct PractiseOptions {  // of bridge
  BoardSource source{.seed = 0};
  std::string seat = "South";
  std::string robots = "fast";
  std::string hints = "reader:time=2s";
  std::string system = "two-over-one";
  std::string opponents = "two-over-one";
  std::string record;
  bool ascii = false;
  bool json = false;
};

constexpr std::ptrdiff_t kPageLines = 22;
constexpr std::size_t kCallHead = 14;  // columns before the meaning of a call

constexpr std::string_view kPractiseHelp =
    "Calls: 1NT, 2h, p (pass), x (double), xx. Cards: hk or kh; a suit alone plays its lowest card, a rank "
    "alone the card if only one fits; an empty line the only card.";
constexpr std::string_view kCommands =
    "Words (two letters will do): hint, undo, claim [tricks], explain [number of a call, or a possible "
    "call], par, help, quit.";

// A playable card, suit and rank in either order; a rank alone if only one card fits, a suit alone for its
// lowest.
std::optional<Card> card_of(std::string_view text, CardSet legal) {
  if (text.empty()) return legal.size() == 1 ? std::optional(legal.lowest()) : std::nullopt;
  std::string name = text::lower(text);
  if (const std::size_t ten = name.find("10"); ten != std::string::npos) name.replace(ten, 2, "t");
  CardSet fits;
  CardSet of_suit;
  for (const Card card : legal) {
    const std::string one = text::lower(to_string(card));
    if (name == one || name == std::string{one[1], one[0]}) return card;
    if (name == one.substr(0, 1)) of_suit.insert(card);
    if (name == one.substr(1)) fits.insert(card);
  }
  if (!of_suit.empty()) return of_suit.lowest();
  return fits.size() == 1 ? std::optional(fits.lowest()) : std::nullopt;
}

bool is_word(std::string_view text, std::string_view word) {
  return text == "?" ? word == "help" : text.size() >= 2 && word.starts_with(text);
}

class BridgePractice {
 public:
  explicit BridgePractice(const PractiseOptions& options)
      : options_(options), screen_(options.json ? stderr : stdout, options.ascii) {
    const auto seat = parse_seat(options.seat);
    if (!seat)
      fail("practise", "--seat: expected North, East, South or West, found " + text::quote(options.seat));
    person_ = *seat;
    systems_ = or_fail("practise", agent::load_systems(options.system, options.opponents));
    for (const Seat chair : kAllSeats) robots_[chair] = player("--robots", options.robots, chair);
    adviser_ = player("--hints", options.hints, person_);
    if (!options.record.empty()) {
      record_.emplace(
          or_fail("practise", table::RecordFile::open(options.record, true, {.event = "Practice"})));
    }
  }

  // Plays one board; false if the person quits.
  bool play(const table::DealtBoard& board) {
    game_.emplace(web::BridgeSetup{.board = board.number,
                                   .deal = board.deal,
                                   .dealer = board.dealer,
                                   .vulnerability = board.vulnerability,
                                   .person = person_});
    note(std::string(kPractiseHelp) + " " + std::string(kCommands));
    for (;;) {
      while (game_->phase() != BridgeGame::Phase::over) {
        if (Interrupt::requested()) throw Exit{Interrupt::status()};
        if (!game_->is_persons_turn()) {
          robot_moves();
          continue;
        }
        draw();
        const auto line = screen_.ask(prompt());
        if (!line || is_word(text::lower(*line), "quit")) return false;
        obey(*line);
      }
      review();
      for (bool chosen = false; !chosen;) {
        const auto line = screen_.ask("Enter: next board; undo; again; quit > ");
        const std::string word = text::lower(line.value_or("quit"));
        chosen = word.empty() || is_word(word, "undo") || is_word(word, "again") || is_word(word, "quit");
        if (!chosen) continue;
        if (word.empty() || is_word(word, "quit")) {
          keep();
          return word.empty();
        }
        if (is_word(word, "again")) game_.emplace(game_->setup());
        if (is_word(word, "undo")) game_->undo();
      }
    }
  }

 private:
  // A player for the chair, with the systems of both sides.
  [[nodiscard]] std::unique_ptr<agent::Player> player(const std::string& option, const std::string& spec,
                                                      Seat chair) const {
    agent::Settings defaults;
    defaults.bidding.agreements = bidding::Agreements::rules;  // as a partner expects
    defaults.play.threads = defaults.bidding.threads = 1;
    auto settings = agent::parse_spec(spec, defaults);
    if (!settings)
      fail("practise",
           fmt::format("{}: column {}: {}", option, settings.error().column, settings.error().what));
    const bool ours = on(chair, side_of(person_));
    settings->system = ours ? options_.system : options_.opponents;
    settings->their_system = ours ? options_.opponents : options_.system;
    auto made = agent::make_player(*settings);
    if (!made) fail("practise", option + ": " + made.error().to_string());
    return std::move(*made);
  }

  void note(const std::string& text) { notes_ = wrapped(text); }

  void draw() {
    auto lines = table_lines(*game_, screen_.signs());
    if (notes_.size() > kNoteLines) {
      screen_.page(notes_);
      if (!screen_.ask("Enter to continue > ")) throw Exit{0};
      notes_.clear();
    }
    lines.insert(lines.end(), notes_.begin(), notes_.end());
    notes_.clear();
    screen_.page(lines);
  }

  [[nodiscard]] std::string prompt() const {
    if (game_->phase() == BridgeGame::Phase::auction) return "Your call > ";
    return game_->turn() == person_ ? "Your card > " : fmt::format("{}'s card > ", to_name(game_->turn()));
  }

  // The auction so far, read by both systems.
  [[nodiscard]] bidding::AuctionState auction_state() const {
    bidding::AuctionState state(systems_.for_side(side_of(person_)), game_->setup().dealer,
                                game_->setup().vulnerability, memory_);
    for (const web::MadeCall& made : game_->calls()) state.add(made.call);
    return state;
  }

  std::optional<Error> call(Call call) {
    bidding::AuctionState state = auction_state();
    if (!state.add(call)) return Error{fmt::format("{} is not legal here", to_string(call))};
    return game_->call({.call = call, .meaning = web::Meanings::of_last(state)});
  }

  void robot_moves() {
    agent::Player& robot = *robots_[game_->decider()];
    std::optional<Error> wrong;
    if (game_->phase() == BridgeGame::Phase::auction) {
      const auto advice = robot.call(game_->view());
      wrong = advice ? call(advice->call) : advice.error();
    } else if (game_->legal().size() == 1) {
      wrong = game_->play(game_->legal().lowest());
    } else {
      const auto advice = robot.play(game_->view());
      wrong = advice ? game_->play(advice->card) : advice.error();
    }
    if (wrong) fail("practise", fmt::format("{}: {}", to_name(game_->decider()), wrong->to_string()));
  }

  void obey(const std::string& line) {
    const std::string lower = text::lower(line);
    const std::string word = lower.substr(0, lower.find(' '));
    const std::string rest = word.size() < lower.size() ? lower.substr(word.size() + 1) : "";
    const bool auction = game_->phase() == BridgeGame::Phase::auction;
    if (auction) {
      if (const auto made = parse_call(line)) {
        if (const auto wrong = call(*made)) note(wrong->what);
        return;
      }
    } else if (const auto card = card_of(line, game_->legal())) {
      game_->play(*card);
      return;
    }
    if (is_word(word, "hint")) return hint();
    if (is_word(word, "undo")) return game_->undo() ? note("Taken back.") : note("There is nothing to undo.");
    if (is_word(word, "claim")) return claim(rest);
    if (is_word(word, "explain")) return explain(rest);
    if (is_word(word, "par")) return note(par());
    if (is_word(word, "help")) return note(std::string(kPractiseHelp) + " " + std::string(kCommands));
    const std::string may = auction ? "a call such as 1NT, p, x" : "a card that can be played";
    note(fmt::format("Expected {} or a word such as hint, found {}. ? helps.", may, text::quote(line)));
  }

  void hint() {
    if (game_->phase() == BridgeGame::Phase::auction) {
      const auto advice = adviser_->call(game_->view());
      if (!advice) return note(advice.error().to_string());
      return note(fmt::format("Hint: {}. {}", call_text(advice->call, screen_.signs()), advice->why));
    }
    if (game_->legal().size() == 1)
      return note(fmt::format("Hint: {} is the only card.", show(game_->legal().lowest(), screen_.signs())));
    const auto advice = adviser_->play(game_->view());
    if (!advice) return note(advice.error().to_string());
    std::string text = fmt::format("Hint: {}.", show(advice->card, screen_.signs()));
    const auto& values = advice->values.cards;
    for (std::size_t i = 0; advice->values.deals > 0 && i < values.size() && i < 6; ++i) {
      text += fmt::format("{} {} {:+.0f}", i == 0 ? " In points expected:" : ",",
                          show(values[i].card, screen_.signs()), values[i].value);
    }
    if (advice->values.deals > 0)
      text += fmt::format(" ({} layouts{})", advice->values.deals,
                          advice->values.complete ? ", all there are" : "");
    note(text);
  }

  void claim(const std::string& text) {
    if (game_->phase() != BridgeGame::Phase::play) return note("There is nothing to claim yet.");
    const PlayHistory seen = game_->history();
    const int left = kRanks - seen.trick_number();
    const bool is_number = text.size() <= 2 && text.find_first_not_of("0123456789") == std::string::npos;
    const int wanted = text.empty() ? left : is_number ? std::stoi(text) : kRanks + 1;
    if (wanted > left) return note(fmt::format("Expected a number of tricks from 0 to {}.", left));
    const Contract contract = *game_->contract();
    Position position(game_->setup().deal, contract.strain, contract.leader());
    for (const Card card : game_->cards()) position.play(card);
    if (solver_.tricks(position).lower < wanted)
      return note(fmt::format("The robots do not concede {} of the {} remaining tricks.", wanted, left));
    const Side declarers = side_of(contract.declarer);
    const int rest = on(person_, declarers) ? wanted : left - wanted;
    if (const auto wrong = game_->settle(seen.tricks(declarers) + rest)) note(wrong->what);
  }

  // Explains all calls, one by its number, or one that could be made now.
  void explain(const std::string& text) {
    if (text.empty()) {
      notes_.clear();
      for (std::size_t i = 0; i < game_->calls().size(); ++i) {
        const web::MadeCall& made = game_->calls()[i];
        const std::string head = fmt::format("{:>2} {:<5} {} ", i + 1, to_name(game_->auction().caller(i)),
                                             padded(call_text(made.call, screen_.signs()), 4));
        const auto lines = wrapped(meaning_words(made.meaning), kScreenColumns - kCallHead);
        for (std::size_t row = 0; row < lines.size(); ++row)
          notes_.push_back((row == 0 ? head : std::string(kCallHead, ' ')) + lines[row]);
      }
      if (notes_.empty()) note("No call was made yet.");
      return;
    }
    if (text.find_first_not_of("0123456789") == std::string::npos && text.size() < 4) {
      const auto number = static_cast<std::size_t>(std::stoi(text));
      if (number < 1 || number > game_->calls().size())
        return note(fmt::format("There are {} calls.", game_->calls().size()));
      const web::MadeCall& made = game_->calls()[number - 1];
      return note(fmt::format("{}: {}", call_text(made.call, screen_.signs()), meaning_words(made.meaning)));
    }
    const auto asked = parse_call(text);
    if (!asked || game_->phase() != BridgeGame::Phase::auction)
      return note("Expected the number of a call, or a call that you could make.");
    bidding::AuctionState state = auction_state();
    if (!state.add(*asked)) return note(fmt::format("{} is not legal here.", to_string(*asked)));
    note(fmt::format("{} would say: {}", call_text(*asked, screen_.signs()),
                     meaning_words(web::Meanings::of_last(state))));
  }

  [[nodiscard]] static std::string meaning_words(const Json& meaning) {
    const std::string alert = meaning.text_of("alert");
    return meaning.text_of("shows") + (alert.empty() ? "" : " (alert: " + alert + ")");
  }

  [[nodiscard]] table::PlayedBoard played() const {
    table::PlayedBoard made;
    const web::BridgeSetup& setup = game_->setup();
    made.board = {.number = setup.board,
                  .dealer = setup.dealer,
                  .vulnerability = setup.vulnerability,
                  .deal = setup.deal};
    for (std::size_t i = 0; i < game_->calls().size(); ++i) {
      const web::MadeCall& one = game_->calls()[i];
      made.calls.push_back({.seat = game_->auction().caller(i),
                            .call = one.call,
                            .alert = one.meaning.contains("alert"),
                            .explanation = table::clean_explanation(one.meaning.text_of("alert"))});
    }
    made.contract = game_->contract();
    made.play = game_->cards();
    made.tricks = game_->tricks().value_or(0);
    return made;
  }

  [[nodiscard]] std::string par() {
    const auto table = solver_.table(game_->setup().deal);
    return par_words(dd::par(*table, game_->setup().vulnerability, game_->setup().dealer));
  }

  // A page of its own, twice where it is long.
  void review() {
    auto lines = review_lines(*game_, solver_, *adviser_, screen_.signs());
    while (std::ssize(lines) > kPageLines) {
      screen_.page({lines.begin(), lines.begin() + kPageLines});
      lines.erase(lines.begin(), lines.begin() + kPageLines);
      if (!screen_.ask("Enter to continue > ")) break;
    }
    screen_.page(lines);
  }

  // The board is over or was left: writes it to the record.
  void keep() {
    if (options_.json) fmt::print("{}\n", review_json(*game_, solver_).dump());
    if (!record_) return;
    table::RecordedTable made{.played = played()};
    made.teams[side_of(person_)] = "You";
    made.teams[other(side_of(person_))] = "Robots";
    or_fail("practise", record_->add(made));
  }

  const PractiseOptions& options_;
  Screen screen_;
  Seat person_ = Seat::south;
  agent::SystemPair systems_;
  std::shared_ptr<bidding::GridMemory> memory_ = std::make_shared<bidding::GridMemory>();
  BySeat<std::unique_ptr<agent::Player>> robots_;
  std::unique_ptr<agent::Player> adviser_;
  std::optional<table::RecordFile> record_;
  std::optional<BridgeGame> game_;
  dd::Solver solver_;
  std::vector<std::string> notes_;
};

void run_practise(const PractiseOptions& options) {
  BoardSource source = options.source;
  if (source.seed == 0) source.seed = std::random_device{}();
  if (source.count == 0 && source.boards.empty() && source.script.empty()) source.count = kMostPractised;
  const auto boards = dealt_boards(source);
  const Interrupt interrupt;
  BridgePractice practice(options);
  for (const table::DealtBoard& board : boards) {
    if (!practice.play(board)) break;
  }
}

}  // namespace

void add_practise(Command& app) {
  auto options = std::make_shared<PractiseOptions>();
  Command* command = app.add_subcommand("practise", "Play boards with three robots in the terminal");
  command->require_subcommand(0, 1);
  command->footer("Bid and play one hand, and dummy's too if your side declares. " +
                  std::string(kPractiseHelp) + "\n" + std::string(kCommands) +
                  "\nAt the end all hands are shown, with par and what your calls and cards cost. Robots are "
                  "players as in "
                  "`yomi match`.\nBidding alone: yomi practise bidding. Exit status: 0; 2 for bad input; 130 "
                  "when stopped.\n\n"
                  "Examples:\n"
                  "  yomi practise --seat North --robots reader:time=0.5s\n"
                  "  yomi practise --boards club.pbn --record mine.pbn\n"
                  "  yomi practise --script slams.dl --system acol\n"
                  "  yomi practise bidding --theme stayman\n"
                  "  yomi practise daihinmin");
  add_board_files(*command, options->source);
  command->add_option("--count", options->source.count, "At most so many boards")
      ->check(range(1, kMostPractised));
  command->add_option("--seed", options->source.seed,
                      "Seed of the deals; different deals each time unless given");
  command->add_option("--seat", options->seat, "Where you sit: North, East, South or West")->shows_default();
  command->add_option("--robots", options->robots, "Who the robots are")->shows_default();
  command->add_option("--hints", options->hints, "Who gives hints and reviews your calls")->shows_default();
  command->add_option("--system", options->system, "The system that you and your partner play")
      ->shows_default();
  command->add_option("--opponents", options->opponents, "The system that the opponents play")
      ->shows_default();
  command->add_option("--record", options->record, "Add each board to this PBN file");
  command->add_flag("--ascii", options->ascii, "Letters instead of suit symbols, and no colours");
  command->add_flag("--json", options->json, "Show the table on stderr, and print one JSON object per board");
  add_practise_bidding(*command);
  add_practise_daihinmin(*command);
  command->callback([command, options] {
    if (!command->has_chosen()) run_practise(*options);
  });
}

}  // namespace yomi::cli
