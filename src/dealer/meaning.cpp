#include "yomi/dealer/meaning.h"

#include "yomi/dealer/explanation.h"
#include "yomi/dealer/script.h"

namespace yomi::dealer {

Result<std::optional<belief::SoftConstraint>> call_meaning(Seat caller, Call call, std::string_view note,
                                                           double strength) {
  constexpr std::string_view kWord = "shows";
  const std::size_t start = note.find_first_not_of(" \t");
  if (start == std::string_view::npos || !note.substr(start).starts_with(kWord))
    return std::optional<belief::SoftConstraint>{};
  const std::size_t rest = start + kWord.size();
  if (rest < note.size() && note[rest] != ' ' && note[rest] != '\t')
    return std::optional<belief::SoftConstraint>{};
  Result<Expression> condition = parse_expression(note.substr(rest), caller);
  if (!condition) {
    Error error = condition.error();
    error.column += static_cast<std::uint32_t>(rest);
    return error;
  }
  const std::string label =
      std::string(to_name(caller)) + "'s " + to_string(call) + " shows " + to_string(*condition);
  return std::optional<belief::SoftConstraint>(belief::SoftConstraint{*condition, strength, label});
}

namespace {

// How often people's words are kept to.
constexpr double kWordsKept = 0.9;

// What free words say of the calls, where they say something of most of them; else nothing, and a system is
// the better reader.
std::vector<belief::SoftConstraint> meanings_in_words(const Board& board, std::vector<bool>& told) {
  std::vector<belief::SoftConstraint> made;
  std::size_t calls = 0;
  for (std::size_t i = 0; i < board.calls.size(); ++i) {
    const BoardCall& one = board.calls[i];
    if (one.call != Call::pass()) ++calls;
    const auto text = one.call == Call::pass() ? std::nullopt : explained(one.explanation, one.call);
    if (!text) continue;
    const Seat caller = next(board.dealer.value_or(Seat::north), static_cast<int>(i));
    if (auto constraint = call_meaning(caller, one.call, "shows " + *text, kWordsKept);
        constraint && *constraint) {
      made.push_back(std::move(**constraint));
      told[i] = true;
    }
  }
  if (3 * made.size() < 2 * calls) {
    made.clear();
    told.assign(told.size(), false);
  }
  return made;
}

}  // namespace

Result<std::vector<belief::SoftConstraint>> call_meanings(const Board& board, std::vector<bool>* told) {
  std::vector<belief::SoftConstraint> made;
  std::vector<bool> explained(board.calls.size());
  for (std::size_t i = 0; i < board.calls.size(); ++i) {
    const BoardCall& one = board.calls[i];
    const Seat caller = next(board.dealer.value_or(Seat::north), static_cast<int>(i));
    auto constraint = call_meaning(caller, one.call, one.explanation);
    if (!constraint) {
      return Error{.what = "the explanation of " + std::string(to_name(caller)) + "'s " +
                           to_string(one.call) + ", column " + std::to_string(constraint.error().column) +
                           ": " + constraint.error().what,
                   .line = one.line};
    }
    if (!*constraint) continue;
    made.push_back(std::move(**constraint));
    explained[i] = true;
  }
  if (made.empty()) made = meanings_in_words(board, explained);
  if (told != nullptr) *told = std::move(explained);
  return made;
}

}  // namespace yomi::dealer
