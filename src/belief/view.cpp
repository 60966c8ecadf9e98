#include "yomi/belief/view.h"

#include <algorithm>
#include <cassert>

#include "yomi/belief/subset.h"

namespace yomi::belief {
namespace {

constexpr std::size_t kLengths = kRanks + 1;
constexpr std::size_t kSuitPoints = 11;  // 0 to 10
constexpr std::size_t kHalfPoints = 24;  // 0 to 20, and room for whole vectors

// Four numbers at a time, with what the compiler offers on any machine.
using Four = float __attribute__((vector_size(16)));
Four load(const float* from) {
  Four made;
  __builtin_memcpy(&made, from, sizeof made);
  return made;
}

constexpr auto kChoose = [] {
  std::array<std::array<float, kLengths>, kLengths> table{};
  for (std::size_t n = 0; n < kLengths; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
  }
  return table;
}();

// One way, or a bundle of ways, to give a suit's unseen cards to the first hand: named ranks and a number of
// the suit's small cards.
struct Way {
  std::uint16_t ranks = 0;
  std::uint8_t small = 0;
  std::uint8_t length = 0;
  std::uint8_t points = 0;
  float weight = 0;
};

struct SuitWays {
  std::vector<Way> ways;
  std::uint16_t small = 0;  // ranks of the cards that ways count by number only
  int small_cards = 0;
  int most = 0;         // unseen cards
  int most_points = 0;  // among them
  // Weight by length and points, and the cells that are not empty.
  std::array<std::array<float, kSuitPoints>, kLengths> weight{};
  // The fewest and most points that go with a length.
  std::array<std::uint8_t, kLengths> low{};
  std::array<std::uint8_t, kLengths> high{};
  struct Cell {
    std::uint8_t length;
    std::uint8_t points;
    float weight;
  };
  std::array<Cell, kLengths * kSuitPoints> cells;
  int used = 0;

  void add(std::uint32_t named, int cards, int small_of_them, float of_way) {
    Way way;
    way.ranks = static_cast<std::uint16_t>(named);
    way.small = static_cast<std::uint8_t>(small_of_them);
    way.length = static_cast<std::uint8_t>(cards + small_of_them);
    way.points = static_cast<std::uint8_t>(hcp_of_ranks(named));
    way.weight = of_way;
    weight[way.length][way.points] += of_way;
    ways.push_back(way);
  }
  void fill_cells();
};

void SuitWays::fill_cells() {
  for (std::size_t length = 0; length <= static_cast<std::size_t>(most); ++length) {
    low[length] = kSuitPoints - 1;
    high[length] = 0;
    for (std::size_t p = 0; p <= static_cast<std::size_t>(most_points); ++p) {
      if (weight[length][p] <= 0) continue;
      low[length] = std::min(low[length], static_cast<std::uint8_t>(p));
      high[length] = static_cast<std::uint8_t>(p);
      cells[static_cast<std::size_t>(used++)] = {static_cast<std::uint8_t>(length),
                                                 static_cast<std::uint8_t>(p), weight[length][p]};
    }
  }
}

// Weights of two suits by both lengths and their points together.
struct Pair {
  std::array<std::array<std::array<float, kHalfPoints>, kLengths>, kLengths> weight;
  std::array<std::array<float, kLengths>, kLengths> sum;  // over points
  int most_points = 0;
};

struct ShapeCell {
  std::array<std::uint8_t, 4> lengths;  // of the first hand's unseen cards, spades first
  double running;                       // weight up to and with this one
};

}  // namespace

struct View::Impl {
  Space space;
  std::array<Seat, 2> seats{};
  std::array<const HandTable*, 2> tables{};
  std::array<SuitWays, 4> suits;
  std::array<Pair, 2> pairs;
  std::vector<ShapeCell> shapes;
  std::array<std::array<int, 4>, 2> held_lengths{};
  std::array<int, 2> held_points{};
  int points = 0;  // among the unseen cards
  double total = 0;

  // The unseen ranks of a suit: those that must go to the first hand, and those that either may have.
  struct Cards {
    std::uint32_t unseen = 0;
    std::uint32_t forced = 0;
    std::uint32_t free = 0;
  };
  void fill_suit(std::size_t s, std::span<const SuitTerm> terms);
  void add_weighted_ways(std::size_t s, const Cards& cards, std::span<const SuitTerm> terms);
  void add_bundles(std::size_t s, const Cards& cards);
  void fill_pair(std::size_t half);
  void join();

  // The weight of points h for the first hand's unseen cards, given its shape: both tables.
  struct Row {
    const float* first = nullptr;
    const float* second = nullptr;  // mirrored, so that both are read upwards
    int low = 0;
    int high = -1;
    bool flat = false;
    [[nodiscard]] float at(int h) const { return first[h] * second[h]; }
  };
  [[nodiscard]] Row row(const std::array<std::uint8_t, 4>& lengths) const;

  // The steps of draw(): points of the two halves, of the two suits of a half, cards of a suit. Each takes
  // what `left` of the weight leads to.
  [[nodiscard]] std::array<int, 2> draw_half_points(const std::array<std::uint8_t, 4>& lengths,
                                                    float left) const;
  [[nodiscard]] std::array<std::size_t, 2> draw_suit_points(std::size_t half, std::size_t first_length,
                                                            std::size_t second_length, std::size_t together,
                                                            float left) const;
  [[nodiscard]] CardSet draw_suit(std::size_t s, std::size_t length, std::size_t suit_points,
                                  Random& random) const;
};

View::View() : impl_(std::make_unique<Impl>()) {}
View::~View() = default;
View::View(View&&) noexcept = default;
View& View::operator=(View&&) noexcept = default;

// Every way to give the free cards, each with the terms' weight.
void View::Impl::add_weighted_ways(std::size_t s, const Cards& cards, std::span<const SuitTerm> terms) {
  const Suit which = kSuitsFromSpades[s];
  BySeat<std::uint32_t> ranks{};
  for (Seat seat : kAllSeats) ranks[seat] = space.held[seat].ranks(which);
  const std::uint32_t held_first = ranks[seats[0]];
  const std::uint32_t held_second = ranks[seats[1]];
  for (std::uint32_t subset = cards.free;; subset = (subset - 1) & cards.free) {
    const std::uint32_t named = subset | cards.forced;
    ranks[seats[0]] = held_first | named;
    ranks[seats[1]] = held_second | (cards.unseen & ~named);
    double weight = 1;
    for (const SuitTerm& term : terms) {
      if (term.suit == which) weight *= term.weight(ranks);
    }
    if (weight > 0) suits[s].add(named, std::popcount(named), 0, static_cast<float>(weight));
    if (subset == 0) break;
  }
}

// Without terms small cards are told apart by number only.
void View::Impl::add_bundles(std::size_t s, const Cards& cards) {
  SuitWays& suit = suits[s];
  constexpr std::uint32_t kHonours = 0x1E00;  // jack to ace
  const std::uint32_t honours = cards.free & kHonours;
  suit.small = static_cast<std::uint16_t>(cards.free & ~kHonours);
  suit.small_cards = std::popcount(std::uint32_t{suit.small});
  const auto& choose = kChoose[static_cast<std::size_t>(suit.small_cards)];
  const int forced_cards = std::popcount(cards.forced);
  for (std::uint32_t subset = honours;; subset = (subset - 1) & honours) {
    const std::uint32_t top = subset >> 9;
    const int named =
        forced_cards + static_cast<int>((top & 1) + (top >> 1 & 1) + (top >> 2 & 1) + (top >> 3));
    for (int small = 0; small <= suit.small_cards; ++small) {
      suit.add(subset | cards.forced, named, small, choose[static_cast<std::size_t>(small)]);
    }
    if (subset == 0) break;
  }
}

void View::Impl::fill_suit(std::size_t s, std::span<const SuitTerm> terms) {
  SuitWays& suit = suits[s];
  const Suit which = kSuitsFromSpades[s];
  const std::uint32_t barred_first = space.barred[seats[0]].ranks(which);
  const std::uint32_t barred_second = space.barred[seats[1]].ranks(which);
  Cards cards{.unseen = space.unseen().ranks(which)};
  cards.forced = cards.unseen & barred_second;
  cards.free = cards.unseen & ~barred_first & ~barred_second;
  suit.ways.clear();
  suit.most = std::popcount(cards.unseen);
  suit.most_points = hcp_of_ranks(cards.unseen);
  for (auto& by_points : suit.weight) by_points.fill(0);
  suit.small = 0;
  suit.small_cards = 0;
  suit.used = 0;
  if ((cards.forced & barred_first) != 0) return;  // a card that neither hand may hold
  bool has_term = false;
  for (const SuitTerm& term : terms) has_term = has_term || term.suit == which;
  if (has_term)
    add_weighted_ways(s, cards, terms);
  else
    add_bundles(s, cards);
  suit.fill_cells();
}

void View::Impl::fill_pair(std::size_t half) {
  Pair& pair = pairs[half];
  const SuitWays& one = suits[half * 2];
  const SuitWays& two = suits[half * 2 + 1];
  pair.most_points = one.most_points + two.most_points;
  for (int a = 0; a <= one.most; ++a) {
    for (int b = 0; b <= two.most; ++b) {
      auto& by_points = pair.weight[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
      by_points.fill(0);
      pair.sum[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = 0;
    }
  }
  for (int i = 0; i < one.used; ++i) {
    const auto& x = one.cells[static_cast<std::size_t>(i)];
    for (int j = 0; j < two.used; ++j) {
      const auto& y = two.cells[static_cast<std::size_t>(j)];
      const float weight = x.weight * y.weight;
      pair.weight[x.length][y.length][static_cast<std::size_t>(x.points + y.points)] += weight;
      pair.sum[x.length][y.length] += weight;
    }
  }
}

View::Impl::Row View::Impl::row(const std::array<std::uint8_t, 4>& lengths) const {
  Row made;
  std::array<int, 2> shape{};
  std::array<int, 3> own{};
  for (std::size_t s = 0; s < 3; ++s) own[s] = held_lengths[0][s] + lengths[s];
  shape[0] = HandTable::shape_number(own[0], own[1], own[2]);
  for (std::size_t s = 0; s < 3; ++s) own[s] = held_lengths[1][s] + suits[s].most - lengths[s];
  shape[1] = HandTable::shape_number(own[0], own[1], own[2]);
  const HandTable::Span first = tables[0]->span(shape[0]);
  const HandTable::Span second = tables[1]->span(shape[1]);
  made.first = tables[0]->row(shape[0]) + held_points[0];
  made.second = tables[1]->mirrored(shape[1]) + (HandTable::kPoints - 1 - held_points[1] - points);
  made.low = std::max({0, first.low - held_points[0], points + held_points[1] - second.high});
  made.high = std::min({points, first.high - held_points[0], points + held_points[1] - second.low});
  made.flat = first.flat && second.flat;
  return made;
}

void View::Impl::join() {
  total = 0;
  shapes.clear();
  const int slots = space.slots_of(seats[0]);
  std::array<float, 64> factor{};
  for (int s = 0; s <= std::min(suits[0].most, slots); ++s) {
    for (int h = 0; h <= std::min(suits[1].most, slots - s); ++h) {
      const auto su = static_cast<std::size_t>(s);
      const auto hu = static_cast<std::size_t>(h);
      if (pairs[0].sum[su][hu] <= 0) continue;
      const int rest = slots - s - h;
      for (int d = std::max(0, rest - suits[3].most); d <= std::min(suits[2].most, rest); ++d) {
        const auto du = static_cast<std::size_t>(d);
        const auto cu = static_cast<std::size_t>(rest - d);
        if (pairs[1].sum[du][cu] <= 0) continue;
        const std::array<std::uint8_t, 4> lengths = {
            static_cast<std::uint8_t>(s), static_cast<std::uint8_t>(h), static_cast<std::uint8_t>(d),
            static_cast<std::uint8_t>(rest - d)};
        const Row both = row(lengths);
        if (both.low > both.high) continue;
        double weight = 0;
        if (both.flat) {
          weight = static_cast<double>(pairs[0].sum[su][hu]) * static_cast<double>(pairs[1].sum[du][cu]) *
                   static_cast<double>(both.at(both.low));
        } else {
          const int reach = pairs[0].most_points + pairs[1].most_points + 4;
          for (int p = 0; p <= reach; p += 4) {
            const Four product = load(both.first + p) * load(both.second + p);
            __builtin_memcpy(factor.data() + p, &product, sizeof product);
          }
          const float* upper = pairs[0].weight[su][hu].data();
          const float* lower = pairs[1].weight[du][cu].data();
          const int low_a = suits[0].low[su] + suits[1].low[hu];
          const int high_a = suits[0].high[su] + suits[1].high[hu];
          const int low_b = suits[2].low[du] + suits[3].low[cu];
          const int high_b = suits[2].high[du] + suits[3].high[cu];
          Four sums{};
          for (int b = low_b & ~3; b <= high_b; b += 4) {
            Four inner{};
            for (int a = low_a; a <= high_a; ++a) inner += upper[a] * load(factor.data() + a + b);
            sums += inner * load(lower + b);
          }
          const float sum = sums[0] + sums[1] + sums[2] + sums[3];
          weight = static_cast<double>(sum);
        }
        if (weight <= 0) continue;
        total += weight;
        shapes.push_back({lengths, total});
      }
    }
  }
}

void View::fill(const Space& space, const Prepared& prepared, std::span<const SuitTerm> suit_terms) {
  Impl& m = *impl_;
  m.space = space;
  // The hands with free slots; where fewer than two have any, others stand in that get nothing.
  std::size_t hidden = 0;
  for (const bool wanted : {true, false}) {
    for (Seat seat : kAllSeats) {
      if ((space.slots_of(seat) > 0) != wanted) continue;
      assert(space.slots_of(seat) + space.held[seat].size() == kRanks);
      assert(hidden < 2 || !wanted);
      if (hidden < 2) m.seats[hidden++] = seat;
    }
  }
  m.points = hcp(space.unseen());
  for (std::size_t i = 0; i < 2; ++i) {
    m.tables[i] = &prepared.hands[m.seats[i]];
    const CardSet held = space.held[m.seats[i]];
    m.held_points[i] = hcp(held);
    for (std::size_t s = 0; s < 4; ++s) m.held_lengths[i][s] = held.length(kSuitsFromSpades[s]);
  }
  for (std::size_t s = 0; s < 4; ++s) m.fill_suit(s, suit_terms);
  m.fill_pair(0);
  m.fill_pair(1);
  m.join();
}

double View::total() const {
  return impl_->total;
}

std::array<int, 2> View::Impl::draw_half_points(const std::array<std::uint8_t, 4>& lengths,
                                                float left) const {
  const Row both = row(lengths);
  const auto& upper = pairs[0].weight[lengths[0]][lengths[1]];
  const auto& lower = pairs[1].weight[lengths[2]][lengths[3]];
  std::array<int, 2> drawn{};
  for (int a = std::max(0, both.low - pairs[1].most_points); a <= std::min(pairs[0].most_points, both.high);
       ++a) {
    const float own = upper[static_cast<std::size_t>(a)];
    if (own <= 0) continue;
    for (int b = std::max(0, both.low - a); b <= std::min(pairs[1].most_points, both.high - a); ++b) {
      const float weight = own * lower[static_cast<std::size_t>(b)] * both.at(a + b);
      if (weight <= 0) continue;
      drawn = {a, b};
      left -= weight;
      if (left < 0) return drawn;
    }
  }
  return drawn;
}

std::array<std::size_t, 2> View::Impl::draw_suit_points(std::size_t half, std::size_t first_length,
                                                        std::size_t second_length, std::size_t together,
                                                        float left) const {
  const auto& x = suits[half * 2].weight[first_length];
  const auto& y = suits[half * 2 + 1].weight[second_length];
  std::array<std::size_t, 2> drawn{};
  for (std::size_t p = together > 10 ? together - 10 : 0; p <= std::min<std::size_t>(together, 10); ++p) {
    const float weight = x[p] * y[together - p];
    if (weight <= 0) continue;
    drawn = {p, together - p};
    left -= weight;
    if (left < 0) break;
  }
  return drawn;
}

CardSet View::Impl::draw_suit(std::size_t s, std::size_t length, std::size_t suit_points,
                              Random& random) const {
  const SuitWays& suit = suits[s];
  float left = static_cast<float>(random.unit()) * suit.weight[length][suit_points];
  const Way* chosen = nullptr;
  for (const Way& way : suit.ways) {
    if (way.length != length || way.points != suit_points) continue;
    chosen = &way;
    left -= way.weight;
    if (left < 0) break;
  }
  assert(chosen != nullptr);
  const auto small = random_subset(random, suit.small, suit.small_cards, chosen->small);
  return CardSet::from_ranks(kSuitsFromSpades[s], chosen->ranks | static_cast<std::uint32_t>(small));
}

Deal View::draw(Random& random) const {
  const Impl& m = *impl_;
  assert(m.total > 0);
  const auto found =
      std::upper_bound(m.shapes.begin(), m.shapes.end(), random.unit() * m.total,
                       [](double target, const ShapeCell& cell) { return target < cell.running; });
  const ShapeCell& cell = found == m.shapes.end() ? m.shapes.back() : *found;
  const auto& lengths = cell.lengths;
  const double before = found == m.shapes.begin() ? 0 : (&cell - 1)->running;
  const std::array<int, 2> half_points = m.draw_half_points(
      lengths, static_cast<float>(random.unit()) * static_cast<float>(cell.running - before));
  CardSet first;
  for (std::size_t half = 0; half < 2; ++half) {
    const std::size_t s = half * 2;
    const auto together = static_cast<std::size_t>(half_points[half]);
    const auto suit_points = m.draw_suit_points(
        half, lengths[s], lengths[s + 1], together,
        static_cast<float>(random.unit()) * m.pairs[half].weight[lengths[s]][lengths[s + 1]][together]);
    for (std::size_t k = 0; k < 2; ++k) first |= m.draw_suit(s + k, lengths[s + k], suit_points[k], random);
  }
  Deal deal = m.space.held;
  deal[m.seats[0]] |= first;
  deal[m.seats[1]] |= m.space.unseen() - first;
  return deal;
}

}  // namespace yomi::belief
