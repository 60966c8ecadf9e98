#include "yomi/bidding/bidder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hand_words.h"

namespace yomi::bidding {
namespace {

// Asked at most once a decision, and only when a line names the Law.
class LazyLaw : public LawAdvice {
 public:
  LazyLaw(const AuctionState& state, CardSet hand) : state_(state), hand_(hand) {}

  [[nodiscard]] int total() const override { return answer().total; }
  [[nodiscard]] int ours() const override { return answer().ours.cards; }
  [[nodiscard]] int theirs() const override { return answer().theirs.cards; }
  [[nodiscard]] bool prefers(Call call) const override { return answer().applies && answer().prefers(call); }
  [[nodiscard]] int on() const override {
    for (const LawAction& action : answer().actions) {
      if (action.call.is_bid() && trump_suit(action.call.strain()) == answer().ours.suit) {
        return static_cast<int>(std::lround(100 * action.they_bid_on));
      }
    }
    return 0;
  }

 private:
  const TotalTricks& answer() const {
    if (!answer_) answer_ = total_tricks(law_question(state_, hand_));
    return *answer_;
  }

  const AuctionState& state_;
  CardSet hand_;
  mutable std::optional<TotalTricks> answer_;
};

// Of the matches of one line, from `first` to `end`: the one that is taken, if any holds.
std::optional<std::size_t> best_of_line(const AuctionState& state, const HandFeatures& hand,
                                        const LawAdvice& law, std::size_t first, std::size_t end) {
  const std::vector<RuleMatch>& matches = state.matches();
  std::optional<std::size_t> best;
  for (std::size_t i = first; i < end; ++i) {
    if (!matches[i].hand.holds(hand, &law)) continue;
    if (!best) {
      best = i;
      continue;
    }
    const RuleMatch& rival = matches[*best];
    const Pick pick = state.system().lines[matches[i].line].pick;
    bool better = false;
    if (const auto told = picks_first(pick, matches[i], rival, hand.lengths)) {
      better = *told;
    } else {
      const auto worth = [&](const RuleMatch& match) {
        const Suit suit = suit_at(index(match.call.strain()));
        return std::pair(hand[suit].hcp, hand[suit].length);
      };
      better = worth(matches[i]) > worth(rival);
    }
    if (better) best = i;
  }
  return best;
}

// Calls `visit` with every match that speaks, highest first, until it returns false.
template <class Visit>
void each_speaking(const AuctionState& state, const HandFeatures& hand, Visit visit) {
  const std::vector<RuleMatch>& matches = state.matches();
  const LazyLaw law(state, hand.cards);
  for (std::size_t i = 0; i < matches.size();) {
    std::size_t end = i + 1;
    while (end < matches.size() && matches[end].line == matches[i].line) ++end;
    if (const auto best = best_of_line(state, hand, law, i, end); best && !visit(*best)) return;
    i = end;
  }
}

}  // namespace

Choice choose(const AuctionState& state, const HandFeatures& hand) {
  Choice made;
  each_speaking(state, hand, [&](std::size_t number) {
    const RuleMatch& match = state.matches()[number];
    made.call = match.call;
    made.match = number;
    made.general = match.line == RuleMatch::kNoLine ||
                   state.system().groups[state.system().lines[match.line].group].general;
    return false;
  });
  return made;
}

std::vector<Candidate> candidates(const AuctionState& state, const HandFeatures& hand) {
  std::vector<Candidate> made;
  each_speaking(state, hand, [&](std::size_t number) {
    const Call call = state.matches()[number].call;
    const bool known =
        std::any_of(made.begin(), made.end(), [&](const Candidate& one) { return one.call == call; });
    if (!known) made.push_back({call, number});
    return true;
  });
  return made;
}

bool holds(const AuctionState& state, const RuleMatch& match, const HandFeatures& hand) {
  const LazyLaw law(state, hand.cards);
  return match.hand.holds(hand, &law);
}

LawQuestion law_question(const AuctionState& state, CardSet hand) {
  LawQuestion made{.hand = hand, .auction = state.auction(), .vulnerability = state.vulnerability()};
  for (Seat seat : kAllSeats) {
    const Summary& known = state.shown(seat).hand;
    LawHand& out = made.shown[seat];
    for (Suit suit : kAllSuits) {
      out.least[suit] = known.of(suit).min;
      out.most[suit] = known.of(suit).max;
    }
    out.hcp_least = known.hcp.min;
    out.hcp_most = known.hcp.max;
  }
  return made;
}

std::string in_words(const AuctionState& state, const RuleMatch& match) {
  if (match.line == RuleMatch::kNoLine) return "no line of the system fits";
  const Line& line = state.system().lines[match.line];
  std::string text = line.name;
  const std::string& more = line.why;
  if (!more.empty()) text += (text.empty() ? "" : ", ") + more;
  const std::string hand = match.hand.in_words();
  return text.empty() ? hand : text + ": " + hand;
}

std::string in_words(const AuctionState& state, const InterpretedCall& interpreted) {
  std::string text;
  Forcing forcing = Forcing::none;
  if (interpreted.line != RuleMatch::kNoLine) {
    const Line& line = state.system(side_of(interpreted.seat)).lines[interpreted.line];
    text = line.alert.empty() ? line.name : line.alert;
    forcing = line.forcing;
  }
  const std::string hand = in_words(*interpreted.meaning);
  text = text.empty() ? hand : text + ": " + hand;
  if (forcing != Forcing::none) text += "; " + std::string(to_name(forcing));
  return text;
}

std::string where_we_stand(const AuctionState& state) {
  const Situation& now = state.situation();
  std::string text;
  const auto add = [&](std::string_view part) { text += fmt::format("  {}\n", part); };
  if (now.agreed) add(fmt::format("agreed: {}", suit_words(*now.agreed)));
  if (now.game_forced) add("our side has to reach game");
  if (now.forced) {
    add(fmt::format("no pass here: {}", to_words(now.duty)));
  } else if (now.forcing_pass) {
    add("a pass is forcing: partner doubles or bids");
  }
  const auto of = [&](Chair chair) { return now.expected_hcp[static_cast<std::size_t>(chair)]; };
  add(fmt::format("expected points: partner {:.0f}, left {:.0f}, right {:.0f}", of(Chair::partner),
                  of(Chair::lho), of(Chair::rho)));
  return text;
}

std::string place_of(const AuctionState& state, const RuleMatch& match) {
  if (match.line == RuleMatch::kNoLine) return "no line";
  return state.system().place(state.system().lines[match.line].place);
}

}  // namespace yomi::bidding
