// yomi deal --from: what a chair can infer, in words, figures, bars and deals.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "board_file.h"
#include "command.h"
#include "deal/deal.h"
#include "deal/writer.h"
#include "fail.h"
#include "input.h"
#include "yomi/bridge/play_history.h"
#include "yomi/dealer/meaning.h"
#include "yomi/dealer/script.h"
#include "yomi/formats/json.h"
#include "yomi/play/call_readings.h"

namespace yomi::cli::deal {
namespace {

using belief::Belief;

belief::Seen look(const Board& board, const DealOptions& options) {
  const std::size_t cards = options.cards >= 0 ? static_cast<std::size_t>(options.cards) : board.play.size();
  const auto view = parse_seat(options.view);
  if (!options.view.empty() && !view)
    fail("deal", fmt::format("--view: expected N, E, S or W, found '{}'", options.view));
  if (view) return belief::seen_by(*view, board, cards);
  const belief::Seen seen = belief::seen_by(Seat::north, board, cards);
  const Seat turn = PlayHistory(seen.strain, seen.leader, seen.play).turn();
  return belief::seen_by(seen.dummy == turn ? *board.declarer : turn, board, cards);
}

std::string percent(double share) {
  constexpr double kRounding = 1e-9;  // sums of many shares
  if (share > kRounding && share < 0.0005) return "<0.1%";
  if (share < 1 - kRounding && share > 0.9995) return ">99.9%";
  return fmt::format("{:.1f}%", share * 100);
}

std::string bar(double share, int width) {
  const auto filled = static_cast<std::size_t>(std::lround(share * width));
  return std::string(filled, '#') + std::string(static_cast<std::size_t>(width) - filled, '.');
}

void explain_seen(const belief::Seen& seen, const Belief& belief) {
  const belief::Space& space = belief.evidence().facts;
  fmt::print("What {} can know after {} card{} of the play\n\n", to_name(seen.chair), seen.play.size(),
             seen.play.size() == 1 ? "" : "s");
  fmt::print("{} holds {}", to_name(seen.chair), hand_to_string(seen.hand));
  if (seen.dummy && *seen.dummy != seen.chair) {
    fmt::print("; dummy ({}) {}", to_name(*seen.dummy), hand_to_string(seen.dummy_hand));
  }
  fmt::print("\n");
  for (Seat seat : belief.hidden()) {
    std::string played;
    for (Card card : seen.play) {
      if (space.held[seat].contains(card)) played += " " + to_string(card);
    }
    if (!played.empty()) fmt::print("{} has played{}\n", to_name(seat), played);
    for (Suit suit : kSuitsFromSpades) {
      const CardSet barred = space.barred[seat];
      if (barred.contains(CardSet::of_suit(suit)))
        fmt::print("{} has shown out of {}\n", to_name(seat), to_char(suit));
    }
  }
}

void explain_constraints(const Belief& belief) {
  for (const belief::SoftConstraint& constraint : belief.evidence().constraints)
    fmt::print("{}\n", constraint.label);
  for (const belief::Dropped& one : belief.dropped()) fmt::print("Dropped: {} ({})\n", one.label, one.reason);
  if (const auto count = belief.layouts())
    fmt::print("{} possible\n",
               belief::to_string(*count) == "1" ? "1 layout is" : belief::to_string(*count) + " layouts are");
  fmt::print("\n");
}

void explain_cards(const Belief& belief, const belief::Marginals& marginals) {
  const std::vector<Seat> hidden = belief.hidden();
  fmt::print("Where the unseen cards are\n");
  for (Suit suit : kSuitsFromSpades) {
    const CardSet cards = belief.evidence().facts.unseen().in(suit);
    for (int rank = kRanks - 1; rank >= 0; --rank) {
      const Card card(suit, rank_at(rank));
      if (!cards.contains(card)) continue;
      fmt::print("  {}", to_string(card));
      for (Seat seat : hidden) {
        const double share = marginals.chance(seat, card);
        fmt::print("  {} {:>6} {}", to_char(seat), percent(share), bar(share, 20));
      }
      fmt::print("\n");
    }
  }
}

void explain_hands(const Belief& belief, Random& random) {
  for (Seat seat : belief.hidden()) {
    fmt::print("\n{}: high-card points\n", to_name(seat));
    double mean = 0;
    for (const auto& [points, share] : belief.distribution(belief::hcp(seat), random)) {
      mean += points * share;
      if (share >= 0.0005) fmt::print("  {:2} {:>6} {}\n", points, percent(share), bar(share, 40));
    }
    fmt::print("  mean {:.2f}\n{}: lengths\n", mean, to_name(seat));
    for (Suit suit : kSuitsFromSpades) {
      double cards = 0;
      std::string text;
      for (const auto& [length, share] : belief.distribution(belief::length(seat, suit), random)) {
        cards += length * share;
        if (share >= 0.0005) text += fmt::format("  {}: {}", length, percent(share));
      }
      fmt::print("  {} mean {:.2f} {}\n", to_char(suit), cards, text);
    }
  }
}

Json as_json(const Belief& belief, const belief::Marginals& marginals, Random& random) {
  Json made = {{"exact", belief.is_exact()}};
  if (const auto count = belief.layouts()) made["layouts"] = belief::to_string(*count);
  made["constraints"] = Json::array();
  for (const belief::SoftConstraint& constraint : belief.evidence().constraints)
    made["constraints"].push_back(constraint.label);
  made["dropped"] = Json::array();
  for (const belief::Dropped& one : belief.dropped())
    made["dropped"].push_back({{"constraint", one.label}, {"why", one.reason}});
  for (Seat seat : belief.hidden()) {
    Json& hand = made["hands"][to_string(seat)];
    for (Card card : belief.evidence().facts.unseen())
      hand["cards"][to_string(card)] = marginals.chance(seat, card);
    for (const auto& [points, share] : belief.distribution(belief::hcp(seat), random)) {
      hand["hcp"][std::to_string(points)] = share;
    }
    for (Suit suit : kSuitsFromSpades) {
      for (const auto& [length, share] : belief.distribution(belief::length(seat, suit), random)) {
        hand["lengths"][to_string(suit)][std::to_string(length)] = share;
      }
    }
  }
  return made;
}

// Draws `count` deals in proportion to their weight; conditions that the model leaves over are met by
// rejection.
std::vector<belief::WeightedDeal> draws(const Belief& belief, std::size_t count, Random& random) {
  std::vector<belief::WeightedDeal> made;
  while (made.size() < count) {
    const Deal deal = belief.model().draw(random);
    const double weight = belief.model().weight_left_over(deal);
    if (weight >= 1 || random.unit() < weight) made.push_back({deal, 1});
  }
  return made;
}

// Prints what records and scripts have in common: chances, words, figures, deals. `seen` is empty for a
// script.
void answer(const DealOptions& options, const Belief& belief, const std::optional<belief::Seen>& seen,
            const std::vector<play::CallReading>& calls, std::optional<Seat> dealer,
            std::optional<Vulnerability> vulnerability, std::uint64_t seed) {
  Random random(seed);
  const std::optional<Seat> self = seen ? std::optional(seen->chair) : std::nullopt;
  std::vector<std::pair<std::string, double>> chances;
  for (const std::string& text : options.chances) {
    const auto event = dealer::parse_event(text, belief.hidden(), self);
    if (!event)
      fail("deal",
           fmt::format("--chance \"{}\": column {}: {}", text, event.error().column, event.error().what));
    chances.emplace_back(text, belief.chance(*event, random));
  }
  const bool asks = options.explain || !chances.empty() || options.json;
  const std::int64_t count = options.produce >= 0 ? options.produce : asks ? 0 : 40;
  DealWriter writer(options.json ? "json" : options.format == "script" ? "oneline" : options.format);
  Json head;
  if (options.json) {
    head = as_json(belief, belief.marginals(random), random);
    if (seen)
      head.update({{"view", to_string(seen->chair)},
                   {"cards_played", seen->play.size()},
                   {"calls", play::to_json(calls)}});
    for (const auto& [text, chance] : chances) head["chances"][text] = chance;
  } else {
    if (options.explain) {
      if (seen) {
        explain_seen(*seen, belief);
        fmt::print("{}\n", play::in_words(calls));
        for (const play::CallReading& one : calls) fmt::print("  {}\n", play::in_words(one));
      }
      explain_constraints(belief);
      explain_cards(belief, belief.marginals(random));
      explain_hands(belief, random);
    }
    for (const auto& [text, chance] : chances) fmt::print("{}: {}\n", text, percent(chance));
  }
  if (count > 0) {
    for (const belief::WeightedDeal& one : draws(belief, static_cast<std::size_t>(count), random)) {
      writer.write(one.deal, writer.written() + 1, dealer, vulnerability);
    }
  }
  if (options.json) writer.finish(std::move(head));
}

}  // namespace

void deal_from_record(const DealOptions& options, std::uint64_t seed) {
  const ReadBoard read = read_one_board(options.from, options.board);
  const Board& board = read.board;
  const std::string name = input_name(options.from);
  const belief::Seen seen = look(board, options);
  const Result<belief::Space> space = belief::facts(seen);
  if (!space) fail(read.error(space.error(), name).to_string());
  std::vector<bool> told;
  auto meanings = dealer::call_meanings(board, &told);
  if (!meanings) fail(read.error(meanings.error(), name).to_string());
  std::shared_ptr<const bidding::System> system;
  if (options.system != "none") {
    auto loaded = bidding::find_system(options.system);
    if (!loaded) fail("deal", "--system: " + loaded.error().to_string());
    system = std::make_shared<const bidding::System>(std::move(loaded.value()));
  }
  const auto calls = play::call_readings(board, *meanings, system);
  for (auto& read_by_system : play::system_constraints(board, system, told))
    meanings->push_back(std::move(read_by_system));
  const Belief belief({*space, std::move(*meanings), {}, {}});
  if (!belief.is_possible()) fail(read.error("no deal fits the cards that were seen", name).to_string());
  answer(options, belief, seen, calls, board.dealer, board.vulnerability, seed);
}

void explain_script(const DealOptions& options, const dealer::Script& script, std::uint64_t seed) {
  std::vector<belief::SoftConstraint> constraints;
  for (const dealer::Expression& condition : script.conditions) {
    if (asks_outside(condition)) fail("deal", "--explain and --chance cannot weigh " + to_string(condition));
    constraints.push_back({condition, 1, to_string(condition)});
  }
  const Belief belief({belief::Space::filling(script.predeal), std::move(constraints), {}, {}});
  if (!belief.dropped().empty()) fail("deal", "no deal can fit: " + belief.dropped().front().label);
  answer(options, belief, {}, {}, script.dealer, script.vulnerability, script.seed.value_or(seed));
}

}  // namespace yomi::cli::deal
