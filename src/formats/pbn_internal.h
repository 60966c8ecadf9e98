// Shared by the parts of the PBN reader and writer.
#pragma once

#include <string>
#include <string_view>

#include "yomi/formats/pbn.h"

namespace yomi::pbn {

inline constexpr std::size_t kMaxErrors = 20;  // of one board; the first ones tell the story

inline void add_error(Board& board, Error error) {
  if (board.errors.size() < kMaxErrors) board.errors.push_back(std::move(error));
}

// The tags whose value must stand in the board itself.
constexpr bool may_not_inherit(std::string_view name) {
  for (std::string_view own : {"Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"}) {
    if (name == own) return true;
  }
  return false;
}

// "" and "?" (and "-" where that is no value) say that something is not known.
constexpr bool is_unknown(std::string_view value) {
  return value.empty() || value == "?" || value == "-";
}

// The sections, from a tag and its body. Errors go to board.errors.
void read_auction(Board& board, const Tag& tag, const std::string& file);
void read_play(Board& board, const Tag& tag, const std::string& file);
// The cards of board.play in order, checked against board.deal.
void order_cards(Board& board, const Tag& tag, const std::string& file);

}  // namespace yomi::pbn
