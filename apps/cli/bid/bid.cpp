// yomi bid: the call for a hand, what the calls so far show, and the checker.
#include "bid/bid.h"

#include <fmt/core.h>

#include "board_file.h"
#include "fail.h"
#include "yomi/agent/reasons.h"
#include "yomi/bidding/bidder.h"

namespace yomi::cli::bid {
namespace {

using bidding::AuctionState;
using bidding::InterpretedCall;
using bidding::RuleMatch;

// Calls of the table made so far; a call that the laws do not allow ends the program.
AuctionState listen(const Board& board, const LoadedSystems& systems, Side us, std::size_t count) {
  AuctionState state(systems.for_side(us), *board.dealer, board.vulnerability.value_or(Vulnerability::none),
                     std::make_shared<bidding::GridMemory>());
  for (std::size_t i = 0; i < count; ++i) {
    if (state.auction().is_over())
      fail("bid", fmt::format("--auction: call {}: the auction is over before it", i + 1));
    if (!state.add(board.calls[i].call)) {
      fail("bid", fmt::format("--auction: call {}: {} is not legal after {}", i + 1,
                              to_string(board.calls[i].call), to_string(state.auction())));
    }
  }
  return state;
}

void print_calls(const AuctionState& state) {
  for (const InterpretedCall& interpreted : state.interpreted_calls()) {
    fmt::print("  {:<5} {:<5} {}\n", to_name(interpreted.seat), to_string(interpreted.call),
               in_words(state, interpreted));
  }
}

// One decision of the player to call; `made` is the call on record, where there is one.
void decide(const AuctionState& state, CardSet cards, const BidOptions& options, std::optional<Call> made) {
  const bidding::HandFeatures hand(cards);
  std::optional<bidding::Simulator> simulator = make_simulator(options);
  const bidding::Judgement judged = judge(state, cards, simulator ? &*simulator : nullptr);
  const bidding::Choice& choice = judged.by_rules;
  const std::vector<bidding::Candidate> all = candidates(state, hand);
  const RuleMatch& match = state.matches()[choice.match];
  const bidding::LawQuestion question = law_question(state, cards);
  std::optional<bidding::TotalTricks> law;
  if (options.explain) {
    law = total_tricks(question);
    if (!law->applies) law.reset();
  }
  if (options.json_output) {
    Json out = agent::to_json(state, judged, cards, law ? &*law : nullptr);
    if (made) out["made"] = to_string(*made);
    fmt::print("{}\n", out.dump());
    return;
  }
  if (!options.explain && !made) {
    fmt::print("{}\n  {}\n", to_string(judged.call), agent::in_words(state, judged));
    return;
  }
  fmt::print("{} holds {}, {}{}\n", to_name(state.turn()), hand_to_string(cards),
             state.auction().calls().empty() ? "to open" : "after " + to_string(state.auction()),
             made ? ", and called " + to_string(*made) : "");
  if (options.explain) {
    print_calls(state);
    fmt::print("{}\n", bidding::where_we_stand(state));
  }
  fmt::print("{}: {}\n", to_string(judged.call), agent::in_words(state, judged));
  if (!options.explain) return;
  fmt::print("  {}\n", place_of(state, match));
  for (const bidding::Candidate& one : all) {
    if (one.match == choice.match) continue;
    const RuleMatch& other = state.matches()[one.match];
    if (other.line == RuleMatch::kNoLine && one.call.is_pass()) continue;
    fmt::print("not {}: {} (ranked lower)\n", to_string(one.call), in_words(state, other));
  }
  if (judged.simulation) fmt::print("\n{}", bidding::explain(*judged.simulation));
  if (law) {
    fmt::print("\n{}", bidding::explain(question, *law,
                                        choice.call.is_bid() ? std::optional(choice.call) : std::nullopt));
  }
}

void run_meaning(const BidOptions& options, const Board& board, const LoadedSystems& systems) {
  // "Ours" is the side that calls first: its system reads the first call that is not a pass.
  Side us = side_of(*board.dealer);
  for (std::size_t i = 0; i < board.calls.size(); ++i) {
    if (board.calls[i].call.is_pass()) continue;
    us = side_of(next(*board.dealer, static_cast<int>(i)));
    break;
  }
  if (const auto view = parse_seat(options.view)) us = side_of(*view);
  const AuctionState state = listen(board, systems, us, board.calls.size());
  if (options.json_output) {
    fmt::print("{}\n", agent::calls_json(state).dump());
    return;
  }
  print_calls(state);
  fmt::print("\nKnown of\n");
  for (Seat seat : kAllSeats) {
    fmt::print("  {:<5} {}\n", to_name(seat), bidding::in_words(state.shown(seat).hand));
  }
}

void run_table(const BidOptions& options, const Board& board, const LoadedSystems& systems) {
  const Seat turn = next(*board.dealer, static_cast<int>(board.calls.size()));
  Auction auction(*board.dealer);
  for (const BoardCall& one : board.calls) auction.add(one.call);
  const auto view = parse_seat(options.view);
  if (!auction.is_over() && (!view || *view == turn)) {
    if (board.deal[turn].size() != kRanks) {
      fail("bid", fmt::format("expected the hand of {}, who is to call", to_name(turn)));
    }
    decide(listen(board, systems, side_of(turn), board.calls.size()), board.deal[turn], options,
           std::nullopt);
    return;
  }
  if (options.file.empty()) {
    fail("bid", auction.is_over()
                    ? "--auction: the auction is over"
                    : fmt::format("--view: {} is to call, not {}", to_name(turn), to_name(*view)));
  }
  // A recorded auction: every decision of the chair, and what was called.
  for (std::size_t i = 0; i < board.calls.size(); ++i) {
    const Seat seat = next(*board.dealer, static_cast<int>(i));
    if ((view && seat != *view) || board.deal[seat].size() != kRanks) continue;
    decide(listen(board, systems, side_of(seat), i), board.deal[seat], options, board.calls[i].call);
  }
}

void run(const BidOptions& options) {
  if (options.check) return run_bid_check(options);
  if (!options.view.empty() && !parse_seat(options.view)) {
    fail("bid", fmt::format("--view: expected N, E, S or W, found '{}'", options.view));
  }
  const LoadedSystems systems = load_systems(options.systems);
  const Board board = read_bid_board(options);
  if (options.meaning) {
    run_meaning(options, board, systems);
  } else {
    run_table(options, board, systems);
  }
}

CardSet hand_option(const std::string& name, const std::string& text) {
  const auto hand = parse_hand_text(text);
  if (!hand) fail("bid", fmt::format("{}: column {}: {}", name, hand.error().column, hand.error().what));
  return *hand;
}

}  // namespace

std::optional<bidding::Simulator> make_simulator(const BidOptions& options) {
  if (options.rules_only) return std::nullopt;
  bidding::SimulationSettings settings;
  settings.deals = options.samples;
  settings.agreements = bidding::Agreements::rules;
  settings.seed = options.seed;
  settings.threads = options.threads;
  if (const auto limit = options.time.limit())
    settings.seconds = std::chrono::duration<double>(limit->call).count();
  return bidding::Simulator(settings);
}

bidding::Judgement judge(const AuctionState& state, CardSet hand, bidding::Simulator* simulator,
                         const std::stop_token& stop) {
  if (simulator != nullptr) return simulator->judge(state, hand, stop);
  const bidding::Choice choice = choose(state, bidding::HandFeatures(hand));
  return {.call = choice.call, .by_rules = choice};
}

namespace {

Board board_of_file(const BidOptions& options) {
  Board board = read_one_board(options.file, options.board).board;
  if (!board.dealer) board.dealer = Seat::north;
  return board;
}

}  // namespace

Board read_bid_board(const BidOptions& options) {
  if (!options.file.empty()) return board_of_file(options);
  Board board;
  board.dealer = parse_seat(options.dealer);
  if (!board.dealer) fail("bid", fmt::format("--dealer: expected N, E, S or W, found '{}'", options.dealer));
  board.vulnerability = parse_vulnerability(options.vulnerability);
  if (!board.vulnerability)
    fail("bid", fmt::format("--vul: expected None, NS, EW or All, found '{}'", options.vulnerability));
  const auto calls = parse_calls_text(options.auction);
  if (!calls) fail("bid", fmt::format("--auction: column {}: {}", calls.error().column, calls.error().what));
  for (Call call : *calls) board.calls.push_back({.call = call});
  const Seat turn = next(*board.dealer, static_cast<int>(board.calls.size()));
  const auto set_hand = [&](Seat seat, const std::string& name, const std::string& text) {
    if (text.empty()) return;
    board.deal[seat] = hand_option(name, text);
    board.known[seat] = true;
  };
  set_hand(turn, "--hand", options.hand);
  if (options.hand.empty() && !options.meaning) {
    fail("bid", "expected --hand (S.H.D.C), or a PBN file, or --meaning or --check");
  }
  return board;
}

void add(Command& app) {
  auto options = std::make_shared<BidOptions>();
  Command* command = app.add_subcommand("bid", "Choose a call, say what calls show, or check a system");
  command->add_option("file", options->file,
                      "A file with hands and calls, in any format; - is standard input");
  command->add_option("--hand", options->hand,
                      "The hand that is to call, spades first: AK7532.J4.62.K83; x is any small card");
  command->add_option("--auction", options->auction, "The calls so far, from the dealer: \"1S 2D 2S 3D\"");
  command->add_option("--vul", options->vulnerability, "None, NS, EW or All");
  command->add_option("--dealer", options->dealer, "Who makes the first call (default: North)");
  command->add_option("--view", options->view, "Whose decision: N, E, S or W (default: the seat to call)");
  command
      ->add_option("--board", options->board, "This board of the file, by its number; the first unless given")
      ->value_name("N");
  add_system_options(*command, options->systems);
  command->add_flag("--explain", options->explain,
                    "Also what every call so far shows, the other candidates, and the table of total tricks");
  command->add_flag("--meaning", options->meaning, "Only what each call of the auction shows");
  command->add_flag(
      "--check", options->check,
      "Look for mistakes in the system: lines that can never apply, overlaps, auctions without an answer");
  command->add_option("--seed", options->seed,
                      "Seed of the sampled deals and of the checker's random auctions");
  command->add_flag("--rules", options->rules_only,
                    "By the lines of the system alone, without looking ahead");
  options->time.add_to(*command);
  command->add_option("--samples", options->samples, "Deals sampled when looking ahead")
      ->check(range(1, 10000));
  command
      ->add_option("--threads", options->threads,
                   "Threads for looking ahead; 0: all cores (the answer is the same)")
      ->check(range(0, 1024));
  command->add_flag("--json", options->json_output, "One JSON object per decision");
  command->footer(
      "Examples:\n"
      "  yomi bid --hand AKxxxx.Jx.xx.Kxx --auction \"1S 2D 2S 3D\" --vul None --dealer S --explain\n"
      "  yomi bid --meaning --auction \"1NT P 2H\"\n"
      "  yomi bid boards.pbn --board 3 --view S\n"
      "  yomi bid --system mine.toml --check");
  command->callback([options] { run(*options); });
}

}  // namespace yomi::cli::bid
