#include "yomi/dd/solver.h"

#include <algorithm>

namespace yomi::dd {

class Solver::Impl {
 public:
  explicit Impl(const Settings&) {}
  std::uint64_t nodes = 0;
  std::atomic<bool> stopped{false};

  int value(const Position& position, Side side, int alpha, int beta) {
    if (position.is_over()) return 0;
    ++nodes;
    const bool own = on(position.turn(), side);
    int best = own ? -1 : 99;
    for (Card card : position.legal()) {
      Position after = position;
      after.play(card);
      const int gain = after.tricks(side) - position.tricks(side);
      const int won = gain + value(after, side, alpha - gain, beta - gain);
      best = own ? std::max(best, won) : std::min(best, won);
      if (own) alpha = std::max(alpha, best);
      else beta = std::min(beta, best);
      if (alpha >= beta) break;
    }
    return best;
  }
};

Solver::Solver(const Settings& settings) : impl_(std::make_unique<Impl>(settings)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Bounds Solver::tricks(const Position& position) {
  const int value = impl_->value(position, side_of(position.turn()), -1, 99);
  return {value, value};
}
Bounds Solver::tricks(const Position& position, int) { return tricks(position); }
std::vector<CardTricks> Solver::cards(const Position& position) { return cards(position, CardSet::full()); }
std::vector<CardTricks> Solver::cards(const Position& position, CardSet wanted) {
  std::vector<CardTricks> result;
  const Side side = side_of(position.turn());
  for (Card card : position.legal() & wanted) {
    Position after = position;
    after.play(card);
    const int value = after.tricks(side) - position.tricks(side) + impl_->value(after, side, -1, 99);
    result.push_back({card, {}, {value, value}});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const auto& a, const auto& b) { return a.tricks.lower > b.tricks.lower; });
  return result;
}
Verdict Solver::can_take(const Position& position, Side side, int tricks) {
  const bool can = impl_->value(position, side, -1, 99) >= tricks;
  if (can != on(position.turn(), side)) return {can, std::nullopt};
  return {can, cards(position)[0].card};
}
std::vector<Card> Solver::line(const Position& position) {
  std::vector<Card> result;
  Position now = position;
  while (!now.is_over()) {
    result.push_back(cards(now)[0].card);
    now.play(result.back());
  }
  return result;
}
std::optional<Table> Solver::table(const Deal& deal) {
  Table table;
  for (Strain strain : kAllStrains) {
    for (Seat declarer : kAllSeats) {
      const Position position(deal, strain, next(declarer));
      table.tricks[static_cast<std::size_t>(index(strain))][static_cast<std::size_t>(index(declarer))] =
          static_cast<std::uint8_t>(impl_->value(position, side_of(declarer), -1, 99));
    }
  }
  return table;
}
void Solver::stop() noexcept { impl_->stopped = true; }
void Solver::rearm() noexcept { impl_->stopped = false; }
void Solver::forget() noexcept {}
std::uint64_t Solver::nodes() const noexcept { return impl_->nodes; }
std::size_t Solver::memory_bytes() const noexcept { return 0; }

}  // namespace yomi::dd
