#include <fmt/format.h>

#include "yomi/dealer/meaning.h"
#include "yomi/formats/text.h"
#include "yomi/table/seat.h"

namespace yomi::table {
namespace {

using For = Ready::For;
constexpr std::size_t kMostOddities = 20;

}  // namespace

void SeatSession::odd(const std::string& what) {
  ++report_.odd;
  if (report_.oddities.size() < kMostOddities) report_.oddities.push_back(what);
}

std::vector<std::string> SeatSession::begin() {
  said_.clear();
  if (phase_ == Phase::auction || phase_ == Phase::play) ++report_.restarts;
  phase_ = Phase::connecting;
  report_.over = false;
  say(Connecting{.team = team_, .seat = seat_});
  return said_;
}

std::vector<std::string> SeatSession::hear(std::string_view line) {
  said_.clear();
  const auto message = parse_message(line);
  if (message)
    take(*message);
  else if (!text::trim(line).empty())
    odd(fmt::format("{}: {}", text::quote(line), message.error().what));
  return said_;
}

std::vector<std::string> SeatSession::hear_nothing() {
  said_.clear();
  const bool leads = phase_ == Phase::play && history_->table().empty() &&
                     history_->trick_number() < kRanks && decider() == seat_ && !lead_;
  if (leads) {
    lead_ = ToLead{.seat = history_->turn()};
    go_on();
  }
  return said_;
}

void SeatSession::start_board() {
  if (phase_ == Phase::auction || phase_ == Phase::play) ++report_.restarts;
  phase_ = Phase::deal;
  say(Ready{.seat = seat_, .what = For::deal});
}

void SeatSession::take(const Message& message) {
  if (std::holds_alternative<EndOfSession>(message)) {
    report_.over = true;
  } else if (std::holds_alternative<StartOfBoard>(message)) {
    start_board();
  } else if (std::holds_alternative<Timing>(message)) {
    return;
  } else if (const auto* seated = std::get_if<Seated>(&message)) {
    if (phase_ != Phase::connecting || seated->seat != seat_) return odd(to_string(message));
    phase_ = Phase::teams;
    say(Ready{.seat = seat_, .what = For::teams});
  } else if (std::holds_alternative<Teams>(message)) {
    if (phase_ != Phase::teams) return;  // some servers send it again
    phase_ = Phase::start;
    say(Ready{.seat = seat_, .what = For::start});
  } else if (const auto* info = std::get_if<BoardInfo>(&message)) {
    if (phase_ != Phase::deal) return odd(to_string(message));
    view_ = {.chair = seat_, .hand = {}, .dealer = info->dealer, .vulnerability = info->vulnerability};
    phase_ = Phase::cards;
    say(Ready{.seat = seat_, .what = For::cards});
  } else if (const auto* hand = std::get_if<Hand>(&message)) {
    if (phase_ == Phase::cards && (hand->seat == seat_ || !hand->seat)) {
      view_.hand = hand->cards;
      auction_ = Auction(view_.dealer);
      contract_.reset();
      history_.reset();
      lead_.reset();
      asked_ = asked_dummy_ = false;
      called_.clear();
      phase_ = Phase::auction;
      return go_on();
    }
    if (phase_ != Phase::play || view_.play.empty() || !view_.dummy_hand.empty() || seat_ == dummy() ||
        (hand->seat && hand->seat != dummy()))
      return odd(to_string(message));
    view_.dummy_hand = hand->cards;
    go_on();
  } else if (const auto* lead = std::get_if<ToLead>(&message)) {
    if (phase_ != Phase::auction && phase_ != Phase::play) return odd(to_string(message));
    lead_ = *lead;  // it may come before the card that ends the trick
    go_on();
  } else if (const auto* called = std::get_if<Called>(&message)) {
    take_call(*called);
  } else if (const auto* asked = std::get_if<Explain>(&message)) {
    explain(*asked);
  } else if (const auto* played = std::get_if<Played>(&message)) {
    if (phase_ != Phase::play) return odd(to_string(message));
    take_card(played->seat.value_or(dummy()), played->card);
  } else {
    odd(to_string(message));
  }
}

void SeatSession::take_call(const Called& called) {
  if (phase_ != Phase::auction || called.seat != auction_.turn() || called.seat == seat_ ||
      !auction_.add(called.call))
    return odd(to_string(called));
  view_.calls.push_back({.call = called.call, .explanation = heard_explanation(called)});
  asked_ = false;
  go_on();
}

void SeatSession::explain(const Explain& asked) {
  std::string text = "no explanation";
  for (const Called& one : called_) {
    if (one.seat == asked.seat && one.call == asked.call && !one.explanation.empty()) text = one.explanation;
  }
  said_.push_back(text);
}

void SeatSession::take_card(Seat seat, Card card) {
  const bool impossible =
      seat != history_->turn() || decider() == seat_ || history_->played().contains(card) ||
      (seat == seat_ && !view_.hand.contains(card)) || (seat != seat_ && view_.hand.contains(card)) ||
      (seat == dummy() && !view_.dummy_hand.empty() && !view_.dummy_hand.contains(card));
  if (impossible) return odd(to_string(Played{.seat = seat, .card = card}));
  history_->add(card);
  view_.play.push_back(card);
  asked_ = false;
  go_on();
}

void SeatSession::go_on() {
  if (phase_ == Phase::auction) go_on_in_auction();
  if (phase_ == Phase::play) go_on_in_play();
}

void SeatSession::go_on_in_auction() {
  while (!auction_.is_over()) {
    if (auction_.turn() != seat_) {
      if (!asked_) say(Ready{.seat = seat_, .what = For::call, .of = auction_.turn()});
      asked_ = true;
      return;
    }
    call();
  }
  contract_ = auction_.contract();
  if (!contract_) {
    phase_ = Phase::between;
    ++report_.boards;
    return;
  }
  history_.emplace(contract_->strain, contract_->leader());
  phase_ = Phase::play;
}

void SeatSession::go_on_in_play() {
  while (history_->trick_number() < kRanks) {
    if (view_.play.size() == 1 && seat_ != dummy() && view_.dummy_hand.empty()) {
      if (!asked_dummy_) say(Ready{.seat = seat_, .what = For::dummy});
      asked_dummy_ = true;
      return;
    }
    if (decider() != seat_) {
      const Seat turn = history_->turn();
      if (!asked_)
        say(Ready{.seat = seat_,
                  .what = For::card,
                  .of = turn == dummy() ? SeatOrDummy() : SeatOrDummy(turn),
                  .trick = history_->trick_number() + 1});
      asked_ = true;
      return;
    }
    if (history_->table().empty()) {
      if (!lead_ || lead_->seat.value_or(dummy()) != history_->turn()) return;
      lead_.reset();
    }
    play();
  }
  phase_ = Phase::between;
  ++report_.boards;
}

// A player that has no answer still makes a legal call: a table must not wait for ever.
void SeatSession::call() {
  const auto advice = player_.call(view_);
  if (!advice) odd("no call: " + advice.error().to_string());
  Called made{.seat = seat_};
  if (advice && auction_.is_legal(advice->call)) {
    made.call = advice->call;
    made.alert = advice->alert;
    made.explanation = clean_explanation(advice->explanation);
  }
  say(made);
  called_.push_back(made);
  auction_.add(made.call);
  view_.calls.push_back({.call = made.call});
  asked_ = false;
}

void SeatSession::play() {
  const Seat turn = history_->turn();
  const CardSet hand = (turn == seat_ ? view_.hand : view_.dummy_hand) - history_->played();
  const auto led = history_->led();
  const CardSet following = led ? hand.in(led->suit()) : CardSet();
  const CardSet legal = following.empty() ? hand : following;
  Card card = legal.lowest();
  if (legal.size() > 1) {
    const auto advice = player_.play(view_);
    if (!advice) odd("no card: " + advice.error().to_string());
    if (advice && legal.contains(advice->card)) card = advice->card;
  }
  say(Played{.seat = turn, .card = card});
  history_->add(card);
  view_.play.push_back(card);
  asked_ = false;
}

std::string heard_explanation(const Called& called) {
  return dealer::call_meaning(called.seat, called.call, called.explanation) ? called.explanation : "";
}

}  // namespace yomi::table
