#include "lexer.h"

#include <algorithm>
#include <array>

namespace yomi::dealer {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

Result<std::vector<Token>> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::size_t at = 0;
  const auto advance = [&](std::size_t count) {
    for (; count > 0 && at < text.size(); --count, ++at) {
      if (text[at] == '\n') {
        ++line;
        column = 1;
      } else {
        ++column;
      }
    }
  };
  const auto starts = [&](std::string_view sign) { return text.substr(at).starts_with(sign); };
  while (at < text.size()) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f') {
      advance(1);
      continue;
    }
    if (c == '#' || starts("//")) {
      advance(std::min(text.find('\n', at), text.size()) - at);
      continue;
    }
    Token token;
    token.line = line;
    token.column = column;
    if (starts("/*")) {
      const std::size_t end = text.find("*/", at + 2);
      if (end == std::string_view::npos)
        return Error{"comment without end: expected \"*/\"", {}, line, column};
      advance(end + 2 - at);
      continue;
    }
    if (c == '"') {
      const std::size_t end = text.find('"', at + 1);
      if (end == std::string_view::npos) return Error{"text without end: expected '\"'", {}, line, column};
      token.kind = Token::Kind::text;
      token.text = text.substr(at + 1, end - at - 1);
      advance(end + 1 - at);
    } else if (is_word(c)) {
      std::size_t end = at;
      while (end < text.size() && is_word(text[end])) ++end;
      token.text = text.substr(at, end - at);
      token.kind = std::all_of(token.text.begin(), token.text.end(), is_digit) ? Token::Kind::number
                                                                               : Token::Kind::word;
      advance(end - at);
    } else {
      token.kind = Token::Kind::sign;
      static constexpr std::array<std::string_view, 19> kSigns = {"&&", "||", "==", "!=", "<=", ">=", "\\n",
                                                                  "<",  ">",  "+",  "-",  "*",  "/",  "%",
                                                                  "!",  "(",  ")",  ",",  "="};
      for (std::string_view sign : kSigns) {
        if (starts(sign)) {
          token.text = sign;
          break;
        }
      }
      if (token.text.empty() && (c == '?' || c == ':')) token.text = c;
      if (token.text.empty()) {
        const bool printable = c >= ' ' && c <= '~';
        return Error{printable ? std::string("unexpected '") + c + "'" : "unexpected byte that is not text",
                     {},
                     line,
                     column};
      }
      advance(token.text.size());
    }
    tokens.push_back(std::move(token));
  }
  Token end;
  end.line = line;
  end.column = column;
  tokens.push_back(end);
  return tokens;
}

}  // namespace yomi::dealer
