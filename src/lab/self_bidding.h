// Auctions of the policy with itself, on processors or, by the same code, on an accelerator: what
// lab/auction_training.h says of self-play, over plain arrays.
//
// `Lanes` are the threads that work on one deal together: 32 of an accelerator, or one.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "yomi/bidding/policy_inputs.h"

#ifdef __CUDACC__
#define YOMI_ANYWHERE __host__ __device__
#else
#define YOMI_ANYWHERE
#endif

namespace yomi::bidding::self_bidding {

// A single lane, working on a deal alone.
struct OneLane {
  static constexpr int kCount = 1;
  static constexpr int kEach = 64;  // units added up at a time
  static int lane() { return 0; }
  static float sum(float x) { return x; }
  static float max(float x) { return x; }
  static void sync() {}
};

// The layers of PolicyWeights (sparse_network.h), and where each begins in the row of all its weights.
inline constexpr int kInputs = static_cast<int>(inputs::kPolicyInputs);
inline constexpr int kFirst = 256;
inline constexpr int kSecond = 128;
inline constexpr int kOutputs = 40;
inline constexpr int kFirstBiasAt = kInputs * kFirst;
inline constexpr int kFirstAt = kFirstBiasAt + kFirst;
inline constexpr int kSecondBiasAt = kFirstAt + kFirst * kSecond;
inline constexpr int kSecondAt = kSecondBiasAt + kSecond;
inline constexpr int kOutputBiasAt = kSecondAt + kSecond * kOutputs;
inline constexpr int kWeights = kOutputBiasAt + kOutputs;
inline constexpr int kGeneral = kCalls;  // the output behind those of the calls

// Of TrickWeights.
inline constexpr int kTrickFirst = 192;
inline constexpr int kTrickSecond = 64;
inline constexpr int kTrickWeights = static_cast<int>(inputs::kTrickInputs) * kTrickFirst + kTrickFirst +
                                     kTrickFirst * kTrickSecond + kTrickSecond + kTrickSecond + 1;

// A stream of random numbers (Steele, Lea and Flood 2014).
struct Lots {
  std::uint64_t state;
  YOMI_ANYWHERE std::uint64_t next() {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  YOMI_ANYWHERE float unit() { return static_cast<float>(next() >> 40) * 0x1p-24F; }
  YOMI_ANYWHERE unsigned below(unsigned limit) {
    return static_cast<unsigned>(((next() >> 32) * limit) >> 32);
  }
  YOMI_ANYWHERE float normal() {
    const float radius = std::sqrt(-2 * std::log(1 - unit()));
    return radius * std::cos(6.2831853F * unit());
  }
};

struct SolvedDeal {
  std::uint64_t hands[kSeats];
  std::uint8_t tricks[kStrains][kSeats];
};

// An auction as plain numbers.
struct Bidding {
  static constexpr int kLongest = 60;  // longer ones are ended
  std::uint8_t calls[kLongest];
  int count = 0;
  int dealer = 0;
  int last = -1;  // the last bid, from 0
  int bidder = 0;
  int doubling = 0;
  int passes = 0;

  YOMI_ANYWHERE int turn() const { return (dealer + count) % kSeats; }
  YOMI_ANYWHERE bool is_over() const { return count == kLongest || passes >= (last < 0 ? 4 : 3); }
  YOMI_ANYWHERE bool is_legal(int code) const {
    if (code == 0) return true;
    if (code >= 3) return code - 3 > last;
    if (last < 0) return false;
    const bool ours = (bidder - turn()) % 2 == 0;
    return code == 1 ? !ours && doubling == 0 : ours && doubling == 1;
  }
  YOMI_ANYWHERE void add(int code) {
    passes = code == 0 ? passes + 1 : 0;
    if (code == 1 || code == 2) doubling = code;
    if (code >= 3) {
      last = code - 3;
      bidder = turn();
      doubling = 0;
    }
    calls[count++] = static_cast<std::uint8_t>(code);
  }
  YOMI_ANYWHERE int declarer() const {
    for (int i = 0; i < count; ++i)
      if (calls[i] >= 3 && (calls[i] - 3) % kStrains == last % kStrains && (dealer + i - bidder) % 2 == 0)
        return (dealer + i) % kSeats;
    return bidder;
  }
};

YOMI_ANYWHERE inline int score(int level, int strain, int doubling, bool vulnerable, int tricks) {
  const int over = tricks - level - 6;
  if (over < 0) {
    if (doubling == 0) return (vulnerable ? 100 : 50) * over;
    int lost = 0;
    for (int down = 1; down <= -over; ++down)
      lost += vulnerable ? (down == 1 ? 200 : 300) : (down == 1 ? 100 : down <= 3 ? 200 : 300);
    return -lost * doubling;
  }
  const int per_trick = strain < 2 ? 20 : 30;
  const int below = (per_trick * level + (strain == 4 ? 10 : 0)) << doubling;
  int made = below + (below >= 100 ? (vulnerable ? 500 : 300) : 50) + 50 * doubling;
  if (level == 6) made += vulnerable ? 750 : 500;
  if (level == 7) made += vulnerable ? 1500 : 1000;
  return made + over * (doubling == 0 ? per_trick : (vulnerable ? 200 : 100) * doubling);
}

YOMI_ANYWHERE inline int imps(int points) {
  const int steps[] = {20,  50,  90,   130,  170,  220,  270,  320,  370,  430,  500,  600,
                       750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000};
  const int size = points < 0 ? -points : points;
  int made = 0;
  while (made < 24 && size >= steps[made]) ++made;
  return points < 0 ? -made : made;
}

YOMI_ANYWHERE inline int score_ns(const Bidding& bidding, unsigned vulnerable, const SolvedDeal& deal) {
  if (bidding.last < 0) return 0;
  const int declarer = bidding.declarer();
  const int strain = bidding.last % kStrains;
  const int made = score(bidding.last / kStrains + 1, strain, bidding.doubling,
                         (vulnerable >> (declarer % 2) & 1U) != 0, deal.tricks[strain][declarer]);
  return declarer % 2 == 0 ? made : -made;
}

struct Switches {
  static constexpr int kMost = 124;
  std::uint16_t on[kMost];
  int count = 0;
  constexpr void add(std::size_t input) {
    if (count < kMost) on[count++] = static_cast<std::uint16_t>(input);
  }
};

// What a decision came to.
struct Activations {
  float first[kFirst];
  float second[kSecond];
  float outputs[kOutputs];
};

// `first` are the weights between the layers, perhaps in nearer memory. All lanes see `made` afterwards.
template <class Lanes>
YOMI_ANYWHERE void forward(const Lanes& lanes, const float* weights, const float* first,
                           const Switches& inputs, Activations& made) {
  for (int block = 0; block < kFirst; block += Lanes::kCount * Lanes::kEach) {
    float sums[Lanes::kEach];
    for (int each = 0; each < Lanes::kEach; ++each)
      sums[each] = weights[kFirstBiasAt + block + each * Lanes::kCount + lanes.lane()];
    for (int i = 0; i < inputs.count; ++i) {
      const float* row = weights + std::ptrdiff_t{inputs.on[i]} * kFirst + block + lanes.lane();
      for (int each = 0; each < Lanes::kEach; ++each) sums[each] += row[each * Lanes::kCount];
    }
    for (int each = 0; each < Lanes::kEach; ++each)
      made.first[block + each * Lanes::kCount + lanes.lane()] = sums[each] > 0 ? sums[each] : 0;
  }
  lanes.sync();
  {
    constexpr int kMine = kSecond / Lanes::kCount;
    float sums[kMine];
    for (int mine = 0; mine < kMine; ++mine)
      sums[mine] = weights[kSecondBiasAt + mine * Lanes::kCount + lanes.lane()];
    for (int unit = 0; unit < kFirst; ++unit) {
      const float x = made.first[unit];
      if (x == 0) continue;
      const float* row = first + std::ptrdiff_t{unit} * kSecond + lanes.lane();
      for (int mine = 0; mine < kMine; ++mine) sums[mine] += x * row[mine * Lanes::kCount];
    }
    for (int mine = 0; mine < kMine; ++mine)
      made.second[mine * Lanes::kCount + lanes.lane()] = sums[mine] > 0 ? sums[mine] : 0;
  }
  lanes.sync();
  for (int output = lanes.lane(); output < kOutputs; output += Lanes::kCount) {
    float sum = weights[kOutputBiasAt + output];
    for (int unit = 0; unit < kSecond; ++unit)
      sum += made.second[unit] * weights[kSecondAt + unit * kOutputs + output];
    made.outputs[output] = sum;
  }
  lanes.sync();
}

// The softmax over legal calls.
template <class Lanes>
YOMI_ANYWHERE void legal_chances(const Lanes& lanes, const Bidding& bidding, const float* outputs,
                                 float* chances) {
  float highest = -1e30F;
  for (int code = lanes.lane(); code < kCalls; code += Lanes::kCount)
    if (bidding.is_legal(code) && outputs[code] > highest) highest = outputs[code];
  highest = lanes.max(highest);
  float sum = 0;
  for (int code = lanes.lane(); code < kCalls; code += Lanes::kCount) {
    chances[code] = bidding.is_legal(code) ? std::exp(outputs[code] - highest) : 0;
    sum += chances[code];
  }
  sum = lanes.sum(sum);
  for (int code = lanes.lane(); code < kCalls; code += Lanes::kCount) chances[code] /= sum;
  lanes.sync();
}

// The bidders, and what they know of each other.
struct Seating {
  int dealer;
  unsigned vulnerable;
  std::uint8_t systems[2];
  std::uint8_t told[2];  // kSystems: nothing
  std::uint8_t player[2];
  static constexpr std::uint8_t kLearner = 0;
  static constexpr std::uint8_t kImitation = 1;
  static constexpr std::uint8_t kFormer = 2;
  static constexpr std::uint8_t kSilent = 3;
};

// Weights of the three kinds of players; those between the layers of the learner may lie nearer.
struct Players {
  const float* weights[3];
  const float* first[3];
};

template <class Lanes>
YOMI_ANYWHERE void set_switches(const Lanes& lanes, const SolvedDeal& deal, const Seating& table,
                                const Bidding& bidding, Switches& to) {
  if (lanes.lane() == 0) {
    const int side = bidding.turn() % 2;
    to.count = 0;
    inputs::add_hand(deal.hands[bidding.turn()], to);
    inputs::add_auction({bidding.calls, bidding.count, bidding.dealer, table.vulnerable, table.systems[side],
                         table.told[side]},
                        to);
  }
  lanes.sync();
}

// A decision that some of the auctions of a deal reached.
struct Node {
  Switches inputs;
  Activations made;
  float chances[kCalls];
  float gained[kCalls];  // IMPs of north and south in the auctions that made each call, added up
  std::int16_t next[kCalls];
  std::int16_t taken[kCalls];
  std::int8_t seat;
  bool learns;
};

// What a decision teaches.
struct Lesson {
  Switches inputs;
  Activations made;
  float chances[kCalls];
  float slopes[kOutputs];
  float share;  // of the deal's auctions
};

inline constexpr int kMostNodes = 320;
inline constexpr int kMostAuctions = 24;

// Memory of one group of lanes.
struct Room {
  Node nodes[kMostNodes];
  std::int16_t path_node[kMostAuctions][Bidding::kLongest];
  std::uint8_t path_call[kMostAuctions][Bidding::kLongest];
  std::int16_t length[kMostAuctions];
  int scores[kMostAuctions];
  float gains[kMostAuctions];
  int nodes_made;
};

template <class Lanes>
class DealTree {
 public:
  YOMI_ANYWHERE DealTree(const Lanes& lanes, Room& room, Activations& near, const Players& players,
                         const SolvedDeal& deal, const Seating& table)
      : lanes_(lanes), room_(room), near_(near), players_(players), deal_(deal), table_(table) {}

  // Bids the deal so many times; false when all auctions came to the same score, or did not fit.
  YOMI_ANYWHERE bool bid(int auctions, Lots& lots) {
    room_.nodes_made = 0;
    Bidding start;
    start.dealer = table_.dealer;
    make_node(start);
    for (int i = 0; i < auctions; ++i)
      if (!walk(start, i, lots)) return false;
    bool differ = false;
    for (int i = 1; i < auctions; ++i) differ |= room_.scores[i] != room_.scores[0];
    if (!differ) return false;
    for (int i = lanes_.lane(); i < auctions; i += Lanes::kCount) {
      int gained = 0;
      for (int other = 0; other < auctions; ++other) gained += imps(room_.scores[i] - room_.scores[other]);
      room_.gains[i] = static_cast<float>(gained) / static_cast<float>(auctions - 1);
    }
    lanes_.sync();
    if (lanes_.lane() == 0) {
      for (int i = 0; i < auctions; ++i)
        for (int step = 0; step < room_.length[i]; ++step) {
          Node& node = room_.nodes[room_.path_node[i][step]];
          node.gained[room_.path_call[i][step]] += room_.gains[i];
          ++node.taken[room_.path_call[i][step]];
        }
    }
    lanes_.sync();
    return true;
  }

  // Calls take(node) for each decision that teaches something.
  template <class Take>
  YOMI_ANYWHERE void lessons(const Take& take) const {
    for (int i = 0; i < room_.nodes_made; ++i) {
      const Node& node = room_.nodes[i];
      if (!node.learns) continue;
      float kinds = 0;
      for (int code = lanes_.lane(); code < kCalls; code += Lanes::kCount)
        kinds += node.taken[code] > 0 ? 1 : 0;
      if (lanes_.sum(kinds) >= 2) take(node);
    }
  }

  // The slopes of the policy gradient at a decision.
  YOMI_ANYWHERE float slopes(const Node& node, int auctions, float* made) const {
    float taken = 0;
    float sum = 0;
    for (int code = lanes_.lane(); code < kCalls; code += Lanes::kCount) {
      taken += static_cast<float>(node.taken[code]);
      sum += node.gained[code];
    }
    taken = lanes_.sum(taken);
    const float mean = lanes_.sum(sum) / taken;
    // The mean has each auction in it, hence the first factor.
    const float scale =
        (node.seat % 2 == 0 ? -1.0F : 1.0F) * taken / (taken - 1) / static_cast<float>(auctions);
    for (int code = lanes_.lane(); code < kOutputs; code += Lanes::kCount)
      made[code] =
          code < kCalls ? scale * (node.gained[code] - mean * static_cast<float>(node.taken[code])) : 0;
    return taken / static_cast<float>(auctions);
  }

 private:
  // -1 when there is no room.
  YOMI_ANYWHERE int make_node(const Bidding& bidding) {
    const int number = room_.nodes_made;
    if (number == kMostNodes) return -1;
    lanes_.sync();
    if (lanes_.lane() == 0) room_.nodes_made = number + 1;
    Node& node = room_.nodes[number];
    for (int code = lanes_.lane(); code < kCalls; code += Lanes::kCount) {
      node.next[code] = -1;
      node.taken[code] = 0;
      node.gained[code] = 0;
    }
    const int player = table_.player[bidding.turn() % 2];
    if (lanes_.lane() == 0) {
      node.seat = static_cast<std::int8_t>(bidding.turn());
      node.learns = player == Seating::kLearner;
    }
    if (player == Seating::kSilent) {
      for (int code = lanes_.lane(); code < kCalls; code += Lanes::kCount)
        node.chances[code] = code == 0 ? 1 : 0;
      lanes_.sync();
      return number;
    }
    set_switches(lanes_, deal_, table_, bidding, node.inputs);
    forward(lanes_, players_.weights[player], players_.first[player], node.inputs, near_);
    legal_chances(lanes_, bidding, near_.outputs, node.chances);
    for (int i = lanes_.lane(); i < kFirst; i += Lanes::kCount) node.made.first[i] = near_.first[i];
    for (int i = lanes_.lane(); i < kSecond; i += Lanes::kCount) node.made.second[i] = near_.second[i];
    for (int i = lanes_.lane(); i < kOutputs; i += Lanes::kCount) node.made.outputs[i] = near_.outputs[i];
    lanes_.sync();
    return number;
  }

  YOMI_ANYWHERE bool walk(const Bidding& start, int number, Lots& lots) {
    Bidding bidding = start;
    int at = 0;
    int length = 0;
    for (;;) {
      const Node& node = room_.nodes[at];
      float draw = lots.unit();
      int code = 0;
      while (code + 1 < kCalls && draw >= node.chances[code]) draw -= node.chances[code++];
      if (!bidding.is_legal(code)) code = 0;
      if (lanes_.lane() == 0) {
        room_.path_node[number][length] = static_cast<std::int16_t>(at);
        room_.path_call[number][length] = static_cast<std::uint8_t>(code);
      }
      ++length;
      bidding.add(code);
      if (bidding.is_over()) break;
      int next = room_.nodes[at].next[code];
      if (next < 0) {
        next = make_node(bidding);
        if (next < 0) return false;
        if (lanes_.lane() == 0) room_.nodes[at].next[code] = static_cast<std::int16_t>(next);
        lanes_.sync();
      }
      at = next;
    }
    if (lanes_.lane() == 0) {
      room_.length[number] = static_cast<std::int16_t>(length);
      room_.scores[number] = score_ns(bidding, table_.vulnerable, deal_);
    }
    lanes_.sync();
    return true;
  }

  const Lanes& lanes_;
  Room& room_;
  Activations& near_;
  const Players& players_;
  const SolvedDeal& deal_;
  const Seating& table_;
};

struct Prices {
  float general;
  float agreed;
};

// Adds the price of distance to the imitation, whose outputs here are `wanted`; the distance.
template <class Lanes>
YOMI_ANYWHERE float add_price(const Lanes& lanes, const Prices& prices, const float* wanted, Lesson& lesson) {
  constexpr float kLeastLog = -12;
  constexpr float kLeast = 1e-12F;
  float highest = -1e30F;
  for (int code = lanes.lane(); code < kCalls; code += Lanes::kCount)
    if (lesson.chances[code] > 0 && wanted[code] > highest) highest = wanted[code];
  highest = lanes.max(highest);
  float sum = 0;
  for (int code = lanes.lane(); code < kCalls; code += Lanes::kCount)
    if (lesson.chances[code] > 0) sum += std::exp(wanted[code] - highest);
  const float log_sum = highest + std::log(lanes.sum(sum));
  float distance = 0;
  const auto log_ratio = [&](int code) {
    const float log = wanted[code] - log_sum;
    return std::log(lesson.chances[code]) - (log > kLeastLog ? log : kLeastLog);
  };
  for (int code = lanes.lane(); code < kCalls; code += Lanes::kCount)
    if (lesson.chances[code] > kLeast) distance += lesson.chances[code] * log_ratio(code);
  distance = lanes.sum(distance);
  const float general = 1 / (1 + std::exp(-wanted[kGeneral]));
  const float price = lesson.share * (prices.general * general + prices.agreed * (1 - general));
  for (int code = lanes.lane(); code < kCalls; code += Lanes::kCount)
    if (lesson.chances[code] > kLeast)
      lesson.slopes[code] += price * lesson.chances[code] * (log_ratio(code) - distance);
  lanes.sync();
  return distance;
}

}  // namespace yomi::bidding::self_bidding
