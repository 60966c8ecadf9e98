// Work in shards: the same results whatever the threads, ranks, kills and damage.
#include "yomi/jobs/shards.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "yomi/cards/checksum.h"
#include "yomi/cards/random.h"
#include "yomi/jobs/handout.h"
#include "yomi/jobs/ordered_batch.h"

namespace yomi::jobs {

// To be packed. Not in the nameless namespace, where pack.h's stand-in for a member would need a body.
struct Inner {
  std::array<double, 2> numbers{};
  std::optional<std::string> text{};
  friend bool operator==(const Inner&, const Inner&) = default;
};
struct Outer {
  std::vector<Inner> list{};
  std::optional<int> number{};
  std::pair<bool, std::vector<std::uint8_t>> pair{};
  friend bool operator==(const Outer&, const Outer&) = default;
};

namespace {

std::string result_of(std::size_t shard) {
  std::string bytes = "result " + std::to_string(shard * shard) + '\n';
  while (bytes.size() < 20 + shard % 50) bytes += '\xF1';  // the first byte of a record's mark
  return bytes;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

class ShardsOfWork : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() / ("yomi-shards-" + std::to_string(::getpid()))).string();
    std::filesystem::remove(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_;
};

// Messages in memory, each arriving after a delay.
class Post {
 public:
  explicit Post(int ranks, std::chrono::microseconds delay = {})
      : boxes_(static_cast<std::size_t>(ranks)), delay_(delay) {}
  void send(int to, Message message) {
    const std::lock_guard lock(mutex_);
    boxes_[static_cast<std::size_t>(to)].emplace_back(std::chrono::steady_clock::now() + delay_,
                                                      std::move(message));
  }
  std::optional<Message> receive(int rank) {
    const std::lock_guard lock(mutex_);
    auto& box = boxes_[static_cast<std::size_t>(rank)];
    if (box.empty() || box.front().first > std::chrono::steady_clock::now()) return {};
    Message message = std::move(box.front().second);
    box.pop_front();
    return message;
  }
  [[nodiscard]] int ranks() const { return static_cast<int>(boxes_.size()); }

 private:
  std::mutex mutex_;
  std::vector<std::deque<std::pair<std::chrono::steady_clock::time_point, Message>>> boxes_;
  std::chrono::microseconds delay_;
};

class PostTransport : public Transport {
 public:
  PostTransport(Post& post, int rank) : post_(post), rank_(rank) {}
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return post_.ranks(); }
  void send(int to, std::string bytes) override { post_.send(to, {rank_, std::move(bytes)}); }
  std::optional<Message> receive() override { return post_.receive(rank_); }

 private:
  Post& post_;
  int rank_;
};

TEST(Checksum, IsTheOneOfZip) {
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc32("6789", crc32("12345")), 0xCBF43926U);
}

TEST_F(ShardsOfWork, ComeInOrderOnAnyNumberOfThreads) {
  for (unsigned threads : {1U, 2U, 7U}) {
    std::vector<std::string> results;
    int cancelled = 0;
    const auto end = run({.count = 100,
                          .threads = threads,
                          .work = [](unsigned, std::size_t shard) { return result_of(shard); },
                          .done =
                              [&](std::size_t shard, std::string_view result) {
                                EXPECT_EQ(shard, results.size());
                                results.emplace_back(result);
                              },
                          .cancel = [&] { ++cancelled; }});
    ASSERT_TRUE(end.ok());
    EXPECT_EQ(*end, ShardsEnd::complete);
    EXPECT_EQ(cancelled, 0) << "what is finished is not told to stop";
    ASSERT_EQ(results.size(), 100U);
    for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i], result_of(i));
  }
}

TEST_F(ShardsOfWork, AStopKeepsWhatWasDoneAndTheRestFollows) {
  std::atomic<int> worked = 0;
  Shards shards{.count = 60, .threads = 2, .work = [&](unsigned, std::size_t shard) {
                  ++worked;
                  std::this_thread::sleep_for(std::chrono::milliseconds(10));
                  return result_of(shard);
                }};
  std::size_t delivered = 0;
  shards.done = [&](std::size_t, std::string_view) { ++delivered; };
  {
    auto store = ResultStore::open(path_, "squares");
    ASSERT_TRUE(store.ok()) << store.error().to_string();
    shards.store = &*store;
    shards.tick = [&](const ShardProgress& progress) { return progress.done < 20; };
    while (*run(shards) != ShardsEnd::stopped) FAIL();
    EXPECT_FALSE(ResultStore::open(path_, "squares").ok()) << "another program works on it";
  }
  EXPECT_FALSE(ResultStore::open(path_, "cubes").ok()) << "another job";
  auto store = ResultStore::open(path_, "squares");
  const std::size_t kept = store->size();
  EXPECT_GE(kept, 20U);
  shards.store = &*store;
  shards.tick = [](const ShardProgress&) { return true; };
  worked = 0;
  delivered = 0;
  EXPECT_EQ(*run(shards), ShardsEnd::complete);
  EXPECT_EQ(delivered, 60U);
  EXPECT_EQ(worked, 60 - static_cast<int>(kept));
}

TEST_F(ShardsOfWork, DamageAnywhereIsNoticedAndTheRestIsKept) {
  constexpr std::size_t kCount = 40;
  {
    auto store = ResultStore::open(path_, "squares");
    for (std::size_t i = 0; i < kCount; ++i) ASSERT_FALSE(store->add(i, result_of(i)));
    ASSERT_FALSE(store->add(3, "another")) << "the first stays";
    EXPECT_EQ(store->read(3), result_of(3));
  }
  const std::string whole = text_of(path_);
  Random random(4);
  for (int round = 0; round < 300; ++round) {
    std::string text = whole;
    const std::size_t at = 16 + random.below(static_cast<std::uint32_t>(text.size() - 16));
    if (round % 3 == 0) {
      text.resize(at);
    } else if (round % 3 == 1) {
      text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
    } else {
      text.erase(at, 1 + random.below(30));
    }
    write_text(path_, text);
    auto store = ResultStore::open(path_, "squares");
    if (!store) {  // only when nothing is left of it
      EXPECT_LT(text.size(), 120U) << store.error().to_string();
      continue;
    }
    if (round % 3 != 0) {
      EXPECT_GE(store->size(), kCount - 2);
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      if (store->has(i)) {
        EXPECT_EQ(store->read(i), result_of(i));
      }
      ASSERT_FALSE(store->add(i, result_of(i)));
      EXPECT_EQ(store->read(i), result_of(i));
    }
  }
  write_text(path_, "something else altogether");
  EXPECT_FALSE(ResultStore::open(path_, "squares").ok());
  EXPECT_EQ(text_of(path_), "something else altogether");
}

TEST_F(ShardsOfWork, RanksGiveTheResultsOfOneProcess) {
  for (const int ranks : {2, 5}) {
    Post post(ranks);
    const Shards shared{
        .count = 300, .threads = 1, .work = [](unsigned, std::size_t shard) { return result_of(shard); }};
    std::vector<std::thread> others;
    for (int rank = 1; rank < ranks; ++rank) {
      others.emplace_back([&, rank] {
        PostTransport transport(post, rank);
        EXPECT_EQ(*run(shared, &transport), ShardsEnd::worker);
      });
    }
    std::vector<std::string> results;
    Shards manager = shared;
    manager.done = [&](std::size_t, std::string_view result) { results.emplace_back(result); };
    PostTransport transport(post, 0);
    EXPECT_EQ(*run(manager, &transport), ShardsEnd::complete);
    for (std::thread& other : others) other.join();
    ASSERT_EQ(results.size(), 300U);
    for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i], result_of(i));
  }
}

TEST(Pack, ComesBackAsItWas) {
  for (const Outer& value :
       {Outer{}, Outer{{{{1, 2}, "one"}, {{0.5, -1}, std::nullopt}, {{}, ""}}, 7, {true, {1, 2, 255}}}}) {
    Outer back{{{{3, 3}, "before"}}, 1, {true, {9}}};
    from_bytes(to_bytes(value), back);
    EXPECT_EQ(back, value);
  }
}

// Every rank runs two batches, the second on what the first gave, and ends with the same.
TEST_F(ShardsOfWork, SharedResultsReachEveryRank) {
  constexpr int kRanks = 4;
  Post post(kRanks);
  std::vector<std::vector<std::string>> ends(kRanks);
  std::atomic<int> worked = 0;
  const auto program = [&](int rank) {
    PostTransport transport(post, rank);
    std::string told = rank == 0 ? "seed" : "";
    broadcast(&transport, told);
    EXPECT_EQ(told, "seed");
    std::vector<std::string> results(100);
    for (int round = 0; round < 2; ++round) {
      std::vector<std::string> made(results.size());
      OrderedBatch batch{.threads = 1};
      batch.work = [&](unsigned, std::size_t item) {
        ++worked;
        made[item] = results[item] + result_of(item + 1);
      };
      std::size_t done = 0;
      batch.done = [&](std::size_t item) { EXPECT_EQ(item, done++); };
      share(batch, &transport, made);
      EXPECT_TRUE(run(batch, made.size()));
      EXPECT_EQ(done, made.size());
      results = made;
    }
    ends[static_cast<std::size_t>(rank)] = results;
  };
  std::vector<std::thread> others;
  for (int rank = 1; rank < kRanks; ++rank) others.emplace_back(program, rank);
  program(0);
  for (std::thread& other : others) other.join();
  EXPECT_EQ(worked, 200) << "each item once";
  EXPECT_EQ(ends[0][7], result_of(8) + result_of(8));
  for (const auto& end : ends) EXPECT_EQ(end, ends[0]);
}

TEST_F(ShardsOfWork, ARankThatEndedIsNotWaitedFor) {
  Post post(2);
  PostTransport other(post, 1);
  leave(other);
  PostTransport transport(post, 0);
  std::vector<int> results(3);
  OrderedBatch batch{.work = [&](unsigned, std::size_t item) { results[item] = 1; }};
  share(batch, &transport, results);
  EXPECT_THROW(static_cast<void>(run(batch, results.size())), RankLost);
}

TEST(Handout, ALostWorkersShardsAreDoneByOthers) {
  std::vector<std::size_t> shards(50);
  for (std::size_t i = 0; i < shards.size(); ++i) shards[i] = i;
  Handout handout(shards, 3);
  handout.set_threads(0, 1);
  handout.set_threads(2, 2);
  EXPECT_TRUE(handout.portion(1).empty()) << "has not said how many threads it has";
  const auto lost = handout.portion(2);
  ASSERT_FALSE(lost.empty());
  handout.lost(2);
  std::vector<std::size_t> done;
  while (!handout.all_done()) {
    const auto portion = handout.portion(0);
    ASSERT_FALSE(portion.empty());
    for (std::size_t shard : portion) {
      EXPECT_TRUE(handout.finished(0, shard, 0.001));
      EXPECT_FALSE(handout.finished(2, shard, 0.001)) << "once is enough";
      done.push_back(shard);
    }
  }
  EXPECT_EQ(done.size(), 50U);
}

// 64 ranks in simulated time: shards of very different length, messages that take a millisecond each way.
TEST(Handout, Keeps64RanksBusy) {
  constexpr std::size_t kRanks = 64;
  constexpr double kMessage = 0.001;
  for (const double mean : {0.002, 0.05, 1.0}) {
    std::vector<std::size_t> shards(kRanks * 100);
    for (std::size_t i = 0; i < shards.size(); ++i) shards[i] = i;
    Handout handout(shards, kRanks);
    Random random(5);
    std::vector<double> length;
    double work = 0;
    for (std::size_t i = 0; i < shards.size(); ++i) {
      length.push_back(mean * (0.2 + 1.6 * random.unit()) * (random.below(20) == 0 ? 4 : 1));
      work += length.back();
    }
    struct Rank {
      double free_at = 0;
      std::deque<std::pair<double, std::size_t>> queue{};  // arrival, shard
    };
    std::vector<Rank> ranks(kRanks);
    std::multimap<double, std::pair<std::size_t, std::size_t>>
        arrivals;  // at the manager: when, rank and shard
    const auto give = [&](std::size_t rank, double now) {
      for (std::size_t shard : handout.portion(rank)) {
        ranks[rank].free_at = std::max(ranks[rank].free_at, now + kMessage) + length[shard];
        arrivals.emplace(ranks[rank].free_at + kMessage, std::pair{rank, shard});
      }
    };
    for (std::size_t rank = 0; rank < kRanks; ++rank) handout.set_threads(rank, 1);
    for (std::size_t rank = 0; rank < kRanks; ++rank) give(rank, 0);
    double now = 0;
    while (!arrivals.empty()) {
      const auto [when, what] = *arrivals.begin();
      arrivals.erase(arrivals.begin());
      now = when;
      handout.finished(what.first, what.second, length[what.second]);
      give(what.first, now);
    }
    EXPECT_TRUE(handout.all_done());
    EXPECT_GT(work / (now * kRanks), 0.9) << "shards of " << mean << " s";
  }
}

}  // namespace
}  // namespace yomi::jobs
