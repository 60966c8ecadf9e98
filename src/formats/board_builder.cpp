#include "board_builder.h"

#include <algorithm>

#include "yomi/formats/text.h"

namespace yomi {

std::optional<std::string> BoardBuilder::add(const BoardCall& call) {
  if (board.calls.empty()) auction_ = Auction(board.dealer.value_or(Seat::north));
  if (call.kind != BoardCall::Kind::regular) auction_.reset();
  if (auction_ && !auction_->add(call.call)) {
    const auto bid = auction_->last_bid();
    return "expected a legal call, found " + to_string(call.call) +
           (auction_->is_over()
                ? " after the end of the auction"
                : " by " + std::string(to_name(auction_->turn())) + (bid ? " over " + to_string(*bid) : ""));
  }
  board.calls.push_back(call);
  return std::nullopt;
}

void BoardBuilder::finish() {
  if (auction_ && auction_->is_over() && !board.contract && !board.strain) {
    if (const auto contract = auction_->contract())
      board.set_contract(*contract);
    else
      board.passed_out = true;
  }
  if (!board.tricks && history_ && board.declarer && board.play.size() == 52)
    board.tricks = history_->tricks(side_of(*board.declarer));
}

bool BoardBuilder::start_play(Card first) {
  // An auction whose last passes were not written down is taken as it stands.
  if (!board.contract && !board.strain && auction_) {
    if (const auto contract = auction_->contract()) board.set_contract(*contract);
  }
  if (!board.leader && board.all_hands_known()) {
    for (Seat seat : kAllSeats) {
      if (board.deal[seat].contains(first)) board.leader = seat;
    }
  }
  // A card of the other defender: a lead out of turn.
  if (board.leader && board.all_hands_known() && !board.deal[*board.leader].contains(first)) {
    if (const Seat other = partner(*board.leader); board.deal[other].contains(first)) board.leader = other;
  }
  if (!board.strain || !board.leader) return false;
  history_.emplace(*board.strain, *board.leader);
  return true;
}

std::optional<std::string> BoardBuilder::add(Card card) {
  if (!history_ && !start_play(card)) return "expected a contract before the first card";
  const Seat seat = history_->turn();
  const std::string found = ", found " + to_string(card) + " by " + std::string(to_name(seat)) +
                            " to trick " + std::to_string(history_->trick_number() + 1);
  if (board.play.size() >= 52) return "expected 52 cards at most, found " + to_string(card) + " after them";
  if (history_->played().contains(card)) return "expected a card not yet played" + found + ", played before";
  const CardSet hand = board.deal[seat] - history_->played(seat);
  const auto led = history_->led();
  if (board.known[seat]) {
    if (!hand.contains(card)) return "expected a card of the hand" + found + ", who does not hold it";
    if (led && card.suit() != led->suit() && hand.length(led->suit()) > 0)
      return "expected " + to_string(led->suit()) + " to follow suit" + found + ": a revoke";
  } else if (board.deal.all().contains(card)) {
    return "expected a card of the hand" + found + ", and another hand holds it";
  } else if (history_->is_void(seat, card.suit())) {
    return "expected no card of a suit not followed to before" + found;
  }
  history_->add(card);
  board.play.push_back(card);
  return std::nullopt;
}

BySeat<bool> written_hands(std::string_view deal) {
  BySeat<bool> made{};
  std::string_view rest = text::trim(deal);
  Seat seat = Seat::north;
  if (rest.size() > 1 && rest[1] == ':') {
    seat = *parse_seat(rest.substr(0, 1));
    rest.remove_prefix(2);
  }
  for (int i = 0; i < kSeats; ++i, seat = next(seat)) {
    rest = text::trim(rest);
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    made[seat] = rest.substr(0, end) != "-";
    rest.remove_prefix(end);
  }
  return made;
}

}  // namespace yomi
