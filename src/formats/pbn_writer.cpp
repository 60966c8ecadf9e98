// Back to text. In style as_read a tag keeps its words as long as they say what the typed field says; that is
// found by interpreting the tags afresh and comparing.
#include <algorithm>

#include "pbn_internal.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {
namespace {

constexpr std::array<std::string_view, 15> kMandatory = {
    "Event",  "Site",       "Date", "Board",   "West",     "North",    "East",  "South",
    "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"};

bool is_mandatory(std::string_view name) {
  return std::find(kMandatory.begin(), kMandatory.end(), name) != kMandatory.end();
}

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

std::string deal_text(const Board& board, Seat first) {
  std::string text = {to_char(first), ':'};
  for (int step = 0; step < kSeats; ++step) {
    const Seat seat = next(first, step);
    if (step > 0) text += ' ';
    text += board.known[seat] ? hand_to_string((*board.deal)[seat]) : "-";
  }
  return text;
}

// The value of a typed tag in standard words; nothing for other tags, "" for a typed one that is not known.
std::optional<std::string> typed_value(const Board& board, std::string_view name) {
  const auto seat = [](std::optional<Seat> s) { return s ? std::string(1, to_char(*s)) : std::string(); };
  if (name == "Dealer") return seat(board.dealer);
  if (name == "Declarer") return board.passed_out ? "" : seat(board.declarer);
  if (name == "Vulnerable") return board.vulnerability ? to_string(*board.vulnerability) : "";
  if (name == "Deal") return board.deal ? deal_text(board, board.dealer.value_or(Seat::north)) : "";
  if (name == "Result") return board.result ? std::to_string(*board.result) : "";
  if (name == "Contract") {
    if (board.passed_out) return "Pass";
    if (board.contract) return to_string(*board.contract);
    return board.strain ? to_string(*board.strain) : "";
  }
  return std::nullopt;
}

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
    if (text.find('}') == std::string::npos) {
      word("{" + text + "}");
      return;
    }
    std::string one_line = text;
    std::replace(one_line.begin(), one_line.end(), '\n', ' ');
    word(";" + one_line);
    newline_keeping_count();
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
  std::string out = tag_pair(name, std::string(1, to_char(section.first))) + section_text(section) + "\n";
  for (const Note& note : section.notes)
    out += tag_pair("Note", std::to_string(note.number) + ":" + note.text) + "\n";
  return out;
}

// Which parts of `board` its own text no longer says.
struct Changes {
  explicit Changes(const Board& board) {
    again.tags = board.tags;
    again.inherited = board.inherited;
    again.header = board.header;
    interpret(again, "");
    contract = again.contract != board.contract || again.strain != board.strain ||
               again.passed_out != board.passed_out;
    bidding = again.bidding != board.bidding;
    play = again.play != board.play;
  }
  [[nodiscard]] bool of(const Board& board, std::string_view name) const {
    if (name == "Dealer") return again.dealer != board.dealer;
    if (name == "Declarer") return again.declarer != board.declarer;
    if (name == "Vulnerable") return again.vulnerability != board.vulnerability;
    if (name == "Deal") return again.deal != board.deal || again.known != board.known;
    if (name == "Result") return again.result != board.result;
    if (name == "Contract") return contract;
    return false;
  }
  Board again;
  bool contract = false;
  bool bidding = false;
  bool play = false;
};

std::string as_read(const Board& board) {
  const Changes changes(board);
  std::string out = board.preamble.empty() ? "" : board.preamble + "\n";
  // Typed fields that have no tag yet come in the standard order where they belong: before the sections.
  const auto add_missing = [&] {
    for (std::string_view name : kMandatory) {
      if (board.find(name) != nullptr || !changes.of(board, name)) continue;
      out += tag_pair(name, typed_value(board, name).value_or("")) + "\n";
    }
  };
  bool added = false;
  bool bidding_done = false;
  bool play_done = false;
  bool skip_notes = false;
  for (const Tag& tag : board.tags) {
    const bool first = board.find(tag.name) == &tag;
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
      if (is_auction && board.bidding) out += whole_section("Auction", *board.bidding);
      if (is_play && board.play) out += whole_section("Play", *board.play);
      continue;
    }
    const bool changed = first && changes.of(board, tag.name);
    out +=
        tag_pair(tag.name, changed ? typed_value(board, tag.name).value_or("") : tag.value) + tag.body + "\n";
  }
  if (!added) add_missing();
  if (!bidding_done && board.bidding) out += whole_section("Auction", *board.bidding);
  if (!play_done && board.play) out += whole_section("Play", *board.play);
  return out;
}

// Does the text after a tag hold rows of a table, and not only comments?
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

std::string on_own_lines(const std::string& body) {
  const std::string_view trimmed = text::trim(body);
  return trimmed.empty() ? "" : "\n" + std::string(body[0] == '%' ? " " : "") + std::string(trimmed);
}

std::string export_text(const Board& board) {
  std::string out = board.preamble.empty() ? "" : board.preamble + "\n";
  const auto add = [&](std::string_view name, const std::string& value) {
    const Tag* tag = board.find(name);
    out += tag_pair(name, value) + (tag != nullptr ? on_own_lines(tag->body) : "") + "\n";
  };
  for (std::string_view name : kMandatory) {
    const auto typed = typed_value(board, name);
    const auto value = board.value(name);
    if (typed && !typed->empty())
      add(name, *typed);
    else if (board.passed_out && (name == "Declarer" || name == "Result"))
      add(name, "");
    else
      add(name, value && !typed ? *value : "?");
  }
  std::vector<const Tag*> rest;
  for (const Tag& tag : board.tags) {
    if (is_mandatory(tag.name) || tag.name == "Auction" || tag.name == "Play" || tag.name == "Note") continue;
    if (board.find(tag.name) == &tag) rest.push_back(&tag);
  }
  std::stable_sort(rest.begin(), rest.end(), [](const Tag* a, const Tag* b) { return a->name < b->name; });
  for (const Tag* tag : rest) {
    if (!has_rows(tag->body)) add(tag->name, *board.value(tag->name));
  }
  if (board.bidding) out += whole_section("Auction", *board.bidding);
  if (board.play) out += whole_section("Play", *board.play);
  for (const Tag* tag : rest) {
    if (has_rows(tag->body)) add(tag->name, *board.value(tag->name));
  }
  return out;
}

}  // namespace

std::string write(const Board& board, Style style) {
  return style == Style::as_read ? as_read(board) : export_text(board);
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
