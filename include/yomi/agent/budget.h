// A chair's time for a whole board, spread over its calls and cards.
//
// A decision gets a share of what is left, by how much decisions of its kind usually matter: most at the
// opening lead and when dummy comes down, little towards the end, nothing where there is no choice. What a
// decision does not use is there for the later ones, and what a board does not use (a dummy uses nothing) for
// the boards after it, up to a few boards' time. More than was given is never planned, so that over a match
// the time is kept to within what single decisions run over.
#pragma once

namespace yomi::agent {

class BoardBudget {
 public:
  // 0: no budget.
  explicit BoardBudget(double seconds_per_board = 0) : seconds_per_board_(seconds_per_board) {}

  [[nodiscard]] bool is_set() const { return seconds_per_board_ > 0; }
  void begin_board();
  void spend(double seconds) { left_ -= seconds; }

  // Seconds for a call about which there is something to think.
  [[nodiscard]] double for_call() const;
  // Seconds for a card. `trick` counts from 0; the declarer also plays dummy's cards.
  [[nodiscard]] double for_card(int trick, bool declares) const;
  // What is left of this board's time and of that of boards before.
  [[nodiscard]] double left() const { return left_; }

 private:
  double seconds_per_board_;
  double left_ = 0;
};

}  // namespace yomi::agent
