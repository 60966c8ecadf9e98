// A player that is another program: it reads requests and answers them on a pipe, one JSON object a line, as
// `yomi engine` does (docs/reference/engine.md). Of an answer only `call` or `card` is needed; `shows` and
// `alert` explain a call.
#pragma once

#include <memory>
#include <string>

#include "yomi/agent/player.h"

namespace yomi::table {

// Starts the command in a shell, with our standard error. One thread at a time may ask it; it ends with the
// object. An answer that takes longer than `seconds` is an error, and the program is ended.
Result<std::unique_ptr<agent::Player>> start_external_player(const std::string& command,
                                                             double seconds = 600);

// The request, without a line end.
Json request_of(const agent::View& view, bool call);

}  // namespace yomi::table
