#include "yomi/dealer/meaning.h"

#include "yomi/dealer/script.h"

namespace yomi::dealer {

Result<std::optional<belief::Habit>> call_meaning(Seat caller, Call call, std::string_view note,
                                                  double strength) {
  constexpr std::string_view kWord = "shows";
  const std::size_t start = note.find_first_not_of(" \t");
  if (start == std::string_view::npos || !note.substr(start).starts_with(kWord))
    return std::optional<belief::Habit>{};
  const std::size_t rest = start + kWord.size();
  if (rest < note.size() && note[rest] != ' ' && note[rest] != '\t') return std::optional<belief::Habit>{};
  Result<Expression> condition = parse_expression(note.substr(rest), caller);
  if (!condition) {
    Error error = condition.error();
    error.column += static_cast<std::uint32_t>(rest);
    return error;
  }
  const std::string label =
      std::string(to_name(caller)) + "'s " + to_string(call) + " shows " + to_string(*condition);
  return std::optional<belief::Habit>(belief::Habit{*condition, strength, label});
}

Result<std::vector<belief::Habit>> call_meanings(const Board& board) {
  std::vector<belief::Habit> made;
  for (std::size_t i = 0; i < board.calls.size(); ++i) {
    const BoardCall& one = board.calls[i];
    const Seat caller = next(board.dealer.value_or(Seat::north), static_cast<int>(i));
    auto habit = call_meaning(caller, one.call, one.explanation);
    if (!habit) {
      return Error{"the explanation of " + std::string(to_name(caller)) + "'s " + to_string(one.call) +
                   ", column " + std::to_string(habit.error().column) + ": " + habit.error().what};
    }
    if (*habit) made.push_back(std::move(**habit));
  }
  return made;
}

}  // namespace yomi::dealer
