// Reports on played boards: what the calls showed, what every card cost, whether the claim was right, what
// each lead would have led to; and on sessions: scores compared, players' tricks.
//
// A report is data. words.h says it in lines of text and as JSON, page.h as a page for browsers and printers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "yomi/bridge/board.h"
#include "yomi/cards/result.h"
#include "yomi/dd/analysis.h"
#include "yomi/dd/par.h"
#include "yomi/play/player.h"

namespace yomi::review {

struct CallReport {
  Seat seat = Seat::north;
  BoardCall made{};
  std::string shows{};  // from the record, otherwise by the system
  bool from_record = false;
};

// Leads with the same number of tricks.
struct LeadReport {
  CardSet cards{};
  int tricks = 0;  // the declarer's
};

// A card that cost tricks, from its player's point of view.
struct Verdict {
  std::size_t number = 0;   // of the card, from 0
  Card better{};            // by sampling the hidden hands
  double worth = 0;         // its expected gain in points
  bool could_know = false;  // is the gain significant?
};

struct BoardReport {
  Board board{};
  std::string place{};  // file and line
  std::vector<CallReport> calls{};
  std::optional<Contract> contract{};
  std::optional<int> tricks{};  // the declarer's
  std::optional<int> score_ns{};
  std::optional<dd::Table> table{};
  std::optional<dd::Par> par{};
  std::optional<Position> start{};
  std::optional<dd::Analysis> analysis{};
  std::vector<Verdict> verdicts{};
  std::vector<LeadReport> leads{};    // best for the defence first
  std::optional<Card> reader_lead{};  // chosen without seeing the hands
  // Tricks that the claim gave the declarer beyond best play; nothing without a claim.
  std::optional<int> claim_over{};
  // Compared with the other tables of the session.
  std::optional<int> datum_ns{};
  std::optional<double> matchpoints_ns{};  // 0 to 1
  std::optional<int> imps_ns{};            // against the datum, or the other room of a match
};

struct Questions {
  std::string system = "two-over-one";  // for calls that the record does not explain
  bool verdicts = true;                 // sample the hidden hands where a card cost, and for the lead
  std::size_t deals = 60;               // sampled for each
};

// Makes reports. One thread at a time; the same board gives the same report.
class Reviewer {
 public:
  // The error names the system that cannot be loaded.
  static Result<std::unique_ptr<Reviewer>> make(const Questions& questions);
  ~Reviewer();
  BoardReport review(const Board& board, std::string place);
  // From any thread: the report in progress is cut short.
  void stop() noexcept;

 private:
  class Impl;
  explicit Reviewer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

enum class Phase : std::uint8_t { lead, declarer, defence };
inline constexpr std::size_t kPhases = 3;

struct PlayerReport {
  std::string name{};
  int boards = 0;
  int declared = 0;
  std::array<int, kPhases> cards{};   // choices by phase
  std::array<int, kPhases> tricks{};  // given away
};

struct Session {
  std::string title{};
  std::vector<BoardReport> boards{};  // in the order of the file
  std::vector<PlayerReport> players{};
  bool compared = false;  // some board was played more than once
};

// Compares tables and adds up players.
Session make_session(std::vector<BoardReport> boards);

}  // namespace yomi::review
