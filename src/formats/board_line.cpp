#include "yomi/formats/board_line.h"

#include <algorithm>
#include <array>

#include "board_builder.h"
#include "yomi/cards/random.h"
#include "yomi/formats/json.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

constexpr std::string_view kUnknown = "-";

}  // namespace

std::string to_deal_line(const Board& board) {
  std::string text = "N:";
  for (Seat seat : kAllSeats) {
    if (seat != Seat::north) text += ' ';
    text += board.known[seat] ? hand_to_string(board.deal[seat]) : std::string(kUnknown);
  }
  return text;
}

namespace {

Result<Board> parse_hands(std::string_view text) {
  const auto deal = parse_deal(text);
  if (!deal) return deal.error();
  Board made{.deal = *deal, .known = written_hands(text)};
  int most = 0;
  for (CardSet hand : made.deal.hands) most = std::max(most, hand.size());
  for (Seat chair : kAllSeats) {
    if (made.known[chair] && (made.deal[chair].size() != most || most > kRanks))
      return Error{"expected equally many cards in all hands, at most 13"};
  }
  return made;
}

// Whole auctions, so that what was recorded stays as it is even where it is not legal.
std::optional<Error> read_calls(const Json& line, Board& made) {
  const Json* calls = line.find("auction");
  if (calls == nullptr || !calls->is_array()) return std::nullopt;
  if (!made.dealer) return Error{"dealer: expected N, E, S or W"};
  for (const Json& text : calls->elements()) {
    const auto call = text.is_text() ? parse_call(*text.text()) : std::nullopt;
    if (!call) return Error{"auction: expected a call, found " + text.dump()};
    made.calls.push_back({.call = *call});
  }
  const Json* said = line.find("explanations");
  if (said == nullptr) return std::nullopt;
  for (const Json& one : said->elements()) {
    const Json* number = one.find("call");
    const auto at = number == nullptr ? std::nullopt : number->integer();
    if (!at || *at < 1 || *at > static_cast<std::int64_t>(made.calls.size()))
      return Error{"explanations: expected the number of a call"};
    BoardCall& call = made.calls[static_cast<std::size_t>(*at) - 1];
    call.explanation = one.text_of("text");
    const Json* alert = one.find("alert");
    call.alerted = alert != nullptr && alert->boolean().value_or(false);
    const std::string kind = one.text_of("kind");
    if (kind == "insufficient") call.kind = BoardCall::Kind::insufficient;
    if (kind == "skipped") call.kind = BoardCall::Kind::skipped;
  }
  return std::nullopt;
}

std::optional<Error> read_contract(const Json& line, Board& made) {
  const std::string text = line.text_of("contract");
  const auto declarer = parse_seat(line.text_of("declarer"));
  made.leader = parse_seat(line.text_of("leader"));
  if (text.empty() && !declarer) return std::nullopt;
  if (text == "PASS" || text == "Pass") {
    made.passed_out = true;
    return std::nullopt;
  }
  const auto leader = made.leader;
  if (const auto strain = parse_strain(text)) {
    made.strain = strain;
    made.declarer = declarer;
    if (declarer && !leader) made.leader = next(*declarer);
    return std::nullopt;
  }
  const auto contract = declarer ? parse_contract(text, *declarer) : std::nullopt;
  if (!contract) return Error{"expected a contract and its declarer"};
  made.set_contract(*contract);
  if (leader) made.leader = leader;
  return std::nullopt;
}

std::optional<Error> read_play(const Json& line, Board& made) {
  const Json* play = line.find("play");
  if (play == nullptr || !play->is_array()) return std::nullopt;
  BoardBuilder builder;
  builder.board = std::move(made);
  for (const Json& text : play->elements()) {
    const auto card = text.is_text() ? parse_card(*text.text()) : std::nullopt;
    if (!card) return Error{"play: expected a card, found " + text.dump()};
    if (auto wrong = builder.add(*card)) return Error{"a card that cannot be played: " + *wrong};
  }
  made = std::move(builder.board);
  return std::nullopt;
}

// Tags and comments, and members that nobody here knows.
void read_others(const Json& line, Board& made) {
  if (const Json* names = line.find("names")) {
    for (Seat seat : kAllSeats) made.names[seat] = names->text_of(to_string(seat));
  }
  if (const Json* tags = line.find("tags")) {
    for (const Json& one : tags->elements()) {
      made.tags.push_back(
          {.name = one.text_of("name"), .value = one.text_of("value"), .rows = one.text_of("rows")});
    }
  }
  if (const Json* comments = line.find("comments")) {
    for (const Json& one : comments->elements()) {
      const Json* after = one.find("after");
      made.asides.push_back({.after = static_cast<int>(after == nullptr ? 0 : after->integer().value_or(0)),
                             .field = one.text_of("field"),
                             .text = one.text_of("text")});
    }
  }
  constexpr std::array<std::string_view, 14> kKnown = {
      "board",    "names",    "dealer", "vul",  "deal",   "auction", "explanations",
      "contract", "declarer", "leader", "play", "tricks", "tags",    "comments"};
  for (const auto& [key, value] : line.members()) {
    if (std::find(kKnown.begin(), kKnown.end(), key) != kKnown.end() || key.empty()) continue;
    std::string name = key;
    if (key == "event") name = "Event";
    const bool plain = std::all_of(
        name.begin(), name.end(), [](char c) { return text::is_letter(c) || text::is_digit(c) || c == '_'; });
    if (plain && made.tag(name) == nullptr)
      made.tags.push_back({.name = name, .value = value.is_text() ? *value.text() : value.dump()});
  }
  pbn::sort_tags(made.tags);
  std::stable_sort(made.asides.begin(), made.asides.end(),
                   [](const Aside& a, const Aside& b) { return a.after < b.after; });
}

Json explanation_json(const BoardCall& call, std::size_t number) {
  Json made = {{"call", number}};
  if (!call.explanation.empty()) made["text"] = call.explanation;
  if (call.alerted) made["alert"] = true;
  if (call.kind != BoardCall::Kind::regular)
    made["kind"] = call.kind == BoardCall::Kind::insufficient ? "insufficient" : "skipped";
  return made;
}

}  // namespace

Result<Board> parse_board_line(std::string_view line) {
  const auto parsed = Json::parse(line);
  if (!parsed)
    return Error{.what = "expected a JSON object (" + parsed.error().what + ")",
                 .column = parsed.error().column};
  if (!parsed->is_object()) return Error{"expected a JSON object"};
  auto hands = parse_hands(parsed->text_of("deal"));
  if (!hands) return hands.error();
  Board made = std::move(*hands);
  if (const Json* number = parsed->find("board"))
    made.number = number->is_text() ? *number->text() : number->dump();
  made.dealer = parse_seat(parsed->text_of("dealer"));
  made.vulnerability = parse_vulnerability(parsed->text_of("vul"));
  if (const auto wrong = read_calls(*parsed, made)) return *wrong;
  if (const auto wrong = read_contract(*parsed, made)) return *wrong;
  if (const auto wrong = read_play(*parsed, made)) return *wrong;
  if (const Json* tricks = parsed->find("tricks")) {
    const auto number = tricks->integer();
    if (number && *number >= 0 && *number <= kRanks) made.tricks = static_cast<int>(*number);
  }
  read_others(*parsed, made);
  return made;
}

std::string to_board_line(const Board& board) {
  Json line = Json::object();
  if (!board.number.empty()) line["board"] = board.number;
  for (Seat seat : kAllSeats) {
    if (!board.names[seat].empty()) line["names"][to_string(seat)] = board.names[seat];
  }
  if (board.dealer) line["dealer"] = to_string(*board.dealer);
  if (board.vulnerability) line["vul"] = to_string(*board.vulnerability);
  line["deal"] = to_deal_line(board);
  for (std::size_t i = 0; i < board.calls.size(); ++i) {
    const BoardCall& one = board.calls[i];
    line["auction"].push_back(to_string(one.call));
    if (one != BoardCall{.call = one.call}) line["explanations"].push_back(explanation_json(one, i + 1));
  }
  if (board.passed_out)
    line["contract"] = "PASS";
  else if (board.contract)
    line["contract"] = to_string(*board.contract);
  else if (board.strain)
    line["contract"] = to_string(*board.strain);
  if (board.declarer) line["declarer"] = to_string(*board.declarer);
  if (board.leader && (!board.declarer || *board.leader != next(*board.declarer)))
    line["leader"] = to_string(*board.leader);
  for (Card card : board.play) line["play"].push_back(to_string(card));
  if (board.tricks) line["tricks"] = *board.tricks;
  for (const BoardTag& tag : board.tags) {
    Json one = {{"name", tag.name}, {"value", tag.value}};
    if (!tag.rows.empty()) one["rows"] = tag.rows;
    line["tags"].push_back(std::move(one));
  }
  for (const Aside& aside : board.asides) {
    Json one = {{"after", aside.after}};
    if (!aside.field.empty()) one["field"] = aside.field;
    one["text"] = aside.text;
    line["comments"].push_back(std::move(one));
  }
  return line.dump(Json::Keys::as_added);
}

namespace {

// PBN dealer vulnerability trump first "deal": seats from North, trumps from spades.
Result<Board> parse_list_line(std::string_view line) {
  const Error wrong{R"(expected PBN, four numbers and a deal in quotes)"};
  std::array<int, 4> numbers{};
  constexpr std::array<int, 4> kBelow = {4, 4, 5, 4};
  std::string_view rest = text::trim(line.substr(3));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (rest.size() < 2 || !text::is_digit(rest[0]) || rest[0] - '0' >= kBelow[i] || !text::is_blank(rest[1]))
      return wrong;
    numbers[i] = rest[0] - '0';
    rest = text::trim(rest.substr(1));
  }
  if (rest.size() < 2 || !rest.starts_with('"') || !rest.ends_with('"')) return wrong;
  auto board = parse_hands(rest.substr(1, rest.size() - 2));
  if (!board) return board;
  constexpr std::array<Vulnerability, 4> kVulnerable = {Vulnerability::none, Vulnerability::both,
                                                        Vulnerability::ns, Vulnerability::ew};
  board->dealer = seat_at(numbers[0]);
  board->vulnerability = kVulnerable[static_cast<std::size_t>(numbers[1])];
  board->strain = numbers[2] == 4 ? Strain::no_trump : strain_of(suit_at(3 - numbers[2]));
  board->leader = seat_at(numbers[3]);
  return board;
}

}  // namespace

bool is_list_remark(std::string_view line) {
  constexpr std::array<std::string_view, 7> kWords = {"NUMBER", "FUT",  "TABLE", "PAR",
                                                      "PAR2",   "PLAY", "TRACE"};
  const std::string_view word = line.substr(0, line.find(' '));
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

Result<Board> parse_deal_line(std::string_view line) {
  std::string_view text = text::trim(line);
  if (text.starts_with("PBN ")) return parse_list_line(text);
  // "n AK... e ... s ... w ...": each hand after the letter of its chair.
  std::string joined;
  if (text.size() > 2 && parse_seat(text.substr(0, 1)) && text::is_blank(text[1])) {
    std::string_view rest = text;
    for (int i = 0; i < kSeats; ++i) {
      const auto seat = parse_seat(rest.substr(0, 1));
      if (!seat || rest.size() < 3 || !text::is_blank(rest[1]))
        return Error{"expected four hands, each after the letter of its chair"};
      rest = text::trim(rest.substr(1));
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      joined += i == 0 ? to_string(*seat) + ":" : " ";
      joined += rest.substr(0, end);
      rest = text::trim(rest.substr(end));
    }
    text = joined;
  }
  if (text.size() < 2 || text[1] != ':') return Error{"expected a deal such as N:AK4.QJ.T987.5432 ..."};
  return parse_hands(text);
}

bool in_reporting_half(const Deal& deal) {
  std::uint64_t state = 0;
  std::uint64_t mixed = 0;
  for (CardSet hand : deal.hands) {
    state ^= hand.bits();
    mixed = splitmix64(state);
  }
  return (mixed & 1) != 0;
}

}  // namespace yomi
