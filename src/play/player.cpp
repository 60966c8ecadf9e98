#include "yomi/play/player.h"

#include <pthread.h>

#include <algorithm>
#include <cassert>

#include "work.h"
#include "yomi/jobs/cpu_time.h"
#include "yomi/play/deal_sampler.h"

namespace yomi::play {
namespace {

constexpr std::size_t kMainMemory = std::size_t{32} << 20;
// Of the time: later than that only the first deals of a pool (or of a piece of it) are weighed.
constexpr double kSamplingShare = 0.2;
constexpr double kShortestPause = 0.0005;  // seconds
constexpr double kNodesPerSecond = 4e6;    // by which a limit in seconds becomes one in nodes
constexpr std::size_t kModelMemory = std::size_t{4} << 20;

struct Named {
  Engine engine;
  std::string_view name;
};
constexpr std::array<Named, 4> kEngines = {
    {{Engine::pimc, "pimc"}, {Engine::alphamu, "alphamu"}, {Engine::abc, "abc"}, {Engine::reader, "reader"}}};

}  // namespace

std::string_view to_string(Engine engine) {
  return kEngines[static_cast<std::size_t>(engine)].name;
}

std::optional<Engine> parse_engine(std::string_view text) {
  for (const Named& one : kEngines) {
    if (one.name == text) return one.engine;
  }
  return std::nullopt;
}

namespace {

// How many deals to weigh for each one kept when time is short: weighing costs more the more cards were seen,
// solving the less.
std::size_t worth_weighing(const Decision& decision) {
  const std::size_t tricks = decision.seen.play.size() / 4;
  return tricks <= 2 ? 8 : tricks <= 4 ? 4 : 2;
}

}  // namespace

int declarers_tricks(const Position& position, Side declaring, dd::Solver& solver) {
  const int won = position.tricks(declaring);
  if (position.is_over()) return won;
  const int rest = solver.tricks(position).lower;
  return won + (on(position.turn(), declaring) ? rest : position.tricks_left() - rest);
}

dd::Solver& Bench::main() {
  if (!main_) {
    // The deals of a belief have two hands in common, and reader comes back to them. In tricks 2 to 5 there
    // is time for twice as many.
    auto made =
        std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = kMainMemory, .keep_other_deals = true});
    const std::lock_guard lock(mutex_);
    if (stopped_) made->stop();
    main_ = std::move(made);
  }
  return *main_;
}

std::span<const std::unique_ptr<dd::Solver>> Bench::models(std::size_t count) {
  while (models_.size() < count) {
    auto made =
        std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = kModelMemory, .keep_other_deals = true});
    const std::lock_guard lock(mutex_);
    if (stopped_) made->stop();
    models_.push_back(std::move(made));
  }
  return models_;
}

void Bench::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  if (main_) main_->stop();
  for (const auto& solver : models_) solver->stop();
}

void Bench::rearm() {
  const std::lock_guard lock(mutex_);
  stopped_ = false;
  if (main_) {
    main_->rearm();
    main_->forget();  // of the last card's deals little is met again, and making room takes milliseconds
  }
  for (const auto& solver : models_) solver->rearm();
}

std::uint64_t Bench::nodes() const {
  std::uint64_t sum = main_ ? main_->nodes() : 0;
  for (const auto& solver : models_) sum += solver->nodes();
  return sum;
}

Watch::Watch(const Settings& settings, std::vector<std::unique_ptr<Bench>>& benches)
    : source_(settings.clock), benches_(benches) {
  if (!settings.time) return;
  limit_ = std::chrono::duration<double>(*settings.time).count();
  if (source_ == TimeSource::cpu && pthread_getcpuclockid(pthread_self(), &cpu_clock_) != 0)
    source_ = TimeSource::wall;
  start_ = reading();
  if (source_ != TimeSource::nodes) thread_ = std::thread([this] { wait(); });
}

double Watch::reading() const {
  if (source_ == TimeSource::cpu) return jobs::seconds_of(cpu_clock_);
  if (source_ == TimeSource::wall)
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  std::uint64_t nodes = 0;
  for (const auto& bench : benches_) nodes += bench->nodes();
  return static_cast<double>(nodes) / kNodesPerSecond;
}

double Watch::spent() const {
  return reading() - start_;
}

// CPU time cannot be waited for: what is left is the least time that must pass before it can be over.
void Watch::wait() {
  std::unique_lock lock(mutex_);
  while (!is_over()) {
    const auto pause = std::chrono::duration<double>(std::max(*limit_ - spent(), kShortestPause));
    if (wake_.wait_for(lock, pause, [this] { return done_; })) return;
  }
  for (const auto& bench : benches_) bench->stop();
}

Watch::~Watch() {
  if (!limit_) return;
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  for (const auto& bench : benches_) bench->rearm();
}

class Player::Impl {
 public:
  Impl(const Settings& settings, const Carding& carding)
      : settings_(settings), carding_(carding), pool_(settings.threads) {
    for (int i = 0; i < pool_.size(); ++i) benches_.push_back(std::make_unique<Bench>());
  }

  Advice choose(const Decision& decision, CardSet candidates) {
    const Clock::time_point start = Clock::now();
    if (candidates.empty()) candidates = decision.legal;
    assert(decision.legal.contains(candidates));
    Advice advice;
    if (candidates.size() == 1) {
      advice.card = candidates.lowest();
      advice.cards = {{.card = advice.card}};
    } else {
      advice = look_ahead(decision, candidates);
    }
    advice.took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    return advice;
  }

  void set_time(std::chrono::milliseconds time) { settings_.time = time; }

 private:
  Advice look_ahead(const Decision& decision, CardSet candidates) {
    Watch watch(settings_, benches_);
    Common common(decision.context, carding_, settings_.use_carding);
    common.reading.policy = &CardPolicy::shipped(settings_.style);
    const bool streams = settings_.engine == Engine::pimc
                             ? settings_.time.has_value()
                             : settings_.engine == Engine::reader && settings_.is_timed();
    SamplingOptions how{.count = deals(),
                        .proposals = settings_.proposals,
                        .enumerate_up_to = settings_.enumerate_up_to,
                        .carding = settings_.use_carding ? &carding_ : nullptr,
                        .read_cards = settings_.read_cards,
                        .reading = common.reading,
                        .thread_pool = &pool_};
    if (streams) how.proposals = std::min(how.proposals, worth_weighing(decision));
    how.is_late = [&] { return watch.is_past(kSamplingShare); };
    DealSampler sampler(decision.context, decision.seen, how);
    Work work{.settings = settings_,
              .common = common,
              .decision = decision,
              .candidates = candidates,
              .worth = common.points_of(side_of(decision.seen.chair)),
              .deals = {},
              .thread_pool = pool_,
              .benches = benches_,
              .watch = watch,
              .random = Random(settings_.seed),
              .most = how.count};
    if (streams) {
      work.sampler = &sampler;
    } else {
      belief::Sample sample = sampler.next(how.count, work.random);
      work.deals = std::move(sample.deals);
      work.complete = sample.is_complete;
    }
    Advice advice;
    switch (settings_.engine) {
      case Engine::reader:
        advice = choose_reader(work);
        break;
      case Engine::abc:
        advice = choose_abc(work);
        break;
      case Engine::alphamu:
        advice = choose_alphamu(work);
        break;
      case Engine::pimc:
        advice = choose_pimc(work);
        break;
    }
    advice.complete = work.complete;
    advice.in_time = !watch.is_over() && !work.cut_short;
    return advice;
  }

  [[nodiscard]] std::size_t deals() const {
    if (settings_.deals > 0) return settings_.deals;
    switch (settings_.engine) {
      case Engine::alphamu:
        return 20;
      case Engine::abc:
        return 12;
      case Engine::pimc:
      case Engine::reader:
        break;
    }
    return 128;
  }

  Settings settings_;
  Carding carding_;
  jobs::ThreadPool pool_;
  std::vector<std::unique_ptr<Bench>> benches_;
};

Player::Player(const Settings& settings, const Carding& carding)
    : impl_(std::make_unique<Impl>(settings, carding)) {}
Player::~Player() = default;

Advice Player::choose(const Decision& decision, CardSet candidates) {
  return impl_->choose(decision, candidates);
}

void Player::set_time(std::chrono::milliseconds time) {
  impl_->set_time(time);
}

}  // namespace yomi::play
