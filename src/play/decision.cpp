#include "yomi/play/decision.h"

#include <cassert>

#include "yomi/bridge/play_history.h"
#include "yomi/dealer/meaning.h"

namespace yomi::play {
namespace {

Result<std::vector<belief::Habit>> meanings(const pbn::Board& board, const std::string& file) {
  std::vector<belief::Habit> made;
  if (!board.bidding) return made;
  for (std::size_t i = 0; i < board.bidding->calls.size(); ++i) {
    const pbn::MadeCall& call = board.bidding->calls[i];
    const Seat caller = next(board.bidding->first, static_cast<int>(i));
    for (const pbn::Note& note : board.bidding->notes) {
      if (call.remarks.note == 0 || note.number != call.remarks.note) continue;
      auto habit = dealer::call_meaning(caller, call.call, note.text);
      if (!habit) {
        return Error{.what = "note " + std::to_string(note.number) + ", column " +
                             std::to_string(habit.error().column) + ": " + habit.error().what,
                     .file = file,
                     .line = board.line};
      }
      if (*habit) made.push_back(**habit);
    }
  }
  return made;
}

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

Result<Decision> look(const pbn::Board& board, const std::string& file, const CallReader* calls) {
  const auto fail = [&](std::string what) {
    return Error{.what = std::move(what), .file = file, .line = board.line};
  };
  if (!board.ok()) return board.errors.front();
  if (board.passed_out) return fail("the board was passed out: there is nothing to play");
  std::optional<Contract> contract = board.contract;
  if (!contract && board.bidding) {
    if (const auto auction = board.bidding->auction(); auction && auction->is_over())
      contract = auction->contract();
  }
  if (!contract) return fail("expected a Contract tag, or an auction that ends in one");
  if (board.declarer) contract->declarer = *board.declarer;
  if (!board.declarer && !board.bidding) return fail("expected a Declarer tag");
  if (!board.deal) return fail("expected a Deal tag with the hand of the chair on turn");

  PlayContext context{.contract = *contract,
                      .vulnerability = board.vulnerability.value_or(Vulnerability::none)};
  auto said = meanings(board, file);
  if (!said) return said.error();
  context.meanings = std::move(said.value());
  if (board.bidding) {
    if (const auto auction = board.bidding->auction()) {
      context.calls = calls_of(*auction);
      if (calls != nullptr && context.meanings.empty())
        context.readings = calls->read(*auction, context.vulnerability);
    }
  }

  belief::Seen seen;
  seen.strain = contract->strain;
  seen.leader = contract->leader();
  if (board.play && !board.cards.empty() && board.leader && *board.leader != seen.leader) {
    return fail("expected the opening lead from " + std::string(to_name(seen.leader)) + ", found " +
                std::string(to_name(*board.leader)));
  }
  seen.play = board.cards;
  if (seen.play.size() >= 52) return fail("the play is over: no card is left to choose");
  seen.chair = context.decider(history_of(seen).turn());
  const auto known = [&](Seat seat) { return board.known[seat]; };
  const auto missing = [&](Seat seat) {
    return fail("expected the hand of " + std::string(to_name(seat)) + ", who can see it, in the Deal tag");
  };
  if (!known(seen.chair)) return missing(seen.chair);
  seen.hand = (*board.deal)[seen.chair];
  if (!seen.play.empty()) {
    seen.dummy = contract->dummy();
    if (!known(*seen.dummy)) return missing(*seen.dummy);
    seen.dummy_hand = (*board.deal)[*seen.dummy];
  }
  auto made = look(std::move(context), std::move(seen));
  if (!made) return fail(made.error().what);
  return made;
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
  Decision made;
  made.context = context;
  made.seen.strain = context.contract.strain;
  made.seen.leader = context.contract.leader();
  made.seen.play = play;
  const PlayHistory history = history_of(made.seen);
  made.turn = history.turn();
  made.seen.chair = context.decider(made.turn);
  made.seen.hand = deal[made.seen.chair];
  if (!play.empty()) {
    made.seen.dummy = context.contract.dummy();
    made.seen.dummy_hand = deal[*made.seen.dummy];
  }
  set_hand(made, history);
  return made;
}

Position replay(const belief::Seen& seen, const Deal& deal) {
  Position position(deal, seen.strain, seen.leader);
  for (Card card : seen.play) position.play(card);
  return position;
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
