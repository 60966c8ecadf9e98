// What an accelerator does in a step of auctions.cu: deals, their tricks, auctions, the way back, the step, and matches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "accelerator.cuh"
#include "self_bidding.h"

namespace yomi::bidding::self_bidding {
namespace {

using train::WarpLanes;

struct Course {
  int deals = 8192;     // of a step
  int auctions = 16;    // of a deal
  float solved = 0.1F;  // share of solved deals
  float silent = 0.2F;
  float strong = 0.25F;  // share of deals in which one side has slam values
  Prices prices{0.008F, 0.03F};
};

// --- deals

__device__ void draw_deal(Lots& lots, std::uint64_t* hands) {
  std::uint8_t cards[52];
  for (int i = 0; i < 52; ++i) cards[i] = static_cast<std::uint8_t>(i);
  for (int i = 51; i > 0; --i) {
    const unsigned j = lots.below(static_cast<unsigned>(i + 1));
    const std::uint8_t card = cards[i];
    cards[i] = cards[j];
    cards[j] = card;
  }
  for (int seat = 0; seat < kSeats; ++seat) {
    hands[seat] = 0;
    for (int i = 0; i < kRanks; ++i) {
      const unsigned card = cards[seat * kRanks + i];
      hands[seat] |= std::uint64_t{1} << (16 * (card / kRanks) + card % kRanks);
    }
  }
}

constexpr int kSlamValues = 31;

// High-card points of a side, and a little for its best fit and short suits.
__device__ int strength(const std::uint64_t* hands, int side) {
  int points = 0;
  int fit = 8;
  int shortest = 3;
  for (int suit = 0; suit < kSuits; ++suit) {
    int together = 0;
    for (int seat = side; seat < kSeats; seat += 2) {
      const unsigned ranks = static_cast<unsigned>(hands[seat] >> (16 * suit)) & 0x1FFFU;
      const int length = __popc(ranks);
      together += length;
      shortest = length < shortest ? length : shortest;
      points += 4 * static_cast<int>(ranks >> 12 & 1U) + 3 * static_cast<int>(ranks >> 11 & 1U) +
                2 * static_cast<int>(ranks >> 10 & 1U) + static_cast<int>(ranks >> 9 & 1U);
    }
    fit = together > fit ? together : fit;
  }
  return points + (fit - 8) + (3 - shortest);
}

__global__ void make_deals(Course course, std::uint64_t seed, const SolvedDeal* library, unsigned solved,
                           SolvedDeal* deals, Seating* tables, bool* estimated) {
  const int number = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (number >= course.deals) return;
  Lots lots{seed * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(number) * 0xD1342543DE82EF95ULL};
  lots.next();
  SolvedDeal& deal = deals[number];
  Seating& table = tables[number];
  estimated[number] = !(solved > 0 && lots.unit() < course.solved);
  if (estimated[number]) {
    const bool strong = lots.unit() < course.strong;
    do draw_deal(lots, deal.hands);
    while (strong && strength(deal.hands, 0) < kSlamValues && strength(deal.hands, 1) < kSlamValues);
  } else {
    const SolvedDeal& from = library[lots.below(solved)];
    int to[kSuits] = {0, 1, 2, 3};
    for (unsigned i = 3; i > 0; --i) {
      const unsigned j = lots.below(i + 1);
      const int suit = to[i];
      to[i] = to[j];
      to[j] = suit;
    }
    for (int seat = 0; seat < kSeats; ++seat) {
      deal.hands[seat] = 0;
      for (int suit = 0; suit < kSuits; ++suit) {
        deal.hands[seat] |= (from.hands[seat] >> (16 * suit) & 0x1FFFU) << (16 * to[suit]);
        deal.tricks[to[suit]][seat] = from.tricks[suit][seat];
      }
      deal.tricks[4][seat] = from.tricks[4][seat];
    }
  }
  table.dealer = static_cast<int>(lots.below(kSeats));
  table.vulnerable = lots.below(4);
  for (std::uint8_t& system : table.systems) {
    const float at = lots.unit();
    system = at < 0.6F ? 0 : at < 0.8F ? 1 : at < 0.9F ? 2 : 3;
  }
  for (int side = 0; side < 2; ++side)
    table.told[side] = lots.unit() < 0.7F ? static_cast<std::uint8_t>(inputs::kSystems) : table.systems[1 - side];
  table.player[0] = table.player[1] = Seating::kLearner;
  const unsigned other = lots.below(2);
  const float who = lots.unit();
  if (lots.unit() < course.silent) {
    table.player[other] = Seating::kSilent;
  } else if (who >= 0.6F) {
    table.player[other] = who < 0.8F ? Seating::kImitation : Seating::kFormer;
  }
}

// How far true tricks lie from an estimate, as trick_estimate.cpp has it.
__device__ float trick_error(bool no_trump, float tricks) {
  const float near = tricks > 11 ? tricks - 11 : 0;
  return no_trump ? 0.83F - 0.16F * near : 0.47F - 0.11F * near;
}

// One group of lanes a deal: ten estimates, with errors drawn around them.
__global__ void estimate_tricks(Course course, std::uint64_t seed, const float* weights, SolvedDeal* deals,
                                const bool* estimated) {
  __shared__ float units[8][kTrickFirst];
  __shared__ Switches switches[8];
  const int warp = static_cast<int>(threadIdx.x / 32);
  const int number = static_cast<int>(blockIdx.x) * 8 + warp;
  const int lane = static_cast<int>(threadIdx.x & 31U);
  if (number >= course.deals || !estimated[number]) return;
  Lots lots{(seed ^ 0x5DEECE66DULL) * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(number)};
  lots.next();
  SolvedDeal& deal = deals[number];
  for (int side = 0; side < 2; ++side) {
    const float shared = lots.normal();
    for (int strain = 0; strain < kStrains; ++strain) {
      const float own = lots.normal();
      if (lane == 0) {
        std::size_t order[kSuits];
        int place = 0;
        if (strain < kSuits) order[place++] = static_cast<std::size_t>(strain);
        for (int suit = kSuits - 1; suit >= 0; --suit)
          if (suit != strain) order[place++] = static_cast<std::size_t>(suit);
        switches[warp].count = 0;
        inputs::add_deal(deal.hands, static_cast<std::size_t>(side), order, switches[warp]);
      }
      __syncwarp();
      const float* at = weights + (strain == kSuits ? kTrickWeights : 0);
      const float* bias = at + inputs::kTrickInputs * kTrickFirst;
      for (int unit = lane; unit < kTrickFirst; unit += 32) {
        float sum = bias[unit];
        for (int i = 0; i < switches[warp].count; ++i) sum += at[switches[warp].on[i] * kTrickFirst + unit];
        units[warp][unit] = sum > 0 ? sum : 0;
      }
      __syncwarp();
      const float* between = bias + kTrickFirst;
      const float* second_bias = between + kTrickFirst * kTrickSecond;
      float tricks = 0;
      for (int unit = lane; unit < kTrickSecond; unit += 32) {
        float sum = second_bias[unit];
        for (int i = 0; i < kTrickFirst; ++i) sum += units[warp][i] * between[i * kTrickSecond + unit];
        tricks += (sum > 0 ? sum : 0) * second_bias[kTrickSecond + unit];
      }
      for (int step = 16; step > 0; step >>= 1) tricks += __shfl_xor_sync(0xFFFFFFFFU, tricks, step);
      tricks += second_bias[kTrickSecond + kTrickSecond];
      const int drawn =
          __float2int_rn(tricks + trick_error(strain == kSuits, tricks) * (0.45F * shared + 0.893F * own));
      if (lane == 0) {
        const int kept = drawn < 0 ? 0 : drawn > kRanks ? kRanks : drawn;
        deal.tricks[strain][side] = deal.tricks[strain][side + 2] = static_cast<std::uint8_t>(kept);
      }
      __syncwarp();
    }
  }
}

// --- auctions

constexpr int kBidWarps = 28;
constexpr std::size_t kBidMemory = sizeof(float) * kFirst * kSecond + sizeof(Activations) * kBidWarps;

struct Tally {
  unsigned next;     // deal
  unsigned lessons;  // made
  unsigned nodes;
  float distance;
};

__device__ float* load_between(const float* weights) {
  extern __shared__ float memory[];
  for (int i = static_cast<int>(threadIdx.x); i < kFirst * kSecond; i += static_cast<int>(blockDim.x))
    memory[i] = weights[kFirstAt + i];
  __syncthreads();
  return memory;
}

__global__ void __launch_bounds__(kBidWarps * 32) bid_deals(Course course, std::uint64_t seed, Players players,
                                                            const SolvedDeal* deals, const Seating* tables, Room* rooms,
                                                            Lesson* lessons, unsigned most, Tally* tally) {
  float* between = load_between(players.weights[0]);
  players.first[0] = between;
  const unsigned warp = threadIdx.x / 32;
  auto& near = reinterpret_cast<Activations*>(between + kFirst * kSecond)[warp];
  Room& room = rooms[blockIdx.x * kBidWarps + warp];
  const WarpLanes lanes;
  while (true) {
    unsigned number = 0;
    if (lanes.lane() == 0) number = atomicAdd(&tally->next, 1U);
    number = __shfl_sync(0xFFFFFFFFU, number, 0);
    if (number >= static_cast<unsigned>(course.deals)) break;
    Lots lots{(seed ^ 0x1234567ULL) * 0x9E3779B97F4A7C15ULL + number * 0xD1342543DE82EF95ULL};
    const SolvedDeal deal = deals[number];
    const Seating table = tables[number];
    DealTree<WarpLanes> tree(lanes, room, near, players, deal, table);
    const bool teaches = tree.bid(course.auctions, lots);
    if (lanes.lane() == 0) atomicAdd(&tally->nodes, static_cast<unsigned>(room.nodes_made));
    if (!teaches) continue;
    tree.lessons([&](const Node& node) {
      unsigned at = 0;
      if (lanes.lane() == 0) at = atomicAdd(&tally->lessons, 1U);
      at = __shfl_sync(0xFFFFFFFFU, at, 0);
      if (at >= most) return;
      Lesson& lesson = lessons[at];
      const auto* from = reinterpret_cast<const std::uint32_t*>(&node);
      auto* to = reinterpret_cast<std::uint32_t*>(&lesson);
      static_assert(offsetof(Lesson, slopes) == offsetof(Node, gained));
      for (unsigned i = lanes.lane(); i < offsetof(Lesson, slopes) / 4; i += 32) to[i] = from[i];
      const float share = tree.slopes(node, course.auctions, lesson.slopes);
      if (lanes.lane() == 0) lesson.share = share;
      __syncwarp();
    });
  }
}

// --- the way back

constexpr int kBackWarps = 24;
struct Back {
  Activations wanted;
  float second[kSecond];
};
constexpr std::size_t kBackMemory = sizeof(float) * kFirst * kSecond + sizeof(Back) * kBackWarps;

// Prices, and the slopes by the units of the layers; those of the inputs are added up at once.
__global__ void __launch_bounds__(kBackWarps * 32) go_back(Prices prices, const float* weights, const float* imitation,
                                                           Lesson* lessons, float* first_slopes, float* second_slopes,
                                                           float* gradient, unsigned most, Tally* tally) {
  extern __shared__ float memory[];
  // Turned round: by the units of the second layer, then those of the first.
  for (int i = static_cast<int>(threadIdx.x); i < kFirst * kSecond; i += static_cast<int>(blockDim.x))
    memory[i] = weights[kFirstAt + (i % kFirst) * kSecond + i / kFirst];
  __syncthreads();
  const unsigned warp = threadIdx.x / 32;
  const int lane = static_cast<int>(threadIdx.x & 31U);
  Back& back = reinterpret_cast<Back*>(memory + kFirst * kSecond)[warp];
  const WarpLanes lanes;
  const unsigned count = tally->lessons < most ? tally->lessons : most;
  float distances = 0;
  for (unsigned number = blockIdx.x * kBackWarps + warp; number < count; number += gridDim.x * kBackWarps) {
    Lesson& lesson = lessons[number];
    forward(lanes, imitation, imitation + kFirstAt, lesson.inputs, back.wanted);
    distances += add_price(lanes, prices, back.wanted.outputs, lesson);
    for (int unit = lane; unit < kSecond; unit += 32) {
      float sum = 0;
      if (lesson.made.second[unit] > 0)
        for (int output = 0; output < kCalls; ++output)
          sum += weights[kSecondAt + unit * kOutputs + output] * lesson.slopes[output];
      back.second[unit] = sum;
      second_slopes[number * kSecond + unit] = sum;
    }
    __syncwarp();
    float sums[8] = {};
    for (int unit = 0; unit < kSecond; ++unit) {
      const float x = back.second[unit];
      if (x == 0) continue;
      for (int each = 0; each < 8; ++each) sums[each] += x * memory[unit * kFirst + each * 32 + lane];
    }
    for (int each = 0; each < 8; ++each) {
      const int unit = each * 32 + lane;
      if (lesson.made.first[unit] <= 0) sums[each] = 0;
      first_slopes[number * kFirst + unit] = sums[each];
      for (int i = 0; i < lesson.inputs.count && sums[each] != 0; ++i)
        atomicAdd(gradient + lesson.inputs.on[i] * kFirst + unit, sums[each]);
    }
    __syncwarp();
  }
  if (lane == 0) atomicAdd(&tally->distance, distances);
}

// gradient[row][column] += sum of left[lesson][row] * right[lesson][column], and the sums of right as biases.
template <int kRows, int kColumns>
__global__ void __launch_bounds__(256) add_products(const float* left, int left_step, const float* right,
                                                    int right_step, float* gradient, float* bias, const Tally* tally,
                                                    unsigned most) {
  constexpr int kBatch = 16;
  constexpr int kTile = 32;  // rows of a block
  __shared__ float rows[kBatch][kTile];
  __shared__ float columns[kBatch][kColumns];
  const unsigned count = tally->lessons < most ? tally->lessons : most;
  const unsigned share = (count + gridDim.y - 1) / gridDim.y;
  const unsigned begin = blockIdx.y * share;
  const unsigned end = begin + share < count ? begin + share : count;
  const int thread = static_cast<int>(threadIdx.x);
  const int row = static_cast<int>(blockIdx.x) * kTile;
  constexpr int kEach = (kTile * kColumns + 255) / 256;
  float sums[kEach] = {};
  float bias_sum = 0;
  for (unsigned first = begin; first < end; first += kBatch) {
    const int batch = static_cast<int>(end - first < kBatch ? end - first : kBatch);
    for (int i = thread; i < kBatch * kTile; i += 256)
      rows[i / kTile][i % kTile] =
          i / kTile < batch ? left[static_cast<std::size_t>(first + i / kTile) * left_step + row + i % kTile] : 0;
    for (int i = thread; i < kBatch * kColumns; i += 256)
      columns[i / kColumns][i % kColumns] =
          i / kColumns < batch
              ? right[static_cast<std::size_t>(first + i / kColumns) * right_step + i % kColumns]
              : 0;
    __syncthreads();
    for (int item = 0; item < kBatch; ++item) {
      for (int each = 0; each < kEach; ++each) {
        const int at = each * 256 + thread;
        if (at < kTile * kColumns) sums[each] += rows[item][at / kColumns] * columns[item][at % kColumns];
      }
      if (blockIdx.x == 0 && thread < kColumns) bias_sum += columns[item][thread];
    }
    __syncthreads();
  }
  for (int each = 0; each < kEach; ++each) {
    const int at = each * 256 + thread;
    if (at < kTile * kColumns && sums[each] != 0)
      atomicAdd(gradient + (row + at / kColumns) * kColumns + at % kColumns, sums[each]);
  }
  if (blockIdx.x == 0 && thread < kColumns) atomicAdd(bias + thread, bias_sum);
}

__global__ void add_biases(const float* slopes, float* bias, const Tally* tally, unsigned most) {
  const unsigned count = tally->lessons < most ? tally->lessons : most;
  float sum = 0;
  for (unsigned i = blockIdx.x; i < count; i += gridDim.x) sum += slopes[static_cast<std::size_t>(i) * kFirst + threadIdx.x];
  atomicAdd(bias + threadIdx.x, sum);
}

__global__ void take_step(float* weights, float* gradient, float* mean, float* square, float scale, float pace) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= kWeights) return;
  const float slope = gradient[i] * scale;
  gradient[i] = 0;
  mean[i] = 0.9F * mean[i] + 0.1F * slope;
  square[i] = 0.999F * square[i] + 0.001F * slope * slope;
  weights[i] -= pace * mean[i] / (sqrtf(square[i]) + 1e-8F);
}

// --- matches: the likeliest call always, each deal at two tables

struct MatchSetting {
  std::uint8_t system;
  bool silent;  // the opponents
  bool strong;  // count only deals with slam values
};

__global__ void __launch_bounds__(256) play_match(const float* ours, const float* theirs, const SolvedDeal* deals,
                                                  unsigned count, MatchSetting setting, float* sums) {
  __shared__ Activations near[8];
  __shared__ Switches switches[8];
  __shared__ float chances[8][kCalls];
  const unsigned warp = threadIdx.x / 32;
  const unsigned number = blockIdx.x * 8 + warp;
  if (number >= count) return;
  const SolvedDeal deal = deals[number];
  if (setting.strong && strength(deal.hands, 0) < kSlamValues && strength(deal.hands, 1) < kSlamValues) return;
  const WarpLanes lanes;
  Seating table{};
  table.vulnerable = number / 4 % 4;
  for (int side = 0; side < 2; ++side) {
    table.systems[side] = setting.system;
    table.told[side] = static_cast<std::uint8_t>(inputs::kSystems);
  }
  // Two tables; against silent opponents both sides are tried.
  for (int chair = 0; chair < (setting.silent ? 2 : 1); ++chair) {
    int scores[2];
    for (int at = 0; at < 2; ++at) {
      Bidding bidding;
      bidding.dealer = static_cast<int>(number % 4);
      while (!bidding.is_over()) {
        const int side = bidding.turn() % 2;
        int best = 0;
        const bool first = setting.silent ? at == 0 : side == at;
        if (!(setting.silent && side != chair)) {
          const float* weights = first ? ours : theirs;
          set_switches(lanes, deal, table, bidding, switches[warp]);
          forward(lanes, weights, weights + kFirstAt, switches[warp], near[warp]);
          legal_chances(lanes, bidding, near[warp].outputs, chances[warp]);
          for (int code = 1; code < kCalls; ++code)
            if (chances[warp][code] > chances[warp][best]) best = code;
          __syncwarp();
        }
        bidding.add(best);
      }
      scores[at] = score_ns(bidding, table.vulnerable, deal);
    }
    const int gained = imps(chair == 0 ? scores[0] - scores[1] : scores[1] - scores[0]);
    if (lanes.lane() == 0) {
      atomicAdd(sums, static_cast<float>(gained));
      atomicAdd(sums + 1, static_cast<float>(gained * gained));
      atomicAdd(sums + 2, 1.0F);
    }
  }
}

}  // namespace
}  // namespace yomi::bidding::self_bidding
