#include "yomi/web/records.h"

#include "yomi/formats/board_reader.h"
#include "yomi/formats/text.h"

namespace yomi::web {
namespace {

// A deal a line.
Result<Json> deals_json(const std::string& text, std::size_t most) {
  Json boards = Json::array();
  std::string_view rest = text;
  for (std::uint32_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (text::trim(line).empty()) continue;
    const auto deal = parse_deal(text::trim(line));
    if (!deal) return deal.error().at("", number, deal.error().column);
    Board board;
    board.number = std::to_string(boards.size() + 1);
    board.set_deal(*deal);
    if (boards.size() < most) boards.push_back(board_json(board));
  }
  if (boards.empty()) return Error{"expected PBN, LIN, JSON lines, or a deal such as N:AK4.QJ.T987.5432 …"};
  return Json{{"boards", std::move(boards)}};
}

}  // namespace

Json board_json(const Board& board) {
  Json made = {{"number", board.number}, {"auction", Json::array()}, {"play", Json::array()}};
  if (board.dealer) made["dealer"] = to_string(*board.dealer);
  if (board.vulnerability) made["vulnerable"] = to_string(*board.vulnerability);
  if (board.all_hands_known()) made["deal"] = to_string(board.deal);
  for (Seat seat : kAllSeats) {
    if (board.known[seat]) made["hands"][to_string(seat)] = hand_to_string(board.deal[seat]);
    if (!board.names[seat].empty()) made["names"][to_string(seat)] = board.names[seat];
  }
  for (const BoardCall& one : board.calls) {
    made["auction"].push_back({{"call", to_string(one.call)}, {"text", one.explanation}});
  }
  for (Card card : board.play) made["play"].push_back(to_string(card));
  if (const auto contract = board.final_contract()) {
    made["contract"] = to_string(*contract);
    made["declarer"] = to_string(contract->declarer);
    made["trump"] = to_string(contract->strain);
  } else if (board.strain)
    made["trump"] = to_string(*board.strain);
  if (board.leader) made["leader"] = to_string(*board.leader);
  if (board.tricks) made["tricks"] = *board.tricks;
  if (board.passed_out) made["passed_out"] = true;
  made["tags"] = Json::object();
  for (const BoardTag& tag : board.tags) made["tags"][tag.name] = tag.value;
  return made;
}

Result<Json> boards_json(const std::string& text, std::size_t most) {
  const std::string decoded = text::decode(text);
  const auto format = guess_format(decoded);
  if (!format) return deals_json(decoded, most);
  Json made = {{"boards", Json::array()}};
  BoardReader reader(decoded, "", *format);
  while (const auto read = reader.next()) {
    if (made["boards"].size() == most) {
      made["more"] = true;
      break;
    }
    Json board = board_json(read->board);
    board["errors"] = Json::array();
    for (const Error& error : read->errors) board["errors"].push_back(error.to_string());
    made["boards"].push_back(std::move(board));
  }
  if (made["boards"].empty()) return Error{"there is no board in the text"};
  return made;
}

Board record_of(const BridgeGame& game) {
  const BridgeSetup& setup = game.setup();
  Board made;
  made.number = std::to_string(setup.board);
  for (Seat seat : kAllSeats) made.names[seat] = seat == setup.person ? "You" : "yomi";
  made.dealer = setup.dealer;
  made.vulnerability = setup.vulnerability;
  made.set_deal(setup.deal);
  for (const MadeCall& one : game.calls()) {
    made.calls.push_back({.call = one.call,
                          .alerted = one.meaning.contains("alert"),
                          .explanation = one.meaning.text_of("shows")});
  }
  const auto contract = game.contract();
  made.passed_out = game.phase() == BridgeGame::Phase::over && !contract;
  if (!contract) return made;
  made.set_contract(*contract);
  made.leader = contract->leader();
  made.play = game.cards();
  made.tricks = game.tricks();
  return made;
}

}  // namespace yomi::web
