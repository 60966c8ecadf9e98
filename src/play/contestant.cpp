#include "yomi/play/contestant.h"

#include <algorithm>
#include <cassert>

#include "yomi/dd/solver.h"
#include "yomi/formats/text.h"
#include "yomi/jobs/cpu_time.h"
#include "yomi/play/card_policy.h"

namespace yomi::play {
namespace {

constexpr std::size_t kSolverMemory = std::size_t{32} << 20;

}  // namespace

Result<ContestantSpec> parse_contestant(std::string_view text, const Settings& defaults) {
  ContestantSpec made{.settings = defaults, .name = std::string(text)};
  made.settings.clock = TimeSource::cpu;
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view word = text.substr(0, colon);
  if (word == "policy") {
    made.kind = ContestantSpec::Kind::policy;
  } else if (word == "double-dummy") {
    made.kind = ContestantSpec::Kind::double_dummy;
  } else if (const auto engine = parse_engine(word)) {
    made.settings.engine = *engine;
  } else {
    return Error{
        .what = "expected pimc, alphamu, abc, reader, policy or double-dummy, found " + text::quote(word),
        .column = 1};
  }
  if (colon == text.size()) return made;
  if (const auto error = change_all(made.settings, text.substr(colon + 1)))
    return error->at({}, 0, error->column + static_cast<std::uint32_t>(colon + 1));
  return made;
}

class Contestant::Impl {
 public:
  Impl(ContestantSpec spec, std::uint64_t seed, const Carding& carding)
      : spec_(std::move(spec)), carding_(carding), random_(seed) {
    spec_.settings.seed = seed;
    spec_.settings.threads = 1;
  }

  Choice choose(const PlayContext& context, const Deal& deal, const std::vector<Card>& play,
                const std::stop_token& stop) {
    const double start = jobs::thread_cpu_seconds();
    Choice made;
    switch (spec_.kind) {
      case ContestantSpec::Kind::engine:
        made = by_engine(look(context, deal, play), stop);
        break;
      case ContestantSpec::Kind::policy:
        made.card = by_policy(context, deal, play);
        break;
      case ContestantSpec::Kind::double_dummy:
        made.card = by_solver(context, deal, play);
        break;
    }
    made.cpu_seconds = jobs::thread_cpu_seconds() - start;
    return made;
  }

 private:
  Choice by_engine(const Decision& decision, const std::stop_token& stop) {
    if (!player_) player_ = std::make_unique<Player>(spec_.settings, carding_);
    const Advice advice = player_->choose(decision, {}, stop);
    const auto has_playouts = [](const CardValue& one) { return one.playouts > 0; };
    return {.card = advice.card,
            .searched = std::any_of(advice.cards.begin(), advice.cards.end(), has_playouts),
            .cut_short = !advice.in_time};
  }

  struct Replay {
    Course course;
    Position position;
  };
  static Replay replayed(const PlayContext& context, const Deal& deal, const std::vector<Card>& play) {
    Replay made{.course = Course(context.contract, context.calls),
                .position = Position(deal, context.contract.strain, context.contract.leader())};
    for (Card card : play) {
      made.course.add(card);
      made.position.play(card);
    }
    return made;
  }

  [[nodiscard]] CardChances chances(const Replay& now) const {
    return CardPolicy::shipped(spec_.settings.style)
        .chances(now.course, sight_of_turn(now.course, now.position.hands()));
  }

  [[nodiscard]] Card by_policy(const PlayContext& context, const Deal& deal,
                               const std::vector<Card>& play) const {
    PlayContext heard = context;
    if (!spec_.settings.read_calls) heard.calls = {};
    const CardChances found = chances(replayed(heard, deal, play));
    if (!spec_.settings.policy.draws) return found.best();
    Random random = random_.split(play.size());
    return found.draw(random);
  }

  Card by_solver(const PlayContext& context, const Deal& deal, const std::vector<Card>& play) {
    const Replay now = replayed(context, deal, play);
    if (!solver_) solver_ = std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = kSolverMemory});
    const std::vector<dd::CardTricks> cards = solver_->cards(now.position);
    CardSet best;
    for (const dd::CardTricks& one : cards) {
      if (one.tricks.lower == cards.front().tricks.lower) best |= CardSet::of(one.card) | one.equals;
    }
    const CardChances found = chances(now);
    Card chosen = best.lowest();
    for (Card card : best) {
      if (found.chance(card) > found.chance(chosen)) chosen = card;
    }
    return chosen;
  }

  ContestantSpec spec_;
  Carding carding_;
  Random random_;
  std::unique_ptr<Player> player_;
  std::unique_ptr<dd::Solver> solver_;
};

Contestant::Contestant(const ContestantSpec& spec, std::uint64_t seed, const Carding& carding)
    : impl_(std::make_unique<Impl>(spec, seed, carding)) {}
Contestant::~Contestant() = default;
Contestant::Contestant(Contestant&&) noexcept = default;
Contestant& Contestant::operator=(Contestant&&) noexcept = default;

Choice Contestant::choose(const PlayContext& context, const Deal& deal, const std::vector<Card>& play,
                          const std::stop_token& stop) {
  return impl_->choose(context, deal, play, stop);
}

}  // namespace yomi::play
