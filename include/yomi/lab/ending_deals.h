// Endings of random deals that the card policy plays down, or of played boards; kept when few layouts are
// possible for somebody who sees dummy and the play alone. Where the play leaves too many, exact shapes of
// hidden hands become public, as if the auction had told them, until they are few.
//
// All layouts are equally likely: the play before the ending tells only what follows from the rules (who
// showed out), and signals have no meaning. A card-player that reads no signals therefore has exactly the
// belief of the game, in every chair.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "yomi/bridge/board.h"
#include "yomi/cards/random.h"
#include "yomi/lab/ending.h"
#include "yomi/play/player.h"

namespace yomi::lab {

struct EndingSpec {
  int cards = 3;             // left in the hand that leads to the current trick
  int on_table = 0;          // cards of the current trick that are played already
  std::size_t fewest = 2;    // layouts
  std::size_t layouts = 12;  // at most
  // How often a low card of any suit is played before the ending instead of the card policy's. Expert play
  // leaves little to decide in the last tricks; low cards keep the honours for them.
  double low_cards = 0;
  // What counts: tricks (the contract is out of reach, so that points fall by 50 for each trick), or whether
  // the contract is made (it depends on the layout, double dummy).
  enum class Payoff : std::uint8_t { tricks, contract } payoff = Payoff::tricks;
};

struct DealtEnding {
  play::PlayContext context;
  std::vector<Card> before;          // the play up to here
  std::vector<Deal> deals;           // original hands, by layout
  std::size_t truth = 0;             // the layout that was dealt
  std::vector<Seat> shapes_known{};  // hidden hands whose shape is public
  EndingGame game;                   // the layouts in the order of `deals`
};

// One try: nothing when the deal does not lead to such an ending. `from` is a played board instead of a
// random deal: its hands, declarer and strain, and its cards as far as they were recorded.
std::optional<DealtEnding> try_ending(Random& random, const EndingSpec& spec, const Board* from = nullptr);
// Tries until there is one; for specs that can be met.
DealtEnding deal_ending(Random& random, const EndingSpec& spec);

// The note that tells the shape of a hand: "shows spades(self) == 4 && ...".
std::string shape_note(CardSet hand);

// Every way to place the cards that nobody but their holders can see, as original hands; nothing when there
// are more than `most`. `known` by seat: the shape is public.
std::optional<std::vector<Deal>> public_layouts(const Contract& contract, const Deal& truth,
                                                const std::vector<Card>& play, const BySeat<bool>& known,
                                                std::size_t most);

// A card-player as a plan for an ending: asked once for each state that its chair can see, with the answer
// remembered. The player must outlive the plan, and read no signals. One thread.
Plan plan_of(const DealtEnding& ending, play::Player& player, const std::stop_token& stop = {});
// The same for the card policy's likeliest card, a player without look-ahead.
Plan policy_plan(const DealtEnding& ending);

}  // namespace yomi::lab
