#include "yomi/formats/board_line.h"

#include "yomi/bridge/position.h"
#include "yomi/cards/random.h"
#include "yomi/formats/json.h"

namespace yomi {

Result<Board> parse_board_line(std::string_view line) {
  const auto parsed = Json::parse(line);
  if (!parsed || !parsed->is_object()) return Error{"expected a JSON object"};
  const Json& board = *parsed;
  Board made;
  const auto deal = parse_deal(board.text_of("deal"));
  if (!deal) return deal.error();
  if (!deal->is_full()) return Error{"expected a full deal"};
  made.set_deal(*deal);
  made.dealer = parse_seat(board.text_of("dealer"));
  made.vulnerability = parse_vulnerability(board.text_of("vul"));
  if (const auto calls = board.find("auction"); calls != nullptr && calls->is_array()) {
    if (!made.dealer) return Error{"dealer: expected N, E, S or W"};
    for (const Json& text : calls->elements()) {
      const auto call = text.is_text() ? parse_call(*text.text()) : std::nullopt;
      if (!call) return Error{"auction: expected a call, found " + text.dump()};
      made.calls.push_back({.call = *call});
    }
  }
  if (board.text_of("contract") == "PASS") {
    made.passed_out = true;
    return made;
  }
  const auto declarer = parse_seat(board.text_of("declarer"));
  const auto contract = declarer ? parse_contract(board.text_of("contract"), *declarer) : std::nullopt;
  if (!contract) return Error{"expected a contract and its declarer"};
  made.set_contract(*contract);
  Position position = *made.start();
  if (const auto play = board.find("play"); play != nullptr && play->is_array()) {
    for (const Json& text : play->elements()) {
      const auto card = text.is_text() ? parse_card(*text.text()) : std::nullopt;
      if (!card || position.is_over() || !position.is_legal(*card))
        return Error{"a card that cannot be played"};
      position.play(*card);
      made.play.push_back(*card);
    }
  }
  if (const auto tricks = board.find("tricks"); tricks != nullptr) {
    const auto number = tricks->integer();
    if (number && *number >= 0 && *number <= 13) made.tricks = static_cast<int>(*number);
  }
  return made;
}

std::string to_board_line(const Board& board) {
  Json line = {{"dealer", std::string(1, to_char(board.dealer.value_or(Seat::north)))},
               {"vul", to_string(board.vulnerability.value_or(Vulnerability::none))},
               {"deal", to_string(board.deal)}};
  for (const BoardCall& one : board.calls) line["auction"].push_back(to_string(one.call));
  const auto contract = board.final_contract();
  line["contract"] = contract ? to_string(*contract) : "PASS";
  if (contract) line["declarer"] = std::string(1, to_char(contract->declarer));
  for (Card card : board.play) line["play"].push_back(to_string(card));
  if (board.tricks) line["tricks"] = *board.tricks;
  return line.dump(Json::Keys::as_added);
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
