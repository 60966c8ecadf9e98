#include "yomi/daihinmin/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "yomi/daihinmin/learnt_file.h"
#include "yomi/daihinmin/network.h"

namespace yomi::daihinmin {
namespace {

using features::Bits;
using features::coarse;
using features::DecisionContext;
using features::kClasses;
using features::kFollow;
using features::kLead;
using features::kPass;
using features::Look;

// The features of the linear policies, block after block; those up to run_break are all that the breadth
// `hand` has.
enum class Of : std::uint8_t {
  kind_rank,
  hand_after,
  left,
  groups,
  breaks,
  joker,
  eight,
  revolution,
  passing,
  pass_top,
  pass_left,
  run_break,
  beaters,
  stands,
  weak,
  lock,
  nearest,
  pass_beaters,
  pass_owner,
  pass_own,
  joker_three,
  three_on_joker,
  cross_own,
  cross_others,
  joker_out,
  plan,
  still_in,
  runs_left,
  next,
  count
};
constexpr std::array<features::Block, static_cast<std::size_t>(Of::count)> kBlocks{{
    {"lead or follow, class, strength", {2, kClasses, 15}},
    {"cards left in a column that the move changes: column, how many", {15, 5}},
    {"act, cards left", {3, 13}},
    {"act, ranks left", {3, 12}},
    {"lead or follow, held of the rank, used", {2, 5, 5}},
    {"joker used: class, cards left", {kClasses, 4}},
    {"an eight: lead or follow, class, ranks left", {2, kClasses, 6}},
    {"makes a revolution: how the rest likes it", {7}},
    {"pass: last to pass, own cards lie there", {2, 2}},
    {"pass: class and strength of what lies there", {kClasses, 15}},
    {"pass: own cards", {13}},
    {"breaks a run: lead or follow, class", {2, kClasses}},
    {"lead or follow, class, ranks outside that beat it", {2, kClasses, 8}},
    {"stands: lead or follow, class", {2, kClasses}},
    {"act, stands, weak ranks left", {3, 2, 8}},
    {"makes a lock: single or pair or more, stands, weak ranks left", {3, 2, 4}},
    {"act, single or pair or more, fewest cards of another", {3, 3, 6}},
    {"pass: class, ranks outside that beat what lies there", {kClasses, 8}},
    {"pass: others who have not passed, cards of who played last", {5, 6}},
    {"pass: ranks left, weak ranks left", {12, 8}},
    {"lone joker: spade three outside", {2}},
    {"spade three on the joker", {1}},
    {"act and kind, strength, column, own cards left there", {9, 15, 13, 5}},
    {"act and kind, strength, column, cards outside there", {9, 15, 13, 5}},
    {"act, single or pair or more, joker outside, joker kept", {3, 3, 2, 2}},
    {"act, stands, weak ranks, strong ranks, fewest cards of another", {3, 2, 6, 6, 3}},
    {"act, single or pair or more, others still in, fewest cards", {3, 3, 4, 4}},
    {"act, class, cards left in runs", {3, kClasses, 4}},
    {"act, class, cards of the next to move", {3, kClasses, 7}},
}};
constexpr std::uint32_t kWeights = features::first_of(kBlocks, kBlocks.size());
static_assert(kWeights == 19589, "files that were learnt rest on these numbers");

template <Of kBlock, class... Values>
constexpr std::uint32_t number(Values... values) {
  return features::number<kBlocks, kBlock>(values...);
}

template <class Sink>
void cross(const DecisionContext& s, int act_and_kind, int strength_of, Bits after_counts, Sink&& sink) {
  Bits own = after_counts >> 4;
  Bits out = s.others_counts >> 4;
  for (int column = 0; column < 13; ++column) {
    sink(number<Of::cross_own>(act_and_kind, strength_of, column, own & 7), 1.0F);
    sink(number<Of::cross_others>(act_and_kind, strength_of, column, out & 7), 1.0F);
    own >>= 4;
    out >>= 4;
  }
}

// What a move leaves to be done, beside how near the others are to going out.
template <class Sink>
void plan_features(const DecisionContext& s, int act, const Look& look, Sink&& sink) {
  const int of_class = look.of_class;
  const int near = s.nearest <= 1 ? 0 : s.nearest <= 3 ? 1 : 2;
  sink(number<Of::plan>(act, look.stood ? 1 : 0, std::min(look.weak, 5), std::min(look.ranks - look.weak, 5),
                        near),
       1.0F);
  sink(number<Of::still_in>(act, coarse(of_class), std::clamp(s.still_in - 1, 0, 3),
                            std::clamp(s.nearest - 1, 0, 3)),
       1.0F);
  sink(number<Of::runs_left>(act, of_class, look.in_runs), 1.0F);
  sink(number<Of::next>(act, of_class, std::min(s.next, 6)), 1.0F);
  cross(s, act * 3 + coarse(of_class), look.low, look.counts, sink);
  sink(number<Of::joker_out>(act, coarse(of_class), s.joker_outside ? 1 : 0, look.keeps_joker ? 1 : 0), 1.0F);
  sink(number<Of::nearest>(act, coarse(of_class), std::min(s.nearest, 5)), 1.0F);
  sink(number<Of::weak>(act, look.stood ? 1 : 0, std::min(look.weak, 7)), 1.0F);
}

template <bool kFull, class Sink>
void pass_features(const DecisionContext& s, const Look& look, Sink&& sink) {
  const Public& table = s.table;
  sink(number<Of::passing>(table.last_to_pass() ? 1 : 0, table.owner == table.turn ? 1 : 0), 1.0F);
  sink(number<Of::pass_top>(look.of_class, look.low), 1.0F);
  sink(number<Of::pass_left>(std::min(look.left, 12)), 1.0F);
  if constexpr (kFull) {
    sink(number<Of::pass_own>(std::min(look.ranks, 11), std::min(look.weak, 7)), 1.0F);
    sink(number<Of::pass_owner>(std::min(s.waiting, 4), std::min<int>(table.counts[table.owner], 5)), 1.0F);
    if (look.over >= 0) sink(number<Of::pass_beaters>(look.of_class, look.over), 1.0F);
    plan_features(s, kPass, look, sink);
  }
}

template <bool kFull, class Sink>
void play_features(const DecisionContext& s, const Move& move, const Look& look, Sink&& sink) {
  const Public& table = s.table;
  const int act = table.table_empty() ? kLead : kFollow;
  const int of_class = look.of_class;
  const int left = look.left;
  sink(number<Of::kind_rank>(act, of_class, look.low), 1.0F);
  for (Bits changed = look.used; changed != 0;) {
    const int column = lowest_bit(changed) >> 2;
    changed &= ~(Bits{15} << (4 * column));
    sink(number<Of::hand_after>(column, look.counts >> (4 * column) & 7), 1.0F);
    sink(number<Of::hand_after>(column, s.hand_counts >> (4 * column) & 7), -1.0F);
  }
  sink(number<Of::left>(act, std::min(left, 12)), 1.0F);
  sink(number<Of::groups>(act, std::min(look.ranks, 11)), 1.0F);
  if (move.kind == Kind::group && look.used != 0) {
    const int column = lowest_bit(look.used) >> 2;
    sink(number<Of::breaks>(act, s.hand_counts >> (4 * column) & 7, move.size - (look.joker ? 1 : 0)), 1.0F);
    if ((look.used & s.in_runs) != 0) sink(number<Of::run_break>(act, of_class), 1.0F);
  }
  if (look.joker) sink(number<Of::joker>(of_class, left <= 2 ? 0 : left <= 4 ? 1 : left <= 7 ? 2 : 3), 1.0F);
  if (move.shows_eight() && !move.is_lone_joker())
    sink(number<Of::eight>(act, of_class, std::min(look.ranks, 5)), 1.0F);
  if (move.is_revolution()) sink(number<Of::revolution>(features::likes_revolution(look)), 1.0F);
  if constexpr (kFull) {
    if (look.over >= 0) sink(number<Of::beaters>(act, of_class, look.over), 1.0F);
    if (look.stood) sink(number<Of::stands>(act, of_class), 1.0F);
    if (act == kFollow && !table.locked && move.suits == table.top.suits)
      sink(number<Of::lock>(coarse(of_class), look.stood ? 1 : 0, std::min(look.weak, 3)), 1.0F);
    if (move.is_lone_joker())
      sink(number<Of::joker_three>(s.others_cards.contains(spade_three()) ? 1 : 0), 1.0F);
    if (table.top.is_lone_joker()) sink(number<Of::three_on_joker>(0), 1.0F);
    plan_features(s, act, look, sink);
  }
}

template <bool kFull, class Sink>
void move_features(const DecisionContext& s, const Move& move, const Look& look, Sink&& sink) {
  if (move.is_pass()) {
    pass_features<kFull>(s, look, sink);
  } else {
    play_features<kFull>(s, move, look, sink);
  }
}

template <bool kFull>
void sum_scores(const float* weights, const DecisionContext& s, const MoveList& list, std::span<float> out) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Look look(s, list[i], kFull);
    float sum = 0;
    move_features<kFull>(s, list[i], look,
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

Policy::Policy(Breadth breadth) : breadth_(breadth) {
  if (breadth == Breadth::network) {
    network_ = std::make_shared<const network::Network>();
  } else {
    weights_.assign(kWeights, 0.0F);
  }
}

Policy::Policy(network::Network network)
    : breadth_(Breadth::network), network_(std::make_shared<const network::Network>(std::move(network))) {}

bool operator==(const Policy& a, const Policy& b) {
  return a.breadth_ == b.breadth_ && a.weights_ == b.weights_ &&
         (a.network_ == b.network_ || (a.network_ && b.network_ && *a.network_ == *b.network_));
}

void Policy::scores(const Public& table, Cards hand, Cards others, const MoveList& list,
                    std::span<float> out) const {
  if (network_) return network_->scores(table, hand, others, list, out);
  const bool full = breadth_ == Breadth::full;
  const DecisionContext context(table, hand, others, full);
  full ? sum_scores<true>(weights_.data(), context, list, out)
       : sum_scores<false>(weights_.data(), context, list, out);
}

void softmax(std::span<float> scores) {
  const float best = *std::max_element(scores.begin(), scores.end());
  float sum = 0;
  for (float& score : scores) sum += score = fast_exp(score - best);
  for (float& score : scores) score /= sum;
}

void Policy::probabilities(const Public& table, Cards hand, Cards others, const MoveList& list,
                           std::span<float> out, float temperature) const {
  scores(table, hand, others, list, out);
  out = out.first(list.size());
  for (float& score : out) score /= temperature;
  softmax(out);
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
  const float mark = static_cast<float>(random.unit()) * sum;
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    if (mark < out[i]) return i;
  }
  return list.size() - 1;
}

void Policy::features(const Public& table, Cards hand, Cards others, const Move& move,
                      std::vector<Feature>& out) const {
  out.clear();
  const auto sink = [&](std::uint32_t number, float value) { out.push_back({number, value}); };
  const bool full = breadth_ == Breadth::full;
  const DecisionContext context(table, hand, others, full);
  const Look look(context, move, full);
  full ? move_features<true>(context, move, look, sink) : move_features<false>(context, move, look, sink);
}

namespace {

constexpr std::array<std::pair<Breadth, std::string_view>, 3> kBreadths{
    {{Breadth::hand, "hand"}, {Breadth::full, "full"}, {Breadth::network, "network"}}};

std::string head_of(Breadth breadth, std::string_view name) {
  return fmt::format("yomi-daihinmin-policy {} {}", name,
                     breadth == Breadth::network ? network::kWeights : kWeights);
}

// A row a line.
Result<Policy> parse_network(LearntLines& lines) {
  network::Network network;
  std::size_t filled = 0;
  while (const auto line = lines.next()) {
    const char* from = line->data();
    const char* const stop = line->data() + line->size();
    for (; from < stop; ++filled) {
      if (*from == ' ') ++from;
      if (filled == network::kWeights)
        return lines.error(fmt::format("expected {} weights", network::kWeights));
      const auto [after, wrong] = std::from_chars(from, stop, network.weights()[filled]);
      if (wrong != std::errc())
        return lines.error("expected whole numbers", static_cast<std::uint32_t>(from - line->data() + 1));
      from = after;
    }
  }
  if (auto error = lines.not_whole()) return *error;
  if (filled != network::kWeights)
    return lines.error(fmt::format("expected {} weights, found {}", network::kWeights, filled));
  return Policy(std::move(network));
}

}  // namespace

std::string to_text(const Policy& policy) {
  std::string text;
  for (const auto& [breadth, name] : kBreadths) {
    if (breadth == policy.breadth()) text = head_of(breadth, name) + '\n';
  }
  if (policy.breadth() == Breadth::network) {
    const auto weights = policy.network().weights();
    for (std::size_t i = 0; i < weights.size(); i += network::kUnits)
      text += fmt::format(
          "{}\n",
          fmt::join(weights.subspan(i, std::min<std::size_t>(network::kUnits, weights.size() - i)), " "));
    return text + "end\n";
  }
  const auto weights = policy.weights();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (std::abs(weights[i]) >= 0.0005F) text += fmt::format("{} {:.3f}\n", i, weights[i]);
  }
  return text + "end\n";
}

Result<Policy> parse_policy(std::string_view text) {
  LearntLines lines(text);
  std::optional<Policy> policy;
  const auto head = lines.next();
  for (const auto& [breadth, name] : kBreadths) {
    if (head && *head == head_of(breadth, name)) policy.emplace(breadth);
  }
  if (!policy)
    return Error{.what = fmt::format("expected '{}' (or hand, or network)", head_of(Breadth::full, "full")),
                 .line = 1};
  if (policy->breadth() == Breadth::network) return parse_network(lines);
  while (const auto line = lines.next()) {
    const char* const stop = line->data() + line->size();
    std::uint32_t number = 0;
    const auto [after, wrong] = std::from_chars(line->data(), stop, number);
    float weight = 0;
    if (wrong != std::errc() || after == stop || *after != ' ' || number >= policy->weights().size() ||
        std::from_chars(after + 1, stop, weight).ec != std::errc() || !std::isfinite(weight)) {
      return lines.error("expected the number of a weight and its value");
    }
    policy->weights()[number] = weight;
  }
  if (auto error = lines.not_whole()) return *error;
  return *policy;
}

}  // namespace yomi::daihinmin
