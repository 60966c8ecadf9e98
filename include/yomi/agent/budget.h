// A chair's time for a whole board, spread over its calls and cards.
//
// A decision gets a share of the time left, by how much decisions of its kind usually matter: most at the
// opening lead and when dummy comes down, little towards the end, nothing if there is no choice. Unused time
// goes to later decisions and later boards, up to a few boards' worth. Plans never exceed the time given, so
// over a match it is exceeded only by what single decisions overrun.
#pragma once

namespace yomi::agent {

class BoardBudget {
 public:
  // 0: no budget.
  explicit BoardBudget(double seconds_per_board = 0) : seconds_per_board_(seconds_per_board) {}

  [[nodiscard]] bool is_set() const { return seconds_per_board_ > 0; }
  void begin_board();
  void spend(double seconds) { left_ -= seconds; }

  // Seconds for a call that needs thought.
  [[nodiscard]] double for_call() const;
  // Seconds for a card. `trick` counts from 0; the declarer also plays dummy's cards.
  [[nodiscard]] double for_card(int trick, bool declares) const;
  // The time left for this board, including time saved on earlier ones.
  [[nodiscard]] double left() const { return left_; }

 private:
  double seconds_per_board_;
  double left_ = 0;
};

}  // namespace yomi::agent
