#include "playouts.h"

#include <algorithm>
#include <utility>

#include "yomi/play/read_cards.h"

namespace yomi::play {
namespace {

constexpr std::size_t kVeryShort = 6;  // cards at which belief sets are largest

}  // namespace

PlayerModel::Limits Playouts::limits(Seat chair) const {
  const bool opponent = side_of(chair) != side_of(task_.decision.seen.chair);
  const std::size_t beliefs = settings_.beliefs;
  PlayerModel::Limits made;
  if (task_.has_short_hands())
    made.few = beliefs * (task_.cards_left() <= kVeryShort ? 4 : 2);
  else
    made.few = opponent ? beliefs : std::max<std::size_t>(2, (2 * beliefs + 2) / 3);
  made.many = made.few + (made.few + 1) / 2;
  made.nats_per_trick = settings_.nats_per_trick;
  return made;
}

// In proportion to how likely the cards seen so far were.
std::vector<belief::WeightedDeal> Playouts::weighed_proposals(const belief::Seen& seen,
                                                              Random& random) const {
  belief::View view;
  task_.shared.fill(view, seen);
  const PlayContext& context = task_.decision.context;
  std::vector<belief::WeightedDeal> drawn;
  std::vector<double> logs;
  for (std::size_t i = 0; i < settings_.proposals; ++i) {
    drawn.push_back({view.draw(random), 1});
    const bool reads = task_.settings.read_cards && !task_.deadline.is_over();
    logs.push_back(
        reads ? log_likelihood(task_.shared.reading, context.contract, context.calls, seen, drawn.back().deal)
              : 0);
  }
  const std::vector<double> weights = as_weights(logs);
  for (std::size_t i = 0; i < drawn.size(); ++i) drawn[i].weight = weights[i];
  return drawn;
}

// Deals that a chair considers before the card in question: the same for all candidates, spread evenly over
// the holdings that the hand on turn may have in the candidates' suits.
std::vector<Deal> Playouts::ancestors(const belief::Seen& seen, std::size_t count,
                                      const Random& random) const {
  Random draws = random.split(1);
  std::vector<belief::WeightedDeal> drawn = weighed_proposals(seen, draws);
  double sum = 0;
  for (const belief::WeightedDeal& one : drawn) sum += one.weight;
  CardSet suits;
  for (Suit suit : kAllSuits) {
    if (!task_.candidates.in(suit).empty()) suits |= CardSet::of_suit(suit);
  }
  const Seat turn = task_.decision.turn;
  const auto key = [&](const belief::WeightedDeal& one) {
    const CardSet holding = one.deal[turn] & suits;
    return std::pair(holding.size(), holding.bits());
  };
  std::stable_sort(drawn.begin(), drawn.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  const double start = draws.unit();
  std::vector<Deal> made;
  double passed = 0;
  for (const belief::WeightedDeal& one : drawn) {
    passed += one.weight;
    while (made.size() < count &&
           (static_cast<double>(made.size()) + start) / static_cast<double>(count) * sum < passed)
      made.push_back(one.deal);
  }
  while (made.size() < count) made.push_back(drawn.back().deal);
  return made;
}

// The chair's own later belief: other deals of its belief, independent of the true deal of this play-out.
std::vector<Deal> Playouts::own(std::size_t truth, const belief::Seen& seen, std::size_t count,
                                const Random& random) const {
  Random draws = random.split(3);
  std::vector<Deal> made;
  if (!task_.decision.seen.dummy) {  // dummy comes down after the card
    belief::View view;
    task_.shared.fill(view, seen);
    while (made.size() < count) made.push_back(view.draw(draws));
    return made;
  }
  const std::vector<belief::WeightedDeal>& deals = grid_.deals;
  while (made.size() < count) {
    if (!grid_.complete) {
      const auto other = draws.below(static_cast<std::uint32_t>(deals.size()));
      if (other != truth || deals.size() == 1) made.push_back(deals[other].deal);
      continue;
    }
    double target = draws.unit();
    std::size_t at = 0;
    while (at + 1 < deals.size() && (target -= deals[at].weight) > 0) ++at;
    made.push_back(deals[at].deal);
  }
  return made;
}

Playouts::Start Playouts::start(std::size_t item, std::size_t at) const {
  const Decision& decision = task_.decision;
  const Deal& deal = grid_.deals[at].deal;
  const Contract& contract = task_.contract();
  Start made{.random = Random(task_.settings.seed).split(item + 1), .before = replay(decision.seen, deal)};
  for (std::size_t step = 0; step < 3; ++step) {
    const Seat chair = next(contract.declarer, step == 2 ? 3 : static_cast<int>(step));
    belief::Seen& seen = made.seen[step] = decision.seen.from(chair, deal, contract.dummy());
    const Random own_random = made.random.split(100 + step);
    const std::size_t count = limits(chair).few;
    made.thoughts[step] =
        chair == decision.seen.chair ? own(at, seen, count, own_random) : ancestors(seen, count, own_random);
  }
  return made;
}

int Playouts::run(const Start& from, Card card, Solvers& solvers, std::vector<Card>* line) const {
  const Random& random = from.random;
  std::vector<PlayerModel> models;
  const std::size_t places = 2 * settings_.beliefs;
  const auto own = solvers.models(3 * places);
  for (std::size_t step = 0; step < 3; ++step) {
    const Seat chair = from.seen[step].chair;
    models.emplace_back(task_.shared, limits(chair));
    models.back().begin(from.seen[step], from.thoughts[step], own.subspan(step * places, places));
    Random repairs = random.split(100 + step).split(4);
    models.back().saw(from.before, card, repairs);
    if (chair != task_.decision.seen.chair) models.back().judge(from.before, card);
  }
  Position truth = from.before;
  truth.play(card);
  if (line != nullptr) line->push_back(card);
  std::uint64_t ply = 1000;
  const Side declaring = side_of(task_.contract().declarer);
  while (!truth.is_over()) {
    const Seat decider = task_.decision.context.decider(truth.turn());
    ply += 8;
    Card next_card = truth.legal().lowest();
    for (PlayerModel& model : models) {
      if (model.chair() != decider) continue;
      Random lot = random.split(ply);
      if (truth.legal().size() > 1) next_card = model.choose(truth, lot);
    }
    if (task_.deadline.is_over()) return 0;
    for (std::size_t i = 0; i < models.size(); ++i) {
      Random lot = random.split(ply + 1 + i);
      models[i].saw(truth, next_card, lot);
    }
    truth.play(next_card);
    if (line != nullptr) line->push_back(next_card);
  }
  return truth.tricks(declaring);
}

}  // namespace yomi::play
