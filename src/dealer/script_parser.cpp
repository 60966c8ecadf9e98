#include <algorithm>
#include <cctype>

#include "parser.h"

namespace yomi::dealer {

std::optional<std::int64_t> Parser::number(std::int64_t low, std::int64_t high) {
  const Token& token = now();
  const bool negative = low < 0 && is_sign("-") && later(1).kind == Token::Kind::number;
  if (negative) step();
  if (now().kind != Token::Kind::number) {
    fail_expected("a number");
    return std::nullopt;
  }
  std::int64_t value = 0;
  for (char digit : now().text)
    value = std::min<std::int64_t>(value * 10 + (digit - '0'), std::int64_t{1} << 50);
  if (negative) value = -value;
  if (value < low || value > high) {
    fail_at(token, "expected a number from " + std::to_string(low) + " to " + std::to_string(high) +
                       ", found " + (negative ? "-" : "") + now().text);
    return std::nullopt;
  }
  step();
  return value;
}

// Point counts hold for the whole script, wherever they stand, so they are found before anything else.
bool Parser::find_point_counts() {
  for (at_ = 0; now().kind != Token::Kind::end; step()) {
    const bool alternate = is_word("altcount");
    if (!alternate && !is_word("pointcount")) continue;
    step();
    belief::PointTable* table = &hcp_;
    if (alternate) {
      const auto which = number(0, 9);
      if (!which) return false;
      table = &counts_[static_cast<std::size_t>(*which)];
    }
    *table = {};
    for (int rank = kRanks - 1; now().kind == Token::Kind::number || is_sign("-"); --rank) {
      if (rank < 0) return fail_at(now(), "more than thirteen point values");
      const auto value = number(-10'000, 10'000);
      if (!value) return false;
      (*table)[static_cast<std::size_t>(rank)] = static_cast<std::int16_t>(*value);
    }
    --at_;
  }
  at_ = 0;
  return true;
}

Result<Script> Parser::script() {
  Script script;
  script.oracle = oracle_;
  if (!find_point_counts()) return error_;
  while (now().kind != Token::Kind::end) {
    if (!statement(script)) return error_;
  }
  if (script.actions.empty()) script.actions.emplace_back(PrintAll{});
  return script;
}

Result<Expression> Parser::single_expression() {
  if (!find_point_counts()) return error_;
  Parsed made = expression();
  if (made && now().kind != Token::Kind::end) fail_expected("the end of the expression");
  if (!error_.what.empty()) return error_;
  return *made;
}

bool Parser::statement(Script& script) {
  const Token token = now();
  const auto counted_command = [&](std::optional<std::int64_t>& target) {
    step();
    target = number(0, 1'000'000'000'000);
    return target.has_value();
  };
  if (is_word("generate")) return counted_command(script.generate);
  if (is_word("produce")) return counted_command(script.produce);
  if (is_word("seed") && later(1).kind == Token::Kind::number) {
    step();
    const auto value = number(0, 1'000'000'000'000);
    if (value) script.seed = static_cast<std::uint64_t>(*value);
    return value.has_value();
  }
  if (is_word("vulnerable")) {
    step();
    const auto value = now().kind == Token::Kind::word ? parse_vulnerability(now().text) : std::nullopt;
    if (!value) return fail_expected("none, NS, EW or all");
    script.vulnerability = value;
    step();
    return true;
  }
  if (is_word("dealer")) {
    step();
    script.dealer = seat();
    return script.dealer.has_value();
  }
  if (is_word("pointcount") || is_word("altcount")) {
    step();  // the numbers were read before
    while (now().kind == Token::Kind::number || (is_sign("-") && later(1).kind == Token::Kind::number))
      step();
    return true;
  }
  if (is_word("predeal")) return predeal(script);
  if (is_word("action")) return actions(script);
  const bool assigns = later(1).kind == Token::Kind::sign && later(1).text == "=";
  if (token.kind == Token::Kind::word && assigns) {
    if (is_keyword(token.text))
      return fail_at(token, "'" + token.text + "' is a word of the language, not a variable");
    if (variables_.contains(token.text))
      return fail_at(token, "variable '" + token.text + "' is defined twice");
    step();
    step();
    Parsed value = expression();
    if (!value) return false;
    variables_.emplace(token.text, std::move(*value));
    return true;
  }
  if (is_word("condition")) step();
  Parsed condition = expression();
  if (!condition) return false;
  // The last condition replaces those before it, but not the lengths that were predealt.
  script.conditions.erase(script.conditions.begin() + predealt_, script.conditions.end());
  for (Expression& part : belief::conjuncts(*condition)) script.conditions.push_back(std::move(part));
  return true;
}

bool Parser::predeal(Script& script) {
  step();
  bool any = false;
  for (;;) {
    const Token token = now();
    if (token.kind == Token::Kind::word && later(1).kind == Token::Kind::sign && later(1).text == "(") {
      // spades(north)==3
      const auto suit = suit_word();
      if (!suit || !expect_sign("(")) return false;
      const auto hand = seat();
      if (!hand || !expect_sign(")") || !expect_sign("==")) return false;
      const auto cards = number(0, kRanks);
      if (!cards) return false;
      script.conditions.insert(script.conditions.begin(),
                               belief::length(*hand, *suit) == static_cast<int>(*cards));
      ++predealt_;
      any = true;
      continue;
    }
    const bool is_seat = is_word("north") || is_word("east") || is_word("south") || is_word("west");
    if (!is_seat) return any || fail_expected("a hand: north, east, south or west");
    const Seat hand = *seat();
    any = true;
    do {
      const Token holding = now();
      const auto suit = holding.kind == Token::Kind::word ? parse_suit(holding.text[0]) : std::nullopt;
      if (!suit) return fail_expected("cards such as SAQ542");
      for (std::size_t i = 1; i < holding.text.size(); ++i) {
        const auto rank = parse_rank(holding.text[i]);
        if (!rank) return fail_at(holding, "expected cards such as SAQ542, found '" + holding.text + "'");
        const Card card(*suit, *rank);
        if (script.predeal.all().contains(card))
          return fail_at(holding, "card " + to_string(card) + " is dealt twice");
        script.predeal[hand].insert(card);
      }
      if (script.predeal[hand].size() > kRanks)
        return fail_at(holding, "more than thirteen cards for one hand");
      step();
    } while (take_sign(","));
  }
}

bool Parser::actions(Script& script) {
  step();
  script.actions.clear();  // the last list counts
  while (now().kind == Token::Kind::word) {
    const std::size_t before = script.actions.size();
    if (!action(script)) return false;
    if (script.actions.size() == before)
      return true;  // not an action: the list ended with a comma, or is empty
    if (!take_sign(",")) return true;
  }
  return true;
}

std::optional<Expression> Parser::bracketed() {
  if (!take_sign("(")) return std::nullopt;
  Parsed inner = expression();
  if (!inner || !expect_sign(")")) return std::nullopt;
  return inner;
}

bool Parser::action(Script& script) {
  const auto add = [&](Action made) {
    script.actions.push_back(std::move(made));
    return error_.what.empty();
  };
  const auto take = [&](std::string_view word) {
    if (!is_word(word)) return false;
    step();
    return true;
  };
  if (take("printall")) return add(PrintAll{});
  if (take("printew")) return add(PrintEastWest{});
  if (take("printpbn")) return add(PrintPbn{});
  if (take("printcompact")) return add(PrintCompact{bracketed()});
  if (take("printoneline")) return add(PrintOneLine{bracketed()});
  if (take("print")) {
    Print print;
    if (!expect_sign("(")) return false;
    do {
      const auto hand = seat();
      if (!hand) return false;
      print.seats[*hand] = true;
    } while (take_sign(","));
    return expect_sign(")") && add(print);
  }
  if (take("printes")) {
    PrintExpressions print;
    return print_items(print) && add(std::move(print));
  }
  if (take("average")) {
    Average average;
    if (now().kind == Token::Kind::text) {
      average.title = now().text;
      step();
    }
    Parsed value = expression();
    if (!value) return false;
    average.expression = std::move(*value);
    return add(std::move(average));
  }
  if (take("frequency")) return frequency(script);
  if (is_word("evalcontract")) {
    return fail_at(
        now(),
        "evalcontract is not described by the manual; use average score(vul, x3N, tricks(north, notrump))");
  }
  return true;
}

bool Parser::print_items(PrintExpressions& print) {
  if (!expect_sign("(")) return false;
  do {
    if (now().kind == Token::Kind::text) {
      print.items.emplace_back(now().text);
      step();
    } else if (take_sign("\\n")) {
      print.items.emplace_back(std::string("\n"));
    } else {
      Parsed value = expression();
      if (!value) return false;
      print.items.emplace_back(std::move(*value));
    }
  } while (take_sign(","));
  return expect_sign(")");
}

bool Parser::axis(Axis& axis) {
  Parsed value = expression();
  if (!value || !expect_sign(",")) return false;
  axis.expression = std::move(*value);
  const Token place = now();
  const auto low = number(-1'000'000'000, 1'000'000'000);
  if (!low || !expect_sign(",")) return false;
  const auto high = number(-1'000'000'000, 1'000'000'000);
  if (!high) return false;
  axis.low = static_cast<int>(*low);
  axis.high = static_cast<int>(*high);
  if (*high < *low || *high - *low > 100'000)
    return fail_at(place, "expected bounds, the lower first, at most 100000 apart");
  return true;
}

bool Parser::frequency(Script& script) {
  Frequency frequency;
  if (now().kind == Token::Kind::text) {
    frequency.title = now().text;
    step();
  }
  const Token place = now();
  if (!expect_sign("(") || !axis(frequency.first)) return false;
  if (take_sign(",")) {
    frequency.second.emplace();
    if (!axis(*frequency.second)) return false;
    const auto width = [](const Axis& one) { return std::int64_t{one.high} - one.low + 3; };
    if (width(frequency.first) * width(*frequency.second) > 1'000'000)
      return fail_at(place, "table too large");
  }
  if (!expect_sign(")")) return false;
  script.actions.emplace_back(std::move(frequency));
  return true;
}

bool Script::prints_deals() const {
  return std::any_of(actions.begin(), actions.end(), [](const Action& action) {
    return !std::holds_alternative<Average>(action) && !std::holds_alternative<Frequency>(action);
  });
}

namespace {

Result<Parser> parser_for(std::string_view text, std::optional<Seat> self) {
  Result<std::vector<Token>> tokens = tokenize(text);
  if (!tokens) return tokens.error();
  return Parser(std::move(*tokens), self);
}

}  // namespace

Result<Script> parse_script(std::string_view text, std::string file) {
  Result<Parser> parser = parser_for(text, {});
  Result<Script> script = parser ? parser->script() : Result<Script>(parser.error());
  if (!script) {
    Error error = script.error();
    error.file = std::move(file);
    return error;
  }
  return script;
}

Result<Expression> parse_expression(std::string_view text, std::optional<Seat> self) {
  Result<Parser> parser = parser_for(text, self);
  if (!parser) return parser.error();
  return parser->single_expression();
}

Result<Expression> parse_event(std::string_view text, std::span<const Seat> hidden,
                               std::optional<Seat> self) {
  Result<std::vector<Token>> tokens = tokenize(text);
  if (!tokens) return tokens.error();
  const auto word = [&](std::size_t i) { return i < tokens->size() ? (*tokens)[i].text : std::string(); };
  // "west has CK"
  if (tokens->size() == 4 && word(1) == "has") {
    const auto hand = word(0) == "self" ? self : parse_seat(word(0));
    const auto card = parse_card(word(2));
    if (!hand) return Error{"expected a seat, found '" + word(0) + "'", {}, 1, (*tokens)[0].column};
    if (!card)
      return Error{"expected a card such as CK, found '" + word(2) + "'", {}, 1, (*tokens)[2].column};
    return belief::has(*hand, *card);
  }
  // "spades 4-2"
  if (tokens->size() == 5 && word(2) == "-" && (*tokens)[1].kind == Token::Kind::number) {
    std::string name = word(0);
    if (!name.empty()) name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    const std::array<std::string_view, 4> names = {"clubs", "diamonds", "hearts", "spades"};
    const auto* const found = std::find_if(names.begin(), names.end(), [&](std::string_view one) {
      return name == one || name == one.substr(0, one.size() - 1);
    });
    if (found == names.end())
      return Error{"expected a suit, found '" + word(0) + "'", {}, 1, (*tokens)[0].column};
    if (hidden.size() != 2)
      return Error{"\"" + std::string(text) + "\" needs exactly two hidden hands", {}, 1, 1};
    if (word(1).size() > 2 || word(3).size() > 2 || (*tokens)[3].kind != Token::Kind::number) {
      return Error{"expected lengths such as 4-2", {}, 1, (*tokens)[1].column};
    }
    const Suit suit = suit_at(static_cast<int>(found - names.begin()));
    const int a = std::stoi(word(1));
    const int b = std::stoi(word(3));
    return (belief::length(hidden[0], suit) == a && belief::length(hidden[1], suit) == b) ||
           (belief::length(hidden[0], suit) == b && belief::length(hidden[1], suit) == a);
  }
  return parse_expression(text, self);
}

}  // namespace yomi::dealer
