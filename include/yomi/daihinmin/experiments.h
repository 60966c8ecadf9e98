// The experiments of Nishino and Nishino (2011) as data, the measure of how well hidden cards are placed, and
// the small model of their section 4.6.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "yomi/daihinmin/match.h"

namespace yomi::daihinmin {

// One of tables 2 to 8: players and the shares of all points that the paper prints.
struct PaperTable {
  int number;
  std::array<std::string, kPlayers> players;
  std::array<double, kPlayers> shares;
};
std::vector<PaperTable> paper_tables();

// Equal players differ by up to this in the paper, so smaller differences say nothing.
inline constexpr double kPaperNoise = 0.010;

// Two players of a table whose shares in the paper differ by more than the noise, and what ours say about
// them.
struct Comparison {
  std::size_t higher, lower;  // places in the table, by the paper's shares
  double paper;               // difference of shares
  double ours;
  std::optional<double> error;  // half of the 95 % interval over sessions, where it can be told
  [[nodiscard]] bool agrees() const { return ours > 0; }
  [[nodiscard]] bool sure() const { return error && (ours > *error || ours < -*error); }
};
// Equal players of a table are taken together.
std::vector<Comparison> compare(const PaperTable& table, const std::vector<Session>& sessions);

// How well the ways of dealing the hidden cards place them: the share of hidden cards that lie in the right
// hand of a drawn deal, over all turns of the games with three or more still in, from the view of the one to
// move.
struct Placing {
  std::string name;
  BeliefSettings settings;
  double share = 0;
  double error = 0;  // half of the 95 % interval over games
  // The logarithm of the chance that the drawn deals give to a card's true holder, mean over hidden cards. It
  // is best for a belief that is exactly as sure as it may be, where the share also rewards one that is too
  // sure. Needs many draws: a chance is counted in them, with half a draw for each other hand to begin with.
  double score = 0;
  double score_error = 0;
};
std::vector<Placing> placings(const Learnt& learnt);
// Plays `games` and fills in the shares; `draws` deals a turn. Each game is read as the first with players
// who were never seen before.
Result<std::vector<Placing>> measure_placings(std::vector<Placing> of,
                                              const std::array<std::string, kPlayers>& players, int games,
                                              int draws, std::uint64_t seed, const Learnt& learnt,
                                              int threads, const MatchCalls& calls);

// The small model: cards 1 to 5, A has two, B one and C two; singles only, in turn, higher beats; a pass
// lasts until the table is cleared. Everybody sees everything and plays for its own place.
struct SmallRow {
  std::array<int, 2> a{};
  int b = 0;
  std::array<int, 2> c{};
  std::array<int, 2> place{};  // of A when it leads a[0], a[1]
};
// The three rows for a hand of A, in the order of B's card.
std::vector<SmallRow> small_rows(std::array<int, 2> hand);
struct SmallHand {
  std::array<int, 2> hand{};
  std::vector<SmallRow> rows;
  // Does one card do best whatever B holds? Then no estimate is needed.
  bool estimate_matters = false;
  int safe_card = 0;    // such a card, when there is one
  std::string telling;  // which cards of B call for which lead, when it matters
};
std::vector<SmallHand> small_model();

}  // namespace yomi::daihinmin
