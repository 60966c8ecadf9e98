#include "yomi/lab/problem_exam.h"

#include "yomi/play/record_tags.h"

namespace yomi::lab {

Result<ExamProblem> read_problem(const ReadBoard& read, const std::string& file) {
  const auto fail = [&](const std::string& what) { return read.error(what, file); };
  const auto value = [&](std::string_view name, const std::string& otherwise) {
    const std::string* found = read.board.tag(name);
    return found == nullptr ? otherwise : *found;
  };
  if (!read.ok()) return read.errors.front();
  auto decision = play::look(read.board);
  if (!decision) return fail(decision.error().what);
  const std::string* answer = read.board.tag("Answer");
  if (answer == nullptr) return fail("expected an Answer tag with the right card");
  const auto answers = play::parse_candidates(*answer, decision->legal);
  if (!answers) return fail("Answer: " + answers.error().what);
  ExamProblem made{.name = value("Event", file),
                   .theme = value("Theme", "no theme"),
                   .decision = std::move(decision.value()),
                   .deal = read.board.deal,
                   .all_hands = read.board.deal.all().size() == 4 * kRanks,
                   .answers = *answers,
                   .candidates = {},
                   .signals = play::has_signals(read.board),
                   .proven = read.board.tag("Proof") != nullptr};
  const auto candidates = play::tagged_candidates(read.board, made.decision.legal);
  if (!candidates) return fail(candidates.error().what);
  made.candidates = *candidates;
  return made;
}

Result<ExamAnswer> answer(const ExamProblem& problem, const play::ContestantSpec& player,
                          const play::Carding& carding, const std::stop_token& stop) {
  using Kind = play::ContestantSpec::Kind;
  if (player.kind == Kind::engine) {
    const play::Settings settings =
        problem.signals ? player.settings : play::without_signals(player.settings);
    const play::Advice advice =
        play::Player(settings, carding).choose(problem.decision, problem.candidates, stop);
    return ExamAnswer{.card = advice.card, .took = advice.took};
  }
  if (player.kind == Kind::double_dummy && !problem.all_hands)
    return Error{problem.name + ": " + player.name + " needs all four hands, and the record hides some"};
  play::Contestant contestant(player, player.settings.seed, carding);
  return ExamAnswer{
      contestant.choose(problem.decision.context, problem.deal, problem.decision.seen.play, stop).card};
}

}  // namespace yomi::lab
