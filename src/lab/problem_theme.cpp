#include "problem_theme.h"

#include <algorithm>

#include "problem_table.h"
#include "yomi/dd/solver.h"

namespace yomi::lab {
namespace {

constexpr std::array<std::string_view, kThemes> kNames = {
    "declarer's choice among touching cards",
    "standard falsecards",
    "do not mislead partner",
    "hold-ups",
    "take the lead",
    "keep control",
    "trump tricks and ruffs",
    "avoid throw-ins and squeezes",
    "duck or not",
    "entries",
    "honours and length",
    "two-, three-, four-card holdings",
};
constexpr std::array<std::string_view, kThemes> kFiles = {
    "touching-cards", "falsecards",   "do-not-mislead-partner", "hold-ups",
    "take-the-lead",  "keep-control", "trump-tricks-and-ruffs", "throw-ins-and-squeezes",
    "duck-or-not",    "entries",      "honours-and-length",     "holdings",
};

class ThemeFinder {
 public:
  ThemeFinder(const Problem& problem, const std::vector<Card>& cards)
      : problem_(problem),
        cards_(cards),
        position_(problem.ending.game.layouts[problem.ending.truth]),
        right_(problem.answers),
        wrong_(problem.decision.legal - problem.answers),
        trump_(trump_suit(problem.ending.context.contract.strain)) {
    gone_ = problem.decision.seen.played();
    for (Card card : position_.table()) gone_.erase(card);
    if (!position_.table().empty()) {
      led_ = position_.table().front().suit();
      winning_ =
          position_.table()[static_cast<std::size_t>(distance(position_.leader(), position_.winning()))];
    }
  }

  std::optional<Theme> theme() {
    if (problem_.decision.seen.chair == problem_.ending.game.declarer) {
      if (hold_up()) return Theme::hold_ups;
      return std::nullopt;
    }
    if (mislead()) return Theme::do_not_mislead_partner;
    if (hold_up()) return Theme::hold_ups;
    if (take_lead()) return Theme::take_the_lead;
    if (control()) return Theme::keep_control;
    if (trumps()) return Theme::trump_tricks_and_ruffs;
    if (discard()) return Theme::throw_ins_and_squeezes;
    if (follows() && beating_decides()) return Theme::duck_or_not;
    if (entry()) return Theme::entries;
    if (needs_count()) return Theme::honours_and_length;
    if (holding()) return Theme::holdings;
    return std::nullopt;
  }

 private:
  template <class Test>
  static bool all(CardSet cards, Test test) {
    for (Card card : cards) {
      if (!test(card)) return false;
    }
    return true;
  }
  template <class Test>
  static bool any(CardSet cards, Test test) {
    return !all(cards, [&](Card card) { return !test(card); });
  }

  [[nodiscard]] bool follows() const { return led_ && !problem_.decision.hand.in(*led_).empty(); }
  [[nodiscard]] bool beats_now(Card card) const {
    return winning_ && beats(card, *winning_, position_.strain());
  }
  // No higher card of the suit is in another hand or on the table.
  [[nodiscard]] bool is_master(Card card) const {
    for (int rank = index(card.rank()) + 1; rank < kRanks; ++rank) {
      const Card higher(card.suit(), rank_at(rank));
      if (!gone_.contains(higher) && !problem_.decision.hand.contains(higher)) return false;
    }
    return true;
  }
  [[nodiscard]] bool is_trump(Card card) const { return trump_ && card.suit() == *trump_; }
  // All right cards pass the test and no wrong one does, or the other way round.
  template <class Test>
  [[nodiscard]] bool decides(Test test) const {
    const auto fails = [&](Card card) { return !test(card); };
    return (all(right_, test) && all(wrong_, fails)) || (all(right_, fails) && all(wrong_, test));
  }

  [[nodiscard]] bool mislead() const {
    for (std::size_t c = 0; c < cards_.size(); ++c) {
      if (wrong_.contains(cards_[c]) && problem_.figures[c].loss_seen.value_or(1) > kRight) return false;
    }
    return true;
  }

  [[nodiscard]] bool hold_up() const {
    return follows() && all(right_, [&](Card card) { return !beats_now(card); }) &&
           any(wrong_, [&](Card card) { return beats_now(card) && is_master(card); });
  }

  [[nodiscard]] bool take_lead() const {
    if (!led_ || position_.winning() != partner(position_.turn())) return false;
    return all(right_, [&](Card card) { return beats_now(card); }) &&
           all(wrong_, [&](Card card) { return !beats_now(card); });
  }

  [[nodiscard]] bool control() const {
    const auto master = [&](Card card) { return is_master(card); };
    return !led_ && any(wrong_, master) && !any(right_, master);
  }

  [[nodiscard]] bool trumps() const {
    if (!trump_) return false;
    const auto trump = [&](Card card) { return is_trump(card); };
    return decides(trump) || all(problem_.decision.legal, trump);
  }

  [[nodiscard]] bool discard() const {
    return led_ && !follows() && all(problem_.decision.legal, [&](Card card) { return !beats_now(card); });
  }

  [[nodiscard]] bool beating_decides() const {
    return decides([&](Card card) { return beats_now(card); });
  }

  [[nodiscard]] bool entry() const {
    if (follows()) {
      if (right_.lowest() < wrong_.highest()) return false;
      const bool beat = beats_now(right_.lowest());
      return all(problem_.decision.legal, [&](Card card) { return beats_now(card) == beat; });
    }
    if (led_) return false;
    // Dummy's sure winners.
    const CardSet dummy = position_.hand(problem_.ending.context.contract.dummy());
    CardSet masters;
    for (Card card : dummy) {
      bool master = true;
      for (int rank = index(card.rank()) + 1; rank < kRanks; ++rank) {
        const Card higher(card.suit(), rank_at(rank));
        master = master && (gone_.contains(higher) || dummy.contains(higher));
      }
      if (master) masters.insert(card);
    }
    if (masters.empty()) return false;
    const Suit suit = masters.lowest().suit();
    return masters.in(suit) == masters && decides([&](Card card) { return card.suit() == suit; });
  }

  // The unseen cards placed at random, whatever is known of lengths.
  bool needs_count() {
    constexpr int kDraws = 100;
    const Seat chair = problem_.decision.seen.chair;
    const Seat dummy = problem_.ending.context.contract.dummy();
    std::vector<Seat> hidden;
    std::vector<Card> pool;
    for (Seat seat : kAllSeats) {
      if (seat == chair || seat == dummy) continue;
      hidden.push_back(seat);
      for (Card card : position_.hand(seat)) pool.push_back(card);
    }
    std::sort(pool.begin(), pool.end());
    Random random(1);
    dd::Solver solver({.memory_bytes = std::size_t{1} << 20});
    std::vector<int> sums(cards_.size(), 0);
    for (int i = 0; i < kDraws; ++i) {
      random.shuffle(std::span<Card>(pool));
      Deal hands = position_.hands();
      auto next_card = pool.begin();
      for (Seat seat : hidden) {
        const int size = hands[seat].size();
        hands[seat] = {};
        for (int k = 0; k < size; ++k) hands[seat].insert(*next_card++);
      }
      std::vector<Card> table(position_.table().begin(), position_.table().end());
      const auto drawn = make_position(hands, position_.strain(), position_.leader(), table);
      if (!drawn) continue;  // the card on the table would be a revoke
      for (const dd::CardTricks& one : solver.cards(*drawn)) {
        for (std::size_t c = 0; c < cards_.size(); ++c) {
          if (one.card == cards_[c] || one.equals.contains(cards_[c])) sums[c] += one.tricks.lower;
        }
      }
    }
    const int most = *std::max_element(sums.begin(), sums.end());
    for (std::size_t c = 0; c < cards_.size(); ++c) {
      if (right_.contains(cards_[c]) && sums[c] == most) return false;
    }
    return true;
  }

  [[nodiscard]] bool holding() const {
    return any(right_, [&](Card card) {
      const int length = problem_.decision.hand.length(card.suit());
      return length >= 2 && length <= 4 && !wrong_.in(card.suit()).empty();
    });
  }

  const Problem& problem_;
  const std::vector<Card>& cards_;
  const Position& position_;
  CardSet right_;
  CardSet wrong_;
  std::optional<Suit> trump_;
  CardSet gone_;
  std::optional<Suit> led_;
  std::optional<Card> winning_;
};

// The least by which the right cards are ahead of a wrong one, in tricks among the others.
bool still_differ(const Problem& problem, const std::vector<Card>& cards, const Others& others,
                  CardSet wrong) {
  const auto tricks = tricks_among(problem, cards, others);
  double right = 0;
  double best_wrong = 0;
  for (std::size_t c = 0; c < cards.size(); ++c) {
    if (problem.answers.contains(cards[c])) right = std::max(right, tricks[c]);
    if (wrong.contains(cards[c])) best_wrong = std::max(best_wrong, tricks[c]);
  }
  return right - best_wrong >= kWrong;
}

}  // namespace

std::optional<Theme> deception_theme(const Problem& problem, const std::vector<Card>& cards,
                                     const Plan& ordinary) {
  const CardSet wrong = problem.candidates - problem.answers;
  if (problem.decision.seen.chair == problem.ending.game.declarer) return Theme::touching_cards;
  const Plan seeing = double_dummy_plan(problem.ending);
  CardSet same_suit;
  for (Card card : wrong) {
    if (!problem.answers.in(card.suit()).empty()) same_suit.insert(card);
  }
  const bool by_declarer =
      still_differ(problem, cards, {.declarer = ordinary, .partner = seeing, .opponent = {}},
                   same_suit.empty() ? wrong : same_suit);
  if (by_declarer) return same_suit.empty() ? std::nullopt : std::optional(Theme::falsecards);
  const bool by_partner =
      still_differ(problem, cards, {.declarer = seeing, .partner = ordinary, .opponent = {}}, wrong);
  return by_partner ? std::optional(Theme::do_not_mislead_partner) : std::nullopt;
}

std::string_view to_string(Theme theme) {
  return kNames[static_cast<std::size_t>(theme)];
}

std::string_view file_name(Theme theme) {
  return kFiles[static_cast<std::size_t>(theme)];
}

std::optional<Theme> theme_of(const Problem& problem, const std::vector<Card>& cards) {
  return ThemeFinder(problem, cards).theme();
}

}  // namespace yomi::lab
