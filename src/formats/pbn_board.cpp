// Converts between a record and a Board: what the tags and sections say beyond the typed fields, and back.
#include <algorithm>
#include <charconv>

#include "pbn_internal.h"
#include "yomi/bridge/play_history.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {
namespace {

constexpr std::string_view kLinLine = "%LIN ";

// Tags that the fields of a board stand for.
constexpr std::array<std::string_view, 14> kTyped = {"Board",  "West",       "North", "East",     "South",
                                                     "Dealer", "Vulnerable", "Deal",  "Declarer", "Contract",
                                                     "Result", "Auction",    "Play",  "Note"};

bool is_typed(std::string_view name) {
  return find_name(kTyped, name) < kTyped.size();
}

// A comment of several lines is as many comments.
void add_comment(std::vector<Aside>& asides, int after, std::string_view comment) {
  for (;;) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    asides.push_back({.after = after, .field = {}, .text = text::to_utf8(comment.substr(0, end))});
    if (end == comment.size()) return;
    comment.remove_prefix(end + 1);
  }
}

// "%LIN 12.0 bt|...|": a field of a LIN record, after the twelfth call or card, first of the asides there.
struct LinLine {
  Aside aside;
  std::size_t index = 0;
};

std::optional<LinLine> parse_lin_line(std::string_view line) {
  if (!line.starts_with(kLinLine)) return std::nullopt;
  line.remove_prefix(kLinLine.size());
  LinLine made;
  const char* const end = line.data() + line.size();
  const auto [dot, bad] = std::from_chars(line.data(), end, made.aside.after);
  if (bad != std::errc() || dot == end || *dot != '.' || made.aside.after < Aside::kBeforeBoard) return {};
  const auto [space, worse] = std::from_chars(dot + 1, end, made.index);
  if (worse != std::errc() || space == end || *space != ' ') return std::nullopt;
  line.remove_prefix(static_cast<std::size_t>(space + 1 - line.data()));
  const std::size_t bar = line.find('|');
  if (bar == std::string_view::npos) return std::nullopt;
  made.aside.field = line.substr(0, bar);
  line.remove_prefix(bar + 1);
  if (line.ends_with('|')) line.remove_suffix(1);
  made.aside.text = text::to_utf8(text::unescape_line(line));
  return made;
}

std::string to_lin_line(const Aside& aside, std::size_t index) {
  return std::string(kLinLine) + std::to_string(aside.after) + "." + std::to_string(index) + " " +
         aside.field + "|" + text::escape_line(aside.text) + "|";
}

// Comments and escape lines in the text after a tag, or before the first one.
class Scan {
 public:
  Scan(std::vector<Aside>& asides, std::vector<LinLine>& fields) : asides_(asides), fields_(fields) {}

  void run(std::string_view body, int after, bool at_line_start) {
    while (!body.empty()) {
      if (body[0] == '%' && at_line_start) {
        escape_line(take(body, std::min(body.find('\n'), body.size())), after);
      } else if (body[0] == ';') {
        add_comment(asides_, after, take(body, std::min(body.find('\n'), body.size())).substr(1));
      } else if (body[0] == '{') {
        const std::size_t close = body.find('}');
        if (close == std::string_view::npos) return;
        add_comment(asides_, after, take(body, close + 1).substr(1, close - 1));
      } else {
        std::size_t plain = 0;
        while (plain < body.size() && body[plain] != '\n' && body[plain] != ';' && body[plain] != '{')
          ++plain;
        at_line_start = plain < body.size() && body[plain] == '\n';
        body.remove_prefix(plain + (at_line_start ? 1 : 0));
        continue;
      }
      at_line_start = false;
    }
  }

 private:
  static std::string_view take(std::string_view& body, std::size_t length) {
    const std::string_view made = body.substr(0, length);
    body.remove_prefix(length);
    return made;
  }
  void escape_line(std::string_view line, int after) {
    if (auto field = parse_lin_line(line)) {
      fields_.push_back(std::move(*field));
      return;
    }
    if (line.starts_with("% PBN") || line.starts_with("% EXPORT")) return;
    asides_.push_back({.after = after, .field = "%", .text = text::to_utf8(line.substr(1))});
  }

  std::vector<Aside>& asides_;
  std::vector<LinLine>& fields_;
};

std::vector<Aside> asides_of(const Record& record, const Board& board) {
  std::vector<Aside> made;
  std::vector<LinLine> fields;
  Scan scan(made, fields);
  const int calls = static_cast<int>(board.calls.size());
  const int cards = static_cast<int>(board.play.size());
  scan.run(record.preamble, Aside::kBeforeBoard, true);
  for (const Tag& tag : record.tags) {
    if (tag.body.empty() || tag.name == "Auction" || tag.name == "Play" || has_rows(tag.body)) continue;
    const int after = tag.name == "Board"    ? Aside::kBeforeDeal
                      : tag.name == "Result" ? calls + cards + 1
                                             : Aside::kAfterDeal;
    scan.run(tag.body, after, false);
  }
  const auto add = [&](const std::vector<std::string>& comments, int after) {
    for (const std::string& comment : comments) add_comment(made, after, comment);
  };
  if (record.bidding) {
    add(record.bidding->comments, Aside::kAfterDeal);
    int after = 0;
    for (const MadeCall& call : record.bidding->calls) add(call.remarks.comments, ++after);
  }
  if (record.play) {
    add(record.play->comments, calls);
    int after = calls;
    const auto is_remarked = [](const PlayedCard& card) { return !card.remarks.comments.empty(); };
    const bool any =
        std::any_of(record.play->tricks.begin(), record.play->tricks.end(),
                    [&](const auto& trick) { return std::any_of(trick.begin(), trick.end(), is_remarked); });
    if (any) {
      for_each_played(*record.play, board,
                      [&](const PlayedCard& card) { add(card.remarks.comments, ++after); });
    }
  }
  std::stable_sort(made.begin(), made.end(),
                   [](const Aside& a, const Aside& b) { return a.after < b.after; });
  for (LinLine& field : fields) {
    auto at = std::lower_bound(made.begin(), made.end(), field.aside.after,
                               [](const Aside& one, int after) { return one.after < after; });
    for (std::size_t i = 0; i < field.index && at != made.end() && at->after == field.aside.after; ++i) ++at;
    made.insert(at, std::move(field.aside));
  }
  return made;
}

}  // namespace

std::vector<BoardCall> explained_calls(const Bidding& bidding) {
  std::vector<BoardCall> calls;
  calls.reserve(bidding.calls.size());
  for (const MadeCall& made : bidding.calls) {
    BoardCall& call = calls.emplace_back();
    call.call = made.call;
    call.kind = made.kind;
    if (made.remarks.note == 0) continue;
    for (const Note& note : bidding.notes) {
      if (note.number != made.remarks.note) continue;
      std::string_view said = text::trim(note.text);
      call.alerted =
          said == kAlert || (said.starts_with(kAlert) && said.substr(kAlert.size()).starts_with(": "));
      if (call.alerted) said.remove_prefix(std::min(kAlert.size() + 2, said.size()));
      call.explanation = text::to_utf8(said);
      call.line = note.line;
    }
  }
  return calls;
}

Board board_of(Record&& record) {
  Board made = std::move(record.board);
  made.asides = asides_of(record, made);
  made.tags.reserve(record.tags.size());
  for (Tag& tag : record.tags) {
    if (is_typed(tag.name) || made.tag(tag.name) != nullptr) continue;
    // The value of the first of its name, which an unknown one before this may have been.
    const Tag* const first = record.find(tag.name);
    const std::string_view value = value_of(record, *first);
    if (value == "?" && is_mandatory(tag.name)) continue;
    BoardTag& kept = made.tags.emplace_back();
    if (has_rows(tag.body)) kept.rows = text::to_utf8(text::trim(tag.body));
    if (value.size() == tag.value.size() && first == &tag && text::is_ascii(value))
      kept.value = std::move(tag.value);
    else
      kept.value = text::to_utf8(value);
    kept.name = std::move(tag.name);
  }
  if (record.header) {
    for (const auto& [name, value] : *record.header) {
      if (!is_typed(name) && made.tag(name) == nullptr)
        made.tags.push_back({.name = name, .value = text::to_utf8(value)});
    }
  }
  sort_tags(made.tags);
  return made;
}

void sort_tags(std::vector<BoardTag>& tags) {
  const auto order = [](const BoardTag& tag) {
    const std::size_t found = find_name(kMandatory, tag.name);
    return found + (tag.rows.empty() || found < kMandatory.size() ? 0 : 1);
  };
  const auto before = [&](const BoardTag& a, const BoardTag& b) { return order(a) < order(b); };
  std::size_t last = 0;
  for (const BoardTag& tag : tags) {
    const std::size_t now = order(tag);
    if (now < last) return std::stable_sort(tags.begin(), tags.end(), before);
    last = now;
  }
}

namespace {

// Numbers explanations; calls explained alike share a note.
int note_for(std::vector<Note>& notes, const BoardCall& call) {
  if (!call.alerted && call.explanation.empty()) return 0;
  std::string said = call.alerted ? std::string(kAlert) : "";
  if (!call.explanation.empty()) said += (said.empty() ? "" : ": ") + call.explanation;
  for (const Note& note : notes) {
    if (note.text == said) return note.number;
  }
  notes.push_back({.number = static_cast<int>(notes.size()) + 1, .text = std::move(said)});
  return notes.back().number;
}

Bidding bidding_of(const Board& board) {
  Bidding made{.first = board.dealer.value_or(Seat::north), .calls = {}, .notes = {}, .comments = {}};
  for (const BoardCall& call : board.calls) {
    made.calls.push_back({.call = call.call, .kind = call.kind});
    made.calls.back().remarks.note = note_for(made.notes, call);
  }
  const auto auction = board.auction();
  if (auction && !auction->is_over()) made.ending = Ending::cut;
  return made;
}

Play play_of(const Board& board) {
  Play made{.first = board.leader.value_or(Seat::west), .tricks = {}, .notes = {}, .comments = {}};
  PlayHistory history(board.strain.value_or(Strain::no_trump), made.first);
  for (Card card : board.play) {
    if (history.table().empty()) made.tricks.emplace_back();
    made.tricks.back()[static_cast<std::size_t>(distance(made.first, history.turn()))].card = card;
    history.add(card);
  }
  const bool whole = board.deal.all().size() == 52 || !board.all_hands_known();  // the play has begun here
  if (board.declarer && whole && made.first != next(*board.declarer) && !made.tricks.empty())
    made.tricks.front().front().out_of_turn = true;
  if (board.play.size() < 52) made.ending = Ending::cut;
  return made;
}

// Puts the comments where a reader finds them again; those without a section of their own go after a tag.
void place_asides(Record& record) {
  const Board& board = record.board;
  std::vector<Remarks*> at(board.calls.size() + board.play.size(), nullptr);
  std::size_t number = 0;
  if (record.bidding) {
    for (MadeCall& call : record.bidding->calls) at[number++] = &call.remarks;
  }
  if (record.play) {
    for_each_played(*record.play, board, [&](PlayedCard& card) { at[number++] = &card.remarks; });
  }
  const auto body = [&](std::string_view name) -> std::string& {
    for (Tag& tag : record.tags) {
      if (tag.name == name) return tag.body;
    }
    return record.tags.emplace_back(Tag{.name = std::string(name), .value = "?"}).body;
  };
  const auto tag_at = [&](int after) -> std::string& {
    return body(after == Aside::kBeforeDeal ? "Board" : after == Aside::kAfterDeal ? "Deal" : "Result");
  };
  std::string fields;
  int last = Aside::kBeforeBoard - 1;
  std::size_t index = 0;
  for (const Aside& aside : record.board.asides) {
    index = aside.after == last ? index + 1 : 0;
    last = aside.after;
    const auto place = static_cast<std::size_t>(std::max(aside.after, 1)) - 1;
    const bool is_escape = aside.field == "%";
    if (!aside.field.empty() && !is_escape) {
      fields += "\n" + to_lin_line(aside, index);
    } else if (aside.after > 0 && place < at.size() && !is_escape) {
      at[place]->comments.push_back(aside.text);
    } else {
      const std::string line = is_escape ? "%" + aside.text : comment_text(aside.text);
      if (aside.after == Aside::kBeforeBoard)
        record.preamble += (record.preamble.empty() ? "" : "\n") + line;
      else
        tag_at(aside.after) += "\n" + line;
    }
  }
  if (!fields.empty()) body("Result") += fields;
}

}  // namespace

Record record_of(Board board) {
  Record made;
  const auto add = [&](std::string_view name, std::string value) {
    made.tags.push_back(Tag{.name = std::string(name), .value = std::move(value)});
  };
  made.board = std::move(board);
  const Board& given = made.board;
  for (std::string_view name : kMandatory) {
    if (const auto typed = typed_value(made, name)) {
      add(name, !typed->empty() ? *typed : given.passed_out ? "" : "?");
    } else {
      const std::string* value = given.tag(name);
      add(name, value != nullptr ? *value : "?");
    }
  }
  for (const BoardTag& tag : given.tags) {
    if (!is_mandatory(tag.name) && tag.rows.empty()) add(tag.name, tag.value);
  }
  if (!given.calls.empty()) made.bidding = bidding_of(given);
  if (!given.play.empty()) made.play = play_of(given);
  place_asides(made);
  if (made.bidding) add("Auction", to_string(made.bidding->first));
  if (made.play) add("Play", to_string(made.play->first));
  for (const BoardTag& tag : given.tags) {
    if (tag.rows.empty() || is_mandatory(tag.name)) continue;
    add(tag.name, tag.value);
    made.tags.back().body = "\n" + tag.rows;
  }
  return made;
}

}  // namespace yomi::pbn
