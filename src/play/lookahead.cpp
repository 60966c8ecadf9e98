#include "yomi/play/lookahead.h"

#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace yomi::play {
namespace {

struct World {
  Position position;
  Course course;
  std::size_t number = 0;

  void play(Card card) {
    position.play(card);
    course.add(card);
  }
};

class Lookahead {
 public:
  Lookahead(const LookaheadGame& game, dd::Solver& solver)
      : game_(game),
        solver_(solver),
        declaring_(side_of(game.context.contract.declarer)),
        tricks_(game.worlds.size()) {}

  // Worlds that look the same to declarer, to the end.
  void go_on(std::vector<World> worlds);
  [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(tricks_); }
  [[nodiscard]] bool stopped() const { return game_.stopped && game_.stopped(); }

 private:
  [[nodiscard]] Card declarers_card(const std::vector<World>& worlds);
  [[nodiscard]] Card defenders_card(const World& world);

  const LookaheadGame& game_;
  dd::Solver& solver_;
  Side declaring_;
  std::vector<std::uint8_t> tricks_;
};

// The card that is worth most to all of them together; the first of several.
Card Lookahead::declarers_card(const std::vector<World>& worlds) {
  const Position& shown = worlds.front().position;
  const CardSet legal = shown.legal();
  if (legal.size() == 1) return legal.lowest();
  std::array<double, 64> worth{};
  for (const World& world : worlds) {
    assert(world.position.legal() == legal);
    const int won = world.position.tricks(declaring_);
    for (const dd::CardTricks& one : solver_.cards(world.position)) {
      const double value = game_.worth(world.number, won + one.tricks.lower);
      worth[static_cast<std::size_t>(one.card.bit())] += value;
      for (Card same : one.equals) worth[static_cast<std::size_t>(same.bit())] += value;
    }
  }
  Card best = legal.lowest();
  for (Card card : legal) {
    if (worth[static_cast<std::size_t>(card.bit())] > worth[static_cast<std::size_t>(best.bit())])
      best = card;
  }
  return best;
}

Card Lookahead::defenders_card(const World& world) {
  const CardSet legal = world.position.legal();
  if (legal.size() == 1) return legal.lowest();
  const CardChances chances =
      game_.policy.chances(world.course, sight_of_turn(world.course, world.position.hands()));
  CardSet likely;
  for (Card card : legal) {
    if (chances.chance(card) >= game_.unlikely) likely.insert(card);
  }
  if (likely.size() <= 1) return chances.best();
  Card best = chances.best();
  double most = std::numeric_limits<double>::lowest();
  for (const dd::CardTricks& one : solver_.cards(world.position, likely)) {
    for (Card card : (one.equals | CardSet::of(one.card)) & likely) {
      const double liking = std::log(chances.chance(card)) + game_.nats_per_trick * one.tricks.lower;
      if (liking <= most) continue;
      best = card;
      most = liking;
    }
  }
  return best;
}

void Lookahead::go_on(std::vector<World> worlds) {
  while (!stopped()) {
    const Position& shown = worlds.front().position;
    if (shown.is_over() || (shown.table().empty() && shown.tricks_left() <= game_.left_at_end)) {
      for (const World& world : worlds)
        tricks_[world.number] =
            static_cast<std::uint8_t>(declarers_tricks(world.position, declaring_, solver_));
      return;
    }
    std::map<int, std::vector<World>> classes;
    if (on(shown.turn(), declaring_)) {
      const Card card = declarers_card(worlds);
      // It may beat only some of the small cards that were not told apart: declarer sees who won the trick.
      for (World& world : worlds) {
        world.play(card);
        classes[index(world.position.turn())].push_back(world);
      }
    } else {
      // What declarer can tell apart: the suit, honours, and who is winning the trick (or won it).
      for (World& world : worlds) {
        if (stopped()) return;
        const Card card = defenders_card(world);
        world.play(card);
        const int rank = card.rank() < game_.first_told ? 0 : index(card.rank());
        const int key = (index(card.suit()) * kRanks + rank) * kSeats + index(world.position.winning());
        classes[key].push_back(world);
      }
    }
    if (classes.size() == 1) {
      worlds = std::move(classes.begin()->second);
      continue;
    }
    for (auto& [key, part] : classes) go_on(std::move(part));
    return;
  }
}

}  // namespace

std::vector<std::uint8_t> look_ahead(const LookaheadGame& game, Card card, dd::Solver& solver) {
  assert(!game.worlds.empty());
  std::vector<World> worlds;
  worlds.reserve(game.worlds.size());
  for (std::size_t i = 0; i < game.worlds.size(); ++i) {
    worlds.push_back({.position = game.worlds[i], .course = game.course, .number = i});
    worlds.back().play(card);
  }
  Lookahead lookahead(game, solver);
  lookahead.go_on(std::move(worlds));
  return lookahead.stopped() ? std::vector<std::uint8_t>{} : lookahead.take();
}

}  // namespace yomi::play
