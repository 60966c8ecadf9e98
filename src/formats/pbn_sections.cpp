// The auction and the play: a stream of words with remarks, and a table of cards.
#include <algorithm>
#include <utility>

#include "pbn_internal.h"
#include "pbn_lexer.h"
#include "yomi/cards/number.h"
#include "yomi/formats/hand_text.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {
namespace {

constexpr int kPlainAlert = 1000;  // "=0=" while an auction is read: an alert without a note
constexpr std::size_t kUsualCalls = 16;
constexpr std::size_t kMaxTokens = 10'000;  // in a section: more is no auction and no play

std::string found(const Token& token) {
  return token.kind == Token::Kind::end ? "the end of the section" : text::quote(token.text);
}

std::optional<int> number_of(std::string_view digits, int most) {
  const auto number = parse_number<int>(digits);
  return number && *number <= most ? number : std::nullopt;
}

int suffix_number(std::string_view suffix) {
  constexpr std::array<std::string_view, 6> suffixes = {"!", "?", "!!", "??", "!?", "?!"};
  return static_cast<int>(std::find(suffixes.begin(), suffixes.end(), suffix) - suffixes.begin()) + 1;
}

// A remark of any kind goes to `remarks`, a comment before the first call or card to `before`. False: it is
// none.
bool read_remark(Record& record, const Token& token, const std::string& file, int first_suffix,
                 Remarks* remarks, std::vector<std::string>& before) {
  using Kind = Token::Kind;
  if (token.kind == Kind::comment) {
    (remarks != nullptr ? remarks->comments : before).emplace_back(token.text);
    return true;
  }
  if (token.kind != Kind::note && token.kind != Kind::mark && token.kind != Kind::suffix) return false;
  if (remarks == nullptr) {
    add_error(record, token_error(token, file, "expected a call or card before this remark"));
    return true;
  }
  if (token.kind == Kind::suffix) {
    remarks->marks.push_back(first_suffix - 1 + suffix_number(token.text));
    return true;
  }
  const bool is_note = token.kind == Kind::note;
  const auto number = number_of(token.text, is_note ? 999 : 255);
  if (!number) {
    add_error(record,
              token_error(token, file,
                          is_note ? "expected the number of a note, from 1 to 32, found " + found(token)
                                  : "expected a mark from $0 to $255, found " + found(token)));
  } else if (is_note) {
    if (remarks->note == 0) remarks->note = *number > 0 ? *number : first_suffix == 1 ? kPlainAlert : 0;
  } else {
    remarks->marks.push_back(*number);
  }
  return true;
}

// The Note tags that follow a section, up to the next tag of another name.
std::vector<Note> notes_after(const Record& record, const Tag& section) {
  std::vector<Note> notes;
  for (const Tag* tag = &section + 1; tag < record.tags.data() + record.tags.size() && tag->name == "Note";
       ++tag) {
    const std::size_t colon = tag->value.find(':');
    if (colon == std::string::npos) continue;
    const auto number = number_of(std::string_view(tag->value).substr(0, colon), 999);
    if (!number || *number == 0) continue;
    const bool is_new =
        std::none_of(notes.begin(), notes.end(), [&](const Note& n) { return n.number == *number; });
    if (is_new) notes.push_back({.number = *number, .text = tag->value.substr(colon + 1), .line = tag->line});
  }
  return notes;
}

// "=0=" is an alert that nothing explains: they get a note of their own.
void number_alerts(Bidding& bidding) {
  int number = 0;
  for (const Note& note : bidding.notes) number = std::max(number, note.number);
  for (const MadeCall& call : bidding.calls) {
    if (call.remarks.note != kPlainAlert) number = std::max(number, call.remarks.note);
  }
  bool any = false;
  for (MadeCall& call : bidding.calls) {
    if (call.remarks.note != kPlainAlert) continue;
    call.remarks.note = number + 1;
    any = true;
  }
  if (any) bidding.notes.push_back({.number = number + 1, .text = std::string(kAlert)});
}

// The passes that "AP" stands for.
int passes_to_end(const std::vector<MadeCall>& calls) {
  int passes = 0;
  for (auto it = calls.rbegin(); it != calls.rend() && it->call.is_pass(); ++it) {
    if (it->kind == MadeCall::Kind::regular) ++passes;
  }
  const bool bid =
      std::any_of(calls.begin(), calls.end(), [](const MadeCall& c) { return !c.call.is_pass(); });
  return std::max((bid ? 3 : 4) - passes, 0);
}

std::optional<Seat> section_seat(Record& record, const Tag& tag, const std::string& file,
                                 std::optional<Seat> otherwise) {
  if (const auto seat = parse_seat(text::trim(tag.value))) return seat;
  if (is_unknown(text::trim(tag.value)) && otherwise) return otherwise;
  if (is_unknown(text::trim(tag.value)) && text::trim(tag.body).empty()) return std::nullopt;
  add_error(record,
            Error{.what = "expected the seat (N E S W) of the first column, found " + text::quote(tag.value),
                  .file = file,
                  .line = tag.line,
                  .column = tag.column});
  return std::nullopt;
}

// Signs and words that people put around calls: "(Pass)", "1C, 1S", "Pass ...", "no bid".
bool is_filler(const Token& token) {
  if (token.kind == Token::Kind::word) return token.text.size() == 3 && text::lower(token.text) == "bid";
  return token.kind == Token::Kind::other &&
         std::string_view("(),./|").find(token.text) != std::string_view::npos;
}

// "AP", "AllPass", and the first word of "all pass"; extra passes are ignored.
bool is_all_pass(const Token& token) {
  if (token.kind != Token::Kind::word || (token.text[0] != 'a' && token.text[0] != 'A')) return false;
  const std::string word = text::lower(token.text);
  return word == "ap" || word == "all" || word == "allpass";
}

// Also with the sign of a suit.
std::optional<Call> call_of(const Token& token) {
  if (token.kind != Token::Kind::word || token.text == "-") return std::nullopt;
  if (const auto call = parse_call(token.text)) return call;
  const auto calls = parse_calls_text(token.text);
  return calls && calls->size() == 1 ? std::optional(calls->front()) : std::nullopt;
}

std::string illegal_call(const Auction& auction, Call call) {
  const auto bid = auction.last_bid();
  return "expected a legal call, found " + to_string(call) +
         (auction.is_over()
              ? std::string(" after the end of the auction")
              : " by " + std::string(to_name(auction.turn())) + (bid ? " over " + to_string(*bid) : ""));
}

// The calls as they come, and the auction that they make.
class AuctionTable {
 public:
  explicit AuctionTable(Bidding made) : bidding(std::move(made)), auction(bidding.first) {}

  // Handles one token that is no remark and does not end the table; returns an error message, empty if it is
  // fine.
  std::string take(const Token& token) {
    if (token.kind == Token::Kind::word && token.text != "-" && auction && !insufficient_) {
      if (const auto call = parse_call(token.text); call && auction->add(*call)) {
        bidding.calls.emplace_back().call = *call;
        return {};
      }
    }
    if (token.kind == Token::Kind::irregularity && (token.text == "S" || token.text == "I")) {
      if (token.text == "S")
        bidding.calls.push_back({.call = Call::pass(), .kind = MadeCall::Kind::skipped});
      else
        insufficient_ = true;
      auction.reset();
      return {};
    }
    if (token.kind == Token::Kind::word && token.text == "-") {
      if (bidding.calls.empty()) {
        bidding.first = next(bidding.first);
        auction = Auction(bidding.first);
        return {};
      }
      if (!auction || auction->is_over()) return {};  // fills the last line of the table
    }
    if (is_all_pass(token)) {
      pass_out();
      return {};
    }
    const auto call = call_of(token);
    if (!call) return "expected a call (Pass, X, XX, 1C ... 7NT, AP), found " + found(token);
    if (auction && auction->is_over() && call->is_pass()) return {};  // one pass too many
    if (auction && !auction->add(*call)) return illegal_call(*auction, *call);
    bidding.calls.push_back(
        {.call = *call, .kind = insufficient_ ? MadeCall::Kind::insufficient : MadeCall::Kind::regular});
    insufficient_ = false;
    return {};
  }

  Bidding bidding;
  std::optional<Auction> auction;  // nothing once there was an irregularity

 private:
  // "AP": all pass.
  void pass_out() {
    for (int left = passes_to_end(bidding.calls); left > 0; --left) {
      bidding.calls.push_back({.call = Call::pass()});
      if (auction && !auction->add(Call::pass())) auction.reset();
    }
  }

  bool insufficient_ = false;  // the next call is
};

}  // namespace

std::optional<Auction> Bidding::auction() const {
  Auction auction(first);
  for (const MadeCall& made : calls) {
    if (made.kind != MadeCall::Kind::regular || !auction.add(made.call)) return std::nullopt;
  }
  return auction;
}

namespace {

// Some programs put the notes of a section among its lines: the next note that is followed by more of it.
template <class IsEntry>
const Tag* next_part(const Record& record, const Tag& part, const IsEntry& is_entry) {
  const Tag* const end = record.tags.data() + record.tags.size();
  for (const Tag* tag = &part + 1; tag < end && tag->name == "Note"; ++tag) {
    if (has_rows(tag->body)) return is_entry(Lexer(*tag).next()) ? tag : nullptr;
  }
  return nullptr;
}

// Takes the calls after one tag; false: the section ends there.
bool take_calls(Record& record, const Tag& part, const std::string& file, AuctionTable& table) {
  bool starred = false;  // the last word has a star
  std::size_t tokens = 0;
  Lexer lexer(part);
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    std::vector<MadeCall>& calls = table.bidding.calls;
    std::string wrong;
    if (++tokens > kMaxTokens) {
      wrong = "expected the end of the auction long before this";
    } else {
      Remarks* const remarks = calls.empty() ? nullptr : &calls.back().remarks;
      if (token.kind != Token::Kind::word &&
          read_remark(record, token, file, 1, remarks, table.bidding.comments))
        continue;
      starred = token.kind == Token::Kind::hung_star;
      if (starred || is_filler(token)) continue;
      if (token.kind == Token::Kind::star || token.kind == Token::Kind::plus) {
        table.bidding.ending = token.kind == Token::Kind::star ? Ending::cut : Ending::open;
        return false;
      }
      wrong = table.take(token);
    }
    if (wrong.empty()) continue;
    // An error ends the auction; the calls before it stand.
    add_error(record, token_error(token, file, wrong));
    table.bidding.ending = Ending::cut;
    return false;
  }
  if (starred && table.auction && !table.auction->is_over()) table.bidding.ending = Ending::cut;
  return !table.auction || !table.auction->is_over();
}

}  // namespace

std::optional<Auction> read_auction(Record& record, const Tag& tag, const std::string& file) {
  const auto first = section_seat(record, tag, file, record.board.dealer);
  if (!first) return std::nullopt;
  Bidding bidding{.first = *first, .calls = {}, .notes = notes_after(record, tag), .comments = {}};
  bidding.calls.reserve(kUsualCalls);
  AuctionTable table(std::move(bidding));
  const auto is_call = [](const Token& token) { return call_of(token) || is_all_pass(token); };
  for (const Tag* part = &tag; part != nullptr;) {
    const bool goes_on = take_calls(record, *part, file, table);
    part = goes_on ? next_part(record, *part, is_call) : nullptr;
    if (part != nullptr) table.bidding.ending = Ending::none;
  }
  if (table.bidding.calls.empty()) table.auction.reset();
  number_alerts(table.bidding);
  record.bidding = std::move(table.bidding);
  return table.auction;
}

namespace {

// Fills the table of the play, row by row.
class PlayTable {
 public:
  PlayTable(Record& record, const std::string& file, Play& play) : record_(record), file_(file), play_(play) {
    play.tricks.reserve(kRanks);
  }

  // The next place; null, and the error is noted, when the table is full.
  PlayedCard* place(const Token& token) {
    if (column_ == 0) {
      if (play_.tricks.size() == kRanks) {
        add_error(record_,
                  token_error(token, file_, "expected 13 tricks at most, found a card of a fourteenth"));
        return nullptr;
      }
      play_.tricks.emplace_back();
    }
    PlayedCard& made = play_.tricks.back()[column_];
    made.revoke = std::exchange(revoke, false);
    made.out_of_turn = std::exchange(out_of_turn, false);
    remarks = &made.remarks;
    column_ = (column_ + 1) % 4;
    return &made;
  }

  // A whole line of cards, where a row begins and nothing is said of its first card.
  [[nodiscard]] bool takes_row() const {
    return column_ == 0 && !revoke && !out_of_turn && play_.tricks.size() < kRanks;
  }
  void add_row(const std::array<Card, 4>& cards) {
    auto& row = play_.tricks.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) row[i].card = cards[i];
    remarks = &row.back().remarks;
  }

  bool revoke = false;  // of the next card
  bool out_of_turn = false;
  Remarks* remarks = nullptr;  // of the last one

 private:
  Record& record_;
  const std::string& file_;
  Play& play_;
  std::size_t column_ = 0;
};

}  // namespace

namespace {

// Takes the cards after one tag; false: the section ends there.
bool take_cards(Record& record, const Tag& part, const std::string& file, Play& play, PlayTable& table) {
  std::size_t tokens = 0;
  Lexer lexer(part);
  // An error ends the play; the cards before it stand.
  const auto damaged = [&](const Token& token, const std::string& what) {
    add_error(record, token_error(token, file, what));
    play.ending = Ending::cut;
    return false;
  };
  for (;;) {
    while (table.takes_row()) {
      const auto row = lexer.next_row();
      if (!row) break;
      table.add_row(*row);
    }
    while (play.tricks.size() < kRanks) {
      const auto card = lexer.next_card();
      if (!card) break;
      table.place({})->card = card;
    }
    const Token token = lexer.next();
    if (token.kind == Token::Kind::end) return true;
    if (++tokens > kMaxTokens) return damaged(token, "expected the end of the play long before this");
    if (read_remark(record, token, file, 7, table.remarks, play.comments)) continue;
    if (token.kind == Token::Kind::star || token.kind == Token::Kind::hung_star) {
      play.ending = Ending::cut;
      return false;
    }
    if (token.kind == Token::Kind::irregularity && (token.text == "R" || token.text == "L")) {
      (token.text == "R" ? table.revoke : table.out_of_turn) = true;
      continue;
    }
    std::optional<Card> card;
    const bool to_come = token.kind == Token::Kind::plus;
    if (!to_come && (token.kind != Token::Kind::word || (token.text != "-" && token.text != "--"))) {
      card = token.kind == Token::Kind::word ? parse_card(token.text) : std::nullopt;
      if (!card) return damaged(token, "expected a card such as SA or H7, '-' or '*', found " + found(token));
    }
    PlayedCard* const place = table.place(token);
    if (place == nullptr) return false;
    place->card = card;
    place->to_come = to_come;
  }
}

}  // namespace

void read_play(Record& record, const Tag& tag, const std::string& file) {
  const auto first = section_seat(record, tag, file, record.board.leader);
  if (!first) return;
  Play play{.first = *first, .tricks = {}, .notes = notes_after(record, tag), .comments = {}};
  PlayTable table(record, file, play);
  const auto is_card = [](const Token& token) {
    return token.kind == Token::Kind::word && (token.text == "-" || parse_card(token.text));
  };
  for (const Tag* part = &tag; part != nullptr;)
    part = take_cards(record, *part, file, play, table) ? next_part(record, *part, is_card) : nullptr;
  record.play = std::move(play);
}

}  // namespace yomi::pbn
