#include "binding.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <thread>

#include "yomi/jobs/thread_pool.h"

namespace yomi::python {

void fail(const std::string& what) {
  throw py::value_error(what);
}

namespace {

// The exception that Python raised while checking signals or reporting progress, if any.
std::exception_ptr look_at_python(const py::object& progress, double share) {
  const py::gil_scoped_acquire lock;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) progress(share);
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

}  // namespace

void run(const Watched& watched) {
  constexpr auto kPause = std::chrono::milliseconds(50);
  std::exception_ptr raised;  // by Python
  std::exception_ptr failed;  // by the work
  {
    const py::gil_scoped_release release;
    std::mutex mutex;
    std::condition_variable changed;
    bool over = false;
    std::jthread thread([&](const std::stop_token& stop) {
      try {
        watched.work(stop);
      } catch (...) {
        failed = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      over = true;
      changed.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, kPause, [&] { return over; })) {
      if (raised) continue;
      lock.unlock();
      raised = look_at_python(watched.progress, watched.share ? watched.share() : 0);
      if (raised) thread.request_stop();
      lock.lock();
    }
  }
  if (raised) std::rethrow_exception(raised);
  if (failed) std::rethrow_exception(failed);
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!watched.progress.is_none()) watched.progress(1.0);
}

void each(std::size_t count, int threads, const std::stop_token& stop,
          const std::function<void(std::size_t item, int worker)>& f) {
  jobs::ThreadPool pool(threads);
  pool.each(count, [&](std::size_t item, int worker) {
    if (!stop.stop_requested()) f(item, worker);
  });
}

int threads_of(std::int64_t threads) {
  constexpr std::int64_t kMost = 1024;
  if (threads < 0 || threads > kMost) fail("threads: expected a number from 0 (all cores) to 1024");
  return jobs::ThreadPool::threads_for(static_cast<int>(threads));
}

Engine::Lent::Lent(Engine& engine) : engine_(engine) {
  {
    const std::lock_guard lock(engine.lending_);
    if (!engine.free_.empty()) {
      solver_ = std::move(engine.free_.back());
      engine.free_.pop_back();
    }
  }
  if (!solver_) solver_ = std::make_unique<dd::Solver>();
}

Engine::Lent::~Lent() {
  solver_->rearm();
  const std::lock_guard lock(engine_.lending_);
  engine_.free_.push_back(std::move(solver_));
}

// Players use all cores.
agent::Requests Engine::make_requests() {
  agent::Settings settings;
  settings.play.threads = settings.bidding.threads = 0;
  return agent::Requests(settings);
}

std::string Engine::ask(const std::string& question) {
  const auto parsed = value_of(Json::parse(question), "question");
  if (!parsed.is_object()) fail("question: expected an object");
  std::optional<Result<Json>> answer;
  run({.work = [&](const std::stop_token& stop) {
    const std::lock_guard lock(asking_);
    if (!stop.stop_requested()) answer = requests_.answer(parsed, stop);
  }});
  if (!*answer) fail(answer->error().to_string());
  return (*answer)->dump();
}

Rows make_rows(std::size_t count) {
  return Rows(
      std::vector<py::ssize_t>{static_cast<py::ssize_t>(count), static_cast<py::ssize_t>(kDealCards)});
}

Rows rows_of(const py::array& deals) {
  const char kind = deals.dtype().kind();
  if (deals.ndim() != 2 || deals.shape(1) != static_cast<py::ssize_t>(kDealCards) ||
      (kind != 'u' && kind != 'i' && kind != 'b'))
    fail("deals: expected an array of n rows of 52 seats");
  return py::array_t<std::uint8_t, py::array::c_style | py::array::forcecast>(deals);
}

Deal deal_of(const std::uint8_t* row) {
  Deal deal;
  for (Suit suit : kAllSuits) {
    for (int rank = 0; rank < kRanks; ++rank, ++row) {
      if (*row < kSeats) deal[seat_at(*row)].insert(Card(suit, rank_at(rank)));
    }
  }
  return deal;
}

// Spreads the two bits of each seat over bytes, eight cards at a time.
void write_row(const Deal& deal, std::uint8_t* row) {
  for (Suit suit : kAllSuits) {
    const auto of = [&](Seat seat) { return deal[seat].bits() >> (16 * index(suit)); };
    const std::uint64_t low = of(Seat::east) | of(Seat::west);
    const std::uint64_t high = of(Seat::south) | of(Seat::west);
    const std::uint64_t nobody = ~(low | high | of(Seat::north));
    for (int rank = 0; rank < kRanks; ++rank, ++row) {
      *row =
          static_cast<std::uint8_t>((low >> rank & 1) | (high >> rank & 1) << 1 | (0 - (nobody >> rank & 1)));
    }
  }
}

}  // namespace yomi::python
