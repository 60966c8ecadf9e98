#include "yomi/lab/bidding_match.h"

#include <algorithm>
#include <map>

#include "yomi/bidding/bid_out.h"

namespace yomi::lab {
namespace {

using bidding::AuctionState;

// Of the two sides' states the one of `player` at the table where `north_south` sits north and south.
AuctionState::Systems systems_for(std::shared_ptr<const bidding::System> ours,
                                  std::shared_ptr<const bidding::System> theirs, bool sits_north_south) {
  if (!sits_north_south) std::swap(ours, theirs);
  return {std::move(ours), std::move(theirs)};
}

}  // namespace

BiddingMatch::BiddingMatch(Bidder first, Bidder second) {
  players_[0].bidder = std::move(first);
  players_[1].bidder = std::move(second);
  for (Player& player : players_) {
    if (player.bidder.seconds <= 0) continue;
    bidding::SimulationSettings settings;
    settings.seconds = player.bidder.seconds;
    player.simulator = std::make_unique<bidding::Simulator>(settings);
  }
}

BidTable BiddingMatch::bid(const SolvedDeal& deal, std::size_t north_south) {
  std::vector<AuctionState> states;
  for (std::size_t i = 0; i < players_.size(); ++i) {
    const Bidder& other = players_[1 - i].bidder;
    const auto reads = players_[i].bidder.reads ? players_[i].bidder.reads : other.system;
    states.emplace_back(systems_for(players_[i].bidder.system, reads, i == north_south), deal.dealer,
                        deal.vulnerability, players_[i].memory);
  }
  BidTable made;
  while (!states[0].auction().is_over() && made.calls.size() < std::size_t{2} * bidding::kLongAuction) {
    const Seat seat = states[0].turn();
    const std::size_t who = side_of(seat) == Side::ns ? north_south : 1 - north_south;
    AuctionState& state = states[who];
    const CardSet hand = deal.deal[seat];
    const Player& player = players_[who];
    bidding::Judgement judged;
    if (player.simulator) {
      judged = player.simulator->judge(state, hand);
    } else if (player.bidder.policy) {
      judged = bidding::judge_by_policy(state, hand, bidding::Agreements::policy);
    } else {
      judged.by_rules = choose(state, bidding::HandFeatures(hand));
      judged.call = judged.by_rules.call;
    }
    const Call call = judged.call;
    std::string line = place_of(state, state.matches()[judged.by_rules.match]);
    if (judged.overruled()) line += call == judged.by_policy ? ", overruled" : ", looking ahead";
    for (AuctionState& one : states) one.add(call);
    made.calls.push_back(call);
    made.lines.push_back(std::move(line));
  }
  made.contract = states[0].auction().contract();
  made.score_ns = deal.score_ns(made.contract);
  return made;
}

MatchBoard BiddingMatch::play(const SolvedDeal& deal) {
  MatchBoard made;
  for (std::size_t table = 0; table < made.tables.size(); ++table) made.tables[table] = bid(deal, table);
  const BidTable& a = made.tables[0];
  const BidTable& b = made.tables[1];
  made.imps = imps(a.score_ns - b.score_ns);
  const auto [at, other] = std::mismatch(a.calls.begin(), a.calls.end(), b.calls.begin(), b.calls.end());
  if (at != a.calls.end() && other != b.calls.end()) {
    made.differs = static_cast<std::size_t>(at - a.calls.begin());
  }
  return made;
}

std::vector<LineTally> by_line(const std::vector<SolvedDeal>& deals, const std::vector<MatchBoard>& boards) {
  std::map<std::string, LineTally> tallies;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const MatchBoard& board = boards[i];
    if (!board.differs) continue;
    const std::size_t at = *board.differs;
    const Seat seat = next(deals[i].dealer, static_cast<int>(at));
    const std::size_t table = side_of(seat) == Side::ns ? 0 : 1;  // where the first bidder made that call
    const BidTable& ours = board.tables[table];
    const BidTable& theirs = board.tables[1 - table];
    const std::string key =
        ours.lines[at] + ": " + to_string(ours.calls[at]) + ", the other " + to_string(theirs.calls[at]);
    LineTally& tally = tallies[key];
    tally.line = key;
    ++tally.boards;
    tally.imps += board.imps;
  }
  std::vector<LineTally> made;
  made.reserve(tallies.size());
  for (auto& [key, tally] : tallies) made.push_back(std::move(tally));
  std::stable_sort(made.begin(), made.end(),
                   [](const LineTally& a, const LineTally& b) { return a.imps < b.imps; });
  return made;
}

}  // namespace yomi::lab
