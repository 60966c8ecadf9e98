// Text for cards and moves, both ways.
#include <algorithm>
#include <cassert>
#include <cctype>
#include <vector>

#include "yomi/daihinmin/move.h"
#include "yomi/daihinmin/state.h"

namespace yomi::daihinmin {
namespace {

char upper(char letter) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}

std::optional<int> parse_column(std::string_view text) {
  constexpr std::string_view names = "-3456789TJQKA2+";
  if (text == "10") return 8;
  if (text.size() != 1) return std::nullopt;
  const auto at = names.find(upper(text[0]));
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<int>(at);
}

std::string place_name(int bit) {
  return {"CDHS"[bit & 3], column_char(bit >> 2)};
}

// The bit of "S5", "h10", "S+"; the places 0 and 14 only when `past_ends`.
std::optional<int> parse_place(std::string_view text, bool past_ends) {
  if (text.size() < 2) return std::nullopt;
  const auto suit = parse_suit(text[0]);
  const auto column = parse_column(text.substr(1));
  if (!suit || !column) return std::nullopt;
  if (!past_ends && (*column < kLowColumn || *column > kHighColumn)) return std::nullopt;
  return *column * 4 + index(*suit);
}

bool is_joker(std::string_view text) {
  return text.size() == 2 && upper(text[0]) == 'J' && upper(text[1]) == 'O';
}

Error expected(std::string what, std::size_t offset) {
  return Error{.what = "expected " + std::move(what), .column = static_cast<std::uint32_t>(offset + 1)};
}

}  // namespace

std::string to_string(Card card) {
  return card.is_joker() ? "JO" : place_name(card.bit());
}

std::optional<Card> parse_card(std::string_view text) {
  if (is_joker(text)) return Card::joker();
  const auto bit = parse_place(text, false);
  if (!bit) return std::nullopt;
  return Card::from_bit(*bit);
}

std::string to_string(Cards cards) {
  std::string text;
  for (Card card : cards) text += (text.empty() ? "" : " ") + to_string(card);
  return text.empty() ? "-" : text;
}

Result<Cards> parse_cards(std::string_view text) {
  Cards cards;
  std::size_t at = 0;
  const auto separates = [](char c) { return c == ' ' || c == ',' || c == '\t'; };
  while (at < text.size()) {
    if (separates(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !separates(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word != "-") {
      const auto card = parse_card(word);
      if (!card) return expected("a card like D3, ST, C2 or JO, found '" + std::string(word) + "'", at);
      if (cards.contains(*card)) return expected("each card once, found " + std::string(word) + " again", at);
      cards |= Cards::of(*card);
    }
    at = end;
  }
  return cards;
}

std::string to_string(const Move& move) {
  if (move.is_pass()) return "pass";
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "-") + part; };
  std::uint64_t places = move.cards.without_joker().bits();
  if (move.stands != Move::kNoStand) places |= std::uint64_t{1} << move.stands;
  for (; places != 0; places &= places - 1) {
    const int bit = std::countr_zero(places);
    add(bit == move.stands ? "JO[" + place_name(bit) + "]" : place_name(bit));
  }
  if (move.cards.has_joker() && move.stands == Move::kNoStand) add("JO");
  return text;
}

Result<Move> parse_move(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower == "pass") return Move::pass();
  Cards naturals;
  bool joker = false;
  int stands = -1;
  std::size_t at = 0;
  while (at <= text.size()) {
    // A '-' inside brackets is a place, not a separator.
    std::size_t end = at;
    for (bool inside = false; end < text.size() && (inside || text[end] != '-'); ++end) {
      if (text[end] == '[') inside = true;
      if (text[end] == ']') inside = false;
    }
    const std::string_view part = text.substr(at, end - at);
    if (part.size() >= 2 && is_joker(part.substr(0, 2))) {
      if (joker) return expected("one joker at most", at);
      joker = true;
      if (part.size() > 2) {
        const bool closed = part.size() > 4 && part[2] == '[' && part.back() == ']';
        const auto place = closed ? parse_place(part.substr(3, part.size() - 4), true) : std::nullopt;
        if (!place) return expected("JO or JO[S5], found '" + std::string(part) + "'", at);
        stands = *place;
      }
    } else {
      const auto card = parse_card(part);
      if (!card) return expected("pass or cards like D5-S5, found '" + std::string(part) + "'", at);
      if (naturals.contains(*card))
        return expected("each card once, found " + std::string(part) + " again", at);
      naturals |= Cards::of(*card);
    }
    at = end + 1;
  }
  if (naturals.empty() && stands >= 0) return expected("JO alone without a place", 0);
  auto move = make_move(naturals, joker, stands);
  if (!move) return move.error().at("", 0, 1);
  return move;
}

Result<Move> make_move(Cards naturals, bool joker, int stands) {
  assert(!naturals.has_joker());
  const auto wrong = [](const char* what) { return Error{.what = std::string("expected ") + what}; };
  if (naturals.empty()) return joker ? Move::lone_joker() : Move::pass();
  if (stands >= 0 && naturals.contains(Card::from_bit(stands))) return wrong("the joker in a free place");
  std::uint64_t places = naturals.bits();
  if (stands >= 0) places |= std::uint64_t{1} << stands;
  const int low = std::countr_zero(places) >> 2;
  const int high = (63 - std::countl_zero(places)) >> 2;
  const int size = std::popcount(places);
  if (low == high) {
    if (joker && stands < 0) {
      if (size != 4) return wrong("what the joker stands for, as in JO[S5]");
      return Move::group_of_five(low);
    }
    return Move::group(low, naturals.column(low), stands >= 0 ? stands & 3 : -1);
  }
  if (joker && stands < 0) return wrong("what the joker stands for, as in JO[S5]");
  const Suit suit = suit_at(std::countr_zero(places) & 3);
  if (size < 3 || size != high - low + 1) return wrong("a group, or a run of three or more");
  const Move run = Move::run(suit, low, size, stands >= 0 ? stands >> 2 : -1);
  if (run.cards.without_joker() != naturals) return wrong("a run in one suit");
  return run;
}

std::string to_string(const Public& table) {
  std::string text = "turn " + std::to_string(table.turn) + " | ";
  if (table.table_empty()) {
    text += "table empty";
  } else {
    text += "table " + to_string(table.top) + " (by " + std::to_string(table.owner) +
            (table.locked ? ", locked)" : ")");
  }
  if (table.revolution) text += " | revolution";
  text += " | cards";
  for (int count : table.counts) text += " " + std::to_string(count);
  return text;
}

}  // namespace yomi::daihinmin
