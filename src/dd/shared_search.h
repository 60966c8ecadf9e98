// Several searches for one answer. They share a store of positions (store.h) and, early in a hand, two tables
// about single nodes: which cards somebody is looking at, so that others look at another one first (after
// ABDADA, Weill 1996), and answers of nodes, by which a search leaves what another has finished meanwhile.
// Nobody waits for anybody.
//
// A node is told by the hands, the trick and the need: 128 bits of hash.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "cut_table.h"
#include "search_types.h"
#include "store.h"

namespace yomi::dd {
namespace {

struct NodeKey {
  u64 low = 0;
  u64 high = 0;
  // Of the node that `card` leads to, never 0.
  [[nodiscard]] u64 after(int card) const {
    return ((low ^ static_cast<u64>(card + 1)) * 0xD6E8FEB86659FD93ULL) | 1;
  }
  friend bool operator==(const NodeKey&, const NodeKey&) = default;
};

class SharedSearch {
 public:
  SharedSearch(std::size_t bytes, const std::atomic<bool>& stop)
      : store(bytes),
        stop_(stop),
        answers_(std::make_unique<Kept[]>(std::size_t{1} << kAnswerBits)),
        busy_(std::make_unique<std::atomic<u64>[]>(std::size_t{1} << kBusyBits)) {
    store.forget();
  }

  Store<true> store;
  CutTable cuts;

  std::atomic<bool> answered{false};  // what all were asked
  [[nodiscard]] bool is_over() const {
    return answered.load(std::memory_order_relaxed) || stop_.load(std::memory_order_relaxed) ||
           store.is_full();
  }

  // Nodes of before and after are told apart. When nobody searches.
  void new_root() { salt_ += 0x9E3779B97F4A7C15ULL; }

  [[nodiscard]] NodeKey key(const u64 (&hand)[4], u64 all, int leader, int need) const {
    u64 low = salt_ ^ static_cast<u64>(leader * 16 + need);
    u64 high = all;
    for (u64 cards : hand) {
      low = mix(low ^ cards);
      high = mix(high + cards * 0x9FB21C651E98DF25ULL + low);
    }
    return {low, high};
  }

  [[nodiscard]] std::optional<Answer> answer(const NodeKey& key) const {
    const Kept& kept = place(key);
    const u64 answer = kept.answer.load(std::memory_order_relaxed);
    if ((kept.low.load(std::memory_order_relaxed) ^ answer) != key.low ||
        (kept.high.load(std::memory_order_relaxed) ^ mix(answer)) != key.high)
      return std::nullopt;
    return answer;
  }
  // Half of one and half of another, written at once, fit no key.
  void keep(const NodeKey& key, Answer answer) {
    Kept& kept = place(key);
    kept.answer.store(answer, std::memory_order_relaxed);
    kept.low.store(key.low ^ answer, std::memory_order_relaxed);
    kept.high.store(key.high ^ mix(answer), std::memory_order_relaxed);
  }

  u64 mark(u64 node) {
    busy_[node >> (64 - kBusyBits)].store(node, std::memory_order_relaxed);
    return node;
  }
  void unmark(u64 node) {
    auto& mark = busy_[node >> (64 - kBusyBits)];
    if (mark.load(std::memory_order_relaxed) == node) mark.store(0, std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_marked(u64 node) const {
    return busy_[node >> (64 - kBusyBits)].load(std::memory_order_relaxed) == node;
  }

 private:
  struct Kept {
    std::atomic<u64> low{0};
    std::atomic<u64> high{0};
    std::atomic<u64> answer{0};
  };
  static constexpr int kAnswerBits = 16;
  static constexpr int kBusyBits = 12;

  static u64 mix(u64 word) {
    word *= 0x9E3779B97F4A7C15ULL;
    word ^= word >> 32;
    word *= 0xD6E8FEB86659FD93ULL;
    return word ^ word >> 29;
  }
  [[nodiscard]] Kept& place(const NodeKey& key) const { return answers_[key.low >> (64 - kAnswerBits)]; }

  const std::atomic<bool>& stop_;
  u64 salt_ = 0;
  std::unique_ptr<Kept[]> answers_;
  std::unique_ptr<std::atomic<u64>[]> busy_;
};

// The nodes that one search is in, outermost first.
class OpenNodes {
 public:
  void clear() {
    count_ = 0;
    leave_ = -1;
  }
  int open(const NodeKey& key) {
    keys_[count_] = key;
    return count_++;
  }
  void close() { --count_; }
  // Whether one of them was answered by another: the search goes back to the outermost such.
  bool find_answered(const SharedSearch& shared) {
    for (int i = 0; i < count_; ++i) {
      if (!shared.answer(keys_[i])) continue;
      leave_ = i;
      return true;
    }
    return false;
  }
  // Whether that is the node at `place`.
  bool leave(int place) {
    if (leave_ != place) return false;
    leave_ = -1;
    return true;
  }

 private:
  static constexpr int kMost = 52;
  NodeKey keys_[kMost];
  int count_ = 0;
  int leave_ = -1;
};

// One search's communication with the others, in the first tricks of its root.
class SearchMember {
 public:
  using Hands = u64[4];
  explicit SearchMember(SharedSearch& shared) : shared_(shared) {}

  // Only for so many tricks: later, a node takes less time than communicating about it. (With the largest.txt
  // of DDS, 3 cost half as much time again for each position, 1 some percent.)
  static constexpr int kTricks = 1;
  void begin(int left) { shared_from_ = left - kTricks; }
  void clear() { open_.clear(); }
  [[gnu::always_inline]] [[nodiscard]] bool shares(const Trick& trick) const {
    return trick.left >= shared_from_;
  }
  [[nodiscard]] [[gnu::noinline]] bool should_leave() {
    return shared_.is_over() || open_.find_answered(shared_);
  }

  // `search` is not begun when another has the answer of this node, and is left when another finds it.
  template <class Work>
  [[gnu::always_inline]] Answer as_node(const Hands& hand, const Trick& trick, bool& stopped, Work search) {
    const NodeKey key = key_of(hand, trick);
    for (;;) {
      if (const auto known = shared_.answer(key)) return *known;
      const int place = open_.open(key);
      const Answer answer = search();
      open_.close();
      if (!stopped) {
        shared_.keep(key, answer);
        return answer;
      }
      if (!open_.leave(place)) return 0;
      stopped = false;  // this very node was answered
    }
  }

  // Others see that `card` is being looked at, until unmark().
  [[gnu::always_inline]] u64 mark(const Hands& hand, const Trick& trick, int card) {
    return shares(trick) ? do_mark(hand, trick, card) : 0;
  }
  [[gnu::always_inline]] void unmark(u64 mark) {
    if (mark != 0) [[unlikely]]
      shared_.unmark(mark);
  }
  // The best of the candidates that no other search is looking at; the best of all when there is none.
  template <class Order>
  [[gnu::always_inline]] int next_of(Order& order, const Hands& hand, const Trick& trick, u64 candidates) {
    return shares(trick) ? free_one_of(order, hand, trick, candidates) : order.best_of(candidates);
  }

 private:
  [[nodiscard]] NodeKey key_of(const Hands& hand, const Trick& trick) const {
    return shared_.key(hand, trick.all, trick.leader, trick.need);
  }
  [[gnu::noinline]] u64 do_mark(const Hands& hand, const Trick& trick, int card) {
    return shared_.mark(key_of(hand, trick).after(card));
  }
  template <class Order>
  [[gnu::noinline]] int free_one_of(Order& order, const Hands& hand, const Trick& trick, u64 candidates) {
    const NodeKey key = key_of(hand, trick);
    const int best = order.best_of(candidates);
    int card = best;
    for (u64 rest = candidates; shared_.is_marked(key.after(card)); card = order.best_of(rest)) {
      rest ^= bit(card);
      if (rest == 0) return best;
    }
    return card;
  }

  SharedSearch& shared_;
  OpenNodes open_;
  int shared_from_ = 0;
};

// A search that has no others.
struct Loner {
  static void begin(int /*left*/) {}
  static void clear() {}
  [[gnu::always_inline]] static bool shares(const Trick& /*trick*/) { return false; }
  static bool should_leave() { return false; }
  [[gnu::always_inline]] static u64 mark(const u64 (&)[4], const Trick& /*trick*/, int /*card*/) { return 0; }
  [[gnu::always_inline]] static void unmark(u64 /*mark*/) {}
  template <class Order>
  [[gnu::always_inline]] static int next_of(Order& order, const u64 (&)[4], const Trick& /*trick*/,
                                            u64 candidates) {
    return order.best_of(candidates);
  }
  template <class Work>
  static Answer as_node(const u64 (&)[4], const Trick& /*trick*/, bool& /*stopped*/, Work search) {
    return search();
  }
};

}  // namespace
}  // namespace yomi::dd
