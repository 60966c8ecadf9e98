// What the tags of the identification section mean.
#include <algorithm>
#include <charconv>

#include "board_builder.h"
#include "pbn_internal.h"
#include "yomi/cards/number.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {
namespace {

// What a tag says, inheritance applied, and where it stands: nowhere if it is of another board.
struct Said {
  std::string_view value;
  const Tag* tag = nullptr;
};

void complain(Record& record, const Said& said, const std::string& file, std::string what,
              std::size_t offset = 0) {
  if (said.tag == nullptr) return;  // told where it stands
  add_error(
      record,
      Error{.what = std::move(what),
            .file = file,
            .line = said.tag->line,
            .column = said.tag->column == 0 ? 0 : said.tag->column + static_cast<std::uint32_t>(offset)});
}

// Does a hand have some cards, and fewer than thirteen?
bool is_short(const Deal& deal) {
  return std::any_of(deal.hands.begin(), deal.hands.end(),
                     [](CardSet hand) { return !hand.empty() && hand.size() < kRanks; });
}

void read_deal(Record& record, const Said& said, const std::string& file) {
  if (is_unknown(said.value)) return;
  auto read = parse_deal(said.value);
  const auto is_whole = [](CardSet hand) { return hand.size() == kRanks; };
  if (read && std::all_of(read->hands.begin(), read->hands.end(), is_whole)) {
    record.board.set_deal(*read);
    return;
  }
  std::string value(said.value);
  if (!read && value.find_first_of(",;") != std::string::npos) {  // between the hands
    std::replace_if(
        value.begin(), value.end(), [](char c) { return c == ',' || c == ';'; }, ' ');
    if (auto again = parse_deal(value)) read = again;
  }
  auto deal = read ? std::optional(*read) : std::nullopt;
  // Whole hands that are left out at the end are not known.
  const bool cut = !deal && read.error().column == value.size() + 1;
  for (int missing = 0; cut && missing < 3 && !deal; ++missing) {
    value += " -";
    if (const auto padded = parse_deal(value); padded && !is_short(*padded)) deal = *padded;
  }
  if (!deal) return complain(record, said, file, read.error().what, read.error().column - 1);
  Board board{.deal = *deal, .known = written_hands(value)};
  Seat longest = Seat::north;
  int whole = 0;
  for (const Seat seat : kAllSeats) {
    if (board.deal[seat].size() > board.deal[longest].size()) longest = seat;
    whole += board.deal[seat].size() == kRanks ? 1 : 0;
  }
  // Empty hands beside others are not known, and three whole ones leave the rest for the fourth.
  const int most = board.deal[longest].size();
  for (const Seat chair : kAllSeats) {
    const int cards = board.deal[chair].size();
    if (cards == most || (cards > 0 && (whole != 3 || most > kRanks))) continue;
    board.known[chair] = false;
    board.deal[chair] = {};
  }
  if (whole == 3 && most == kRanks && is_short(*deal)) board.complete_deal();
  const auto found = [&](Seat chair) {
    return std::to_string(board.deal[chair].size()) + " with " + std::string(to_name(chair));
  };
  for (Seat chair : kAllSeats) {
    if (!board.known[chair] || board.deal[chair].size() == most) continue;
    complain(record, said, file,
             "expected equally many cards in all hands, found " + found(chair) + " and " + found(longest));
    return;
  }
  if (most > kRanks) {
    complain(record, said, file, "expected at most 13 cards in a hand, found " + std::to_string(most));
    return;
  }
  record.board.deal = board.deal;
  record.board.known = board.known;
}

// "4 Spades x" and "3NT*" become "4sx" and "3ntx", "4SR", "4S Dbl" and "4S Rdbl" get their x.
std::string plain_contract(std::string_view text) {
  std::string made;
  for (const char c : text::lower(text)) {
    if (c == '*')
      made += 'x';
    else if (!text::is_blank(c))
      made += c;
  }
  if (made.size() < 4) {
    if (made.size() == 3 && text::is_digit(made[0]) && made[2] == 'r') made.replace(2, 1, "xx");
    return made;
  }
  using Words = std::pair<std::string_view, std::string_view>;
  for (const auto& [word, sign] :
       {Words("notrumps", "n"), Words("notrump", "n"), Words("spades", "s"), Words("spade", "s"),
        Words("hearts", "h"), Words("heart", "h"), Words("diamonds", "d"), Words("diamond", "d"),
        Words("clubs", "c"), Words("club", "c"), Words("redoubled", "xx"), Words("doubled", "x"),
        Words("rdbl", "xx"), Words("dbl", "x")}) {
    if (const std::size_t at = made.find(word); at != std::string::npos) made.replace(at, word.size(), sign);
  }
  if (text::is_digit(made[0]) && made.ends_with("tr")) made.replace(made.size() - 1, 1, "xx");
  return made;
}

// "4sx-1", "3nts=", "4ss": removes result and declarer from the end of the contract.
void take_result_off(Record& record, std::string& value) {
  Board& board = record.board;
  std::string beside;
  if (const std::size_t sign = value.find_first_of("+-="); sign != std::string::npos) {
    beside = value.substr(sign);
    value.resize(sign);
  }
  if (value.size() > 2 && !parse_contract(value, Seat::north)) {
    if (const auto seat = parse_seat(std::string_view(value).substr(value.size() - 1))) {
      value.pop_back();
      if (!board.declarer) board.declarer = seat;
    }
  }
  const auto contract = parse_contract(value, Seat::north);
  if (!contract || beside.empty()) return;
  const auto number =
      beside.size() > 1 ? parse_number<int>(std::string_view(beside).substr(1)) : std::optional(0);
  const int tricks = contract->tricks_needed() + (beside[0] == '-' ? -1 : 1) * number.value_or(kRanks);
  if (number && *number >= 0 && tricks >= 0 && tricks <= kRanks) board.tricks = tricks;
}

// "4S", "3NTX", "4 S x", "3NT*", "5CX by S", "Pass", "All pass"; a declarer where the value names one.
void read_contract(Record& record, const Said& said, const std::string& file) {
  if (is_unknown(text::trim(said.value))) return;
  std::string value = plain_contract(said.value);
  if (value == "pass" || value == "passedout" || value == "passed" || value == "allpass" || value == "pas" ||
      value == "ap" || value == "p") {
    record.board.passed_out = true;
    return;
  }
  if (const auto strain = parse_strain(value)) {
    record.board.strain = *strain;
    return;
  }
  if (const std::size_t by = value.find("by"); by != std::string::npos) {
    if (const auto seat = parse_seat(std::string_view(value).substr(by + 2))) {
      if (!record.board.declarer) record.board.declarer = seat;
      value.resize(by);
    }
  }
  if (!parse_contract(value, Seat::north)) take_result_off(record, value);
  record.board.contract = parse_contract(value, record.board.declarer.value_or(Seat::north));
  if (!record.board.contract) {
    return complain(
        record, said, file,
        "expected a contract such as 4S, 3NTX or Pass, found " + text::quote(text::trim(said.value)));
  }
  record.board.strain = record.board.contract->strain;
}

// "9", "9 tricks", "+1", "=", "NS 9", "NS 9 EW 4", any of them after "^".
void read_result(Record& record, std::string_view value) {
  value = text::trim(value);
  if (value.starts_with("^")) value.remove_prefix(1);
  const auto take = [&](std::optional<int> tricks) {
    if (!tricks || *tricks < 0 || *tricks > kRanks) return false;
    record.board.tricks = tricks;
    return true;
  };
  if (take(parse_number<int>(value.substr(0, value.find(' '))))) return;
  if (const auto& contract = record.board.contract; contract && !value.empty()) {
    // Beside what the contract needs.
    if (value == "=") record.board.tricks = contract->tricks_needed();
    if (value[0] == '+' || value[0] == '-') {
      const auto beside = parse_number<int>(value.substr(1));
      if (beside && *beside >= 0 && *beside <= kRanks)
        take(contract->tricks_needed() + (value[0] == '+' ? *beside : -*beside));
    }
  }
  if (!record.board.declarer || value.size() < 4) return;
  const std::string_view side = value.substr(0, 2);
  if (side != "NS" && side != "EW") return;
  const std::string_view rest = text::trim(value.substr(2));
  const auto tricks = parse_number<int>(rest.substr(0, rest.find(' ')));
  if (!tricks || *tricks < 0 || *tricks > kRanks) return;
  const bool declaring = (side == "NS") == on(*record.board.declarer, Side::ns);
  record.board.tricks = declaring ? *tricks : kRanks - *tricks;
}

std::optional<dd::Table> read_optimum_table(std::string_view body) {
  dd::Table table;
  int cells = 0;
  while (!body.empty()) {
    const std::size_t end = std::min(body.find('\n'), body.size());
    const std::string_view row = text::trim(body.substr(0, end));
    body.remove_prefix(std::min(end + 1, body.size()));
    if (row.empty()) continue;
    std::array<std::string_view, 3> words{};
    std::size_t count = 0;
    for (std::string_view rest = row; !rest.empty() && count < 3; rest = text::trim(rest)) {
      const std::size_t length = std::min(rest.find_first_of(" \t"), rest.size());
      words[count++] = rest.substr(0, length);
      rest.remove_prefix(length);
    }
    const auto seat = parse_seat(words[0]);
    const auto strain = parse_strain(words[1]);
    const auto tricks = parse_number<int>(words[2]);
    if (!seat || !strain || !tricks || *tricks < 0 || *tricks > kRanks) return std::nullopt;
    table.tricks[*strain][*seat] = static_cast<std::uint8_t>(*tricks);
    ++cells;
  }
  return cells == kStrains * kSeats ? std::optional(table) : std::nullopt;
}

// The tags that a board is made from, found in one pass: the first of each name.
class KnownTags {
 public:
  enum Name : std::uint8_t {
    deal,
    play,
    west,
    east,
    board,
    north,
    south,
    dealer,
    result,
    auction,
    declarer,
    contract,
    vulnerable,
    digits,
    table,
    none
  };

  explicit KnownTags(const Record& record) : record_(record) {
    for (const Tag& tag : record.tags) {
      const Name name = name_of(tag.name);
      if (at_[name] == nullptr) at_[name] = &tag;
    }
  }
  [[nodiscard]] const Tag* operator[](Name name) const { return at_[name]; }
  // Its value, otherwise that from the head of the file; "" if unknown.
  [[nodiscard]] Said said(Name name, std::string_view words) const {
    return {.value = text::trim(value(name, words)), .tag = at_[name]};
  }
  [[nodiscard]] std::string_view value(Name name, std::string_view words) const {
    if (at_[name] != nullptr) return value_of(record_, *at_[name]);
    for (const auto& [key, value] : record_.inherited) {
      if (key == words) return value;
    }
    if (!record_.header) return "";
    for (const auto& [key, value] : *record_.header) {
      if (key == words) return value;
    }
    return "";
  }

 private:
  static Name name_of(std::string_view name) {
    const auto is = [name](std::string_view words, Name value) { return name == words ? value : none; };
    switch (name.size()) {
      case 4:
        return name[0] == 'D'   ? is("Deal", deal)
               : name[0] == 'P' ? is("Play", play)
               : name[0] == 'W' ? is("West", west)
                                : is("East", east);
      case 5:
        return name[0] == 'B' ? is("Board", board) : name[0] == 'N' ? is("North", north) : is("South", south);
      case 6:
        return name[0] == 'D' ? is("Dealer", dealer) : is("Result", result);
      case 7:
        return is("Auction", auction);
      case 8:
        return name[0] == 'D' ? is("Declarer", declarer) : is("Contract", contract);
      case 10:
        return is("Vulnerable", vulnerable);
      case 17:
        return is("DoubleDummyTricks", digits);
      case 18:
        return is("OptimumResultTable", table);
      default:
        return none;
    }
  }

  const Record& record_;
  std::array<const Tag*, none + 1> at_{};
};

std::string known_value(std::string_view value) {
  return is_unknown(value) ? "" : text::to_utf8(value);
}

// The calls, and the dealer, contract and declarer that the tags leave open, from the auction.
void complete_from_auction(Record& record, const std::optional<Auction>& auction) {
  if (!record.bidding) return;
  record.board.calls = explained_calls(*record.bidding);
  if (!record.board.dealer || !record.board.calls.empty()) record.board.dealer = record.bidding->first;
  if (!auction || !auction->is_over()) return;
  const auto contract = auction->contract();
  if (!contract) {
    if (!record.board.contract && !record.board.strain) record.board.passed_out = true;
    return;
  }
  if (!record.board.contract && !record.board.strain && !record.board.passed_out) {
    record.board.contract = contract;
    record.board.strain = contract->strain;
    if (record.board.declarer) record.board.contract->declarer = *record.board.declarer;
  }
  const bool same = record.board.contract && record.board.contract->level == contract->level &&
                    record.board.contract->strain == contract->strain;
  if (!record.board.declarer && same) {
    record.board.declarer = contract->declarer;
    record.board.contract->declarer = contract->declarer;
  }
}

}  // namespace

const Tag* Record::find(std::string_view name) const {
  for (const Tag& tag : tags) {
    if (tag.name.size() == name.size() && tag.name == name) return &tag;
  }
  return nullptr;
}

void set_usual_case(std::string& name) {
  const std::string lower = text::lower(name);
  const auto is_it = [&](std::string_view usual) {
    return usual.size() == lower.size() && text::lower(usual) == lower;
  };
  for (const std::string_view usual : kMandatory) {
    if (is_it(usual)) name = usual;
  }
  for (const std::string_view usual :
       {"Auction", "Play", "Note", "OptimumResultTable", "DoubleDummyTricks"}) {
    if (is_it(usual)) name = usual;
  }
}

std::string_view value_of(const Record& record, const Tag& tag) {
  const std::string_view value = tag.value;
  if (!value.starts_with('#') || may_not_inherit(tag.name)) return value;
  if (value.starts_with("##")) return value.substr(2);
  if (value != "#") return value;
  for (const auto& [name, inherited] : record.inherited) {
    if (name == tag.name) return inherited;
  }
  return "";
}

std::optional<std::string> Record::value(std::string_view name) const {
  if (const Tag* tag = find(name)) return std::string(value_of(*this, *tag));
  if (!header) return std::nullopt;
  for (const auto& [key, value] : *header) {
    if (key == name) return value;
  }
  return std::nullopt;
}

void Record::set(std::string_view name, std::string value) {
  for (Tag& tag : tags) {
    if (tag.name != name) continue;
    tag.value = std::move(value);
    return;
  }
  tags.push_back(Tag{.name = std::string(name), .value = std::move(value)});
}

void interpret(Record& record, const std::string& file) {
  const KnownTags known(record);
  const auto seat_of = [&](KnownTags::Name name, std::string_view words) -> std::optional<Seat> {
    Said said = known.said(name, words);
    if (is_unknown(said.value)) return std::nullopt;
    if (name == KnownTags::declarer && said.value.starts_with("^")) said.value.remove_prefix(1);
    const auto seat = parse_seat(said.value);
    if (!seat) complain(record, said, file, "expected a seat (N E S W), found " + text::quote(said.value));
    return seat;
  };
  Board& board = record.board = {};
  board.number = known_value(known.value(KnownTags::board, "Board"));
  board.names = {
      known_value(known.value(KnownTags::north, "North")), known_value(known.value(KnownTags::east, "East")),
      known_value(known.value(KnownTags::south, "South")), known_value(known.value(KnownTags::west, "West"))};
  board.dealer = seat_of(KnownTags::dealer, "Dealer");
  board.declarer = seat_of(KnownTags::declarer, "Declarer");
  if (const Said said = known.said(KnownTags::vulnerable, "Vulnerable");
      !said.value.empty() && said.value != "?") {
    board.vulnerability = parse_vulnerability(said.value);
    if (!board.vulnerability)
      complain(record, said, file, "expected None, NS, EW or All, found " + text::quote(said.value));
  }
  read_deal(record, {.value = known.value(KnownTags::deal, "Deal"), .tag = known[KnownTags::deal]}, file);
  read_contract(record, known.said(KnownTags::contract, "Contract"), file);
  read_result(record, known.value(KnownTags::result, "Result"));
  record.bidding.reset();
  if (const Tag* tag = known[KnownTags::auction])
    complete_from_auction(record, read_auction(record, *tag, file));
  if (board.passed_out) board.declarer.reset();
  record.play.reset();
  if (board.declarer) board.leader = next(*board.declarer);
  if (const Tag* tag = known[KnownTags::play]) {
    read_play(record, *tag, file);
    if (record.play) order_cards(record, *tag, file);
  }
  record.double_dummy.reset();
  if (const Tag* tag = known[KnownTags::digits]) record.double_dummy = parse_double_dummy_digits(tag->value);
  if (const Tag* tag = known[KnownTags::table]; tag != nullptr && !record.double_dummy) {
    record.double_dummy = read_optimum_table(tag->body);
  }
}

namespace {
constexpr std::array<Seat, 4> kDigitSeats = {Seat::north, Seat::south, Seat::east, Seat::west};
}  // namespace

std::string double_dummy_digits(const dd::Table& table) {
  std::string digits;
  for (Seat seat : kDigitSeats) {
    for (Strain strain : kStrainsFromNoTrump) {
      digits += "0123456789abcd"[table.at(strain, seat)];
    }
  }
  return digits;
}

std::optional<dd::Table> parse_double_dummy_digits(std::string_view digits) {
  if (digits.size() != 20) return std::nullopt;
  dd::Table table;
  std::size_t at = 0;
  for (Seat seat : kDigitSeats) {
    for (Strain strain : kStrainsFromNoTrump) {
      int tricks = 0;
      const char* digit = digits.data() + at++;
      const auto [end, code] = std::from_chars(digit, digit + 1, tricks, 16);
      if (code != std::errc() || end != digit + 1 || tricks > kRanks) return std::nullopt;
      table.tricks[strain][seat] = static_cast<std::uint8_t>(tricks);
    }
  }
  return table;
}

}  // namespace yomi::pbn
