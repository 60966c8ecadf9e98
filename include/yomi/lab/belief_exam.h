// The belief room judged on recorded boards: is the truth always possible, and how good are the probabilities
// of cards? For one thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "yomi/belief/calibration.h"
#include "yomi/belief/model.h"
#include "yomi/belief/view.h"
#include "yomi/bridge/board.h"
#include "yomi/dd/solver.h"
#include "yomi/play/policy_reader.h"
#include "yomi/play/read_cards.h"

namespace yomi::lab {

struct BeliefExamSettings {
  // What is read: losing plays by the solver, the cards by the policy, the calls, or calls and cards.
  enum class Reads : std::uint8_t { solver, policy, calls, all };
  Reads reads = Reads::solver;
  int draws = 48;         // deals for each view
  double nats = 0.35;     // that a trick given away costs
  double steadiness = 8;  // weight of the prior, in draws
  int last_tricks = 2;    // how many tricks back cards are judged; 0: all
  int from_trick = 2;     // 1: when dummy has come down
  int to_trick = 12;
  int enumerate = 300;  // all layouts are looked at where there are at most so many
  double trust = play::CardReading{}.trust;
  play::Doubts doubts{};
  // How far calls are read by the auction policy; nothing: by the rules of the system alone.
  std::optional<play::CallTrust> call_trust{};
  // The boards are bid again by the auction policy, and their play ends with an opening lead by the card
  // policy.
  bool bid_again = false;
  bool carding = false;
};

class BeliefExam {
 public:
  // By trick (the one about to be led to, from 1).
  struct Trick {
    belief::Calibration facts;
    belief::Calibration careful;
    // Differences of log-loss summed by board, for the error of their mean.
    double sum = 0;
    double squares = 0;
    std::int64_t boards = 0;
  };

  BeliefExam(const BeliefExamSettings& settings, play::CardPolicy policy,
             const std::shared_ptr<const bidding::System>& system);

  // Is the true deal possible for every chair at every card? The board has a contract.
  void check_facts(const Board& board);
  // The chances of every unseen card at the start of each trick.
  void judge(const Board& board, Random random);
  // The board as the policies bid it and lead; nothing if they pass it out.
  [[nodiscard]] std::optional<Board> bid_again(const Board& board) const;

  [[nodiscard]] const std::array<Trick, 14>& tricks() const { return tricks_; }
  [[nodiscard]] std::int64_t views() const { return views_; }
  [[nodiscard]] std::int64_t impossible() const { return impossible_; }

 private:
  // A chair at one point, and what the facts alone say.
  struct Question {
    belief::Seen seen;
    belief::Space space;
    const belief::Model& facts;
    const belief::Marginals& plain;
  };
  belief::Marginals weigh(const Board& board, const play::PlayContext& context, const Question& question,
                          Random& random);
  belief::Marginals read_calls(const play::PlayContext& context, const Question& question, Random& random);
  belief::Marginals read_cards(const Board& board, const Question& question, Random& random);
  // Adds one view, with the gain of reading over the facts alone.
  double mark(const Board& board, const belief::Space& space, const belief::Marginals& plain,
              const belief::Marginals& careful, Trick& trick);

  BeliefExamSettings settings_;
  play::CardPolicy policy_;
  std::shared_ptr<const bidding::System> system_;
  std::unique_ptr<play::CallReader> reader_;
  belief::View view_;
  belief::Prepared nothing_;
  dd::Solver solver_;
  std::array<Trick, 14> tricks_{};
  std::int64_t views_ = 0;
  std::int64_t impossible_ = 0;
};

}  // namespace yomi::lab
