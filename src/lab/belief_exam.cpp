#include "yomi/lab/belief_exam.h"

#include <cmath>

#include "yomi/belief/losing_play.h"
#include "yomi/play/deal_sampler.h"

namespace yomi::lab {
namespace {

using belief::Seen;
using Reads = BeliefExamSettings::Reads;

constexpr std::size_t kCallDraws = 2000;

bool reads_calls(Reads reads) {
  return reads == Reads::calls || reads == Reads::all;
}

// Where the cards lie in a sample; a little of `plain` keeps what never came up from looking impossible.
belief::Marginals shares(const belief::Sample& sample, const belief::Marginals& plain,
                         const belief::Space& space) {
  const double doubt = sample.is_complete ? 0 : 1 / (1 + sample.effective);
  belief::Marginals made = plain;
  for (Seat seat : kAllSeats) {
    if (space.slots_of(seat) == 0) continue;
    for (Card card : space.unseen()) {
      double sum = 0;
      for (const belief::WeightedDeal& one : sample.deals)
        sum += one.deal[seat].contains(card) ? one.weight : 0;
      double& chance = made.by_seat[seat][static_cast<std::size_t>(card.bit())];
      chance = doubt * chance + (1 - doubt) * sum;
    }
  }
  return made;
}

}  // namespace

BeliefExam::BeliefExam(const BeliefExamSettings& settings, play::CardPolicy policy,
                       const std::shared_ptr<const bidding::System>& system)
    : settings_(settings), policy_(std::move(policy)), system_(system) {
  const BySide<std::shared_ptr<const bidding::System>> both{system, system};
  if (settings.call_trust) {
    reader_ = std::make_unique<play::PolicyReader>(
        both, BySide<play::CallTrust>{*settings.call_trust, *settings.call_trust}, settings.doubts);
  } else {
    reader_ = std::make_unique<play::SystemReader>(both, settings.doubts);
  }
}

std::optional<Board> BeliefExam::bid_again(const Board& board) const {
  Board made = board;
  const Seat dealer = board.dealer.value_or(Seat::north);
  const Vulnerability vulnerability = board.vulnerability.value_or(Vulnerability::none);
  const auto plays = bidding::policy_system(*system_);
  const Auction auction =
      bidding::bid_out_by_policy(Auction(dealer), board.deal, vulnerability, {plays, plays});
  made.calls.clear();
  for (const Call call : auction.calls()) made.calls.push_back({.call = call});
  made.contract = auction.contract();
  if (!made.contract) return std::nullopt;
  const play::Course course(*made.contract, play::calls_of(auction));
  const play::Sight sight = play::sight_of_turn(course, board.deal);
  const play::CardChances chances = policy_.chances(course, sight);
  Card lead = sight.hand.lowest();
  for (const Card card : sight.hand) {
    if (chances.chance(card) > chances.chance(lead)) lead = card;
  }
  made.play = {lead};
  made.leader = made.contract->leader();
  made.declarer = made.contract->declarer;
  return made;
}

void BeliefExam::check_facts(const Board& board) {
  for (Seat chair : kAllSeats) {
    for (std::size_t cards = 0; cards <= board.play.size(); ++cards) {
      if (chair == board.contract->dummy() && cards > 0) continue;  // dummy has nothing to think about
      const Seen seen = belief::seen_by(chair, board, cards);
      const auto space = belief::facts(seen);
      ++views_;
      bool good = space.ok() && space->is_consistent() && space->allows(board.deal);
      if (good && cards > 0 && !space->unseen().empty()) {
        view_.fill(*space, nothing_);
        good = view_.total() > 0;
      }
      if (!good) ++impossible_;
    }
  }
}

double BeliefExam::mark(const Board& board, const belief::Space& space, const belief::Marginals& plain,
                        const belief::Marginals& careful, Trick& trick) {
  double gained = 0;
  // One guess for each unseen card: is it with the first of the two hidden hands?
  Seat first = Seat::north;
  while (space.slots_of(first) == 0) first = next(first);
  for (Card card : space.unseen()) {
    const bool there = board.deal[first].contains(card);
    const double before = trick.facts.loss_sum() - trick.careful.loss_sum();
    trick.facts.add(plain.chance(first, card), there);
    trick.careful.add(careful.chance(first, card), there);
    gained += trick.facts.loss_sum() - trick.careful.loss_sum() - before;
  }
  return gained;
}

void BeliefExam::judge(const Board& board, Random random) {
  std::array<double, 14> difference{};
  std::array<bool, 14> touched{};
  const play::PlayContext context =
      *play::context_of(board, reads_calls(settings_.reads) ? reader_.get() : nullptr);
  for (Seat chair : kAllSeats) {
    if (chair == board.contract->dummy()) continue;
    for (std::size_t trick = 1; trick <= 12; ++trick) {
      const std::size_t cards = trick == 1 ? 1 : 4 * trick - 4;  // dummy comes down with the first
      if (cards > board.play.size()) break;
      if (trick < static_cast<std::size_t>(settings_.from_trick)) continue;
      if (trick > static_cast<std::size_t>(settings_.to_trick)) continue;
      const Seen seen = belief::seen_by(chair, board, cards);
      const belief::Space space = belief::facts_unchecked(seen);
      if (space.unseen().empty()) continue;
      const belief::Model facts(space, {});
      const belief::Marginals plain = facts.marginals();
      const belief::Marginals careful = weigh(board, context, {seen, space, facts, plain}, random);
      touched[trick] = true;
      difference[trick] += mark(board, space, plain, careful, tricks_[trick]);
    }
  }
  for (std::size_t t = 0; t < difference.size(); ++t) {
    if (!touched[t]) continue;
    tricks_[t].sum += difference[t];
    tricks_[t].squares += difference[t] * difference[t];
    ++tricks_[t].boards;
  }
}

belief::Marginals BeliefExam::weigh(const Board& board, const play::PlayContext& context,
                                    const Question& question, Random& random) {
  return reads_calls(settings_.reads) ? read_calls(context, question, random)
                                      : read_cards(board, question, random);
}

belief::Marginals BeliefExam::read_calls(const play::PlayContext& context, const Question& question,
                                         Random& random) {
  const auto& [seen, space, facts, plain] = question;
  play::SamplingOptions imagining{.count = kCallDraws,
                                  .proposals = 1,
                                  .enumerate_up_to = static_cast<std::size_t>(settings_.enumerate),
                                  .carding = settings_.carding ? &play::default_carding() : nullptr,
                                  .read_cards = false,
                                  .reading = {.policy = &policy_, .trust = settings_.trust}};
  const auto by_calls = shares(play::sample_deals(context, seen, imagining, random), plain, space);
  if (settings_.reads == Reads::calls) return by_calls;
  imagining.count = static_cast<std::size_t>(settings_.draws);
  imagining.read_cards = true;
  const belief::Sample sample = play::sample_deals(context, seen, imagining, random);
  if (sample.is_complete) return shares(sample, plain, space);
  std::vector<Deal> drawn;
  std::vector<double> worth;
  for (const belief::WeightedDeal& one : sample.deals) {
    drawn.push_back(one.deal);
    worth.push_back(one.weight * sample.effective);
  }
  return reweigh(by_calls, drawn, worth, space, settings_.steadiness);
}

belief::Marginals BeliefExam::read_cards(const Board& board, const Question& question, Random& random) {
  belief::LosingPlay how;
  how.nats_per_trick = settings_.nats;
  how.last_tricks = settings_.last_tricks;
  how.tricks = [this](const Position& position, int guess) {
    return (guess < 0 ? solver_.tricks(position) : solver_.tricks(position, guess)).lower;
  };
  const play::CardReading reading{.policy = &policy_, .trust = settings_.trust};
  const bool by_policy = settings_.reads == Reads::policy;
  const auto auction = board.auction();
  const play::Calls calls = auction ? play::calls_of(*auction) : play::Calls{};
  std::vector<Deal> deals;
  std::vector<double> weights;
  const auto take = [&](const Deal& deal) {
    deals.push_back(deal);
    weights.push_back(by_policy
                          ? play::log_likelihood(reading, *board.contract, calls, question.seen, deal)
                          : std::exp(-how.nats_per_trick * belief::tricks_lost(question.seen, deal, how)));
  };
  // Few layouts: all of them, and nothing is left to chance.
  const bool all = question.facts.total() <= settings_.enumerate;
  if (all) {
    question.facts.for_each([&](const Deal& deal, double) {
      take(deal);
      return true;
    });
  } else {
    view_.fill(question.space, nothing_);
    for (int i = 0; i < settings_.draws; ++i) take(view_.draw(random));
  }
  if (by_policy) weights = play::as_weights(weights);
  return reweigh(question.plain, deals, weights, question.space, all ? 0 : settings_.steadiness);
}

}  // namespace yomi::lab
