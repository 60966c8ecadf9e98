// Stored positions.
//
// A result found at the start of a trick holds for every position of the same shape (how many cards of each
// suit each hand holds, who leads, trump or not) in which the same hands own the few highest cards of each
// suit that the result depended on. So the store is a hash table of shapes, and for each shape and leader
// there are patterns. A pattern is 16 bytes, a 32-bit lane a suit: from the top, two bits for the owner of
// each remaining card, highest first; at the bottom a shift count that moves the owners that do not matter
// out of the lane. A position matches when (pattern xor position) >> shift is zero in all four lanes.
//
// Patterns lie in chains of blocks, seven a block. A chain that grows long is split by a fork: who owns the
// nth highest card of a suit. A look-up follows the owner's branch, and the branch of those to whom it is all
// one.
//
// Memory is taken once. When it is full, what has been of no use for longest is dropped, by shape and leader.
// forget() drops everything by a new generation number.
//
// Store<false> is for one thread. Store<true> may be asked and added to by several at once: a reader takes no
// lock, since what it can reach is whole before it is linked (a block's patterns up to its count, a chain, a
// fork); writers hold the lock of the shape's stripe. What a split leaves behind may still be read, so it is
// retired and used again only when nobody else is here: make_room() and forget() are for such moments. A full
// store takes nothing more and says so, is_full().
#pragma once

#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

#include "bits.h"
#include "patterns.h"
#include "sharing.h"
#include "yomi/system/pages.h"

namespace yomi::dd {
namespace {

template <bool Shared>
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
    free_block_ = free_fork_ = retired_ = 0;
    free_blocks_ = 0;
    age_ = 0;
    taken_ = 0;
    full_ = false;
  }

  // Nothing more was taken in since it was so; make_room() ends it.
  [[nodiscard]] bool is_full() const { return load<Shared>(full_); }
  void make_room() {
    while (retired_ != 0) {
      const Ref block = retired_;
      retired_ = block_at(block).spare;
      give_back(block);
    }
    full_ = false;
    if (used_slots_ * 8 >= buckets_ * kSlotsPerBucket * 7 || !has_blocks()) drop_old();
    // The old shapes were few, with many blocks each.
    if (used_slots_ * 8 >= buckets_ * kSlotsPerBucket * 7) forget();
  }

  [[gnu::always_inline]] void prefetch(u64 key) const {
    __builtin_prefetch(&slots_[bucket_of(key) * kSlotsPerBucket]);
  }

  // The shape's slot, or null.
  [[gnu::always_inline]] ShapeSlot* find(u64 key) const {
    for (u64 bucket = bucket_of(key);; bucket = (bucket + 1) & (buckets_ - 1)) {
      ShapeSlot* slot = &slots_[bucket * kSlotsPerBucket];
      for (u32 i = 0; i < kSlotsPerBucket; ++i, ++slot) {
        if (load<Shared>(slot->generation) != generation_) return nullptr;
        if (slot->key == key) return slot;
      }
    }
  }
  // What is known of the shape when `leader` leads.
  [[gnu::always_inline]] static Ref root(ShapeSlot& slot, int leader) {
    return load<Shared>(slot.root[leader]);
  }
  // Something known of the shape was of use.
  [[gnu::always_inline]] void used(ShapeSlot& slot, int leader) const {
    const u8 age = load<Shared>(age_);
    if (!Shared || load<Shared>(slot.last_use[leader]) != age) publish<Shared>(slot.last_use[leader], age);
  }

  [[gnu::always_inline]] void prefetch_ref(Ref ref) const {
    const char* at = reinterpret_cast<const char*>(&blocks_[0]) + static_cast<u64>(ref & ~kForkBit) * 32;
    __builtin_prefetch(at);
    __builtin_prefetch(at + 64);
  }

  // A stored pattern that answers whether north-south take `need` tricks, or null.
  struct Found {
    const Pattern* pattern = nullptr;
    bool yes = false;
  };
  [[gnu::always_inline]] Found look_up(Ref ref, const Pattern& now, int need) const {
    Ref later[kMostForks];
    int waiting = 0;
    for (;;) {
      while ((ref & kForkBit) != 0) {
        Fork& fork = fork_at(ref);
        if (const Ref open = load<Shared>(fork.child[4]); open != 0) later[waiting++] = open;
        ref = load<Shared>(fork.child[now.lane[fork.suit] >> fork.shift & 3]);
      }
      while (ref != 0) {
        Block& block = block_at(ref);
        const u32 count = load<Shared>(block.count);
        Found best;
        u32 best_shifts = 0;
        for (u32 found = matching(block, now, count) & ((1U << count) - 1); found != 0; found &= found - 1) {
          const int i = __builtin_ctz(found);
          const u8 bounds = load<Shared>(block.bounds[i]);
          const int lower = bounds & 15;
          const int upper = bounds >> 4;
          if (lower < need && upper >= need) continue;
          const u32* lane = block.pattern[i].lane;
          const u32 shifts = (lane[0] & 63) + (lane[1] & 63) + (lane[2] & 63) + (lane[3] & 63);
          if (shifts > best_shifts || best.pattern == nullptr) {
            best_shifts = shifts;
            best = {&block.pattern[i], lower >= need};
          }
        }
        if (best.pattern != nullptr) return best;
        ref = block.next;
      }
      if (waiting == 0) return {};
      ref = later[--waiting];
    }
  }

  void remember(u64 key, int leader, const Pattern& pattern, int lower, int upper) {
    const Stripe held = stripes_.hold(key);
    ShapeSlot* slot = find_or_add(key);
    if (slot == nullptr) {
      if (!make_room_here()) return;
      slot = find_or_add(key);
    }
    if (slot == nullptr) {  // the old shapes were few, with many blocks each
      forget();
      slot = find_or_add(key);
    }
    if (!add(*slot, leader, pattern, lower, upper) && make_room_here())
      remember(key, leader, pattern, lower, upper);
  }

 private:
  using Stripes = std::conditional_t<Shared, Locks, NoLocks>;
  using Stripe = typename Stripes::Held;

  // False: there is no room, or none at this moment.
  bool make_room_here() {
    if constexpr (Shared)
      publish<true>(full_, true);
    else
      drop_old();
    return !Shared;
  }
  [[nodiscard]] bool has_blocks() const {
    return block_count_ - used_blocks_ + free_blocks_ >= kBlocksForSplit * (Shared ? kMostWriters : 1);
  }

  // False when there are too few blocks.
  bool add(ShapeSlot& slot, int leader, const Pattern& pattern, int lower, int upper) {
    publish<Shared>(slot.last_use[leader], load<Shared>(age_));
    Ref* ref = &slot.root[leader];
    u64 used = 0;  // the forks on the way: a bit for each suit and card
    while ((*ref & kForkBit) != 0) {
      Fork& fork = fork_at(*ref);
      used |= bit(16 * fork.suit + (30 - fork.shift) / 2);
      ref = &fork.child[branch(pattern, fork)];
    }
    int blocks = 0;
    for (Ref at = *ref; at != 0; at = block_at(at).next) {
      Block& block = block_at(at);
      ++blocks;
      if (const u32 same = equal_to(block, pattern) & ((1U << block.count) - 1); same != 0) {
        u8& bounds = block.bounds[__builtin_ctz(same)];
        const int low = bounds & 15;
        const int high = bounds >> 4;
        publish<Shared>(bounds,
                        static_cast<u8>((low > lower ? low : lower) | (high < upper ? high : upper) << 4));
        return true;
      }
    }
    if (*ref == 0 || block_at(*ref).count == kPatternsPerBlock) {
      const Stripe alone = taking_.hold(0);
      if (!has_blocks()) return false;
      if (blocks >= kLongChain && count_bits(used) < kMostForks && split(*ref, used)) {
        Fork& fork = fork_at(*ref);
        ref = &fork.child[branch(pattern, fork)];
      }
      if (*ref == 0 || block_at(*ref).count == kPatternsPerBlock) {
        const Ref fresh = take_block(*ref);
        append(fresh, pattern, static_cast<u8>(lower | upper << 4));
        publish<Shared>(*ref, fresh);
        return true;
      }
    }
    append(*ref, pattern, static_cast<u8>(lower | upper << 4));
    return true;
  }

  static constexpr int kLongChain = 4;
  static constexpr int kMostForks = 24;
  static constexpr u32 kBlocksForSplit = 64;
  // Ages are counted in a byte, so there must be more of them than pass before the oldest shapes go.
  static constexpr int kAges = 256;
  static constexpr u32 kAgesOfAll = 32;  // while as many blocks are taken as there are
  static constexpr u32 kPart = 4;        // of the blocks, that goes when room is made

  [[gnu::always_inline]] u64 bucket_of(u64 key) const { return (key * 0x9E3779B97F4A7C15ULL) >> shift_; }
  [[gnu::always_inline]] Block& block_at(Ref ref) const { return blocks_[ref / 4]; }
  [[gnu::always_inline]] Fork& fork_at(Ref ref) const {
    return reinterpret_cast<Fork*>(&blocks_[0])[ref & ~kForkBit];
  }
  // The nth highest card matters to a pattern when its two bits are not shifted out.
  static int branch(const Pattern& pattern, int suit, int shift) {
    const u32 lane = pattern.lane[suit];
    return static_cast<int>(lane & 63) > shift ? 4 : static_cast<int>(lane >> shift & 3);
  }
  static int branch(const Pattern& pattern, const Fork& fork) {
    return branch(pattern, fork.suit, fork.shift);
  }
  void append(Ref ref, const Pattern& pattern, u8 bounds) const {
    Block& block = block_at(ref);
    block.pattern[block.count] = pattern;
    block.bounds[block.count] = bounds;
    publish<Shared>(block.count, static_cast<u8>(block.count + 1));
  }

  // Puts a fork in place of a chain, where the patterns differ most; false when they hardly differ.
  bool split(Ref& chain, u64 used) {
    int best_suit = -1;
    int best_shift = 0;
    int patterns = 0;
    for (Ref at = chain; at != 0; at = block_at(at).next) patterns += block_at(at).count;
    // What a look-up will scan: those to which the card does not matter, and those of its owner.
    int best = patterns * patterns * 3 / 4;
    for (int suit = 0; suit < 4; ++suit) {
      for (int nth = 0; nth < 13; ++nth) {
        if ((used >> (16 * suit + nth) & 1) != 0) continue;
        int count[5] = {};
        for (Ref at = chain; at != 0; at = block_at(at).next) {
          const Block& block = block_at(at);
          for (int i = 0; i < block.count; ++i) ++count[branch(block.pattern[i], suit, 30 - 2 * nth)];
        }
        if (count[4] == patterns) break;
        int scanned = count[4] * patterns;
        int known = patterns - count[4];
        int squares = 0;
        for (int owner = 0; owner < 4; ++owner) squares += count[owner] * count[owner];
        scanned += squares * patterns / known;
        if (scanned < best) {
          best = scanned;
          best_suit = suit;
          best_shift = 30 - 2 * nth;
        }
      }
    }
    if (best_suit < 0) return false;
    const Ref made = take_fork();
    Fork& fork = fork_at(made);
    fork = Fork{};
    fork.suit = static_cast<u8>(best_suit);
    fork.shift = static_cast<u8>(best_shift);
    for (Ref at = chain; at != 0;) {
      const Block old = block_at(at);
      for (int i = 0; i < old.count; ++i) {
        Ref& child = fork.child[branch(old.pattern[i], fork)];
        if (child == 0 || block_at(child).count == kPatternsPerBlock) child = take_block(child);
        append(child, old.pattern[i], old.bounds[i]);
      }
      if constexpr (Shared)
        retire(at);
      else
        give_back(at);
      at = old.next;
    }
    publish<Shared>(chain, made);
    return true;
  }

  // The shape's slot, made if need be; null when the store is full of shapes.
  ShapeSlot* find_or_add(u64 key) {
    for (u64 bucket = bucket_of(key);; bucket = (bucket + 1) & (buckets_ - 1)) {
      ShapeSlot* slot = &slots_[bucket * kSlotsPerBucket];
      for (u32 i = 0; i < kSlotsPerBucket; ++i, ++slot) {
        if (load<Shared>(slot->generation) != generation_) {
          const Stripe alone = taking_.hold(0);
          if (Shared && load<Shared>(slot->generation) == generation_) {  // another was faster
            if (slot->key == key) return slot;
            continue;
          }
          if (used_slots_ * 8 >= buckets_ * kSlotsPerBucket * 7) return nullptr;
          ++used_slots_;
          slot->key = key;
          for (Ref& known : slot->root) known = 0;
          publish<Shared>(slot->generation, generation_);
          return slot;
        }
        if (slot->key == key) return slot;
      }
    }
  }

  Ref take_block(Ref next) {
    Ref ref = free_block_;
    if (ref != 0) {
      free_block_ = block_at(ref).next;
      --free_blocks_;
    } else {
      ref = 4 * used_blocks_++;
    }
    if (++taken_ * kAgesOfAll > block_count_) {
      taken_ = 0;
      publish<Shared>(age_, static_cast<u8>(age_ + 1));
    }
    Block& fresh = block_at(ref);
    fresh.next = next;
    fresh.count = 0;
    return ref;
  }
  void give_back(Ref block) {
    block_at(block).next = free_block_;
    free_block_ = block;
    ++free_blocks_;
  }
  // Linked among themselves by another number than readers follow.
  void retire(Ref block) {
    block_at(block).spare = retired_;
    retired_ = block;
  }
  Ref take_fork() {
    if (free_fork_ == 0) {
      const Ref fresh = take_block(0);
      for (Ref i = 0; i < 4; ++i) give_back_fork(fresh + i);
    }
    const Ref fork = free_fork_;
    free_fork_ = fork_at(fork).child[0];
    return fork | kForkBit;
  }
  void give_back_fork(Ref fork) {
    fork_at(fork).child[0] = free_fork_;
    free_fork_ = fork & ~kForkBit;
  }

  u32 blocks_of(Ref ref) const {
    u32 count = 0;
    if ((ref & kForkBit) != 0) {
      for (Ref child : fork_at(ref).child) count += blocks_of(child);
    } else {
      for (; ref != 0; ref = block_at(ref).next) ++count;
    }
    return count;
  }
  void give_back_all(Ref ref) {
    if ((ref & kForkBit) != 0) {
      const Fork old = fork_at(ref);
      for (Ref child : old.child) give_back_all(child);
      give_back_fork(ref);
    } else {
      while (ref != 0) {
        const Ref next = block_at(ref).next;
        give_back(ref);
        ref = next;
      }
    }
  }

  // Makes room: a part of the blocks goes, those of the shapes and leaders that have been of no use for
  // longest, and the slots that become empty.
  [[gnu::noinline, gnu::cold]] void drop_old() {
    u32 blocks[kAges] = {};  // by age
    const auto each_slot = [this](auto work) {
      for (u64 i = 0; i < buckets_ * kSlotsPerBucket; ++i) {
        if (slots_[i].generation == generation_) work(slots_[i]);
      }
    };
    const auto age_of = [this](u8 last_use) { return static_cast<u8>(age_ - last_use); };
    each_slot([&](const ShapeSlot& slot) {
      for (int leader = 0; leader < 4; ++leader)
        blocks[age_of(slot.last_use[leader])] += blocks_of(slot.root[leader]);
    });
    int last = kAges - 1;
    for (u32 dropped = blocks[last]; dropped * kPart < block_count_ && last > 0; dropped += blocks[last])
      --last;
    std::vector<ShapeSlot> live;
    live.reserve(used_slots_);
    each_slot([&](ShapeSlot& slot) {
      for (int leader = 0; leader < 4; ++leader) {
        if (age_of(slot.last_use[leader]) < last) continue;
        give_back_all(slot.root[leader]);
        slot.root[leader] = 0;
      }
      if ((slot.root[0] | slot.root[1] | slot.root[2] | slot.root[3]) != 0) live.push_back(slot);
      slot.generation = 0;
    });
    used_slots_ = 0;
    for (const ShapeSlot& slot : live) *find_or_add(slot.key) = slot;
  }

  static constexpr std::size_t clamped(std::size_t bytes) {
    return bytes < (std::size_t{1} << 20) ? std::size_t{1} << 20 : bytes;
  }
  // A sixteenth of the memory goes to the shapes, an eighth where it is little. More would leave more room
  // between them, and what lies far apart is not in the fast caches.
  static constexpr u64 bucket_count(std::size_t bytes) {
    constexpr u64 kMuch = u64{4} << 20;
    const u64 memory = clamped(bytes);
    u64 buckets = 2;
    for (;;) {
      const u64 more = buckets * 2 * kSlotsPerBucket * sizeof(ShapeSlot);
      if (more * (more <= kMuch ? 8 : 16) > memory) return buckets;
      buckets *= 2;
    }
  }

  const u64 buckets_;
  const u32 block_count_;
  const int shift_;
  system::Pages<ShapeSlot> slots_;
  system::Pages<Block> blocks_;
  u64 used_slots_ = 0;
  u32 used_blocks_ = 1;
  Ref free_block_ = 0;
  Ref free_fork_ = 0;
  u32 free_blocks_ = 0;
  u32 taken_ = 0;  // blocks since the age began
  u8 age_ = 0;
  u16 generation_ = 1;
  Ref retired_ = 0;
  bool full_ = false;
  [[no_unique_address]] Stripes stripes_;  // by shape
  [[no_unique_address]] Stripes taking_;   // blocks, forks and slots
};

}  // namespace
}  // namespace yomi::dd
