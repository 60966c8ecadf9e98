// Recursive descent over the tokens of a script. Kept apart: expression_parser.cpp, script_parser.cpp.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lexer.h"
#include "yomi/dealer/script.h"

namespace yomi::dealer {

// An expression, or nothing: then the parser holds the error.
using Parsed = std::optional<Expression>;

class Parser {
 public:
  Parser(std::vector<Token> tokens, std::optional<Seat> self);

  Result<Script> script();
  Result<Expression> single_expression();
  Parsed expression();

  [[nodiscard]] const Error& error() const { return error_; }

 private:
  // Tokens.
  [[nodiscard]] const Token& now() const { return tokens_[at_]; }
  [[nodiscard]] const Token& later(std::size_t n) const {
    return tokens_[std::min(at_ + n, tokens_.size() - 1)];
  }
  void step() {
    if (at_ + 1 < tokens_.size()) ++at_;
  }
  [[nodiscard]] bool is_sign(std::string_view sign) const {
    return now().kind == Token::Kind::sign && now().text == sign;
  }
  [[nodiscard]] bool is_word(std::string_view word) const {
    return now().kind == Token::Kind::word && now().text == word;
  }
  bool take_sign(std::string_view sign);
  bool expect_sign(std::string_view sign);
  // Both record the error at the present token and give false, so that `return fail(...)` reads well.
  bool fail_expected(const std::string& expected);
  bool fail_at(const Token& token, std::string what);

  // Expressions, from the loosest operator to the tightest.
  Parsed binary(int level);
  Parsed unary();
  Parsed primary();
  Parsed function(const std::string& name);
  Parsed suit_length(Suit suit);
  Parsed counted(const belief::PointTable& table, const std::string& name);
  Parsed shape_function();
  Parsed score_function();
  // Functions of a hand and perhaps more: losers, cccc, quality, hascard, tricks. `name` is one of them.
  Parsed hand_function(const std::string& name);
  Parsed has_card(Seat hand);
  Parsed tricks(Seat hand);
  // imps and rnd.
  Parsed number_function(const std::string& name);
  Parsed within_size(Expression made);
  std::optional<Seat> seat();
  std::optional<std::optional<Suit>> optional_suit();
  std::optional<Suit> suit_word();
  bool shape_list(belief::ShapeSet& shapes, std::string& text);

  // Statements.
  bool statement(Script& script);
  bool predeal(Script& script);
  bool actions(Script& script);
  bool action(Script& script);
  bool frequency(Script& script);
  bool axis(Axis& axis);
  bool print_items(PrintExpressions& print);
  bool find_point_counts();
  std::optional<std::int64_t> number(std::int64_t low, std::int64_t high);
  std::optional<Expression> bracketed();

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::optional<Seat> self_;
  std::map<std::string, Expression> variables_;
  belief::PointTable hcp_ = belief::kHcp;
  std::array<belief::PointTable, 10> counts_;
  std::shared_ptr<Oracle> oracle_ = std::make_shared<Oracle>();
  Error error_;
  int depth_ = 0;
  std::ptrdiff_t predealt_ = 0;  // conditions at the front that come from predeal
};

bool is_keyword(std::string_view word);

}  // namespace yomi::dealer
