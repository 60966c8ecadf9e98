// The review of a board that a person has played.
#pragma once

#include <string>
#include <vector>

#include "practise_screen.h"
#include "yomi/agent/player.h"
#include "yomi/dd/par.h"
#include "yomi/dd/solver.h"

namespace yomi::cli {

// "Par: N-S +420 4S-NS."
std::string par_words(const dd::Par& par);

// For a board that is over: all hands, the result and par, the person's calls that `robot` would not have
// made, and the cards that cost tricks double-dummy.
std::vector<std::string> review_lines(const web::BridgeGame& game, dd::Solver& solver, agent::Player& robot,
                                      Signs signs);
Json review_json(const web::BridgeGame& game, dd::Solver& solver);

}  // namespace yomi::cli
