// Cards that proved something before, remembered by what the mover saw: a hint for the order of moves, never
// more. A small direct-mapped table; 24 bits of the key are kept to recognise it, wrong hints cost only time.
// Several threads may use one; forget() and fit() are for when nobody does.
#pragma once

#include <cstring>

#include "bits.h"

namespace yomi::dd {
namespace {

class CutTable {
 public:
  // Where the hint for `key` is kept.
  struct Place {
    u32* entry;
    u32 check;
    // The card, or -1.
    [[gnu::always_inline]] int card() const {
      const u32 hint = __atomic_load_n(entry, __ATOMIC_RELAXED);
      return (hint & ~0xFFU) == check ? static_cast<int>(hint & 63) : -1;
    }
    [[gnu::always_inline]] void set(int card) const {
      __atomic_store_n(entry, check | static_cast<u32>(card), __ATOMIC_RELAXED);
    }
  };

  [[gnu::always_inline]] Place at(u64 key) {
    key *= 0x9E3779B97F4A7C15ULL;
    key ^= key >> 29;
    key *= 0x9E3779B97F4A7C15ULL;
    return {&entries_[key >> shift_], static_cast<u32>(key >> 8) & ~0xFFU};
  }

  void forget() {
    std::memset(entries_, 0, (sizeof entries_[0]) << (64 - shift_));
    shift_ = 64 - kFewBits;
  }

  // Makes room for the hints of positions with so many tricks left. Endings use a part of the table, which
  // stays in the fast caches and is quickly forgotten; it grows, and starts anew, when a longer position
  // comes.
  void fit(int tricks) {
    if (tricks <= kFewTricks || shift_ == 64 - kManyBits) return;
    forget();
    shift_ = 64 - kManyBits;
  }

 private:
  static constexpr int kFewTricks = 9;
  static constexpr int kFewBits = 14;
  static constexpr int kManyBits = 16;
  int shift_ = 64 - kFewBits;
  u32 entries_[1 << kManyBits] = {};
};

}  // namespace
}  // namespace yomi::dd
