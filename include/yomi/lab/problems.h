// Card-play problems with a proven answer, mined from endings of random deals or of played boards.
//
// A decision at the start of an ending (ending_deals.h) is a problem when some cards are right and all others
// wrong. There are two kinds of proof; neither uses anything that the chair cannot see:
//
// By the game. A card is right when a player who always plays it from this hand, known to do so, still gets
// the whole value of the ending; it is wrong when that costs at least kWrong of a trick in the layouts of
// this hand. Both are exact values of games with hidden hands (ending.h), nobody's model enters. Where every
// card costs something (the right play is to mix) there is no problem.
//
// Among players, a choice between cards that are worth the same double dummy in every layout, so that nothing
// is risked. The right cards gain most, by at least kWrong of a trick, when the other players are ordinary:
// they give all layouts that they can think of the same weight and play the best mean double dummy. Every
// layout is gone through, and the chair's later cards are exact best replies.
//
// Hard problems are all proven among players. There the choice is also between cards that are not worth the
// same, as long as some wrong card is double dummy at least as good on average as the right ones: a player
// who averages double-dummy results goes wrong or has to guess.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/lab/ending_deals.h"

namespace yomi::lab {

// The nine classes of table 2 of Otawa and Uehara (2006), which are about defence, and three more. The first
// that fits is taken, in this order:
enum class Theme : std::uint8_t {
  // Declarer, among players: a right and a wrong card touch (nobody else can hold a card between).
  touching_cards,
  // Defence, among players: a right card is better than the wrong ones of its suit also when partner sees all
  // hands, so it is declarer who goes wrong.
  falsecards,
  // Defence. Among players: only the above does not hold, and the right cards are better also when declarer
  // sees all hands. By the game: the wrong cards cost nothing when both defenders see all hands.
  do_not_mislead_partner,
  // Either side, following suit: the right cards lose the trick, a wrong one is the highest left of the suit
  // and would win it.
  hold_ups,
  // Defence: partner's card is winning; the right cards beat it, the wrong ones do not.
  take_the_lead,
  // Defence, on lead: a wrong card is the highest left of its suit, no right one is.
  keep_control,
  // Defence at a suit contract: to ruff or not, to lead trumps or not, or which trump.
  trump_tricks_and_ruffs,
  // Defence, unable to follow: which card to throw.
  throw_ins_and_squeezes,
  // Defence, following suit: to beat the card on the table or not.
  duck_or_not,
  // Defence. Following suit: the right cards are higher than the wrong ones and change nothing in who wins
  // the trick so far. On lead: to lead, or not to lead, the suit in which dummy has its only sure winners.
  entries,
  // Defence: on all ways to place the unseen cards, without what the play and the auction told of lengths,
  // a wrong card is the best on average double dummy.
  honours_and_length,
  // Defence: which card of a holding of two to four cards.
  holdings,
};
inline constexpr int kThemes = 12;
std::string_view to_string(Theme theme);
// The file that problems of the class go to, without ".pbn".
std::string_view file_name(Theme theme);

inline constexpr double kRight = 1e-4;  // tricks
inline constexpr double kWrong = 0.1;

struct CardFigures {
  Card card;
  double loss = 0;                        // by the game: tricks, over the layouts of the chair's hand
  std::optional<double> loss_seen{};      // in defence, the same when both defenders see all hands
  std::optional<double> among_players{};  // mean of the chair's side's tricks, those before included
  double double_dummy = 0;                // the same double dummy, from here on
};

struct Problem {
  DealtEnding ending;
  play::Decision decision;
  std::vector<CardFigures> figures;  // of all candidates, best first
  CardSet candidates{};              // only these are considered; empty: all legal cards
  CardSet answers;
  Theme theme = Theme::touching_cards;
  std::size_t layouts = 0;        // that the chair can think of
  std::optional<double> value{};  // of the ending, declarer's tricks in all; proofs by the game have it
};

struct ProblemSpec {
  std::array<bool, kThemes> themes{};  // others are dropped as soon as that is known
  bool hard = false;
  const Board* from = nullptr;  // as in try_ending()
};

// One try.
std::optional<Problem> try_problem(Random& random, const ProblemSpec& spec);

// A record for `yomi play` and `yomi exam play`, with the figures of the proof.
std::string to_pbn(const Problem& problem, int number);

}  // namespace yomi::lab
