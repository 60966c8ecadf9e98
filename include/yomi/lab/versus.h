// Two card-players on the same deals and contracts, in the same role, against the same opponent.
//
// Both are asked for every card of the role (declarer: declarer's and dummy's; defence: both defenders',
// including the opening lead). While they agree, one line is played; at the first difference the lines part,
// and each is played to the end. The opponents have the same seeds in both lines, and start them equally
// fresh, so what differs afterwards comes from the cards. A forced card is not a decision, and a line ends
// when the chair on turn sees that the rest is certain (claim.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "yomi/jobs/statistics.h"
#include "yomi/play/contestant.h"

namespace yomi::lab {

enum class Role : std::uint8_t { declarer, defence };
std::string_view to_string(Role role);
std::optional<Role> parse_role(std::string_view text);

struct Pairing {
  play::ContestantSpec first;
  play::ContestantSpec second;
  play::ContestantSpec against;  // plays the other side's cards
  play::Carding carding = play::default_carding();
};

// How one of the two did on a board. Time and counts include the shared part, in which both were asked.
struct Performance {
  int tricks = 0;                           // declarer's
  int points = 0;                           // for the side of the role; above 0 if it reached its goal
  double cpu_seconds = 0;                   // for all its decisions
  std::array<std::uint8_t, 13> asked{};     // decisions, by trick
  std::array<std::uint8_t, 13> searched{};  // of these by play-outs
  int cut_short = 0;                        // of these by the time limit

  [[nodiscard]] bool succeeded() const { return points > 0; }  // made, or set
  [[nodiscard]] int decisions() const;
  friend bool operator==(const Performance&, const Performance&) = default;
};

struct Outcome {
  std::array<Performance, 2> players{};
  std::optional<int> parted{};  // number of the first card that differed, 0 to 51

  // For the first player.
  [[nodiscard]] int imps() const { return yomi::imps(players[0].points - players[1].points); }
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Plays one board, from the end of `opening` on: cards that were played already, by whomever. Nothing when
// it was stopped. Without time limits the outcome, CPU times aside, depends on
// the arguments alone.
std::optional<Outcome> play_versus(const play::PlayContext& context, const Deal& deal, Role role,
                                   const Pairing& pairing, std::uint64_t seed, const std::stop_token& stop,
                                   std::span<const Card> opening = {});

// All boards of one role together.
struct Summary {
  std::size_t boards = 0;
  std::size_t parted = 0;
  std::array<std::size_t, 2> succeeded{};
  std::size_t only_first = 0;  // boards on which only the first reached its goal
  std::size_t only_second = 0;
  double p_value = 1;                    // McNemar's exact test on these
  jobs::Interval imps{};                 // a board, for the first, with a bootstrap interval over boards
  jobs::Interval tricks{};               // a board, gained by the side of the role
  double imps_deviation = 0;             // of single boards: for the size of the next experiment
  std::array<double, 2> cpu_per_card{};  // seconds a decision
  std::array<double, 2> cut_short{};     // share of decisions
  struct Trick {
    std::array<std::size_t, 2> asked{};
    std::array<std::size_t, 2> searched{};
    std::size_t parted = 0;
  };
  std::array<Trick, 13> by_trick{};
};
Summary summarize(std::span<const Outcome> outcomes, Role role, std::uint64_t bootstrap_seed = 1);

}  // namespace yomi::lab
