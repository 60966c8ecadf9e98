#include "yomi/daihinmin/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace yomi::daihinmin {
namespace {

using Bits = std::uint64_t;

constexpr Bits kOnes = 0x0111'1111'1111'1111ULL;

// Columns c to 14 - c: cards in the order that rules after a revolution.
constexpr Bits turned(Bits bits) {
  bits = __builtin_bswap64(bits);
  bits = (bits & 0x0F0F'0F0F'0F0F'0F0FULL) << 4 | (bits >> 4 & 0x0F0F'0F0F'0F0F'0F0FULL);
  return bits >> 4;
}

constexpr Bits columns_with(Bits counts, int least) {
  return least <= 0 ? kOnes << 3 : (counts + kOnes * static_cast<Bits>(8 - least)) & kOnes << 3;
}

// How many columns a mask of columns_with() names (column 0 apart): the sum of nibbles that are 0 or 1, by
// one multiplication.
constexpr int column_count(Bits columns) {
  return static_cast<int>((columns >> 3) * kOnes >> 60);
}

// Classes of plays: single, pair, triple, four or five, run of three, longer run.
constexpr int kClasses = 6;
constexpr int class_of(const Move& move) {
  return move.kind == Kind::run ? (move.size == 3 ? 4 : 5) : std::min<int>(move.size, 4) - 1;
}
// Coarser: single, pair, anything else.
constexpr int coarse(int of_class) {
  return std::min(of_class, 2);
}

enum Act { kLead, kFollow, kPass };

// The blocks of weights, one after the other.
constexpr std::uint32_t kKindRank = 0;                               // [lead, follow][class][strength 15]
constexpr std::uint32_t kHandAfter = kKindRank + 2 * kClasses * 15;  // [column 15][count 5], change only
constexpr std::uint32_t kLeft = kHandAfter + 15 * 5;                 // [act][cards left 13]
constexpr std::uint32_t kGroups = kLeft + 3 * 13;                    // [act][ranks left 12]
constexpr std::uint32_t kBreaks = kGroups + 3 * 12;                  // [lead, follow][held 5][used 5]
constexpr std::uint32_t kJoker = kBreaks + 2 * 5 * 5;                // [class][left 4]
constexpr std::uint32_t kEight = kJoker + kClasses * 4;              // [lead, follow][class][ranks left 6]
constexpr std::uint32_t kRevolution = kEight + 2 * kClasses * 6;     // [how the rest likes it 7]
constexpr std::uint32_t kPassing = kRevolution + 7;                  // [last to pass][own table]
constexpr std::uint32_t kPassTop = kPassing + 4;                     // [class][strength 15]
constexpr std::uint32_t kPassLeft = kPassTop + kClasses * 15;        // [own cards 13]
constexpr std::uint32_t kRunBreak = kPassLeft + 13;                  // [lead, follow][class]
constexpr std::uint32_t kHandEnd = kRunBreak + 2 * kClasses;
// From here only in the full breadth.
constexpr std::uint32_t kBeaters = kHandEnd;                       // [lead, follow][class][ranks that beat 8]
constexpr std::uint32_t kStands = kBeaters + 2 * kClasses * 8;     // [lead, follow][class]
constexpr std::uint32_t kWeak = kStands + 2 * kClasses;            // [act][stands][weak ranks left 8]
constexpr std::uint32_t kLock = kWeak + 3 * 2 * 8;                 // [coarse][stands][weak 4]
constexpr std::uint32_t kNearest = kLock + 3 * 2 * 4;              // [act][coarse][fewest cards of another 6]
constexpr std::uint32_t kPassBeaters = kNearest + 3 * 3 * 6;       // [class][ranks that beat 8]
constexpr std::uint32_t kPassOwner = kPassBeaters + kClasses * 8;  // [players not passed 5][owner's cards 6]
constexpr std::uint32_t kPassOwn = kPassOwner + 5 * 6;             // [ranks left 12][weak ranks left 8]
constexpr std::uint32_t kJokerThree = kPassOwn + 12 * 8;           // lone joker [spade three outside]
constexpr std::uint32_t kThreeOnJoker = kJokerThree + 2;           // 1
constexpr std::uint32_t kCrossOwn = kThreeOnJoker + 1;  // [act][coarse][strength 15][column 13][count 5]
constexpr std::uint32_t kCrossBlock = 15 * 13 * 5;
constexpr std::uint32_t kCrossOthers = kCrossOwn + 9 * kCrossBlock;
constexpr std::uint32_t kJokerOut =
    kCrossOthers + 9 * kCrossBlock;                 // [act][coarse][joker outside][joker held after]
constexpr std::uint32_t kPlan = kJokerOut + 9 * 4;  // [act][stands][weak 6][strong 6][nearest 3]
constexpr std::uint32_t kStillIn = kPlan + 3 * 2 * 6 * 6 * 3;  // [act][coarse][others in 4][nearest 4]
constexpr std::uint32_t kRunsLeft = kStillIn + 3 * 3 * 4 * 4;  // [act][class][cards in runs 4]
constexpr std::uint32_t kNext = kRunsLeft + 3 * kClasses * 4;  // [act][class][cards of the next to move 7]
constexpr std::uint32_t kWeights = kNext + 3 * kClasses * 7;

// A hand's natural runs of three or more: the cards that lie in one.
constexpr Bits run_cards(Bits naturals) {
  const Bits starts = naturals & naturals >> 4 & naturals >> 8;
  return starts | starts << 4 | starts << 8;
}

// What is the same for all moves of one decision.
struct Situation {
  const Public& table;
  Cards hand_cards;
  Cards others_cards;
  bool turned_over;
  int held;   // own cards
  Bits hand;  // in the ruling order, without the joker
  Bits others;
  Bits others_counts{};
  bool joker_outside;
  int most = 0;      // most cards of another player
  int nearest = 9;   // fewest
  int waiting = 0;   // others who have not passed
  int still_in = 0;  // others who hold cards
  int next = 0;      // cards of the one who moves next; 0 when all have passed
  Bits in_runs;
  std::array<Bits, 5> beaten_below{};  // of groups of n: columns below the best outside group of n
  int eight;

  Situation(const Public& on, Cards own, Cards out, bool full)
      : table(on), hand_cards(own), others_cards(out), turned_over(on.revolution), held(own.size()) {
    hand = order(own.without_joker().bits());
    others = order(out.without_joker().bits());
    joker_outside = out.has_joker();
    eight = turned_over ? 14 - kEightColumn : kEightColumn;
    in_runs = run_cards(hand);
    if (!full) return;
    others_counts = column_counts(Cards(others));
    for (int seat = 0; seat < kPlayers; ++seat) {
      if (seat == on.turn || !on.is_in(seat)) continue;
      const int count = on.counts[static_cast<std::size_t>(seat)];
      most = std::max(most, count);
      nearest = std::min(nearest, count);
      ++still_in;
      if ((on.passed >> seat & 1) == 0) ++waiting;
    }
    for (int step = 1; step < kPlayers && next == 0; ++step) {
      const int seat = (on.turn + step) % kPlayers;
      if (on.is_in(seat) && (on.passed >> seat & 1) == 0) next = on.counts[static_cast<std::size_t>(seat)];
    }
    for (int n = 1; n <= 4; ++n) {
      const Bits with = columns_with(others_counts, n);
      const int best = with == 0 ? 0 : (63 - std::countl_zero(with)) >> 2;
      beaten_below[static_cast<std::size_t>(n)] = best == 0 ? 0 : ~(~Bits{0} << (4 * best));
    }
  }

  [[nodiscard]] Bits order(Bits bits) const { return turned_over ? turned(bits) : bits; }

  // Ranks left that are neither eights nor sure to be on top among groups of their size.
  [[nodiscard]] int weak_ranks(Bits counts) const {
    Bits weak = 0;
    counts &= ~(Bits{15} << (4 * eight));
    for (int n = 1; n <= 4; ++n) {
      const Bits exactly = columns_with(counts, n) & ~columns_with(counts, n + 1);
      weak |= exactly & beaten_below[static_cast<std::size_t>(n)];
    }
    return column_count(weak);
  }
};

template <class Sink>
void cross(const Situation& s, int block, int strength_of, Bits after_counts, Sink&& sink) {
  const auto row =
      static_cast<std::uint32_t>(block) * kCrossBlock + static_cast<std::uint32_t>(strength_of) * 65;
  Bits own = after_counts >> 4;
  Bits out = s.others_counts >> 4;
  for (std::uint32_t column = 0; column < 65; column += 5) {
    sink(kCrossOwn + row + column + static_cast<std::uint32_t>(own & 7), 1.0F);
    sink(kCrossOthers + row + column + static_cast<std::uint32_t>(out & 7), 1.0F);
    own >>= 4;
    out >>= 4;
  }
}

constexpr std::uint32_t u(int value) {
  return static_cast<std::uint32_t>(value);
}

// What a move leaves to be done, beside how near the others are to going out.
template <class Sink>
void outlook(const Situation& s, int act, int of_class, bool stood, int weak, int strong, Bits after,
             Sink&& sink) {
  const int near = s.nearest <= 1 ? 0 : s.nearest <= 3 ? 1 : 2;
  sink(
      kPlan + u((((act * 2 + (stood ? 1 : 0)) * 6 + std::min(weak, 5)) * 6 + std::min(strong, 5)) * 3 + near),
      1.0F);
  sink(kStillIn + u(((act * 3 + coarse(of_class)) * 4 + std::clamp(s.still_in - 1, 0, 3)) * 4 +
                    std::clamp(s.nearest - 1, 0, 3)),
       1.0F);
  const Bits runs = run_cards(after);
  const int in_runs = runs == 0 ? 0 : std::popcount(runs);
  sink(kRunsLeft + u((act * kClasses + of_class) * 4 + (in_runs == 0 ? 0 : std::clamp(in_runs - 2, 1, 3))),
       1.0F);
  sink(kNext + u((act * kClasses + of_class) * 7 + std::min(s.next, 6)), 1.0F);
}

template <bool kFull, class Sink>
void pass_features(const Situation& s, Sink&& sink) {
  const Public& table = s.table;
  const int left = s.held;
  sink(kPassing + u((table.last_to_pass() ? 2 : 0) + (table.owner == table.turn ? 1 : 0)), 1.0F);
  const int of_class = class_of(table.top);
  const int top = std::max(strength(table.top, table.revolution), 0);
  sink(kPassTop + u(of_class * 15 + top), 1.0F);
  sink(kPassLeft + u(std::min(left, 12)), 1.0F);
  if constexpr (kFull) {
    const Bits counts = column_counts(Cards(s.hand));
    const int ranks = column_count(columns_with(counts, 1));
    const int weak = s.weak_ranks(counts);
    sink(kWeak + u(2 * 16 + std::min(weak, 7)), 1.0F);
    sink(kPassOwn + u(std::min(ranks, 11) * 8 + std::min(weak, 7)), 1.0F);
    sink(kNearest + u((kPass * 3 + coarse(of_class)) * 6 + std::min(s.nearest, 5)), 1.0F);
    sink(kPassOwner + u(std::min(s.waiting, 4) * 6 + std::min<int>(table.counts[table.owner], 5)), 1.0F);
    if (table.top.kind == Kind::group && top < 14) {
      const Bits over =
          columns_with(s.others_counts, table.top.size - (s.joker_outside ? 1 : 0)) >> (4 * (top + 1)) << 4;
      sink(kPassBeaters + u(of_class * 8 + std::min(column_count(over), 7)), 1.0F);
    }
    outlook(s, kPass, of_class, false, weak, ranks - weak, s.hand, sink);
    cross(s, kPass * 3 + coarse(of_class), top, counts, sink);
    sink(kJokerOut + u((kPass * 3 + coarse(of_class)) * 4 + (s.joker_outside ? 2 : 0) +
                       (s.hand_cards.has_joker() ? 1 : 0)),
         1.0F);
  }
}

template <bool kFull, class Sink>
void play_features(const Situation& s, const Move& move, Sink&& sink) {
  const Public& table = s.table;
  const int act = table.table_empty() ? kLead : kFollow;
  const int of_class = class_of(move);
  const int low = std::max(strength(move, s.turned_over), 0);
  const Bits used = s.order(move.cards.without_joker().bits());
  const Bits after = s.hand & ~used;
  const Bits counts = column_counts(Cards(after));
  const Bits before_counts = column_counts(Cards(s.hand));
  const bool joker = move.cards.has_joker();
  const bool keeps_joker = s.hand_cards.has_joker() && !joker;
  const int ranks = column_count(columns_with(counts, 1));
  const int left = s.held - move.size;

  sink(kKindRank + u((act * kClasses + of_class) * 15 + low), 1.0F);
  for (Bits changed = used; changed != 0;) {
    const int column = std::countr_zero(changed) >> 2;
    changed &= ~(Bits{15} << (4 * column));
    sink(kHandAfter + u(column * 5 + static_cast<int>(counts >> (4 * column) & 7)), 1.0F);
    sink(kHandAfter + u(column * 5 + static_cast<int>(before_counts >> (4 * column) & 7)), -1.0F);
  }
  sink(kLeft + u(act * 13 + std::min(left, 12)), 1.0F);
  sink(kGroups + u(act * 12 + std::min(ranks, 11)), 1.0F);
  if (move.kind == Kind::group && used != 0) {
    const int column = std::countr_zero(used) >> 2;
    const int held = static_cast<int>(before_counts >> (4 * column) & 7);
    sink(kBreaks + u((act * 5 + held) * 5 + move.size - (joker ? 1 : 0)), 1.0F);
    if ((used & s.in_runs) != 0) sink(kRunBreak + u(act * kClasses + of_class), 1.0F);
  }
  if (joker) sink(kJoker + u(of_class * 4 + (left <= 2 ? 0 : left <= 4 ? 1 : left <= 7 ? 2 : 3)), 1.0F);
  if (move.shows_eight() && !move.is_lone_joker()) {
    sink(kEight + u((act * kClasses + of_class) * 6 + std::min(ranks, 5)), 1.0F);
  }
  if (move.is_revolution()) {
    int sum = 0;
    for (Bits rest = after; rest != 0; rest &= rest - 1) sum += 7 - (std::countr_zero(rest) >> 2);
    const int cards_after = left - (keeps_joker ? 1 : 0);
    const int mean = cards_after == 0 ? 3 : std::clamp(sum / cards_after + 3, 0, 6);
    sink(kRevolution + u(mean), 1.0F);
  }
  if constexpr (kFull) {
    const bool stood = table.last_to_pass() || stands(table, move, s.others_cards, s.most);
    const int weak = s.weak_ranks(counts);
    if (move.kind == Kind::group && low < 14) {
      const Bits over =
          columns_with(s.others_counts, move.size - (s.joker_outside ? 1 : 0)) >> (4 * (low + 1)) << 4;
      sink(kBeaters + u((act * kClasses + of_class) * 8 + std::min(column_count(over), 7)), 1.0F);
    }
    if (stood) sink(kStands + u(act * kClasses + of_class), 1.0F);
    sink(kWeak + u((act * 2 + (stood ? 1 : 0)) * 8 + std::min(weak, 7)), 1.0F);
    if (act == kFollow && !table.locked && move.suits == table.top.suits) {
      sink(kLock + u((coarse(of_class) * 2 + (stood ? 1 : 0)) * 4 + std::min(weak, 3)), 1.0F);
    }
    sink(kNearest + u((act * 3 + coarse(of_class)) * 6 + std::min(s.nearest, 5)), 1.0F);
    if (move.is_lone_joker()) sink(kJokerThree + u(s.others_cards.contains(kSpadeThree) ? 1 : 0), 1.0F);
    if (table.top.is_lone_joker()) sink(kThreeOnJoker, 1.0F);
    outlook(s, act, of_class, stood, weak, ranks - weak, after, sink);
    cross(s, act * 3 + coarse(of_class), low, counts, sink);
    sink(kJokerOut + u((act * 3 + coarse(of_class)) * 4 + (s.joker_outside ? 2 : 0) + (keeps_joker ? 1 : 0)),
         1.0F);
  }
}

template <bool kFull, class Sink>
void move_features(const Situation& s, const Move& move, Sink&& sink) {
  if (move.is_pass()) {
    pass_features<kFull>(s, sink);
  } else {
    play_features<kFull>(s, move, sink);
  }
}

template <bool kFull>
void sum_scores(const float* weights, const Situation& s, const MoveList& list, std::span<float> out) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    float sum = 0;
    move_features<kFull>(s, list[i],
                         [&](std::uint32_t number, float value) { sum += weights[number] * value; });
    out[i] = sum;
  }
}

// exp to about 1e-4 of its value and the same on every machine; arguments are scores below the best, so <= 0.
float fast_exp(float x) {
  if (x < -80.0F) return 0.0F;
  // (1 + x/256)^256 with a correction of the second order.
  const float y = x * (1.0F / 256.0F);
  float power = 1.0F + y + 0.5F * y * y;
  for (int i = 0; i < 8; ++i) power *= power;
  return power;
}

}  // namespace

Policy::Policy(Breadth breadth) : breadth_(breadth), weights_(kWeights, 0.0F) {}

std::size_t Policy::weight_count() {
  return kWeights;
}

void Policy::scores(const Public& table, Cards hand, Cards others, const MoveList& list,
                    std::span<float> out) const {
  const bool full = breadth_ == Breadth::full;
  const Situation situation(table, hand, others, full);
  if (full) {
    sum_scores<true>(weights_.data(), situation, list, out);
  } else {
    sum_scores<false>(weights_.data(), situation, list, out);
  }
}

void Policy::probabilities(const Public& table, Cards hand, Cards others, const MoveList& list,
                           std::span<float> out, float temperature) const {
  scores(table, hand, others, list, out);
  const float best = *std::max_element(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(list.size()));
  const float scale = 1.0F / temperature;
  float sum = 0;
  for (std::size_t i = 0; i < list.size(); ++i) sum += out[i] = fast_exp((out[i] - best) * scale);
  for (std::size_t i = 0; i < list.size(); ++i) out[i] /= sum;
}

std::size_t Policy::choose(const Public& table, Cards hand, Cards others, const MoveList& list,
                           Random& random, float temperature) const {
  const auto left = static_cast<std::uint8_t>(hand.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].size == left) return i;
  }
  if (list.size() == 1) return 0;
  std::array<float, MoveList::kCapacity> out;
  scores(table, hand, others, list, out);
  const float best = *std::max_element(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(list.size()));
  const float scale = 1.0F / temperature;
  float sum = 0;
  for (std::size_t i = 0; i < list.size(); ++i) out[i] = sum += fast_exp((out[i] - best) * scale);
  const float at = static_cast<float>(random.unit()) * sum;
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    if (at < out[i]) return i;
  }
  return list.size() - 1;
}

void Policy::features(const Public& table, Cards hand, Cards others, const Move& move,
                      std::vector<Feature>& out) const {
  out.clear();
  const auto sink = [&](std::uint32_t number, float value) { out.push_back({number, value}); };
  const bool full = breadth_ == Breadth::full;
  const Situation situation(table, hand, others, full);
  if (full) {
    move_features<true>(situation, move, sink);
  } else {
    move_features<false>(situation, move, sink);
  }
}

std::string to_text(const Policy& policy) {
  const auto weights = policy.weights();
  std::string text = fmt::format("yomi-daihinmin-policy {} {}\n",
                                 policy.breadth() == Breadth::full ? "full" : "hand", weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (std::abs(weights[i]) >= 0.0005F) text += fmt::format("{} {:.3f}\n", i, weights[i]);
  }
  return text;
}

Result<Policy> parse_policy(std::string_view text) {
  std::uint32_t line_number = 0;
  std::optional<Policy> policy;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    ++line_number;
    if (line.empty()) continue;
    if (!policy) {
      if (line == fmt::format("yomi-daihinmin-policy full {}", kWeights)) {
        policy.emplace(Breadth::full);
      } else if (line == fmt::format("yomi-daihinmin-policy hand {}", kWeights)) {
        policy.emplace(Breadth::hand);
      } else {
        return Error{.what = fmt::format("expected 'yomi-daihinmin-policy full {}' (or hand)", kWeights),
                     .line = 1};
      }
      continue;
    }
    std::uint32_t number = 0;
    const auto [after, wrong] = std::from_chars(line.data(), line.data() + line.size(), number);
    float weight = 0;
    if (wrong != std::errc() || after == line.data() + line.size() || *after != ' ' || number >= kWeights ||
        std::from_chars(after + 1, line.data() + line.size(), weight).ec != std::errc() ||
        !std::isfinite(weight)) {
      return Error{.what = "expected the number of a weight and its value", .line = line_number};
    }
    policy->weights()[number] = weight;
  }
  if (!policy) return Error{.what = "expected a policy file, found nothing", .line = 1};
  return *policy;
}

}  // namespace yomi::daihinmin
