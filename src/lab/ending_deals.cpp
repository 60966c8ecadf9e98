#include "yomi/lab/ending_deals.h"

#include <algorithm>
#include <cassert>

#include "yomi/dd/solver.h"
#include "yomi/dealer/meaning.h"
#include "yomi/play/card_policy.h"

namespace yomi::lab {
namespace {

// The strain that the cards speak for: the longest fit of eight, or no trump.
Strain strain_for(Random& random, const Deal& deal, Seat declarer) {
  if (random.below(2) == 0) return Strain::no_trump;
  Suit best = Suit::clubs;
  const auto fit = [&](Suit suit) {
    return deal[declarer].length(suit) + deal[partner(declarer)].length(suit);
  };
  for (Suit suit : kAllSuits) {
    if (fit(suit) >= fit(best)) best = suit;
  }
  return fit(best) >= 8 ? strain_of(best) : Strain::no_trump;
}

// Places the unseen cards one by one.
class Placing {
 public:
  Placing(const Contract& contract, const Deal& truth, const std::vector<Card>& play,
          const BySeat<bool>& known, std::size_t most)
      : most_(most) {
    play::Course course(contract);
    Deal left = truth;
    for (Card card : play) {
      left[course.turn()].erase(card);
      course.add(card);
    }
    fixed_ = truth;
    for (Seat seat : kAllSeats) {
      if (seat == contract.dummy()) continue;
      seats_.push_back(seat);
      fixed_[seat] = course.played(seat);
      room_[seat] = left[seat].size();
      for (Card card : left[seat]) cards_.push_back(card);
      for (Suit suit : kAllSuits) {
        int& most_here = suits_[seat][suit];
        most_here = known[seat] ? left[seat].length(suit) : kRanks;
        if (course.is_void(seat, suit)) most_here = 0;
      }
    }
    std::sort(cards_.begin(), cards_.end());
  }

  std::optional<std::vector<Deal>> all() {
    if (!place(0)) return std::nullopt;
    return std::move(found_);
  }

 private:
  bool place(std::size_t at) {
    if (at == cards_.size()) {
      found_.push_back(fixed_);
      return found_.size() <= most_;
    }
    const Card card = cards_[at];
    const Suit suit = card.suit();
    for (Seat seat : seats_) {
      if (room_[seat] == 0 || suits_[seat][suit] == 0) continue;
      --room_[seat];
      --suits_[seat][suit];
      fixed_[seat].insert(card);
      const bool go_on = place(at + 1);
      fixed_[seat].erase(card);
      ++room_[seat];
      ++suits_[seat][suit];
      if (!go_on) return false;
    }
    return true;
  }

  std::size_t most_;
  std::vector<Seat> seats_;
  std::vector<Card> cards_;
  BySeat<int> room_{};
  BySeat<BySuit<int>> suits_{};
  Deal fixed_;
  std::vector<Deal> found_;
};

// A low card of a suit drawn at random, so that honours are left for the ending.
Card low_card(Random& random, CardSet legal) {
  std::vector<Card> lowest;
  for (Suit suit : kAllSuits) {
    if (!legal.in(suit).empty()) lowest.push_back(legal.in(suit).lowest());
  }
  return lowest[random.below(static_cast<std::uint32_t>(lowest.size()))];
}

// So many cards: those that were played already, and what comes after them.
std::vector<Card> play_down(Random& random, const Contract& contract, const Deal& deal, std::size_t cards,
                            double low_cards, std::span<const Card> played) {
  play::Course course(contract);
  Deal hands = deal;
  std::vector<Card> play;
  while (play.size() < cards) {
    const auto next_card = [&] {
      if (play.size() < played.size()) return played[play.size()];
      const play::Sight sight = play::sight_of_turn(course, hands);
      return random.unit() < low_cards ? low_card(random, sight.legal(course))
                                       : play::CardPolicy::shipped().chances(course, sight).draw(random);
    };
    const Card card = next_card();
    hands[course.turn()].erase(card);
    course.add(card);
    play.push_back(card);
  }
  return play;
}

// A level that makes the payoff what is asked for; nothing when there is none.
std::optional<int> level_for(Random& random, const EndingGame& game, EndingSpec::Payoff payoff) {
  const Side side = side_of(game.declarer);
  const Position& shown = game.layouts.front();
  if (payoff == EndingSpec::Payoff::tricks) {
    if (shown.tricks(other(side)) == 0) return std::nullopt;
    return 7;
  }
  dd::Solver solver({.memory_bytes = std::size_t{1} << 20});
  int least = kRanks;
  int most = 0;
  for (const Position& position : game.layouts) {
    const int tricks = play::declarers_tricks(position, side, solver);
    least = std::min(least, tricks);
    most = std::max(most, tricks);
  }
  const int low = std::max(7, least + 1);
  if (low > most) return std::nullopt;
  return low + static_cast<int>(random.below(static_cast<std::uint32_t>(most - low + 1))) - 6;
}

}  // namespace

std::string shape_note(CardSet hand) {
  const auto length = [&](Suit suit) { return std::to_string(hand.length(suit)); };
  return "shows spades(self) == " + length(Suit::spades) + " && hearts(self) == " + length(Suit::hearts) +
         " && diamonds(self) == " + length(Suit::diamonds) + " && clubs(self) == " + length(Suit::clubs);
}

std::optional<std::vector<Deal>> public_layouts(const Contract& contract, const Deal& truth,
                                                const std::vector<Card>& play, const BySeat<bool>& known,
                                                std::size_t most) {
  return Placing(contract, truth, play, known, most).all();
}

std::optional<DealtEnding> try_ending(Random& random, const EndingSpec& spec, const Board* from) {
  DealtEnding made;
  const Deal deal = from != nullptr ? from->deal : random_deal(random);
  Contract& contract = made.context.contract;
  if (from != nullptr) {
    if (!from->contract) return std::nullopt;
    contract.declarer = from->contract->declarer;
    contract.strain = from->contract->strain;
  } else {
    contract.declarer = seat_at(static_cast<int>(random.below(4)));
    contract.strain = strain_for(random, deal, contract.declarer);
  }
  contract.level = 3;
  const std::size_t cards =
      4 * static_cast<std::size_t>(kRanks - spec.cards) + static_cast<std::size_t>(spec.on_table);
  const std::span<const Card> played = from != nullptr ? from->play : std::span<const Card>();
  made.before = play_down(random, contract, deal, cards, spec.low_cards, played);

  BySeat<bool> known{};
  std::vector<Seat> hidden = {contract.declarer, next(contract.declarer), next(contract.declarer, 3)};
  random.shuffle(std::span<Seat>(hidden));
  auto layouts = public_layouts(contract, deal, made.before, known, spec.layouts);
  for (std::size_t i = 0; !layouts && i < hidden.size(); ++i) {
    known[hidden[i]] = true;
    made.shapes_known.push_back(hidden[i]);
    layouts = public_layouts(contract, deal, made.before, known, spec.layouts);
  }
  if (!layouts || layouts->size() < spec.fewest) return std::nullopt;
  made.deals = std::move(*layouts);
  made.truth =
      static_cast<std::size_t>(std::find(made.deals.begin(), made.deals.end(), deal) - made.deals.begin());
  assert(made.truth < made.deals.size());

  made.game.declarer = contract.declarer;
  made.game.weights.assign(made.deals.size(), 1 / static_cast<double>(made.deals.size()));
  for (const Deal& one : made.deals) {
    Position position(one, contract.strain, contract.leader());
    for (Card card : made.before) position.play(card);
    made.game.layouts.push_back(position);
  }
  const auto level = level_for(random, made.game, spec.payoff);
  if (!level) return std::nullopt;
  contract.level = *level;
  if (spec.payoff == EndingSpec::Payoff::tricks)
    made.game.count_tricks();
  else
    made.game.count_goal(contract.tricks_needed());
  for (Seat seat : made.shapes_known) {
    auto constraint = dealer::call_meaning(seat, Call::pass(), shape_note(deal[seat]));
    assert(constraint.ok() && *constraint);
    made.context.meanings.push_back(**constraint);
  }
  return made;
}

DealtEnding deal_ending(Random& random, const EndingSpec& spec) {
  for (;;) {
    if (auto made = try_ending(random, spec)) return std::move(*made);
  }
}

Plan plan_of(const DealtEnding& ending, play::Player& player, const std::stop_token& stop) {
  using Key = std::pair<std::vector<Card>, std::uint64_t>;
  const auto known = std::make_shared<std::map<Key, Card>>();
  return [&ending, &player, known, stop](std::span<const Card> played, std::size_t layout) {
    std::vector<Card> play = ending.before;
    play.insert(play.end(), played.begin(), played.end());
    const play::Decision decision = play::look(ending.context, ending.deals[layout], play);
    const Key key{std::vector<Card>(played.begin(), played.end()), decision.seen.hand.bits()};
    if (const auto found = known->find(key); found != known->end()) return found->second;
    const Card card = player.choose(decision, {}, stop).card;
    known->emplace(key, card);
    return card;
  };
}

Plan policy_plan(const DealtEnding& ending) {
  return [&ending](std::span<const Card> played, std::size_t layout) {
    play::Course course(ending.context.contract);
    Deal hands = ending.deals[layout];
    const auto play = [&](Card card) {
      hands[course.turn()].erase(card);
      course.add(card);
    };
    for (Card card : ending.before) play(card);
    for (Card card : played) play(card);
    return play::CardPolicy::shipped().chances(course, play::sight_of_turn(course, hands)).best();
  };
}

}  // namespace yomi::lab
