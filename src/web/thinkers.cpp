#include "yomi/web/thinkers.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace yomi::web {
namespace {

constexpr int kMostThreads = 8;
constexpr std::chrono::seconds kSignOfLife{1};

struct Job {
  std::string client;
  Work work;
  std::stop_source stop{};
  std::mutex mutex{};
  std::condition_variable changed{};
  std::deque<std::pair<std::string, Json>> events{};
  std::optional<std::chrono::steady_clock::time_point> started{};
  bool done = false;

  void tell(std::string event, Json data) {
    {
      const std::lock_guard lock(mutex);
      events.emplace_back(std::move(event), std::move(data));
    }
    changed.notify_all();
  }

  void run(agent::Requests& engine) {
    {
      const std::lock_guard lock(mutex);
      started = std::chrono::steady_clock::now();
    }
    const Tell pass_on = [this](std::string event, Json data) { tell(std::move(event), std::move(data)); };
    try {
      if (!stop.stop_requested()) work(engine, stop.get_token(), pass_on);
    } catch (const std::exception& error) {
      tell("error", {{"error", error.what()}});
    }
    {
      const std::lock_guard lock(mutex);
      done = true;
    }
    changed.notify_all();
  }

  // Forwards events until the work is done.
  void listen(const Emit& emit, std::chrono::seconds longest) {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait_for(lock, kSignOfLife, [this] { return done || !events.empty(); });
      std::deque<std::pair<std::string, Json>> heard;
      heard.swap(events);
      const bool last = done;
      const bool too_long = started && std::chrono::steady_clock::now() > *started + longest;
      lock.unlock();
      bool listening = !heard.empty() || last || emit("", {});
      for (const auto& [event, data] : heard) listening = listening && emit(event, data);
      if (!listening || too_long) stop.request_stop();
      if (last) return;
      lock.lock();
    }
  }
};

}  // namespace

class Thinkers::Impl {
 public:
  explicit Impl(const Limits& limits) : limits_(limits) {
    const int cores = std::min(kMostThreads, static_cast<int>(std::thread::hardware_concurrency()));
    const int count = limits.threads > 0 ? limits.threads : std::max(1, cores);
    most_running_ = std::max(1, count - 1);
    for (int i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  }

  ~Impl() {
    stop();
    for (std::thread& thread : threads_) thread.join();
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      for (const auto& job : running_) job->stop.request_stop();
      for (auto& [client, jobs] : waiting_) {
        for (const auto& job : jobs) job->stop.request_stop();
      }
    }
    changed_.notify_all();
  }

  std::optional<Error> run(const std::string& client, Work work, const Emit& emit) {
    const auto job = std::make_shared<Job>();
    job->client = client;
    job->work = std::move(work);
    {
      const std::lock_guard lock(mutex_);
      if (ended_) return Error{"the server is ending"};
      auto& mine = waiting_[client];
      if (mine.size() >= limits_.per_client || count_ >= limits_.waiting) {
        if (mine.empty()) waiting_.erase(client);
        return Error{"too many questions are waiting; ask again later"};
      }
      if (mine.empty()) turns_.push_back(client);
      mine.push_back(job);
      ++count_;
    }
    changed_.notify_all();
    job->listen(emit, limits_.longest);
    return std::nullopt;
  }

 private:
  // The next client in turn that does not have too much running.
  [[nodiscard]] std::deque<std::string>::iterator next_turn() {
    return std::find_if(turns_.begin(), turns_.end(), [this](const std::string& client) {
      return ended_ || std::count_if(running_.begin(), running_.end(),
                                     [&](const auto& job) { return job->client == client; }) < most_running_;
    });
  }

  // The next job; nothing at the end.
  std::shared_ptr<Job> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return next_turn() != turns_.end() || (ended_ && turns_.empty()); });
    if (turns_.empty()) return nullptr;
    const auto turn = next_turn();
    const std::string client = *turn;
    turns_.erase(turn);
    const auto found = waiting_.find(client);
    std::shared_ptr<Job> job = std::move(found->second.front());
    found->second.pop_front();
    --count_;
    if (found->second.empty())
      waiting_.erase(found);
    else
      turns_.push_back(client);
    running_.push_back(job);
    return job;
  }

  void work() {
    agent::Settings settings;
    settings.play.threads = settings.bidding.threads = 1;
    settings.bidding.agreements = bidding::Agreements::rules;  // people expect the system of their partner
    agent::Requests engine(settings);
    while (const auto job = next()) {
      job->run(engine);
      {
        const std::lock_guard lock(mutex_);
        std::erase(running_, job);
      }
      changed_.notify_all();
    }
  }

  Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::deque<std::shared_ptr<Job>>> waiting_;
  std::deque<std::string> turns_;  // clients with something waiting, each once
  std::size_t count_ = 0;
  int most_running_ = 1;  // per client, so that a thread is left for the others
  std::vector<std::shared_ptr<Job>> running_;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

Thinkers::Thinkers(const Limits& limits) : impl_(std::make_unique<Impl>(limits)) {}
Thinkers::~Thinkers() = default;
std::optional<Error> Thinkers::run(const std::string& client, Work work, const Emit& emit) {
  return impl_->run(client, std::move(work), emit);
}
void Thinkers::stop() {
  impl_->stop();
}

}  // namespace yomi::web
