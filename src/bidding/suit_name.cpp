#include "yomi/bidding/suit_name.h"

namespace yomi::bidding {
namespace {

constexpr std::array<std::string_view, 5> kRoles = {"trump", "their", "their1", "partner.suit", "my.suit"};

constexpr bool may_be(Letter letter, Suit suit) {
  const bool major = suit == Suit::hearts || suit == Suit::spades;
  switch (letter) {
    case Letter::major:
    case Letter::other_major:
      return major;
    case Letter::minor:
    case Letter::other_minor:
      return !major;
    default:
      return true;
  }
}

constexpr std::optional<Letter> other_of(Letter letter) {
  switch (letter) {
    case Letter::major:
      return Letter::other_major;
    case Letter::minor:
      return Letter::other_minor;
    case Letter::other_major:
      return Letter::major;
    case Letter::other_minor:
      return Letter::minor;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Letter> parse_letter(char letter) {
  for (int i = 0; i < kLetters; ++i) {
    if (to_char(static_cast<Letter>(i)) == letter) return static_cast<Letter>(i);
  }
  return std::nullopt;
}

std::optional<Suit> Letters::operator[](Letter letter) const {
  const int own = suits_[static_cast<std::size_t>(letter)];
  if (own >= 0) return suit_at(own);
  if (const auto other = other_of(letter)) {
    const int of_other = suits_[static_cast<std::size_t>(*other)];
    if (of_other >= 0) return suit_at(of_other ^ 1);  // clubs and diamonds, hearts and spades are neighbours
  }
  return std::nullopt;
}

bool Letters::can_bind(Letter letter, Suit suit) const {
  if (!may_be(letter, suit)) return false;
  if (const auto now = (*this)[letter]) return *now == suit;
  for (int i = 0; i < kLetters; ++i) {
    if (suits_[static_cast<std::size_t>(i)] == index(suit)) return false;
  }
  return true;
}

bool Letters::bind(Letter letter, Suit suit) {
  if (!can_bind(letter, suit)) return false;
  suits_[static_cast<std::size_t>(letter)] = static_cast<std::int16_t>(index(suit));
  return true;
}

LetterSet Letters::known() const {
  LetterSet made = 0;
  for (int i = 0; i < kLetters; ++i) {
    if (suits_[static_cast<std::size_t>(i)] >= 0) made |= bit(static_cast<Letter>(i));
  }
  return with_other(made);
}

LetterSet with_other(LetterSet letters) {
  LetterSet made = letters;
  for (int i = 0; i < kLetters; ++i) {
    const auto letter = static_cast<Letter>(i);
    if (const auto other = other_of(letter); other && (letters & bit(letter)) != 0) made |= bit(*other);
  }
  return made;
}

std::optional<Suit> SuitName::suit(const Situation& situation, const Letters& letters) const {
  if (code_ < 4) return suit_at(code_);
  if (const auto named = letter()) return letters[*named];
  switch (static_cast<Role>(code_ - 4 - kLetters)) {
    case Role::trump:
      return situation.trump();
    case Role::their:
      return situation.their_last;
    case Role::their_first:
      return situation.their_first;
    case Role::partner:
      return situation.at(Chair::partner).last_suit;
    case Role::mine:
      return situation.at(Chair::me).last_suit;
  }
  return std::nullopt;
}

std::optional<SuitName> parse_suit_name(std::string_view text) {
  if (text.size() == 1) {
    if (const auto letter = parse_letter(text[0])) return SuitName(*letter);
    for (Suit suit : kAllSuits) {
      if (to_char(suit) == text[0]) return SuitName(suit);
    }
    return std::nullopt;
  }
  for (std::size_t i = 0; i < kRoles.size(); ++i) {
    if (kRoles[i] == text) return SuitName(static_cast<SuitName::Role>(i));
  }
  return std::nullopt;
}

std::string to_string(SuitName name) {
  for (Suit suit : kAllSuits) {
    if (name == SuitName(suit)) return {to_char(suit)};
  }
  if (const auto letter = name.letter()) return {to_char(*letter)};
  for (std::size_t i = 0; i < kRoles.size(); ++i) {
    if (name == SuitName(static_cast<SuitName::Role>(i))) return std::string(kRoles[i]);
  }
  return "?";
}

}  // namespace yomi::bidding
