#include "yomi/play/card_features.h"

#include <algorithm>
#include <bit>

namespace yomi::play {
namespace {

// Blocks of features: each has a first number, the next one starts where it ends.
struct Block {
  int first;
  int size;
  [[nodiscard]] constexpr int end() const { return first + size; }
  [[nodiscard]] constexpr int at(int i) const {
    assert(i >= 0 && i < size);
    return first + i;
  }
};
constexpr Block behind(Block block, int size) {
  return {block.end(), size};
}

// The situation.
constexpr Block kRoleAndPlace{0, 16};                         // role * 4 + place in the trick
constexpr Block kTrick = behind(kRoleAndPlace, 13);           // tricks completed
constexpr Block kDeclarerNeeds = behind(kTrick, 28);          // tricks still to make; with or without trumps
constexpr Block kDefendersNeed = behind(kDeclarerNeeds, 15);  // tricks still to beat it
constexpr Block kLevel = behind(kDefendersNeed, 14);          // no trump or suit * 7 + level
constexpr Block kDoubled = behind(kLevel, 1);
constexpr Block kFollowing = behind(kDoubled, 4);  // leads; follows; void, trumps left; void, none
constexpr Block kWinner = behind(kFollowing, 4);   // who is winning the trick, from the mover
constexpr Block kWinnerByTrump = behind(kWinner, 1);
constexpr Block kHighestBid = behind(kWinnerByTrump, 32);  // seat * 8 + level
constexpr Block kSeatDoubled = behind(kHighestBid, 4);
constexpr Block kOpener = behind(kSeatDoubled, 5);
constexpr Block kTrumpsOut = behind(kOpener, 14);
constexpr Block kFirstLead = behind(kTrumpsOut, 1);
constexpr int kSituationEnd = kFirstLead.end();

// A suit.
constexpr Block kOwnRank{0, 13};
constexpr Block kOwnLength = behind(kOwnRank, 28);    // plain or trump
constexpr Block kOpenRank = behind(kOwnLength, 39);   // where the open hand sits
constexpr Block kOpenLength = behind(kOpenRank, 84);  // plain or trump
constexpr Block kOutRank = behind(kOpenLength, 13);   // in neither hand that is seen
constexpr Block kOutLength = behind(kOutRank, 28);
constexpr Block kTopHolder = behind(kOutLength, 40);  // who has the 1st ... 4th highest card left
constexpr Block kPlayedBy = behind(kTopHolder, 39);   // by the others
constexpr Block kFirstBy = behind(kPlayedBy, 39);     // the first card of each of the others
constexpr Block kVoid = behind(kFirstBy, 6);          // the others; plain or trump
constexpr Block kTrump = behind(kVoid, 1);
constexpr Block kLed = behind(kTrump, 4);  // by place in the trick
constexpr Block kOnTable = behind(kLed, 39);
constexpr Block kRounds = behind(kOnTable, 14);
constexpr Block kOpenedBy = behind(kRounds, 10);       // nobody or seat; by side of the mover
constexpr Block kBid = behind(kOpenedBy, 16);          // seat * 4 + times
constexpr Block kBestHere = behind(kBid, 8);           // the winning card is here: by whom; a higher one held
constexpr Block kOwnSequence = behind(kBestHere, 14);  // length of the run of touching cards from the top
constexpr Block kLengthAndRole = behind(kOwnSequence, 56);
constexpr Block kTopsTogether = behind(kLengthAndRole, 14);  // winners in the two hands that are seen
constexpr int kSuitEnd = kTopsTogether.end();

// A card.
constexpr Block kRank{0, 13};
constexpr Block kRankTrump = behind(kRank, 13);
constexpr Block kFromTop = behind(kRankTrump, 13);  // its place among the holder's
constexpr Block kFromBottom = behind(kFromTop, 13);
constexpr Block kHigherOut = behind(kFromBottom, 8);  // higher cards that are not seen
constexpr Block kHigherOpen = behind(kHigherOut, 8);  // higher cards in the open hand
constexpr Block kBeats =
    behind(kHigherOpen, 8);                     // beats the table so far: partner's, an opponent's; by place
constexpr Block kRelation = behind(kBeats, 4);  // leads, follows, ruffs, discards
constexpr Block kTouchesAbove = behind(kRelation, 1);  // the next higher card left is the mover's too
constexpr Block kTouchesBelow = behind(kTouchesAbove, 1);
constexpr Block kCardRole = behind(kTouchesBelow, 4 * 13);  // role and place from the bottom
constexpr int kCardEnd = kCardRole.end();

// 0 declarer from the closed hand, 1 declarer from dummy, 2 the defender on declarer's left, 3 the other.
int role_of(const Contract& contract, Seat mover) {
  if (mover == contract.declarer) return 0;
  if (mover == contract.dummy()) return 1;
  return mover == contract.leader() ? 2 : 3;
}

struct Scene {
  const Course& course;
  const Sight& sight;
  CardSet out;   // unseen
  CardSet left;  // all cards not yet played
  int role;
  int place;
  std::optional<Suit> trumps;

  [[nodiscard]] int from_mover(Seat seat) const { return distance(sight.mover, seat); }
};

void describe_situation(const Scene& scene, Bag<40>& bag) {
  const Course& course = scene.course;
  const Contract& contract = course.contract();
  const bool trumps = scene.trumps.has_value();
  bag.add(kRoleAndPlace.at(scene.role * 4 + scene.place));
  bag.add(kTrick.at(course.trick_number()));
  const Side declaring = side_of(contract.declarer);
  const int needs = std::clamp(contract.tricks_needed() - course.tricks(declaring), 0, 13);
  bag.add(kDeclarerNeeds.at((trumps ? 14 : 0) + needs));
  bag.add(
      kDefendersNeed.at(std::clamp(14 - contract.tricks_needed() - course.tricks(other(declaring)), 0, 14)));
  bag.add(kLevel.at((trumps ? 7 : 0) + contract.level - 1));
  if (contract.doubling != Doubling::none) bag.add(kDoubled.at(0));
  if (course.table().empty()) {
    bag.add(kFollowing.at(0));
    if (course.cards_played() == 0) bag.add(kFirstLead.at(0));
  } else {
    const bool follows = scene.sight.hand.length(course.table().front().suit()) > 0;
    const bool can_ruff = trumps && scene.sight.hand.length(*scene.trumps) > 0;
    bag.add(kFollowing.at(follows ? 1 : can_ruff ? 2 : 3));
    bag.add(kWinner.at(scene.from_mover(course.winning())));
    const Card best = course.winning_card();
    if (trumps && best.suit() == *scene.trumps && course.table().front().suit() != *scene.trumps)
      bag.add(kWinnerByTrump.at(0));
  }
  const Calls& calls = course.calls();
  for (Seat seat : kAllSeats) {
    const int from = scene.from_mover(seat);
    bag.add(kHighestBid.at(from * 8 + calls.highest[seat]));
    if (calls.doubled[seat]) bag.add(kSeatDoubled.at(from));
  }
  bag.add(kOpener.at(calls.opener ? scene.from_mover(*calls.opener) : 4));
  if (trumps) bag.add(kTrumpsOut.at(scene.out.length(*scene.trumps)));
}

int holder_of(const Scene& scene, Card card) {
  if (scene.sight.hand.contains(card)) return 0;
  if (scene.sight.open_hand.contains(card)) return scene.from_mover(*scene.sight.open);  // 1 to 3
  return 4;
}

// How many of the suit's highest remaining cards, without a gap, are in the two hands that are seen.
int tops_together(const Scene& scene, Suit suit) {
  int tops = 0;
  std::uint32_t left = scene.left.ranks(suit);
  const std::uint32_t ours = (scene.sight.hand | scene.sight.open_hand).ranks(suit);
  while (left != 0) {
    const std::uint32_t top = std::bit_floor(left);
    if ((ours & top) == 0) break;
    ++tops;
    left ^= top;
  }
  return tops;
}

int own_sequence(const Scene& scene, Suit suit) {
  int run = 0;
  std::uint32_t left = scene.left.ranks(suit);
  const std::uint32_t own = scene.sight.hand.ranks(suit);
  bool begun = false;
  while (left != 0) {
    const std::uint32_t top = std::bit_floor(left);
    left ^= top;
    if ((own & top) != 0) {
      begun = true;
      ++run;
    } else if (begun) {
      break;
    }
  }
  return run;
}

void describe_suit(const Scene& scene, Suit suit, Bag<112>& bag) {
  const Course& course = scene.course;
  const Sight& sight = scene.sight;
  const bool trump = scene.trumps == suit;
  for (std::uint32_t ranks = sight.hand.ranks(suit); ranks != 0; ranks &= ranks - 1)
    bag.add(kOwnRank.at(std::countr_zero(ranks)));
  const int own = sight.hand.length(suit);
  bag.add(kOwnLength.at((trump ? 14 : 0) + own));
  bag.add(kLengthAndRole.at(scene.role * 14 + own));
  bag.add(kOwnSequence.at(own_sequence(scene, suit)));
  if (sight.open) {
    const int where = scene.from_mover(*sight.open) - 1;
    for (std::uint32_t ranks = sight.open_hand.ranks(suit); ranks != 0; ranks &= ranks - 1)
      bag.add(kOpenRank.at(where * 13 + std::countr_zero(ranks)));
    bag.add(kOpenLength.at((trump ? 42 : 0) + where * 14 + sight.open_hand.length(suit)));
    bag.add(kTopsTogether.at(tops_together(scene, suit)));
  }
  for (std::uint32_t ranks = scene.out.ranks(suit); ranks != 0; ranks &= ranks - 1)
    bag.add(kOutRank.at(std::countr_zero(ranks)));
  bag.add(kOutLength.at((trump ? 14 : 0) + scene.out.length(suit)));
  std::uint32_t left = scene.left.ranks(suit);
  for (int place = 0; place < 4 && left != 0; ++place) {
    const std::uint32_t top = std::bit_floor(left);
    left ^= top;
    const int holder = holder_of(scene, Card(suit, rank_at(std::countr_zero(top))));
    bag.add(kTopHolder.at((trump ? 20 : 0) + place * 5 + holder));
  }
  for (int from = 1; from <= 3; ++from) {
    const Seat seat = next(sight.mover, from);
    for (std::uint32_t ranks = course.played(seat).ranks(suit); ranks != 0; ranks &= ranks - 1)
      bag.add(kPlayedBy.at((from - 1) * 13 + std::countr_zero(ranks)));
    if (const auto first = course.first_card(seat, suit))
      bag.add(kFirstBy.at((from - 1) * 13 + index(*first)));
    if (course.is_void(seat, suit)) bag.add(kVoid.at((trump ? 3 : 0) + from - 1));
  }
  if (trump) bag.add(kTrump.at(0));
  bag.add(kRounds.at((trump ? 7 : 0) + std::min(course.rounds(suit), 6)));
  const auto opened = course.opened_by(suit);
  bag.add(kOpenedBy.at((scene.role < 2 ? 0 : 5) + (opened ? 1 + scene.from_mover(*opened) : 0)));
  for (Seat seat : kAllSeats) {
    const int times = course.calls().named[seat][strain_of(suit)];
    if (times > 0) bag.add(kBid.at(scene.from_mover(seat) * 4 + times));
  }
  const auto table = course.table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Seat seat = next(course.leader(), static_cast<int>(i));
    if (table[i].suit() == suit)
      bag.add(kOnTable.at((scene.from_mover(seat) - 1) * 13 + index(table[i].rank())));
    if (i == 0 && table[i].suit() == suit) bag.add(kLed.at(scene.place));
    if (seat == course.winning() && table[i].suit() == suit) {
      const bool higher = sight.hand.ranks(suit) >> (index(table[i].rank()) + 1) != 0;
      bag.add(kBestHere.at((higher ? 4 : 0) + scene.from_mover(seat)));
    }
  }
}

void describe_card(const Scene& scene, Card card, Bag<16>& bag) {
  const Course& course = scene.course;
  const Sight& sight = scene.sight;
  const Suit suit = card.suit();
  const int rank = index(card.rank());
  const bool trump = scene.trumps == suit;
  bag.add((trump ? kRankTrump : kRank).at(rank));
  const std::uint32_t own = sight.hand.ranks(suit);
  const int below = std::popcount(own & ((1U << rank) - 1));
  bag.add(kFromTop.at(std::popcount(own >> (rank + 1))));
  bag.add(kFromBottom.at(below));
  bag.add(kCardRole.at(scene.role * 13 + below));
  bag.add(kHigherOut.at(std::min(7, std::popcount(scene.out.ranks(suit) >> (rank + 1)))));
  bag.add(kHigherOpen.at(std::min(7, std::popcount(sight.open_hand.ranks(suit) >> (rank + 1)))));
  const auto table = course.table();
  if (table.empty()) {
    bag.add(kRelation.at(0));
  } else {
    bag.add(kRelation.at(suit == table.front().suit() ? 1 : trump ? 2 : 3));
    if (beats(card, course.winning_card(), course.contract().strain)) {
      const bool partners = side_of(course.winning()) == side_of(sight.mover);
      bag.add(kBeats.at((partners ? 4 : 0) + scene.place));
    }
  }
  const std::uint32_t left = scene.left.ranks(suit);
  const std::uint32_t above = left >> (rank + 1) << (rank + 1);
  const std::uint32_t under = left & ((1U << rank) - 1);
  if (above != 0 && (own & (above & (~above + 1))) != 0) bag.add(kTouchesAbove.at(0));
  if (under != 0 && (own & std::bit_floor(under)) != 0) bag.add(kTouchesBelow.at(0));
}

}  // namespace

const int kSituationFeatures = kSituationEnd;
const int kSuitFeatures = kSuitEnd;
const int kCardFeatures = kCardEnd;

void describe(const Course& course, const Sight& sight, CardFeatures& features) {
  const Scene scene{.course = course,
                    .sight = sight,
                    .out = sight.unseen(course),
                    .left = CardSet::full() - course.played(),
                    .role = role_of(course.contract(), sight.mover),
                    .place = static_cast<int>(course.table().size()),
                    .trumps = trump_suit(course.contract().strain)};
  features.situation.count = 0;
  describe_situation(scene, features.situation);
  for (Suit suit : kAllSuits) {
    auto& bag = features.suits[suit];
    bag.count = 0;
    describe_suit(scene, suit, bag);
  }
  features.count = 0;
  for (Card card : sight.legal(course)) {
    const auto i = static_cast<std::size_t>(features.count++);
    features.cards[i] = card;
    features.bags[i].count = 0;
    describe_card(scene, card, features.bags[i]);
  }
}

}  // namespace yomi::play
