// Back to text. In style as_read a tag keeps its wording as long as it agrees with the typed field, which is
// found by interpreting the tags afresh and comparing.
#include <algorithm>

#include "pbn_internal.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {
namespace {

// A backslash is doubled only where it would be taken for an escape: column widths in table tags stay
// readable.
std::string tag_pair(std::string_view name, std::string_view value) {
  std::string out = "[";
  out.append(name).append(" \"");
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char after = i + 1 < value.size() ? value[i + 1] : '"';
    if (value[i] == '"' || (value[i] == '\\' && (after == '"' || after == '\\'))) out += '\\';
    out += value[i] == '\n' ? ' ' : value[i];
  }
  return out + "\"]";
}

std::string deal_text(const Record& record, Seat first) {
  std::string text = {to_char(first), ':'};
  for (int step = 0; step < kSeats; ++step) {
    const Seat seat = next(first, step);
    if (step > 0) text += ' ';
    text += record.board.known[seat] ? hand_to_string(record.board.deal[seat]) : "-";
  }
  return text;
}

}  // namespace

std::optional<std::string> typed_value(const Record& record, std::string_view name) {
  const auto seat = [](std::optional<Seat> s) { return s ? to_string(*s) : std::string(); };
  if (name == "Board") return record.board.number;
  for (Seat chair : kAllSeats) {
    if (name == to_name(chair)) return record.board.names[chair];
  }
  if (name == "Dealer") return seat(record.board.dealer);
  if (name == "Declarer") return record.board.passed_out ? "" : seat(record.board.declarer);
  if (name == "Vulnerable") return record.board.vulnerability ? to_string(*record.board.vulnerability) : "";
  if (name == "Deal") {
    return record.board.any_hand_known() ? deal_text(record, record.board.dealer.value_or(Seat::north)) : "";
  }
  if (name == "Result") return record.board.tricks ? std::to_string(*record.board.tricks) : "";
  if (name == "Contract") {
    if (record.board.passed_out) return "Pass";
    if (record.board.contract) return to_string(*record.board.contract);
    return record.board.strain ? to_string(*record.board.strain) : "";
  }
  return std::nullopt;
}

std::string comment_text(std::string_view text) {
  return text.find('}') == std::string_view::npos ? "{" + std::string(text) + "}" : ";" + std::string(text);
}

namespace {

// Collects words into lines of at most `per_line` entries and 80 characters.
class Lines {
 public:
  void entry(const std::string& words) {
    if (count_ == 4) newline();
    word(words);
    ++count_;
  }
  void word(const std::string& text) {
    if (!line_.empty() && line_.size() + 1 + text.size() > 80) newline_keeping_count();
    if (!line_.empty()) line_ += ' ';
    line_ += text;
  }
  void comment(const std::string& text) {
    std::string words = comment_text(text);
    const bool ends_line = words.front() == ';';
    if (ends_line) std::replace(words.begin(), words.end(), '\n', ' ');
    word(words);
    if (ends_line) newline_keeping_count();
  }
  void newline() {
    newline_keeping_count();
    count_ = 0;
  }
  std::string take() {
    newline();
    return std::move(out_);
  }

 private:
  void newline_keeping_count() {
    if (line_.empty()) return;
    out_ += '\n' + line_;
    line_.clear();
  }
  std::string out_;
  std::string line_;
  int count_ = 0;
};

void add_remarks(Lines& lines, const Remarks& remarks) {
  if (remarks.note > 0) lines.word("=" + std::to_string(remarks.note) + "=");
  for (int mark : remarks.marks) lines.word("$" + std::to_string(mark));
  for (const std::string& comment : remarks.comments) lines.comment(comment);
}

std::string section_text(const Bidding& bidding) {
  Lines lines;
  for (const std::string& comment : bidding.comments) lines.comment(comment);
  lines.newline();
  for (const MadeCall& made : bidding.calls) {
    using Kind = MadeCall::Kind;
    lines.entry(made.kind == Kind::skipped        ? "^S"
                : made.kind == Kind::insufficient ? "^I " + to_string(made.call)
                                                  : to_string(made.call));
    add_remarks(lines, made.remarks);
  }
  if (bidding.ending == Ending::open) lines.entry("+");
  if (bidding.ending == Ending::cut) lines.newline(), lines.entry("*");
  return lines.take();
}

std::string section_text(const Play& play) {
  Lines lines;
  for (const std::string& comment : play.comments) lines.comment(comment);
  lines.newline();
  for (const auto& trick : play.tricks) {
    for (const PlayedCard& played : trick) {
      const std::string name = played.card ? to_string(*played.card) : played.to_come ? "+" : "-";
      lines.entry((played.out_of_turn ? "^L " : "") + std::string(played.revoke ? "^R " : "") + name);
      add_remarks(lines, played.remarks);
    }
  }
  if (play.ending == Ending::cut) lines.newline(), lines.entry("*");
  return lines.take();
}

template <class Section>
std::string whole_section(std::string_view name, const Section& section) {
  std::string out = tag_pair(name, to_string(section.first)) + section_text(section) + "\n";
  for (const Note& note : section.notes)
    out += tag_pair("Note", std::to_string(note.number) + ":" + note.text) + "\n";
  return out;
}

// Which parts of `record` its own text no longer expresses.
struct Changes {
  explicit Changes(const Record& record) {
    again.tags = record.tags;
    again.inherited = record.inherited;
    again.header = record.header;
    interpret(again, "");
    contract = again.board.contract != record.board.contract || again.board.strain != record.board.strain ||
               again.board.passed_out != record.board.passed_out;
    bidding = again.bidding != record.bidding;
    play = again.play != record.play;
  }
  [[nodiscard]] bool of(const Record& record, std::string_view name) const {
    if (name == "Board") return again.board.number != record.board.number;
    for (Seat seat : kAllSeats) {
      if (name == to_name(seat)) return again.board.names[seat] != record.board.names[seat];
    }
    if (name == "Dealer") return again.board.dealer != record.board.dealer;
    if (name == "Declarer") return again.board.declarer != record.board.declarer;
    if (name == "Vulnerable") return again.board.vulnerability != record.board.vulnerability;
    if (name == "Deal")
      return again.board.deal != record.board.deal || again.board.known != record.board.known;
    if (name == "Result") return again.board.tricks != record.board.tricks;
    if (name == "Contract") return contract;
    return false;
  }
  Record again;
  bool contract = false;
  bool bidding = false;
  bool play = false;
};

std::string as_read(const Record& record) {
  const Changes changes(record);
  std::string out = record.preamble.empty() ? "" : record.preamble + "\n";
  // Typed fields that have no tag yet come in the standard order where they belong: before the sections.
  const auto add_missing = [&] {
    for (std::string_view name : kMandatory) {
      if (record.find(name) != nullptr || !changes.of(record, name)) continue;
      out += tag_pair(name, typed_value(record, name).value_or("")) + "\n";
    }
  };
  bool added = false;
  bool bidding_done = false;
  bool play_done = false;
  bool skip_notes = false;
  for (const Tag& tag : record.tags) {
    const bool first = record.find(tag.name) == &tag;
    const bool is_auction = tag.name == "Auction" && first;
    const bool is_play = tag.name == "Play" && first;
    if ((is_auction || is_play) && !added) {
      add_missing();
      added = true;
    }
    if (tag.name == "Note" && skip_notes) continue;
    skip_notes = (is_auction && changes.bidding) || (is_play && changes.play);
    bidding_done = bidding_done || is_auction;
    play_done = play_done || is_play;
    if (skip_notes) {
      if (is_auction && record.bidding) out += whole_section("Auction", *record.bidding);
      if (is_play && record.play) out += whole_section("Play", *record.play);
      continue;
    }
    const bool changed = first && changes.of(record, tag.name);
    out += tag_pair(tag.name, changed ? typed_value(record, tag.name).value_or("") : tag.value) + tag.body +
           "\n";
  }
  if (!added) add_missing();
  if (!bidding_done && record.bidding) out += whole_section("Auction", *record.bidding);
  if (!play_done && record.play) out += whole_section("Play", *record.play);
  return out;
}

}  // namespace

bool has_rows(std::string_view body) {
  while (!(body = text::trim(body)).empty()) {
    if (body[0] == ';' || body[0] == '%') {
      body.remove_prefix(std::min(body.find('\n'), body.size()));
    } else if (body[0] == '{') {
      body.remove_prefix(std::min(body.find('}'), body.size() - 1) + 1);
    } else {
      return true;
    }
  }
  return false;
}

namespace {

std::string on_own_lines(const std::string& body) {
  const std::string_view trimmed = text::trim(body);
  return trimmed.empty() ? "" : "\n" + std::string(body[0] == '%' ? " " : "") + std::string(trimmed);
}

std::string export_text(const Record& record) {
  std::string out = record.preamble.empty() ? "" : record.preamble + "\n";
  const auto add = [&](std::string_view name, const std::string& value) {
    const Tag* tag = record.find(name);
    out += tag_pair(name, value) + (tag != nullptr ? on_own_lines(tag->body) : "") + "\n";
  };
  for (std::string_view name : kMandatory) {
    const auto typed = typed_value(record, name);
    const auto value = record.value(name);
    if (typed && !typed->empty())
      add(name, *typed);
    else if (record.board.passed_out && (name == "Declarer" || name == "Result"))
      add(name, "");
    else
      add(name, value && !typed ? *value : "?");
  }
  std::vector<const Tag*> rest;
  for (const Tag& tag : record.tags) {
    if (is_mandatory(tag.name) || tag.name == "Auction" || tag.name == "Play" || tag.name == "Note") continue;
    if (record.find(tag.name) == &tag) rest.push_back(&tag);
  }
  std::stable_sort(rest.begin(), rest.end(), [](const Tag* a, const Tag* b) { return a->name < b->name; });
  for (const Tag* tag : rest) {
    if (!has_rows(tag->body)) add(tag->name, *record.value(tag->name));
  }
  if (record.bidding) out += whole_section("Auction", *record.bidding);
  if (record.play) out += whole_section("Play", *record.play);
  for (const Tag* tag : rest) {
    if (has_rows(tag->body)) add(tag->name, *record.value(tag->name));
  }
  return out;
}

}  // namespace

std::string write(const Record& record, Style style) {
  return style == Style::as_read ? as_read(record) : export_text(record);
}

std::string write(const File& file, Style style) {
  std::string out;
  if (style == Style::export_format) {
    const bool has_header = !file.boards.empty() && file.boards[0].preamble.starts_with("% PBN");
    if (!has_header) out = "% PBN 2.1\n% EXPORT\n";
  }
  for (std::size_t i = 0; i < file.boards.size(); ++i) {
    if (i > 0) out += '\n';
    out += write(file.boards[i], style);
  }
  if (!file.trailer.empty()) out += (file.boards.empty() ? "" : "\n") + file.trailer + "\n";
  if (style == Style::as_read) return out;
  std::string dos;
  dos.reserve(out.size() + out.size() / 16);
  for (char c : out) {
    if (c == '\n') dos += '\r';
    dos += c;
  }
  return dos;
}

}  // namespace yomi::pbn
