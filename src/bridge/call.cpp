#include "yomi/bridge/call.h"

#include <algorithm>
#include <initializer_list>

namespace yomi {
namespace {

// In either case.
bool is_word(std::string_view text, std::string_view upper) {
  const auto same = [](char a, char b) { return a == b || (a >= 'a' && a <= 'z' && a - 'a' + 'A' == b); };
  return std::equal(text.begin(), text.end(), upper.begin(), upper.end(), same);
}
bool is_any_word(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return is_word(text, word); });
}

}  // namespace

std::string to_string(Strain strain) {
  const auto trump = trump_suit(strain);
  return trump ? to_string(*trump) : "NT";
}

std::optional<Strain> parse_strain(std::string_view text) {
  if (is_any_word(text, {"N", "NT"})) return Strain::no_trump;
  if (text.size() != 1) return std::nullopt;
  const auto suit = parse_suit(text[0]);
  return suit ? std::optional(strain_of(*suit)) : std::nullopt;
}

std::string to_string(Call call) {
  switch (call.kind()) {
    case Call::Kind::pass:
      return "Pass";
    case Call::Kind::x:
      return "X";
    case Call::Kind::xx:
      return "XX";
    case Call::Kind::bid:
      break;
  }
  return std::to_string(call.level()) + to_string(call.strain());
}

std::optional<Call> parse_call(std::string_view text) {
  if (text.size() >= 2 && text[0] >= '1' && text[0] <= '7') {
    const auto strain = parse_strain(text.substr(1));
    return strain ? std::optional(Call::bid(text[0] - '0', *strain)) : std::nullopt;
  }
  if (is_any_word(text, {"PASS", "P", "-"})) return Call::pass();
  if (is_any_word(text, {"X", "D", "DBL", "DOUBLE"})) return Call::x();
  if (is_any_word(text, {"XX", "R", "RDBL", "REDOUBLE"})) return Call::xx();
  return std::nullopt;
}

}  // namespace yomi
