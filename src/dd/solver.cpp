#include "yomi/dd/solver.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "engine.h"
#include "yomi/dd/team_solver.h"

namespace yomi::dd {
namespace {

std::unique_ptr<Engine> make_engine(const Settings& settings, int searchers, const Together& together) {
  const EngineOptions options{.memory_bytes = settings.memory_bytes,
                              .reuse_positions = settings.reuse_positions,
                              .searchers = together ? searchers : 1,
                              .together = together};
#if defined(__x86_64__)
  if (settings.code == Settings::Code::best && __builtin_cpu_supports("avx2") &&
      __builtin_cpu_supports("bmi2")) {
    return make_engine_avx2(options);
  }
#endif
  return make_engine_portable(options);
}

// The engine's suit for each of ours: trumps become suit 0.
BySuit<int> engine_suits(Strain strain) {
  BySuit<int> suits{};
  const auto trump = trump_suit(strain);
  int next_suit = trump ? 1 : 0;
  for (Suit suit : kAllSuits) suits[suit] = suit == trump ? 0 : next_suit++;
  return suits;
}

class SuitMap {
 public:
  explicit SuitMap(Strain strain) : to_(engine_suits(strain)) {}

  [[nodiscard]] std::uint64_t cards(CardSet set) const {
    std::uint64_t result = 0;
    for (Suit suit : kAllSuits) result |= std::uint64_t{set.ranks(suit)} << (16 * to_[suit]);
    return result;
  }
  [[nodiscard]] int card(Card card) const { return 16 * to_[card.suit()] + index(card.rank()); }
  [[nodiscard]] Card card_from(int number) const {
    for (Suit suit : kAllSuits) {
      if (to_[suit] == number / 16) return {suit, rank_at(number % 16)};
    }
    assert(false);
    return {};
  }

 private:
  BySuit<int> to_;
};

// What high cards (4, 3, 2, 1 for the four highest of each suit) and trumps suggest. The weights are a least
// squares fit to the tables of 250 random deals; it misses by 0.8 tricks on average (1.0 at no trump).
int first_guess_ns(const Position& position, int tricks_left) {
  int points = 0;  // of north-south, less those of east-west
  for (Suit suit : kAllSuits) {
    CardSet rest = position.hands().all().in(suit);
    for (int value = 4; value > 0 && !rest.empty(); --value) {
      const Card high = rest.highest();
      rest.erase(high);
      for (Seat seat : kAllSeats) {
        if (position.hand(seat).contains(high)) points += side_of(seat) == Side::ns ? value : -value;
      }
    }
  }
  double tricks = 0.5 * tricks_left - 0.35;
  if (const auto trump = trump_suit(position.strain())) {
    BySeat<int> length{};
    for (Seat seat : kAllSeats) length[seat] = position.hand(seat).in(*trump).size();
    const int sum = length[0] + length[2] - length[1] - length[3];
    const int longest = std::max(length[0], length[2]) - std::max(length[1], length[3]);
    tricks += 0.0144 * tricks_left * points + 0.352 * sum + 0.354 * longest;
  } else {
    tricks += 0.0203 * tricks_left * points;
  }
  return std::clamp(static_cast<int>(std::lround(tricks)), 0, tricks_left);
}

// Cards of the hand to play that no other hand's card, in hand or on the table, comes between.
struct Run {
  Card top;
  CardSet all;
};

std::vector<Run> runs(const Position& position, CardSet cards) {
  CardSet others;
  for (Seat seat : kAllSeats) {
    if (seat != position.turn()) others |= position.hand(seat);
  }
  for (Card card : position.table()) others.insert(card);
  const CardSet hand = position.legal();
  std::vector<Run> result;
  for (Suit suit : kSuitsFromSpades) {
    bool open = false;
    for (int rank = kRanks; rank-- > 0;) {
      const Card card(suit, rank_at(rank));
      if (others.contains(card)) open = false;
      if (!hand.contains(card)) continue;
      if (!open) result.push_back({card, {}});
      open = true;
      result.back().all.insert(card);
    }
  }
  std::erase_if(result, [cards](const Run& run) { return (run.all & cards).empty(); });
  return result;
}

// A contract's cards as its first leader sees them: for each suit who holds which card, three bits a card,
// counted from the leader; trumps first, the other suits in order. Two contracts of one deal that look the
// same are worth the same: turning the table and renaming suits leads from one to the other.
std::array<std::uint64_t, 4> seen_from_the_lead(const Deal& deal, Strain strain, Seat leader) {
  std::array<std::uint64_t, 4> seen{};
  const auto to = engine_suits(strain);
  for (int turn = 0; turn < 4; ++turn) {
    for (Card card : deal[next(leader, turn)]) {
      seen[static_cast<std::size_t>(to[card.suit()])] |= static_cast<std::uint64_t>(turn + 1)
                                                         << (3 * index(card.rank()));
    }
  }
  for (std::size_t i = strain == Strain::no_trump ? 0 : 1; i < seen.size(); ++i) {
    for (std::size_t j = i + 1; j < seen.size(); ++j) {
      if (seen[j] < seen[i]) std::swap(seen[i], seen[j]);
    }
  }
  return seen;
}

// What a Solver and a TeamSolver do with their engine.
class Context {
 public:
  explicit Context(const Settings& settings, int searchers = 1, const Together& together = {})
      : engine_(make_engine(settings, searchers, together)), keep_other_deals_(settings.keep_other_deals) {}

  Bounds tricks(const Position& position);
  Bounds tricks(const Position& position, int guess);
  std::vector<CardTricks> cards(const Position& position, CardSet wanted);
  Verdict can_take(const Position& position, Side side, int tricks);
  std::vector<Card> line(const Position& position);
  std::optional<Table> table(const Deal& deal);
  void set_stop(bool stop) { engine_->stop_requested.store(stop, std::memory_order_relaxed); }

  Engine& engine() { return *engine_; }

  // Makes `position` the one to be solved.
  void look_at(const Position& position) {
    const SuitMap map(position.strain());
    Root root;
    for (Seat seat : kAllSeats) root.hands[seat] = map.cards(position.hand(seat));
    for (Card card : position.table())
      root.table[root.on_table++] = static_cast<std::uint8_t>(map.card(card));
    root.leader = static_cast<std::uint8_t>(index(position.leader()));
    root.trump = position.strain() != Strain::no_trump;
    forget_another_deal(position);
    engine_->set_root(root);
    left_ = position.tricks_left();
    ns_to_play_ = side_of(position.turn()) == Side::ns;
    map_ = map;
  }

  // Tricks for the side to play, starting from `guess`.
  Bounds value(int guess) {
    Bounds bounds{0, left_};
    return narrow(bounds, guess, [this](int tricks) { return mover_can_take(tricks); });
  }

  Bounds value_after(Card card, Bounds bounds, int guess) {
    const int number = map_.card(card);
    return narrow(bounds, guess, [this, number](int tricks) { return mover_can_take_after(number, tricks); });
  }

  // Scores cards of which none is worth more than `upper`, level by level: questions of one level share more
  // with each other than with those of the next.
  void score_down(std::vector<CardTricks>& cards, int upper) {
    for (int level = upper; level > 0; --level) {
      for (CardTricks& scored : cards) {
        if (scored.tricks.upper != level || scored.tricks.exact()) continue;
        const bool can = mover_can_take_after(scored.card, level);
        if (stopped()) return;
        if (can)
          scored.tricks.lower = level;
        else
          scored.tricks.upper = level - 1;
      }
    }
  }

  // What the cards of a position turned out to be worth: when one of them is played, that is the value of the
  // next position.
  void remember(const Position& position, const std::vector<CardTricks>& cards) {
    scored_position_ = position;
    scored_cards_ = cards;
  }
  // For the side to play, when the position comes of a card that was scored last.
  [[nodiscard]] std::optional<int> known_value(const Position& position) const {
    if (!scored_position_) return std::nullopt;
    Position after = *scored_position_;
    const Side side = side_of(after.turn());
    const CardSet gone = after.hand(after.turn()) - position.hand(after.turn());
    if (gone.size() != 1) return std::nullopt;
    const Card card = gone.lowest();
    for (const CardTricks& scored : scored_cards_) {
      if (scored.card != card && !scored.equals.contains(card)) continue;
      const int before = after.tricks(side);
      after.play(card);
      if (!scored.tricks.exact() || after != position) return std::nullopt;
      const int rest = scored.tricks.lower - (after.tricks(side) - before);
      return side_of(after.turn()) == side ? rest : after.tricks_left() - rest;
    }
    return std::nullopt;
  }

  // Is the side to play sure of `tricks`? Meaningless when stopped.
  bool mover_can_take(int tricks) {
    return ns_to_play_ ? engine_->can_take(tricks) : !engine_->can_take(left_ - tricks + 1);
  }
  bool mover_can_take_after(int number, int tricks) {
    return ns_to_play_ ? engine_->can_take_after(number, tricks)
                       : !engine_->can_take_after(number, left_ - tricks + 1);
  }
  bool mover_can_take_after(Card card, int tricks) { return mover_can_take_after(map_.card(card), tricks); }

  [[nodiscard]] bool stopped() const { return engine_->stopped(); }
  [[nodiscard]] int left() const { return left_; }
  [[nodiscard]] std::optional<Card> proof() const {
    const int number = engine_->proof();
    return number < 0 ? std::nullopt : std::optional(map_.card_from(number));
  }

 private:
  template <class Test>
  Bounds narrow(Bounds bounds, int guess, Test test) {
    while (!bounds.exact()) {
      const int tricks = std::clamp(guess, bounds.lower + 1, bounds.upper);
      const bool can = test(tricks);
      if (stopped()) break;
      if (can) {
        bounds.lower = tricks;
        guess = tricks + 1;
      } else {
        bounds.upper = tricks - 1;
        guess = tricks - 1;
      }
    }
    return bounds;
  }

  // Stored positions make every look-up a little slower, so they are kept only where they help: for what
  // comes of the last deal, for other layouts of the same cards while hands are short, and for the shortest
  // endings.
  void forget_another_deal(const Position& position) {
    if (keep_other_deals_) return;
    Deal held = position.hands();
    for (std::size_t i = 0; i < position.table().size(); ++i) {
      held[next(position.leader(), static_cast<int>(i))].insert(position.table()[i]);
    }
    bool same = true;
    for (Seat seat : kAllSeats) same = same && deal_[seat].contains(held[seat]);
    if (same) return;
    const bool layout = deal_.all().contains(held.all());
    if (position.tricks_left() >= (layout ? kTricksOfItsOwn : kTricksOfItsCards)) engine_->forget();
    deal_ = held;
  }

  static constexpr int kTricksOfItsOwn = 9;
  static constexpr int kTricksOfItsCards = 7;

  std::unique_ptr<Engine> engine_;
  bool keep_other_deals_;
  Deal deal_;  // what was last looked at; sub-deals of it are the same play
  std::optional<Position> scored_position_;
  std::vector<CardTricks> scored_cards_;
  SuitMap map_{Strain::no_trump};
  int left_ = 0;
  bool ns_to_play_ = true;
};

Bounds Context::tricks(const Position& position) {
  const int left = position.tricks_left();
  const int ns = first_guess_ns(position, left);
  return tricks(position, side_of(position.turn()) == Side::ns ? ns : left - ns);
}

Bounds Context::tricks(const Position& position, int guess) {
  if (position.is_over()) return {};
  look_at(position);
  return value(guess);
}

std::vector<CardTricks> Context::cards(const Position& position, CardSet wanted) {
  std::vector<CardTricks> result;
  if (position.is_over()) return result;
  const std::vector<Run> all_runs = runs(position, wanted);
  look_at(position);
  const int left = this->left();
  const int ns = first_guess_ns(position, left);
  int guess = side_of(position.turn()) == Side::ns ? ns : left - ns;
  // The value of the position bounds that of every card, and most cards are worth as much or one less.
  const bool every = wanted.contains(position.legal());
  const std::optional<int> known = known_value(position);
  const bool bounded = known || (every && all_runs.size() > 1);
  const int upper = known ? *known : bounded ? value(guess).upper : left;
  for (const Run& run : all_runs) {
    result.push_back({.card = run.top, .equals = run.all - CardSet::of(run.top), .tricks = {0, upper}});
  }
  if (known && every && all_runs.size() == 1) {
    result.front().tricks = {upper, upper};
  } else if (bounded) {
    score_down(result, upper);
  } else {
    for (CardTricks& scored : result) {
      scored.tricks = value_after(scored.card, scored.tricks, guess);
      if (scored.tricks.exact() && &scored == &result.front()) guess = scored.tricks.lower;
    }
  }
  remember(position, result);
  std::stable_sort(result.begin(), result.end(),
                   [](const CardTricks& a, const CardTricks& b) { return a.tricks.lower > b.tricks.lower; });
  return result;
}

Verdict Context::can_take(const Position& position, Side side, int tricks) {
  const int left = position.tricks_left();
  const bool own = on(position.turn(), side);
  Verdict verdict;
  if (position.is_over()) return {.can = tricks <= 0, .proof = std::nullopt};
  look_at(position);
  const int needed = own ? tricks : left - tricks + 1;  // by the side to play, for its answer
  const bool can = mover_can_take(needed);
  if (stopped()) return verdict;
  verdict.can = own ? can : !can;
  if (can) verdict.proof = proof() ? *proof() : position.legal().lowest();
  return verdict;
}

std::vector<Card> Context::line(const Position& position) {
  std::vector<Card> result;
  Position now = position;
  Bounds value = tricks(now);
  while (!now.is_over() && value.exact()) {
    look_at(now);
    std::vector<Run> choices = runs(now, now.legal());
    // Lowest card of the first suit first.
    std::stable_sort(choices.begin(), choices.end(), [](const Run& a, const Run& b) {
      return a.top.suit() != b.top.suit() ? a.top.suit() > b.top.suit() : a.top.rank() < b.top.rank();
    });
    std::optional<Card> chosen;
    for (const Run& run : choices) {
      if (choices.size() == 1 || mover_can_take_after(run.top, value.lower)) {
        if (!stopped()) chosen = run.all.lowest();
        break;
      }
      if (stopped()) break;
    }
    if (!chosen) return result;
    const Side side = side_of(now.turn());
    const int before = now.tricks(side);
    now.play(*chosen);
    result.push_back(*chosen);
    int rest = value.lower - (now.tricks(side) - before);
    const int left_now = now.tricks_left();
    if (side_of(now.turn()) != side) rest = left_now - rest;
    value = {rest, rest};
  }
  return result;
}

std::optional<Table> Context::table(const Deal& deal) {
  Table table;
  // Cells that are the same by symmetry are solved once.
  struct Solved {
    bool trump;
    std::array<std::uint64_t, 4> seen;
    int declaring;
  };
  std::vector<Solved> solved;
  for (Strain strain : kAllStrains) {
    std::optional<int> ns;
    for (Seat declarer : {Seat::north, Seat::south, Seat::east, Seat::west}) {
      const bool trump = strain != Strain::no_trump;
      const auto seen = seen_from_the_lead(deal, strain, next(declarer));
      const auto same = std::find_if(solved.begin(), solved.end(), [&](const Solved& cell) {
        return cell.trump == trump && cell.seen == seen;
      });
      auto& cell = table.tricks[strain][declarer];
      if (same != solved.end()) {
        cell = static_cast<std::uint8_t>(same->declaring);
        continue;
      }
      const Position position(deal, strain, next(declarer));
      const int left = position.tricks_left();
      const int guess_ns = ns ? *ns : first_guess_ns(position, left);
      const Bounds defence = tricks(position, on(declarer, Side::ns) ? left - guess_ns : guess_ns);
      if (!defence.exact()) return std::nullopt;
      const int declaring = left - defence.lower;
      ns = on(declarer, Side::ns) ? declaring : defence.lower;
      cell = static_cast<std::uint8_t>(declaring);
      solved.push_back({.trump = trump, .seen = seen, .declaring = declaring});
    }
  }
  return table;
}

}  // namespace

class Solver::Impl : public Context {
 public:
  using Context::Context;
};
class TeamSolver::Impl : public Context {
 public:
  using Context::Context;
};

Solver::Solver(const Settings& settings) : impl_(std::make_unique<Impl>(settings)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Bounds Solver::tricks(const Position& position) {
  return impl_->tricks(position);
}
Bounds Solver::tricks(const Position& position, int guess) {
  return impl_->tricks(position, guess);
}
std::vector<CardTricks> Solver::cards(const Position& position) {
  return impl_->cards(position, position.legal());
}
std::vector<CardTricks> Solver::cards(const Position& position, CardSet wanted) {
  return impl_->cards(position, wanted);
}
Verdict Solver::can_take(const Position& position, Side side, int tricks) {
  return impl_->can_take(position, side, tricks);
}
std::vector<Card> Solver::line(const Position& position) {
  return impl_->line(position);
}
std::optional<Table> Solver::table(const Deal& deal) {
  return impl_->table(deal);
}
void Solver::stop() noexcept {
  impl_->set_stop(true);
}
void Solver::rearm() noexcept {
  impl_->set_stop(false);
}
void Solver::forget() noexcept {
  impl_->engine().forget();
}
std::uint64_t Solver::nodes() const noexcept {
  return impl_->engine().nodes();
}
std::size_t Solver::memory_bytes() const noexcept {
  return impl_->engine().memory_bytes();
}

TeamSolver::TeamSolver(const Settings& settings, int searchers, const Together& together)
    : impl_(std::make_unique<Impl>(settings, searchers, together)) {}
TeamSolver::~TeamSolver() = default;
TeamSolver::TeamSolver(TeamSolver&&) noexcept = default;
TeamSolver& TeamSolver::operator=(TeamSolver&&) noexcept = default;

Bounds TeamSolver::tricks(const Position& position) {
  return impl_->tricks(position);
}
std::vector<CardTricks> TeamSolver::cards(const Position& position) {
  return impl_->cards(position, position.legal());
}
std::vector<Card> TeamSolver::line(const Position& position) {
  return impl_->line(position);
}
std::optional<Table> TeamSolver::table(const Deal& deal) {
  return impl_->table(deal);
}
void TeamSolver::stop() noexcept {
  impl_->set_stop(true);
}
void TeamSolver::rearm() noexcept {
  impl_->set_stop(false);
}
std::uint64_t TeamSolver::nodes() const noexcept {
  return impl_->engine().nodes();
}

}  // namespace yomi::dd
