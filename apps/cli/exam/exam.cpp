#include "exam/exam.h"

namespace yomi::cli::exam {

void add(Command& app) {
  Command* group = app.add_subcommand("exam", "Judge the engine on recorded boards, problems and lists");
  group->footer("Example:\n  yomi exam play problems/*.pbn");
  group->require_subcommand(1, 1);
  add_bidding(*group);
  add_boards(*group);
  add_contracts(*group);
  exam::add_play(*group);  // not `yomi play`
  add_decisions(*group);
  add_endings(*group);
  add_belief(*group);
  exam::add_cards(*group);
  add_regret(*group);
}

}  // namespace yomi::cli::exam
