#include "yomi/lab/versus.h"

#include <cassert>
#include <numeric>

#include "yomi/play/claim.h"

namespace yomi::lab {
namespace {

constexpr int kBootstrapRounds = 10'000;

struct Line {
  Position position;
  std::vector<Card> play{};
  std::optional<play::Claim> claim{};  // ends the play

  void add(Card card) {
    position.play(card);
    play.push_back(card);
  }
};

class Game {
 public:
  Game(const play::PlayContext& context, const Deal& deal, Role role, const Pairing& pairing,
       std::uint64_t seed, const std::stop_token& stop)
      : context_(context),
        deal_(deal),
        pairing_(pairing),
        stop_(stop),
        declaring_(side_of(context.contract.declarer)),
        side_(role == Role::declarer ? declaring_ : other(declaring_)),
        own_seed_(seed_of(seed, 0)),
        opponent_seed_(seed_of(seed, 1)),
        players_{play::Contestant(pairing.first, own_seed_, pairing.carding),
                 play::Contestant(pairing.second, own_seed_, pairing.carding)} {}

  std::optional<Outcome> play(std::span<const Card> opening) {
    Line line{Position(deal_, context_.contract.strain, context_.contract.leader())};
    for (Card card : opening) line.add(card);
    std::array<Card, 2> cards{};
    {
      play::Contestant opponent = fresh_opponent();
      while (!is_over(line) && !outcome_.parted) {
        if (stop_.stop_requested()) return std::nullopt;
        if (!is_decision(line)) {
          line.add(others_card(line, opponent));
          continue;
        }
        cards = {ask(0, line), ask(1, line)};
        if (cards[0] != cards[1])
          outcome_.parted = static_cast<int>(line.play.size());
        else
          line.add(cards[0]);
      }
    }
    for (std::size_t player = 0; player < 2; ++player) {
      Line own = line;
      if (outcome_.parted) {
        own.add(cards[player]);
        if (!go_on(own, player)) return std::nullopt;
      }
      Performance& made = outcome_.players[player];
      made.tricks = own.position.tricks(declaring_);
      if (own.claim && own.claim->side == declaring_) made.tricks += own.claim->tricks;
      made.points = context_.points(side_)[static_cast<std::size_t>(made.tricks)];
    }
    return outcome_;
  }

 private:
  static std::uint64_t seed_of(std::uint64_t seed, std::uint64_t part) { return Random(seed).split(part)(); }

  [[nodiscard]] play::Contestant fresh_opponent() const {
    return {pairing_.against, opponent_seed_, pairing_.carding};
  }

  // The last card was played, or the chair on turn knows that the rest is certain.
  [[nodiscard]] bool is_over(Line& line) const {
    if (line.position.is_over()) return true;
    line.claim = play::certain_rest(play::look(context_, deal_, line.play));
    return line.claim.has_value();
  }

  // One of the two has to choose.
  [[nodiscard]] bool is_decision(const Line& line) const {
    return on(line.position.turn(), side_) && line.position.legal().size() > 1;
  }

  Card others_card(const Line& line, play::Contestant& opponent) const {
    const CardSet legal = line.position.legal();
    return legal.size() == 1 ? legal.lowest() : opponent.choose(context_, deal_, line.play, stop_).card;
  }

  Card ask(std::size_t player, const Line& line) {
    const play::Choice choice = players_[player].choose(context_, deal_, line.play, stop_);
    Performance& made = outcome_.players[player];
    const std::size_t trick = line.play.size() / 4;
    made.cpu_seconds += choice.cpu_seconds;
    ++made.asked[trick];
    if (choice.searched) ++made.searched[trick];
    if (choice.cut_short) ++made.cut_short;
    return choice.card;
  }

  bool go_on(Line& line, std::size_t player) {
    play::Contestant opponent = fresh_opponent();
    while (!is_over(line)) {
      if (stop_.stop_requested()) return false;
      line.add(is_decision(line) ? ask(player, line) : others_card(line, opponent));
    }
    return !stop_.stop_requested();  // the last card may have been chosen in haste
  }

  const play::PlayContext& context_;
  const Deal& deal_;
  const Pairing& pairing_;
  const std::stop_token& stop_;
  Side declaring_;
  Side side_;  // of the two players
  std::uint64_t own_seed_;
  std::uint64_t opponent_seed_;
  std::array<play::Contestant, 2> players_;
  Outcome outcome_{};
};

}  // namespace

std::string_view to_string(Role role) {
  return role == Role::declarer ? "declarer" : "defence";
}

std::optional<Role> parse_role(std::string_view text) {
  if (text == "declarer") return Role::declarer;
  if (text == "defence") return Role::defence;
  return std::nullopt;
}

int Performance::decisions() const {
  return std::accumulate(asked.begin(), asked.end(), 0);
}

std::optional<Outcome> play_versus(const play::PlayContext& context, const Deal& deal, Role role,
                                   const Pairing& pairing, std::uint64_t seed, const std::stop_token& stop,
                                   std::span<const Card> opening) {
  assert(deal.is_full());
  return Game(context, deal, role, pairing, seed, stop).play(opening);
}

Summary summarize(std::span<const Outcome> outcomes, Role role, std::uint64_t bootstrap_seed) {
  Summary made{.boards = outcomes.size()};
  std::vector<double> imps;
  std::vector<double> tricks;
  std::array<std::size_t, 2> decisions{};
  for (const Outcome& one : outcomes) {
    const auto& [first, second] = one.players;
    const int gained = first.tricks - second.tricks;
    imps.push_back(one.imps());
    tricks.push_back(role == Role::declarer ? gained : -gained);
    made.only_first += first.succeeded() && !second.succeeded() ? 1 : 0;
    made.only_second += second.succeeded() && !first.succeeded() ? 1 : 0;
    if (one.parted) {
      ++made.parted;
      ++made.by_trick[static_cast<std::size_t>(*one.parted / 4)].parted;
    }
    for (std::size_t p = 0; p < 2; ++p) {
      const Performance& player = one.players[p];
      made.succeeded[p] += player.succeeded() ? 1 : 0;
      made.cpu_per_card[p] += player.cpu_seconds;
      made.cut_short[p] += player.cut_short;
      decisions[p] += static_cast<std::size_t>(player.decisions());
      for (std::size_t trick = 0; trick < made.by_trick.size(); ++trick) {
        made.by_trick[trick].asked[p] += player.asked[trick];
        made.by_trick[trick].searched[p] += player.searched[trick];
      }
    }
  }
  for (std::size_t p = 0; p < 2; ++p) {
    const auto count = static_cast<double>(std::max<std::size_t>(1, decisions[p]));
    made.cpu_per_card[p] /= count;
    made.cut_short[p] /= count;
  }
  made.p_value = jobs::mcnemar_exact(made.only_first, made.only_second);
  const std::vector<double> zeros(outcomes.size(), 0.0);
  made.imps = jobs::paired_bootstrap(imps, zeros, kBootstrapRounds, bootstrap_seed);
  made.tricks = jobs::paired_bootstrap(tricks, zeros, kBootstrapRounds, bootstrap_seed);
  made.imps_deviation = jobs::deviation_of(imps);
  return made;
}

}  // namespace yomi::lab
