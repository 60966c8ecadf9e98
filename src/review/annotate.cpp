#include "yomi/review/annotate.h"

#include <algorithm>
#include <array>

#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi::review {
namespace {

constexpr std::string_view kCosts = "{Tricks lost:";  // begins the comment on the play
constexpr std::array<std::string_view, 4> kOurTags = {"DoubleDummyTricks", "OptimumScore", "ParContract",
                                                      "OptimumResultTable"};

std::uint32_t last_line(const pbn::Tag& tag) {
  return tag.body_line + static_cast<std::uint32_t>(std::count(tag.body.begin(), tag.body.end(), '\n'));
}

bool is_section(std::string_view name) {
  return name == "Auction" || name == "Play" || name.ends_with("Table");
}

// A tag with a known value.
bool is_given(const pbn::Record& record, std::string_view name) {
  const pbn::Tag* tag = record.find(name);
  if (tag == nullptr) return false;
  return name.ends_with("Table") ? !text::trim(tag->body).empty() : !tag->value.empty() && tag->value != "?";
}

// The line after which new tags go: the last one before the sections, otherwise the last line of all.
std::uint32_t place_for_tags(const pbn::Record& record) {
  for (std::size_t i = 1; i < record.tags.size(); ++i) {
    const std::uint32_t before = last_line(record.tags[i - 1]);
    if (is_section(record.tags[i].name) && before < record.tags[i].line) return before;
  }
  return last_line(record.tags.back());
}

// Is the tag alone on its lines?
bool stands_alone(const pbn::Record& record, std::size_t i) {
  const bool begins = i == 0 || last_line(record.tags[i - 1]) < record.tags[i].line;
  const bool ends = i + 1 == record.tags.size() || last_line(record.tags[i]) < record.tags[i + 1].line;
  return begins && ends && record.tags[i].line == record.tags[i].body_line;
}

std::string table_rows(const dd::Table& table) {
  std::string rows;
  for (Seat seat : {Seat::north, Seat::south, Seat::east, Seat::west}) {
    for (int i = kStrains - 1; i >= 0; --i) {
      const std::string strain = to_string(strain_at(i));
      const std::string tricks = std::to_string(table.at(strain_at(i), seat));
      rows += to_char(seat);
      rows += " " + std::string(2 - strain.size(), ' ') + strain;
      rows += " " + std::string(2 - tricks.size(), ' ') + tricks + "\n";
    }
  }
  return rows;
}

std::string costs_text(const dd::Analysis& analysis) {
  std::string text;
  for (std::size_t i = 0; i < analysis.cards.size(); ++i) {
    const dd::PlayedCard& played = analysis.cards[i];
    if (played.cost == 0) continue;
    text += (text.empty() ? " " : ", ") + std::to_string(played.cost) + " by " +
            std::string(to_name(played.seat)) + "'s " + to_string(played.card) + " in trick " +
            std::to_string(i / 4 + 1);
  }
  return std::string(kCosts) + (text.empty() ? " none" : text) + "}\n";
}

std::string tag_text(std::string_view name, std::string_view value) {
  return "[" + std::string(name) + " \"" + std::string(value) + "\"]\n";
}

std::string auction_text(const Board& board, const std::vector<BoardCall>& calls) {
  std::string text = tag_text("Auction", to_string(*board.dealer));
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    text += to_string(calls[i].call);
    if (!calls[i].explanation.empty()) {
      auto found = std::find(notes.begin(), notes.end(), calls[i].explanation);
      if (found == notes.end()) found = notes.insert(found, calls[i].explanation);
      text += " =" + std::to_string(found - notes.begin() + 1) + "=";
    }
    text += i % 4 == 3 || i + 1 == calls.size() ? "\n" : " ";
  }
  for (std::size_t i = 0; i < notes.size(); ++i) {
    std::replace(notes[i].begin(), notes[i].end(), '"', '\'');
    text += tag_text("Note", std::to_string(i + 1) + ":" + notes[i]);
  }
  return text;
}

std::string text_for(std::string_view tag, const Question& question, const Finding& finding) {
  if (tag == "DoubleDummyTricks" && finding.table)
    return tag_text(tag, pbn::double_dummy_digits(*finding.table));
  if (tag == "OptimumResultTable" && finding.table)
    return tag_text(tag, "Declarer;Denomination\\2R;Result\\2R") + table_rows(*finding.table);
  if (tag == "OptimumScore" && finding.par) return tag_text(tag, optimum_score(*finding.par));
  if (tag == "ParContract" && finding.par) return tag_text(tag, par_contract(*finding.par));
  if (tag == "Play" && finding.costs) return costs_text(*finding.costs);
  if (tag == "Auction" && !finding.auction.empty()) return auction_text(question.board, finding.auction);
  return "";
}

// Why lines cannot be added to such a file; empty if they can.
std::string_view unfit(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return "it is UTF-16";
  if (bytes.find('\0') != std::string_view::npos) return "it has zero bytes";
  return "";
}

// The bytes of a file line by line, as text::decode() counts lines.
class Lines {
 public:
  explicit Lines(std::string_view bytes) : rest_(bytes) {}
  // With its end.
  std::string_view next() {
    std::size_t end = rest_.find_first_of("\r\n");
    if (end == std::string_view::npos) {
      end = rest_.size();
    } else {
      const std::size_t length = rest_.substr(end, 2) == "\r\n" ? 2 : 1;
      end_ = rest_.substr(end, length);
      end += length;
    }
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return line;
  }
  [[nodiscard]] bool over() const { return rest_.empty(); }
  // The end of the last complete line.
  [[nodiscard]] std::string_view end() const { return end_.empty() ? "\n" : end_; }

 private:
  std::string_view rest_;
  std::string_view end_;
};

// `text` consists of whole lines; if line `after` has no end, it gets one first.
void append_lines(std::string& out, std::string_view text, std::string_view end) {
  const bool open = !out.empty() && !out.ends_with('\n') && !out.ends_with('\r');
  if (open) {
    out += end;
    text.remove_suffix(1);
  }
  for (char c : text) {
    if (c == '\n')
      out += end;
    else
      out += c;
  }
}

// The tags of a record but ours, and its text without comments of ours.
bool same_otherwise(const pbn::Record& before, const pbn::Record& after) {
  const auto ours = [](const pbn::Tag& tag, const pbn::Record& old) {
    if (std::find(kOurTags.begin(), kOurTags.end(), tag.name) != kOurTags.end()) return true;
    return (tag.name == "Auction" || tag.name == "Note") && old.find("Auction") == nullptr;
  };
  std::size_t j = 0;
  for (const pbn::Tag& tag : after.tags) {
    if (ours(tag, before)) continue;
    while (j < before.tags.size() && ours(before.tags[j], before)) ++j;
    if (j == before.tags.size()) return false;
    const pbn::Tag& old = before.tags[j++];
    const std::string_view body = std::string_view(tag.body).substr(0, old.body.size());
    const std::string_view added = std::string_view(tag.body).substr(body.size());
    if (tag.name != old.name || tag.value != old.value || body != old.body ||
        (!added.empty() && !text::trim(added).starts_with(kCosts)))
      return false;
  }
  while (j < before.tags.size() && ours(before.tags[j], before)) ++j;
  return j == before.tags.size() && before.preamble == after.preamble;
}

Result<bool> check(const std::string& before, const std::string& after, const std::string& file) {
  const std::string old_text = text::decode(before);
  const std::string new_text = text::decode(after);
  pbn::Reader old_reader(old_text, file);
  pbn::Reader new_reader(new_text, file);
  for (;;) {
    const auto old_record = old_reader.next();
    const auto new_record = new_reader.next();
    if (!old_record && !new_record) return true;
    if (!old_record || !new_record || !same_otherwise(*old_record, *new_record))
      return Error{.what = "this board would not say the same with new tags: the file is left alone",
                   .file = file,
                   .line = old_record ? old_record->line : 1};
  }
}

}  // namespace

std::string optimum_score(const dd::Par& par) {
  return par.score_ns < 0 ? "EW " + std::to_string(-par.score_ns) : "NS " + std::to_string(par.score_ns);
}

std::string par_contract(const dd::Par& par) {
  std::string text;
  for (const dd::ParContract& contract : par.contracts) {
    std::string seats;
    for (Seat seat : kAllSeats) {
      if (contract.declarers[seat]) seats += to_char(seat);
    }
    if (seats.size() > 1) seats = contract.side == Side::ns ? "NS" : "EW";
    text += (text.empty() ? "" : "; ") + seats + " " + std::to_string(contract.level) +
            to_string(contract.strain).substr(0, 1) + (contract.doubled ? "X" : "");
    if (contract.over != 0) text += (contract.over > 0 ? "+" : "") + std::to_string(contract.over);
  }
  return text.empty() ? "Pass" : text;
}

Result<Annotator> Annotator::read(std::string bytes, const std::string& file,
                                  const AnnotateOptions& options) {
  if (const std::string_view why = unfit(bytes); !why.empty())
    return Error{.what = "cannot be annotated: " + std::string(why), .file = file};
  Annotator made;
  made.bytes_ = std::move(bytes);
  made.file_ = file;
  const std::string text = text::decode(made.bytes_);
  pbn::Reader reader(text, file);
  while (auto record = reader.next()) {
    if (record->tags.empty()) continue;  // text that belongs to no board
    made.end_last_before(record->line);
    Question question{.line = record->line};
    std::vector<Place> places;
    Board& board = record->board;
    const auto ask = [&](std::string_view name) {
      if (is_given(*record, name) && !options.recalculate) return false;
      Place place{.tag = std::string(name), .after = place_for_tags(*record)};
      for (std::size_t i = 0; i < record->tags.size(); ++i) {
        if (record->tags[i].name != name) continue;
        if (!stands_alone(*record, i)) {
          question.left_alone = "its tag " + std::string(name) + " shares a line with another";
          return false;
        }
        place.after = record->tags[i].line - 1;
        place.drop = last_line(record->tags[i]) - place.after;
        break;
      }
      places.push_back(std::move(place));
      return true;
    };
    const bool fits = board.all_hands_known() && board.deal.is_full();
    if (fits) {
      question.table = ask("DoubleDummyTricks");
      if (board.dealer && board.vulnerability) {
        question.par = ask("OptimumScore");
        question.par = ask("ParContract") || question.par;
      }
      if (options.auction && board.dealer && record->find("Auction") == nullptr)
        question.auction = ask("Auction");
      question.table = ask("OptimumResultTable") || question.table;
    }
    const pbn::Tag* play = record->find("Play");
    if (fits && options.costs && play != nullptr && !board.play.empty() && board.start() && board.declarer &&
        play->body.find(kCosts) == std::string::npos) {
      question.costs = true;
      places.push_back({.tag = "Play", .after = last_line(*play)});
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.after < b.after; });
    question.board = std::move(board);
    made.questions_.push_back(std::move(question));
    made.places_.push_back(std::move(places));
  }
  return made;
}

void Annotator::end_last_before(std::uint32_t line) {
  if (questions_.empty()) return;
  std::vector<Place>& places = places_.back();
  if (std::none_of(places.begin(), places.end(), [&](const Place& place) { return place.after >= line; }))
    return;
  places.clear();
  Question& question = questions_.back();
  question.table = question.par = question.auction = question.costs = false;
  question.left_alone = "the next board begins on its last line";
}

Result<std::string> Annotator::with(std::span<const std::optional<Finding>> findings) const {
  std::string out;
  out.reserve(bytes_.size() + 1024 * findings.size());
  Lines lines(bytes_);
  std::uint32_t line = 0;
  for (std::size_t i = 0; i < findings.size() && i < questions_.size(); ++i) {
    if (!findings[i]) continue;
    for (const Place& place : places_[i]) {
      const std::string text = text_for(place.tag, questions_[i], *findings[i]);
      if (text.empty()) continue;
      for (; line < place.after && !lines.over(); ++line) out += lines.next();
      std::string old;
      for (std::uint32_t drop = place.drop; drop > 0 && !lines.over(); --drop, ++line) old += lines.next();
      // Values that already agree stay as they are.
      if (!old.empty() && text::trim(text::decode(old)) == text::trim(text))
        out += old;
      else
        append_lines(out, text, lines.end());
    }
  }
  while (!lines.over()) out += lines.next();
  if (out == bytes_) return out;
  const auto same = check(bytes_, out, file_);
  if (!same) return same.error();
  return out;
}

std::optional<Finding> find_out(const Question& question, dd::Solver& solver) {
  Finding found;
  if (question.table || question.par) {
    found.table = solver.table(question.board.deal);
    if (!found.table) return std::nullopt;
  }
  if (question.par) found.par = dd::par(*found.table, *question.board.vulnerability, *question.board.dealer);
  if (question.costs) {
    auto analysis =
        dd::analyse(solver, *question.board.start(), *question.board.declarer, question.board.play);
    if (analysis && analysis->cards.size() < question.board.play.size()) return std::nullopt;
    if (analysis) found.costs = std::move(*analysis);
  }
  return found;
}

}  // namespace yomi::review
