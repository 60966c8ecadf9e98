// Stored positions.
//
// A result found at the start of a trick holds for every position of the same shape (how many cards of each
// suit each hand holds, who leads, trump or not) in which the same hands own the few highest cards of each
// suit that the result depended on. So the store has two levels: a hash table of shapes, and for each shape a
// chain of blocks with seven patterns each. A pattern is 16 bytes, a 32-bit lane a suit: from the top, two
// bits for the owner of each remaining card, highest first; at the bottom a shift count that moves the owners
// that do not matter out of the lane. A position matches when (pattern xor position) >> shift is zero in all
// four lanes.
//
// Memory is taken once. When it is full, everything is dropped by a new generation number.
#pragma once

#include <sys/mman.h>

#include <cstring>
#include <new>

#include "bits.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace yomi::dd {
namespace {

struct alignas(16) Pattern {
  u32 lane[4];
};

constexpr int kPatternsPerBlock = 7;

struct alignas(128) Block {
  u32 next = 0;
  u8 count = 0;
  u8 bounds[kPatternsPerBlock] =
      {};  // north-south tricks: lower in the low four bits, upper in the high four
  u32 spare = 0;
  Pattern pattern[kPatternsPerBlock];
};
static_assert(sizeof(Block) == 128);

struct alignas(32) ShapeSlot {
  u64 key = 0;
  u32 block[5] =
      {};  // by the owner of the top card of the suit `split`; the last: where that card does not matter
  u16 generation = 0;
  u16 split = 0;
};
constexpr u32 kSlotsPerBucket = 2;

// Zeroed memory straight from the system, in large pages where it grants them: look-ups are random, and the
// table of small pages would be missed as often as the data. Pages cost nothing until they are used.
template <class T>
class Memory {
 public:
  explicit Memory(std::size_t count) : bytes_(count * sizeof(T)) {
    void* memory =
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes_, MADV_HUGEPAGE);
    start_ = static_cast<T*>(memory);
  }
  ~Memory() { munmap(start_, bytes_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  [[gnu::always_inline]] T& operator[](std::size_t at) const { return start_[at]; }
  void clear() { std::memset(static_cast<void*>(start_), 0, bytes_); }

 private:
  std::size_t bytes_;
  T* start_ = nullptr;
};

class Store {
 public:
  explicit Store(std::size_t bytes)
      : buckets_(bucket_count(bytes)),
        block_count_(static_cast<u32>((clamped(bytes) - buckets_ * kSlotsPerBucket * sizeof(ShapeSlot)) /
                                      sizeof(Block))),
        shift_(64 - highest_bit(buckets_)),
        slots_(buckets_ * kSlotsPerBucket),
        blocks_(block_count_) {}

  [[nodiscard]] std::size_t memory_bytes() const {
    return buckets_ * kSlotsPerBucket * sizeof(ShapeSlot) + block_count_ * sizeof(Block);
  }

  void forget() {
    if (++generation_ == 0) {
      slots_.clear();
      generation_ = 1;
    }
    used_blocks_ = 1;  // block 0 means "none"
    used_slots_ = 0;
  }

  [[gnu::always_inline]] u64 bucket_of(u64 key) const { return (key * 0x9E3779B97F4A7C15ULL) >> shift_; }
  [[gnu::always_inline]] void prefetch(u64 key) const {
    __builtin_prefetch(&slots_[bucket_of(key) * kSlotsPerBucket]);
  }

  // The shape's slot, or null.
  [[gnu::always_inline]] ShapeSlot* find(u64 key) {
    for (u64 bucket = bucket_of(key);; bucket = (bucket + 1) & (buckets_ - 1)) {
      ShapeSlot* slot = &slots_[bucket * kSlotsPerBucket];
      for (u32 i = 0; i < kSlotsPerBucket; ++i, ++slot) {
        if (slot->generation != generation_) return nullptr;
        if (slot->key == key) return slot;
      }
    }
  }

  // The shape's slot, made if need be; null when the store is full of shapes.
  ShapeSlot* find_or_add(u64 key) {
    for (u64 bucket = bucket_of(key);; bucket = (bucket + 1) & (buckets_ - 1)) {
      ShapeSlot* slot = &slots_[bucket * kSlotsPerBucket];
      for (u32 i = 0; i < kSlotsPerBucket; ++i, ++slot) {
        if (slot->generation != generation_) {
          if (used_slots_ * 8 >= buckets_ * kSlotsPerBucket * 7) return nullptr;
          ++used_slots_;
          *slot = ShapeSlot{.key = key, .generation = generation_};
          return slot;
        }
        if (slot->key == key) return slot;
      }
    }
  }

  [[gnu::always_inline]] Block& block(u32 number) { return blocks_[number]; }

  // A fresh block, or 0 when there is none left.
  u32 take_block() {
    if (used_blocks_ == block_count_) return 0;
    const u32 number = used_blocks_++;
    Block& fresh = blocks_[number];
    fresh.next = 0;
    fresh.count = 0;
    return number;
  }

 private:
  static constexpr std::size_t clamped(std::size_t bytes) {
    return bytes < (std::size_t{1} << 20) ? std::size_t{1} << 20 : bytes;
  }
  // About a fifth of the memory goes to the shapes.
  static constexpr u64 bucket_count(std::size_t bytes) {
    u64 buckets = 2;
    while (buckets * 2 * kSlotsPerBucket * sizeof(ShapeSlot) * 5 <= clamped(bytes)) buckets *= 2;
    return buckets;
  }

  const u64 buckets_;
  const u32 block_count_;
  const int shift_;
  Memory<ShapeSlot> slots_;
  Memory<Block> blocks_;
  u64 used_slots_ = 0;
  u32 used_blocks_ = 1;
  u16 generation_ = 1;
};

// A bit for each pattern of `block` that `position` matches. Patterns past the count may give garbage: mask
// them.
YOMI_INLINE u32 matching(const Block& block, const Pattern& position) {
#if defined(__AVX2__)
  const __m128i now128 = _mm_load_si128(reinterpret_cast<const __m128i*>(&position));
  const __m256i now = _mm256_broadcastsi128_si256(now128);
  const __m256i low = _mm256_set1_epi32(63);
  const __m256i zero = _mm256_setzero_si256();
  u32 halves = 0;
  const auto* from = reinterpret_cast<const __m256i*>(reinterpret_cast<const char*>(&block));
  // The block as four 32-byte pieces: the first holds the header and pattern 0.
  for (int i = 0; i < 4; ++i) {
    const __m256i x = _mm256_xor_si256(_mm256_load_si256(from + i), now);
    const __m256i y = _mm256_srlv_epi32(x, _mm256_and_si256(x, low));
    halves |= static_cast<u32>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(y, zero))))
              << (4 * i);
  }
  // Two bits a 16-byte piece: both must be set.
  const u32 both = halves & halves >> 1 & 0x5555U;
  return static_cast<u32>(_pext_u32(both, 0x5555U)) >> 1;
#else
  u32 result = 0;
  for (int i = 0; i < block.count; ++i) {
    bool same = true;
    for (int lane = 0; lane < 4; ++lane) {
      const u32 x = block.pattern[i].lane[lane] ^ position.lane[lane];
      same = same && (static_cast<u64>(x) >> (x & 63)) == 0;
    }
    result |= static_cast<u32>(same) << i;
  }
  return result;
#endif
}

}  // namespace
}  // namespace yomi::dd
