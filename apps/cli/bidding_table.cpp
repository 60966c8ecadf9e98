#include "bidding_table.h"
#include "fail.h"

#include <fmt/core.h>

namespace yomi::cli {
namespace {

std::shared_ptr<const bidding::System> load(const std::string& name) {
  return std::make_shared<const bidding::System>(or_fail(bidding::find_system(name)));
}

}  // namespace

void add_system_options(Command& command, SystemOptions& options) {
  command.add_option("--system", options.system,
                     "Our system: the name of one that ships, or a file (default: two-over-one)");
  command.add_option("--their-system", options.their_system,
                     "The opponents' system (default: natural, calls as they sound)");
}

LoadedSystems load_systems(const SystemOptions& options) {
  LoadedSystems made;
  made.ours = load(options.system);
  made.theirs = options.their_system == options.system ? made.ours : load(options.their_system);
  return made;
}

Json to_json(const bidding::Coverage& coverage) {
  Json made = Json::array();
  for (std::size_t contested = 0; contested < coverage.cells.size(); ++contested) {
    for (std::size_t round = 0; round < bidding::Coverage::kRounds; ++round) {
      const bidding::Coverage::Cell& cell = coverage.cells[contested][round];
      made.push_back({{"contested", contested == 1},
                      {"round", round + 1},
                      {"calls", cell.calls},
                      {"by_agreement", cell.by_agreement},
                      {"share", cell.share()}});
    }
  }
  return made;
}

}  // namespace yomi::cli
