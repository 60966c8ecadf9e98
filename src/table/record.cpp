#include "yomi/table/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi::table {
namespace {

pbn::Bidding bidding_of(const PlayedBoard& played) {
  pbn::Bidding made{.first = played.board.dealer, .calls = {}, .notes = {}, .comments = {}};
  for (const Called& called : played.calls) {
    pbn::MadeCall call{.call = called.call};
    if (!called.explanation.empty()) {
      const auto same = [&](const pbn::Note& note) { return note.text == called.explanation; };
      auto found = std::find_if(made.notes.begin(), made.notes.end(), same);
      if (found == made.notes.end()) {
        made.notes.push_back({.number = static_cast<int>(made.notes.size()) + 1, .text = called.explanation});
        found = made.notes.end() - 1;
      }
      call.remarks.note = found->number;
    }
    made.calls.push_back(call);
  }
  return made;
}

pbn::Play play_of(const PlayedBoard& played) {
  const Seat first = played.contract->leader();
  pbn::Play made{.first = first, .tricks = {}, .notes = {}, .comments = {}};
  Position position(played.board.deal, played.contract->strain, first);
  for (std::size_t i = 0; i < played.play.size(); ++i) {
    if (i % kSeats == 0) made.tricks.emplace_back();
    made.tricks.back()[static_cast<std::size_t>(distance(first, position.turn()))].card = played.play[i];
    position.play(played.play[i]);
  }
  return made;
}

std::optional<double> number_after(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  text = text::trim(text.substr(at + word.size()));
  double value = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (wrong != std::errc()) return std::nullopt;
  return value;
}

Result<RecordedTable> table_of(const pbn::Board& board, const std::string& file) {
  const auto wrong = [&](std::string what) {
    return Error{.what = std::move(what), .file = file, .line = board.line};
  };
  if (!board.ok()) return board.errors.front();
  RecordedTable made;
  const auto number = board.value("Board");
  int value = 0;
  const bool is_number =
      number && std::from_chars(number->data(), number->data() + number->size(), value).ec == std::errc();
  if (!is_number) return wrong("expected a board with a number");
  if (!board.dealer || !board.vulnerability || !board.deal || !board.all_hands_known() || !board.bidding)
    return wrong("expected a board with its deal, dealer, vulnerability and auction");
  const auto auction = board.bidding->auction();
  if (!auction || !auction->is_over()) return wrong("expected an auction that is over");
  made.room = board.value("Room") == "Closed" ? RoomName::closed : RoomName::open;
  made.teams = {board.value("North").value_or(""), board.value("East").value_or("")};
  made.played.board = {
      .number = value, .dealer = *board.dealer, .vulnerability = *board.vulnerability, .deal = *board.deal};
  for (std::size_t i = 0; i < board.bidding->calls.size(); ++i) {
    const pbn::MadeCall& call = board.bidding->calls[i];
    Called called{.seat = auction->caller(i), .call = call.call};
    for (const pbn::Note& note : board.bidding->notes) {
      if (note.number == call.remarks.note) called.explanation = note.text;
    }
    called.alert = !called.explanation.empty();
    made.played.calls.push_back(std::move(called));
  }
  made.played.contract = auction->contract();
  made.played.play = board.cards;
  if (made.played.contract && !board.result) return wrong("expected the number of tricks");
  made.played.tricks = board.result.value_or(0);
  const std::string time = board.value("TimeUsed").value_or("");
  made.played.seconds = {number_after(time, "NS").value_or(0), number_after(time, "EW").value_or(0)};
  if (const auto imps = board.value("ScoreIMP")) {
    if (const auto points = number_after(*imps, "NS")) made.imps_ns = static_cast<int>(*points);
  }
  return made;
}

}  // namespace

std::string_view to_name(RoomName room) {
  return room == RoomName::open ? "Open" : "Closed";
}

std::string to_pbn(const RecordedTable& table, const RecordHead& head) {
  const PlayedBoard& played = table.played;
  pbn::Board board;
  board.set("Event", head.event);
  board.set("Site", "?");
  board.set("Date", head.date);
  board.set("Board", std::to_string(played.board.number));
  for (const Seat seat : kAllSeats) board.set(to_name(seat), table.teams[side_of(seat)]);
  board.set("Scoring", "IMP");
  const bool is_open = table.room == RoomName::open;
  board.set("HomeTeam", table.teams[is_open ? Side::ns : Side::ew]);
  board.set("VisitTeam", table.teams[is_open ? Side::ew : Side::ns]);
  board.set("Room", std::string(to_name(table.room)));
  board.set("Score", fmt::format("NS {}", played.score_ns()));
  if (table.imps_ns) board.set("ScoreIMP", fmt::format("NS {}", *table.imps_ns));
  board.set("TimeUsed", fmt::format("NS {:.3f} EW {:.3f}", played.seconds[0], played.seconds[1]));
  board.dealer = played.board.dealer;
  board.vulnerability = played.board.vulnerability;
  board.deal = played.board.deal;
  board.known = {true, true, true, true};
  board.passed_out = !played.contract;
  if (played.contract) {
    board.contract = played.contract;
    board.strain = played.contract->strain;
    board.declarer = played.contract->declarer;
    board.result = played.tricks;
    board.play = play_of(played);
  }
  board.bidding = bidding_of(played);
  return pbn::write(board, pbn::Style::export_format);
}

Result<std::vector<RecordedTable>> parse_record(std::string_view text, const std::string& file) {
  const std::string decoded = text::decode(std::string(text));
  std::vector<RecordedTable> made;
  pbn::Reader reader(decoded, file);
  while (const auto board = reader.next()) {
    auto table = table_of(*board, file);
    if (!table) return table.error();
    made.push_back(std::move(*table));
  }
  return made;
}

}  // namespace yomi::table
