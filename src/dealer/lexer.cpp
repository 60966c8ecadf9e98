#include "lexer.h"

#include <algorithm>
#include <array>
#include <optional>

namespace yomi::dealer {
namespace {

bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> run() {
    std::vector<Token> tokens;
    for (;;) {
      if (auto error = skip_space()) return std::move(*error);
      auto token = next();
      if (!token) return token.error();
      const bool is_end = token->kind == Token::Kind::end;
      tokens.push_back(std::move(*token));
      if (is_end) return tokens;
    }
  }

 private:
  void advance(std::size_t count) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        column_ = 1;
      } else {
        ++column_;
      }
    }
  }
  [[nodiscard]] bool starts(std::string_view sign) const { return text_.substr(at_).starts_with(sign); }
  [[nodiscard]] Error error(std::string what) const { return {std::move(what), {}, line_, column_}; }

  // Blanks and comments.
  std::optional<Error> skip_space() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f') {
        advance(1);
      } else if (c == '#' || starts("//")) {
        advance(std::min(text_.find('\n', at_), text_.size()) - at_);
      } else if (starts("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) return error("comment without end: expected \"*/\"");
        advance(end + 2 - at_);
      } else {
        break;
      }
    }
    return std::nullopt;
  }

  Result<Token> next() {
    Token token;
    token.line = line_;
    token.column = column_;
    if (at_ == text_.size()) return token;  // the end
    const char c = text_[at_];
    if (c == '"') {
      const std::size_t end = text_.find('"', at_ + 1);
      if (end == std::string_view::npos) return error("text without end: expected '\"'");
      token.kind = Token::Kind::text;
      token.text = text_.substr(at_ + 1, end - at_ - 1);
      advance(end + 1 - at_);
    } else if (is_word(c)) {
      std::size_t end = at_;
      while (end < text_.size() && is_word(text_[end])) ++end;
      token.text = text_.substr(at_, end - at_);
      token.kind = std::all_of(token.text.begin(), token.text.end(), is_digit) ? Token::Kind::number
                                                                               : Token::Kind::word;
      advance(end - at_);
    } else {
      token.kind = Token::Kind::sign;
      token.text = sign();
      if (token.text.empty()) {
        const bool printable = c >= ' ' && c <= '~';
        return error(printable ? std::string("unexpected '") + c + "'" : "unexpected byte that is not text");
      }
      advance(token.text.size());
    }
    return token;
  }

  // The sign that stands here; empty: none.
  [[nodiscard]] std::string sign() const {
    static constexpr std::array<std::string_view, 21> kSigns = {"&&", "||", "==", "!=", "<=", ">=", "\\n",
                                                                "<",  ">",  "+",  "-",  "*",  "/",  "%",
                                                                "!",  "(",  ")",  ",",  "=",  "?",  ":"};
    for (std::string_view one : kSigns) {
      if (starts(one)) return std::string(one);
    }
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
};

}  // namespace

Result<std::vector<Token>> tokenize(std::string_view text) {
  return Lexer(text).run();
}

}  // namespace yomi::dealer
