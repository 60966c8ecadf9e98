#include "yomi/lab/decision_exam.h"

#include <algorithm>

#include "yomi/play/system_reader.h"

namespace yomi::lab {
namespace {

bool declares(const play::Decision& decision) {
  return on(decision.seen.chair, side_of(decision.context.contract.declarer));
}

}  // namespace

std::optional<JudgedDecision> DecisionExam::examine(const Board& board, std::int64_t line,
                                                    const std::stop_token& stop) const {
  Random random = Random(seed).split(static_cast<std::uint64_t>(line));
  const play::PlayContext context = *play::context_of(board, &play::SystemReader::usual());
  const auto places = decisions_of(board, context);
  if (places.empty()) return std::nullopt;
  const std::size_t played = places[random.below(static_cast<std::uint32_t>(places.size()))];
  const std::vector<Card> before(board.play.begin(),
                                 board.play.begin() + static_cast<std::ptrdiff_t>(played));
  const play::Decision decision = play::look(context, board.deal, before);
  JudgedDecision made{.line = line, .played = played, .declares = declares(decision)};
  std::vector<Card> different;
  for (const play::ContestantSpec& spec : players) {
    const Card card =
        play::Contestant(spec, random.split(1)()).choose(context, board.deal, before, stop).card;
    made.cards.push_back(card);
    if (std::find(different.begin(), different.end(), card) == different.end()) different.push_back(card);
  }
  if (stop.stop_requested()) return std::nullopt;
  made.gains.assign(players.size(), 0);
  if (different.size() == 1) return made;
  Judge judging = judge;
  judging.seed = random.split(2)();
  const auto points = judge_cards(decision, different, judging, stop);
  if (points.empty()) return std::nullopt;
  for (std::size_t i = 0; i < players.size(); ++i) {
    const auto& own = points[static_cast<std::size_t>(
        std::find(different.begin(), different.end(), made.cards[i]) - different.begin())];
    for (std::size_t d = 0; d < own.size(); ++d)
      made.gains[i] += static_cast<double>(imps(own[d] - points[0][d])) / static_cast<double>(own.size());
  }
  return made;
}

// Numbers of cards played before a decision between cards that are not equal.
std::vector<std::size_t> DecisionExam::decisions_of(const Board& board,
                                                    const play::PlayContext& context) const {
  std::vector<std::size_t> made;
  const auto from = 4 * static_cast<std::size_t>(first_trick - 1);
  const auto to = std::min(board.play.size(), 4 * static_cast<std::size_t>(last_trick));
  for (std::size_t played = from; played < to; ++played) {
    const std::vector<Card> before(board.play.begin(),
                                   board.play.begin() + static_cast<std::ptrdiff_t>(played));
    const play::Decision decision = play::look(context, board.deal, before);
    if (role && (*role == Role::declarer) != declares(decision)) continue;
    if (play::equivalent_groups(decision.hand, decision.legal, decision.seen.played()).size() > 1)
      made.push_back(played);
  }
  return made;
}

}  // namespace yomi::lab
