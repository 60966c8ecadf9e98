// Small pieces of HTML: suits in their colours.
#pragma once

#include <string>
#include <string_view>

#include "yomi/bridge/contract.h"
#include "yomi/cards/card.h"
#include "yomi/dd/par.h"

namespace yomi::review {

std::string suit_html(Suit suit);
std::string strain_html(Strain strain);
std::string card_html(Card card);
std::string call_html(Call call);
std::string contract_html(const Contract& contract);
// Escaped text in which "!C" becomes a suit symbol.
std::string prose_html(std::string_view text);
// The contracts of par for prose_html().
std::string par_html(const dd::Par& par);
std::string_view page_script();

}  // namespace yomi::review
