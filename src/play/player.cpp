#include "yomi/play/player.h"

#include <algorithm>
#include <cassert>

#include "card_task.h"
#include "yomi/play/claim.h"

namespace yomi::play {
namespace {

std::size_t usual_deals(Engine engine) {
  return engine == Engine::alphamu ? 20 : engine == Engine::abc ? 12 : 128;
}

// The one place that decides which engine, and which of the two readers, runs.
Advice run_engine(const CardTask& task) {
  switch (task.settings.engine) {
    case Engine::pimc:
      return choose_pimc(task);
    case Engine::alphamu:
      return choose_alphamu(task);
    case Engine::abc:
      return choose_abc(task);
    case Engine::reader:
      break;
  }
  return task.deadline.is_set() ? choose_timed_reader(task) : choose_whole_reader(task);
}

// Instead of another card that would take as many tricks double-dummy.
void play_first(Advice& advice, Card card) {
  advice.card = card;
  std::stable_partition(advice.cards.begin(), advice.cards.end(),
                        [&](const CardValue& one) { return one.card == card; });
}

}  // namespace

class Player::Impl {
 public:
  Impl(const Settings& settings, const Carding& carding)
      : settings_(settings), carding_(carding), workers_(settings) {}

  Advice choose(const Decision& decision, CardSet candidates, const std::stop_token& stop) {
    const auto start = std::chrono::steady_clock::now();
    if (candidates.empty()) candidates = decision.legal;
    assert(decision.legal.contains(candidates));
    Advice advice;
    if (candidates.size() == 1) {
      advice.card = candidates.lowest();
      advice.cards = {{.card = advice.card}};
    } else if (settings_.read_calls) {
      advice = search(decision, candidates, stop);
    } else {
      Decision without_calls = decision;
      without_calls.context.meanings.clear();
      without_calls.context.readings.reset();
      without_calls.context.calls = {};
      advice = search(without_calls, candidates, stop);
    }
    advice.took =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    return advice;
  }

  void set_time(std::chrono::milliseconds time) { settings_.time = time; }
  void set_carding(const Carding& carding) { carding_ = carding; }

 private:
  Advice search(const Decision& decision, CardSet candidates, const std::stop_token& stop) {
    const Deadline deadline(settings_, workers_, stop);
    SharedKnowledge shared(decision.context, carding_, settings_.use_carding);
    shared.reading.policy = &CardPolicy::shipped(settings_.style);
    if (settings_.use_carding && !(carding_ == default_carding())) shared.reading.carding = &carding_;
    const auto rest = certain_rest(decision);
    const bool has_to_lead = rest && !rest->line.empty();
    const CardTask task{.settings = settings_,
                        .decision = decision,
                        .shared = shared,
                        .candidates = candidates,
                        .is_certain = rest && (!has_to_lead || candidates.contains(rest->line.front())),
                        .deals = settings_.deals > 0 ? settings_.deals : usual_deals(settings_.engine),
                        .workers = workers_,
                        .deadline = deadline};
    Advice advice = run_engine(task);
    if (task.is_certain && has_to_lead) play_first(advice, rest->line.front());
    advice.in_time = advice.in_time && !deadline.is_over();
    return advice;
  }

  Settings settings_;
  Carding carding_;
  Workers workers_;
};

Player::Player(const Settings& settings, const Carding& carding)
    : impl_(std::make_unique<Impl>(settings, carding)) {}
Player::~Player() = default;

Advice Player::choose(const Decision& decision, CardSet candidates, const std::stop_token& stop) {
  return impl_->choose(decision, candidates, stop);
}

void Player::set_time(std::chrono::milliseconds time) {
  impl_->set_time(time);
}

void Player::set_carding(const Carding& carding) {
  impl_->set_carding(carding);
}

}  // namespace yomi::play
