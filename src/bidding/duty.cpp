#include "yomi/bidding/duty.h"

#include <algorithm>

namespace yomi::bidding {
namespace {

bool must_answer(const InterpretedCall& made) {
  if (made.forcing == Forcing::game) return !made.call.is_bid() || made.artificial || !is_game(made.call);
  return made.forcing == Forcing::round || made.forcing == Forcing::transfer;
}

// The side of `me` has undertaken to reach game, and the last bid is theirs, not doubled: they do not play
// it.
std::optional<Duty> duty_over_their_bid(const AuctionState& state, Seat me) {
  const Auction& auction = state.auction();
  const auto bidder = auction.last_bidder();
  if (!bidder || side_of(*bidder) == side_of(me) || auction.doubling() != Doubling::none) return {};
  if (!state.game_forced(side_of(me))) return {};
  return state.game_reached(side_of(me)) ? Duty::penalty : Duty::game;
}

// The call that comes back to its maker after two passes and a double or redouble. A forcing bid of another
// suit than the agreed one was a step on the way.
bool comes_back_unmeant(const InterpretedCall& mine, Call next, std::optional<Suit> agreed) {
  const bool on_the_way =
      mine.call.is_bid() && must_answer(mine) && agreed && mine.call.strain() != strain_of(*agreed);
  if (!mine.artificial && !on_the_way) return false;
  return (mine.call.is_bid() && next == Call::x()) || (mine.call == Call::x() && next == Call::xx());
}

// A bid of ours that was not meant as a contract is doubled, and partner redoubles. If the bid was partner's
// own, he asks for another place. If it was the bidder's, an artificial one, he may pass only where partner
// has shown the suit.
bool asks_for_rescue(const AuctionState& state, const InterpretedCall& redouble) {
  if (redouble.call != Call::xx()) return false;
  const std::vector<InterpretedCall>& calls = state.interpreted_calls();
  const auto bid = std::find_if(calls.rbegin(), calls.rend(),
                                [](const InterpretedCall& one) { return one.call.is_bid(); });
  if (bid == calls.rend() || side_of(bid->seat) != side_of(redouble.seat)) return false;
  if (bid->seat == redouble.seat) return bid->artificial || must_answer(*bid);
  const auto suit = trump_suit(bid->call.strain());
  return bid->artificial && (!suit || state.shown(redouble.seat).hand.of(*suit).min < 4);
}

}  // namespace

std::string_view to_words(Duty duty) {
  switch (duty) {
    case Duty::none:
      return "a pass is allowed";
    case Duty::answer:
      return "partner's call is forcing";
    case Duty::rescue:
      return "this contract was not meant to be played";
    case Duty::game:
      return "our side has to reach game";
    case Duty::penalty:
      return "they have bid over our game: double or bid on";
  }
  return "";
}

Duty duty_to_call(const AuctionState& state) {
  const std::vector<InterpretedCall>& calls = state.interpreted_calls();
  const std::size_t count = calls.size();
  const Seat me = state.turn();
  if (count < 2 || !calls[count - 1].call.is_pass()) return Duty::none;
  const InterpretedCall& partners = calls[count - 2];
  if (must_answer(partners) || asks_for_rescue(state, partners)) return Duty::answer;
  const bool game_owed = state.game_forced(side_of(me)) && !state.game_reached(side_of(me));
  if (game_owed && partners.call.is_bid()) return Duty::answer;
  if (count < 4 || !partners.call.is_pass()) return Duty::none;
  if (comes_back_unmeant(calls[count - 4], calls[count - 3].call, state.agreed(side_of(me))))
    return Duty::rescue;
  if (game_owed && calls[count - 3].call == Call::x() && must_answer(calls[count - 4])) return Duty::game;
  return duty_over_their_bid(state, me).value_or(Duty::none);
}

bool pass_is_forcing(const AuctionState& state) {
  return duty_over_their_bid(state, state.turn()).has_value();
}

}  // namespace yomi::bidding
