// Random numbers whose stream is part of the contract: the same seed gives the same numbers on every machine
// and compiler. xoshiro256++ (Blackman and Vigna 2019), seeded through splitmix64. Cheap to copy; not for
// secrets. Never shared between threads: give each its own with split().
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace yomi {

// One step of splitmix64; also a good mixer of a 64-bit value.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

class Random {
 public:
  using result_type = std::uint64_t;  // so that it is a UniformRandomBitGenerator

  explicit constexpr Random(std::uint64_t seed) {
    for (auto& word : state_) word = splitmix64(seed);
  }

  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }

  constexpr std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound), without bias (Lemire 2019). bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = ((*this)() >> 32) * bound;
    auto low = static_cast<std::uint32_t>(product);
    if (low < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (low < threshold) {
        product = ((*this)() >> 32) * bound;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1) with 53 bits.
  constexpr double unit() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

  template <class T>
  constexpr void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }
  }

  // A generator of its own for part `number` of a larger work; does not disturb this one. The parts are the
  // same whatever the number of threads that work on them.
  [[nodiscard]] constexpr Random split(std::uint64_t number) const {
    std::uint64_t seed =
        state_[0] ^ std::rotl(state_[1], 13) ^ std::rotl(state_[2], 29) ^ std::rotl(state_[3], 47);
    seed ^= splitmix64(number);
    return Random(seed);
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace yomi
