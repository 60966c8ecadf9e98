// From text to postfix nodes: recursive descent over a handful of token kinds.
#include <array>
#include <cctype>
#include <utility>

#include "condition_names.h"
#include "yomi/bidding/condition.h"

namespace yomi::bidding {
namespace {

constexpr int kMaxDepth = 40;
constexpr std::size_t kMaxNodes = 300;
constexpr int kMaxProducts = 2;  // keeps every value far inside 32 bits
constexpr int kMaxNumber = 99;

enum class Type : std::uint8_t { number, condition };

struct Token {
  enum class Kind : std::uint8_t { end, number, name, sign };
  Kind kind = Kind::end;
  std::string_view text;
  std::size_t at = 0;
};

bool is_name_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// After the first thing that is wrong only the end of the text is seen, so that everything unwinds.
class ConditionParser {
 public:
  explicit ConditionParser(std::string_view text) : text_(text) { advance(); }

  // What is wrong, if anything.
  std::optional<Error> parse() {
    const Type type = either();
    if (!error_ && token_.kind != Token::Kind::end) {
      fail(token_.at, "expected 'and', 'or' or the end, found '" + std::string(token_.text) + "'");
    }
    if (!error_ && type != Type::condition) fail(0, "expected a condition, found a number");
    return error_;
  }

  std::vector<Condition::Node> nodes;
  std::vector<std::string> tags;
  std::vector<CallName> calls;
  LetterSet letters = 0;
  bool asks_hand = false;

 private:
  void fail(std::size_t at, std::string what) {
    if (error_) return;
    std::uint32_t line = 1;
    std::size_t start = 0;
    for (std::size_t i = 0; i < at && i < text_.size(); ++i) {
      if (text_[i] == '\n') {
        ++line;
        start = i + 1;
      }
    }
    error_ =
        Error{.what = std::move(what), .line = line, .column = static_cast<std::uint32_t>(at - start + 1)};
    token_ = Token{Token::Kind::end, "", text_.size()};
    at_ = text_.size();
  }

  void advance() {
    if (error_) return;
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const std::size_t start = at_;
    if (start == text_.size()) {
      token_ = Token{Token::Kind::end, "the end", start};
      return;
    }
    const char c = text_[start];
    Token::Kind kind = Token::Kind::sign;
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      kind = Token::Kind::number;
      while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    } else if (is_name_start(c)) {
      kind = Token::Kind::name;
      while (at_ < text_.size() && (is_name_part(text_[at_]) || is_dot_in_name(at_))) ++at_;
    } else {
      constexpr std::array<std::string_view, 5> kPairs = {"==", "!=", "<=", ">=", ".."};
      at_ += 1;
      for (const std::string_view pair : kPairs) {
        if (text_.substr(start).starts_with(pair)) at_ = start + 2;
      }
      if (at_ == start + 1 && std::string_view("()<>+-*,").find(c) == std::string_view::npos) {
        fail(start, "expected a name, a number or a sign, found '" + std::string(1, c) + "'");
        return;
      }
    }
    token_ = Token{kind, text_.substr(start, at_ - start), start};
  }

  // partner.hcp.min..12 is a name, two points and a number.
  [[nodiscard]] bool is_dot_in_name(std::size_t at) const {
    return text_[at] == '.' && at + 1 < text_.size() && is_name_start(text_[at + 1]);
  }
  [[nodiscard]] bool at_sign(std::string_view sign) const {
    return token_.kind == Token::Kind::sign && token_.text == sign;
  }
  [[nodiscard]] bool at_word(std::string_view word) const {
    return token_.kind == Token::Kind::name && token_.text == word;
  }
  void expect(std::string_view sign) {
    if (!at_sign(sign)) {
      fail(token_.at, "expected '" + std::string(sign) + "', found '" + std::string(token_.text) + "'");
      return;
    }
    advance();
  }
  void need(Type wanted, Type found, std::size_t at, std::string_view where) {
    if (wanted == found) return;
    fail(at, std::string("expected a ") + (wanted == Type::number ? "number " : "condition ") +
                 std::string(where) + ", found a " + (found == Type::number ? "number" : "condition"));
  }

  void emit(Condition::Node node) {
    if (error_) return;
    if (nodes.size() >= kMaxNodes) {
      fail(token_.at, "the condition is too long");
      return;
    }
    asks_hand = asks_hand || is_of_hand(node.op);
    nodes.push_back(node);
  }
  void emit(Op op, std::int16_t value = 0, SuitName suit = {}) {
    emit(Condition::Node{.op = op, .suit = suit, .value = value});
  }

  Type either() {
    if (++depth_ > kMaxDepth) {
      fail(token_.at, "the condition is nested too deeply");
      return Type::condition;
    }
    Type type = both();
    while (at_word("or")) {
      const std::size_t at = token_.at;
      need(Type::condition, type, at, "before 'or'");
      advance();
      need(Type::condition, both(), at, "after 'or'");
      emit(Op::any_of);
    }
    --depth_;
    return type;
  }
  Type both() {
    Type type = negated();
    while (at_word("and")) {
      const std::size_t at = token_.at;
      need(Type::condition, type, at, "before 'and'");
      advance();
      need(Type::condition, negated(), at, "after 'and'");
      emit(Op::all_of);
    }
    return type;
  }
  Type negated() {
    if (!at_word("not")) return comparison();
    const std::size_t at = token_.at;
    int times = 0;
    while (at_word("not")) {
      ++times;
      advance();
    }
    need(Type::condition, comparison(), at, "after 'not'");
    if (times % 2 != 0) emit(Op::none_of);
    return Type::condition;
  }

  Type comparison() {
    const std::size_t start = token_.at;
    const Type type = sum();
    constexpr std::array<std::pair<std::string_view, Op>, 6> kSigns = {{{"==", Op::equal},
                                                                        {"!=", Op::not_equal},
                                                                        {"<=", Op::less_equal},
                                                                        {">=", Op::greater_equal},
                                                                        {"<", Op::less},
                                                                        {">", Op::greater}}};
    for (const auto& [sign, op] : kSigns) {
      if (!at_sign(sign)) continue;
      need(Type::number, type, start, "before '" + std::string(sign) + "'");
      advance();
      const std::size_t at = token_.at;
      need(Type::number, sum(), at, "after '" + std::string(sign) + "'");
      emit(op);
      return Type::condition;
    }
    if (at_word("in")) {
      need(Type::number, type, start, "before 'in'");
      advance();
      const std::size_t low = token_.at;
      need(Type::number, sum(), low, "after 'in'");
      expect("..");
      const std::size_t high = token_.at;
      need(Type::number, sum(), high, "after '..'");
      emit(Op::within);
      return Type::condition;
    }
    return type;
  }

  Type sum() {
    const std::size_t start = token_.at;
    const Type type = product();
    while (at_sign("+") || at_sign("-")) {
      const Op op = at_sign("+") ? Op::add : Op::subtract;
      need(Type::number, type, start, "in a sum");
      advance();
      const std::size_t at = token_.at;
      need(Type::number, product(), at, "in a sum");
      emit(op);
    }
    return type;
  }
  Type product() {
    const std::size_t start = token_.at;
    const Type type = primary();
    while (at_sign("*")) {
      if (++products_ > kMaxProducts) fail(token_.at, "expected at most two products in a condition");
      need(Type::number, type, start, "in a product");
      advance();
      const std::size_t at = token_.at;
      need(Type::number, primary(), at, "in a product");
      emit(Op::multiply);
    }
    return type;
  }

  std::int16_t number() {
    int value = 0;
    for (const char digit : token_.text) {
      value = value * 10 + (digit - '0');
      if (value > kMaxNumber) break;
    }
    if (value > kMaxNumber || token_.text.size() > 4) {
      fail(token_.at, "expected a number up to 99, found " + std::string(token_.text.substr(0, 20)));
      return 0;
    }
    advance();
    return static_cast<std::int16_t>(value);
  }

  Type primary() {
    if (at_sign("-")) {
      advance();
      if (token_.kind != Token::Kind::number) {
        fail(token_.at, "expected a number after '-', found '" + std::string(token_.text) + "'");
        return Type::number;
      }
      emit(Op::constant, static_cast<std::int16_t>(-number()));
      return Type::number;
    }
    if (token_.kind == Token::Kind::number) {
      emit(Op::constant, number());
      return Type::number;
    }
    if (at_sign("(")) {
      advance();
      const Type type = either();
      expect(")");
      return type;
    }
    if (token_.kind == Token::Kind::name) return named();
    fail(token_.at, "expected a number or a condition, found '" + std::string(token_.text) + "'");
    return Type::number;
  }

  SuitName suit() {
    if (token_.kind == Token::Kind::name) {
      if (const auto name = parse_suit_name(token_.text)) {
        advance();
        return use(*name);
      }
    }
    fail(token_.at,
         "expected a suit (S H D C, a letter of the pattern, trump, their, their1, partner.suit, "
         "my.suit), found '" +
             std::string(token_.text) + "'");
    return {};
  }
  SuitName use(SuitName name) {
    if (const auto letter = name.letter()) letters |= bit(*letter);
    return name;
  }

  Type named() {
    const Token name = token_;
    advance();
    if (name.text == "true" || name.text == "false") {
      emit(Op::truth, name.text == "true" ? 1 : 0);
      return Type::condition;
    }
    if (name.text == "min" || name.text == "max")
      return extreme(name.text == "min" ? Op::minimum : Op::maximum);
    if (name.text == "if") return choice();
    if (name.text == "law" && at_sign("(")) return law();
    if (name.text == "has") return has();
    if (const auto suit_name = parse_suit_name(name.text)) {
      emit(Op::length, 0, use(*suit_name));
      return Type::number;
    }
    if (const NamedThing* thing = find_name(name.text, at_sign("("))) return thing_named(*thing);
    const std::string_view hint = find_name(name.text, !at_sign("(")) == nullptr ? ""
                                  : at_sign("(")                                 ? " (it takes no suit)"
                                                                                 : " (it needs brackets)";
    fail(name.at,
         "expected a name of the language, found '" + std::string(name.text) + "'" + std::string(hint));
    return Type::number;
  }

  Type thing_named(const NamedThing& thing) {
    Condition::Node node{.op = thing.op, .value = thing.value};
    if (thing.arguments != Arguments::none) expect("(");
    switch (thing.arguments) {
      case Arguments::none:
        break;
      case Arguments::suit:
        node.suit = suit();
        break;
      case Arguments::two_suits:
        node.suit = suit();
        expect(",");
        node.other = suit();
        break;
      case Arguments::suit_and_number: {
        node.suit = suit();
        expect(",");
        const std::size_t at = token_.at;
        if (token_.kind != Token::Kind::number) fail(at, "expected how many ranks, 1 to 5");
        node.value = number();
        if (node.value < 1 || node.value > 5) fail(at, "expected how many ranks, 1 to 5");
        break;
      }
      case Arguments::tag:
        if (token_.kind != Token::Kind::name)
          fail(token_.at, "expected a tag (a word of some line's `says`)");
        node.extra = static_cast<std::int16_t>(tags.size());
        tags.emplace_back(token_.text);
        advance();
        break;
    }
    if (thing.arguments != Arguments::none) expect(")");
    emit(node);
    spell_out(thing.shorthand, thing.partners, node.suit);
    return thing.is_condition ? Type::condition : Type::number;
  }

  // What follows the first step of a shorthand.
  void spell_out(Shorthand shorthand, Op partners, SuitName suit) {
    const auto at_least = [&](std::int16_t bound) {
      emit(Op::constant, bound);
      emit(Op::greater_equal);
    };
    switch (shorthand) {
      case Shorthand::none:
        break;
      case Shorthand::with_partner:
        emit(partners, static_cast<std::int16_t>(Chair::partner), suit);
        emit(Op::add);
        break;
      case Shorthand::rule_of_15:  // points and spades
        emit(Op::length, 0, SuitName(Suit::spades));
        emit(Op::add);
        at_least(15);
        break;
      case Shorthand::rule_of_20:  // the two longest suits and points
        emit(Op::second);
        emit(Op::add);
        emit(Op::hcp);
        emit(Op::add);
        at_least(20);
        break;
    }
  }

  Type extreme(Op op) {
    expect("(");
    std::size_t at = token_.at;
    need(Type::number, either(), at, "in min or max");
    do {
      expect(",");
      at = token_.at;
      need(Type::number, either(), at, "in min or max");
      emit(op);
    } while (!error_ && at_sign(","));
    expect(")");
    return Type::number;
  }

  Type choice() {
    expect("(");
    std::size_t at = token_.at;
    need(Type::condition, either(), at, "first in if");
    expect(",");
    const Type type = either();
    expect(",");
    at = token_.at;
    need(type, either(), at, "last in if, as in the middle");
    expect(")");
    emit(type == Type::number ? Op::choose_number : Op::choose_condition);
    return type;
  }

  Type law() {
    const std::size_t start = token_.at + 1;
    const std::size_t end = text_.find(')', start);
    if (end == std::string_view::npos) {
      fail(start, "expected a call and ')'");
      return Type::condition;
    }
    std::string_view inside = text_.substr(start, end - start);
    std::size_t skipped = 0;
    while (!inside.empty() && inside.front() == ' ') {
      inside.remove_prefix(1);
      ++skipped;
    }
    while (!inside.empty() && inside.back() == ' ') inside.remove_suffix(1);
    const auto call = parse_call_name(inside);
    if (!call) {
      fail(start + skipped + call.error().column - 1, call.error().what);
      return Type::condition;
    }
    if (const auto letter = call->letter()) letters |= bit(*letter);
    calls.push_back(*call);
    emit(Condition::Node{.op = Op::law, .extra = static_cast<std::int16_t>(calls.size() - 1)});
    at_ = end + 1;
    advance();
    return Type::condition;
  }

  Type has() {
    expect("(");
    const auto card =
        token_.kind == Token::Kind::name && token_.text.size() == 2 ? parse_card(token_.text) : std::nullopt;
    if (!card)
      fail(token_.at, "expected a card, suit first (SA, HK), found '" + std::string(token_.text) + "'");
    advance();
    expect(")");
    if (card) emit(Op::has, static_cast<std::int16_t>(index(card->rank())), SuitName(card->suit()));
    return Type::condition;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Token token_;
  int depth_ = 0;
  int products_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Condition::Condition() : nodes_{Node{.op = Op::truth, .value = 1}}, text_("true") {}

Result<Condition> parse_condition(std::string_view text) {
  ConditionParser parser(text);
  if (const auto wrong = parser.parse()) return *wrong;
  Condition made;
  made.nodes_ = std::move(parser.nodes);
  made.tags_ = std::move(parser.tags);
  made.calls_ = std::move(parser.calls);
  made.letters_ = parser.letters;
  made.asks_hand_ = parser.asks_hand;
  made.text_ = text;
  return made;
}

}  // namespace yomi::bidding
