#include "yomi/bridge/call.h"

#include <cctype>

namespace yomi {
namespace {

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& letter : result) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return result;
}

}  // namespace

std::string to_string(Strain strain) {
  const auto trump = trump_suit(strain);
  return trump ? std::string(1, to_char(*trump)) : "NT";
}

std::optional<Strain> parse_strain(std::string_view text) {
  const std::string name = upper(text);
  if (name == "NT" || name == "N") return Strain::no_trump;
  if (name.size() != 1) return std::nullopt;
  const auto suit = parse_suit(name[0]);
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
  const std::string name = upper(text);
  if (name == "P" || name == "PASS" || name == "-") return Call::pass();
  if (name == "X" || name == "D" || name == "DBL" || name == "DOUBLE") return Call::x();
  if (name == "XX" || name == "R" || name == "RDBL" || name == "REDOUBLE") return Call::xx();
  if (name.size() < 2 || name[0] < '1' || name[0] > '7') return std::nullopt;
  const auto strain = parse_strain(std::string_view(name).substr(1));
  return strain ? std::optional(Call::bid(name[0] - '0', *strain)) : std::nullopt;
}

}  // namespace yomi
