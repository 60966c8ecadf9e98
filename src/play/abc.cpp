#include "yomi/play/abc.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "abc_node.h"
#include "quick_tricks.h"

namespace yomi::play {
namespace {

constexpr int kStar = -1;
constexpr int kLow = -100;
constexpr int kHigh = 100;

std::optional<int> as_optional(int value) {
  return value == kStar ? std::nullopt : std::optional(value);
}

int better(int x, int y, bool larger) {
  if (x == kStar) return y;
  if (y == kStar) return x;
  return larger ? std::max(x, y) : std::min(x, y);
}

// Where small cards are not told apart, what the hands hold depends on the order of play; so the hands
// themselves are the key.
struct Key {
  std::array<Deal, kWorlds> hands{};
  Seat leader = Seat::north;
  friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    auto state = static_cast<std::uint64_t>(index(key.leader));
    for (const Deal& deal : key.hands) {
      for (CardSet hand : deal.hands) state = splitmix64(state) ^ hand.bits();
    }
    return splitmix64(state);
  }
};
// A world that is gone has no cards.
Key key_of(const AbcNode& node) {
  Key key{.hands = {}, .leader = node.leader};
  for (std::size_t w = 0; w < kWorlds; ++w) {
    if (node.alive[w]) key.hands[w] = node.hands[w];
  }
  return key;
}

}  // namespace

class AbcSearch::Impl {
 public:
  Impl(AbcOptions options, dd::Solver& a, dd::Solver& b, dd::Solver& c)
      : options_(std::move(options)), solvers_{&a, &b, &c} {}

  AbcValues one_pass(const AbcGame& game) {
    prepare(game);
    const Triple made = search(root(game), depth(), {true, true, true}, {}, {});
    return {as_optional(made[0]), as_optional(made[1]), as_optional(made[2])};
  }

  std::optional<int> probing(const AbcGame& game) {
    prepare(game);
    return as_optional(probe(root(game), depth(), kLow, kHigh));
  }

  std::uint64_t nodes = 0;

 private:
  using Triple = std::array<int, kWorlds>;
  using Need = std::array<bool, kWorlds>;
  struct Window {
    int low = kLow;
    int high = kHigh;
  };
  // Values outside do not matter further up. a's window is narrowed only at a's own nodes, since elsewhere
  // others choose for a.
  using Windows = std::array<Window, kWorlds>;
  // The parent is a choice of this player: it will not choose a value worse than `best`, so a's value here is
  // then not needed.
  struct Choice {
    int player = 0;  // 0: none
    int best = kStar;
    bool larger = false;  // it takes the larger value
  };
  struct Stored {
    Triple to_come{};
    Need exact{};
  };
  struct Bounds {
    int low = kLow;
    int high = kHigh;
  };

  void prepare(const AbcGame& game) {
    game_ = &game;
    declaring_ = side_of(game.declarer);
    a_declares_ = on(game.a, declaring_);
    stored_.clear();
    bounds_.clear();
  }
  [[nodiscard]] AbcNode root(const AbcGame& game) const {
    AbcNode node = root_of(game);
    node.small = options_.small ? index(*options_.small) : -1;
    return node;
  }
  [[nodiscard]] int depth() const { return options_.depth > 0 ? options_.depth : 1000; }

  int double_dummy(const AbcNode& node, int world) {
    const Position position = node.position(world);
    const int tricks = solvers_[static_cast<std::size_t>(world)]->tricks(position).lower;
    return node.won + (on(position.turn(), declaring_) ? tricks : node.left - tricks);
  }

  [[nodiscard]] bool is_leaf(const AbcNode& node, int depth_left) const {
    return depth_left <= 0 && (options_.leaf == Leaf::double_dummy || node.on_table == 0);
  }
  int value_of(const AbcNode& node, int world) {
    if (node.is_over()) return node.won;
    if (options_.leaf == Leaf::double_dummy) return double_dummy(node, world);
    const int quick = quick_tricks(node.hands[static_cast<std::size_t>(world)], node.leader, node.strain);
    const bool declaring = on(node.leader, declaring_);
    const int rest = node.left - quick;
    return node.won + (declaring ? quick + rest / 2 : rest - rest / 2);
  }

  // Chooses between a's values of two cards that the mover rates the same.
  int tie(int x, int y, int mover) const {
    const bool partner_moves = (side_of(game_->a) == side_of(mover == 1 ? game_->seat_b() : game_->seat_c()));
    const bool best_for_a = options_.ties == Ties::cooperative && partner_moves;
    return better(x, y, best_for_a == a_declares_);
  }

  Triple leaf(const AbcNode& node, const Need& need) {
    Triple made{kStar, kStar, kStar};
    for (int w = 0; w < kWorlds; ++w) {
      const auto i = static_cast<std::size_t>(w);
      if (need[i] && node.alive[i]) made[i] = value_of(node, w);
    }
    return made;
  }

  // High cards first: they settle tricks, and with them what can be cut. With stand-ins a card of any world
  // may be played in the others too.
  std::vector<Card> moves(const AbcNode& node, const Need& need) const {
    CardSet cards;
    for (int w = 0; w < kWorlds; ++w) {
      if (need[static_cast<std::size_t>(w)] || node.small >= 0) cards |= node.legal(w);
    }
    if (options_.merge) cards = merged(node, cards);
    std::vector<Card> made;
    for (Card card : cards) made.push_back(card);
    std::stable_sort(made.begin(), made.end(), [](Card x, Card y) { return x.rank() > y.rank(); });
    return made;
  }

  // Whose value is not yet decided by the tricks won and still to come; the bounds of the others go to
  // `values`.
  static Need leave_decided(const AbcNode& node, Need need, const Windows& windows, const Choice& choice,
                            Triple& values) {
    const int most = node.won + node.left;
    for (std::size_t w = 0; w < kWorlds; ++w) {
      if (!need[w] || (most > windows[w].low && node.won < windows[w].high)) continue;
      need[w] = false;
      values[w] = most <= windows[w].low ? most : node.won;
    }
    if (choice.player != 0 && (choice.larger ? most < choice.best : node.won > choice.best)) need[0] = false;
    return need;
  }

  // The part of `need` that the table does not know; what it knows goes to `values`.
  Need look_up(const AbcNode& node, Need need, Triple& values) const {
    const auto found = stored_.find(key_of(node));
    if (found == stored_.end()) return need;
    for (std::size_t w = 0; w < kWorlds; ++w) {
      if (!need[w] || !found->second.exact[w]) continue;
      values[w] = found->second.to_come[w] == kStar ? kStar : found->second.to_come[w] + node.won;
      need[w] = false;
    }
    return need;
  }

  void store(const AbcNode& node, const Triple& values, const Need& exact) {
    Stored& entry = stored_[key_of(node)];
    for (std::size_t w = 0; w < kWorlds; ++w) {
      if (!exact[w]) continue;
      entry.exact[w] = true;
      entry.to_come[w] = values[w] == kStar ? kStar : values[w] - node.won;
    }
  }

  // A node while its cards are gone through.
  struct Visit {
    const AbcNode& node;
    const Windows& windows;
    const Choice& choice;
    Need need;      // whose value still matters
    Need searched;  // whose value is looked for here
    Triple values;
    int mover;
    bool larger;         // the mover wants more tricks for declarer
    int chosen = kStar;  // the mover's best, where it chooses for a
  };
  // What is asked of the node after one of its cards.
  struct Question {
    Need need{};
    Windows windows;
    Choice choice{};
    bool chooses = false;  // the mover chooses this card for a, by its own value
  };
  Question ask(const Visit& visit, Card card) const;
  void take(Visit& visit, const Question& asked, const Triple& got);
  static void cut(Visit& visit);
  Triple search(const AbcNode& node, int depth_left, Need need, const Windows& windows, const Choice& choice);
  int probe(const AbcNode& node, int depth_left, int low, int high);
  int alone(const AbcNode& node, int world, int depth_left, int low, int high);
  CardSet best_in_own_world(const AbcNode& node, int mover, int depth_left);

  static constexpr std::uint64_t kBetweenLooks = 32;  // nodes
  bool is_stopped() {
    if (!stopped_ && options_.stopped && nodes % kBetweenLooks == 0) stopped_ = options_.stopped();
    return stopped_;
  }

  AbcOptions options_;
  bool stopped_ = false;
  std::array<dd::Solver*, kWorlds> solvers_;
  const AbcGame* game_ = nullptr;
  Side declaring_ = Side::ns;
  bool a_declares_ = false;
  std::unordered_map<Key, Stored, KeyHash> stored_;
  std::unordered_map<Key, Bounds, KeyHash> bounds_;
};

// `need` says whose value still matters here. It shrinks as players cut; once it is empty, the branch is
// left.
AbcSearch::Impl::Triple AbcSearch::Impl::search(const AbcNode& node, int depth_left, Need need,
                                                const Windows& windows, const Choice& choice) {
  ++nodes;
  Triple values{kStar, kStar, kStar};
  if (is_stopped()) return values;
  for (std::size_t w = 0; w < kWorlds; ++w) need[w] = need[w] && node.alive[w];
  if (node.is_over()) return leaf(node, need);
  if (options_.cuts) need = leave_decided(node, need, windows, choice, values);
  if (!need[0] && !need[1] && !need[2]) return values;
  if (is_leaf(node, depth_left)) {
    const Triple got = leaf(node, need);
    for (std::size_t w = 0; w < kWorlds; ++w) {
      if (need[w]) values[w] = got[w];
    }
    return values;
  }
  const bool remember = options_.table && node.on_table == 0 && !node.played.empty();
  Triple known{kStar, kStar, kStar};
  Need asked = need;
  if (remember) {
    need = look_up(node, need, known);
    for (std::size_t w = 0; w < kWorlds; ++w) {
      if (asked[w] && !need[w]) values[w] = known[w];
    }
    if (!need[0] && !need[1] && !need[2]) return values;
  }
  const int mover = mover_of(*game_, node.turn());
  Visit visit{.node = node,
              .windows = windows,
              .choice = choice,
              .need = need,
              .searched = need,
              .values = values,
              .mover = mover,
              .larger = on(node.turn(), declaring_)};
  for (Card card :
       moves(node, {need[0], need[1] || (mover == 1 && need[0]), need[2] || (mover == 2 && need[0])})) {
    const Question next = ask(visit, card);
    if (!next.need[0] && !next.need[1] && !next.need[2]) continue;
    take(visit, next,
         search(node.after(card, declaring_), depth_left - 1, next.need, next.windows, next.choice));
    if (!options_.cuts) continue;
    cut(visit);
    if (!visit.need[0] && !visit.need[1] && !visit.need[2]) break;
  }
  if (remember) {
    Need exact{};
    for (std::size_t w = 0; w < kWorlds; ++w) {
      const int value = visit.values[w];
      exact[w] = visit.searched[w] && visit.need[w] &&
                 (value == kStar || (value > windows[w].low && value < windows[w].high));
    }
    store(node, visit.values, exact);
  }
  return visit.values;
}

AbcSearch::Impl::Question AbcSearch::Impl::ask(const Visit& visit, Card card) const {
  const auto m = static_cast<std::size_t>(visit.mover);
  Question next{.windows = visit.windows,
                .chooses = visit.mover != 0 && visit.need[0] && visit.node.alive[m]};
  for (int w = 0; w < kWorlds; ++w) {
    next.need[static_cast<std::size_t>(w)] =
        visit.need[static_cast<std::size_t>(w)] && visit.node.allows(w, card);
  }
  for (std::size_t w = visit.mover == 0 ? 0 : 1; w < kWorlds; ++w) {
    if (!options_.cuts) {
      next.windows[w] = {};
    } else if (visit.values[w] != kStar && visit.searched[w]) {
      int& bound = visit.larger ? next.windows[w].low : next.windows[w].high;
      bound = visit.larger ? std::max(bound, visit.values[w]) : std::min(bound, visit.values[w]);
    }
  }
  if (!next.chooses) return next;
  next.need[m] = visit.node.allows(visit.mover, card);
  next.need[0] = next.need[0] && next.need[m];
  next.windows[m] = {};
  if (options_.cuts && visit.chosen != kStar) {
    (visit.larger ? next.windows[m].low : next.windows[m].high) =
        visit.larger ? visit.chosen - 1 : visit.chosen + 1;
    next.choice = {visit.mover, visit.chosen, visit.larger};
  }
  return next;
}

void AbcSearch::Impl::take(Visit& visit, const Question& asked, const Triple& got) {
  for (std::size_t w = 1; w < kWorlds; ++w) {
    if (asked.need[w] && visit.searched[w]) visit.values[w] = better(visit.values[w], got[w], visit.larger);
  }
  if (!visit.need[0]) return;
  int& of_a = visit.values[0];
  const int of_mover = got[static_cast<std::size_t>(visit.mover)];
  if (visit.mover == 0) {
    of_a = better(of_a, got[0], visit.larger);
  } else if (!asked.chooses) {
    of_a = tie(of_a, got[0], visit.mover);
  } else if (of_mover != kStar) {
    if (visit.chosen == kStar || (visit.larger ? of_mover > visit.chosen : of_mover < visit.chosen)) {
      visit.chosen = of_mover;
      of_a = got[0];
    } else if (of_mover == visit.chosen) {
      of_a = tie(of_a, got[0], visit.mover);
    }
  }
}

// Removes players whose value no longer matters.
void AbcSearch::Impl::cut(Visit& visit) {
  for (std::size_t w = 1; w < kWorlds; ++w) {
    const int value = visit.values[w];
    if (!visit.need[w] || value == kStar) continue;
    if (visit.larger ? value >= visit.windows[w].high : value <= visit.windows[w].low) visit.need[w] = false;
  }
  const Choice& choice = visit.choice;
  if (choice.player == 0 || !visit.need[0]) return;
  const auto player = static_cast<std::size_t>(choice.player);
  const int value = visit.values[player];
  // A parent that maximises cuts a minimising node, and the other way round.
  const bool worse = choice.larger ? value < choice.best : value > choice.best;
  if (value != kStar && visit.searched[player] && choice.larger != visit.larger && worse)
    visit.need[0] = false;
}

// Plain alpha-beta in one world, to the same depth.
int AbcSearch::Impl::alone(const AbcNode& node, int world, int depth_left, int low, int high) {
  ++nodes;
  if (is_stopped()) return node.won;
  if (node.is_over() || is_leaf(node, depth_left)) return value_of(node, world);
  const bool larger = on(node.turn(), declaring_);
  CardSet cards = node.legal(world);
  if (options_.merge) cards = merged(node, cards);
  int value = kStar;
  for (Card card : cards) {
    value = better(value, alone(node.after(card, declaring_), world, depth_left - 1, low, high), larger);
    (larger ? low : high) = larger ? std::max(low, value) : std::min(high, value);
    if (low >= high) break;
  }
  return value;
}

CardSet AbcSearch::Impl::best_in_own_world(const AbcNode& node, int mover, int depth_left) {
  CardSet best;
  if (options_.leaf == Leaf::double_dummy) {
    int most = -1;
    for (const dd::CardTricks& one : solvers_[static_cast<std::size_t>(mover)]->cards(node.position(mover))) {
      if (one.tricks.lower < most) continue;
      most = one.tricks.lower;
      best |= one.equals | CardSet::of(one.card);
    }
    return best;
  }
  AbcNode own = node;
  for (int w = 0; w < kWorlds; ++w) own.alive[static_cast<std::size_t>(w)] = w == mover;
  const bool larger = on(node.turn(), declaring_);
  int most = kStar;
  for (Card card : own.legal(mover)) {
    const int value = alone(own.after(card, declaring_), mover, depth_left - 1, kLow, kHigh);
    if (value != most && better(value, most, larger) == value) best = {};
    most = better(value, most, larger);
    if (value == most) best.insert(card);
  }
  return best;
}

int AbcSearch::Impl::probe(const AbcNode& node, int depth_left, int low, int high) {
  ++nodes;
  if (node.is_over() || is_stopped()) return node.won;
  if (is_leaf(node, depth_left)) return value_of(node, 0);
  const bool remember = options_.table && node.on_table == 0 && !node.played.empty();
  const Key key = key_of(node);
  if (remember) {
    if (const auto found = bounds_.find(key); found != bounds_.end()) {
      const int least = found->second.low + node.won;
      const int most = found->second.high + node.won;
      if (least >= high || least == most) return least;
      if (most <= low) return most;
    }
  }
  const int mover = mover_of(*game_, node.turn());
  CardSet cards = node.legal(0);
  if (mover != 0 && node.alive[static_cast<std::size_t>(mover)]) {
    const CardSet best = best_in_own_world(node, mover, depth_left);
    cards &= best;
  }
  if (options_.merge) cards = merged(node, cards);
  bool larger = on(node.turn(), declaring_);
  if (mover != 0) larger = tie(0, 1, mover) == 1;
  int value = kStar;
  const int low_asked = low;
  const int high_asked = high;
  for (Card card : cards) {
    const int got = probe(node.after(card, declaring_), depth_left - 1, low, high);
    value = better(value, got, larger);
    if (value == kStar) continue;
    if (larger)
      low = std::max(low, value);
    else
      high = std::min(high, value);
    if (low >= high) break;
  }
  if (remember && value != kStar) {
    Bounds& entry = bounds_[key];
    const int to_come = value - node.won;
    if (value > low_asked) entry.low = std::max(entry.low, to_come);
    if (value < high_asked) entry.high = std::min(entry.high, to_come);
  }
  return value;
}

AbcSearch::AbcSearch(const AbcOptions& options, dd::Solver& a, dd::Solver& b, dd::Solver& c)
    : impl_(std::make_unique<Impl>(options, a, b, c)) {}
AbcSearch::~AbcSearch() = default;
AbcSearch::AbcSearch(AbcSearch&&) noexcept = default;
AbcSearch& AbcSearch::operator=(AbcSearch&&) noexcept = default;

AbcValues AbcSearch::one_pass(const AbcGame& game) {
  return impl_->one_pass(game);
}
std::optional<int> AbcSearch::probing(const AbcGame& game) {
  return impl_->probing(game);
}
std::uint64_t AbcSearch::nodes() const {
  return impl_->nodes;
}

}  // namespace yomi::play
