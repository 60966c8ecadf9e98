#include "yomi/bidding/bidder.h"

#include <algorithm>
#include <cmath>

namespace yomi::bidding {
namespace {

// Asked at most once a decision, and only when a line names the Law.
class LazyLaw : public LawAdvice {
 public:
  LazyLaw(const Talk& talk, CardSet hand) : talk_(talk), hand_(hand) {}

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
    if (!answer_) answer_ = total_tricks(law_question(talk_, hand_));
    return *answer_;
  }

  const Talk& talk_;
  CardSet hand_;
  mutable std::optional<TotalTricks> answer_;
};

// Of the offers of one line, from `first` to `end`: the one that is taken, if any holds.
std::optional<std::size_t> best_of_line(const Talk& talk, const HandFeatures& hand, const LawAdvice& law,
                                        std::size_t first, std::size_t end) {
  const std::vector<Offer>& offers = talk.offers();
  std::optional<std::size_t> best;
  for (std::size_t i = first; i < end; ++i) {
    if (!offers[i].hand.holds(hand, &law)) continue;
    if (!best) {
      best = i;
      continue;
    }
    const Offer& rival = offers[*best];
    const Pick pick = talk.system().lines[offers[i].line].pick;
    bool better = false;
    if (const auto told = picks_first(pick, offers[i], rival, hand.lengths)) {
      better = *told;
    } else {
      const auto worth = [&](const Offer& offer) {
        const Suit suit = suit_at(index(offer.call.strain()));
        return std::pair(hand[suit].hcp, hand[suit].length);
      };
      better = worth(offers[i]) > worth(rival);
    }
    if (better) best = i;
  }
  return best;
}

// Calls `visit` with every offer that speaks, highest first, until it returns false.
template <class Visit>
void each_speaking(const Talk& talk, const HandFeatures& hand, Visit visit) {
  const std::vector<Offer>& offers = talk.offers();
  const LazyLaw law(talk, hand.cards);
  for (std::size_t i = 0; i < offers.size();) {
    std::size_t end = i + 1;
    while (end < offers.size() && offers[end].line == offers[i].line) ++end;
    if (const auto best = best_of_line(talk, hand, law, i, end); best && !visit(*best)) return;
    i = end;
  }
}

}  // namespace

Choice choose(const Talk& talk, const HandFeatures& hand) {
  Choice made;
  each_speaking(talk, hand, [&](std::size_t number) {
    const Offer& offer = talk.offers()[number];
    made.call = offer.call;
    made.offer = number;
    made.general =
        offer.line == Offer::kNoLine || talk.system().groups[talk.system().lines[offer.line].group].general;
    return false;
  });
  return made;
}

std::vector<Candidate> candidates(const Talk& talk, const HandFeatures& hand) {
  std::vector<Candidate> made;
  each_speaking(talk, hand, [&](std::size_t number) {
    const Call call = talk.offers()[number].call;
    const bool known =
        std::any_of(made.begin(), made.end(), [&](const Candidate& one) { return one.call == call; });
    if (!known) made.push_back({call, number});
    return true;
  });
  return made;
}

bool holds(const Talk& talk, const Offer& offer, const HandFeatures& hand) {
  const LazyLaw law(talk, hand.cards);
  return offer.hand.holds(hand, &law);
}

LawQuestion law_question(const Talk& talk, CardSet hand) {
  LawQuestion made{.hand = hand, .auction = talk.auction(), .vulnerability = talk.vulnerability()};
  for (Seat seat : kAllSeats) {
    const Summary& known = talk.shown(seat).hand;
    LawHand& out = made.shown[static_cast<std::size_t>(index(seat))];
    for (Suit suit : kAllSuits) {
      out.least[static_cast<std::size_t>(index(suit))] = known.of(suit).min;
      out.most[static_cast<std::size_t>(index(suit))] = known.of(suit).max;
    }
    out.hcp_least = known.hcp.min;
    out.hcp_most = known.hcp.max;
  }
  return made;
}

std::string in_words(const Talk& talk, const Offer& offer) {
  if (offer.line == Offer::kNoLine) return "no line of the system fits";
  const Line& line = talk.system().lines[offer.line];
  std::string text = line.name;
  const std::string& more = line.why;
  if (!more.empty()) text += (text.empty() ? "" : ", ") + more;
  const std::string hand = offer.hand.in_words();
  return text.empty() ? hand : text + ": " + hand;
}

std::string in_words(const Talk& talk, const Heard& heard) {
  std::string text;
  Forcing forcing = Forcing::none;
  if (heard.line != Offer::kNoLine) {
    const Line& line = talk.system(side_of(heard.seat)).lines[heard.line];
    text = line.alert.empty() ? line.name : line.alert;
    forcing = line.forcing;
  }
  const std::string hand = in_words(summarize(*heard.meaning));
  text = text.empty() ? hand : text + ": " + hand;
  if (forcing != Forcing::none) text += "; " + std::string(to_name(forcing));
  return text;
}

std::string place_of(const Talk& talk, const Offer& offer) {
  if (offer.line == Offer::kNoLine) return "no line";
  return talk.system().place(talk.system().lines[offer.line].place);
}

}  // namespace yomi::bidding
