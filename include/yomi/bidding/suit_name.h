// The names a system file has for suits: letters that a pattern binds, and roles in the auction.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/bidding/situation.h"

namespace yomi::bidding {

// M a major, m a minor, O and o the other one of the same kind, u v w z any suit.
enum class Letter : std::uint8_t { major, minor, other_major, other_minor, u, v, w, z };
inline constexpr int kLetters = 8;

constexpr char to_char(Letter letter) {
  return "MmOouvwz"[static_cast<int>(letter)];
}
std::optional<Letter> parse_letter(char letter);

// Which letters are meant, as bits.
using LetterSet = std::uint8_t;
constexpr LetterSet bit(Letter letter) {
  return static_cast<LetterSet>(1U << static_cast<int>(letter));
}

// The suits that letters stand for. Different letters stand for different suits; M tells O and O tells M.
class Letters {
 public:
  [[nodiscard]] std::optional<Suit> operator[](Letter letter) const;
  // False, and nothing changes, when the letter cannot stand for this suit here.
  bool bind(Letter letter, Suit suit);
  [[nodiscard]] bool can_bind(Letter letter, Suit suit) const;
  // Those that have a suit, by themselves or through their other one.
  [[nodiscard]] LetterSet known() const;
  friend bool operator==(const Letters&, const Letters&) = default;

 private:
  std::array<std::int16_t, kLetters> suits_{-1, -1, -1, -1, -1, -1, -1, -1};
};
// What `known()` will be once these letters are bound.
LetterSet with_other(LetterSet letters);

// A suit as a system file names it: itself, a letter, or a role.
class SuitName {
 public:
  enum class Role : std::uint8_t { trump, their, their_first, partner, mine };

  constexpr SuitName() = default;
  constexpr explicit SuitName(Suit suit) : code_(static_cast<std::uint8_t>(index(suit))) {}
  constexpr explicit SuitName(Letter letter)
      : code_(static_cast<std::uint8_t>(4 + static_cast<int>(letter))) {}
  constexpr explicit SuitName(Role role)
      : code_(static_cast<std::uint8_t>(4 + kLetters + static_cast<int>(role))) {}

  [[nodiscard]] std::optional<Letter> letter() const {
    if (code_ < 4 || code_ >= 4 + kLetters) return std::nullopt;
    return static_cast<Letter>(code_ - 4);
  }
  // Nothing when there is no such suit now: no suit agreed, say.
  [[nodiscard]] std::optional<Suit> suit(const Situation& situation, const Letters& letters) const;

  friend constexpr bool operator==(SuitName, SuitName) = default;

 private:
  std::uint8_t code_ = 0;
};
// "S", "M", "u", "trump", "their", "their1", "partner.suit", "my.suit".
std::optional<SuitName> parse_suit_name(std::string_view text);
std::string to_string(SuitName name);

}  // namespace yomi::bidding
