#include <algorithm>
#include <array>
#include <set>

#include "parser.h"

namespace yomi::dealer {
namespace {

using belief::Op;

constexpr int kDeepest = 200;
constexpr std::uint32_t kLargest = 100'000;
constexpr std::uint32_t kLongest = 2000;  // from the root to a leaf: a chain of so many operators

// Names of the ten alternate counts, as the manual numbers them.
constexpr std::array<std::string_view, 10> kCountNames = {"tens", "jacks", "queens", "kings", "aces",
                                                          "top2", "top3",  "top4",   "top5",  "c13"};

std::optional<Seat> seat_named(std::string_view word) {
  if (word == "north") return Seat::north;
  if (word == "east") return Seat::east;
  if (word == "south") return Seat::south;
  if (word == "west") return Seat::west;
  return std::nullopt;
}

std::optional<Suit> suit_named(std::string_view word) {
  if (word == "club" || word == "clubs") return Suit::clubs;
  if (word == "diamond" || word == "diamonds") return Suit::diamonds;
  if (word == "heart" || word == "hearts") return Suit::hearts;
  if (word == "spade" || word == "spades") return Suit::spades;
  return std::nullopt;
}

std::optional<int> count_named(std::string_view word) {
  for (int i = 0; i < 10; ++i) {
    const std::string_view name = kCountNames[static_cast<std::size_t>(i)];
    if (word == name || (name.ends_with('s') && word == name.substr(0, name.size() - 1))) return i;
  }
  if (word.size() == 3 && word.starts_with("pt") && is_digit(word[2])) return word[2] - '0';
  return std::nullopt;
}

struct Level {
  std::string_view sign;
  std::string_view word;
  Op op;
};
// By level, loosest first.
const std::array<std::vector<Level>, 6> kLevels = {
    {{{"||", "or", Op::any_of}},
     {{"&&", "and", Op::all_of}},
     {{"==", "", Op::equal}, {"!=", "", Op::not_equal}},
     {{"<", "", Op::less}, {"<=", "", Op::less_equal}, {">", "", Op::greater}, {">=", "", Op::greater_equal}},
     {{"+", "", Op::add}, {"-", "", Op::subtract}},
     {{"*", "", Op::multiply}, {"/", "", Op::divide}, {"%", "", Op::modulo}}}};

}  // namespace

bool is_keyword(std::string_view word) {
  static const std::set<std::string_view> kWords = {
      "generate",  "produce",      "seed",         "vulnerable",   "dealer",   "predeal", "pointcount",
      "altcount",  "condition",    "action",       "hcp",          "hcps",     "control", "controls",
      "loser",     "losers",       "cccc",         "quality",      "tricks",   "trick",   "score",
      "imps",      "imp",          "shape",        "hascard",      "any",      "and",     "or",
      "not",       "printall",     "print",        "printew",      "printpbn", "printes", "average",
      "frequency", "printcompact", "printoneline", "evalcontract", "rnd"};
  return kWords.contains(word) || seat_named(word) || suit_named(word) || count_named(word) ||
         word == "notrump" || word == "notrumps";
}

Parser::Parser(std::vector<Token> tokens, std::optional<Seat> self)
    : tokens_(std::move(tokens)), self_(self) {
  using belief::points_from_ace;
  counts_ = {
      points_from_ace({0, 0, 0, 0, 1}), points_from_ace({0, 0, 0, 1}), points_from_ace({0, 0, 1}),
      points_from_ace({0, 1}),          points_from_ace({1}),          points_from_ace({1, 1}),
      points_from_ace({1, 1, 1}),       points_from_ace({1, 1, 1, 1}), points_from_ace({1, 1, 1, 1, 1}),
      points_from_ace({6, 4, 2, 1})};
}

bool Parser::take_sign(std::string_view sign) {
  if (!is_sign(sign)) return false;
  step();
  return true;
}

bool Parser::expect_sign(std::string_view sign) {
  return take_sign(sign) || fail_expected("'" + std::string(sign) + "'");
}

bool Parser::fail_expected(const std::string& expected) {
  const Token& token = now();
  const std::string found = token.kind == Token::Kind::end ? "the end" : "'" + token.text + "'";
  return fail_at(token, "expected " + expected + ", found " + found);
}

bool Parser::fail_at(const Token& token, std::string what) {
  if (error_.what.empty()) error_ = Error{std::move(what), {}, token.line, token.column};
  return false;
}

Parsed Parser::within_size(Expression made) {
  if (made.depth() > kLongest) {
    fail_at(now(), "expression too long (more than " + std::to_string(kLongest) + " operators in a chain)");
    return std::nullopt;
  }
  if (made.size() > kLargest) {
    fail_at(now(),
            "expression too large (more than " + std::to_string(kLargest) + " parts when written out)");
    return std::nullopt;
  }
  return made;
}

Parsed Parser::expression() {
  if (++depth_ > kDeepest) {
    fail_at(now(), "expression nested too deeply");
    return std::nullopt;
  }
  Parsed condition = binary(0);
  if (condition && take_sign("?")) {
    Parsed then = expression();
    if (!then || !expect_sign(":")) return std::nullopt;
    Parsed otherwise = expression();
    if (!otherwise) return std::nullopt;
    condition = within_size(choose(std::move(*condition), std::move(*then), std::move(*otherwise)));
  }
  --depth_;
  return condition;
}

Parsed Parser::binary(int level) {
  if (level == static_cast<int>(kLevels.size())) return unary();
  Parsed left = binary(level + 1);
  while (left) {
    const Level* found = nullptr;
    for (const Level& one : kLevels[static_cast<std::size_t>(level)]) {
      if (is_sign(one.sign) || (!one.word.empty() && is_word(one.word))) found = &one;
    }
    if (found == nullptr) return left;
    step();
    Parsed right = binary(level + 1);
    if (!right) return std::nullopt;
    left = within_size(combine(found->op, std::move(*left), std::move(*right)));
  }
  return left;
}

Parsed Parser::unary() {
  const bool is_not = is_sign("!") || is_word("not");
  if (!is_not && !is_sign("-")) return primary();
  step();
  if (++depth_ > kDeepest) {
    fail_at(now(), "expression nested too deeply");
    return std::nullopt;
  }
  Parsed argument = unary();
  --depth_;
  if (!argument) return std::nullopt;
  return within_size(is_not ? !std::move(*argument) : -std::move(*argument));
}

Parsed Parser::primary() {
  const Token& token = now();
  if (take_sign("(")) {
    Parsed inner = expression();
    if (!inner || !expect_sign(")")) return std::nullopt;
    return inner;
  }
  if (token.kind == Token::Kind::number) {
    // One more than the largest int, so that the smallest can be written: it wraps around, and so does its
    // negation.
    const auto value = number(0, std::int64_t{1} << 31);
    if (!value) return std::nullopt;
    return Expression(static_cast<int>(static_cast<std::uint32_t>(*value)));
  }
  if (token.kind == Token::Kind::word) {
    if (is_keyword(token.text)) {
      const std::string name = token.text;
      return function(name);
    }
    const auto known = variables_.find(token.text);
    if (known == variables_.end()) {
      fail_at(token, "unknown variable '" + token.text + "'");
      return std::nullopt;
    }
    step();
    return known->second;
  }
  fail_expected("an expression");
  return std::nullopt;
}

std::optional<Seat> Parser::seat() {
  if (now().kind == Token::Kind::word) {
    std::optional<Seat> found = seat_named(now().text);
    if (!found && self_ && now().text == "self") found = self_;
    if (found) {
      step();
      return found;
    }
  }
  fail_expected(self_ ? "north, east, south, west or self" : "north, east, south or west");
  return std::nullopt;
}

std::optional<Suit> Parser::suit_word() {
  if (now().kind == Token::Kind::word) {
    if (const auto found = suit_named(now().text)) {
      step();
      return found;
    }
  }
  fail_expected("clubs, diamonds, hearts or spades");
  return std::nullopt;
}

// What may follow the seat: nothing, or a comma and a suit. The outer optional is empty on error.
std::optional<std::optional<Suit>> Parser::optional_suit() {
  if (!take_sign(",")) return std::optional<Suit>{};
  const auto suit = suit_word();
  if (!suit) return std::nullopt;
  return suit;
}

Parsed Parser::suit_length(Suit suit) {
  if (!expect_sign("(")) return std::nullopt;
  const auto hand = seat();
  if (!hand || !expect_sign(")")) return std::nullopt;
  return belief::length(*hand, suit);
}

Parsed Parser::counted(const belief::PointTable& table, const std::string& name) {
  if (!expect_sign("(")) return std::nullopt;
  const auto hand = seat();
  if (!hand) return std::nullopt;
  const auto suit = optional_suit();
  if (!suit || !expect_sign(")")) return std::nullopt;
  return belief::points(*hand, *suit, table, name);
}

bool Parser::shape_list(belief::ShapeSet& shapes, std::string& text) {
  bool adding = true;
  for (;;) {
    const bool any = is_word("any");
    if (any) step();
    const std::string word = now().text;
    const bool plausible = now().kind == Token::Kind::word || now().kind == Token::Kind::number;
    if (!plausible || word.size() != 4) return fail_expected("a shape such as 4333, 54xx or any 5332");
    std::array<int, 4> lengths{};
    int sum = 0;
    bool open = false;
    for (std::size_t i = 0; i < 4; ++i) {
      if (word[i] == 'x' || word[i] == 'X') {
        lengths[i] = -1;
        open = true;
      } else if (is_digit(word[i])) {
        lengths[i] = word[i] - '0';
        sum += lengths[i];
      } else {
        return fail_expected("a shape of four digits or x");
      }
    }
    if (sum > kRanks || (!open && sum != kRanks))
      return fail_at(now(), "the shape " + word + " does not have thirteen cards");
    step();
    if (!text.empty()) text += adding ? " + " : " - ";
    text += (any ? "any " : "") + word;
    if (adding) {
      shapes.add(lengths, any);
    } else {
      shapes.remove(lengths, any);
    }
    if (is_sign("+") || is_sign(",")) {
      adding = true;
    } else if (is_sign("-")) {
      adding = false;
    } else {
      return true;
    }
    step();
  }
}

Parsed Parser::shape_function() {
  if (!expect_sign("(")) return std::nullopt;
  const auto hand = seat();
  if (!hand || !expect_sign(",")) return std::nullopt;
  belief::ShapeSet shapes;
  std::string text;
  if (!shape_list(shapes, text) || !expect_sign(")")) return std::nullopt;
  return belief::shape(*hand, shapes, std::move(text));
}

Parsed Parser::score_function() {
  if (!expect_sign("(")) return std::nullopt;
  const bool vulnerable = is_word("vul");
  if (!vulnerable && !is_word("nv")) {
    fail_expected("vul or nv");
    return std::nullopt;
  }
  step();
  if (!expect_sign(",")) return std::nullopt;
  // "x3N", and beyond the manual a final x or xx for doubled.
  const std::string word = now().kind == Token::Kind::word ? now().text : "";
  const auto contract =
      word.starts_with("x") ? parse_contract(std::string_view(word).substr(1), Seat::north) : std::nullopt;
  if (!contract) {
    fail_expected("a contract such as x3N or x4S");
    return std::nullopt;
  }
  step();
  if (!expect_sign(",")) return std::nullopt;
  Parsed made = expression();
  if (!made || !expect_sign(")")) return std::nullopt;
  auto points_for = std::make_shared<belief::External>();
  points_for->name = std::string("score(") + (vulnerable ? "vul, " : "nv, ") + word + ")";
  points_for->looks_at_deal = false;
  points_for->call = [contract = *contract, vulnerable](std::span<const int> tricks, const Deal&) {
    return score(contract, vulnerable, std::clamp(tricks[0], 0, kRanks));
  };
  return within_size(belief::external(std::move(points_for), {std::move(*made)}));
}

Parsed Parser::has_card(Seat hand) {
  const std::string word = now().kind == Token::Kind::word ? now().text : "";
  const auto card = word.size() == 2 ? parse_card(word) : std::nullopt;
  if (!card || !parse_rank(word[0])) {
    fail_expected("a card, rank first, such as KC");
    return std::nullopt;
  }
  step();
  return belief::has(hand, *card);
}

Parsed Parser::tricks(Seat hand) {
  Strain strain = Strain::no_trump;
  if (is_word("notrump") || is_word("notrumps")) {
    step();
  } else {
    const auto suit = suit_word();
    if (!suit) return std::nullopt;
    strain = strain_of(*suit);
  }
  auto solve = std::make_shared<belief::External>();
  solve->name = std::string("tricks(") + std::string(to_name(hand)) + ", " + to_string(strain) + ")";
  solve->call = [oracle = oracle_, declarer = hand, strain](std::span<const int>, const Deal& deal) {
    return oracle->tricks ? oracle->tricks(deal, declarer, strain) : 0;
  };
  return belief::external(std::move(solve), {});
}

Parsed Parser::hand_function(const std::string& name) {
  if (!expect_sign("(")) return std::nullopt;
  const auto hand = seat();
  if (!hand) return std::nullopt;
  Parsed made;
  if (name == "cccc") {
    made = belief::cccc(*hand);
  } else if (name.starts_with("loser")) {
    const auto suit = optional_suit();
    if (!suit) return std::nullopt;
    made = belief::losers(*hand, *suit);
  } else if (!expect_sign(",")) {
    return std::nullopt;
  } else if (name == "quality") {
    const auto suit = suit_word();
    if (!suit) return std::nullopt;
    made = belief::quality(*hand, *suit);
  } else {
    made = name == "hascard" ? has_card(*hand) : tricks(*hand);
    if (!made) return std::nullopt;
  }
  if (!expect_sign(")")) return std::nullopt;
  return made;
}

Parsed Parser::number_function(const std::string& name) {
  if (!expect_sign("(")) return std::nullopt;
  Parsed argument = expression();
  if (!argument || !expect_sign(")")) return std::nullopt;
  auto outside = std::make_shared<belief::External>();
  outside->name = name;
  outside->looks_at_deal = name == "rnd";
  if (name == "rnd") {
    outside->call = [oracle = oracle_](std::span<const int> values, const Deal&) {
      return oracle->random && values[0] > 0 ? oracle->random(values[0]) : 0;
    };
  } else {
    outside->call = [](std::span<const int> values, const Deal&) {
      return imps(std::clamp(values[0], -100'000, 100'000));
    };
  }
  return within_size(belief::external(std::move(outside), {std::move(*argument)}));
}

Parsed Parser::function(const std::string& name) {
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    if (std::find(names.begin(), names.end(), name) == names.end()) return false;
    step();
    return true;
  };
  if (const auto suit = suit_named(name)) {
    step();
    return suit_length(*suit);
  }
  if (const auto count = count_named(name)) {
    step();
    return counted(counts_[static_cast<std::size_t>(*count)], name);
  }
  if (is_one_of({"hcp", "hcps"})) return counted(hcp_, "hcp");
  if (is_one_of({"control", "controls"})) return counted(belief::kControls, "controls");
  if (is_one_of({"shape"})) return shape_function();
  if (is_one_of({"score"})) return score_function();
  if (is_one_of({"loser", "losers", "cccc", "quality", "hascard", "trick", "tricks"}))
    return hand_function(name);
  if (is_one_of({"imp", "imps", "rnd"})) return number_function(name);
  fail_expected("an expression");
  return std::nullopt;
}

}  // namespace yomi::dealer
