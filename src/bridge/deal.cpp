#include "yomi/bridge/deal.h"

#include <array>
#include <span>

namespace yomi {
namespace {

Error error_at(std::size_t offset, std::string what) {
  return Error{.what = std::move(what), .column = static_cast<std::uint32_t>(offset + 1)};
}

std::string quoted(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  if (byte >= 0x20 && byte < 0x7F) return std::string("'") + letter + "'";
  constexpr std::string_view digits = "0123456789ABCDEF";
  return std::string("byte 0x") + digits[byte >> 4] + digits[byte & 15];
}

// parse_rank() as a table: most of the letters of a deal are ranks.
constexpr std::uint8_t kNoRank = 0xFF;
constexpr std::array<std::uint8_t, 256> kRankOf = [] {
  std::array<std::uint8_t, 256> made{};
  made.fill(kNoRank);
  for (int i = 0; i < kRanks; ++i) {
    const char letter = to_char(rank_at(i));
    made[static_cast<unsigned char>(letter)] = static_cast<std::uint8_t>(i);
    if (letter > '9') made[static_cast<unsigned char>(letter - 'A' + 'a')] = static_cast<std::uint8_t>(i);
  }
  return made;
}();

// Reads text[at..end) as one hand; `offset` in errors counts in the whole of `text`.
Result<CardSet> parse_hand_part(std::string_view text, std::size_t at, std::size_t end) {
  CardSet hand;
  std::size_t suit_number = 0;
  for (std::size_t i = at; i < end; ++i) {
    const char letter = text[i];
    std::uint8_t rank = kRankOf[static_cast<unsigned char>(letter)];
    if (rank == kNoRank) {
      if (letter == '.') {
        if (++suit_number > 3) return error_at(i, "expected four suits in a hand, found a fourth '.'");
        continue;
      }
      // A dash alone in its place is a void.
      const bool starts_suit = i == at || text[i - 1] == '.';
      if (letter == '-' && starts_suit && (i + 1 == end || text[i + 1] == '.')) continue;
      if (letter != '1' || i + 1 >= end || text[i + 1] != '0')
        return error_at(i, "expected a rank (A K Q J T 9 ... 2) or '.', found " + quoted(letter));
      rank = static_cast<std::uint8_t>(Rank::ten);
      ++i;
    }
    const Card card(kSuitsFromSpades[suit_number], rank_at(rank));
    if (hand.contains(card)) return error_at(i, "card " + to_string(card) + " appears twice in a hand");
    hand.insert(card);
  }
  if (suit_number != 3) {
    return error_at(end, "expected four suits separated by '.', found " + std::to_string(suit_number + 1));
  }
  return hand;
}

}  // namespace

std::string to_string(const Deal& deal, Seat first) {
  std::string text = {to_char(first), ':'};
  for (int step = 0; step < kSeats; ++step) {
    if (step > 0) text += ' ';
    text += hand_to_string(deal[next(first, step)]);
  }
  return text;
}

Result<CardSet> parse_hand(std::string_view text) {
  return parse_hand_part(text, 0, text.size());
}

Result<Deal> parse_deal(std::string_view text) {
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  };
  skip_blanks();
  Seat first = Seat::north;
  if (at + 1 < text.size() && text[at + 1] == ':') {
    const auto seat = parse_seat(text.substr(at, 1));
    if (!seat) return error_at(at, "expected the first seat (N E S W), found " + quoted(text[at]));
    first = *seat;
    at += 2;
  }
  Deal deal;
  CardSet seen;
  for (int step = 0; step < kSeats; ++step) {
    skip_blanks();
    const std::size_t begin = at;
    if (begin == text.size()) {
      return error_at(begin, "expected four hands, found " + std::to_string(step));
    }
    while (at < text.size() && text[at] != ' ' && text[at] != '\t') ++at;
    if (at - begin == 1 && text[begin] == '-') continue;
    const Seat seat = next(first, step);
    const auto hand = parse_hand_part(text, begin, at);
    if (!hand) return hand.error();
    if (const CardSet doubled = seen & *hand; !doubled.empty()) {
      return error_at(begin, "card " + to_string(doubled.highest()) + " is in two hands, the second is " +
                                 std::string(to_name(seat)));
    }
    seen |= *hand;
    deal[seat] = *hand;
  }
  skip_blanks();
  if (at != text.size())
    return error_at(at, "expected the end of the deal after four hands, found " + quoted(text[at]));
  return deal;
}

Deal random_deal(Random& random, int cards) {
  std::array<Card, 52> deck;
  std::size_t count = 0;
  for (Card card : CardSet::full()) deck[count++] = card;
  random.shuffle(std::span<Card>(deck));
  Deal deal;
  for (std::size_t i = 0; i < 4 * static_cast<std::size_t>(cards); ++i) deal.hands[i & 3].insert(deck[i]);
  return deal;
}

}  // namespace yomi
