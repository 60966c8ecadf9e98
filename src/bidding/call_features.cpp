// A decision in numbers. The order of the features is part of the file format of the weights.
#include <algorithm>
#include <cassert>
#include <concepts>
#include <span>

#include "yomi/bidding/call_value.h"

namespace yomi::bidding {
namespace {

constexpr std::size_t kMostCalls = 10;

// Fills an array from the front.
class Numbers {
 public:
  explicit Numbers(std::span<float> to) : to_(to) {}
  void add(double value, double scale = 1) {
    assert(at_ < to_.size());
    to_[at_++] = static_cast<float>(value * scale);
  }
  void add(std::same_as<bool> auto value) { add(value ? 1.0 : 0.0); }
  void skip(std::size_t count) { at_ += count; }

 private:
  std::span<float> to_;
  std::size_t at_ = 0;
};

class Describer {
 public:
  Describer(const AuctionState& state, const HandFeatures& hand, const Choice& rules)
      : state_(state),
        hand_(hand),
        now_(state.situation()),
        law_(total_tricks(law_question(state, hand.cards))),
        rules_(rules) {}

  DecisionDescription describe() {
    collect();
    DecisionDescription made;
    if (calls_.empty()) return made;
    describe_situation(made.situation);
    for (const Call call : calls_) {
      made.calls.push_back({.call = call});
      describe_call(call, made.calls.back().features);
    }
    return made;
  }

 private:
  [[nodiscard]] const Shown& at(Chair chair) const { return now_.at(chair); }
  [[nodiscard]] int least(Chair chair, Suit suit) const { return at(chair).hand.of(suit).min; }
  [[nodiscard]] int most(Chair chair, Suit suit) const { return at(chair).hand.of(suit).max; }
  [[nodiscard]] int fit(Suit suit) const { return hand_.lengths[suit] + least(Chair::partner, suit); }

  // The calls to be weighed.
  void collect() {
    const bool silent_side = at(Chair::me).calls == 0 && at(Chair::partner).calls == 0;
    if (rules_.call.is_pass() && (now_.signed_off || (silent_side && hand_.hcp <= 7))) return;
    if (!now_.forced) add(Call::pass());
    add(Call::x());
    std::size_t from_rules = 0;
    for (const Candidate& one : candidates(state_, hand_)) {
      if (from_rules++ < 3) add(one.call);
    }
    for (const Suit suit : kSuitsFromSpades) think_of(suit);
    if (law_.hcp_ours >= 20 || (rules_.call.is_bid() && rules_.call.strain() == Strain::no_trump)) {
      const auto cheapest = cheapest_bid(Strain::no_trump);
      if (cheapest && cheapest->level() <= 3) add_natural(*cheapest);
      if (law_.hcp_ours >= 22) add_natural(Call::bid(3, Strain::no_trump));
    }
  }
  void think_of(Suit suit) {
    if (now_.their_suits().contains(suit) || (fit(suit) < 7 && hand_.lengths[suit] < 5)) return;
    const auto cheapest = cheapest_bid(strain_of(suit));
    const int game = is_major(strain_of(suit)) ? 4 : 5;
    if (!cheapest || cheapest->level() > 5) return;
    add_natural(*cheapest);
    if (fit(suit) < 8) return;
    if (cheapest->level() < game) add_natural(Call::bid(cheapest->level() + 1, strain_of(suit)));
    if (law_.hcp_ours >= 20) add_natural(Call::bid(game, strain_of(suit)));
    if (law_.hcp_ours >= 29) add_natural(Call::bid(6, strain_of(suit)));
  }
  [[nodiscard]] std::optional<Call> cheapest_bid(Strain strain) const {
    for (int level = 1; level <= 7; ++level) {
      const Call bid = Call::bid(level, strain);
      if (is_legal(bid, now_)) return bid;
    }
    return std::nullopt;
  }
  void add(Call call) {
    if (calls_.size() >= kMostCalls || call == rules_.call || !is_legal(call, now_)) return;
    if (call.is_pass() && now_.forced) return;
    if (std::find(calls_.begin(), calls_.end(), call) == calls_.end()) calls_.push_back(call);
  }
  // A bid in its everyday sense, not where it has an artificial one.
  void add_natural(Call call) {
    if (!is_legal(call, now_)) return;
    const auto match = state_.meaning(call).match;
    if (match && is_artificial(state_.matches()[*match])) return;
    add(call);
  }
  [[nodiscard]] const Line* line_of(const RuleMatch& match) const {
    return match.line == RuleMatch::kNoLine ? nullptr : &state_.system().lines[match.line];
  }
  [[nodiscard]] bool is_artificial(const RuleMatch& match) const {
    const Line* line = line_of(match);
    return line != nullptr && line->artificial;
  }

  void describe_situation(std::span<float> to) const {
    Numbers out(to);
    describe_hand(out);
    describe_others(out);
    describe_auction(out);
    describe_law(out);
    const RuleMatch& match = state_.matches()[rules_.match];
    describe_kind(out, rules_.call);
    out.add(is_artificial(match));
    describe_forcing(out, line_of(match));
  }
  void describe_hand(Numbers& out) const {
    out.add(hand_.hcp - 10, 0.2);
    out.add(hand_.controls, 0.25);
    out.add(hand_.losers - 7, 0.5);
    out.add(hand_.quick, 0.2);
    out.add(hand_.lengths.length_points(), 0.4);
    out.add(hand_.lengths.longest() - 5, 0.5);
    out.add(hand_.lengths.second() - 4, 0.5);
    out.add(hand_.lengths.shortest(), 0.5);
    out.add(hand_.lengths.balanced());
    out.add(hand_.lengths.count(1));
    out.add(hand_.lengths.count(0));
    out.add(hand_.hcp - at(Chair::me).hand.mean_hcp, 0.3);
  }
  void describe_others(Numbers& out) const {
    for (const Chair chair : {Chair::me, Chair::lho, Chair::partner, Chair::rho}) {
      const Shown& shown = at(chair);
      out.add(shown.hand.hcp.min - 8, 0.2);
      out.add(shown.hand.hcp.max - 15, 0.1);
      out.add(now_.expected_hcp[static_cast<std::size_t>(chair)] - 10, 0.2);
      out.add(std::min(shown.calls, 3), 0.5);
      out.add(shown.passed);
    }
    out.add(at(Chair::partner).hand.total_points.min - 8, 0.2);
    out.add(law_.hcp_ours - 20, 0.2);
  }
  void describe_auction(Numbers& out) const {
    for (const bool flag :
         {now_.forced, now_.forcing_pass, now_.invited, now_.signed_off, now_.game_forced, now_.game_reached,
          now_.agreed.has_value(), now_.competitive, now_.passout, now_.vulnerable, now_.they_vulnerable,
          now_.last_bid_ours, now_.doubling == Doubling::x, now_.doubling == Doubling::xx}) {
      out.add(flag);
    }
    describe_kind(out, now_.last_bid.value_or(Call::pass()));
    const auto suit = now_.last_bid ? trump_suit(now_.last_bid->strain()) : std::nullopt;
    describe_suit(out, suit);
    const std::vector<InterpretedCall>& made = state_.interpreted_calls();
    for (std::size_t back = 1; back <= 3; ++back) {  // right, partner, left
      const InterpretedCall* one = back <= made.size() ? &made[made.size() - back] : nullptr;
      out.add(one != nullptr && one->call.is_bid());
      out.add(one != nullptr && (one->call == Call::x() || one->call == Call::xx()));
      out.add(one != nullptr && one->artificial);
    }
  }
  void describe_law(Numbers& out) const {
    out.add(law_.applies);
    out.add(law_.total - 16, 0.3);
    out.add(law_.ours.cards - 8, 0.5);
    out.add(law_.theirs.cards - 8, 0.5);
    describe_suit(out, law_.ours.suit);
    describe_suit(out, law_.theirs.suit);
    out.add(is_major(strain_of(law_.ours.suit)));
    out.add(hand_[law_.theirs.suit].stopper);
  }
  static void describe_kind(Numbers& out, Call call) {
    out.add(call.is_bid());
    out.add(call == Call::x());
    out.add(call.is_bid() ? call.level() : 0, 0.4);
    out.add(call.is_bid() && call.strain() == Strain::no_trump);
    out.add(call.is_bid() && is_major(call.strain()));
    out.add(call.is_bid() && is_game(call));
  }
  static void describe_forcing(Numbers& out, const Line* line) {
    const Forcing forcing = line == nullptr ? Forcing::none : line->forcing;
    out.add(forcing == Forcing::round || forcing == Forcing::game || forcing == Forcing::transfer);
    out.add(forcing == Forcing::invite);
    out.add(forcing == Forcing::signoff);
  }
  // Five numbers.
  void describe_suit(Numbers& out, std::optional<Suit> suit) const {
    if (!suit) return out.skip(5);
    out.add(hand_.lengths[*suit] - 3, 0.5);
    out.add(hand_[*suit].hcp, 0.25);
    out.add(least(Chair::partner, *suit), 0.3);
    out.add(least(Chair::lho, *suit), 0.3);
    out.add(least(Chair::rho, *suit), 0.3);
  }

  void describe_call(Call call, std::span<float> to) const {
    Numbers out(to);
    out.add(call.is_pass());
    describe_kind(out, call);
    out.add(call.is_bid() && call.level() >= 6);
    const int above = call.is_bid() && now_.last_bid ? call.code() - now_.last_bid->code() : 0;
    out.add(above, 0.15);
    out.add(call.is_bid() && above > kStrains);
    describe_strain(out, call);
    describe_reading(out, call);
    const LawAction* action = law_.action(call);
    out.add(law_.applies && action != nullptr);
    out.add(law_.applies && action != nullptr ? std::clamp(action->imps, -12.0, 12.0) : 0, 0.15);
    out.add(law_.applies && action != nullptr ? std::clamp(action->worth, -12.0, 12.0) : 0, 0.15);
    // Against the call of the rules.
    const bool both_bids = call.is_bid() && rules_.call.is_bid();
    out.add(both_bids && call.strain() == rules_.call.strain());
    out.add(both_bids ? call.level() - rules_.call.level() : 0);
    out.add(both_bids && call > rules_.call);
    out.add(call.is_bid() && !rules_.call.is_bid());
    out.add(call.is_pass() && rules_.call.is_bid());
  }
  // Trumps, or stoppers for no trump.
  void describe_strain(Numbers& out, Call call) const {
    const auto suit = call.is_bid() ? trump_suit(call.strain()) : std::nullopt;
    describe_suit(out, suit);
    out.add(suit ? fit(*suit) - call.level() - 6 : 0, 0.5);
    out.add(suit ? most(Chair::partner, *suit) - 4 : 0, 0.25);
    out.add(suit ? hand_[*suit].top[3] : 0, 0.5);
    out.add(suit ? hand_.lengths.support_points(*suit) : 0, 0.3);
    out.add(suit && at(Chair::me).suits.contains(*suit));
    out.add(suit && at(Chair::partner).suits.contains(*suit));
    out.add(suit && now_.agreed == suit);
    // Points against what the level asks for.
    const double need = call.is_bid() ? (suit ? 12 + 3 * call.level() : 17 + 2.7 * call.level()) : 0;
    out.add(call.is_bid() ? law_.hcp_ours + (suit ? hand_.lengths.support_points(*suit) : 0) - need : 0, 0.2);
    int open = 0;
    if (call.is_bid() && !suit) {
      for (const Suit one : kAllSuits) open += now_.their_suits().contains(one) && !hand_[one].stopper;
    }
    out.add(open);
  }
  // What partner would understand, and whether it is so.
  void describe_reading(Numbers& out, Call call) const {
    const AuctionState::Meaning meaning = state_.meaning(call);
    const bool read = meaning.match && !meaning.hands.empty();
    const Line* line = meaning.match ? line_of(state_.matches()[*meaning.match]) : nullptr;
    out.add(read);
    out.add(read && meaning.hands.contains(hand_.cards));
    out.add(line != nullptr && line->artificial);
    out.add(line != nullptr && !state_.system().groups[line->group].general);
    describe_forcing(out, line);
    const Summary shows = read ? summarize(meaning.hands) : Summary{};
    out.add(read ? std::min(0, hand_.hcp - shows.hcp.min) : 0, 0.3);
    out.add(read ? std::max(0, hand_.hcp - shows.hcp.max) : 0, 0.3);
    out.add(read ? hand_.hcp - shows.mean_hcp : 0, 0.2);
    const auto suit = call.is_bid() ? trump_suit(call.strain()) : std::nullopt;
    out.add(read && suit ? hand_.lengths[*suit] - shows.of(*suit).min : 0, 0.5);
  }

  const AuctionState& state_;
  const HandFeatures& hand_;
  const Situation& now_;
  TotalTricks law_;
  const Choice& rules_;
  std::vector<Call> calls_;
};

}  // namespace

DecisionDescription describe(const AuctionState& state, const HandFeatures& hand, const Choice& rules) {
  return Describer(state, hand, rules).describe();
}

}  // namespace yomi::bidding
