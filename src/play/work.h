// What the engines share while one card is chosen: the belief's deals, the threads with their solvers, the
// clock.
#pragma once

#include <chrono>
#include <condition_variable>
#include <ctime>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "player_model.h"
#include "yomi/jobs/thread_pool.h"
#include "yomi/play/deal_sampler.h"
#include "yomi/play/player.h"

namespace yomi::play {

using Clock = std::chrono::steady_clock;

// Solvers of one worker thread, made when first asked for.
class Bench {
 public:
  // Solver for double-dummy work on deal after deal.
  dd::Solver& main();
  // One for each hypothesis; at least `count`.
  std::span<const std::unique_ptr<dd::Solver>> models(std::size_t count);
  void stop();
  void rearm();
  // Positions that its solvers have examined.
  [[nodiscard]] std::uint64_t nodes() const;

 private:
  std::mutex mutex_;  // making solvers on the worker's thread against stop() from the watch
  bool stopped_ = false;
  std::unique_ptr<dd::Solver> main_;
  std::vector<std::unique_ptr<dd::Solver>> models_;
};

// The time limit of one card. By the clock on the wall or the CPU time of the thread that made the watch it
// stops all solvers when the time is up, so that a hard position cannot hold a card back. By nodes nobody is
// stopped within a search, so that the answer depends on nothing but the position.
class Watch {
 public:
  Watch(const Settings& settings, std::vector<std::unique_ptr<Bench>>& benches);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  [[nodiscard]] bool is_over() const { return is_past(1); }
  // Has this share of the time gone by?
  [[nodiscard]] bool is_past(double share) const { return limit_ && spent() >= share * *limit_; }
  [[nodiscard]] double limit() const { return limit_.value_or(0); }  // seconds
  [[nodiscard]] double spent() const;                                // seconds

 private:
  void wait();

  std::optional<double> limit_;          // seconds
  [[nodiscard]] double reading() const;  // of the clock, in seconds

  TimeSource source_ = TimeSource::wall;
  clockid_t cpu_clock_{};
  double start_ = 0;
  std::vector<std::unique_ptr<Bench>>& benches_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

struct Work {
  const Settings& settings;
  const Common& common;
  const Decision& decision;
  CardSet candidates;
  // To the chair's side, by the declarer's tricks double dummy: the points, unless errors are reckoned with.
  std::array<double, 14> worth{};
  std::vector<belief::WeightedDeal> deals;  // weights add up to 1
  bool complete = false;
  jobs::ThreadPool& thread_pool;
  std::vector<std::unique_ptr<Bench>>& benches;  // by worker
  Watch& watch;
  bool cut_short = false;  // some deal was not looked at for want of time
  // With a time limit pimc and reader imagine while they look: `deals` is empty at first, and grows up to
  // `most` as long as there is time.
  DealSampler* sampler = nullptr;
  Random random;
  std::size_t most = 0;
};

// The double-dummy points of every candidate in every deal of the work, in the order of the deals. A card may
// have been given up on the way: then only the first deals tell of it.
struct Grid {
  std::vector<Card> cards;
  std::vector<std::vector<std::uint8_t>> tricks;  // the declarer's, by deal, then card
  std::vector<std::vector<double>> points;        // what they are worth
  std::vector<double> weights;                    // by deal
  std::vector<bool> active;                       // by card
  std::vector<std::size_t> looked;                // by card: deals
  [[nodiscard]] double mean(std::size_t card) const;
};
// Weighted mean of paired differences and its standard error. A few imaginary pairs that differ by `swing`,
// in no direction, keep a run of equal results from looking certain.
struct Difference {
  double mean = 0;
  double error = 0;
};
Difference paired_difference(std::span<const double> differences, std::span<const double> weights,
                             double swing);
inline constexpr double kSwing = 250;  // points, where so much is at stake

// How the looking goes on under a time limit.
struct Pace {
  std::size_t deals = 0;
  double seconds_per_deal = 0;
  double spent = 0;  // seconds since the card was asked for
};
// Deals that the time did not suffice for are dropped from the work. Where they are imagined on the way they
// come in small rounds, whole ones only, and `enough` is asked after each of them; otherwise no further deal
// is looked at when `share` of the time has gone by.
// While `races` says so, cards that are clearly behind are given up, which leaves more deals to the others.
struct LookLimits {
  double share = 1;
  std::function<bool(const Pace&, const Grid&)> enough{};
  std::function<bool(const Pace&)> races{};
};
Grid double_dummy_grid(Work& work, const LookLimits& limits = {});

// The engines. Each fills cards (best first), card and deals.
Advice choose_pimc(Work& work);
Advice choose_reader(Work& work);
Advice choose_abc(Work& work);
// The value of a card is the share of deals in which the goal (making, or defeating, the contract) is
// reached.
Advice choose_alphamu(Work& work);

// The declarer's tricks when everybody sees from here on, those that are won included.
int declarers_tricks(const Position& position, Side declaring, dd::Solver& solver);

// How likely experts are to play each card of the grid: the natural logarithm.
std::vector<double> log_policy(const Work& work, const Grid& grid);
// What pimc goes by: the means and, for an opening lead, what experts prefer.
std::vector<double> pimc_values(const Work& work, const Grid& grid);
// The card that pimc plays: the best value; among cards that are worth the same in every deal the agreed one.
Card pimc_choice(const Work& work, const Grid& grid);
// Cards that are worth as much as `card` in every deal.
CardSet same_everywhere(const Grid& grid, Card card);
// What the carding policy plays when all of `equals` are worth the same.
Card agreed_among(const Work& work, CardSet equals);

}  // namespace yomi::play
