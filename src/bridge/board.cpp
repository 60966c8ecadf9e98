#include "yomi/bridge/board.h"

#include <algorithm>

namespace yomi {

std::optional<Auction> Board::auction() const {
  if (calls.empty()) return std::nullopt;
  Auction made(dealer.value_or(Seat::north));
  for (const BoardCall& one : calls) {
    if (one.kind != BoardCall::Kind::regular || !made.add(one.call)) return std::nullopt;
  }
  return made;
}

std::optional<Contract> Board::final_contract() const {
  if (passed_out) return std::nullopt;
  const auto said = auction();
  const bool over = said && said->is_over();
  std::optional<Contract> made = contract ? contract : over ? said->contract() : std::nullopt;
  if (!made) return std::nullopt;
  if (declarer)
    made->declarer = *declarer;
  else if (contract && !calls.empty() && over && said->contract())
    made->declarer = said->contract()->declarer;
  else if (contract)
    return std::nullopt;
  return made;
}

void Board::set_contract(const Contract& made) {
  contract = made;
  strain = made.strain;
  declarer = made.declarer;
  leader = made.leader();
}

std::optional<Position> Board::start() const {
  if (!all_hands_known() || !strain || !leader) return std::nullopt;
  return Position(deal, *strain, *leader);
}

void Board::complete_deal() {
  if (std::count(known.begin(), known.end(), true) != 3) return;
  const CardSet rest = CardSet::full() - deal.all();
  for (Seat seat : kAllSeats) {
    if (known[seat] || rest.size() != kRanks) continue;
    deal[seat] = rest;
    known[seat] = true;
  }
}

const std::string* Board::tag(std::string_view name) const {
  for (const BoardTag& one : tags) {
    if (one.name.size() == name.size() && one.name == name) return &one.value;
  }
  return nullptr;
}

void Board::set_tag(std::string_view name, std::string value) {
  for (BoardTag& one : tags) {
    if (one.name != name) continue;
    one.value = std::move(value);
    return;
  }
  tags.push_back({.name = std::string(name), .value = std::move(value)});
}

}  // namespace yomi
