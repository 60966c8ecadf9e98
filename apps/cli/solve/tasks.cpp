#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "board_file.h"
#include "input.h"
#include "solve/solve.h"
#include "yomi/formats/pbn.h"

namespace yomi::cli::solve {
namespace {

// Plays task.played from task.start; `where` gives an error its place.
void replay(Task& task, const Error& where) {
  Position position = *task.start;
  for (std::size_t i = 0; i < task.played.size(); ++i) {
    const Card card = task.played[i];
    const bool legal = !position.is_over() && position.is_legal(card);
    if (!legal) {
      const std::string who(to_name(position.turn()));
      const std::string why = position.is_over()                              ? "all cards are played"
                              : position.hand(position.turn()).contains(card) ? who + " revokes"
                                                                              : who + " does not hold it";
      Error error = where;
      error.what = fmt::format("expected a legal card, found {} as number {} of the play: {}",
                               to_string(card), i + 1, why);
      task.errors.push_back(std::move(error));
      return;
    }
    position.play(card);
  }
  task.position = position;
}

// A note that the record's play was left out, because the question is about another.
std::string play_left_out(const Board& board) {
  return fmt::format("The play of the record is left out: it was in {}, {} leading.",
                     board.strain ? strain_name(*board.strain) : "another trump",
                     board.leader ? to_name(*board.leader) : "somebody else");
}

// A bare number in --need is for the declaring side: the declarer's if known, otherwise the side not on lead
// in a whole deal, North-South in an ending.
Side declaring_side(const Task& task) {
  if (task.declarer) return side_of(*task.declarer);
  const bool whole = task.deal.is_full();
  return whole && task.start ? other(side_of(task.start->leader())) : Side::ns;
}

void apply_need(Task& task, const SolveOptions& options) {
  if (!options.need.empty()) task.need = problem::parse_need(options.need, declaring_side(task));
}

Task from_board(ReadBoard read, const std::string& file, std::size_t number, const SolveOptions& options) {
  Task task{.file = file, .errors = std::move(read.errors)};
  Board& board = read.board;
  task.board = board.number.empty() ? std::to_string(number) : board.number;
  if (const std::string* event = board.tag("Event"); event != nullptr && *event != "-") task.title = *event;
  if (!task.errors.empty()) return task;
  board.complete_deal();
  const auto fail = [&](std::string what) {
    task.errors.push_back(read.deal_error(std::move(what), file));
    return task;
  };
  if (!board.any_hand_known()) return fail("expected a Deal tag with four hands, found none");
  for (Seat seat : kAllSeats) {
    if (!board.known[seat]) return fail(fmt::format("expected four hands, found '-' for {}", to_name(seat)));
  }
  if (board.deal[Seat::north].empty()) return fail("expected at least one card in each hand");
  task.deal = board.deal;
  task.dealer = board.dealer;
  task.vulnerability = board.vulnerability;
  const bool other_play = options.play || (options.strain && options.strain != board.strain) ||
                          (options.lead && options.lead != board.leader);
  const auto strain = options.strain ? options.strain : board.strain;
  const auto leader = options.lead ? options.lead : board.leader;
  if (!other_play) {
    task.declarer = board.declarer;
    task.contract = board.final_contract();
    task.played = board.play;
    task.tricks = board.tricks;
    task.finished = board.tricks.has_value();
  } else {
    if (leader && board.deal.is_full()) task.declarer = next(*leader, -1);
    if (options.play) task.played = *options.play;
    if (!options.play && !board.play.empty()) task.notes.push_back(play_left_out(board));
  }
  if (strain && leader) {
    task.start = Position(task.deal, *strain, *leader);
    replay(task, read.deal_error("", file));
    choose_position(task, options);
  }
  apply_need(task, options);
  return task;
}

Task from_problem(const Result<problem::Problem>& result, const std::string& file, std::size_t number,
                  const SolveOptions& options) {
  Task task{.file = file, .board = std::to_string(number)};
  if (!result) {
    task.errors.push_back(result.error());
    return task;
  }
  const problem::Problem& problem = *result;
  task.title = problem.title;
  task.notes = problem.notes;
  task.dealer = problem.dealer;
  task.vulnerability = problem.vulnerability;
  task.deal = problem.deal;
  for (std::size_t i = 0; i < problem.table.size(); ++i) {
    task.deal[yomi::next(problem.leader, static_cast<int>(i))].insert(problem.table[i]);
  }
  task.need = problem.need;
  const bool other_lead = options.lead && *options.lead != problem.leader;
  if (!other_lead) task.played = problem.table;
  if (options.play) task.played.insert(task.played.end(), options.play->begin(), options.play->end());
  task.start =
      Position(task.deal, options.strain.value_or(problem.strain), options.lead.value_or(problem.leader));
  replay(task, Error{.what = {}, .file = file, .line = problem.line, .column = 1});
  choose_position(task, options);
  apply_need(task, options);
  return task;
}

Task from_flags(const SolveOptions& options) {
  Task task{.file = "--deal", .board = "1"};
  // As in a record: a hand that is "-" is what the others leave.
  pbn::Record record;
  record.set("Deal", options.deal);
  pbn::interpret(record, "--deal");
  Board& board = record.board;
  if (!record.errors.empty()) {
    Error error = record.errors.front();
    error.line = 1;
    task.errors.push_back(std::move(error));
    return task;
  }
  board.complete_deal();
  const bool known = board.all_hands_known() && !board.deal[Seat::north].empty();
  const auto checked = make_position(board.deal, Strain::no_trump, Seat::north);
  if (!checked || !known) {
    const std::string why = checked ? "expected 1 to 13 cards in each hand" : checked.error().what;
    task.errors.push_back(Error{.what = why, .file = "--deal", .line = 1, .column = 1});
    return task;
  }
  task.deal = board.deal;
  if (options.play) task.played = *options.play;
  if (task.deal.is_full() && options.lead) task.declarer = next(*options.lead, -1);
  if (options.strain && options.lead) {
    task.start = Position(task.deal, *options.strain, *options.lead);
    replay(task, Error{.what = {}, .file = "--play", .line = 1, .column = 1});
    choose_position(task, options);
  }
  apply_need(task, options);
  return task;
}

}  // namespace

void choose_position(Task& task, const SolveOptions& options) {
  if (!task.position) return;
  const bool over = task.finished || task.position->is_over();
  const bool whole = options.analyse || !options.asks_something();
  std::size_t count = task.played.size();
  if (options.leads || (over && !whole)) count = 0;
  if (options.cards_before) count = std::min(*options.cards_before, count == 0 ? task.played.size() : count);
  if (count == task.played.size()) return;
  Position position = *task.start;
  for (std::size_t i = 0; i < count; ++i) position.play(task.played[i]);
  task.position = position;
}

class TaskSource::Impl {
 public:
  explicit Impl(const SolveOptions& options) : options_(options), deal_waits_(!options.deal.empty()) {}

  std::optional<Task> next() {
    if (deal_waits_) {
      deal_waits_ = false;
      return from_flags(options_);
    }
    for (;;) {
      if (boards_) {
        while (auto read = boards_->next()) {
          ++number_;
          if (options_.numbers.contains(read->board.number, number_) && is_wanted())
            return from_board(std::move(*read), name_, number_, options_);
          if (is_enough()) return std::nullopt;
        }
        boards_.reset();
        if (number_ == 0) return failure("expected a board with a Deal tag, found none");
      }
      if (at_problem_ < problems_.size()) {
        const auto& problem = problems_[at_problem_++];
        ++number_;
        if (!options_.numbers.contains("", number_) || !is_wanted()) continue;
        return from_problem(problem, name_, number_, options_);
      }
      if (is_enough()) return std::nullopt;
      if (file_ == options_.files.size()) return std::nullopt;
      if (auto failed = open(options_.files[file_++])) return failed;
    }
  }

  [[nodiscard]] double part() const {
    if (options_.files.empty()) return deal_waits_ ? 0 : 1;
    double here = 1;
    if (boards_)
      here = boards_->part();
    else if (!problems_.empty())
      here = static_cast<double>(at_problem_) / static_cast<double>(problems_.size());
    const double before = file_ > 0 ? static_cast<double>(file_ - 1) : 0;
    return (before + (file_ > 0 ? here : 0)) / static_cast<double>(options_.files.size());
  }

 private:
  // --skip and --count, of the boards that are chosen.
  bool is_wanted() {
    if (is_enough()) return false;
    return ++chosen_ > options_.skip;
  }
  [[nodiscard]] bool is_enough() const {
    return options_.count > 0 && chosen_ >= options_.skip + options_.count;
  }

  Task failure(std::string what) {
    return Task{.file = name_,
                .board = "1",
                .errors = {Error{.what = std::move(what), .file = name_, .line = 1, .column = 1}}};
  }

  std::optional<Task> open(const std::string& path) {
    name_ = input_name(path);
    number_ = 0;
    problems_.clear();
    at_problem_ = 0;
    auto file = BoardFile::open(path);
    if (!file) {
      Task task = failure("");
      task.errors = {file.error()};
      return task;
    }
    if (file->format()) {
      boards_.emplace(std::move(*file));
      return std::nullopt;
    }
    const std::string_view text = file->text();
    if (text.empty()) return failure("expected boards or problems, found an empty file");
    problems_ = problem::parse(text, name_);
    return std::nullopt;
  }

  const SolveOptions& options_;
  bool deal_waits_;
  std::size_t chosen_ = 0;
  std::size_t file_ = 0;  // the next one to open
  std::string name_;
  std::size_t number_ = 0;
  std::optional<BoardFile> boards_;
  std::vector<Result<problem::Problem>> problems_;
  std::size_t at_problem_ = 0;
};

TaskSource::TaskSource(const SolveOptions& options) : impl_(std::make_unique<Impl>(options)) {}
TaskSource::~TaskSource() = default;
std::optional<Task> TaskSource::next() {
  return impl_->next();
}
double TaskSource::part() const {
  return impl_->part();
}

}  // namespace yomi::cli::solve
