// Common sense on any auction, however strange: always legal, never a pass of a forcing bid, the same for any
// number of threads; imagined deals fit what was shown.
#include "yomi/bidding/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/scale.h"
#include "yomi/bidding/auction_policy.h"
#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/imagine.h"

namespace yomi::bidding {
namespace {

std::shared_ptr<const System> shipped(std::string_view name) {
  auto loaded = load_shipped_system(name);
  EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  return std::make_shared<const System>(std::move(loaded).value());
}

AuctionState::Systems systems() {
  static const AuctionState::Systems kSystems{shipped("two-over-one"), shipped("natural")};
  return kSystems;
}

AuctionState empty_table(Random& random, const std::shared_ptr<GridMemory>& memory) {
  return {systems(), seat_at(static_cast<int>(random.below(4))), static_cast<Vulnerability>(random.below(4)),
          memory};
}

// Legal calls that nobody would make.
AuctionState insane_auction(Random& random, const std::shared_ptr<GridMemory>& memory) {
  AuctionState state = empty_table(random, memory);
  for (std::uint32_t left = random.below(16); left > 0; --left) {
    AuctionState more = state;
    const std::vector<Call> legal = state.auction().legal_calls();
    const std::uint32_t reach = random.below(4) == 0
                                    ? static_cast<std::uint32_t>(legal.size())
                                    : std::min<std::uint32_t>(static_cast<std::uint32_t>(legal.size()), 7);
    EXPECT_TRUE(more.add(random.below(4) == 0 ? Call::pass() : legal[random.below(reach)]));
    if (!more.auction().is_over()) state = more;
  }
  return state;
}

// Calls by the rules for a deal, cut somewhere before the end.
AuctionState sane_auction(const Deal& deal, Random& random, const std::shared_ptr<GridMemory>& memory) {
  const int most = static_cast<int>(random.below(10));
  AuctionState state = empty_table(random, memory);
  while (static_cast<int>(state.auction().calls().size()) < most) {
    AuctionState more = state;
    EXPECT_TRUE(more.add(call_by_rules(state, deal[state.turn()])));
    if (more.auction().is_over()) break;
    state = more;
  }
  return state;
}

// The other 39 cards, all deals alike.
Deal deal_around(Seat me, CardSet hand, Random& random) {
  std::vector<Card> cards;
  for (const Card card : CardSet::full() - hand) cards.push_back(card);
  random.shuffle(std::span(cards));
  Deal made;
  made[me] = hand;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    made[next(me, 1 + static_cast<int>(i / kRanks))].insert(cards[i]);
  }
  return made;
}

TEST(BiddingSimulate, TheRulesAnswerEveryAuction) {
  Random random(41);
  const auto memory = std::make_shared<GridMemory>();
  for (int i = 0; i < 400; ++i) {
    const Deal deal = random_deal(random);
    const AuctionState state = insane_auction(random, memory);
    const Call call = call_by_rules(state, deal[state.turn()]);
    ASSERT_TRUE(state.auction().is_legal(call)) << to_string(state.auction()) << " " << to_string(call);
    ASSERT_FALSE(call.is_pass() && state.situation().forced) << to_string(state.auction());
    const AuctionState end = bid_out(state, deal, call_by_rules);
    ASSERT_TRUE(end.auction().is_over()) << to_string(end.auction());
  }
}

Call game_in(Strain strain) {
  return Call::bid(strain == Strain::no_trump ? 3 : is_major(strain) ? 4 : 5, strain);
}

// Auctions among ourselves, by the rules and by the policy as at a table, both sides bidding: the contract is
// never a call that asked partner for another one. YOMI_TEST_SCALE=20 gives 10,000 boards.
TEST(BiddingSimulate, NoForcingOrArtificialCallIsPassedOut) {
  const int boards = testing::scaled(500);
  const auto memory = std::make_shared<GridMemory>();
  const std::array names = {"two-over-one", "sayc", "acol", "precision"};
  std::vector<std::shared_ptr<const System>> all;
  all.reserve(names.size());
  for (const char* name : names) all.push_back(shipped(name));
  const auto by_policy = [](const AuctionState& state, CardSet hand) {
    return choose_by_policy(state, HandFeatures(hand), Agreements::policy).call;
  };
  Random random(43);
  int passed_out = 0;
  for (int board = 0; board < boards; ++board) {
    const Deal deal = random_deal(random);
    // Two over one at every second board: it has most lines.
    const auto system = [&] { return all[random.below(2) == 0 ? 0 : random.below(4)]; };
    const AuctionState start({system(), system()}, seat_at(static_cast<int>(random.below(4))),
                             static_cast<Vulnerability>(random.below(4)), memory);
    const AuctionState end =
        board % 2 == 0 ? bid_out(start, deal, call_by_rules) : bid_out(start, deal, by_policy);
    const auto& calls = end.interpreted_calls();
    const auto last = std::find_if(calls.rbegin(), calls.rend(),
                                   [](const InterpretedCall& one) { return one.call.is_bid(); });
    if (last == calls.rend()) continue;
    const Call contract = last->call;
    const bool game = contract >= game_in(contract.strain());
    const auto trumps = trump_suit(contract.strain());
    // An artificial bid may be left to partner's choice: who passes it has the suit.
    const bool chosen = trumps && deal[partner(last->seat)].in(*trumps).size() >= 4;
    // A suit of one's own that they double for penalties may be played.
    const bool meant =
        trumps && deal[last->seat].in(*trumps).size() >= 5 && end.auction().doubling() != Doubling::none;
    if (meant) continue;
    const bool asks = last->forcing == Forcing::round || last->forcing == Forcing::transfer ||
                      (last->forcing == Forcing::game && !game);
    if (!asks && (!last->artificial || chosen || last->forcing == Forcing::game)) continue;
    ++passed_out;
    ADD_FAILURE() << "board " << board << " " << to_string(deal) << " " << to_string(end.auction());
  }
  EXPECT_EQ(passed_out, 0) << "of " << boards;
}

TEST(BiddingSimulate, WholeAuctionsEndInThirtyCalls) {
  Random random(42);
  const auto memory = std::make_shared<GridMemory>();
  for (int i = 0; i < 500; ++i) {
    const Deal deal = random_deal(random);
    const AuctionState end = bid_out(empty_table(random, memory), deal, call_by_rules);
    ASSERT_TRUE(end.auction().is_over()) << to_string(deal) << " " << to_string(end.auction());
    ASSERT_LE(end.auction().calls().size(), static_cast<std::size_t>(kLongAuction))
        << to_string(deal) << " " << to_string(end.auction());
  }
}

TEST(BiddingSimulate, SimulationAnswersEveryAuction) {
  Random random(43);
  const auto memory = std::make_shared<GridMemory>();
  std::array<Simulator, 2> simulators{Simulator({.deals = 2, .seed = 5}),
                                      Simulator({.deals = 2, .seed = 5, .agreements = Agreements::rules})};
  int simulated = 0;
  for (int i = 0; i < 500; ++i) {
    const Deal deal = random_deal(random);
    const AuctionState state =
        i % 2 == 0 ? insane_auction(random, memory) : sane_auction(deal, random, memory);
    const Judgement judgement = simulators[i / 2 % 2].judge(state, deal[state.turn()]);
    ASSERT_TRUE(state.auction().is_legal(judgement.call)) << to_string(state.auction());
    ASSERT_FALSE(judgement.call.is_pass() && state.situation().forced) << to_string(state.auction());
    if (i / 2 % 2 == 1 && is_agreement(state, judgement.by_rules)) {
      ASSERT_TRUE(judgement.call == judgement.by_rules.call) << to_string(state.auction());
    }
    if (judgement.simulation) {
      ++simulated;
      ASSERT_FALSE(explain(*judgement.simulation).empty());
    }
  }
  EXPECT_GT(simulated, 5);
}

TEST(BiddingSimulate, ThreadsDoNotChangeTheAnswer) {
  Random random(44);
  const auto memory = std::make_shared<GridMemory>();
  const auto with = [](int threads, Agreements agreements) {
    return Simulator({.deals = 5, .seed = 6, .threads = threads, .agreements = agreements});
  };
  std::array<Simulator, 2> ones{with(1, Agreements::policy), with(1, Agreements::rules)};
  std::array<Simulator, 2> threes{with(3, Agreements::policy), with(3, Agreements::rules)};
  int compared = 0;
  for (int i = 0; i < 200 && compared < 8; ++i) {
    const Deal deal = random_deal(random);
    const AuctionState state = sane_auction(deal, random, memory);
    const CardSet hand = deal[state.turn()];
    std::vector<Call> calls;
    for (const LikelyCall& likely : likely_calls(state, hand, 0.02F)) calls.push_back(likely.call);
    if (calls.size() < 2) continue;
    const std::size_t which = ++compared % 2;
    const Simulation a = ones[which].compare(state, hand, calls);
    const Simulation b = threes[which].compare(state, hand, calls);
    ASSERT_EQ(a.calls.size(), b.calls.size());
    for (std::size_t c = 0; c < a.calls.size(); ++c) {
      ASSERT_TRUE(a.calls[c].call == b.calls[c].call);
      ASSERT_EQ(a.calls[c].points, b.calls[c].points);
      ASSERT_EQ(a.calls[c].imps, b.calls[c].imps);
    }
  }
  EXPECT_EQ(compared, 8);
}

TEST(BiddingSimulate, ImaginedHandsFitTheirReadings) {
  Random random(45);
  const auto memory = std::make_shared<GridMemory>();
  int fitting = 0;
  for (int i = 0; i < 60; ++i) {
    const Deal deal = random_deal(random);
    const AuctionState state =
        i % 4 == 0 ? insane_auction(random, memory) : sane_auction(deal, random, memory);
    const Seat me = state.turn();
    Imaginer imaginer(state, deal[me], Agreements::rules, random.split(static_cast<std::uint64_t>(i)));
    std::vector<Deal> imagined = imaginer.draw(10);
    const std::vector<Deal> more = imaginer.draw(10);
    imagined.insert(imagined.end(), more.begin(), more.end());
    ASSERT_EQ(imagined.size(), 20U) << to_string(state.auction());
    for (const Deal& one : imagined) {
      ASSERT_TRUE(one.is_full());
      ASSERT_TRUE(one[me] == deal[me]);
      if (imaginer.readings_dropped() > 0) continue;
      for (const Seat seat : kAllSeats) {
        if (seat != me) {
          ASSERT_TRUE(state.known(seat).contains(one[seat]));
        }
      }
    }
    if (imaginer.readings_dropped() == 0) ++fitting;
  }
  EXPECT_GT(fitting, 40);
}

// With a partner who keeps to his system: his calls, made again by the rules for the hands imagined.
TEST(BiddingSimulate, ImaginedPartnersBidByTheirRules) {
  Random random(47);
  const auto memory = std::make_shared<GridMemory>();
  int asked = 0;
  int made = 0;
  for (int i = 0; i < 60; ++i) {
    const Deal deal = random_deal(random);
    const AuctionState state = sane_auction(deal, random, memory);
    const Seat me = state.turn();
    Imaginer imaginer(state, deal[me], Agreements::rules, random.split(static_cast<std::uint64_t>(i)));
    for (const Deal& one : imaginer.draw(10)) {
      AuctionState before = state.restarted();
      for (const Call call : state.auction().calls()) {
        if (before.turn() == partner(me)) {
          ++asked;
          made += call_by_rules(before, one[partner(me)]) == call ? 1 : 0;
        }
        before.add(call);
      }
    }
  }
  ASSERT_GT(asked, 300);
  EXPECT_GT(made, asked * 9 / 10) << asked;
}

// Against the slow way: all deals alike, each weighed by how likely the policy finds its calls.
TEST(BiddingSimulate, ImaginedHandsAreThoseOfWhoBidsByThePolicy) {
  Random random(46);
  const auto memory = std::make_shared<GridMemory>();
  const auto points = [](CardSet hand) { return static_cast<double>(HandFeatures(hand).hcp); };
  const std::vector<std::vector<const char*>> auctions = {
      {"1NT", "Pass"}, {"1H", "Pass", "1S", "Pass"}, {"Pass", "Pass", "1C", "1S"}};
  for (const auto& words : auctions) {
    AuctionState state(systems(), Seat::north, Vulnerability::none, memory);
    for (const char* const word : words) ASSERT_TRUE(state.add(parse_call(word).value()));
    const std::string text = to_string(state.auction());
    const Seat me = state.turn();
    const CardSet hand = parse_hand("K852.Q96.A974.J3").value();
    // Points and spades of the partner.
    std::array<double, 2> wanted{};
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < 30'000; ++i) {
      const Deal deal = deal_around(me, hand, random);
      double weight = 1;
      Auction before(Seat::north);
      for (const Call call : state.auction().calls()) {
        const Seat seat = before.turn();
        if (seat != me) {
          const double surprise = side_of(seat) == side_of(me) ? 0.002 : 0.02;
          const CallChances chances = AuctionPolicy::shipped().chances(
              before, Vulnerability::none, deal[seat], policy_system(state.system(side_of(seat))));
          weight *= surprise + (1 - surprise) * chances[static_cast<std::size_t>(call.code())];
        }
        before.add(call);
      }
      sum += weight;
      squares += weight * weight;
      wanted[0] += weight * points(deal[partner(me)]);
      wanted[1] += weight * deal[partner(me)].in(Suit::spades).size();
    }
    ASSERT_GT(sum * sum / squares, 300) << text;  // so many deals' worth
    std::array<double, 2> seen{};
    constexpr int kDeals = 3000;
    Imaginer imaginer(state, hand, Agreements::policy, random.split(1));
    for (const Deal& deal : imaginer.draw(kDeals)) {
      seen[0] += points(deal[partner(me)]) / kDeals;
      seen[1] += static_cast<double>(deal[partner(me)].in(Suit::spades).size()) / kDeals;
    }
    EXPECT_NEAR(seen[0], wanted[0] / sum, 0.6) << text;
    EXPECT_NEAR(seen[1], wanted[1] / sum, 0.3) << text;
  }
}

}  // namespace
}  // namespace yomi::bidding
