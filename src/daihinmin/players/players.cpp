#include "yomi/daihinmin/players.h"

#include <charconv>

#include "base.h"

namespace yomi::daihinmin {

std::span<const PlayerKind> player_kinds() {
  static constexpr std::array<PlayerKind, 8> kKinds{{
      {"base", "always plays if it can, weakest first; no look-ahead"},
      {"champ09", "Monte-Carlo play, hidden cards dealt at random"},
      {"snowl", "Monte-Carlo play after a search for a certain win, deals by the exchange and the estimate"},
      {"dummy001", "snowl with every parameter of the estimate at 0.01"},
      {"vsbase", "snowl with an estimate learnt from games of base against itself"},
      {"frequency", "snowl with frequencies instead of Bradley-Terry strengths"},
      {"policy", "the learnt policy alone, after a search for a certain win and for the ending of two"},
      {"yomi", "ours: reads the hands, plays them out, chooses"},
  }};
  return kKinds;
}

// 0.013 points a game above 1 (60,000 games with three of the policy before and base).
constexpr float kPolicyTemperature = 0.5F;

std::optional<MonteCarloSettings> monte_carlo_settings(std::string_view name, const Learnt& learnt) {
  MonteCarloSettings settings;
  if (name == "champ09") {
    settings.belief.kind = BeliefKind::random;
    settings.certain_wins = false;
    settings.playouts = 300;
    return settings;
  }
  if (name == "snowl" || name == "dummy001" || name == "vsbase" || name == "frequency") {
    settings.policy = learnt.hand_policy;
    settings.belief.kind = name == "frequency" ? BeliefKind::frequency : BeliefKind::estimate;
    settings.belief.estimate = name == "snowl"      ? learnt.snowl
                               : name == "vsbase"   ? learnt.vsbase
                               : name == "dummy001" ? std::make_shared<const Estimate>(Estimate::same(0.01F))
                                                    : learnt.frequency;
    if (name == "dummy001") settings.belief.kind = BeliefKind::facts;  // what equal parameters come to
    return settings;
  }
  if (name == "yomi") {
    settings.policy = learnt.play_policy;
    settings.belief.kind = BeliefKind::likelihood;
    settings.belief.policy = learnt.read_policy;
    settings.belief.gives = learnt.gives;
    settings.belief.kinds = true;
    settings.playouts = 12000;
    settings.reading_share = 0.5;
    settings.batch = 16;
    settings.stop_early = true;
    settings.exact_endings = true;
    settings.wins_in_playouts = true;
    settings.use_prior = true;
    settings.search_gifts = true;
    settings.value = learnt.values.value;
    return settings;
  }
  return std::nullopt;
}

Result<std::unique_ptr<Player>> make_player(std::string_view name, const Learnt& learnt,
                                            const PlayerOptions& options) {
  std::string_view plain = name;
  int playouts = options.playouts;
  double seconds = options.seconds;
  if (const auto mark = plain.find('@'); mark != std::string_view::npos) {
    const std::string_view number = plain.substr(mark + 1);
    plain = plain.substr(0, mark);
    const auto [after, wrong] = std::from_chars(number.data(), number.data() + number.size(), seconds);
    const bool possible = seconds > 0 && seconds < 1e6;
    if (wrong != std::errc() || after != number.data() + number.size() || !possible) {
      return Error{.what = "expected seconds after '@' in '" + std::string(name) + "'"};
    }
  }
  if (const auto colon = plain.find(':'); colon != std::string_view::npos) {
    const std::string_view number = plain.substr(colon + 1);
    plain = plain.substr(0, colon);
    const auto [after, wrong] = std::from_chars(number.data(), number.data() + number.size(), playouts);
    if (wrong != std::errc() || after != number.data() + number.size() || playouts < 1) {
      return Error{.what = "expected a number of play-outs after ':' in '" + std::string(name) + "'"};
    }
  }
  std::unique_ptr<Player> player;
  if (plain == "base") {
    player = std::make_unique<Base>();
  } else if (plain == "policy") {
    player = std::make_unique<PolicyPlayer>(learnt.play_policy, kPolicyTemperature);
  } else if (auto settings = monte_carlo_settings(plain, learnt)) {
    if (playouts > 0) settings->playouts = playouts;
    settings->playouts_given = playouts > 0;
    settings->seconds = seconds;
    settings->threads = options.threads;
    player = std::make_unique<MonteCarlo>(std::move(*settings));
  }
  if (!player) {
    std::string known;
    for (const PlayerKind& one : player_kinds()) known += (known.empty() ? "" : ", ") + std::string(one.name);
    return Error{.what = "expected a player (" + known + "), found '" + std::string(name) + "'"};
  }
  return player;
}

}  // namespace yomi::daihinmin
