#include "yomi/formats/board_line.h"

#include "yomi/bridge/position.h"
#include "yomi/cards/random.h"
#include "yomi/formats/json.h"

namespace yomi {
Result<PlayedBoard> parse_board_line(std::string_view line) {
  const auto parsed = Json::parse(line);
  if (!parsed || !parsed->is_object()) return Error{"expected a JSON object"};
  const Json& board = *parsed;
  PlayedBoard made;
  const auto deal = parse_deal(board.text_of("deal"));
  if (!deal) return deal.error();
  made.deal = *deal;
  if (!made.deal.is_full()) return Error{"expected a full deal"};
  const auto dealer = parse_seat(board.text_of("dealer"));
  made.dealer = dealer.value_or(Seat::north);
  made.vulnerability = parse_vulnerability(board.text_of("vul")).value_or(Vulnerability::none);
  if (const auto calls = board.find("auction"); calls != nullptr && calls->is_array()) {
    if (!dealer) return Error{"dealer: expected N, E, S or W"};
    for (const Json& text : calls->elements()) {
      const auto call = text.is_text() ? parse_call(*text.text()) : std::nullopt;
      if (!call) return Error{"auction: expected a call, found " + text.dump()};
      made.calls.push_back(*call);
    }
  }
  if (board.text_of("contract") == "PASS") return made;
  const auto declarer = parse_seat(board.text_of("declarer"));
  made.contract = declarer ? parse_contract(board.text_of("contract"), *declarer) : std::nullopt;
  if (!made.contract) return Error{"expected a contract and its declarer"};
  Position position(made.deal, made.contract->strain, made.contract->leader());
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

std::string to_board_line(const PlayedBoard& board) {
  Json line = {{"dealer", std::string(1, to_char(board.dealer))},
               {"vul", to_string(board.vulnerability)},
               {"deal", to_string(board.deal)}};
  for (Call call : board.calls) line["auction"].push_back(to_string(call));
  line["contract"] = board.contract ? to_string(*board.contract) : "PASS";
  if (board.contract) line["declarer"] = std::string(1, to_char(board.contract->declarer));
  for (Card card : board.play) line["play"].push_back(to_string(card));
  if (board.tricks) line["tricks"] = *board.tricks;
  return line.dump(Json::Keys::as_added);
}

std::optional<Auction> PlayedBoard::auction() const {
  if (calls.empty()) return std::nullopt;
  Auction made(dealer);
  for (Call call : calls) {
    if (!made.add(call)) return std::nullopt;
  }
  return made;
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
