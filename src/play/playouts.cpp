#include "playouts.h"

#include <algorithm>
#include <utility>

#include "yomi/play/read_cards.h"

namespace yomi::play {
namespace {

constexpr std::size_t kBase = 64;         // deals from which a belief set is taken
constexpr std::size_t kBaseOfShort = 32;  // when hands are short
constexpr std::size_t kBaseOfTimed = 16;  // when timed
constexpr std::size_t kVeryShort = 6;     // cards at which belief sets are largest
// Tricks of a timed play-out, with the one that the card in question belongs to: the rest is the
// solver's.
constexpr int kTricksOfTimed = 2;

}  // namespace

int left_at_end(const Work& work) {
  if (!work.settings.is_timed()) return 0;
  return std::max(0, static_cast<int>(cards_left(work)) - kTricksOfTimed);
}

PlayerModel::Limits Playouts::limits(Seat chair) const {
  const bool opponent = side_of(chair) != side_of(work_.decision.seen.chair);
  PlayerModel::Limits made;
  if (has_short_hands(work_))
    made.few = beliefs_ * (cards_left(work_) <= kVeryShort ? 4 : 2);
  else
    made.few = opponent ? beliefs_ : std::max<std::size_t>(2, (2 * beliefs_ + 2) / 3);
  made.many = made.few + (made.few + 1) / 2;
  made.nats_per_trick = work_.settings.nats_per_trick;
  made.judges_by_policy = work_.settings.is_timed();
  return made;
}

// Deals that a chair can think of before the card in question: the same for all candidates. They are taken in
// proportion to how likely the cards seen so far were, spread evenly over the holdings that the hand on turn
// may have in the candidates' suits.
std::vector<Deal> Playouts::ancestors(const belief::Seen& seen, std::size_t count,
                                      const Random& random) const {
  belief::View view;
  fill(view, work_.common, seen);
  Random draws = random.split(1);
  std::vector<belief::WeightedDeal> drawn;
  std::vector<double> logs;
  const PlayContext& context = work_.decision.context;
  const std::size_t base = work_.settings.is_timed() ? kBaseOfTimed
                           : has_short_hands(work_)  ? kBaseOfShort
                                                     : kBase;
  for (std::size_t i = 0; i < base; ++i) {
    drawn.push_back({view.draw(draws), 1});
    logs.push_back(
        work_.settings.read_cards && !work_.watch.is_over()
            ? log_likelihood(work_.common.reading, context.contract, context.calls, seen, drawn.back().deal)
            : 0);
  }
  const std::vector<double> weights = as_weights(logs);
  double sum = 0;
  for (std::size_t i = 0; i < base; ++i) sum += drawn[i].weight = weights[i];
  CardSet suits;
  for (Suit suit : kAllSuits) {
    if (!work_.candidates.in(suit).empty()) suits |= CardSet::of_suit(suit);
  }
  const Seat turn = work_.decision.turn;
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

// The chair's own later thoughts: others of its deals, which know nothing of the one that is the truth here.
std::vector<Deal> Playouts::own(std::size_t truth, const belief::Seen& seen, std::size_t count,
                                const Random& random) const {
  Random draws = random.split(3);
  std::vector<Deal> made;
  if (!work_.decision.seen.dummy) {  // dummy comes down after the card
    belief::View view;
    fill(view, work_.common, seen);
    while (made.size() < count) made.push_back(view.draw(draws));
    return made;
  }
  while (made.size() < count) {
    if (!work_.complete) {
      const auto other = draws.below(static_cast<std::uint32_t>(work_.deals.size()));
      if (other != truth || work_.deals.size() == 1) made.push_back(work_.deals[other].deal);
      continue;
    }
    double target = draws.unit();
    std::size_t at = 0;
    while (at + 1 < work_.deals.size() && (target -= work_.deals[at].weight) > 0) ++at;
    made.push_back(work_.deals[at].deal);
  }
  return made;
}

Playouts::Start Playouts::start(std::size_t item, std::size_t at) const {
  const Decision& decision = work_.decision;
  const Deal& deal = work_.deals[at].deal;
  const Contract& contract = decision.context.contract;
  Start made{.random = Random(work_.settings.seed).split(item + 1), .before = replay(decision.seen, deal)};
  for (std::size_t step = 0; step < 3; ++step) {
    const Seat chair = next(contract.declarer, step == 2 ? 3 : static_cast<int>(step));
    belief::Seen& seen = made.seen[step];
    seen = decision.seen.from(chair, deal, contract.dummy());
    const Random own_random = made.random.split(100 + step);
    const std::size_t count = limits(chair).few;
    made.thoughts[step] =
        chair == decision.seen.chair ? own(at, seen, count, own_random) : ancestors(seen, count, own_random);
  }
  return made;
}

int Playouts::run(const Start& from, Card card, Bench& bench, std::vector<Card>* line) const {
  const Decision& decision = work_.decision;
  const Contract& contract = decision.context.contract;
  const Random& random = from.random;
  std::vector<PlayerModel> models;
  const std::size_t places = 2 * beliefs_;
  const auto solvers = bench.models(3 * places);
  for (std::size_t step = 0; step < 3; ++step) {
    const Seat chair = from.seen[step].chair;
    models.emplace_back(work_.common, limits(chair));
    models.back().begin(from.seen[step], from.thoughts[step], solvers.subspan(step * places, places));
    Random repairs = random.split(100 + step).split(4);
    models.back().saw(from.before, card, repairs);
    if (chair != decision.seen.chair) models.back().judge(from.before, card);
  }
  Position truth = from.before;
  truth.play(card);
  if (line != nullptr) line->push_back(card);
  std::uint64_t ply = 1000;
  const Side declaring = side_of(contract.declarer);
  const int end = left_at_end(work_);
  while (!truth.is_over()) {
    if (truth.table().empty() && truth.tricks_left() <= end)
      return declarers_tricks(truth, declaring, bench.main());
    const Seat decider = decision.context.decider(truth.turn());
    ply += 8;
    Card next_card = truth.legal().lowest();
    for (std::size_t i = 0; i < models.size(); ++i) {
      if (models[i].chair() != decider) continue;
      Random lot = random.split(ply);
      if (truth.legal().size() > 1) next_card = models[i].choose(truth, 0, lot);
    }
    if (work_.watch.is_over()) return 0;
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
