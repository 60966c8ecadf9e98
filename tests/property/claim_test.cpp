// Claims against all layouts: whoever is sure of the rest gets it, however the hidden cards lie and whatever
// the others play.
#include <gtest/gtest.h>

#include "support/scale.h"
#include "yomi/dd/solver.h"
#include "yomi/play/claim.h"
#include "yomi/play/player.h"

namespace yomi::play {
namespace {

struct Ending {
  PlayContext context;
  Deal deal;
  std::vector<Card> play;
};

// A board played at random to the last few cards. Half of the time the high cards lie with one side, so that
// there is something to claim.
Ending random_ending(Random& random, std::size_t cards_left) {
  Ending made;
  made.context.contract = {.level = 1,
                           .strain = kAllStrains[random.below(5)],
                           .doubling = Doubling::none,
                           .declarer = seat_at(static_cast<int>(random.below(4)))};
  made.deal = random_deal(random);
  const bool keep_high = random.below(2) == 0;
  Position position(made.deal, made.context.contract.strain, made.context.contract.leader());
  while (made.play.size() + cards_left < 52) {
    const CardSet legal = position.legal();
    Card card = legal.lowest();
    for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(legal.size())); skip > 0; --skip) {
      CardSet rest = legal;
      for (Card one : legal) {
        rest.erase(one);
        if (one == card) break;
      }
      card = rest.lowest();
    }
    if (keep_high && on(position.turn(), side_of(made.context.contract.declarer))) {
      for (Card one : legal) {
        if (one.rank() < card.rank()) card = one;
      }
    }
    position.play(card);
    made.play.push_back(card);
  }
  return made;
}

struct Seating {
  std::array<Seat, 2> seats;
  CardSet unseen;
};

// The chairs hidden from the one on turn, and the cards that they hold together.
Seating hidden_from(const Decision& decision, const Position& truth) {
  Seating made{};
  std::size_t count = 0;
  for (Seat seat : kAllSeats) {
    const bool seen = seat == decision.seen.chair || (decision.seen.dummy && seat == *decision.seen.dummy);
    if (seen) continue;
    made.seats[count++] = seat;
    made.unseen |= truth.hand(seat);
  }
  return made;
}

// Calls visit(position) for every way in which the hidden hands can lie, voids that were shown kept to.
template <class Visit>
void each_layout(const Ending& ending, const Decision& decision, const Position& truth, Visit visit) {
  const Seating hidden = hidden_from(decision, truth);
  std::vector<Card> cards;
  for (Card card : hidden.unseen) cards.push_back(card);
  const int first_size = truth.hand(hidden.seats[0]).size();
  for (std::uint32_t mask = 0; mask < 1U << cards.size(); ++mask) {
    if (std::popcount(mask) != first_size) continue;
    Deal hands = truth.hands();
    Deal original = ending.deal;
    for (Seat seat : hidden.seats) {
      original[seat] = original[seat] - truth.hand(seat);
      hands[seat] = {};
    }
    for (std::size_t i = 0; i < cards.size(); ++i) {
      const Seat seat = hidden.seats[(mask >> i & 1) != 0 ? 0 : 1];
      original[seat].insert(cards[i]);
      hands[seat].insert(cards[i]);
    }
    Position position(original, ending.context.contract.strain, ending.context.contract.leader());
    bool possible = true;
    for (Card card : ending.play) {
      possible = possible && position.is_legal(card);
      if (!possible) break;
      position.play(card);
    }
    if (possible) visit(position, original);
  }
}

int left(const Position& position) {
  return position.tricks_left();
}

TEST(Claim, WhoIsSureTakesTheRestInEveryLayout) {
  Random random(1);
  dd::Solver solver;
  int claims = 0;
  int concessions = 0;
  int could_claim = 0;
  for (int round = 0; round < 20000; ++round) {
    const Ending ending = random_ending(random, 4 + random.below(13));
    const Decision decision = look(ending.context, ending.deal, ending.play);
    const Position truth = replay(decision.seen, ending.deal);
    const auto claim = certain_rest(decision);
    bool ours = true;
    each_layout(ending, decision, truth, [&](const Position& position, const Deal&) {
      const int tricks = solver.tricks(position).lower;
      ours = ours && tricks == left(position);
      if (!claim) return;
      EXPECT_EQ(claim->tricks, left(position));
      EXPECT_EQ(tricks, on(position.turn(), claim->side) ? claim->tricks : 0)
          << to_string(position.hands()) << " " << to_string(ending.context.contract);
    });
    could_claim += ours ? 1 : 0;
    if (!claim) continue;
    ++(on(decision.seen.chair, claim->side) ? claims : concessions);
  }
  RecordProperty("claims", claims);
  RecordProperty("all layouts win", could_claim);
  RecordProperty("concessions", concessions);
  EXPECT_GT(claims, 3000);
  EXPECT_GT(concessions, 500);
  EXPECT_LE(claims, could_claim);
  EXPECT_GT(claims, could_claim * 7 / 10);
}

// Along the claim's own line the claim stays true whatever the others do: one plan serves all layouts.
TEST(Claim, OnePlanServesAllLayouts) {
  Random random(2);
  int followed = 0;
  for (int round = 0; round < 15000; ++round) {
    const Ending ending = random_ending(random, 4 + random.below(17));
    const Decision decision = look(ending.context, ending.deal, ending.play);
    const auto claim = certain_rest(decision);
    if (!claim || !on(decision.seen.chair, claim->side)) continue;
    const Position truth = replay(decision.seen, ending.deal);
    each_layout(ending, decision, truth, [&](Position position, const Deal& original) {
      if (random.below(4) != 0) return;
      std::vector<Card> play = ending.play;
      const int before = position.tricks(claim->side);
      while (!position.is_over()) {
        const CardSet legal = position.legal();
        Card card = legal.lowest();
        const Decision now = look(ending.context, original, play);
        if (now.seen.chair == decision.seen.chair) {
          const auto still = certain_rest(now);
          ASSERT_TRUE(still.has_value())
              << to_string(position.hands()) << " " << to_string(ending.context.contract) << " by "
              << to_char(ending.context.contract.declarer) << ", " << to_char(decision.seen.chair)
              << " at card " << ending.play.size() << ", now " << to_char(now.turn) << " at " << play.size();
          ASSERT_EQ(still->side, claim->side);
          ASSERT_FALSE(still->line.empty());
          card = still->line.front();
          ASSERT_TRUE(legal.contains(card));
        } else if (random.below(2) == 0) {
          card = legal.highest();
        }
        position.play(card);
        play.push_back(card);
      }
      EXPECT_EQ(position.tricks(claim->side) - before, claim->tricks);
    });
    ++followed;
  }
  EXPECT_GT(followed, 2000);
}

// A player who is sure of the rest takes it, although in the two deals that it looks at other cards are worth
// as much.
TEST(Claim, APlayerTakesWhatIsCertain) {
  Random random(3);
  Player player({.engine = Engine::pimc, .deals = 2, .threads = 1, .enumerate_up_to = 0});
  int taken = 0;
  for (int round = 0; round < testing::scaled(3000); ++round) {
    const Ending ending = random_ending(random, 8 + random.below(13));
    const Decision decision = look(ending.context, ending.deal, ending.play);
    const auto claim = certain_rest(decision);
    if (!claim || !on(decision.seen.chair, claim->side) || decision.legal.size() == 1) continue;
    Position position = replay(decision.seen, ending.deal);
    const int before = position.tricks(claim->side);
    std::vector<Card> play = ending.play;
    while (!position.is_over()) {
      const Decision now = look(ending.context, ending.deal, play);
      const CardSet legal = position.legal();
      const bool sure = now.seen.chair == decision.seen.chair;
      const Card card = sure                   ? player.choose(now).card
                        : random.below(2) == 0 ? legal.highest()
                                               : legal.lowest();
      position.play(card);
      play.push_back(card);
    }
    EXPECT_EQ(position.tricks(claim->side) - before, claim->tricks)
        << to_string(ending.deal) << " " << to_string(ending.context.contract);
    ++taken;
  }
  EXPECT_GT(taken, testing::scaled(300));
}

// From the table: a long hand that is high is claimed at once, and one missing trump stops it.
TEST(Claim, HighHands) {
  const auto at = [](const std::string& text, const char* contract, const std::vector<const char*>& play) {
    std::vector<Card> cards;
    cards.reserve(play.size());
    for (const char* card : play) cards.push_back(*parse_card(card));
    const PlayContext context{.contract = *parse_contract(contract, Seat::south)};
    return certain_rest(look(context, *parse_deal(text), cards));
  };
  const std::string slam = "N:32.432.5432.5432 QJT9.QJT.QJT.QJT AK54.AK5.AK76.A6 876.9876.98.K987";
  EXPECT_FALSE(at(slam, "3NT", {"H9", "H2", "HT", "HA"}));
  const std::string grand = "N:AKQJT98.AKQ.AKQ. 765.765.765.5432 432.432.432.AKQJ .JT98.JT98.T9876";
  const auto all = at(grand, "7NT", {"HJ"});
  ASSERT_TRUE(all.has_value());
  EXPECT_EQ(all->side, Side::ns);
  EXPECT_EQ(all->tricks, 13);
  ASSERT_FALSE(all->line.empty());
  EXPECT_EQ(all->line.front().suit(), Suit::hearts);
  EXPECT_FALSE(at(grand, "7S", {"HJ"}));  // East may ruff
  const auto trumps = at(grand, "7S", {"HJ", "HA", "H5", "H2"});
  ASSERT_TRUE(trumps.has_value());
  EXPECT_EQ(trumps->tricks, 12);
  EXPECT_EQ(trumps->line.front().suit(), Suit::spades);
}

}  // namespace
}  // namespace yomi::play
