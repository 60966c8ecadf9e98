// The fields of a request, read and checked. An error begins with the field's name.
#pragma once

#include <string_view>

#include "yomi/agent/player.h"

namespace yomi::agent {

// A member that is present but wrong is an error; a missing one gives `otherwise`.
Result<std::string> text_field(const Json& request, std::string_view name, std::string otherwise);
Result<bool> flag_field(const Json& request, std::string_view name, bool otherwise);
Result<std::int64_t> whole_field(const Json& request, std::string_view name, std::int64_t otherwise,
                                 std::int64_t least, std::int64_t most);
Result<double> number_field(const Json& request, std::string_view name, double otherwise, double least,
                            double most);

Result<Seat> seat_field(const Json& request, std::string_view name, std::optional<Seat> otherwise = {});
Result<Vulnerability> vulnerability_field(const Json& request);
Result<CardSet> hand_field(const Json& request, std::string_view name);
Result<Deal> deal_field(const Json& request);
Result<Strain> strain_field(const Json& request, std::string_view name);
// A list of cards, or a text of them.
Result<std::vector<Card>> cards_field(const Json& request, std::string_view name);
// A list of calls, each a text or {"call": …, "shows": …}; or one text of them.
Result<std::vector<ExplainedCall>> calls_field(const Json& request);

// The contract of a request without an auction that ends in one.
Result<std::optional<Contract>> contract_fields(const Json& request);
// Everything that a chair sees. `seat` may be left out if it follows from the turn.
Result<View> view_fields(const Json& request);
// The parts of the player.
Result<Settings> settings_fields(const Json& request, const Settings& defaults);

}  // namespace yomi::agent
