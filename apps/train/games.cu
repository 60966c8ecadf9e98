// yomi-train: the network of yomi's play-outs, learnt from nothing but its own games, on an accelerator.
//
//   scripts/yomi-train                                       the file that ships
//   scripts/yomi-train --minutes 12 --seed 1 --out mine.txt  another one
//
// Each group of 32 lanes plays a game (self_play.h) and adds up its gradients; after so many games the weights take a
// step. Sums are added in any order, so another run gives other weights of the same strength.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "accelerator.cuh"
#include "self_play.h"

namespace yomi::daihinmin::self_play {
namespace {

using train::check;
using train::on_device;

// The lanes that a game asks for: also a value of another lane, and four weights at a time.
struct GameLanes : train::WarpLanes {
  using train::WarpLanes::add;
#ifdef __CUDA_ARCH__
  __host__ __device__ float from(float x, int lane) const { return __shfl_sync(0xFFFFFFFFU, x, lane); }
  template <std::size_t kPer>
  __host__ __device__ void load(const float* from, float sign, std::array<float, kPer>& into) const {
    for (std::size_t j = 0; j < kPer; j += 4) {
      const float4 four = *reinterpret_cast<const float4*>(from + j);
      into[j] += sign * four.x;
      into[j + 1] += sign * four.y;
      into[j + 2] += sign * four.z;
      into[j + 3] += sign * four.w;
    }
  }
  template <std::size_t kPer>
  __host__ __device__ void add(float* to, float times, const std::array<float, kPer>& what) const {
    for (std::size_t j = 0; j < kPer; j += 4) {
      const float4 four{times * what[j], times * what[j + 1], times * what[j + 2], times * what[j + 3]};
      if (four.x != 0 || four.y != 0 || four.z != 0 || four.w != 0) atomicAdd(reinterpret_cast<float4*>(to + j), four);
    }
  }
#else
  __host__ __device__ float from(float x, int) const { return x; }
  template <std::size_t kPer>
  __host__ __device__ void load(const float*, float, std::array<float, kPer>&) const {}
  template <std::size_t kPer>
  __host__ __device__ void add(float*, float, const std::array<float, kPer>&) const {}
#endif
};

struct Device {
  float* policy;
  float* critic;
  float* policy_sums;
  float* critic_sums;
  Room* rooms;
  Tally* tally;
  unsigned* next;  // game to be played
};

__global__ void __launch_bounds__(128) play(Device device, Settings settings, std::uint64_t seed, unsigned games) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x & 31U;
  Tally tally;
  const GameLanes lanes;
  const typename Game<GameLanes>::Weights weights{device.policy, device.critic, device.policy_sums,
                                                  device.critic_sums};
  while (true) {
    unsigned game = 0;
    if (lane == 0) game = atomicAdd(device.next, 1U);
    game = __shfl_sync(0xFFFFFFFFU, game, 0);
    if (game >= games) break;
    Game<GameLanes> one(settings, weights, device.rooms[warp], lanes);
    one.play(Lots(seed + game), tally);
    __syncwarp();
  }
  if (lane != 0) return;
  const float* from = &tally.decisions;
  float* to = &device.tally->decisions;
  for (std::size_t i = 0; i < sizeof(Tally) / sizeof(float); ++i) atomicAdd(to + i, from[i]);
}

// One step of the weights, which also clears the sums.
__global__ void step(float* weights, float* sums, float* mean, float* square, unsigned count, Adam adam,
                     const Tally* tally) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  adam.scale = 1.0F / fmaxf(tally->decisions, 1.0F);
  adam.step(sums[i], weights[i], mean[i], square[i]);
  sums[i] = 0;
}

struct Options {
  std::string out = "policy_play.txt";
  std::string tables = "data/daihinmin/tables.txt";
  std::string command = "scripts/yomi-train";
  std::string from;  // raw weights to go on from
  double minutes = 10;
  double rate = 0.003;
  unsigned games = 4096;  // a step
  std::uint64_t seed = 1;
  Settings settings;
};

// The weights as they are, to go on from, and as yomi reads them.
void write(const Options& options, const std::vector<float>& policy, const std::vector<float>& critic, double games) {
  std::ofstream raw(options.out + ".raw", std::ios::binary);
  for (const auto* weights : {&policy, &critic})
    raw.write(reinterpret_cast<const char*>(weights->data()),
              static_cast<std::streamsize>(weights->size() * sizeof(float)));
  std::ofstream text(options.out);
  text << "yomi-daihinmin-policy network " << network::kWeights << "\n# made by: " << options.command
       << "\n# data: " << static_cast<long long>(games) << " games of its own\n";
  const network::Network network{std::span<const float>(policy)};
  for (std::size_t i = 0; i < network::kWeights; ++i)
    text << network.weights()[i] << ((i + 1) % network::kUnits == 0 || i + 1 == network::kWeights ? '\n' : ' ');
  text << "end\n";
}

// The odds of gifts and the values of places, from data/daihinmin/tables.txt.
bool read_tables(const std::string& path, Settings& settings) {
  std::ifstream file(path);
  int gives = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "places") {
      for (float& value : settings.value) words >> value;
    } else if (word == "give") {
      int column = 0;
      words >> column;
      for (float& odds : settings.gives[column % 14]) words >> odds;
      ++gives;
    }
  }
  return gives == 14;
}

// A network on the device, and what Adam remembers of it.
struct Learner {
  explicit Learner(const std::vector<float>& weights)
      : count(weights.size()),
        weights(on_device(count, weights.data())),
        sums(on_device<float>(count)),
        mean(on_device<float>(count)),
        square(on_device<float>(count)) {}

  std::size_t count;
  float* weights;
  float* sums;  // of pushes, since the last step
  float* mean;
  float* square;

  void learn(double rate, long steps, const Tally* tally) const {
    const Adam adam{static_cast<float>(rate), 1.0F, static_cast<float>(1 - std::pow(0.9, steps)),
                    static_cast<float>(1 - std::pow(0.999, steps))};
    step<<<static_cast<unsigned>((count + 255) / 256), 256>>>(weights, sums, mean, square, static_cast<unsigned>(count),
                                                             adam, tally);
  }
  void forget() const { check(cudaMemset(sums, 0, count * sizeof(float)), "clear"); }
  void read(std::vector<float>& into) const {
    check(cudaMemcpy(into.data(), weights, count * sizeof(float), cudaMemcpyDeviceToHost), "read");
  }
};

bool read_raw(const std::string& path, std::vector<float>& policy, std::vector<float>& critic) {
  std::ifstream raw(path, std::ios::binary);
  for (auto* weights : {&policy, &critic})
    raw.read(reinterpret_cast<char*>(weights->data()), static_cast<std::streamsize>(weights->size() * sizeof(float)));
  return static_cast<bool>(raw);
}

// How many blocks of the kernel the accelerator holds at once.
int blocks_at_once() {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "no accelerator");
  int resident = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, play, 128, 0), "cannot place the kernel");
  const int blocks = resident * properties.multiProcessorCount;
  std::printf("%s: %d blocks, %u rows, room of %zu bytes\n", properties.name, blocks, network::kRows, sizeof(Room));
  std::fflush(stdout);
  return blocks;
}

void report(double done, long steps, unsigned games, const Tally& tally) {
  std::printf("%5.1f %% %ld steps, %.1f M games: place %.4f beside base, entropy %.3f, left %.3f of the variance\n",
              100 * done, steps, 1e-6 * steps * games, double{tally.places} / tally.seats,
              double{tally.entropy} / tally.decisions, tally.unexplained());
  std::fflush(stdout);
}

int train(const Options& options) {
  std::vector<float> policy(network::kWeights);
  std::vector<float> critic(critic::kWeights);
  draw_weights(options.seed, policy, critic);
  const bool fresh = options.from.empty();
  if (!fresh && !read_raw(options.from, policy, critic))
    return std::fprintf(stderr, "yomi-train: cannot read %s\n", options.from.c_str()), 2;
  const int blocks = blocks_at_once();
  const Learner actor(policy);
  const Learner baseline(critic);
  Device device{};
  device.policy = actor.weights;
  device.critic = baseline.weights;
  device.policy_sums = actor.sums;
  device.critic_sums = baseline.sums;
  device.rooms = on_device<Room>(static_cast<std::size_t>(blocks) * 4);
  device.tally = on_device<Tally>(1);
  device.next = on_device<unsigned>(1);

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto share_done = [&] {
    return std::chrono::duration<double>(Clock::now() - start).count() / (60 * options.minutes);
  };
  Tally since;
  double next_report = 0.01;
  long steps = 0;
  for (double done = 0; done < 1;) {
    check(cudaMemset(device.tally, 0, sizeof(Tally)), "clear");
    check(cudaMemset(device.next, 0, sizeof(unsigned)), "clear");
    Settings settings = options.settings;
    settings.entropy *= static_cast<float>(1 - 0.8 * done);
    const std::uint64_t first = (options.seed << 40) + static_cast<std::uint64_t>(steps) * options.games;
    play<<<blocks, 128>>>(device, settings, first, options.games);
    ++steps;
    // The baseline learns by itself for the first steps: an advantage over nothing says nothing.
    const bool baseline_first = steps < (fresh ? 100 : 20);
    const double fall = done < 0.5 ? 1 : 1 - 1.9 * (done - 0.5);
    if (baseline_first) {
      actor.forget();
    } else {
      actor.learn(options.rate * fall, steps, device.tally);
    }
    baseline.learn(baseline_first ? 0.004 : 0.002 * fall, steps, device.tally);
    Tally tally;
    check(cudaMemcpy(&tally, device.tally, sizeof(Tally), cudaMemcpyDeviceToHost), "a step");
    since += tally;
    done = share_done();
    if (done < 1 && done < next_report && steps != 20) continue;
    next_report = done + 0.02;
    report(done, steps, options.games, since);
    since = Tally{};
    actor.read(policy);
    baseline.read(critic);
    write(options, policy, critic, static_cast<double>(steps) * options.games);
  }
  return 0;
}

}  // namespace
}  // namespace yomi::daihinmin::self_play

// "--name value" pairs; false when one is not known.
bool read_options(int argc, char** argv, yomi::daihinmin::self_play::Options& options) {
  for (int i = 1; i < argc; ++i) options.command += std::string(" ") + argv[i];
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const char* value = argv[i + 1];
    if (name == "--out") {
      options.out = value;
    } else if (name == "--from") {
      options.from = value;
    } else if (name == "--tables") {
      options.tables = value;
    } else if (name == "--minutes") {
      options.minutes = std::atof(value);
    } else if (name == "--rate") {
      options.rate = std::atof(value);
    } else if (name == "--entropy") {
      options.settings.entropy = static_cast<float>(std::atof(value));
    } else if (name == "--seed") {
      options.seed = static_cast<std::uint64_t>(std::atoll(value));
    } else if (name != "--date") {  // which is only told
      return false;
    }
  }
  return argc % 2 == 1;
}

int main(int argc, char** argv) {
  using namespace yomi::daihinmin;
  self_play::Options options;
  if (!read_options(argc, argv, options)) {
    std::fprintf(stderr,
                 "yomi-train [--minutes M] [--seed S] [--rate R] [--entropy E] [--tables FILE] [--from FILE.raw] "
                 "[--date D] [--out FILE]\n");
    return 2;
  }
  if (!self_play::read_tables(options.tables, options.settings)) {
    std::fprintf(stderr, "yomi-train: cannot read %s\n", options.tables.c_str());
    return 2;
  }
  return self_play::train(options);
}
