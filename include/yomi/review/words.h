// Reports in lines of text, and as JSON (docs/reference/json.md).
#pragma once

#include <string>

#include "yomi/formats/json.h"
#include "yomi/review/report.h"

namespace yomi::review {

struct WordsOptions {
  bool ascii = false;  // letters for the suits
};

std::string to_text(const BoardReport& report, const WordsOptions& options = {});
// The part after the boards: results compared, players.
std::string to_text(const Session& session, const WordsOptions& options = {});

Json to_json(const BoardReport& report);
Json to_json(const Session& session);  // without its boards

// Shared with the page. "4♠X", "3NT", "passed out".
std::string contract_text(const BoardReport& report, bool ascii = false);
// "=", "+1", "-2"; empty when the tricks are not known.
std::string result_text(const BoardReport& report);
// "The claim was right.", "South claimed a trick too many: ..."; empty without a claim.
std::string claim_text(const BoardReport& report);
// "Trick 3: West's ♥K cost a trick. ...": of the card with this number.
std::string cost_text(const BoardReport& report, std::size_t number, bool ascii = false);
// "!C" of BBO becomes a suit sign.
std::string with_signs(std::string_view text, bool ascii = false);
std::string sign(Suit suit, bool ascii = false);
std::string sign(Strain strain, bool ascii = false);
std::string sign(Card card, bool ascii = false);

}  // namespace yomi::review
