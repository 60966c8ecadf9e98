// Hands and play for people: a compass diagram, cards with suit signs, tricks in rows.
#pragma once

#include <span>
#include <string>

#include "yomi/bridge/position.h"
#include "yomi/formats/text.h"

namespace yomi::cli {

struct Signs {
  bool ascii = false;  // letters for the suits
};

using text::columns_of;
using text::padded;

std::string show(Card card, Signs signs);
std::string show(Suit suit, Signs signs);
std::string_view strain_name(Strain strain);  // "Spades", "No trump"

// North above, south below, west and east beside; the cards on the table in the middle. Ends with a newline.
std::string diagram(const Position& position, Signs signs);

// `cards` played from `start`, a row a trick, with the winner and the tricks of both sides so far. Cards that
// lay on the table already are in brackets.
std::string tricks_in_rows(const Position& start, std::span<const Card> cards, Signs signs);

}  // namespace yomi::cli
