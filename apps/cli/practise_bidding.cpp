// yomi practise bidding: a person bids one hand, partner and opponents bid theirs by their systems, and the
// result is judged at the end.
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "bid/bid.h"
#include "dealt_boards.h"
#include "fail.h"
#include "interrupt.h"
#include "practise.h"
#include "practise_review.h"
#include "yomi/agent/reasons.h"
#include "yomi/bidding/best_contract.h"
#include "yomi/bidding/bidder.h"
#include "yomi/dealer/themes.h"
#include "yomi/formats/text.h"

namespace yomi::cli {
namespace {

struct PractiseBiddingOptions {
  bid::BidOptions bid;  // systems, hands, how calls are judged
  BoardSource source{.seed = 0};
  std::string seat = "South";
  int deals = 100;
  bool silent = false;
  bool watch = false;
  bool ascii = false;
};

constexpr std::size_t kHeadColumns = 12;  // columns before the meaning of a call
constexpr std::size_t kContractsShown = 3;

constexpr std::string_view kPractiseBiddingHelp =
    "Calls: 1NT, 2h, 2♥, p (pass), x or dbl (double), xx. Words: hint, explain CALL (what it would show), "
    "undo, help, quit.";

// A call of the person and that of the system.
struct Decision {
  std::size_t number;  // in the auction
  Call system;
  std::string why;
};

Json chance_json(const bidding::ContractChance& one) {
  return {{"contract", to_string(one.contract)},
          {"declarer", to_string(one.contract.declarer)},
          {"makes", one.makes},
          {"points", one.points}};
}

// What the cards were worth.
struct Verdict {
  dd::Par par;
  std::optional<int> tricks;  // double-dummy, of the contract reached
  int score_ns = 0;
  bidding::ContractChances chances;
};

class BiddingPractice {
 public:
  explicit BiddingPractice(const PractiseBiddingOptions& options)
      : options_(options),
        screen_(options.bid.json_output ? stderr : stdout, options.ascii),
        systems_(load_systems(options.bid.systems)),
        simulator_(bid::make_simulator(options.bid)) {
    const auto seat = parse_seat(options.seat);
    if (!seat)
      fail("practise bidding",
           "--seat: expected North, East, South or West, found " + text::quote(options.seat));
    person_ = *seat;
    for (const auto& [name, text, whose] : {std::tuple{"--hand", &options.bid.hand, person_},
                                            {"--partner", &options.bid.partner, partner(person_)}}) {
      if (text->empty()) continue;
      const auto hand = parse_hand_text(*text);
      if (!hand)
        fail("practise bidding",
             fmt::format("{}: column {}: {}", name, hand.error().column, hand.error().what));
      if (!(given_.all() & *hand).empty())
        fail("practise bidding", "--partner: expected other cards than in --hand");
      given_[whose] = *hand;
    }
  }

  // The same deal with the given hands in place.
  [[nodiscard]] table::DealtBoard with_given(table::DealtBoard board) const {
    if (given_.all().empty()) return board;
    std::vector<Card> rest;
    for (const Seat seat : kAllSeats) {
      for (const Card card : board.deal[seat] - given_.all()) rest.push_back(card);
    }
    board.deal = given_;
    for (const Seat seat : kAllSeats) {
      while (board.deal[seat].size() < kRanks) {
        board.deal[seat].insert(rest.back());
        rest.pop_back();
      }
    }
    return board;
  }

  // A theme is written for a person in the South.
  [[nodiscard]] table::DealtBoard turned(const table::DealtBoard& board) const {
    table::DealtBoard made = board;
    for (int steps = 0; steps < kSeats; ++steps)
      made.deal[next(person_, steps)] = board.deal[next(Seat::south, steps)];
    return made;
  }

  // Bids one board; false if the person quits.
  bool bid(const table::DealtBoard& board) {
    board_ = board;
    calls_.clear();
    decisions_.clear();
    say(fmt::format("Board {}, dealer {}, vulnerable: {}. You are {}.", board.number, to_name(board.dealer),
                    to_string(board.vulnerability), to_name(person_)));
    say(hand_words(board.deal[person_]));
    if (options_.watch)
      say(fmt::format("{}: {}", to_name(partner(person_)), hand_words(board.deal[partner(person_)])));
    std::optional<bidding::AuctionState> state = start();
    for (;;) {
      while (!state->auction().is_over()) {
        if (Interrupt::requested()) throw Exit{Interrupt::status()};
        if (options_.watch || state->turn() != person_) {
          robot_calls(*state);
          continue;
        }
        const auto line = screen_.ask("Your call > ");
        if (!line || is_word(*line, "quit")) return false;
        obey(*line, state);
      }
      const Verdict verdict = weigh(*state);
      show_end(*state, verdict);
      const auto line =
          options_.watch ? std::optional<std::string>("") : screen_.ask("Enter: next board; undo; quit > ");
      if (line && is_word(*line, "undo") && !decisions_.empty()) {
        undo(state);
        continue;
      }
      keep(*state, verdict);
      return line && !is_word(*line, "quit");
    }
  }

  // How often the person and the system agreed, over all boards.
  void sum_up() {
    if (asked_ == 0) return;
    say(fmt::format("You and the system agreed in {} of {} call{}.", agreed_, asked_,
                    asked_ == 1 ? "" : "s"));
  }

 private:
  static bool is_word(const std::string& line, std::string_view word) {
    const std::string lower = text::lower(line.substr(0, line.find(' ')));
    return lower == "?" ? word == "help" : lower.size() >= 2 && word.starts_with(lower);
  }

  void say(const std::string& text, std::string_view indent = "") {
    screen_.add(wrapped(text, kScreenColumns, indent));
  }

  [[nodiscard]] std::string hand_words(CardSet hand) const {
    std::string made;
    for (const Suit suit : kSuitsFromSpades)
      made += fmt::format("{}{} {}", made.empty() ? "" : "  ", show(suit, screen_.signs()),
                          ranks_to_string(hand, suit));
    return made;
  }

  [[nodiscard]] bidding::AuctionState start() const {
    bidding::AuctionState state(systems_.for_side(side_of(person_)), board_.dealer, board_.vulnerability,
                                memory_);
    for (const Call call : calls_) state.add(call);
    return state;
  }

  bidding::Judgement judged(const bidding::AuctionState& state) {
    auto made =
        bid::judge(state, board_.deal[state.turn()], simulator_ ? &*simulator_ : nullptr, interrupt_.token());
    if (Interrupt::requested()) throw Exit{Interrupt::status()};
    return made;
  }

  // Makes the call and says what it shows.
  void make(bidding::AuctionState& state, Call call) {
    state.add(call);
    calls_.push_back(call);
    const bidding::InterpretedCall& made = state.interpreted_calls().back();
    const std::string head =
        fmt::format("  {:<5} {} ", to_name(made.seat), padded(call_text(call, screen_.signs()), 4));
    say_rows(head, in_words(state, made));
  }

  void say_rows(const std::string& head, const std::string& text) {
    auto rows = wrapped(text, kScreenColumns - kHeadColumns - 1);
    if (rows.empty()) rows.emplace_back();
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i] = (i == 0 ? padded(head, kHeadColumns + 1) : std::string(kHeadColumns + 1, ' ')) + rows[i];
    screen_.add(rows);
  }

  void robot_calls(bidding::AuctionState& state) {
    const bool ours = on(state.turn(), side_of(person_));
    if (options_.silent && !ours) return make(state, Call::pass());
    const bidding::Judgement chosen = judged(state);
    const std::string why = agent::in_words(state, chosen);
    if (options_.watch && ours) decisions_.push_back({calls_.size(), chosen.call, why});
    make(state, chosen.call);
    if (options_.watch && ours) say_rows("", "why: " + why);
  }

  void obey(const std::string& line, std::optional<bidding::AuctionState>& state) {
    if (const auto typed = parse_calls_text(line); typed && typed->size() == 1) {
      bidding::AuctionState after = *state;
      if (!after.add(typed->front()))
        return say(fmt::format("{} is not legal here.", to_string(typed->front())));
      const bidding::Judgement chosen = judged(*state);
      const std::string why = agent::in_words(*state, chosen);
      decisions_.push_back({calls_.size(), chosen.call, why});
      make(*state, typed->front());
      return say_rows(
          "", chosen.call == typed->front()
                  ? "The system agrees: " + why
                  : fmt::format("The system calls {}: {}", call_text(chosen.call, screen_.signs()), why));
    }
    if (is_word(line, "hint")) {
      const bidding::Judgement chosen = judged(*state);
      return say(fmt::format("Hint: {}. {}", call_text(chosen.call, screen_.signs()),
                             agent::in_words(*state, chosen)));
    }
    if (is_word(line, "explain")) return explain(line, *state);
    if (is_word(line, "undo")) return undo(state);
    if (is_word(line, "help")) return say(help());
    say(fmt::format("Expected a call such as 1NT, p, x, or a word such as hint, found {}. ? helps.",
                    text::quote(line)));
  }

  [[nodiscard]] std::string help() const {
    std::string text(kPractiseBiddingHelp);
    if (const auto sign = text.find(" 2♥,"); screen_.signs().ascii && sign != std::string::npos)
      text.erase(sign, std::string_view(" 2♥,").size());
    return text;
  }

  void explain(const std::string& line, bidding::AuctionState state) {
    const auto gap = line.find(' ');
    const auto asked = parse_calls_text(gap == std::string::npos ? "" : line.substr(gap));
    if (!asked || asked->size() != 1) return say("Expected a call that you could make: explain 2C.");
    if (!state.add(asked->front()))
      return say(fmt::format("{} is not legal here.", to_string(asked->front())));
    say(fmt::format("{} would say: {}", call_text(asked->front(), screen_.signs()),
                    in_words(state, state.interpreted_calls().back())));
  }

  void undo(std::optional<bidding::AuctionState>& state) {
    if (decisions_.empty()) return say("There is nothing to undo.");
    calls_.resize(decisions_.back().number);
    decisions_.pop_back();
    state.emplace(start());
    say("Taken back: " +
        (calls_.empty() ? std::string("no call was made.") : to_string(state->auction()) + "."));
  }

  Verdict weigh(const bidding::AuctionState& state) {
    Verdict made;
    if (const auto table = solver_.table(board_.deal)) {
      made.par = dd::par(*table, board_.vulnerability, board_.dealer);
      if (const auto contract = state.auction().contract()) {
        made.tricks = table->at(contract->strain, contract->declarer);
        made.score_ns = score_ns(*contract, board_.vulnerability, *made.tricks);
      }
    }
    made.chances = weigh_contracts(state, board_.deal, side_of(person_), options_.deals,
                                   Random(options_.bid.seed).split(static_cast<std::uint64_t>(board_.number)),
                                   solver_, interrupt_.token());
    if (Interrupt::requested()) throw Exit{Interrupt::status()};
    return made;
  }

  // The board is over or was left.
  void keep(const bidding::AuctionState& state, const Verdict& verdict) {
    asked_ += static_cast<int>(decisions_.size());
    agreed_ += agreed_here();
    if (options_.bid.json_output) fmt::print("{}\n", to_json(state, verdict).dump());
  }

  [[nodiscard]] int agreed_here() const {
    return static_cast<int>(std::count_if(decisions_.begin(), decisions_.end(), [&](const Decision& one) {
      return calls_[one.number] == one.system;
    }));
  }

  void show_end(const bidding::AuctionState& state, const Verdict& verdict) {
    std::istringstream hands(diagram(Position(board_.deal, Strain::no_trump, Seat::north), screen_.signs()));
    std::vector<std::string> rows{""};
    for (std::string line; std::getline(hands, line);) rows.push_back(line);
    screen_.add(rows);
    const auto contract = state.auction().contract();
    std::string result = "Passed out.";
    if (contract) {
      result = fmt::format("{} by {}: {} trick{} double-dummy, N-S {:+}.", to_string(*contract),
                           to_name(contract->declarer), verdict.tricks.value_or(0),
                           verdict.tricks == 1 ? "" : "s", verdict.score_ns);
    }
    const int against = on(person_, Side::ns) ? verdict.score_ns - verdict.par.score_ns
                                              : verdict.par.score_ns - verdict.score_ns;
    say(fmt::format("{} {} You: {:+} IMPs against par.", result, par_words(verdict.par), imps(against)));
    say_chances(verdict.chances);
    if (!options_.watch && !decisions_.empty())
      say(fmt::format("You and the system agreed in {} of {} call{}.", agreed_here(), decisions_.size(),
                      decisions_.size() == 1 ? "" : "s"));
    screen_.add({""});
  }

  void say_chances(const bidding::ContractChances& chances) {
    if (chances.best.empty()) return;
    const auto words = [](const bidding::ContractChance& one) {
      return fmt::format("{} by {} (makes in {:.0f} %, {:+.0f} points)", to_string(one.contract),
                         to_name(one.contract.declarer), one.makes * 100, one.points);
    };
    std::string text = fmt::format(
        "Over {} deals that the auction allowed{}, your two hands belong in {}", chances.deals,
        chances.readings_dropped ? " (the opponents' calls did not fit)" : "", words(chances.best.front()));
    for (std::size_t i = 1; i < kContractsShown && i < chances.best.size(); ++i)
      text += (i == 1 ? "; then " : ", ") + words(chances.best[i]);
    text += ".";
    if (chances.reached) text += " Yours: " + words(*chances.reached) + ".";
    say(text);
  }

  [[nodiscard]] Json calls_json(const bidding::AuctionState& state) const {
    Json made = Json::array();
    auto decision = decisions_.begin();
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const bidding::InterpretedCall& one = state.interpreted_calls()[i];
      Json call{
          {"seat", to_string(one.seat)}, {"call", to_string(one.call)}, {"shows", in_words(state, one)}};
      if (decision != decisions_.end() && decision->number == i) {
        call["system"] = to_string(decision->system);
        call["why"] = decision->why;
        ++decision;
      }
      made.push_back(std::move(call));
    }
    return made;
  }

  [[nodiscard]] Json to_json(const bidding::AuctionState& state, const Verdict& verdict) const {
    const auto contract = state.auction().contract();
    Json made{{"board", board_.number},
              {"deal", to_string(board_.deal)},
              {"dealer", to_string(board_.dealer)},
              {"vulnerable", to_string(board_.vulnerability)},
              {"seat", to_string(person_)},
              {"auction", to_string(state.auction())},
              {"contract", contract ? to_string(*contract) : "Pass"},
              {"score", verdict.score_ns},
              {"par", verdict.par.score_ns}};
    made["calls"] = calls_json(state);
    if (contract) {
      made["declarer"] = to_string(contract->declarer);
      made["tricks"] = *verdict.tricks;
    }
    made["deals"] = verdict.chances.deals;
    made["best"] = Json::array();
    for (const bidding::ContractChance& one : verdict.chances.best) made["best"].push_back(chance_json(one));
    if (verdict.chances.reached) made["reached"] = chance_json(*verdict.chances.reached);
    return made;
  }

  const PractiseBiddingOptions& options_;
  const Interrupt interrupt_;
  Screen screen_;
  Seat person_ = Seat::south;
  Deal given_;
  LoadedSystems systems_;
  std::shared_ptr<bidding::GridMemory> memory_ = std::make_shared<bidding::GridMemory>();
  std::optional<bidding::Simulator> simulator_;
  dd::Solver solver_;
  table::DealtBoard board_;
  std::vector<Call> calls_;
  std::vector<Decision> decisions_;
  int agreed_ = 0;
  int asked_ = 0;
};

void run_practise_bidding(const PractiseBiddingOptions& options) {
  BoardSource source = options.source;
  if (source.seed == 0) source.seed = std::random_device{}();
  const bool endless = source.boards.empty() && source.script.empty() && source.theme.empty();
  if (source.count == 0 && !options.bid.hand.empty()) source.count = 1;
  if (source.count == 0 && endless) source.count = options.watch ? 1 : kMostPractised;
  BiddingPractice practice(options);
  const auto boards = dealt_boards(source);
  for (const table::DealtBoard& board : boards) {
    if (!practice.bid(practice.with_given(source.theme.empty() ? board : practice.turned(board)))) break;
  }
  if (!options.watch) practice.sum_up();
}

std::string footer() {
  std::string text =
      "You bid one hand; partner and opponents bid theirs by their systems. Each call comes with what it "
      "shows, and each of yours with the system's call and why. At the end: the double-dummy result, par, "
      "and the best contracts for the two hands, with how often they make over deals that fit the "
      "auction.\n" +
      std::string(kPractiseBiddingHelp) + "\n\nThemes (--theme):\n";
  for (const dealer::Theme& theme : dealer::themes())
    text += fmt::format("  {:<13} {}\n", theme.name, dealer::about(theme));
  return text +
         "\nExit status: 0; 2 for bad input; 130 when stopped.\n\n"
         "Examples:\n"
         "  yomi practise bidding --theme stayman\n"
         "  yomi practise bidding --boards club.pbn --seat North --system acol\n"
         "  yomi practise bidding --watch --hand AQJ73.KQ.A62.Q94 --partner K952.A76.QT84.J7";
}

}  // namespace

void add_practise_bidding(Command& practise) {
  auto options = std::make_shared<PractiseBiddingOptions>();
  Command* command =
      practise.add_subcommand("bidding", "Bid one hand, with comments and the best contracts at the end");
  command->footer(footer());
  add_board_files(*command, options->source);
  add_theme_option(*command, options->source);
  command->add_option("--count", options->source.count, "At most so many boards")
      ->check(range(1, kMostPractised));
  command->add_option("--seed", options->source.seed,
                      "Seed of the deals; different deals each time unless given");
  command->add_option("--seat", options->seat, "Where you sit: North, East, South or West")->shows_default();
  command->add_option("--hand", options->bid.hand, "Your hand on every board: AK52.K3.Q984.AJ7");
  command->add_option("--partner", options->bid.partner, "Your partner's hand on every board");
  command->add_option("--system", options->bid.systems.system, "The system that you and your partner play")
      ->shows_default();
  options->bid.systems.their_system = kDefaultSystem;
  command->add_option("--opponents", options->bid.systems.their_system, "The system that the opponents play")
      ->shows_default();
  command->add_flag("--silent", options->silent, "The opponents pass throughout");
  command->add_flag("--watch", options->watch, "The system bids your hand too, with comments");
  command->add_flag("--rules", options->bid.rules_only,
                    "By the lines of the systems alone, without looking ahead");
  command->add_option("--deals", options->deals, "Deals for judging contracts at the end")
      ->check(range(1, 10000))
      ->shows_default();
  command->add_flag("--ascii", options->ascii, "Letters instead of suit symbols, and no colours");
  command->add_flag("--json", options->bid.json_output,
                    "Show the auction on stderr, and print one JSON object per board");
  command->callback([options] { run_practise_bidding(*options); });
}

}  // namespace yomi::cli
