#include "yomi/play/contestant.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>

#include "yomi/dd/solver.h"
#include "yomi/formats/text.h"
#include "yomi/jobs/cpu_time.h"
#include "yomi/play/card_policy.h"

namespace yomi::play {
namespace {

constexpr std::size_t kSolverMemory = std::size_t{32} << 20;

template <class Number>
bool read_number(std::string_view text, Number least, Number most, Number& into) {
  Number number{};
  const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc() || rest != text.data() + text.size() || !(number >= least && number <= most))
    return false;
  into = number;
  return true;
}

bool read_switch(std::string_view text, bool& into) {
  if (text != "on" && text != "off") return false;
  into = text == "on";
  return true;
}

// What may stand after the colon.
struct Knob {
  std::string_view name;
  std::string_view expected;
  bool (*set)(ContestantSpec& spec, std::string_view value);
};
constexpr std::array kKnobs = {
    Knob{"deals", "a number from 1 to 1000000",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number<std::size_t>(value, 1, 1'000'000, spec.settings.deals);
         }},
    Knob{"beliefs", "a number from 1 to 1000",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number<std::size_t>(value, 1, 1000, spec.settings.beliefs);
         }},
    Knob{"time", "a time such as 2s or 200ms, or off",
         [](ContestantSpec& spec, std::string_view value) {
           spec.settings.time = text::parse_duration(value);
           return spec.settings.time.has_value() || value == "off";
         }},
    Knob{"clock", "cpu, wall or nodes",
         [](ContestantSpec& spec, std::string_view value) {
           spec.settings.clock = value == "cpu"    ? TimeSource::cpu
                                 : value == "wall" ? TimeSource::wall
                                                   : TimeSource::nodes;
           return value == "cpu" || value == "wall" || value == "nodes";
         }},
    Knob{"carding", "on or off",
         [](ContestantSpec& spec, std::string_view value) {
           return read_switch(value, spec.settings.use_carding);
         }},
    Knob{"cards", "on or off",
         [](ContestantSpec& spec, std::string_view value) {
           return read_switch(value, spec.settings.read_cards);
         }},
    Knob{"style", "experts or engine",
         [](ContestantSpec& spec, std::string_view value) {
           const auto style = parse_style(value);
           spec.settings.style = style.value_or(spec.settings.style);
           return style.has_value();
         }},
    Knob{"calls", "on or off",
         [](ContestantSpec& spec, std::string_view value) { return read_switch(value, spec.reads_calls); }},
    Knob{"proposals", "a number from 1 to 1000",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number<std::size_t>(value, 1, 1000, spec.settings.proposals);
         }},
    Knob{"enumerate", "a number from 0 to 1000000",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number<std::size_t>(value, 0, 1'000'000, spec.settings.enumerate_up_to);
         }},
    Knob{"risk", "a number from 0 to 1",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number<double>(value, 0, 1, spec.settings.risk);
         }},
    Knob{"significance", "a number from 0 to 100",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number<double>(value, 0, 100, spec.settings.significance);
         }},
    Knob{"nats", "a number from 0 to 100",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number<double>(value, 0, 100, spec.settings.nats_per_trick);
         }},
    Knob{
        "timed", "on or off",
        [](ContestantSpec& spec, std::string_view value) { return read_switch(value, spec.settings.timed); }},
    Knob{"calibration", "on or off",
         [](ContestantSpec& spec, std::string_view value) {
           return read_switch(value, spec.settings.calibration);
         }},
    Knob{"imps", "on or off",
         [](ContestantSpec& spec, std::string_view value) { return read_switch(value, spec.settings.imps); }},
    Knob{"lookahead", "on or off",
         [](ContestantSpec& spec, std::string_view value) {
           return read_switch(value, spec.settings.lookahead);
         }},
    Knob{"prior", "a number from 0 to 1",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number<double>(value, 0, 1, spec.settings.policy_prior);
         }},
    Knob{"ahead", "a number from 1 to 3",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number(value, 1, 3, spec.settings.worlds_ahead);
         }},
    Knob{"depth", "a number from 0 to 52",
         [](ContestantSpec& spec, std::string_view value) {
           return read_number(value, 0, 52, spec.settings.depth);
         }},
    Knob{"draw", "on or off",
         [](ContestantSpec& spec, std::string_view value) { return read_switch(value, spec.draws); }},
};

}  // namespace

std::string contestant_knobs() {
  std::string names;
  for (const Knob& knob : kKnobs) names += (names.empty() ? "" : " ") + std::string(knob.name);
  return names;
}

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
  for (std::size_t at = colon + 1; at <= text.size() && colon < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view item = text.substr(at, end - at);
    const auto fail = [&](const std::string& what) {
      return Error{.what = what, .column = static_cast<std::uint32_t>(at + 1)};
    };
    const std::size_t sign = item.find('=');
    const auto* knob = std::find_if(kKnobs.begin(), kKnobs.end(),
                                    [&](const Knob& one) { return one.name == item.substr(0, sign); });
    if (sign == std::string_view::npos || knob == kKnobs.end())
      return fail("expected name=value with one of " + contestant_knobs() + ", found " + text::quote(item));
    const std::string_view value = item.substr(sign + 1);
    if (!knob->set(made, value)) {
      return fail(std::string(knob->name) + ": expected " + std::string(knob->expected) + ", found " +
                  text::quote(value));
    }
    at = end + 1;
  }
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
  Choice by_engine(Decision decision, const std::stop_token& stop) {
    if (!player_) player_ = std::make_unique<Player>(spec_.settings, carding_);
    if (!spec_.reads_calls) {
      decision.context.meanings.clear();
      decision.context.readings.reset();
      decision.context.calls = {};
    }
    const Advice advice = player_->choose(decision, {}, stop);
    const auto has_playouts = [](const CardValue& one) { return one.playouts > 0; };
    return {.card = advice.card,
            .searched = std::any_of(advice.cards.begin(), advice.cards.end(), has_playouts),
            .cut_short = !advice.in_time};
  }

  struct Board {
    Course course;
    Position position;
  };
  static Board replayed(const PlayContext& context, const Deal& deal, const std::vector<Card>& play) {
    Board made{.course = Course(context.contract, context.calls),
               .position = Position(deal, context.contract.strain, context.contract.leader())};
    for (Card card : play) {
      made.course.add(card);
      made.position.play(card);
    }
    return made;
  }

  [[nodiscard]] CardChances chances(const Board& board) const {
    return CardPolicy::shipped(spec_.settings.style)
        .chances(board.course, sight_of_turn(board.course, board.position.hands()));
  }

  [[nodiscard]] Card by_policy(const PlayContext& context, const Deal& deal,
                               const std::vector<Card>& play) const {
    PlayContext heard = context;
    if (!spec_.reads_calls) heard.calls = {};
    const CardChances found = chances(replayed(heard, deal, play));
    if (!spec_.draws) return found.best();
    Random random = random_.split(play.size());
    return found.draw(random);
  }

  Card by_solver(const PlayContext& context, const Deal& deal, const std::vector<Card>& play) {
    const Board board = replayed(context, deal, play);
    if (!solver_) solver_ = std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = kSolverMemory});
    const std::vector<dd::CardTricks> cards = solver_->cards(board.position);
    CardSet best;
    for (const dd::CardTricks& one : cards) {
      if (one.tricks.lower == cards.front().tricks.lower) best |= CardSet::of(one.card) | one.equals;
    }
    const CardChances found = chances(board);
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
