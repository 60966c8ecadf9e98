#include "yomi/bidding/pattern.h"

#include <algorithm>

namespace yomi::bidding {

bool Pattern::match_word(const Word& word, Call call, Letters& letters) {
  switch (word.kind) {
    case Word::Kind::any:
      return true;
    case Word::Kind::any_but_pass:
      return !call.is_pass();
    case Word::Kind::call:
      if (word.any_level) return call.is_bid() && call.strain() == word.call.strain();
      return call == word.call;
    case Word::Kind::suit: {
      if (!call.is_bid() || (word.level != 0 && call.level() != word.level)) return false;
      const auto suit = trump_suit(call.strain());
      return suit && letters.bind(*word.suit.letter(), *suit);
    }
  }
  return false;
}

bool Pattern::match_from(std::size_t token, std::span<const Call> calls, bool ours, Letters& letters) const {
  if (token == tokens_.size()) return calls.empty();
  const Token& now = tokens_[token];
  if (now.dots) {
    for (std::size_t skip = 0; skip <= calls.size(); ++skip) {
      Letters tried = letters;
      if (match_from(token + 1, calls.subspan(skip), (skip % 2 == 0) == ours, tried)) {
        letters = tried;
        return true;
      }
    }
    return false;
  }
  if (calls.empty() || ours != now.ours) return false;
  for (const Word& word : now.words) {
    Letters tried = letters;
    if (match_word(word, calls[0], tried) && match_from(token + 1, calls.subspan(1), !ours, tried)) {
      letters = tried;
      return true;
    }
  }
  return false;
}

std::optional<Letters> Pattern::match(std::span<const Call> calls, bool ours_first) const {
  Letters letters;
  if (!match_from(0, calls, ours_first, letters)) return std::nullopt;
  return letters;
}

class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) {}

  Result<Pattern> parse() {
    constexpr std::size_t kMaxTokens = 60;
    constexpr int kMaxDots = 3;  // each of them multiplies the ways to match
    made_.text_ = text_;
    enum class Turn : std::uint8_t { unknown, ours, theirs };  // unknown at the start and after "..."
    Turn turn = Turn::unknown;
    int dots = 0;
    while (true) {
      at_ = std::min(text_.find_first_not_of(' ', at_), text_.size());
      if (at_ == text_.size()) break;
      const std::size_t start = at_;
      at_ = std::min(text_.find(' ', at_), text_.size());
      if (made_.tokens_.size() == kMaxTokens) return fail(start, "expected at most 60 calls");
      const std::string_view word = text_.substr(start, at_ - start);
      Pattern::Token token;
      if (word == "...") {
        if (++dots > kMaxDots) return fail(start, "expected at most three times '...'");
        token.dots = true;
        made_.open_ = true;
        turn = Turn::unknown;
      } else {
        token.ours = !word.starts_with('(');
        if (turn == (token.ours ? Turn::theirs : Turn::ours)) {
          return fail(start, token.ours ? "expected a call of theirs, in brackets (sides call in turn)"
                                        : "expected a call of ours, without brackets (sides call in turn)");
        }
        turn = token.ours ? Turn::theirs : Turn::ours;
        if (!token.ours && !word.ends_with(')')) return fail(at_, "expected ')'");
        const auto wrong =
            words(token.ours ? word : word.substr(1, word.size() - 2), start + (token.ours ? 0 : 1), token);
        if (wrong) return *wrong;
      }
      made_.tokens_.push_back(std::move(token));
    }
    if (turn == Turn::theirs) return fail(text_.size(), "expected a call of theirs at the end, in brackets");
    if (!made_.tokens_.empty() && is_pass(made_.tokens_.front())) {
      return fail(text_.find_first_not_of(' '), "expected the first call that is not a pass");
    }
    return std::move(made_);
  }

 private:
  Error fail(std::size_t at, std::string what) const {
    return Error{.what = std::move(what),
                 .line = 1,
                 .column = static_cast<std::uint32_t>(std::min(at, text_.size()) + 1)};
  }

  static bool is_pass(const Pattern::Token& token) {
    using Kind = Pattern::Word::Kind;
    return !token.dots && std::all_of(token.words.begin(), token.words.end(), [](const Pattern::Word& word) {
      return word.kind == Kind::call && !word.any_level && word.call.is_pass();
    });
  }

  // "1C|1D": letters bound in one alternative must be bound in all.
  std::optional<Error> words(std::string_view text, std::size_t at, Pattern::Token& token) {
    LetterSet in_all = 0xFF;
    LetterSet in_any = 0;
    std::size_t start = 0;
    while (true) {
      const std::size_t end = std::min(text.find('|', start), text.size());
      const auto word = parse_word(text.substr(start, end - start));
      if (!word) {
        return fail(at + start,
                    "expected a call (P, X, XX, 2NT, 1M, #u, *, *!P, or ... between spaces), found '" +
                        std::string(text.substr(start, end - start).substr(0, 30)) + "'");
      }
      LetterSet here = 0;
      if (word->kind == Pattern::Word::Kind::suit) here = bit(*word->suit.letter());
      in_all &= here;
      in_any |= here;
      token.words.push_back(*word);
      if (end == text.size()) break;
      start = end + 1;
    }
    if (in_any != in_all) return fail(at, "expected the same letters in all alternatives");
    made_.letters_ |= in_any;
    return std::nullopt;
  }

  static std::optional<Pattern::Word> parse_word(std::string_view text) {
    using Kind = Pattern::Word::Kind;
    Pattern::Word made;
    if (text == "*" || text == "*!P") {
      made.kind = text == "*" ? Kind::any : Kind::any_but_pass;
      return made;
    }
    if (text == "P" || text == "X" || text == "XX") {
      made.call = text == "P" ? Call::pass() : (text == "X" ? Call::x() : Call::xx());
      return made;
    }
    if (text.size() < 2) return std::nullopt;
    made.any_level = text[0] == '#';
    if (!made.any_level && (text[0] < '1' || text[0] > '7')) return std::nullopt;
    const int level = made.any_level ? 1 : text[0] - '0';
    const std::string_view strain = text.substr(1);
    if (strain == "NT") {
      made.call = Call::bid(level, Strain::no_trump);
      return made;
    }
    if (strain.size() != 1) return std::nullopt;
    for (Suit suit : kAllSuits) {
      if (to_char(suit) != strain[0]) continue;
      made.call = Call::bid(level, strain_of(suit));
      return made;
    }
    const auto letter = parse_letter(strain[0]);
    if (!letter) return std::nullopt;
    made.kind = Kind::suit;
    made.suit = SuitName(*letter);
    made.level = made.any_level ? 0 : level;
    return made;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Pattern made_;
};

Result<Pattern> parse_pattern(std::string_view text) {
  return PatternParser(text).parse();
}

}  // namespace yomi::bidding
