#include "yomi/play/explain.h"

#include "shared_knowledge.h"

namespace yomi::play {
namespace {

constexpr std::size_t kDeals = 24;
constexpr int kDraws = 200;

// The probabilities of `keys` in the hand of `holder`, by the belief of a chair that has seen `seen`.
std::vector<double> chances(belief::View& view, const SharedKnowledge& shared, const belief::Seen& seen,
                            Seat holder, std::span<const Card> keys, Random& random) {
  shared.fill(view, seen);
  std::vector<double> made(keys.size(), 0);
  for (int i = 0; i < kDraws; ++i) {
    const Deal deal = view.draw(random);
    for (std::size_t k = 0; k < keys.size(); ++k)
      made[k] += deal[holder].contains(keys[k]) ? 1.0 / kDraws : 0;
  }
  return made;
}

}  // namespace

std::vector<Thought> thoughts(const Decision& decision, const Carding& carding, std::span<const Card> cards,
                              std::uint64_t seed) {
  const Seat chair = decision.seen.chair;
  CardSet own = decision.seen.hand;
  for (Card card : decision.seen.play) own.erase(card);
  std::vector<Card> keys;
  for (Card card : own) {
    bool asked = false;
    for (Card one : cards) asked = asked || one.suit() == card.suit();
    if (asked && card.rank() >= Rank::ten) keys.push_back(card);
  }
  const SharedKnowledge shared(decision.context, carding, true);
  const belief::Belief belief(
      {.facts = belief::facts_unchecked(decision.seen),
       .constraints = decision.context.meanings,
       .suit_constraints = carding_constraints(carding, decision.context, decision.seen)});
  Random random(seed);
  const belief::Sample sample = belief.sample(kDeals, random, 0);
  belief::View view;
  std::vector<Thought> made;
  const Contract& contract = decision.context.contract;
  for (Seat other : {contract.declarer, next(contract.declarer), next(contract.declarer, 3)}) {
    if (other == chair || keys.empty()) continue;
    const std::size_t first = made.size();
    for (Card key : keys) {
      made.push_back({.chair = other, .key = key});
      for (Card card : cards) made.back().after.emplace_back(card, 0);
    }
    for (const belief::WeightedDeal& one : sample.deals) {
      belief::Seen seen = decision.seen.from(other, one.deal, contract.dummy());
      const auto before = chances(view, shared, seen, chair, keys, random);
      for (std::size_t k = 0; k < keys.size(); ++k) made[first + k].before += one.weight * before[k];
      for (std::size_t c = 0; c < cards.size(); ++c) {
        seen.play.push_back(cards[c]);
        const auto after = chances(view, shared, seen, chair, keys, random);
        for (std::size_t k = 0; k < keys.size(); ++k)
          made[first + k].after[c].second += one.weight * after[k];
        seen.play.pop_back();
      }
    }
  }
  return made;
}

}  // namespace yomi::play
