#include <algorithm>

#include "board_builder.h"
#include "lin_text.h"
#include "yomi/cards/number.h"
#include "yomi/formats/lin.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi::lin {
namespace {

constexpr std::size_t kMaxErrors = 20;
constexpr std::size_t kMaxFields = 20'000;  // of one board: more is no board

bool is_name(std::string_view text) {
  const auto plain = [](char c) { return text::is_letter(c) || text::is_digit(c); };
  return text.size() == 2 && plain(text[0]) && (plain(text[1]) || text[1] == '#');
}

std::string clean(std::string_view text) {
  std::string made = text::to_utf8(text::trim(text));
  std::replace(made.begin(), made.end(), '\n', ' ');
  return made;
}

// "4SWx-1", "3NN+2", "P": the tricks, when it is this contract.
std::optional<int> tricks_in(std::string_view result, const Contract& contract) {
  const std::string text = text::lower(text::trim(result));
  if (text.size() < 4 || text[0] != static_cast<char>('0' + contract.level)) return std::nullopt;
  const auto strain = parse_strain(std::string_view(text).substr(1, 1));
  const auto seat = parse_seat(std::string_view(text).substr(2, 1));
  const std::size_t sign = text.find_first_of("+-=", 3);
  if (strain != contract.strain || seat != contract.declarer || sign == std::string::npos)
    return std::nullopt;
  if (text[sign] == '=') return contract.tricks_needed();
  const auto number = leading_number<int>(std::string_view(text).substr(sign + 1));
  if (!number || *number < 0 || *number > kRanks) return std::nullopt;
  const int tricks = contract.tricks_needed() + (text[sign] == '+' ? *number : -*number);
  return tricks >= 0 && tricks <= kRanks ? std::optional(tricks) : std::nullopt;
}

struct Field {
  std::string_view name;
  std::string_view value;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

}  // namespace

class Reader::Impl {
 public:
  Impl(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  std::optional<ReadBoard> next();
  [[nodiscard]] std::size_t offset() const { return at_; }

 private:
  std::optional<Field> field();
  std::string_view token();
  std::uint32_t column();
  [[nodiscard]] bool starts_board(const Field& field) const;
  void understand(const Field& field);
  void head(const Field& field);
  void number(const Field& field);
  void hands(const Field& field);
  void take_others_deal();
  [[nodiscard]] std::optional<std::vector<BoardCall>> calls_of(std::string_view value) const;
  void calls(const Field& field);
  void cards(const Field& field);
  void claim(const Field& field);
  void comment(std::string_view value);
  void finish();
  [[nodiscard]] int place() const;
  void keep(std::string_view name, std::string_view value) {
    builder_.board.asides.push_back(
        {.after = place(), .field = text::to_utf8(name), .text = text::to_utf8(value)});
  }
  void keep(const Field& field) { keep(field.name, field.value); }
  void error(const Field& field, std::string what) {
    if (read_.errors.size() >= kMaxErrors) return;
    read_.errors.push_back(
        {.what = std::move(what), .file = file_, .line = field.line, .column = field.column});
  }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
  std::size_t column_at_ = 0;  // column_ is of this place; a line may hold a whole file
  std::uint32_t column_ = 1;
  std::optional<Field> waiting_;  // read, and belongs to the next board

  // What holds for all boards that follow.
  BySeat<std::string> open_names_;
  BySeat<std::string> closed_names_;
  std::vector<BoardTag> tags_;
  std::vector<std::string_view> results_;
  int first_number_ = 1;
  std::size_t boards_ = 0;
  Board other_;  // the number, hands and vulnerability of the board before

  // The board being read.
  ReadBoard read_;
  BoardBuilder builder_;
  bool has_number_ = false;
  bool has_deal_ = false;
  bool closed_ = false;
  bool claimed_ = false;
  bool calls_end_ = false;  // a call could not be: the rest is kept as it stands
  bool play_ends_ = false;
  std::size_t fields_ = 0;
};

std::string_view Reader::Impl::token() {
  const std::size_t end = std::min(text_.find('|', at_), text_.size());
  const std::string_view made = text_.substr(at_, end - at_);
  for (std::size_t i = at_; i < end; ++i) {
    if (text_[i] != '\n') continue;
    ++line_;
    line_start_ = i + 1;
  }
  at_ = std::min(end + 1, text_.size());
  return made;
}

std::uint32_t Reader::Impl::column() {
  if (column_at_ < line_start_) {
    column_at_ = line_start_;
    column_ = 1;
  }
  column_ += text::column_at(text_.substr(column_at_), at_ - column_at_) - 1;
  column_at_ = at_;
  return column_;
}

std::optional<Field> Reader::Impl::field() {
  while (at_ < text_.size()) {
    Field made;
    made.name = text::trim(token());
    made.line = line_;
    made.column = column();
    if (made.name.empty()) continue;
    if (!is_name(made.name)) {
      // Text where a field name should be: a bar in a comment, or not LIN at all.
      if (!builder_.board.asides.empty() && builder_.board.asides.back().after == place()) {
        builder_.board.asides.back().text += "|" + clean(made.name);
      } else {
        keep("nt", made.name);
      }
      continue;
    }
    made.value = token();
    return made;
  }
  return std::nullopt;
}

int Reader::Impl::place() const {
  if (!has_deal_ && builder_.events() == 0)
    return has_number_ || boards_ > 0 ? Aside::kBeforeDeal : Aside::kBeforeBoard;
  return builder_.events() + (claimed_ ? 1 : 0);
}

bool Reader::Impl::starts_board(const Field& field) const {
  const bool begun = has_deal_ || builder_.events() > 0;
  if (field.name == "qx") return begun || has_number_;
  // Without numbers, the names or the hands of the next board end this one.
  return begun && (field.name == "md" || field.name == "pn" || field.name == "vg");
}

void Reader::Impl::head(const Field& field) {
  if (field.name == "pn") {
    const auto names = split(field.value, ',');
    for (std::size_t i = 0; i < names.size() && i < 8; ++i) {
      (i < 4 ? open_names_ : closed_names_)[kSeats[i % 4]] = clean(names[i]);
    }
    if (names.size() <= 4) closed_names_ = open_names_;
    if (names.size() != 4 && names.size() != 8) keep(field);
    return;
  }
  keep(field);
  if (field.name == "rs") results_ = split(field.value, ',');
  if (field.name != "vg") return;
  // Event, segment, scoring, first and last board, team, its carry-over, team, its carry-over.
  auto parts = split(field.value, ',');
  std::string event;
  for (; parts.size() > 9; parts.erase(parts.begin())) event += clean(parts.front()) + ", ";
  parts.resize(9);
  event += clean(parts[0]);
  tags_.clear();
  const auto add = [&](std::string_view name, std::string value) {
    if (!value.empty()) tags_.push_back({.name = std::string(name), .value = std::move(value)});
  };
  add("Event", std::move(event));
  const std::string scoring = text::lower(clean(parts[2]));
  add("Scoring", scoring == "i" ? "IMP" : scoring == "p" ? "MP" : scoring == "b" ? "BAM" : clean(parts[2]));
  add("Stage", clean(parts[1]));
  add("HomeTeam", clean(parts[5]));
  add("VisitTeam", clean(parts[7]));
  first_number_ = leading_number<int>(clean(parts[3])).value_or(1);
}

void Reader::Impl::number(const Field& field) {
  has_number_ = true;
  std::string value = clean(field.value);
  const std::string lower = text::lower(value);
  const bool room = lower.size() > 1 && (lower[0] == 'o' || lower[0] == 'c') && text::is_digit(lower[1]);
  builder_.board.number = room ? value.substr(1) : value;
  if (!room) return;
  if (const std::size_t comma = value.find(','); comma != std::string::npos) {  // "o1,Board 1"
    builder_.board.number = text::trim(std::string_view(value).substr(1, comma - 1));
    keep("ah", text::trim(std::string_view(value).substr(comma + 1)));
  }
  closed_ = lower[0] == 'c';
  builder_.board.set_tag("Room", closed_ ? "Closed" : "Open");
}

void Reader::Impl::hands(const Field& field) {
  has_deal_ = true;
  read_.deal_line = field.line;
  read_.deal_column = field.column;
  const auto hands = parse_hands(field.value);
  if (!hands) {
    error(field, hands.error().what);
    keep(field);
    return;
  }
  builder_.board.dealer = hands->dealer;
  builder_.board.deal = hands->deal;
  builder_.board.known = hands->known;
}

// A table without hands has those of the other room.
void Reader::Impl::take_others_deal() {
  Board& board = builder_.board;
  if (has_deal_ || builder_.events() > 0 || board.number.empty() || board.number != other_.number) return;
  has_deal_ = true;
  board.dealer = other_.dealer;
  board.deal = other_.deal;
  board.known = other_.known;
  if (!board.vulnerability) board.vulnerability = other_.vulnerability;
}

// "AP", "all pass": as many passes as end the auction.
std::optional<std::vector<BoardCall>> Reader::Impl::calls_of(std::string_view value) const {
  const std::string words = text::lower(value);
  if (words != "ap" && words != "all pass" && words != "allpass") return parse_calls(value);
  Auction auction = builder_.auction().value_or(Auction(builder_.board.dealer.value_or(Seat::south)));
  std::vector<BoardCall> made;
  while (!auction.is_over() && auction.add(Call::pass())) made.push_back({.call = Call::pass()});
  return made;
}

void Reader::Impl::calls(const Field& field) {
  const std::string_view value = text::trim(field.value);
  const bool over = builder_.auction() && builder_.auction()->is_over();
  const auto calls = calls_end_ || !builder_.board.play.empty() ? std::nullopt : calls_of(value);
  const bool passes = over && calls && std::all_of(calls->begin(), calls->end(), [](const BoardCall& one) {
                        return one.call.is_pass();
                      });
  if (passes) return keep(field);  // some programs write one too many
  if (!calls) {
    if (!calls_end_ && builder_.board.play.empty() && !value.empty() && value != "?")
      error(field, "expected a call such as 1N, p, d or r, found " + text::quote(text::trim(field.value)));
    keep(field);
    return;
  }
  Board& board = builder_.board;
  if (!board.dealer) {
    const int number = leading_number<int>(board.number).value_or(0);
    board.dealer = number > 0 ? board_dealer(number) : Seat::south;
  }
  for (const BoardCall& call : *calls) {
    auto wrong = builder_.add(call);
    if (!wrong) continue;
    error(field, std::move(*wrong));
    calls_end_ = true;
    keep(field);
    return;
  }
}

void Reader::Impl::cards(const Field& field) {
  std::string_view rest = text::trim(field.value);
  std::vector<Card> found;
  while (!play_ends_ && !rest.empty()) {
    if (!found.empty() &&
        (rest[0] == '!' || rest[0] == '?' || rest[0] == ',')) {  // a mark on the card before
      rest = text::trim(rest.substr(1));
      continue;
    }
    std::size_t length = 2;
    if (rest.size() > 2 && rest[1] == '1' && rest[2] == '0') length = 3;
    const auto card = rest.size() >= length ? parse_card(rest.substr(0, length)) : std::nullopt;
    if (!card) {
      error(field, "expected a card such as SA, found " + text::quote(text::trim(field.value)));
      play_ends_ = true;
      break;
    }
    found.push_back(*card);
    rest = text::trim(rest.substr(length));
  }
  for (std::size_t i = 0; i < found.size() && !play_ends_; ++i) {
    if (auto wrong = builder_.add(found[i])) {
      error(field, std::move(*wrong));
      play_ends_ = true;
    }
  }
  if (play_ends_ || found.empty()) keep(field);
}

void Reader::Impl::claim(const Field& field) {
  const std::string value = clean(field.value);
  const std::size_t digit = std::min(value.find_first_of("0123456789"), value.size());  // "claim 9"
  const auto tricks = parse_number<int>(std::string_view(value).substr(digit));
  if (!tricks || *tricks > kRanks) {
    if (!value.empty())
      error(field, "expected the tricks of the declarer, 0 to 13, found " + text::quote(value));
    keep(field);
    return;
  }
  builder_.board.tricks = tricks;
  claimed_ = true;
}

void Reader::Impl::comment(std::string_view value) {
  for (std::string_view line : split(value, '\n'))
    builder_.board.asides.push_back({.after = place(), .field = {}, .text = text::to_utf8(line)});
}

void Reader::Impl::understand(const Field& field) {
  const std::string name = text::lower(field.name);
  Board& board = builder_.board;
  if (name == "qx") return number(field);
  if (name == "md" && !has_deal_) return hands(field);
  if (name == "pn" || name == "vg" || name == "rs") return head(field);
  if (name == "mb" || name == "pc") take_others_deal();
  if (name == "mb") return calls(field);
  if (name == "pc") return cards(field);
  if (name == "mc") return claim(field);
  if (name == "nt") return comment(field.value);
  if (name == "sv" && !board.vulnerability) {
    const std::string value = text::lower(clean(field.value));
    board.vulnerability = value == "0" ? Vulnerability::none : parse_vulnerability(value);
    if (!board.vulnerability) keep(field);
    return;
  }
  if (name == "an" && !board.calls.empty() && board.play.empty() && !calls_end_) {
    const std::string more = clean(field.value);
    std::string& said = board.calls.back().explanation;
    if (more.empty()) return keep(field);
    said += (said.empty() ? "" : " ") + more;
    return;
  }
  if (name == "ah" && board.number.empty()) {
    const std::string value = clean(field.value);
    const std::size_t digit = value.find_first_of("0123456789");
    if (digit != std::string::npos && text::lower(value).starts_with("board"))
      board.number = value.substr(digit, value.find_first_not_of("0123456789", digit) - digit);
  }
  if (name == "pg" && text::trim(field.value).empty()) {
    // A page ends here in any case: write() does the same.
    const bool after_calls = board.play.empty() && builder_.auction() && builder_.auction()->is_over();
    const bool before = !has_number_ && !has_deal_ && builder_.events() == 0;
    if (before || claimed_ || after_calls || (!board.play.empty() && builder_.on_table() == 0)) return;
  }
  keep(field);
}

void Reader::Impl::finish() {
  Board& board = builder_.board;
  take_others_deal();
  builder_.finish();
  other_ = {.number = board.number,
            .dealer = board.dealer,
            .vulnerability = board.vulnerability,
            .deal = board.deal,
            .known = board.known};
  const auto contract = board.final_contract();
  // Two results a board, that of the open room first.
  const int number = leading_number<int>(board.number).value_or(0);
  const std::int64_t at = 2 * (std::int64_t{number} - first_number_) + (closed_ ? 1 : 0);
  if (!board.tricks && contract && at >= 0 && at < static_cast<std::int64_t>(results_.size()))
    board.tricks = tricks_in(results_[static_cast<std::size_t>(at)], *contract);
  // Last passes that were not written down are not missed where there is a play.
  if (builder_.auction() && !builder_.auction()->is_over() && !calls_end_ && board.play.empty()) {
    read_.errors.push_back(
        {.what = "expected three passes at the end of the auction, found " + to_string(*builder_.auction()),
         .file = file_,
         .line = read_.line,
         .column = 1});
  }
  board.names = closed_ ? closed_names_ : open_names_;
  for (const BoardTag& tag : tags_) {
    if (board.tag(tag.name) == nullptr) board.tags.push_back(tag);
  }
  // As in PBN: the room after the event from the head of the file.
  std::stable_sort(board.tags.begin(), board.tags.end(), [](const BoardTag& a, const BoardTag& b) {
    return (a.name == "Room" ? 1 : 0) < (b.name == "Room" ? 1 : 0);
  });
  pbn::sort_tags(board.tags);
  std::stable_sort(board.asides.begin(), board.asides.end(),
                   [](const Aside& a, const Aside& b) { return a.after < b.after; });
  read_.board = std::move(board);
}

std::optional<ReadBoard> Reader::Impl::next() {
  read_ = {};
  builder_ = {};
  has_number_ = has_deal_ = closed_ = claimed_ = calls_end_ = play_ends_ = false;
  fields_ = 0;
  for (;;) {
    auto field = std::exchange(waiting_, std::nullopt);
    if (!field) field = this->field();
    if (!field) break;
    if (starts_board(*field) || ++fields_ > kMaxFields) {
      waiting_ = field;
      break;
    }
    if (read_.line == 0 || (!has_number_ && !has_deal_)) read_.line = field->line;
    understand(*field);
  }
  const bool any = has_deal_ || has_number_ || builder_.events() > 0;
  if (!any && (boards_ > 0 || builder_.board.asides.empty())) return std::nullopt;
  ++boards_;
  if (!any) {
    read_.errors.push_back({.what = "expected a board (md|...|), found none",
                            .file = file_,
                            .line = std::max(read_.line, 1U),
                            .column = 1});
  }
  finish();
  return std::move(read_);
}

Reader::Reader(std::string_view text, std::string file)
    : impl_(std::make_unique<Impl>(text, std::move(file))) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
std::optional<ReadBoard> Reader::next() {
  return impl_->next();
}
std::size_t Reader::offset() const {
  return impl_->offset();
}

}  // namespace yomi::lin
