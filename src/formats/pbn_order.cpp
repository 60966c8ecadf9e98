// The order in which the cards of a play table fell, checked against the hands.
#include <algorithm>
#include <utility>

#include "pbn_internal.h"
#include "pbn_lexer.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {
namespace {

// Where each card of the table stands, found again only when a message needs it.
Error card_error(const Tag& tag, const std::string& file, std::size_t number, std::string what) {
  Lexer lexer(tag);
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    const bool is_card = token.kind == Token::Kind::word || token.kind == Token::Kind::plus;
    if (is_card && number-- == 0) return token_error(token, file, std::move(what));
  }
  return Error{.what = std::move(what), .file = file, .line = tag.line, .column = tag.column};
}

struct Place {
  std::size_t trick;
  std::size_t column;
};

std::string describe(const Play& play, Place at) {
  const Seat seat = next(play.first, static_cast<int>(at.column));
  return to_string(*play.tricks[at.trick][at.column].card) + " by " + std::string(to_name(seat)) +
         " to trick " + std::to_string(at.trick + 1);
}

// Who holds a card of a whole deal.
Seat holder(const Deal& deal, Card card) {
  return *std::find_if(kAllSeats.begin(), kAllSeats.end(),
                       [&](Seat seat) { return deal[seat].contains(card); });
}

// Every card once, and in the hand of its column? Then there is nothing to put right.
bool is_as_dealt(const Record& record) {
  const Play& play = *record.play;
  std::array<CardSet, kSeats> played{};
  int cards = 0;
  for (const auto& trick : play.tricks) {
    for (std::size_t column = 0; column < played.size(); ++column) {
      if (!trick[column].card) continue;
      played[column].insert(*trick[column].card);
      ++cards;
    }
  }
  for (std::size_t column = 0; column < played.size(); ++column) {
    const CardSet hand = record.board.deal[next(play.first, static_cast<int>(column))];
    if ((played[column] & hand) != played[column]) return false;
    cards -= played[column].size();
  }
  return cards == 0;
}

// Some programs begin each row with the hand that led. If a card does not belong to its column, the row is
// read that way, provided its cards come from one hand after the other.
void put_rows_right(Record& record) {
  Play& play = *record.play;
  const Deal& deal = record.board.deal;
  if (!record.board.all_hands_known() || deal.all().size() != 52) return;
  for (auto& trick : play.tricks) {
    bool right = true;
    for (std::size_t column = 0; column < 4; ++column) {
      const auto& card = trick[column].card;
      right = right && (!card || deal[next(play.first, static_cast<int>(column))].contains(*card));
    }
    if (right) continue;
    if (!trick[0].card) continue;
    std::array<PlayedCard, 4> again;
    const Seat leader = holder(deal, *trick[0].card);
    bool clear = true;
    for (std::size_t i = 0; i < 4 && clear; ++i) {
      const Seat seat = next(leader, static_cast<int>(i));
      const auto& card = trick[i].card;
      const bool follows = card ? i == 0 || trick[i - 1].card : true;  // no gap before it
      clear = !trick[i].to_come && follows && (!card || holder(deal, *card) == seat);
      again[static_cast<std::size_t>(distance(play.first, seat))] = trick[i];
    }
    if (clear) trick = std::move(again);
  }
}

// Cards that cannot have come from their hand, whatever the order of play.
std::optional<std::pair<Place, std::string>> find_impossible(const Record& record) {
  const Play& play = *record.play;
  CardSet seen;
  for (std::size_t trick = 0; trick < play.tricks.size(); ++trick) {
    for (std::size_t column = 0; column < 4; ++column) {
      const auto& card = play.tricks[trick][column].card;
      if (!card) continue;
      const Place at{trick, column};
      const Seat seat = next(play.first, static_cast<int>(column));
      if (seen.contains(*card)) {
        return std::pair(at,
                         "expected a card not yet played, found " + describe(play, at) + ", played before");
      }
      seen.insert(*card);
      if (record.board.deal[seat].contains(*card)) continue;
      const bool known = record.board.known[seat];
      if (known || record.board.deal.all().contains(*card)) {
        return std::pair(
            at, "expected a card of the hand, found " + describe(play, at) + ", who does not hold it");
      }
    }
  }
  return std::nullopt;
}

// Follows the tricks from leader to winner, as long as it is clear who leads.
class Follower {
 public:
  // `last`: a place whose card cannot be, which ends the play.
  Follower(Record& record, std::optional<Place> last)
      : record_(record), play_(*record.play), held_(record.board.deal), last_(last) {}

  std::optional<std::pair<Place, std::string>> run() {
    const int cards = record_.board.deal.all().size();
    const bool whole_deal = cards % 4 != 0 || cards == 52 || !record_.board.all_hands_known();
    // The first column is that of the opening leader, unless the record says otherwise by its declarer.
    leader_ = record_.board.declarer && whole_deal ? next(*record_.board.declarer) : play_.first;
    record_.board.leader = leader_;
    record_.board.play.reserve(static_cast<std::size_t>(kSeats) * play_.tricks.size());
    for (std::size_t trick = 0; trick < play_.tricks.size(); ++trick) {
      lead_out_of_turn(trick);
      if (auto problem = follow(trick)) return problem;
      if (!winner_) break;
      leader_ = *winner_;
    }
    return std::nullopt;
  }

 private:
  void lead_out_of_turn(std::size_t trick) {
    for (std::size_t column = 0; column < 4; ++column) {
      const Seat seat = next(play_.first, static_cast<int>(column));
      if (!play_.tricks[trick][column].out_of_turn || seat == leader_) continue;
      leader_ = seat;
      if (trick == 0)
        record_.board.leader = seat;
      else
        in_order_ = false;  // no Position can follow
    }
  }

  std::optional<std::pair<Place, std::string>> follow(std::size_t trick) {
    PlayHistory history(record_.board.strain.value_or(Strain::no_trump), leader_);
    bool one_suit = true;
    winner_.reset();
    while (history.trick_number() == 0) {
      const Seat seat = history.turn();
      const Place at{trick, static_cast<std::size_t>(distance(play_.first, seat))};
      const PlayedCard& played = play_.tricks[trick][at.column];
      if (!played.card || (last_ && last_->trick == at.trick && last_->column == at.column))
        return std::nullopt;
      const Card card = *played.card;
      const Suit led = history.led().value_or(card).suit();
      if (card.suit() != led || void_[seat] != 0) {
        if (const auto problem = check_suit(seat, card, led, played.revoke))
          return std::pair(at, *problem + ", found " + describe(play_, at) + ": a revoke");
      }
      held_[seat].erase(card);
      in_order_ = in_order_ && !played.revoke;
      if (in_order_) record_.board.play.push_back(card);
      one_suit = one_suit && card.suit() == led;
      history.add(card);
    }
    if (record_.board.strain || one_suit) winner_ = history.leader();
    return std::nullopt;
  }

  std::optional<std::string> check_suit(Seat seat, Card card, Suit led, bool declared_revoke) {
    const auto bit = [](Suit suit) { return static_cast<std::uint8_t>(1U << index(suit)); };
    if ((void_[seat] & bit(card.suit())) != 0) return "expected no card of a suit not followed to before";
    if (card.suit() == led || declared_revoke) return std::nullopt;
    if (record_.board.known[seat] && held_[seat].length(led) > 0) {
      return "expected " + to_string(led) + " to follow suit";
    }
    void_[seat] |= bit(led);
    return std::nullopt;
  }

  Record& record_;
  const Play& play_;
  Deal held_;
  std::optional<Place> last_;
  Seat leader_ = Seat::north;
  std::optional<Seat> winner_;   // nothing when it cannot be told
  BySeat<std::uint8_t> void_{};  // suits that a chair did not follow to, a bit each
  bool in_order_ = true;
};

}  // namespace

void order_cards(Record& record, const Tag& tag, const std::string& file) {
  std::optional<std::pair<Place, std::string>> problem;
  if (!is_as_dealt(record)) {
    put_rows_right(record);
    problem = find_impossible(record);
  }
  if (!record.play->tricks.empty()) {
    const auto last = problem ? std::optional(problem->first) : std::nullopt;
    auto other = Follower(record, last).run();
    if (!problem) problem = std::move(other);
  }
  if (!record.board.leader) record.board.leader = record.play->first;
  if (problem) {
    const auto [at, what] = *problem;
    add_error(record, card_error(tag, file, 4 * at.trick + at.column, what));
  }
}

}  // namespace yomi::pbn
