#include "yomi/formats/problem.h"

#include <algorithm>
#include <array>

#include "yomi/cards/number.h"
#include "yomi/formats/text.h"

namespace yomi::problem {
namespace {

using text::is_blank;

constexpr std::size_t kMaxNotes = 1'000;

Error error_at(std::size_t offset, std::string what) {
  return Error{.what = std::move(what), .column = static_cast<std::uint32_t>(offset + 1)};
}

// A rank at `at`, "10" included.
std::optional<Rank> rank_at_text(std::string_view text, std::size_t at, std::size_t& length) {
  length = 1;
  if (text.substr(at, 2) == "10") {
    length = 2;
    return Rank::ten;
  }
  return at < text.size() ? parse_rank(text[at]) : std::nullopt;
}

std::string found_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "the end of the line";
  std::size_t length = 1;
  while (at + length < text.size() && (static_cast<unsigned char>(text[at + length]) & 0xC0) == 0x80)
    ++length;
  return text::quote(text.substr(at, length));
}

// "AK4.QJ.T987.5432", blanks and "-" for a void allowed, or suits by letter or sign in any order, voids left
// out or "-": "S AK4 D T987".
Result<CardSet> parse_any_hand(std::string_view text) {
  const bool dotted = text.find('.') != std::string_view::npos;
  CardSet hand;
  std::size_t dots = 0;
  std::optional<Suit> suit = dotted ? std::optional(Suit::spades) : std::nullopt;
  unsigned suits_seen = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t length = 1;
    if (is_blank(c) || c == ',' || c == '-' || (c == ':' && !dotted)) {
      ++at;
      continue;
    }
    if (dotted && c == '.') {
      if (++dots > 3) return error_at(at, "expected four suits separated by '.', found a fifth");
      suit = kSuitsFromSpades[dots];
      ++at;
      continue;
    }
    const SuitSign sign = dotted ? SuitSign{} : leading_sign(text.substr(at));
    if (sign.suit) length = sign.length;
    const auto named = sign.suit || dotted ? sign.suit : parse_suit(c);
    if (named) {
      if ((suits_seen >> index(*named) & 1) != 0) {
        return error_at(at, std::string("expected each suit once, found ") + to_char(*named) + " again");
      }
      suits_seen |= 1U << index(*named);
      suit = named;
      at += length;
      continue;
    }
    const auto rank = rank_at_text(text, at, length);
    if (!rank || !suit) {
      const std::string_view wanted = !suit    ? "a suit (S H D C) before the cards"
                                      : dotted ? "a rank (A K Q J T 9 ... 2) or '.'"
                                               : "a rank (A K Q J T 9 ... 2) or a suit";
      return error_at(at, "expected " + std::string(wanted) + ", found " + found_at(text, at));
    }
    const Card card(*suit, *rank);
    if (hand.contains(card))
      return error_at(at, "expected each card once, found " + yomi::to_string(card) + " again");
    hand.insert(card);
    at += length;
  }
  if (dotted && dots != 3) {
    return error_at(text.size(), "expected four suits separated by '.', found " + std::to_string(dots + 1));
  }
  return hand;
}

enum class Key : std::uint8_t {
  title,
  note,
  deal,
  north,
  east,
  south,
  west,
  cards,
  trump,
  leader,
  need,
  table,
  dealer,
  vulnerable
};

constexpr std::array<std::pair<std::string_view, Key>, 24> kKeys = {{{"title", Key::title},
                                                                     {"note", Key::note},
                                                                     {"deal", Key::deal},
                                                                     {"north", Key::north},
                                                                     {"n", Key::north},
                                                                     {"east", Key::east},
                                                                     {"e", Key::east},
                                                                     {"south", Key::south},
                                                                     {"s", Key::south},
                                                                     {"west", Key::west},
                                                                     {"w", Key::west},
                                                                     {"cards", Key::cards},
                                                                     {"trump", Key::trump},
                                                                     {"trumps", Key::trump},
                                                                     {"strain", Key::trump},
                                                                     {"leader", Key::leader},
                                                                     {"lead", Key::leader},
                                                                     {"need", Key::need},
                                                                     {"needs", Key::need},
                                                                     {"table", Key::table},
                                                                     {"played", Key::table},
                                                                     {"dealer", Key::dealer},
                                                                     {"vulnerable", Key::vulnerable},
                                                                     {"vul", Key::vulnerable}}};

// One problem in the making.
class Builder {
 public:
  explicit Builder(std::string file) : file_(std::move(file)) {}

  [[nodiscard]] bool empty() const { return first_line_ == 0; }
  void line(std::string_view line, std::uint32_t number);
  // For a line that cannot be read.
  void fail(std::uint32_t number, std::uint32_t column, std::string what) {
    touch(number);
    if (!error_) error_ = Error{.what = std::move(what), .file = file_, .line = number, .column = column};
  }
  Result<Problem> finish();

 private:
  static constexpr std::size_t kSlots = 14;
  struct Place {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };
  void touch(std::uint32_t number) {
    if (first_line_ == 0) first_line_ = number;
  }
  Place& place(Key key) { return places_[static_cast<std::size_t>(key)]; }
  [[nodiscard]] bool has(Key key) const { return places_[static_cast<std::size_t>(key)].line > 0; }
  // The value of `key`; an error's column counts in `value`.
  std::optional<Error> take(Key key, std::string_view value);
  std::optional<Error> take_hand(Seat seat, std::string_view value);
  std::optional<Error> take_deal(std::string_view value);
  Error complaint(Key key, std::string what) {
    return Error{
        .what = std::move(what), .file = file_, .line = place(key).line, .column = place(key).column};
  }

  std::string file_;
  Problem problem_;
  int cards_ = 0;
  std::array<Place, kSlots> places_{};
  std::uint32_t first_line_ = 0;
  std::optional<Error> error_;  // the first one
};

void Builder::line(std::string_view line, std::uint32_t number) {
  std::size_t at = 0;
  while (at < line.size() && is_blank(line[at])) ++at;
  if (at == line.size() || line[at] == '#') return;
  touch(number);
  if (error_) return;
  const auto problem_at = [&](std::size_t offset, std::string what) {
    fail(number, text::column_at(line, offset), std::move(what));
  };
  const std::size_t key_at = at;
  while (at < line.size() && text::is_letter(line[at])) ++at;
  const std::string name = text::lower(line.substr(key_at, at - key_at));
  const auto* const entry =
      std::find_if(kKeys.begin(), kKeys.end(), [&](const auto& k) { return k.first == name; });
  if (entry == kKeys.end()) {
    return problem_at(
        key_at,
        "expected one of north, east, south, west, deal, cards, trump, leader, need, table, "
        "title, note, dealer, vulnerable; found " +
            (name.empty() ? found_at(line, key_at) : text::quote(line.substr(key_at, at - key_at))));
  }
  const Key key = entry->second;
  while (at < line.size() && is_blank(line[at])) ++at;
  if (at < line.size() && (line[at] == ':' || line[at] == '=')) ++at;
  while (at < line.size() && is_blank(line[at])) ++at;
  std::string_view value = line.substr(at);
  const bool is_prose = key == Key::title || key == Key::note;
  if (!is_prose) value = value.substr(0, value.find('#'));
  value = text::trim(value);
  if (has(key) && key != Key::note)
    return problem_at(key_at, "expected " + text::quote(name) + " once, found it again");
  place(key) = {.line = number, .column = text::column_at(line, at)};
  if (const auto error = take(key, value)) {
    const std::size_t offset = error->column == 0 ? 0 : error->column - 1;
    problem_at(at + offset, error->what);
  }
}

std::optional<Error> Builder::take_hand(Seat seat, std::string_view value) {
  const auto cards = parse_any_hand(value);
  if (!cards) return cards.error();
  for (Seat other : kAllSeats) {
    if (const CardSet doubled = problem_.deal[other] & *cards; !doubled.empty()) {
      return error_at(0, "expected each card once, found " + yomi::to_string(doubled.highest()) + " with " +
                             std::string(to_name(other)) + " and " + std::string(to_name(seat)));
    }
  }
  problem_.deal[seat] = *cards;
  return std::nullopt;
}

std::optional<Error> Builder::take_deal(std::string_view value) {
  const auto deal = parse_deal(value);
  if (!deal) return deal.error();
  for (Key one : {Key::north, Key::east, Key::south, Key::west}) {
    if (has(one)) return error_at(0, "expected either a deal or single hands, found both");
    place(one) = place(Key::deal);
  }
  problem_.deal = *deal;
  return std::nullopt;
}

std::optional<Error> Builder::take(Key key, std::string_view value) {
  if (value.empty() && key != Key::title && key != Key::note && key != Key::table) {
    return error_at(0, "expected a value, found the end of the line");
  }
  const auto expected = [&](bool good, std::string_view what) -> std::optional<Error> {
    if (good) return std::nullopt;
    return error_at(0, "expected " + std::string(what) + ", found " + text::quote(value));
  };
  switch (key) {
    case Key::title:
      problem_.title = value;
      return std::nullopt;
    case Key::note:
      if (problem_.notes.size() < kMaxNotes) problem_.notes.emplace_back(value);
      return std::nullopt;
    case Key::deal:
      return take_deal(value);
    case Key::north:
      return take_hand(Seat::north, value);
    case Key::east:
      return take_hand(Seat::east, value);
    case Key::south:
      return take_hand(Seat::south, value);
    case Key::west:
      return take_hand(Seat::west, value);
    case Key::cards: {
      cards_ = parse_number<int>(value).value_or(0);
      return expected(cards_ >= 1 && cards_ <= kRanks, "the number of cards in a hand, from 1 to 13");
    }
    case Key::trump: {
      const auto strain = parse_trump(value);
      if (strain) problem_.strain = *strain;
      return expected(strain.has_value(), "a trump suit (S H D C) or none");
    }
    case Key::leader:
    case Key::dealer: {
      const auto seat = parse_seat(value);
      if (seat && key == Key::leader) problem_.leader = *seat;
      if (seat && key == Key::dealer) problem_.dealer = *seat;
      return expected(seat.has_value(), "a seat (north east south west)");
    }
    case Key::need:
      problem_.need = parse_need(value, Side::ns);
      return expected(problem_.need.has_value(), "a side and a number of tricks, such as NS 4");
    case Key::table: {
      auto cards = parse_cards(value);
      if (!cards) return cards.error();
      problem_.table = std::move(*cards);
      return std::nullopt;
    }
    case Key::vulnerable:
      problem_.vulnerability = parse_vulnerability(value);
      return expected(problem_.vulnerability.has_value(), "none, NS, EW or all");
  }
  return std::nullopt;
}

Result<Problem> Builder::finish() {
  if (error_) return *error_;
  problem_.line = first_line_;
  const auto missing = [&](std::string_view what) {
    return Error{.what = "expected " + std::string(what) + " in the problem that starts here, found none",
                 .file = file_,
                 .line = first_line_,
                 .column = 1};
  };
  constexpr BySeat<Key> hands = {Key::north, Key::east, Key::south, Key::west};
  for (Seat seat : kAllSeats) {
    if (!has(hands[seat])) return missing("a line '" + text::lower(to_name(seat)) + "'");
  }
  if (!has(Key::trump)) return missing("a line 'trump'");
  if (!has(Key::leader)) return missing("a line 'leader'");
  const Key blamed = has(Key::table) ? Key::table : Key::deal;
  const auto position = problem_.position();
  if (!position) {
    // The hand whose size differs from most of the others is reported.
    Key where = blamed;
    if (where == Key::deal && !has(Key::deal)) {
      std::array<int, 4> sizes{};
      for (std::size_t i = 0; i < 4; ++i) sizes[i] = problem_.deal.hands[i].size();
      for (std::size_t i = 0; i < 4; ++i) {
        if (std::count(sizes.begin(), sizes.end(), sizes[i]) == 1) where = hands[i];
      }
      if (where == Key::deal) where = Key::north;
    }
    return complaint(where, position.error().what);
  }
  const int tricks = position->tricks_left();
  if (tricks == 0)
    return complaint(has(Key::deal) ? Key::deal : Key::north, "expected at least one card in each hand");
  if (tricks > kRanks)
    return complaint(Key::north, "expected at most 13 cards in a hand, found " + std::to_string(tricks));
  if (has(Key::cards) && cards_ != tricks) {
    return complaint(Key::cards, "expected " + std::to_string(cards_) + " cards in each hand, found " +
                                     std::to_string(tricks) + " (cards on the table counted)");
  }
  if (problem_.need && problem_.need->tricks > tricks) {
    return complaint(Key::need, "expected a need of at most " + std::to_string(tricks) + " tricks, found " +
                                    std::to_string(problem_.need->tricks));
  }
  return std::move(problem_);
}

}  // namespace

bool operator==(const Problem& a, const Problem& b) {
  return a.title == b.title && a.notes == b.notes && a.deal == b.deal && a.strain == b.strain &&
         a.leader == b.leader && a.table == b.table && a.need == b.need && a.dealer == b.dealer &&
         a.vulnerability == b.vulnerability;
}

std::optional<Need> parse_need(std::string_view text, Side side) {
  text = text::trim(text);
  Need need{.side = side};
  if (text.size() > 2) {
    const std::string name = text::lower(text.substr(0, 2));
    if (name == "ns" || name == "ew") {
      need.side = name == "ns" ? Side::ns : Side::ew;
      text = text::trim(text.substr(2));
    }
  }
  need.tricks = parse_number<int>(text).value_or(-1);
  return need.tricks >= 0 && need.tricks <= kRanks ? std::optional(need) : std::nullopt;
}

std::optional<Strain> parse_trump(std::string_view text) {
  const std::string name = text::lower(text::trim(text));
  for (std::string_view none : {"none", "no trump", "no trumps", "notrump", "nt", "n", "-"}) {
    if (name == none) return Strain::no_trump;
  }
  constexpr BySuit<std::string_view> names = {"clubs", "diamonds", "hearts", "spades"};
  for (Suit suit : kAllSuits) {
    const std::string_view full = names[suit];
    if (name == full || name == full.substr(0, full.size() - 1) || name == full.substr(0, 1))
      return strain_of(suit);
  }
  const SuitSign sign = leading_sign(name);
  return sign.suit && sign.length == name.size() ? std::optional(strain_of(*sign.suit)) : std::nullopt;
}

Result<std::vector<Card>> parse_cards(std::string_view text) {
  std::vector<Card> cards;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at]) || text[at] == ',') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    std::string word;
    while (at < text.size() && !is_blank(text[at]) && text[at] != ',') {
      const SuitSign sign = leading_sign(text.substr(at));
      word += sign.suit ? to_char(*sign.suit) : text[at];
      at += std::max<std::size_t>(sign.length, 1);
    }
    const auto card = parse_card(word);
    if (!card)
      return error_at(
          begin, "expected a card such as SA or H7, found " + text::quote(text.substr(begin, at - begin)));
    if (cards.size() >= 52 || std::find(cards.begin(), cards.end(), *card) != cards.end()) {
      return error_at(begin, "expected each card once, found " + yomi::to_string(*card) + " again");
    }
    cards.push_back(*card);
  }
  return cards;
}

std::vector<Result<Problem>> parse(std::string_view text, const std::string& file) {
  std::vector<Result<Problem>> problems;
  Builder builder(file);
  const std::size_t zero = std::min(text.find('\0'), text.size());
  const bool has_zero = zero < text.size();
  text = text.substr(0, zero);
  std::uint32_t number = 0;
  std::size_t at = 0;
  std::string_view last;
  while (at < text.size()) {
    ++number;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = last = text.substr(at, end - at);
    at = end + 1;
    const std::string_view trimmed = line.size() > text::kMaxLine ? line : text::trim(line);
    if (line.size() > text::kMaxLine) {
      builder.fail(number, 1,
                   "expected lines of at most " + std::to_string(text::kMaxLine) + " bytes, found one of " +
                       std::to_string(line.size()));
    } else if (trimmed.size() >= 3 && trimmed.find_first_not_of('-') == std::string_view::npos) {
      if (!builder.empty()) problems.push_back(builder.finish());
      builder = Builder(file);
    } else {
      builder.line(line, number);
    }
  }
  if (has_zero) {
    const bool at_line_start = text.empty() || text.back() == '\n';
    builder.fail(number + (at_line_start ? 1 : 0), at_line_start ? 1 : text::column_at(last, last.size()),
                 "expected text, found a zero byte; the file is not read beyond it");
  }
  if (!builder.empty()) problems.push_back(builder.finish());
  if (problems.empty()) {
    problems.emplace_back(
        Error{.what = "expected a problem or a PBN board, found only blank lines and comments",
              .file = file,
              .line = 1,
              .column = 1});
  }
  return problems;
}

std::string to_string(const Problem& problem) {
  std::string out;
  const auto line = [&out](std::string_view key, std::string_view value) {
    out.append(key);
    if (value.starts_with(':') || value.starts_with('=')) out += ':';  // which would be taken for ours
    out.append(8 - key.size(), ' ').append(value).append("\n");
  };
  if (!problem.title.empty()) line("title", problem.title);
  for (Seat seat : kAllSeats) line(text::lower(to_name(seat)), hand_to_string(problem.deal[seat]));
  line("trump", problem.strain == Strain::no_trump ? "none" : yomi::to_string(problem.strain));
  line("leader", text::lower(to_name(problem.leader)));
  if (!problem.table.empty()) {
    std::string cards;
    for (Card card : problem.table) cards += (cards.empty() ? "" : " ") + yomi::to_string(card);
    line("table", cards);
  }
  if (problem.need)
    line("need", std::string(to_name(problem.need->side)) + " " + std::to_string(problem.need->tricks));
  if (problem.dealer) line("dealer", text::lower(to_name(*problem.dealer)));
  if (problem.vulnerability) line("vul", yomi::to_string(*problem.vulnerability));
  for (const std::string& note : problem.notes) line("note", note);
  return out;
}

}  // namespace yomi::problem
