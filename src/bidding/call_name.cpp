#include "yomi/bidding/call_name.h"

#include <array>

namespace yomi::bidding {
namespace {

std::optional<Call> cheapest(const Situation& situation, Strain strain, int jump) {
  int level = 1;
  if (situation.last_bid) {
    level = situation.last_bid->level() + (strain > situation.last_bid->strain() ? 0 : 1);
  }
  level += jump;
  if (level > 7) return std::nullopt;
  return Call::bid(level, strain);
}

}  // namespace

bool is_legal(Call call, const Situation& situation) {
  switch (call.kind()) {
    case Call::Kind::pass:
      return true;
    case Call::Kind::x:
      return situation.last_bid && !situation.last_bid_ours && situation.doubling == Doubling::none;
    case Call::Kind::xx:
      return situation.last_bid && situation.last_bid_ours && situation.doubling == Doubling::x;
    case Call::Kind::bid:
      return !situation.last_bid || call > *situation.last_bid;
  }
  return false;
}

std::optional<Letter> CallName::letter() const {
  return suit_ ? suit_->letter() : std::nullopt;
}

std::optional<Call> CallName::call(const Situation& situation, const Letters& letters) const {
  std::optional<Call> made;
  if (kind_ == Kind::plain) {
    made = plain_;
  } else {
    Strain strain = Strain::no_trump;
    if (suit_) {
      const auto suit = suit_->suit(situation, letters);
      if (!suit) return std::nullopt;
      strain = strain_of(*suit);
    } else if (kind_ == Kind::cue) {
      if (!situation.their_last) return std::nullopt;
      strain = strain_of(*situation.their_last);
    }
    switch (kind_) {
      case Kind::level:
        made = Call::bid(level_, strain);
        break;
      case Kind::cheapest:
        made = cheapest(situation, strain, 0);
        break;
      case Kind::jump:
        made = cheapest(situation, strain, 1);
        break;
      case Kind::double_jump:
        made = cheapest(situation, strain, 2);
        break;
      case Kind::game:
        made = Call::bid(strain == Strain::no_trump ? 3 : (is_major(strain) ? 4 : 5), strain);
        break;
      default:
        if (!situation.their_suits().contains(suit_at(index(strain)))) return std::nullopt;
        made = cheapest(situation, strain, 0);
        break;
    }
  }
  if (!made || !is_legal(*made, situation)) return std::nullopt;
  return made;
}

Result<CallName> parse_call_name(std::string_view text) {
  using Kind = CallName::Kind;
  const auto fail = [&](std::size_t at, std::string what) {
    return Error{.what = std::move(what), .line = 1, .column = static_cast<std::uint32_t>(at + 1)};
  };
  const std::string expected =
      "expected a call (P, X, XX, 2NT, 3M, cheapest u, jump u, double jump u, game u, cue, cue u), found '" +
      std::string(text.substr(0, 40)) + "'";
  CallName made;
  for (const auto& [word, call] : {std::pair<std::string_view, Call>{"P", Call::pass()},
                                   {"Pass", Call::pass()},
                                   {"X", Call::x()},
                                   {"XX", Call::xx()}}) {
    if (text != word) continue;
    made.plain_ = call;
    return made;
  }
  if (text == "cue") {
    made.kind_ = Kind::cue;
    return made;
  }
  if (text == "game") {
    made.kind_ = Kind::game;
    made.suit_ = SuitName(SuitName::Role::trump);
    return made;
  }
  std::size_t at = 0;
  if (!text.empty() && text[0] >= '1' && text[0] <= '7') {
    made.kind_ = Kind::level;
    made.level_ = text[0] - '0';
    at = 1;
  } else {
    constexpr std::array<std::pair<std::string_view, Kind>, 5> kWords = {{{"cheapest ", Kind::cheapest},
                                                                          {"jump ", Kind::jump},
                                                                          {"double jump ", Kind::double_jump},
                                                                          {"game ", Kind::game},
                                                                          {"cue ", Kind::cue}}};
    for (const auto& [word, kind] : kWords) {
      if (!text.starts_with(word)) continue;
      made.kind_ = kind;
      at = word.size();
    }
    if (at == 0) return fail(0, expected);
  }
  const std::string_view rest = text.substr(at);
  if (rest == "NT" && made.kind_ != Kind::cue) return made;
  const auto suit = parse_suit_name(rest);
  if (!suit) {
    return fail(at, "expected NT or a suit (S H D C, a letter of the pattern, trump, their), found '" +
                        std::string(rest.substr(0, 40)) + "'");
  }
  made.suit_ = *suit;
  return made;
}

std::string CallName::to_string() const {
  const std::string suit = suit_ ? bidding::to_string(*suit_) : "NT";
  switch (kind_) {
    case Kind::plain:
      return plain_.is_pass() ? "P" : yomi::to_string(plain_);
    case Kind::level:
      return std::to_string(level_) + suit;
    case Kind::cheapest:
      return "cheapest " + suit;
    case Kind::jump:
      return "jump " + suit;
    case Kind::double_jump:
      return "double jump " + suit;
    case Kind::game:
      return "game " + suit;
    case Kind::cue:
      return suit_ ? "cue " + suit : "cue";
  }
  return "";
}

}  // namespace yomi::bidding
