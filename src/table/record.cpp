#include "yomi/table/record.h"

#include <fmt/format.h>

#include <cstdio>

#include "yomi/cards/number.h"
#include "yomi/formats/board_reader.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi::table {
namespace {

std::optional<double> number_after(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  return leading_number<double>(text::trim(text.substr(at + word.size())));
}

Result<RecordedTable> table_of(const ReadBoard& read, const std::string& file) {
  const auto wrong = [&](std::string what) { return read.error(std::move(what), file); };
  const Board& board = read.board;
  const auto tag = [&](std::string_view name) {
    const std::string* value = board.tag(name);
    return value == nullptr ? std::string() : *value;
  };
  if (!read.ok()) return read.errors.front();
  RecordedTable made;
  const auto number = leading_number<int>(board.number);
  if (!number) return wrong("expected a board with a number");
  if (!board.dealer || !board.vulnerability || !board.all_hands_known() || board.calls.empty())
    return wrong("expected a board with its deal, dealer, vulnerability and auction");
  const auto auction = board.auction();
  if (!auction || !auction->is_over()) return wrong("expected an auction that is over");
  made.room = tag("Room") == "Closed" ? RoomName::closed : RoomName::open;
  made.teams = {board.names[Seat::north], board.names[Seat::east]};
  made.played.board = {
      .number = *number, .dealer = *board.dealer, .vulnerability = *board.vulnerability, .deal = board.deal};
  for (std::size_t i = 0; i < board.calls.size(); ++i) {
    const BoardCall& call = board.calls[i];
    made.played.calls.push_back({.seat = auction->caller(i),
                                 .call = call.call,
                                 .alert = !call.explanation.empty(),
                                 .explanation = call.explanation});
  }
  made.played.contract = auction->contract();
  made.played.play = board.play;
  if (made.played.contract && !board.tricks) return wrong("expected the number of tricks");
  made.played.tricks = board.tricks.value_or(0);
  const std::string time = tag("TimeUsed");
  made.played.seconds = {number_after(time, "NS").value_or(0), number_after(time, "EW").value_or(0)};
  const auto number_of = [&](std::string_view name) { return number_after(tag(name), ""); };
  made.round = static_cast<int>(number_of("Round").value_or(0));
  made.table = static_cast<int>(number_of("Table").value_or(0));
  if (const auto tricks = number_of("ContractTricks")) made.double_dummy = static_cast<int>(*tricks);
  if (const auto points = number_after(tag("ScoreIMP"), "NS")) made.imps_ns = static_cast<int>(*points);
  return made;
}

}  // namespace

std::string_view to_name(RoomName room) {
  return room == RoomName::open ? "Open" : "Closed";
}

std::string to_pbn(const RecordedTable& table, const RecordHead& head) {
  const PlayedBoard& played = table.played;
  Board board;
  const bool is_open = table.room == RoomName::open;
  board.set_tag("Event", head.event);
  board.set_tag("Date", head.date);
  board.set_tag("Scoring", "IMP");
  board.set_tag("HomeTeam", table.teams[is_open ? Side::ns : Side::ew]);
  board.set_tag("VisitTeam", table.teams[is_open ? Side::ew : Side::ns]);
  board.set_tag("Room", std::string(to_name(table.room)));
  if (table.round > 0) board.set_tag("Round", std::to_string(table.round));
  if (table.table > 0) board.set_tag("Table", std::to_string(table.table));
  if (table.double_dummy) board.set_tag("ContractTricks", std::to_string(*table.double_dummy));
  board.set_tag("Score", fmt::format("NS {}", played.score_ns()));
  if (table.imps_ns) board.set_tag("ScoreIMP", fmt::format("NS {}", *table.imps_ns));
  board.set_tag("TimeUsed", fmt::format("NS {:.3f} EW {:.3f}", played.seconds[0], played.seconds[1]));
  board.number = std::to_string(played.board.number);
  for (const Seat seat : kAllSeats) board.names[seat] = table.teams[side_of(seat)];
  board.dealer = played.board.dealer;
  board.vulnerability = played.board.vulnerability;
  board.set_deal(played.board.deal);
  for (const Called& called : played.calls)
    board.calls.push_back({.call = called.call, .explanation = called.explanation});
  board.passed_out = !played.contract;
  if (played.contract) {
    board.set_contract(*played.contract);
    board.tricks = played.tricks;
    board.play = played.play;
  }
  return pbn::write(pbn::record_of(std::move(board)), pbn::Style::export_format);
}

Result<std::vector<RecordedTable>> parse_record(std::string_view text, const std::string& file) {
  const std::string decoded = text::decode(std::string(text));
  std::vector<RecordedTable> made;
  BoardReader reader(decoded, file, BoardFormat::pbn);
  while (const auto read = reader.next()) {
    auto table = table_of(*read, file);
    if (!table) return table.error();
    made.push_back(std::move(*table));
  }
  return made;
}

}  // namespace yomi::table
