// The engine that is several searches (shared_search.h): each question is put to all, and the first answer
// counts.
#pragma once

#include <memory>
#include <vector>

#include "search_body.h"
#include "shared_search.h"

namespace yomi::dd {
namespace {

class Team final : public Engine {
 public:
  explicit Team(const EngineOptions& options)
      : shared_(options.memory_bytes, stop_requested), together_(options.together) {
    for (int i = 0; i < options.searchers; ++i)
      searches_.push_back(std::make_unique<Search<true>>(shared_, options.reuse_positions));
  }

  void set_root(const Root& root) override {
    shared_.new_root();
    shared_.cuts.fit(count_bits(root.hands[(root.leader + 3) & 3]));  // the last hand has not played yet
    for (const auto& search : searches_) search->set_root(root);
  }
  bool can_take(int need) override {
    return ask([need](Engine& search) { return search.can_take(need); });
  }
  bool can_take_after(int card, int need) override {
    return ask([card, need](Engine& search) { return search.can_take_after(card, need); });
  }
  [[nodiscard]] bool stopped() const override { return first_ < 0; }
  [[nodiscard]] int proof() const override { return searches_[static_cast<std::size_t>(first_)]->proof(); }
  void forget() override {
    shared_.store.forget();
    shared_.cuts.forget();
  }
  [[nodiscard]] u64 nodes() const override {
    u64 sum = 0;
    for (const auto& search : searches_) sum += search->nodes();
    return sum;
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return shared_.store.memory_bytes(); }

 private:
  template <class Question>
  bool ask(Question question) {
    std::atomic<int> first{-1};
    bool answer = false;
    const auto work = [&](int number) {
      Engine& search = *searches_[static_cast<std::size_t>(number)];
      const bool yes = question(search);
      int none = -1;
      if (search.stopped() || !first.compare_exchange_strong(none, number)) return;
      answer = yes;
      shared_.answered.store(true, std::memory_order_relaxed);
    };
    while (first < 0 && !stop_requested.load(std::memory_order_relaxed)) {
      shared_.answered.store(false, std::memory_order_relaxed);
      together_(static_cast<int>(searches_.size()), work);
      if (shared_.store.is_full()) shared_.store.make_room();
    }
    first_ = first;
    return answer;
  }

  SharedSearch shared_;
  std::function<void(int, const std::function<void(int)>&)> together_;
  std::vector<std::unique_ptr<Search<true>>> searches_;
  int first_ = -1;
};

std::unique_ptr<Engine> make_engine(const EngineOptions& options) {
#if !defined(__wasm__)  // one thread there, and every byte is sent
  if (options.searchers > 1) return std::make_unique<Team>(options);
#endif
  return std::make_unique<Search<false>>(options);
}

}  // namespace
}  // namespace yomi::dd
