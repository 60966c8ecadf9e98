#include "yomi/agent/engine.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

#include "yomi/agent/requests.h"
#include "yomi/formats/json.h"

namespace yomi::agent {
namespace {

Json error_json(const std::string& what) {
  return {{"error", what}};
}

}  // namespace

class Engine::Impl {
 public:
  Impl(const Settings& settings, std::function<void(const std::string&)> answer)
      : settings_(settings), answer_(std::move(answer)), thread_([this] { work(); }) {}

  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void ask(const std::string& line) {
    Task task = read(line);
    if (task.request.text_of("do") == "stop") stop();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.size() < settings_.most_waiting; });
    waiting_.push_back(std::move(task));
    changed_.notify_all();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    if (current_) current_->request_stop();
    for (Task& task : waiting_) task.stop.request_stop();
  }

 private:
  struct Task {
    Json request{};
    std::optional<std::string> error{};
    std::stop_source stop{};
  };

  Task read(const std::string& line) const {
    Task task;
    if (line.size() > settings_.longest_line) {
      task.error = "the line is longer than " + std::to_string(settings_.longest_line) + " bytes";
      return task;
    }
    auto parsed = Json::parse(line);
    if (!parsed)
      task.error = "column " + std::to_string(parsed.error().column) + ": " + parsed.error().what;
    else if (!parsed->is_object())
      task.error = "expected a JSON object";
    else
      task.request = std::move(*parsed);
    return task;
  }

  void work() {
    agent::Settings defaults;
    defaults.play.threads = defaults.bidding.threads = settings_.threads;
    if (settings_.level) set_level(defaults, *settings_.level);
    Requests requests(defaults);
    for (;;) {
      Task task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        task = std::move(waiting_.front());
        waiting_.pop_front();
        current_ = &task.stop;
        changed_.notify_all();
      }
      Json made = respond(requests, task);
      {
        const std::lock_guard lock(mutex_);
        current_ = nullptr;
      }
      if (const Json* id = task.request.find("id")) made["id"] = *id;
      answer_(made.dump());
    }
  }

  static Json respond(Requests& requests, const Task& task) {
    if (task.error) return error_json(*task.error);
    if (task.request.text_of("do") == "stop") return {{"stopped", true}};
    try {
      auto answer = requests.answer(task.request, task.stop.get_token());
      if (!answer) return error_json(answer.error().to_string());
      return std::move(*answer);
    } catch (const std::bad_alloc&) {
      return error_json("not enough memory");
    }
  }

  Settings settings_;
  std::function<void(const std::string&)> answer_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  std::stop_source* current_ = nullptr;  // of what is being thought about
  bool ended_ = false;
  std::thread thread_;
};

Engine::Engine(const Settings& settings, std::function<void(const std::string&)> answer)
    : impl_(std::make_unique<Impl>(settings, std::move(answer))) {}
Engine::~Engine() = default;
void Engine::ask(const std::string& line) {
  impl_->ask(line);
}
void Engine::stop() {
  impl_->stop();
}

}  // namespace yomi::agent
