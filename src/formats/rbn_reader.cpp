#include <algorithm>
#include <charconv>

#include "board_builder.h"
#include "record_sources.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

using text::is_digit;

// Parts between colons; a doubled colon stands for one.
std::vector<std::string> parts_of(std::string_view value) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != ':') {
      parts.back() += value[i];
    } else if (i + 1 < value.size() && value[i + 1] == ':') {
      parts.back() += ':';
      ++i;
    } else {
      parts.emplace_back();
    }
  }
  for (std::string& part : parts) part = text::to_utf8(text::trim(part));
  return parts;
}

// "19930512" to "1993.05.12"; what is not known becomes question marks.
std::string date_of(std::string_view value) {
  const auto digit = [&](std::size_t i) { return i < value.size() && is_digit(value[i]) ? value[i] : '?'; };
  std::string made;
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == 4 || i == 6) made += '.';
    made += digit(i);
  }
  return made;
}

std::string scoring_of(const std::string& value) {
  if (value == "I") return "IMP";
  if (value == "M") return "MP";
  if (value == "B") return "BAM";
  if (value == "X") return "CrossIMP";
  if (value == "R") return "Rubber";
  if (value == "C") return "Chicago";
  return value;
}

class RbnSource final : public RecordSource {
 public:
  RbnSource(text::Window& window, std::string file) : file_(std::move(file)) {
    window.all();
    text_ = window.text();
  }
  std::optional<ReadBoard> next() override;

 private:
  void line(std::string_view line);
  void after_hands(char label, std::string_view value, const std::vector<std::string>& parts);
  void hands(std::string_view value);
  void names(std::string_view value);
  void auction(std::string_view value);
  void calls(std::string_view value);
  void play(std::string_view value);
  void explain();
  void set(std::string_view name, std::string value) {
    if (!value.empty()) held_.set_tag(name, std::move(value));
  }
  void keep(std::string_view field, std::string_view value) {
    builder_.board.asides.push_back({.after = builder_.events() > 0 ? builder_.events() : Aside::kAfterDeal,
                                     .field = std::string(field),
                                     .text = text::to_utf8(value)});
  }
  void error(std::string what) {
    read_.errors.push_back({.what = std::move(what), .file = file_, .line = number_, .column = 3});
  }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  std::uint32_t number_ = 0;
  // Labels that hold until they are given again: title, date, place, event, names, number, hands.
  Board held_;

  ReadBoard read_;
  BoardBuilder builder_;
  std::vector<std::pair<std::size_t, char>> references_;  // a call and the note that explains it
  std::vector<std::pair<char, std::string>> notes_;
  bool in_play_ = false;
  bool any_ = false;
};

void RbnSource::hands(std::string_view value) {
  std::vector<std::string> parts = parts_of(value);
  const auto first = parse_seat(parts.front());
  if (!first) return error("expected the first seat (N E S W) of the hands, found " + text::quote(value));
  held_.deal = {};
  held_.known = {};
  for (std::size_t i = 1; i < parts.size() && i <= 4; ++i) {
    const Seat seat = yomi::next(*first, static_cast<int>(i) - 1);
    if (parts[i].empty()) continue;
    std::string hand = parts[i];
    while (std::count(hand.begin(), hand.end(), '.') < 3) hand += '.';
    const auto cards = parse_hand(hand);
    if (!cards) return error(std::string(to_name(seat)) + ": " + cards.error().what);
    if (const CardSet twice = *cards & held_.deal.all(); !twice.empty())
      return error("card " + to_string(twice.highest()) + " is in two hands");
    held_.deal[seat] = *cards;
    held_.known[seat] = true;
  }
  held_.complete_deal();
}

// North+South:West+East, then the room or table.
void RbnSource::names(std::string_view value) {
  held_.names = {};
  const auto parts = parts_of(value);
  const auto pair = [&](std::size_t part, Seat one, Seat two) {
    if (part >= parts.size()) return;
    const std::size_t plus = std::min(parts[part].find('+'), parts[part].size());
    held_.names[one] = text::trim(std::string_view(parts[part]).substr(0, plus));
    if (plus < parts[part].size())
      held_.names[two] = text::trim(std::string_view(parts[part]).substr(plus + 1));
  };
  pair(0, Seat::north, Seat::south);
  pair(1, Seat::west, Seat::east);
  std::erase_if(held_.tags, [](const BoardTag& tag) { return tag.name == "Room" || tag.name == "Table"; });
  if (parts.size() < 3) return;
  if (parts[2] == "O" || parts[2] == "C")
    set("Room", parts[2] == "O" ? "Open" : "Closed");
  else
    set("Table", parts[2]);
}

// "WZ:1S2H2S4D:4SPP5H:XA": dealer, vulnerability, rounds.
void RbnSource::auction(std::string_view value) {
  Board& board = builder_.board;
  const std::size_t colon = value.find(':');
  board.dealer = Seat::west;
  if (colon != std::string_view::npos && colon <= 2) {
    if (colon > 0) board.dealer = parse_seat(value.substr(0, 1));
    const char vul = colon == 2 ? value[1] : '?';
    if (vul == 'Z') board.vulnerability = Vulnerability::none;
    if (vul == 'N') board.vulnerability = Vulnerability::ns;
    if (vul == 'E') board.vulnerability = Vulnerability::ew;
    if (vul == 'B') board.vulnerability = Vulnerability::both;
    value.remove_prefix(colon + 1);
  }
  if (!board.dealer) return error("expected the dealer (N E S W) of the auction");
  calls(value);
}

void RbnSource::calls(std::string_view value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    std::optional<Call> call;
    if (c == 'P') call = Call::pass();
    if (c == 'X') call = Call::x();
    if (c == 'R') call = Call::xx();
    if (is_digit(c) && i + 1 < value.size()) {
      call = parse_call(value.substr(i, 2));
      ++i;
      if (!call)
        return error("expected a bid such as 1N or 4S, found " + text::quote(value.substr(i - 1, 2)));
    }
    if (call) {
      if (auto wrong = builder_.add(BoardCall{.call = *call})) return error(std::move(*wrong));
    } else if (c == 'A') {
      while (!builder_.board.calls.empty() || builder_.events() == 0) {
        if (builder_.auction() && builder_.auction()->is_over()) break;
        if (builder_.add(BoardCall{.call = Call::pass()})) break;
      }
    } else if (c == '*') {
      if (!builder_.board.calls.empty()) builder_.board.calls.back().alerted = true;
    } else if (c == '^' && i + 1 < value.size()) {
      if (!builder_.board.calls.empty())
        references_.emplace_back(builder_.board.calls.size() - 1, value[i + 1]);
      ++i;
    } else if (c == 'Y') {
      return;  // "your call": the record stops here
    } else if (c != ':' && c != '!' && c != '?' && !text::is_blank(c)) {
      return error("expected a call (P X R A, 1C to 7N), found " + text::quote(value.substr(i, 1)));
    }
  }
}

// "CK972:CQH483": a card without a suit follows to the first of its trick.
void RbnSource::play(std::string_view value) {
  in_play_ = true;
  std::optional<Suit> led;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (c == ':') led.reset();
    if (c == '^') ++i;
    if (c == ':' || c == '^' || c == '!' || c == '?' || c == '*' || text::is_blank(c)) continue;
    auto suit = parse_suit(c);
    const auto rank = suit && i + 1 < value.size() ? parse_rank(value[++i]) : parse_rank(c);
    if (!suit) suit = led;
    if (!suit || !rank) return error("expected a card such as SA, found " + text::quote(value.substr(i, 2)));
    if (!led) led = suit;
    if (auto wrong = builder_.add(Card(*suit, *rank))) return error(std::move(*wrong));
  }
}

void RbnSource::line(std::string_view line) {
  any_ = true;
  const char label = line[0];
  const std::string_view value = text::trim(line.substr(1));
  if (is_digit(label)) {
    if (!in_play_)
      notes_.emplace_back(label, text::to_utf8(value));
    else
      keep("rbn" + std::string(1, label), value);
    return;
  }
  const auto parts = parts_of(value);
  switch (label) {
    case 'D':
      return set("Date", date_of(value));
    case 'T':
      set("Title", parts[0]);
      return set("Annotator", parts.size() > 1 ? parts[1] : "");
    case 'L':
      return set("Site", parts[0] + (parts.size() > 1 ? ", " + parts[1] : ""));
    case 'E':
      return set("Event", parts[0] + (parts.size() > 1 ? ", " + parts[1] : ""));
    case 'S':
      return set("Stage", parts[0] + (parts.size() > 1 ? ", " + parts[1] : ""));
    case 'F':
      return set("Scoring", scoring_of(parts[0]));
    case 'K':
      set("HomeTeam", parts[0]);
      return set("VisitTeam", parts.size() > 1 ? parts[1] : "");
    case 'N':
      return names(value);
    case 'B':
      held_.number = parts[0];
      return set("Section", parts.size() > 1 ? parts[1] : "");
    case 'H':
      return hands(value);
    default:
      break;
  }
  after_hands(label, value, parts);
}

// The lines that need the hands.
void RbnSource::after_hands(char label, std::string_view value, const std::vector<std::string>& parts) {
  Board& board = builder_.board;
  board.deal = held_.deal;
  board.known = held_.known;
  if (label == 'A') {
    auction(value);
  } else if (label == 'C') {
    const auto declarer = parts.size() > 1 ? parse_seat(parts[1]) : std::nullopt;
    const auto contract = declarer ? parse_contract(parts[0], *declarer) : std::nullopt;
    if (contract)
      board.set_contract(*contract);
    else if (parts[0] == "P")
      board.passed_out = true;
    else
      keep("rbnC", value);
  } else if (label == 'P') {
    play(value);
  } else if (label == 'R') {
    int tricks = -1;
    const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), tricks);
    if (code == std::errc() && tricks >= 0 && tricks <= kRanks) board.tricks = tricks;
    if (end != value.data() + value.size()) keep("rbnR", value);
  } else {
    keep("rbn" + std::string(1, label), value);
  }
}

void RbnSource::explain() {
  for (const auto& [call, reference] : references_) {
    for (const auto& [label, words] : notes_) {
      if (label == reference && builder_.board.calls[call].explanation.empty())
        builder_.board.calls[call].explanation = words;
    }
  }
}

std::optional<ReadBoard> RbnSource::next() {
  read_ = {};
  builder_ = {};
  references_.clear();
  notes_.clear();
  in_play_ = any_ = false;
  std::string comment;
  bool in_comment = false;
  while (at_ < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++number_;
    const std::string_view words = text::trim(line);
    if (words.empty() && !in_comment) {
      if (any_) break;
      continue;
    }
    if (read_.line == 0) read_.line = number_;
    if (in_comment || words.starts_with('{')) {
      comment += (in_comment ? " " : "") + std::string(in_comment ? words : words.substr(1));
      in_comment = !words.ends_with('}');
      if (in_comment && !words.empty()) continue;
      if (comment.ends_with('}')) comment.pop_back();
      keep("", comment);
      comment.clear();
      in_comment = false;
      any_ = true;
    } else if (words.front() != '%') {
      this->line(words);
    }
  }
  if (!any_) return std::nullopt;
  Board& board = builder_.board;
  board.deal = held_.deal;
  board.known = held_.known;
  board.number = held_.number;
  board.names = held_.names;
  board.tags = held_.tags;
  explain();
  builder_.finish();
  pbn::sort_tags(board.tags);
  std::stable_sort(board.asides.begin(), board.asides.end(),
                   [](const Aside& a, const Aside& b) { return a.after < b.after; });
  read_.board = std::move(board);
  return std::move(read_);
}

}  // namespace

std::unique_ptr<RecordSource> rbn_source(text::Window& window, std::string file) {
  return std::make_unique<RbnSource>(window, std::move(file));
}

}  // namespace yomi
