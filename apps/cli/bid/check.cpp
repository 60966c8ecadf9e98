// yomi bid --check: mistakes in a system file.
#include <fmt/core.h>

#include <map>

#include "bid/bid.h"
#include "interrupt.h"
#include "progress.h"
#include "yomi/bidding/check.h"
#include "yomi/formats/json.h"

namespace yomi::cli::bid {

void run_bid_check(const BidOptions& options) {
  using bidding::Finding;
  const LoadedSystems systems = load_systems(options.systems);
  Progress progress("per mille");
  Interrupt interrupt;
  bidding::CheckOptions how;
  how.seed = options.seed;
  how.go_on = [&](double part) {
    progress.show(part, static_cast<std::size_t>(part * 1000));
    return !Interrupt::requested();
  };
  const bidding::CheckReport report = check_system(systems.ours, systems.theirs, how);
  const bidding::Coverage coverage =
      report.stopped ? bidding::Coverage{}
                     : measure_coverage(systems.ours, systems.theirs, {.seed = options.seed});
  progress.clear();
  std::map<std::string, int> counts;
  int mistakes = 0;
  Json findings = Json::array();
  for (const Finding& finding : report.findings) {
    ++counts[std::string(to_name(finding.kind))];
    mistakes += finding.kind == Finding::Kind::unreachable || finding.kind == Finding::Kind::no_answer ||
                        finding.kind == Finding::Kind::example
                    ? 1
                    : 0;
    findings.push_back({{"kind", to_name(finding.kind)},
                        {"place", finding.place},
                        {"what", finding.what},
                        {"auction", finding.auction}});
    if (options.json_output) continue;
    fmt::print("{}: {}: {}{}\n", finding.place, to_name(finding.kind), finding.what,
               finding.auction.empty() ? "" : "; after " + finding.auction);
  }
  if (options.json_output) {
    fmt::print("{}\n", Json{{"system", systems.ours->name},
                            {"lines", report.lines},
                            {"reached", report.lines_reached},
                            {"positions", report.positions},
                            {"examples", report.examples},
                            {"about", systems.ours->about},
                            {"coverage", to_json(coverage)},
                            {"findings", findings}}
                           .dump());
  } else {
    fmt::print("{}: {} lines, {} of them reached in {} positions; {} examples", systems.ours->name,
               report.lines, report.lines_reached, report.positions, report.examples);
    for (const auto& [kind, count] : counts) fmt::print("; {}: {}", kind, count);
    fmt::print("\n{}\n{}", systems.ours->about, to_string(coverage));
  }
  if (report.stopped) throw Exit{kStoppedStatus};
  if (mistakes > 0) throw Exit{1};
}

}  // namespace yomi::cli::bid
