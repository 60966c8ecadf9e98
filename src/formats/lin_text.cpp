// The values of LIN's fields.
#include "lin_text.h"

#include <algorithm>

#include "yomi/formats/lin.h"
#include "yomi/formats/text.h"

namespace yomi::lin {

std::string field(std::string_view name, std::string value) {
  std::replace(value.begin(), value.end(), '|', '/');
  return std::string(name) + "|" + value + "|";
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = std::min(text.find(at), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

namespace {

// "3N!to play": what stands after the sign of the alert, the last `left` bytes of the value, explains the
// call.
std::optional<std::vector<BoardCall>> explained(std::vector<BoardCall> calls, std::string_view value,
                                                std::size_t left) {
  if (calls.size() != 1 || !calls.back().alerted) return std::nullopt;
  calls.back().explanation = text::to_utf8(text::trim(value.substr(value.size() - left)));
  return calls;
}

}  // namespace

std::optional<std::vector<BoardCall>> parse_calls(std::string_view value) {
  std::vector<BoardCall> calls;
  value = text::trim(value);
  if (value == "-" || value == "--") return std::vector<BoardCall>{{.call = Call::pass()}};
  const std::string text = text::lower(value);
  std::string_view rest = text;
  const auto take = [&rest](std::initializer_list<std::string_view> words) {
    for (std::string_view word : words) {
      if (!rest.starts_with(word)) continue;
      rest.remove_prefix(word.size());
      return true;
    }
    return false;
  };
  while (!rest.empty()) {
    if (take({" ", "\t", "\n", "-", "(", ")", ","})) continue;
    if (take({"!", "*"})) {
      if (!calls.empty()) calls.back().alerted = true;
      continue;
    }
    if (take({"?"})) continue;
    if (take({"pass", "p"})) {
      calls.push_back({.call = Call::pass()});
    } else if (take({"redouble", "redbl", "rdbl", "xx", "r"})) {
      calls.push_back({.call = Call::xx()});
    } else if (take({"double", "dbl", "d", "x"})) {
      calls.push_back({.call = Call::x()});
    } else if (rest.size() >= 2 && rest[0] >= '1' && rest[0] <= '7') {
      const int level = rest[0] - '0';
      const auto strain = parse_strain(rest.substr(1, 1));
      if (!strain) return explained(std::move(calls), value, rest.size());
      rest.remove_prefix(2);
      if (*strain == Strain::no_trump) take({"t"});
      calls.push_back({.call = Call::bid(level, *strain)});
    } else {
      return explained(std::move(calls), value, rest.size());
    }
  }
  if (calls.empty()) return std::nullopt;
  return calls;
}

Result<Hands> parse_hands(std::string_view value) {
  Hands made;
  value = text::trim(value);
  if (!value.empty() && text::is_digit(value[0])) {
    if (value[0] >= '1' && value[0] <= '4') made.dealer = kSeats[static_cast<std::size_t>(value[0] - '1')];
    value.remove_prefix(1);
  }
  const auto hands = split(value, ',');
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const std::string_view hand = text::trim(hands[i]);
    if (hand.empty()) continue;
    if (i >= 4) return Error{"expected four hands at most, found " + std::to_string(hands.size())};
    const Seat seat = kSeats[i];
    const std::string of = " in " + std::string(to_name(seat)) + "'s hand";
    std::optional<Suit> suit;
    for (std::size_t at = 0; at < hand.size(); ++at) {
      if (text::is_blank(hand[at]) || hand[at] == '\n' || hand[at] == '-') continue;
      if (const auto named = parse_suit(hand[at])) {
        suit = named;
        continue;
      }
      auto rank = parse_rank(hand[at]);
      if (hand[at] == '1' && at + 1 < hand.size() && hand[at + 1] == '0') {
        rank = Rank::ten;
        ++at;
      }
      if (!suit || !rank)
        return Error{"expected suits and ranks such as SAK4HQJ" + of + ", found " + text::quote(hand)};
      const Card card(*suit, *rank);
      if (made.deal.all().contains(card)) return Error{"card " + to_string(card) + " appears twice"};
      made.deal[seat].insert(card);
    }
    made.known[seat] = true;
  }
  // Three whole hands leave the rest for the fourth, also where some of its cards were forgotten.
  Board board{.deal = made.deal, .known = made.known};
  int most = 0;
  for (Seat seat : kAllSeats) most = std::max(most, made.deal[seat].size());
  const auto whole = std::count_if(made.deal.hands.begin(), made.deal.hands.end(),
                                   [](CardSet hand) { return hand.size() == kRanks; });
  for (Seat seat : kAllSeats) {
    const int cards = made.deal[seat].size();
    if (cards != 0 && (whole != 3 || cards >= kRanks)) continue;
    board.known[seat] = false;
    board.deal[seat] = {};
  }
  board.complete_deal();
  made.deal = board.deal;
  made.known = board.known;
  for (Seat seat : kAllSeats) {
    if (!made.known[seat] || (made.deal[seat].size() == most && most <= kRanks)) continue;
    return Error{"expected equally many cards in all hands, at most 13, found " +
                 std::to_string(made.deal[seat].size()) + " with " + std::string(to_name(seat))};
  }
  return made;
}

}  // namespace yomi::lin
