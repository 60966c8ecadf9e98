#include "yomi/play/decision.h"

#include <algorithm>
#include <cassert>

#include "yomi/bridge/play_history.h"
#include "yomi/dealer/meaning.h"

namespace yomi::play {
namespace {

PlayHistory history_of(const belief::Seen& seen) {
  return {seen.strain, seen.leader, seen.play};
}

void set_hand(Decision& made, const PlayHistory& history) {
  const CardSet original = made.turn == made.seen.chair ? made.seen.hand : made.seen.dummy_hand;
  made.hand = original - made.seen.played();
  made.legal = made.hand;
  if (const auto led = history.led(); led && !made.hand.in(led->suit()).empty())
    made.legal = made.hand.in(led->suit());
}

}  // namespace

std::array<int, 14> PlayContext::points(Side side) const {
  std::array<int, 14> made{};
  for (int tricks = 0; tricks <= kRanks; ++tricks) {
    const int declaring = score(contract, is_vulnerable(vulnerability, contract.declarer), tricks);
    made[static_cast<std::size_t>(tricks)] = on(contract.declarer, side) ? declaring : -declaring;
  }
  return made;
}

belief::PreparedConstraints PlayContext::prepared() const {
  if (!readings) return belief::prepare(meanings);
  constexpr double kMostPromised = 1 - 1e-6;
  std::vector<belief::SoftConstraint> kept = meanings;
  for (belief::SoftConstraint& one : kept) one.strength = std::min(one.strength, kMostPromised);
  return belief::prepare(kept, *readings);
}

Result<PlayContext> context_of(const Board& board, const CallReader* calls) {
  if (board.passed_out) return Error{"the board was passed out: there is nothing to play"};
  const auto contract = board.final_contract();
  if (!contract) {
    return Error{board.contract ? "expected a declarer"
                                : "expected a contract, or an auction that ends in one"};
  }
  PlayContext context{.contract = *contract,
                      .vulnerability = board.vulnerability.value_or(Vulnerability::none)};
  std::vector<bool> told;
  auto said = dealer::call_meanings(board, &told);
  if (!said) return said.error();
  context.meanings = std::move(said.value());
  if (const auto auction = board.auction()) {
    context.calls = calls_of(*auction);
    if (calls != nullptr) context.readings = calls->read(*auction, context.vulnerability, told);
  }
  return context;
}

Result<Decision> look(const Board& board, std::size_t cards, const CallReader* calls) {
  auto context = context_of(board, calls);
  if (!context) return context.error();
  return look(std::move(*context), board, cards);
}

Result<Decision> look(PlayContext context, const Board& board, std::size_t cards) {
  const Contract& contract = context.contract;
  cards = std::min(cards, board.play.size());
  if (cards >= 52) return Error{"the play is over: no card is left to choose"};
  if (!board.any_hand_known()) return Error{"expected the hand of the chair on turn in the deal"};
  if (!board.play.empty() && board.leader && *board.leader != contract.leader()) {
    return Error{"expected the opening lead from " + std::string(to_name(contract.leader())) + ", found " +
                 std::string(to_name(*board.leader))};
  }
  const std::vector<Card> play(board.play.begin(), board.play.begin() + static_cast<std::ptrdiff_t>(cards));
  const Seat turn = PlayHistory(contract.strain, contract.leader(), play).turn();
  belief::Seen seen = belief::seen_by(context.decider(turn), board.deal, contract, play);
  for (Seat seat : {seen.chair, seen.dummy.value_or(seen.chair)}) {
    if (board.known[seat]) continue;
    return Error{"expected the hand of " + std::string(to_name(seat)) + ", who can see it, in the deal"};
  }
  return look(std::move(context), std::move(seen));
}

Result<Decision> look(PlayContext context, belief::Seen seen) {
  if (const auto space = belief::facts(seen); !space) return space.error();
  if (seen.play.size() >= 52) return Error{"the play is over: no card is left to choose"};
  Decision made{.context = std::move(context), .seen = std::move(seen)};
  const PlayHistory history = history_of(made.seen);
  made.turn = history.turn();
  assert(made.context.decider(made.turn) == made.seen.chair);
  set_hand(made, history);
  return made;
}

Decision look(const PlayContext& context, const Deal& deal, const std::vector<Card>& play) {
  const PlayHistory history(context.contract.strain, context.contract.leader(), play);
  const Seat turn = history.turn();
  Decision made{.context = context,
                .seen = belief::seen_by(context.decider(turn), deal, context.contract, play),
                .turn = turn};
  set_hand(made, history);
  return made;
}

Position replay(const belief::Seen& seen, const Deal& deal) {
  Position position(deal, seen.strain, seen.leader);
  for (Card card : seen.play) position.play(card);
  return position;
}

int declarers_tricks(const Position& position, Side declaring, dd::Solver& solver) {
  const int won = position.tricks(declaring);
  if (position.is_over()) return won;
  const int rest = solver.tricks(position).lower;
  return won + (on(position.turn(), declaring) ? rest : position.tricks_left() - rest);
}

std::vector<CardSet> equivalent_groups(CardSet hand, CardSet legal, CardSet gone) {
  std::vector<CardSet> groups;
  for (Suit suit : kSuitsFromSpades) {
    CardSet group;
    for (int rank = kRanks - 1; rank >= 0; --rank) {
      const Card card(suit, rank_at(rank));
      if (legal.contains(card)) {
        group.insert(card);
      } else if (!hand.contains(card) && !gone.contains(card) && !group.empty()) {
        groups.push_back(group);
        group = {};
      }
    }
    if (!group.empty()) groups.push_back(group);
  }
  return groups;
}

}  // namespace yomi::play
