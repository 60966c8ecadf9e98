// The auction and the play: a stream of words with remarks, a table of cards, and the order in which they
// fell.
#include <algorithm>
#include <charconv>

#include "pbn_internal.h"
#include "yomi/formats/text.h"

namespace yomi::pbn {
namespace {

constexpr std::size_t kMaxTokens = 10'000;  // in a section: more is no auction and no play

struct Token {
  enum class Kind : std::uint8_t { end, word, note, mark, suffix, star, plus, irregularity, comment, other };
  Kind kind = Kind::end;
  std::string_view text;  // without the signs of notes, marks and comments
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// Ends at the end of the body, or at an empty line: what follows that belongs to no section.
class Lexer {
 public:
  explicit Lexer(const Tag& tag) : rest_(tag.body), line_(tag.body_line), column_(tag.body_column) {}

  Token next() {
    skip_space();
    Token token{.text = {}, .line = line_, .column = column_};
    if (rest_.empty()) return token;
    const char c = rest_[0];
    switch (c) {
      case '*':
        return take(token, Token::Kind::star, 1, 0, 0);
      case '+':
        return take(token, Token::Kind::plus, 1, 0, 0);
      case ';':
        return take(token, Token::Kind::comment, std::min(rest_.find('\n'), rest_.size()), 1, 0);
      case '{': {
        const std::size_t close = rest_.find('}');
        if (close == std::string_view::npos) return take(token, Token::Kind::other, 1, 0, 0);
        return take(token, Token::Kind::comment, close + 1, 1, 1);
      }
      case '!':
      case '?': {
        const bool two = rest_.size() > 1 && (rest_[1] == '!' || rest_[1] == '?');
        return take(token, Token::Kind::suffix, two ? 2 : 1, 0, 0);
      }
      case '^':
        return take(token, Token::Kind::irregularity, std::min<std::size_t>(2, rest_.size()), 1, 0);
      case '$':
        return take(token, Token::Kind::mark, 1 + digits(1), 1, 0);
      case '=': {
        const std::size_t count = digits(1);
        const bool closed = 1 + count < rest_.size() && rest_[1 + count] == '=';
        if (count == 0 || !closed) return take(token, Token::Kind::other, 1, 0, 0);
        return take(token, Token::Kind::note, count + 2, 1, 1);
      }
      default:
        break;
    }
    std::size_t length = 0;
    while (length < rest_.size() && is_word(rest_[length])) ++length;
    return length > 0 ? take(token, Token::Kind::word, length, 0, 0)
                      : take(token, Token::Kind::other, 1, 0, 0);
  }

 private:
  static bool is_word(char c) { return text::is_letter(c) || text::is_digit(c) || c == '-'; }
  [[nodiscard]] std::size_t digits(std::size_t from) const {
    std::size_t count = 0;
    while (from + count < rest_.size() && text::is_digit(rest_[from + count])) ++count;
    return count;
  }
  void advance(std::size_t count) {
    for (char c : rest_.substr(0, count)) {
      if (c == '\n') {
        ++line_;
        column_ = 1;
        at_line_start_ = true;
      } else {
        if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++column_;
        at_line_start_ = false;
      }
    }
    rest_.remove_prefix(count);
  }
  void skip_space() {
    bool line_is_empty = false;
    while (!rest_.empty()) {
      const char c = rest_[0];
      if (c == '\n') {
        if (line_is_empty) {
          rest_ = {};
          return;
        }
        advance(1);
        line_is_empty = true;
      } else if (text::is_blank(c)) {
        advance(1);
      } else if (c == '%' && at_line_start_) {
        advance(std::min(rest_.find('\n'), rest_.size()));
        line_is_empty = false;
      } else {
        return;
      }
    }
  }
  Token take(Token token, Token::Kind kind, std::size_t length, std::size_t cut_front, std::size_t cut_back) {
    token.kind = kind;
    token.text = rest_.substr(cut_front, length - cut_front - cut_back);
    advance(length);
    return token;
  }

  std::string_view rest_;
  std::uint32_t line_;
  std::uint32_t column_;
  bool at_line_start_ = false;
};

Error token_error(const Token& token, const std::string& file, std::string what) {
  return Error{.what = std::move(what), .file = file, .line = token.line, .column = token.column};
}

std::string found(const Token& token) {
  return token.kind == Token::Kind::end ? "the end of the section" : text::quote(token.text);
}

std::optional<int> number_of(std::string_view digits, int most) {
  int number = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (code != std::errc() || end != digits.data() + digits.size() || number > most) return std::nullopt;
  return number;
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
  if (!number || (is_note && *number == 0)) {
    add_error(record,
              token_error(token, file,
                          is_note ? "expected the number of a note, from 1 to 32, found " + found(token)
                                  : "expected a mark from $0 to $255, found " + found(token)));
  } else if (is_note) {
    if (remarks->note == 0) remarks->note = *number;
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

std::string illegal_call(const Auction& auction, Call call) {
  const auto bid = auction.last_bid();
  return "expected a legal call, found " + to_string(call) +
         (auction.is_over()
              ? std::string(" after the end of the auction")
              : " by " + std::string(to_name(auction.turn())) + (bid ? " over " + to_string(*bid) : ""));
}

}  // namespace

std::optional<Auction> Bidding::auction() const {
  Auction auction(first);
  for (const MadeCall& made : calls) {
    if (made.kind != MadeCall::Kind::regular || !auction.add(made.call)) return std::nullopt;
  }
  return auction;
}

void read_auction(Record& record, const Tag& tag, const std::string& file) {
  const auto first = section_seat(record, tag, file, record.board.dealer);
  if (!first) return;
  Bidding bidding{.first = *first, .calls = {}, .notes = notes_after(record, tag), .comments = {}};
  std::optional<Auction> auction(*first);  // nothing once there was an irregularity
  bool insufficient = false;
  std::size_t tokens = 0;
  Lexer lexer(tag);
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (++tokens > kMaxTokens) {
      add_error(record, token_error(token, file, "expected the end of the auction long before this"));
      return;
    }
    Remarks* const remarks = bidding.calls.empty() ? nullptr : &bidding.calls.back().remarks;
    if (read_remark(record, token, file, 1, remarks, bidding.comments)) continue;
    if (token.kind == Token::Kind::star || token.kind == Token::Kind::plus) {
      bidding.ending = token.kind == Token::Kind::star ? Ending::cut : Ending::open;
      break;
    }
    if (token.kind == Token::Kind::irregularity && token.text == "S") {
      bidding.calls.push_back({.call = Call::pass(), .kind = MadeCall::Kind::skipped});
      auction.reset();
      continue;
    }
    if (token.kind == Token::Kind::irregularity && token.text == "I") {
      insufficient = true;
      auction.reset();
      continue;
    }
    if (token.kind == Token::Kind::word && token.text == "-") {
      if (bidding.calls.empty()) {
        bidding.first = next(bidding.first);
        auction = Auction(bidding.first);
        continue;
      }
      if (!auction || auction->is_over()) continue;  // fills the last line of the table
    }
    if (token.kind == Token::Kind::word && text::lower(token.text) == "ap") {
      for (int left = passes_to_end(bidding.calls); left > 0; --left) {
        bidding.calls.push_back({.call = Call::pass()});
        if (auction && !auction->add(Call::pass())) auction.reset();
      }
      continue;
    }
    const auto call =
        token.kind == Token::Kind::word && token.text != "-" ? parse_call(token.text) : std::nullopt;
    if (!call) {
      add_error(record, token_error(token, file,
                                    "expected a call (Pass, X, XX, 1C ... 7NT, AP), found " + found(token)));
      return;
    }
    if (auction && !auction->add(*call)) {
      add_error(record, token_error(token, file, illegal_call(*auction, *call)));
      return;
    }
    bidding.calls.push_back(
        {.call = *call, .kind = insufficient ? MadeCall::Kind::insufficient : MadeCall::Kind::regular});
    insufficient = false;
  }
  record.bidding = std::move(bidding);
}

void read_play(Record& record, const Tag& tag, const std::string& file) {
  const auto first = section_seat(record, tag, file, record.board.leader);
  if (!first) return;
  Play play{.first = *first, .tricks = {}, .notes = notes_after(record, tag), .comments = {}};
  PlayedCard waiting;  // irregularities for the next card
  std::size_t column = 0;
  std::size_t tokens = 0;
  Remarks* remarks = nullptr;
  Lexer lexer(tag);
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (++tokens > kMaxTokens) {
      add_error(record, token_error(token, file, "expected the end of the play long before this"));
      return;
    }
    if (read_remark(record, token, file, 7, remarks, play.comments)) continue;
    if (token.kind == Token::Kind::star) {
      play.ending = Ending::cut;
      break;
    }
    if (token.kind == Token::Kind::irregularity && (token.text == "R" || token.text == "L")) {
      (token.text == "R" ? waiting.revoke : waiting.out_of_turn) = true;
      continue;
    }
    PlayedCard played = waiting;
    waiting = {};
    if (token.kind == Token::Kind::plus) {
      played.to_come = true;
    } else if (token.kind != Token::Kind::word || token.text != "-") {
      played.card = token.kind == Token::Kind::word ? parse_card(token.text) : std::nullopt;
      if (!played.card) {
        add_error(record, token_error(token, file,
                                      "expected a card such as SA or H7, '-' or '*', found " + found(token)));
        return;
      }
    }
    if (column == 0) {
      if (play.tricks.size() == kRanks) {
        add_error(record,
                  token_error(token, file, "expected 13 tricks at most, found a card of a fourteenth"));
        return;
      }
      play.tricks.emplace_back();
    }
    PlayedCard& place = play.tricks.back()[column];
    place = std::move(played);
    remarks = &place.remarks;
    column = (column + 1) % 4;
  }
  record.play = std::move(play);
}

namespace {

// Where each card of the table stands, found again only when a message needs it.
Error card_error(const Tag& tag, const std::string& file, std::size_t number, std::string what) {
  Lexer lexer(tag);
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    const bool is_card = token.kind == Token::Kind::word || token.kind == Token::Kind::plus;
    if (is_card && number-- == 0) return token_error(token, file, std::move(what));
  }
  return Error{.what = std::move(what), .file = file, .line = tag.line, .column = tag.column};
}

struct Place {
  std::size_t trick;
  std::size_t column;
};

std::string describe(const Play& play, Place at) {
  const Seat seat = next(play.first, static_cast<int>(at.column));
  return to_string(*play.tricks[at.trick][at.column].card) + " by " + std::string(to_name(seat)) +
         " to trick " + std::to_string(at.trick + 1);
}

// Cards that cannot be in the hand they came from, whatever the order of play was.
std::optional<std::pair<Place, std::string>> find_impossible(const Record& record) {
  const Play& play = *record.play;
  CardSet seen;
  for (std::size_t trick = 0; trick < play.tricks.size(); ++trick) {
    for (std::size_t column = 0; column < 4; ++column) {
      const auto& card = play.tricks[trick][column].card;
      if (!card) continue;
      const Place at{trick, column};
      const Seat seat = next(play.first, static_cast<int>(column));
      if (seen.contains(*card)) {
        return std::pair(at,
                         "expected a card not yet played, found " + describe(play, at) + ", played before");
      }
      seen.insert(*card);
      if (record.board.deal[seat].contains(*card)) continue;
      const bool known = record.board.known[seat];
      if (known || record.board.deal.all().contains(*card)) {
        return std::pair(
            at, "expected a card of the hand, found " + describe(play, at) + ", who does not hold it");
      }
    }
  }
  return std::nullopt;
}

// Follows the tricks from leader to winner, as long as it can be told who leads.
class Follower {
 public:
  explicit Follower(Record& record) : record_(record), play_(*record.play), held_(record.board.deal) {}

  std::optional<std::pair<Place, std::string>> run() {
    const int cards = record_.board.deal.all().size();
    const bool whole_deal = cards % 4 != 0 || cards == 52 || !record_.board.all_hands_known();
    // The first column is that of the opening leader, unless the record says otherwise by its declarer.
    leader_ = record_.board.declarer && whole_deal ? next(*record_.board.declarer) : play_.first;
    record_.board.leader = leader_;
    for (std::size_t trick = 0; trick < play_.tricks.size(); ++trick) {
      lead_out_of_turn(trick);
      if (auto problem = follow(trick)) return problem;
      if (!winner_) break;
      leader_ = *winner_;
    }
    return std::nullopt;
  }

 private:
  void lead_out_of_turn(std::size_t trick) {
    for (std::size_t column = 0; column < 4; ++column) {
      const Seat seat = next(play_.first, static_cast<int>(column));
      if (!play_.tricks[trick][column].out_of_turn || seat == leader_) continue;
      leader_ = seat;
      if (trick == 0)
        record_.board.leader = seat;
      else
        in_order_ = false;  // no Position can follow
    }
  }

  std::optional<std::pair<Place, std::string>> follow(std::size_t trick) {
    std::optional<Card> led;
    std::optional<Card> best;
    bool one_suit = true;
    Seat winning = leader_;
    winner_.reset();
    for (int step = 0; step < kSeats; ++step) {
      const Seat seat = next(leader_, step);
      const Place at{trick, static_cast<std::size_t>(distance(play_.first, seat))};
      const PlayedCard& played = play_.tricks[trick][at.column];
      if (!played.card) return std::nullopt;
      const Card card = *played.card;
      if (!led) led = card;
      if (const auto problem = check_suit(seat, card, led->suit(), played.revoke)) {
        return std::pair(at, *problem + ", found " + describe(play_, at) + ": a revoke");
      }
      held_[seat].erase(card);
      in_order_ = in_order_ && !played.revoke;
      if (in_order_) record_.board.play.push_back(card);
      one_suit = one_suit && card.suit() == led->suit();
      if (!best || beats(card, *best, record_.board.strain.value_or(Strain::no_trump))) {
        best = card;
        winning = seat;
      }
    }
    if (record_.board.strain || one_suit) winner_ = winning;
    return std::nullopt;
  }

  std::optional<std::string> check_suit(Seat seat, Card card, Suit led, bool declared_revoke) {
    const auto chair = static_cast<std::size_t>(index(seat));
    const auto bit = [](Suit suit) { return static_cast<std::uint8_t>(1U << index(suit)); };
    if ((void_[chair] & bit(card.suit())) != 0) return "expected no card of a suit not followed to before";
    if (card.suit() == led || declared_revoke) return std::nullopt;
    if (record_.board.known[chair] && held_[seat].length(led) > 0) {
      return "expected " + std::string(1, to_char(led)) + " to follow suit";
    }
    void_[chair] |= bit(led);
    return std::nullopt;
  }

  Record& record_;
  const Play& play_;
  Deal held_;
  Seat leader_ = Seat::north;
  std::optional<Seat> winner_;          // nothing when it cannot be told
  std::array<std::uint8_t, 4> void_{};  // suits that a chair did not follow to, a bit each
  bool in_order_ = true;
};

}  // namespace

void order_cards(Record& record, const Tag& tag, const std::string& file) {
  auto problem = find_impossible(record);
  if (!problem && !record.play->tricks.empty()) problem = Follower(record).run();
  if (!record.board.leader) record.board.leader = record.play->first;
  if (problem) {
    const auto [at, what] = *problem;
    add_error(record, card_error(tag, file, 4 * at.trick + at.column, what));
  }
}

}  // namespace yomi::pbn
