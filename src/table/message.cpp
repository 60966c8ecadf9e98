#include "yomi/table/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "yomi/formats/text.h"

namespace yomi::table {
namespace {

// The words of a line, and the rest of the line after each.
class Words {
 public:
  explicit Words(std::string_view rest) : rest_(text::trim(rest)) {}

  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool empty() const { return rest_.empty(); }
  std::string_view next() {
    std::size_t end = 0;
    while (end < rest_.size() && !text::is_blank(rest_[end])) ++end;
    const std::string_view word = rest_.substr(0, end);
    rest_ = text::trim(rest_.substr(end));
    return word;
  }
  // Takes the word if it is the next one, in any case and with any punctuation behind it.
  bool take(std::string_view word) {
    Words ahead = *this;
    if (text::lower(letters_of(ahead.next())) != word) return false;
    *this = ahead;
    return true;
  }
  // "North's" is North.
  static std::string_view letters_of(std::string_view word) {
    std::size_t end = 0;
    while (end < word.size() && text::is_letter(word[end])) ++end;
    return word.substr(0, end);
  }

 private:
  std::string_view rest_;
};

std::optional<Seat> seat_word(std::string_view word) {
  return parse_seat(Words::letters_of(word));
}

// Seat or dummy, taken from the front; nothing when it is neither.
std::optional<SeatOrDummy> take_holder(Words& words) {
  Words ahead = words;
  const std::string_view word = Words::letters_of(ahead.next());
  const auto seat = parse_seat(word);
  if (!seat && text::lower(word) != "dummy") return std::nullopt;
  words = ahead;
  return SeatOrDummy(seat);
}

// The number at the front, if it is a small one.
std::optional<int> number_at(std::string_view text) {
  constexpr int kMost = 1'000'000;
  int value = 0;
  std::size_t end = 0;
  for (; end < text.size() && text::is_digit(text[end]) && value < kMost; ++end)
    value = 10 * value + (text[end] - '0');
  if (end == 0 || value >= kMost) return std::nullopt;
  return value;
}

Error expected(std::string_view what, std::string_view found) {
  return {.what = fmt::format("expected {}, found {}", what, found.empty() ? "nothing" : text::quote(found))};
}

// Team names in quotation marks, each after its side; without quotation marks, the text up to the other side.
Result<Message> parse_teams(std::string_view line) {
  BySide<std::optional<std::string>> names{};
  const std::string lowered = text::lower(line);
  std::size_t at = 0;
  for (;;) {
    const std::size_t ns = lowered.find("n/s", at);
    const std::size_t ew = lowered.find("e/w", at);
    if (ns == std::string::npos && ew == std::string::npos) break;
    const Side side = ns < ew ? Side::ns : Side::ew;
    const std::size_t start = std::min(ns, ew) + 3;
    const std::size_t stop = std::min({lowered.find(side == Side::ns ? "e/w" : "n/s", start),
                                       lowered.find(". playing", start), line.size()});
    const std::size_t open = line.find('"', start);
    const std::size_t close = open < stop ? line.find('"', open + 1) : std::string::npos;
    std::string_view name = line.substr(start, stop - start);
    if (close != std::string::npos) name = line.substr(open + 1, close - open - 1);
    name = text::trim(name);
    if (close == std::string::npos && name.starts_with(':')) name.remove_prefix(1);
    if (!names[side]) names[side] = clean_name(name);
    at = close != std::string::npos ? close + 1 : stop;
  }
  if (!names[0] || !names[1]) return expected("the names of both teams after N/S and E/W", line);
  return Message(Teams{.names = {*names[0], *names[1]}});
}

Result<Message> parse_connecting(std::string_view line) {
  // The name first: it may hold any word.
  std::string_view rest = Words(line).rest();
  rest.remove_prefix(std::string_view("connecting").size());
  rest = text::trim(rest);
  std::string team;
  if (rest.starts_with('"')) {
    const std::size_t close = rest.find('"', 1);
    if (close == std::string::npos) return expected("the team's name in quotation marks", rest);
    team = clean_name(rest.substr(1, close - 1));
    rest = rest.substr(close + 1);
  } else {
    const std::size_t as = text::lower(rest).find(" as ");
    if (as == std::string::npos) return expected("the team's name and 'as North'", rest);
    team = clean_name(rest.substr(0, as));
    rest = rest.substr(as);
  }
  if (team.empty()) return Error{.what = "expected the team's name, found none"};
  Words words(rest);
  if (!words.take("as")) return expected("'as North'", words.rest());
  const bool any_seat = words.take("anypl");
  const auto seat = any_seat ? Seat::north : seat_word(words.next());
  if (!seat) return expected("a seat after 'as'", rest);
  const std::size_t version = text::lower(words.rest()).find("version");
  if (version == std::string::npos) return expected("'using protocol version 18'", words.rest());
  const std::string_view number = text::trim(words.rest().substr(version + 7));
  const auto value = number_at(number);
  if (!value) return expected("the number of the protocol's version", number);
  return Message(Connecting{.team = team, .seat = *seat, .version = *value, .any_seat = any_seat});
}

Result<Message> parse_ready(Seat seat, Words words) {
  using For = Ready::For;
  if (words.take("to") && words.take("start")) return Message(Ready{.seat = seat, .what = For::start});
  words.take("for");
  words.take("the");
  if (words.take("teams")) return Message(Ready{.seat = seat, .what = For::teams});
  if (words.take("deal")) return Message(Ready{.seat = seat, .what = For::deal});
  if (words.take("cards")) return Message(Ready{.seat = seat, .what = For::cards});
  const std::string_view asked = words.rest();
  const auto of = take_holder(words);
  if (!of) return expected("teams, start, deal, cards, dummy, or whose bid or card", asked);
  if (words.take("bid") || words.take("call")) {
    if (!*of) return expected("a seat before 'bid'", asked);
    return Message(Ready{.seat = seat, .what = For::call, .of = *of});
  }
  if (words.take("card")) {
    Ready ready{.seat = seat, .what = For::card, .of = *of};
    if (words.take("to") && words.take("trick")) ready.trick = number_at(words.rest()).value_or(0);
    if (ready.trick > kRanks) ready.trick = 0;
    return Message(ready);
  }
  if (!*of) return Message(Ready{.seat = seat, .what = For::dummy});  // "dummy" or "dummy's cards"
  return expected("'bid' or 'card to trick 1' after whose it is", words.rest());
}

// What may follow a call: an extra full stop, an alert, words without an alert.
void read_explanation(Called& called, std::string_view rest) {
  while (!rest.empty() && (rest.front() == '.' || text::is_blank(rest.front()))) rest.remove_prefix(1);
  const auto take = [&rest](std::string_view word) {
    const bool found = text::lower(rest.substr(0, word.size())) == word;
    if (found) rest.remove_prefix(word.size());
    return found;
  };
  called.alert = take("alerts") || take("alerted") || take("alert") || called.alert;
  if (!called.alert) take("infos");
  called.explanation = clean_explanation(rest);
}

// "1NT", "1 NT", "1 no trumps", "2 Spades!": the bid as it is usually written, and whether a sign alerts it.
std::string take_bid(Words& words, bool& alert) {
  std::string name(words.next());
  if (name.size() == 1 && text::is_digit(name[0]) && !words.empty()) name += words.next();
  for (; !name.empty() && std::string_view(".,;:!*").find(name.back()) != std::string_view::npos;
       name.pop_back())
    alert = alert || name.back() == '!' || name.back() == '*';
  if (name.size() < 3 || !text::is_digit(name[0])) return name;
  const std::string strain = text::lower(std::string_view(name).substr(1));
  if (strain == "no" && (words.take("trumps") || words.take("trump"))) return name.substr(0, 1) + "NT";
  for (const std::string_view word : {"notrumps", "spades", "hearts", "diamonds", "clubs"}) {
    const bool plural = strain == word;
    if (plural || strain == word.substr(0, word.size() - 1))
      return name.substr(0, 1) + (word[0] == 'n' ? "NT" : std::string(1, word[0]));
  }
  return name;
}

Result<Message> parse_call_line(Seat seat, std::string_view verb, Words words) {
  Called called{.seat = seat};
  if (verb == "passes" || verb == "pass") {
    called.call = Call::pass();
  } else if (verb == "doubles" || verb == "double") {
    called.call = Call::x();
  } else if (verb == "redoubles" || verb == "redouble") {
    called.call = Call::xx();
  } else {
    const std::string name = take_bid(words, called.alert);
    const auto call = parse_call(name);
    if (!call) return expected("a bid from 1C to 7NT", name);
    called.call = *call;
  }
  read_explanation(called, words.rest());
  return Message(called);
}

Result<Message> parse_played(SeatOrDummy seat, Words words) {
  std::string_view word = words.next();
  while (!word.empty() && (word.back() == '.' || word.back() == ',')) word.remove_suffix(1);
  const auto card = parse_card(word);
  if (!card) return expected("a card such as 5H", word);
  return Message(Played{.seat = seat, .card = *card});
}

Result<Message> parse_cards(SeatOrDummy seat, std::string_view rest) {
  const std::size_t colon = rest.find(':');
  if (colon != std::string::npos) rest = rest.substr(colon + 1);
  std::optional<Suit> suit;
  CardSet cards;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (text::is_blank(c) || c == '.' || c == ',' || c == '-' || c == ':') continue;
    if (const auto found = parse_suit(c)) {
      suit = *found;
      continue;
    }
    const bool ten = c == '1' && i + 1 < rest.size() && rest[i + 1] == '0';
    const auto rank = ten ? Rank::ten : parse_rank(c);
    if (ten) ++i;
    if (!rank || !suit) return expected("a suit and its ranks, as in S 9 3.", rest.substr(i));
    if (cards.contains(Card(*suit, *rank)))
      return Error{.what = fmt::format("{} stands twice in the hand", to_string(Card(*suit, *rank)))};
    cards.insert(Card(*suit, *rank));
  }
  if (cards.size() != kRanks)
    return Error{.what = fmt::format("expected 13 cards in the hand, found {}", cards.size())};
  return Message(Hand{.seat = seat, .cards = cards});
}

// "Board number 1. Dealer North. Neither vulnerable."
Result<Message> parse_board_info(Words words) {
  BoardInfo info;
  const auto number = number_at(words.rest());
  if (!number) return expected("the number of the board", words.rest());
  info.number = *number;
  words.next();
  if (!words.take("dealer")) return expected("'Dealer North.'", words.rest());
  const std::string_view dealer = words.next();
  const auto seat = seat_word(dealer);
  if (!seat) return expected("the dealer's seat", dealer);
  info.dealer = *seat;
  std::string_view who = words.next();
  while (!who.empty() && who.back() == '.') who.remove_suffix(1);
  const auto vulnerability = parse_vulnerability(who);
  if (!vulnerability) return expected("Neither, N/S, E/W or Both vulnerable", who);
  info.vulnerability = *vulnerability;
  return Message(info);
}

// Four times in order, "1:36" or "0:01:36"; missing ones are 0.
Message parse_timing(std::string_view line) {
  std::vector<std::chrono::seconds> times;
  for (std::size_t i = 0; i < line.size();) {
    if (!text::is_digit(line[i])) {
      ++i;
      continue;
    }
    std::int64_t seconds = 0;
    bool has_colon = false;
    while (i < line.size() && text::is_digit(line[i])) {
      std::int64_t part = 0;
      for (; i < line.size() && text::is_digit(line[i]); ++i)
        part = std::min<std::int64_t>(10 * part + (line[i] - '0'), 1'000'000);
      seconds = std::min<std::int64_t>(60 * seconds + part, 3'599'999);
      if (i + 1 < line.size() && line[i] == ':' && text::is_digit(line[i + 1])) {
        ++i;
        has_colon = true;
      }
    }
    if (has_colon) times.emplace_back(seconds);
  }
  times.resize(4);
  return Timing{.board = {times[0], times[2]}, .total = {times[1], times[3]}};
}

Result<Message> parse_seated(Seat seat, std::string_view rest) {
  std::string_view name = text::trim(rest.substr(0, text::lower(rest).rfind("seated")));
  const std::size_t open = name.find('"');
  const std::size_t close = name.rfind('"');
  if (open < close) {
    name = name.substr(open + 1, close - open - 1);
  } else if (name.starts_with('(') && name.ends_with(')')) {
    name = name.substr(1, name.size() - 2);
  }
  return Message(Seated{.seat = seat, .team = clean_name(name)});
}

// "Explain West's 2D".
Result<Message> parse_explain(Words words) {
  const std::string_view who = words.next();
  const auto seat = seat_word(who);
  if (!seat) return expected("whose call is to be explained", who);
  bool alert = false;
  const std::string name = take_bid(words, alert);
  const auto call = parse_call(name);
  if (!call) return expected("the call that is to be explained", name);
  return Message(Explain{.seat = *seat, .call = *call});
}

// A line that begins with a seat or dummy.
Result<Message> parse_of(SeatOrDummy who, Words words) {
  const Words after = words;
  if (words.take("to") && words.take("lead")) return Message(ToLead{.seat = who});
  words = after;
  if (words.take("plays") || words.take("play")) return parse_played(who, words);
  if (words.take("cards")) return parse_cards(who, words.rest());
  if (!who) return expected("dummy's cards or card, or 'Dummy to lead'", words.rest());
  if (words.take("ready")) return parse_ready(*who, words);
  if (words.take("received")) return Message(Received{.seat = *who});
  const std::string verb = text::lower(Words::letters_of(words.next()));
  for (const std::string_view known :
       {"bids", "bid", "passes", "pass", "doubles", "double", "redoubles", "redouble"}) {
    if (verb == known) return parse_call_line(*who, verb, words);
  }
  Words last = after;
  std::string_view word;
  while (!last.empty()) word = last.next();
  if (text::lower(Words::letters_of(word)) == "seated") return parse_seated(*who, after.rest());
  return expected("bids, passes, doubles, redoubles, plays, ready, cards, to lead or seated", after.rest());
}

}  // namespace

Result<Message> parse_message(std::string_view line) {
  // Some programs send the zero at the end of a string along.
  while (!line.empty() && line.front() >= '\0' && line.front() <= ' ') line.remove_prefix(1);
  while (!line.empty() && line.back() >= '\0' && line.back() <= ' ') line.remove_suffix(1);
  Words words(line);
  if (words.take("connecting")) return parse_connecting(line);
  if (words.take("teams")) return parse_teams(line);
  if (words.take("start")) {
    if (words.take("of") && words.take("board")) return Message(StartOfBoard{});
    return expected("'Start of board'", line);
  }
  if (words.take("end")) {
    if (words.take("of") && (words.take("session") || words.take("match"))) return Message(EndOfSession{});
    return expected("'End of session'", line);
  }
  if (words.take("board")) {
    words.take("number");
    return parse_board_info(words);
  }
  if (words.take("timing")) return parse_timing(line);
  if (words.take("explain")) return parse_explain(words);
  if (const auto who = take_holder(words)) return parse_of(*who, words);
  return expected("a line of the protocol", line);
}

}  // namespace yomi::table
