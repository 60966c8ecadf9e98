#include <algorithm>
#include <array>
#include <cstdint>

#include "yomi/cards/card.h"
#include "yomi/cards/card_set.h"
#include "yomi/cards/result.h"
#include "yomi/cards/seat.h"

namespace yomi {
namespace {

constexpr char upper(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

// By letter, in either case: its number in `letters`, or -1.
using LetterNumbers = std::array<std::int8_t, 256>;
constexpr LetterNumbers numbers_of(std::string_view letters) {
  LetterNumbers made{};
  for (std::size_t i = 0; i < made.size(); ++i) {
    const auto at = letters.find(upper(static_cast<char>(i)));
    made[i] = static_cast<std::int8_t>(at == std::string_view::npos ? -1 : static_cast<int>(at));
  }
  return made;
}
constexpr LetterNumbers kSuitLetters = numbers_of("CDHS");
constexpr LetterNumbers kRankLetters = numbers_of("23456789TJQKA");

}  // namespace

SuitSign leading_sign(std::string_view text) {
  constexpr BySuit<std::string_view> kOpen = {"\u2667", "\u2662", "\u2661", "\u2664"};
  constexpr std::string_view kVariation = "\uFE0F";
  for (Suit suit : kAllSuits) {
    const std::size_t length = to_sign(suit).size();
    if (!text.starts_with(to_sign(suit)) && !text.starts_with(kOpen[suit])) continue;
    const bool varied = text.substr(length).starts_with(kVariation);
    return {suit, length + (varied ? kVariation.size() : 0)};
  }
  return {};
}

std::string Error::to_string() const {
  std::string place = file;
  if (line > 0) {
    place += (place.empty() ? "line " : ":") + std::to_string(line);
    if (column > 0) place += ":" + std::to_string(column);
  }
  return place.empty() ? what : place + ": " + what;
}

Error Error::at(std::string in_file, std::uint32_t in_line, std::uint32_t in_column) const {
  return Error{.what = what, .file = std::move(in_file), .line = in_line, .column = in_column};
}

std::optional<Suit> parse_suit(char letter) {
  const std::int8_t at = kSuitLetters[static_cast<unsigned char>(letter)];
  return at < 0 ? std::nullopt : std::optional(suit_at(at));
}

std::optional<Rank> parse_rank(char letter) {
  const std::int8_t at = kRankLetters[static_cast<unsigned char>(letter)];
  return at < 0 ? std::nullopt : std::optional(rank_at(at));
}

std::string to_string(Card card) {
  return {to_char(card.suit()), to_char(card.rank())};
}

std::optional<Card> parse_card(std::string_view text) {
  const auto rank_of = [](std::string_view part) {
    return part == "10" ? std::optional(Rank::ten) : part.size() == 1 ? parse_rank(part[0]) : std::nullopt;
  };
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  if (const auto suit = parse_suit(text.front())) {
    if (const auto rank = rank_of(text.substr(1))) return Card(*suit, *rank);
  }
  if (const auto suit = parse_suit(text.back())) {
    if (const auto rank = rank_of(text.substr(0, text.size() - 1))) return Card(*suit, *rank);
  }
  return std::nullopt;
}

std::string ranks_to_string(CardSet set, Suit suit) {
  std::string text;
  for (Card card : set.in(suit)) text += to_char(card.rank());
  std::reverse(text.begin(), text.end());
  return text.empty() ? "-" : text;
}

std::string hand_to_string(CardSet hand) {
  std::string text;
  for (Suit suit : kSuitsFromSpades) {
    if (suit != Suit::spades) text += '.';
    if (hand.length(suit) > 0) text += ranks_to_string(hand, suit);
  }
  return text;
}

std::optional<Seat> parse_seat(std::string_view text) {
  const auto same = [](char a, char b) { return upper(a) == upper(b); };
  for (Seat seat : kAllSeats) {
    if (text.empty() || upper(text[0]) != to_char(seat)) continue;
    if (text.size() == 1) return seat;
    const std::string_view name = to_name(seat);
    if (std::equal(text.begin(), text.end(), name.begin(), name.end(), same)) return seat;
  }
  return std::nullopt;
}

}  // namespace yomi
