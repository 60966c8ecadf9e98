// yomi-train auctions: the second step of the auction policy, auctions with itself, on an accelerator.
//
//   scripts/yomi-train auctions --imitation FILE --from FILE --tricks FILE --library FILE --out FILE
//
// What lab/auction_training.h says of self-play, with some hundred thousand deals a second: each group of 32 lanes
// bids a deal (self_bidding.h). Sums are added in any order, so another run gives other weights of the same strength.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "auction_kernels.cuh"
#include "train_files.h"

namespace yomi::bidding::self_bidding {
namespace {

using train::check;
using train::on_device;

struct Options {
  std::string imitation;
  std::string from;
  std::string tricks;
  std::string library;
  std::string out;
  double minutes = 9.3;
  double rate = 1e-3;
  double last_rate = 2e-5;
  std::uint64_t seed = 1;
  Course course;
};

class Trainer {
 public:
  explicit Trainer(const Options& options)
      : options_(options), course_(options.course), most_(static_cast<unsigned>(course_.deals) * 12) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "no accelerator");
    processors_ = properties.multiProcessorCount;
    std::printf("%s: %d processors, room of %zu bytes\n", properties.name, processors_, sizeof(Room));
    check(cudaFuncSetAttribute(bid_deals, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(kBidMemory)),
          "no near memory");
    check(cudaFuncSetAttribute(go_back, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(kBackMemory)),
          "no near memory");
    const std::vector<float> start = read_policy(options.from);
    const std::vector<float> tricks = read_tricks(options.tricks);
    const std::vector<SolvedDeal> library = read_library(options.library);
    weights_ = on_device(start.size(), start.data());
    start_ = on_device(start.size(), start.data());
    former_ = on_device(start.size(), start.data());
    imitation_ = on_device(kWeights, read_policy(options.imitation).data());
    tricks_ = on_device(tricks.size(), tricks.data());
    library_ = on_device(library.size(), library.data());
    held_ = library.size() < 6000 ? static_cast<unsigned>(library.size()) / 2 : 3000;
    solved_ = static_cast<unsigned>(library.size()) - held_;
    gradient_ = on_device<float>(kWeights);
    mean_ = on_device<float>(kWeights);
    square_ = on_device<float>(kWeights);
    deals_ = on_device<SolvedDeal>(static_cast<std::size_t>(course_.deals));
    tables_ = on_device<Seating>(static_cast<std::size_t>(course_.deals));
    estimated_ = on_device<bool>(static_cast<std::size_t>(course_.deals));
    rooms_ = on_device<Room>(static_cast<std::size_t>(processors_) * kBidWarps);
    lessons_ = on_device<Lesson>(most_);
    first_slopes_ = on_device<float>(std::size_t{most_} * kFirst);
    second_slopes_ = on_device<float>(std::size_t{most_} * kSecond);
    tally_ = on_device<Tally>(1);
    sums_ = on_device<float>(3);
  }

  void train() {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    double reported = 0;
    double nodes = 0;
    double lessons = 0;
    double distance = 0;
    long steps = 0;
    long steps_before = 0;
    for (double done = 0; done < 1;) {
      const Tally tally = step(steps, done);
      ++steps;
      nodes += tally.nodes;
      lessons += tally.lessons;
      distance += tally.distance;
      constexpr int kStepsPerFormer = 2000;
      if (steps % kStepsPerFormer == 0) copy(former_, weights_);
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      done = seconds / (60 * options_.minutes);
      if (done < 1 && seconds < reported + 15 && steps != 50) continue;
      std::printf("%4.0f s, %ld steps, %.1f M deals, %.1f nodes, %.2f lessons, distance %.3f", seconds, steps,
                  1e-6 * static_cast<double>(steps) * course_.deals,
                  nodes / static_cast<double>(steps - steps_before) / course_.deals,
                  lessons / static_cast<double>(steps - steps_before) / course_.deals, distance / lessons);
      reported = seconds;
      steps_before = steps;
      nodes = lessons = distance = 0;
      report("imitation", imitation_, {0, false, false});
      report("start", start_, {0, false, false});
      report("silent", start_, {0, true, false});
      report("strong", start_, {0, false, true});
      report("silent strong", start_, {0, true, true});
      report("sayc", start_, {1, false, false});
      std::printf("\n");
      std::fflush(stdout);
      std::vector<float> now(kWeights);
      check(cudaMemcpy(now.data(), weights_, kWeights * sizeof(float), cudaMemcpyDeviceToHost), "read");
      write_policy(options_.out, now);
    }
  }

 private:
  Tally step(long number, double done) {
    const std::uint64_t seed = (options_.seed << 40) + static_cast<std::uint64_t>(number) + 1;
    check(cudaMemset(tally_, 0, sizeof(Tally)), "clear");
    const auto deals = static_cast<unsigned>(course_.deals);
    const auto blocks = static_cast<unsigned>(processors_);
    make_deals<<<(deals + 63) / 64, 64>>>(course_, seed, library_ + held_, solved_, deals_, tables_, estimated_);
    estimate_tricks<<<(deals + 7) / 8, 256>>>(course_, seed, tricks_, deals_, estimated_);
    const Players players{{weights_, imitation_, former_},
                          {weights_ + kFirstAt, imitation_ + kFirstAt, former_ + kFirstAt}};
    bid_deals<<<blocks, kBidWarps * 32, kBidMemory>>>(course_, seed, players, deals_, tables_, rooms_, lessons_, most_,
                                                      tally_);
    go_back<<<blocks, kBackWarps * 32, kBackMemory>>>(course_.prices, weights_, imitation_, lessons_, first_slopes_,
                                                      second_slopes_, gradient_, most_, tally_);
    constexpr int kStep = sizeof(Lesson) / sizeof(float);
    const float* lessons = reinterpret_cast<const float*>(lessons_);
    add_products<kFirst, kSecond><<<dim3(kFirst / 32, 64), 256>>>(
        lessons + offsetof(Lesson, made.first) / sizeof(float), kStep, second_slopes_, kSecond, gradient_ + kFirstAt,
        gradient_ + kSecondBiasAt, tally_, most_);
    add_products<kSecond, kOutputs><<<dim3(kSecond / 32, 64), 256>>>(
        lessons + offsetof(Lesson, made.second) / sizeof(float), kStep,
        lessons + offsetof(Lesson, slopes) / sizeof(float), kStep, gradient_ + kSecondAt, gradient_ + kOutputBiasAt,
        tally_, most_);
    add_biases<<<256, kFirst>>>(first_slopes_, gradient_ + kFirstBiasAt, tally_, most_);
    const double rate =
        options_.last_rate + (options_.rate - options_.last_rate) * 0.5 * (1 + std::cos(3.14159265 * done));
    const double time = static_cast<double>(number) + 1;
    const double pace = rate * std::sqrt(1 - std::pow(0.999, time)) / (1 - std::pow(0.9, time));
    take_step<<<(kWeights + 255) / 256, 256>>>(weights_, gradient_, mean_, square_,
                                               1.0F / static_cast<float>(course_.deals), static_cast<float>(pace));
    Tally tally{};
    check(cudaMemcpy(&tally, tally_, sizeof(Tally), cudaMemcpyDeviceToHost), "a step");
    return tally;
  }

  void report(const char* name, const float* against, MatchSetting setting) {
    check(cudaMemset(sums_, 0, 3 * sizeof(float)), "clear");
    play_match<<<(held_ + 7) / 8, 256>>>(weights_, against, library_, held_, setting, sums_);
    float sums[3];
    check(cudaMemcpy(sums, sums_, sizeof(sums), cudaMemcpyDeviceToHost), "a match");
    const double mean = sums[0] / sums[2];
    std::printf(" | %s %+.3f ± %.3f", name, mean, 1.96 * std::sqrt((sums[1] / sums[2] - mean * mean) / sums[2]));
  }

  static void copy(float* to, const float* from) {
    check(cudaMemcpy(to, from, kWeights * sizeof(float), cudaMemcpyDeviceToDevice), "copy");
  }

  Options options_;
  Course course_;
  unsigned most_;  // lessons of a step
  int processors_ = 0;
  unsigned held_ = 0;  // deals at the front of the library that nothing is learnt from
  unsigned solved_ = 0;
  float* weights_ = nullptr;
  float* start_ = nullptr;
  float* former_ = nullptr;
  float* imitation_ = nullptr;
  float* tricks_ = nullptr;
  SolvedDeal* library_ = nullptr;
  float* gradient_ = nullptr;
  float* mean_ = nullptr;
  float* square_ = nullptr;
  SolvedDeal* deals_ = nullptr;
  Seating* tables_ = nullptr;
  bool* estimated_ = nullptr;
  Room* rooms_ = nullptr;
  Lesson* lessons_ = nullptr;
  float* first_slopes_ = nullptr;
  float* second_slopes_ = nullptr;
  Tally* tally_ = nullptr;
  float* sums_ = nullptr;
};

// "--name value" pairs; false when one is not known.
bool read_options(int argc, char** argv, Options& options) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const char* value = argv[i + 1];
    if (name == "--imitation") {
      options.imitation = value;
    } else if (name == "--from") {
      options.from = value;
    } else if (name == "--tricks") {
      options.tricks = value;
    } else if (name == "--library") {
      options.library = value;
    } else if (name == "--out") {
      options.out = value;
    } else if (name == "--minutes") {
      options.minutes = std::atof(value);
    } else if (name == "--rate") {
      options.rate = std::atof(value);
    } else if (name == "--last-rate") {
      options.last_rate = std::atof(value);
    } else if (name == "--deals") {
      options.course.deals = std::atoi(value);
    } else if (name == "--strong") {
      options.course.strong = static_cast<float>(std::atof(value));
    } else if (name == "--silent") {
      options.course.silent = static_cast<float>(std::atof(value));
    } else if (name == "--general-price") {
      options.course.prices.general = static_cast<float>(std::atof(value));
    } else if (name == "--agreed-price") {
      options.course.prices.agreed = static_cast<float>(std::atof(value));
    } else if (name == "--seed") {
      options.seed = static_cast<std::uint64_t>(std::atoll(value));
    } else {
      return false;
    }
  }
  return argc % 2 == 1 && !options.out.empty() && !options.library.empty();
}

}  // namespace
}  // namespace yomi::bidding::self_bidding

int main(int argc, char** argv) {
  using namespace yomi::bidding::self_bidding;
  Options options;
  if (!read_options(argc, argv, options)) {
    std::fprintf(stderr,
                 "yomi-train --imitation FILE --from FILE --tricks FILE --library FILE --out FILE [--minutes M] "
                 "[--seed S] [--rate R] [--last-rate R] [--deals N] [--strong SHARE] [--silent SHARE] "
                 "[--general-price P] [--agreed-price P]\n");
    return 2;
  }
  Trainer(options).train();
}
