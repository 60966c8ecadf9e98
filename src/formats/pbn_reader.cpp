// From text to boards and tags: where a tag starts, where a board ends, what is a comment. What the tags mean
// is in pbn_tags.cpp and pbn_sections.cpp.
#include <algorithm>
#include <cassert>

#include "pbn_inheritance.h"
#include "pbn_internal.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {
namespace {

using text::is_blank;
using text::is_digit;
using text::is_letter;

constexpr std::size_t kMaxComment = std::size_t{1} << 20;
constexpr std::size_t kMaxTags = 2'000;  // in a board
constexpr std::size_t kUsualTags = 24;
constexpr std::size_t kLookAhead = 4096;  // beyond the end of a board, to see what follows
constexpr std::size_t kMaxBoard = std::size_t{16} << 20;
constexpr auto npos = std::string_view::npos;

bool is_name(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}

void trim_right(std::string& s) {
  std::size_t size = s.size();
  while (size > 0 && (is_blank(s[size - 1]) || s[size - 1] == '\n')) --size;
  s.resize(size);
}

// What ends a run of plain text inside a board.
constexpr std::array<bool, 256> kStops = [] {
  std::array<bool, 256> made{};
  for (const char c : {'\n', ';', '{', '"', '['}) made[static_cast<unsigned char>(c)] = true;
  return made;
}();
bool is_stop(char c) {
  return kStops[static_cast<unsigned char>(c)];
}

}  // namespace

class Reader::Impl {
 public:
  Impl(std::string_view text, std::string file)
      : own_(std::make_unique<text::Window>(text)), window_(*own_), file_(std::move(file)) {
    look();
  }
  Impl(text::Window& window, std::string file) : window_(window), file_(std::move(file)) { look(); }

  std::optional<Record> next();
  std::string trailer;
  [[nodiscard]] std::size_t offset() const { return at_; }

 private:
  // What a step in the text says about the board being read.
  enum class Step : std::uint8_t { more, end };

  Step line_start(Record& record);
  Step inside_line(Record& record);
  void plain_text(Record& record);
  void brace_comment(Record& record);
  Step tag(Record& record);
  // Reads the tag at `at` (a '[') and moves past it. False if it is not one, and `problem` says why.
  std::size_t value_end(std::size_t at, std::size_t limit, std::string& value);
  bool scan_tag(std::size_t& at, Tag& tag, Error& problem);
  bool scan_plain_tag(std::size_t& at, Tag& tag);
  [[nodiscard]] bool starts_new_board(const Record& record, const Tag& tag) const;
  [[nodiscard]] bool continues_after_blank(const Record& record) const;
  void finish(Record& record);
  void scan(Record& record);

  // Is there more text beyond the window?
  [[nodiscard]] bool is_cut() const { return !window_.is_complete() && !zero_found_; }
  void look() {
    text_ = window_.text();
    // A zero byte is never text: the board that has one ends there.
    const std::size_t zero = text_.find('\0', zero_from_);
    zero_found_ = zero != npos;
    if (zero_found_) text_ = text_.substr(0, zero);
  }

  // What looked like a tag was none: the end of the line before it belongs to the text.
  void restore_line_end(Record& record) {
    if (std::exchange(line_end_skipped_, false)) sink(record) += '\n';
  }
  std::string& sink(Record& record) const {
    return record.tags.empty() ? record.preamble : record.tags.back().body;
  }
  void keep(Record& record, std::size_t end) {
    sink(record).append(text_.substr(at_, end - at_));
    at_ = end;
  }
  // Results of searches ahead are kept, so that a distant line end or brace is searched for only once.
  std::size_t line_end(std::size_t from) {
    if (from < end_from_ || from > end_) {
      end_from_ = from;
      end_ = std::min(text_.find('\n', from), text_.size());
      starved_ = starved_ || end_ == text_.size();
    }
    return end_;
  }
  std::size_t next_brace() {
    if (brace_ < at_ || brace_ == 0) brace_ = text_.find('}', at_);
    return brace_;
  }
  // The text changed.
  void forget_searches() {
    end_from_ = 1;
    end_ = brace_ = 0;
    column_line_ = npos;
  }
  std::uint32_t column(std::size_t offset) {
    if (column_line_ != line_start_ || offset < column_offset_) {
      column_line_ = column_offset_ = line_start_;
      column_ = 1;
      plain_line_ = text::is_ascii(text_.substr(line_start_, line_end(line_start_) - line_start_));
    }
    if (plain_line_ && offset <= line_end(line_start_))
      return static_cast<std::uint32_t>(offset - line_start_ + 1);
    column_ += text::column_at(text_.substr(column_offset_), offset - column_offset_) - 1;
    column_offset_ = offset;
    return column_;
  }
  Error error(std::size_t offset, std::string what) {
    return Error{.what = std::move(what), .file = file_, .line = line_, .column = column(offset)};
  }
  void next_line() {
    ++at_;
    ++line_;
    line_start_ = at_;
  }

  std::unique_ptr<text::Window> own_;
  text::Window& window_;
  std::string_view text_;
  std::string file_;
  bool zero_found_ = false;    // where text_ ends
  std::size_t zero_from_ = 0;  // zero bytes before this have been told
  bool starved_ = false;       // something was looked for up to the end of what is seen
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
  std::size_t end_from_ = 1;  // line_end() holds from here
  std::size_t end_ = 0;
  std::size_t brace_ = 0;
  std::size_t column_line_ = npos;
  std::size_t column_offset_ = 0;
  std::uint32_t column_ = 1;
  bool plain_line_ = false;        // every byte of that line is a column
  bool deal_seen_ = false;         // in the board being read
  bool line_end_skipped_ = false;  // before the tag that is looked at
  Inheritance inheritance_;
};

Reader::Impl::Step Reader::Impl::line_start(Record& record) {
  const std::size_t end = line_end(at_);
  if (end - at_ > text::kMaxLine) {
    restore_line_end(record);
    add_error(record,
              error(at_, "expected lines of at most " + std::to_string(text::kMaxLine) +
                             " bytes, found one of " + std::to_string(end - at_) + "; it is skipped"));
    at_ = end;
    return Step::more;
  }
  if (text_[at_] == '%') {
    keep(record, end);
    return Step::more;
  }
  std::size_t first = at_;
  while (first < end && is_blank(text_[first])) ++first;
  if (first < end) return inside_line(record);
  at_ = end;
  // Text without a tag goes with the board after it, unless something in it is wrong: that is a board of its
  // own.
  const bool is_board = !record.tags.empty() || !record.errors.empty();
  const bool ends_board = is_board && !continues_after_blank(record);
  if (!ends_board && !(record.tags.empty() && record.preamble.empty())) sink(record) += '\n';
  if (at_ < text_.size()) next_line();
  return ends_board ? Step::end : Step::more;
}

// Some programs put an empty line between the tags and the auction, as chess records do.
bool Reader::Impl::continues_after_blank(const Record& record) const {
  std::size_t at = at_;
  while (at < text_.size() && (is_blank(text_[at]) || text_[at] == '\n')) ++at;
  for (std::string_view name : {"Auction", "Play"}) {
    if (text_.substr(at, 1) == "[" && text_.substr(at + 1, name.size()) == name &&
        !is_name(at + 1 + name.size() < text_.size() ? text_[at + 1 + name.size()] : ' ')) {
      return record.find(name) == nullptr;
    }
  }
  return false;
}

Reader::Impl::Step Reader::Impl::inside_line(Record& record) {
  const char c = text_[at_];
  switch (c) {
    case ';':
      keep(record, line_end(at_));
      return Step::more;
    case '{':
      brace_comment(record);
      return Step::more;
    case '"': {
      const std::size_t end = line_end(at_);
      const std::size_t close = text_.substr(0, end).find('"', at_ + 1);
      keep(record, close == npos ? at_ + 1 : close + 1);
      return Step::more;
    }
    case '[': {
      std::size_t name = at_ + 1;
      while (name < text_.size() && is_blank(text_[name])) ++name;
      if (name < text_.size() && is_letter(text_[name])) return tag(record);
      keep(record, at_ + 1);
      return Step::more;
    }
    default:
      plain_text(record);
      return Step::more;
  }
}

// Calls, cards and rows up to the end of the line, and of the lines after it in which nothing needs a look.
void Reader::Impl::plain_text(Record& record) {
  std::size_t at = at_;
  for (;;) {
    while (at < text_.size() && !is_stop(text_[at])) ++at;
    if (at >= text_.size() || text_[at] != '\n') break;
    ++line_;
    line_start_ = ++at;
    if (at >= text_.size() || is_stop(text_[at]) || is_blank(text_[at]) || text_[at] == '%') break;
    if (line_end(at) - at > text::kMaxLine) break;
  }
  keep(record, at);
}

void Reader::Impl::brace_comment(Record& record) {
  const std::size_t close = next_brace();
  starved_ = starved_ || close == npos;
  if (close == npos || close - at_ > kMaxComment) {
    add_error(record,
              error(at_, close == npos ? "expected '}' to close this comment, found the end of the file"
                                       : "expected a comment of at most 1 MiB"));
    keep(record, line_end(at_));
    return;
  }
  const std::string_view comment = text_.substr(at_, close - at_);
  const auto lines = static_cast<std::uint32_t>(std::count(comment.begin(), comment.end(), '\n'));
  const std::size_t begin = at_;
  keep(record, close + 1);
  if (lines > 0) {
    line_ += lines;
    line_start_ = begin + comment.rfind('\n') + 1;
  }
}

// The value from `at` on, with its escapes resolved; where it ends: at the closing quote, unless there is
// none.
std::size_t Reader::Impl::value_end(std::size_t at, std::size_t limit, std::string& value) {
  const std::size_t line = std::min(line_end(at), limit);
  const std::string_view rest = text_.substr(at, line - at);
  const std::size_t close = rest.find('"');
  if (close != npos && rest.substr(0, close).find('\\') == npos) {
    value = rest.substr(0, close);
    return at + close;
  }
  for (; at < line && text_[at] != '"'; ++at) {
    if (text_[at] == '\\' && at + 1 < line && (text_[at + 1] == '"' || text_[at + 1] == '\\')) ++at;
    value += text_[at];
  }
  return at;
}

bool Reader::Impl::scan_tag(std::size_t& at, Tag& tag, Error& problem) {
  // White space between the four parts may include the end of a line, but not an empty one.
  const std::size_t limit = std::min(text_.size(), at + 2 * text::kMaxLine);
  const auto skip_space = [&] {
    int ends = 0;
    while (at < limit && (is_blank(text_[at]) || text_[at] == '\n')) {
      if (text_[at] == '\n') {
        if (++ends > 1) return;
        ++line_;
        line_start_ = at + 1;
      }
      ++at;
    }
  };
  const auto found = [&]() -> std::string {
    if (at >= text_.size()) return "the end of the file";
    if (text_[at] == '\n') return "the end of the line";
    return text::quote(text_.substr(at, 1));
  };
  ++at;
  skip_space();
  const std::size_t name_at = at;
  while (at < limit && is_name(text_[at])) ++at;
  tag.name = text_.substr(name_at, at - name_at);
  assert(!tag.name.empty());  // who calls has seen its first letter
  // Names are in title case; a few programs write them otherwise.
  if (!text::is_upper(tag.name[0]) || (tag.name.size() > 1 && text::is_upper(tag.name[1])))
    set_usual_case(tag.name);
  skip_space();
  if (at >= limit || text_[at] != '"') {
    problem = error(at, "expected '\"' and the value of " + text::quote(tag.name) + ", found " + found());
    return false;
  }
  tag.line = line_;
  tag.column = column(at + 1);
  const std::size_t value_at = at++;
  at = value_end(at, limit, tag.value);
  if (at >= limit || text_[at] != '"') {
    problem = error(value_at,
                    "expected '\"' at the end of the value of " + text::quote(tag.name) + " on this line");
    return false;
  }
  ++at;
  skip_space();
  if (at >= limit || text_[at] != ']') {
    problem = error(at, "expected ']' after the value of " + text::quote(tag.name) + ", found " + found());
    return false;
  }
  ++at;
  tag.body_line = line_;
  tag.body_column = column(at);
  return true;
}

// The same for a tag as nearly all are written, [Name "value"] alone from the start of its line; false, and
// nothing has happened, for others. Letters before the value are columns, each of them.
bool Reader::Impl::scan_plain_tag(std::size_t& at, Tag& tag) {
  if (at != line_start_) return false;
  const std::size_t end = line_end(at);
  const std::size_t name = at + 1;
  if (name + 1 >= end || !text::is_upper(text_[name]) || text::is_upper(text_[name + 1])) return false;
  std::size_t next = name;
  while (next < end && is_name(text_[next])) ++next;
  const std::size_t value = next + 2;
  if (value >= end || text_[next] != ' ' || text_[next + 1] != '"') return false;
  std::size_t close = value;
  bool plain = true;
  for (; close < end && text_[close] != '"'; ++close) {
    if (text_[close] == '\\') return false;
    plain = plain && static_cast<signed char>(text_[close]) >= 0;
  }
  if (!plain || close + 1 >= end || text_[close + 1] != ']') return false;
  tag.name.assign(text_, name, next - name);
  tag.value.assign(text_, value, close - value);
  at = close + 2;
  tag.line = tag.body_line = line_;
  tag.column = static_cast<std::uint32_t>(value - line_start_ + 1);
  tag.body_column = static_cast<std::uint32_t>(at - line_start_ + 1);
  return true;
}

bool Reader::Impl::starts_new_board(const Record& record, const Tag& tag) const {
  if (!deal_seen_) return false;
  const std::string_view name = tag.name;
  if (name.size() > 5) return false;
  if (name == "Event") return record.find(name) != &tag;
  if (name != "Board" && name != "Deal") return false;
  const Tag* first = record.find(name);
  return first != &tag && first->value != tag.value;
}

Reader::Impl::Step Reader::Impl::tag(Record& record) {
  const std::size_t begin = at_;
  const std::uint32_t begin_line = line_;
  const std::size_t begin_line_start = line_start_;
  const auto back = [&] {
    at_ = begin;
    line_ = begin_line;
    line_start_ = begin_line_start;
  };
  if (record.tags.size() >= kMaxTags) {
    restore_line_end(record);
    add_error(record, error(at_, "expected at most " + std::to_string(kMaxTags) + " tags in a board"));
    at_ = line_end(at_);
    return Step::more;
  }
  if (record.tags.empty()) record.tags.reserve(kUsualTags);
  Tag& tag = record.tags.emplace_back();
  Error problem;
  std::size_t at = begin;
  if (!scan_plain_tag(at, tag) && !scan_tag(at, tag, problem)) {
    record.tags.pop_back();
    back();
    starved_ = starved_ || text_.size() - at_ < 2 * text::kMaxLine;
    add_error(record, std::move(problem));
    if (record.line == 0) record.line = line_;
    restore_line_end(record);
    keep(record, line_end(at_));
    return Step::more;
  }
  if (starts_new_board(record, tag)) {
    record.tags.pop_back();
    back();
    return Step::end;
  }
  at_ = at;
  if (record.tags.size() > 1)
    trim_right(record.tags[record.tags.size() - 2].body);
  else if (record.line == 0)
    record.line = begin_line;
  deal_seen_ = deal_seen_ || std::string_view(tag.name) == "Deal";
  // Between two tags on lines of their own there is nothing to keep.
  line_end_skipped_ =
      at_ + 2 < text_.size() && text_[at_] == '\n' && text_[at_ + 1] == '[' && is_letter(text_[at_ + 2]);
  if (line_end_skipped_) next_line();
  return Step::more;
}

void Reader::Impl::finish(Record& record) {
  trim_right(record.preamble);
  if (!record.tags.empty()) trim_right(record.tags.back().body);
  inheritance_.apply(record);
  interpret(record, file_);
}

void Reader::Impl::scan(Record& record) {
  deal_seen_ = starved_ = line_end_skipped_ = false;
  while (at_ < text_.size()) {
    const Step step = at_ == line_start_ ? line_start(record) : inside_line(record);
    if (step == Step::end) break;
  }
}

std::optional<Record> Reader::Impl::next() {
  std::optional<Record> made(std::in_place);
  Record& record = *made;
  for (;;) {
    const std::size_t begin = at_;
    const std::uint32_t begin_line = line_;
    const std::size_t before = begin - std::min(line_start_, begin);
    scan(record);
    const bool doubtful = starved_ || text_.size() - at_ < kLookAhead;
    if (!is_cut() || !doubtful || text_.size() - begin > kMaxBoard) break;
    // Again from the start of the board, with more of the text.
    record = {};
    const std::size_t dropped = begin - before;
    window_.more(dropped);
    zero_from_ -= std::min(zero_from_, dropped);
    look();
    at_ = before;
    line_start_ = 0;
    line_ = begin_line;
    forget_searches();
  }
  if (at_ == text_.size() && zero_found_) {
    // First, since it explains whatever else is wrong.
    record.errors.insert(record.errors.begin(), error(at_, "expected text, found a zero byte"));
    if (record.line == 0) record.line = line_;
    const std::string_view whole = window_.text();
    at_ = zero_from_ = std::min(whole.find_first_not_of('\0', at_), whole.size());
    look();
    forget_searches();
  }
  if (record.tags.empty() && record.errors.empty()) {
    trailer = std::move(record.preamble);
    trim_right(trailer);
    made.reset();
  } else {
    finish(record);
  }
  return made;
}

Reader::Reader(std::string_view text, std::string file)
    : impl_(std::make_unique<Impl>(text, std::move(file))) {}
Reader::Reader(text::Window& window, std::string file)
    : impl_(std::make_unique<Impl>(window, std::move(file))) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
std::optional<Record> Reader::next() {
  return impl_->next();
}
const std::string& Reader::trailer() const {
  return impl_->trailer;
}
std::size_t Reader::offset() const {
  return impl_->offset();
}

File read(std::string_view text, const std::string& file) {
  File result;
  Reader reader(text, file);
  while (auto board = reader.next()) result.boards.push_back(std::move(*board));
  result.trailer = reader.trailer();
  return result;
}

}  // namespace yomi::pbn
