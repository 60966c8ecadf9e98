#include "yomi/lab/ending_exam.h"

#include <algorithm>

namespace yomi::lab {
namespace {

constexpr double kSettled = 1e-5;  // a wider gap between the bounds counts as too large a game

// Empty when the ending is too large for a best defence.
std::vector<EndingMarks> marks(const DealtEnding& ending, EndingExam::Worker& worker,
                               const std::stop_token& stop) {
  std::vector<EndingMarks> made;
  for (const auto& player : worker.players) {
    const Plan plan = player ? plan_of(ending, *player, stop) : policy_plan(ending);
    const auto declarer = against_best_defence(ending.game, plan);
    if (!declarer) return {};
    made.push_back({.as_declarer = *declarer, .in_defence = against_best_declarer(ending.game, plan)});
  }
  return made;
}

}  // namespace

EndingExam::EndingExam(const EndingSpec& spec, std::vector<std::optional<play::Settings>> players,
                       bool only_live, std::uint64_t seed)
    : spec_(spec), players_(std::move(players)), only_live_(only_live), random_(seed) {
  for (auto& settings : players_) {
    if (!settings) continue;
    settings->threads = 1;
    settings->use_carding = false;
    settings->read_cards = false;
  }
}

EndingExam::Worker EndingExam::worker() const {
  Worker made;
  for (const auto& settings : players_)
    made.players.push_back(settings ? std::make_unique<play::Player>(*settings) : nullptr);
  return made;
}

JudgedEnding EndingExam::judge(std::size_t number, Worker& worker, const std::stop_token& stop) const {
  Random random = random_.split(number);
  JudgedEnding made;
  while (!stop.stop_requested()) {
    const DealtEnding ending = deal_ending(random, spec_);
    const auto value = equilibrium(ending.game);
    if (!value || value->gap() > kSettled) {
      ++made.too_large;
      continue;
    }
    made.value = *value;
    made.double_dummy = double_dummy_mean(ending.game);
    if (only_live_ && !made.is_live()) {
      ++made.dull;
      continue;
    }
    made.marks = marks(ending, worker, stop);
    if (stop.stop_requested()) break;
    if (made.marks.empty()) {
      ++made.too_large;
      continue;
    }
    made.layouts = ending.deals.size();
    break;
  }
  return made;
}

EndingSummary summarise(const std::vector<JudgedEnding>& all, std::size_t players) {
  EndingSummary made;
  made.rows.resize(players);
  for (const JudgedEnding& one : all) {
    const bool live = one.is_live();
    made.live += live ? 1 : 0;
    made.worst_gap = std::max(made.worst_gap, one.value.gap());
    made.most_rounds = std::max(made.most_rounds, one.value.rounds);
    made.too_large += one.too_large;
    made.dull += one.dull;
    for (std::size_t e = 0; e < players; ++e) {
      const double declarer = one.value.value() - one.marks[e].as_declarer;
      const double defence = one.marks[e].in_defence - one.value.value();
      made.rows[e].declarer.push_back(declarer);
      made.rows[e].defence.push_back(defence);
      if (!live) continue;
      made.rows[e].live_declarer.push_back(declarer);
      made.rows[e].live_defence.push_back(defence);
    }
  }
  return made;
}

}  // namespace yomi::lab
