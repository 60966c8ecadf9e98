#include "yomi/formats/board_line.h"

#include <nlohmann/json.hpp>

#include "yomi/bridge/position.h"
#include "yomi/cards/random.h"

namespace yomi {
namespace {

using nlohmann::json;

std::string text_of(const json& board, const char* key) {
  const auto found = board.find(key);
  return found != board.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Result<PlayedBoard> parse_board_line(std::string_view line) {
  const json board = json::parse(line, nullptr, false);
  if (board.is_discarded() || !board.is_object()) return Error{"expected a JSON object"};
  PlayedBoard made;
  const auto deal = parse_deal(text_of(board, "deal"));
  if (!deal) return deal.error();
  made.deal = *deal;
  if (!made.deal.is_full()) return Error{"expected a full deal"};
  const auto dealer = parse_seat(text_of(board, "dealer"));
  made.dealer = dealer.value_or(Seat::north);
  made.vulnerability = parse_vulnerability(text_of(board, "vul")).value_or(Vulnerability::none);
  if (const auto calls = board.find("auction"); calls != board.end() && calls->is_array()) {
    if (!dealer) return Error{"dealer: expected N, E, S or W"};
    for (const json& text : *calls) {
      const auto call = text.is_string() ? parse_call(text.get<std::string>()) : std::nullopt;
      if (!call) return Error{"auction: expected a call, found " + text.dump()};
      made.calls.push_back(*call);
    }
  }
  if (text_of(board, "contract") == "PASS") return made;
  const auto declarer = parse_seat(text_of(board, "declarer"));
  made.contract = declarer ? parse_contract(text_of(board, "contract"), *declarer) : std::nullopt;
  if (!made.contract) return Error{"expected a contract and its declarer"};
  Position position(made.deal, made.contract->strain, made.contract->leader());
  if (const auto play = board.find("play"); play != board.end() && play->is_array()) {
    for (const json& text : *play) {
      const auto card = text.is_string() ? parse_card(text.get<std::string>()) : std::nullopt;
      if (!card || position.is_over() || !position.is_legal(*card))
        return Error{"a card that cannot be played"};
      position.play(*card);
      made.play.push_back(*card);
    }
  }
  if (const auto tricks = board.find("tricks"); tricks != board.end() && tricks->is_number_integer()) {
    const auto number = tricks->get<std::int64_t>();
    if (number >= 0 && number <= 13) made.tricks = static_cast<int>(number);
  }
  return made;
}

std::string to_board_line(const PlayedBoard& board) {
  nlohmann::ordered_json line = {{"dealer", std::string(1, to_char(board.dealer))},
                                 {"vul", to_string(board.vulnerability)},
                                 {"deal", to_string(board.deal)}};
  for (Call call : board.calls) line["auction"].push_back(to_string(call));
  line["contract"] = board.contract ? to_string(*board.contract) : "PASS";
  if (board.contract) line["declarer"] = std::string(1, to_char(board.contract->declarer));
  for (Card card : board.play) line["play"].push_back(to_string(card));
  if (board.tricks) line["tricks"] = *board.tricks;
  return line.dump();
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
