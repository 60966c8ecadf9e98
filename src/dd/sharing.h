// What a structure needs for use by one thread (nothing) or by several: ordered loads and stores, and striped
// locks. With compiler builtins, since not every library has std::atomic_ref. The core creates no threads,
// but its callers may share its objects among theirs.
#pragma once

#include <atomic>

#include "bits.h"

namespace yomi::dd {
namespace {

// What a thread published by publish(), with all that it wrote before.
template <bool Shared, class T>
YOMI_INLINE T load(const T& value) {
  if constexpr (Shared)
    return __atomic_load_n(&value, __ATOMIC_ACQUIRE);
  else
    return value;
}
template <bool Shared, class T>
YOMI_INLINE void publish(T& value, T now) {
  if constexpr (Shared)
    __atomic_store_n(&value, now, __ATOMIC_RELEASE);
  else
    value = now;
}

constexpr int kMostWriters = 16;  // that a shared store keeps room for at once

// Held for some hundred instructions, so a thread that waits tries again.
class Locks {
 public:
  class Held {
   public:
    explicit Held(std::atomic<bool>& lock) : lock_(lock) {
      while (lock_.exchange(true, std::memory_order_acquire)) {
        while (lock_.load(std::memory_order_relaxed)) {
#if defined(__x86_64__)
          __builtin_ia32_pause();
#endif
        }
      }
    }
    ~Held() { lock_.store(false, std::memory_order_release); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

   private:
    std::atomic<bool>& lock_;
  };
  [[nodiscard]] Held hold(u64 key) { return Held(locks_[(key * 0x9E3779B97F4A7C15ULL) >> (64 - kBits)]); }

 private:
  static constexpr int kBits = 10;
  std::atomic<bool> locks_[1 << kBits] = {};
};

struct NoLocks {
  struct Held {
    ~Held() {}  // NOLINT: so that nobody calls it unused
  };
  [[nodiscard]] static Held hold(u64 /*key*/) { return {}; }
};

}  // namespace
}  // namespace yomi::dd
