// The words of PBN's sections: calls, cards, remarks, comments.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    word,
    note,
    mark,
    suffix,
    star,
    hung_star,
    plus,
    irregularity,
    comment,
    other
  };
  Kind kind = Kind::end;
  std::string_view text;  // without the signs of notes, marks and comments
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// The byte of the card that two letters name; kNoCard where one of them is none.
inline constexpr std::uint8_t kNoCard = 0xFF;
inline constexpr std::array<std::array<std::uint8_t, 256>, 2> kCardLetters = [] {
  std::array<std::array<std::uint8_t, 256>, 2> made{};
  for (auto& letters : made) letters.fill(kNoCard);
  const auto put = [](auto& letters, char letter, int value) {
    letters[static_cast<unsigned char>(letter)] = static_cast<std::uint8_t>(value);
    if (text::is_upper(letter))
      letters[static_cast<unsigned char>(letter - 'A' + 'a')] = static_cast<std::uint8_t>(value);
  };
  for (int i = 0; i < kSuits; ++i) put(made[0], to_char(suit_at(i)), i);
  for (int i = 0; i < kRanks; ++i) put(made[1], to_char(rank_at(i)), i);
  return made;
}();

// Ends at the end of the body, or at an empty line: what follows that belongs to no section.
class Lexer {
 public:
  explicit Lexer(const Tag& tag) : rest_(tag.body), line_(tag.body_line), column_(tag.body_column) {}

  Token next() {
    skip_space();
    Token token{.text = {}, .line = line_, .column = column_};
    if (rest_.empty()) return token;
    const char c = rest_[0];
    switch (c) {
      case '*':
        // Hanging on a call it is how some mark an alert; the section ends at one that stands alone.
        return take(token, rest_.data() == word_end_ ? Token::Kind::hung_star : Token::Kind::star, 1, 0, 0);
      case '+':
        return take(token, Token::Kind::plus, 1, 0, 0);
      case ';':
        return take(token, Token::Kind::comment, std::min(rest_.find('\n'), rest_.size()), 1, 0);
      case '{': {
        const std::size_t close = rest_.find('}');
        if (close == std::string_view::npos) return take(token, Token::Kind::other, 1, 0, 0);
        return take(token, Token::Kind::comment, close + 1, 1, 1);
      }
      case '!':
      case '?': {
        const bool two = rest_.size() > 1 && (rest_[1] == '!' || rest_[1] == '?');
        return take(token, Token::Kind::suffix, two ? 2 : 1, 0, 0);
      }
      case '^':
        return take(token, Token::Kind::irregularity, std::min<std::size_t>(2, rest_.size()), 1, 0);
      case '$':
        return take(token, Token::Kind::mark, 1 + digits(1), 1, 0);
      case '=': {
        const std::size_t count = digits(1);
        const bool closed = 1 + count < rest_.size() && rest_[1 + count] == '=';
        if (count == 0 || !closed) return take(token, Token::Kind::other, 1, 0, 0);
        return take(token, Token::Kind::note, count + 2, 1, 1);
      }
      default:
        break;
    }
    std::size_t length = 0;
    bool plain = true;
    for (; length < rest_.size() && is_word(rest_[length]); ++length)
      plain = plain && static_cast<signed char>(rest_[length]) >= 0;
    if (length == 0) return take(token, Token::Kind::other, 1, 0, 0);
    token.kind = Token::Kind::word;  // of one line: no need to look for its end
    token.text = rest_.substr(0, length);
    column_ += plain ? static_cast<std::uint32_t>(length) : text::column_at(token.text, length) - 1;
    at_line_start_ = false;
    rest_.remove_prefix(length);
    word_end_ = rest_.data();
    return token;
  }

  // The same where a card such as "SA" stands alone, as nearly all do; nothing, and nothing is taken,
  // elsewhere.
  std::optional<Card> next_card() {
    std::size_t at = 0;
    while (at < rest_.size() && rest_[at] == ' ') ++at;
    const bool new_line = at < rest_.size() && rest_[at] == '\n';
    const std::size_t begin = at + (new_line ? 1 : 0);
    const std::size_t end = begin + 2;
    if (end > rest_.size() || (end < rest_.size() && rest_[end] != ' ' && rest_[end] != '\n'))
      return std::nullopt;
    const auto card = card_at(begin);
    if (!card) return std::nullopt;
    line_ += new_line ? 1 : 0;
    column_ = static_cast<std::uint32_t>(new_line ? 3 : column_ + end);
    at_line_start_ = false;
    rest_.remove_prefix(end);
    return card;
  }

  // The same for a line of four cards with nothing else on it.
  std::optional<std::array<Card, 4>> next_row() {
    constexpr std::size_t kRow = 12;  // with the end of the line before it
    if (rest_.size() < kRow || rest_[0] != '\n' || (rest_.size() > kRow && rest_[kRow] != '\n'))
      return std::nullopt;
    std::array<Card, 4> made;
    for (std::size_t i = 0; i < made.size(); ++i) {
      const auto card = card_at(3 * i + 1);
      if (!card || (i > 0 && rest_[3 * i] != ' ')) return std::nullopt;
      made[i] = *card;
    }
    ++line_;
    column_ = kRow;
    at_line_start_ = false;
    rest_.remove_prefix(kRow);
    return made;
  }

 private:
  [[nodiscard]] std::optional<Card> card_at(std::size_t at) const {
    const std::uint8_t suit = kCardLetters[0][static_cast<unsigned char>(rest_[at])];
    const std::uint8_t rank = kCardLetters[1][static_cast<unsigned char>(rest_[at + 1])];
    if (suit == kNoCard || rank == kNoCard) return std::nullopt;
    return Card(suit_at(suit), rank_at(rank));
  }
  // Also the bytes of suit signs.
  static bool is_word(char c) {
    return text::is_letter(c) || text::is_digit(c) || c == '-' || (static_cast<unsigned char>(c) & 0x80) != 0;
  }
  [[nodiscard]] std::size_t digits(std::size_t from) const {
    std::size_t count = 0;
    while (from + count < rest_.size() && text::is_digit(rest_[from + count])) ++count;
    return count;
  }
  void advance(std::size_t count) {
    for (char c : rest_.substr(0, count)) {
      if (c == '\n') {
        ++line_;
        column_ = 1;
        at_line_start_ = true;
      } else {
        if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++column_;
        at_line_start_ = false;
      }
    }
    rest_.remove_prefix(count);
  }
  void skip_space() {
    bool line_is_empty = false;
    while (!rest_.empty()) {
      const char c = rest_[0];
      if (c == '\n') {
        if (line_is_empty) {
          rest_ = {};
          return;
        }
        advance(1);
        line_is_empty = true;
      } else if (text::is_blank(c)) {
        ++column_;
        at_line_start_ = false;
        rest_.remove_prefix(1);
      } else if (c == '%' && at_line_start_) {
        advance(std::min(rest_.find('\n'), rest_.size()));
        line_is_empty = false;
      } else {
        return;
      }
    }
  }
  Token take(Token token, Token::Kind kind, std::size_t length, std::size_t cut_front, std::size_t cut_back) {
    token.kind = kind;
    token.text = rest_.substr(cut_front, length - cut_front - cut_back);
    advance(length);
    return token;
  }

  std::string_view rest_;
  std::uint32_t line_;
  std::uint32_t column_;
  bool at_line_start_ = false;
  const char* word_end_ = nullptr;  // of the last word
};

inline Error token_error(const Token& token, const std::string& file, std::string what) {
  return Error{.what = std::move(what), .file = file, .line = token.line, .column = token.column};
}

}  // namespace yomi::pbn
