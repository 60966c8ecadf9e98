// Numbers for keys, in order of appearance: the hash tables of the exact model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace yomi::belief {

// Keys of up to 64 bits to numbers in order of appearance.
class KeyTable {
 public:
  explicit KeyTable(std::size_t slots = std::size_t{1} << 12) : slots_(slots, Slot{}) {}

  std::uint32_t number(std::uint64_t key, bool& fresh) {
    if (keys_.size() * 2 > slots_.size()) grow();
    std::size_t at = place(key);
    while (slots_[at].number != kFree) {
      if (slots_[at].key == key) {
        fresh = false;
        return slots_[at].number;
      }
      at = (at + 1) & (slots_.size() - 1);
    }
    fresh = true;
    slots_[at] = {key, static_cast<std::uint32_t>(keys_.size())};
    keys_.push_back(key);
    return slots_[at].number;
  }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = kFree;
  };
  [[nodiscard]] std::size_t place(std::uint64_t key) const {
    const std::uint64_t mixed = (key ^ key >> 31) * 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(mixed ^ mixed >> 32) & (slots_.size() - 1);
  }
  void grow() {
    std::vector<Slot> larger(slots_.size() * 4, Slot{});
    slots_.swap(larger);
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
      std::size_t at = place(keys_[i]);
      while (slots_[at].number != kFree) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = {keys_[i], i};
    }
  }
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> keys_;
};

// The same for lists of integers, which are read as paths from the root of a tree.
class ListTable {
 public:
  ListTable() : table_(1 << 8) {}
  std::uint32_t number(std::span<const int> list, bool& fresh) {
    std::uint64_t at = 0;
    for (int value : list) {
      bool ignored = false;
      at = table_.number((at << 32) | static_cast<std::uint32_t>(value), ignored) + 1;
    }
    if (number_.size() <= at) number_.resize(at + 1, kNone);
    fresh = number_[at] == kNone;
    if (fresh) number_[at] = next_++;
    return number_[at];
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  KeyTable table_;
  std::vector<std::uint32_t> number_;
  std::uint32_t next_ = 0;
};

}  // namespace yomi::belief
