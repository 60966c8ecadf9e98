#include "play_boards.h"

#include <unordered_set>

#include "board_file.h"
#include "command.h"
#include "complaints.h"
#include "input.h"
#include "interrupt.h"
#include "yomi/formats/board_line.h"
#include "yomi/play/decision.h"

namespace yomi::cli {
namespace {

class Collector {
 public:
  explicit Collector(const BoardFilter& filter) : filter_(filter) {}

  [[nodiscard]] bool is_full() const {
    return filter_.count >= 0 && static_cast<std::int64_t>(boards.size()) >= filter_.count;
  }
  // Is this deal new, and one of those asked for?
  bool wants(const Deal& deal, std::size_t cards) {
    if (cards < filter_.cards) return false;
    if (filter_.half != Half::all && in_reporting_half(deal) != (filter_.half == Half::reporting))
      return false;
    return seen_.insert(to_string(deal)).second && met_++ >= filter_.skip;
  }

  std::vector<ReadBoard> boards;

 private:
  BoardFilter filter_;
  std::unordered_set<std::string> seen_;
  std::int64_t met_ = 0;  // boards that the filter leaves, those to be skipped among them
};

// Why a board cannot be played again.
std::optional<Error> trouble_with(const ReadBoard& read, const std::string& file) {
  if (!read.ok()) return read.errors.front();
  if (!read.board.deal.is_full()) return read.error("expected a deal with all four hands", file);
  if (const auto context = play::context_of(read.board); !context) return read.error(context.error(), file);
  return std::nullopt;
}

void read_pbn(const std::string& path, Collector& into, const std::function<void(const Error&)>& complain) {
  auto file = BoardFile::open(path);
  if (!file) {
    complain(file.error());
    throw Exit{2};
  }
  while (!into.is_full() && !Interrupt::requested()) {
    auto read = file->next();
    if (!read) break;
    if (read->board.passed_out) continue;
    if (const auto trouble = trouble_with(*read, file->name()))
      complain(*trouble);
    else if (into.wants(read->board.deal, read->board.play.size()))
      into.boards.push_back(std::move(*read));
  }
}

void read_lines(const std::string& path, Collector& into, const std::function<void(const Error&)>& complain) {
  InputLines in(path);
  std::string line;
  while (!into.is_full() && !Interrupt::requested() && in.next(line)) {
    auto board = parse_played_line(line);
    const auto number = static_cast<std::uint32_t>(in.number());
    if (!board) {
      complain(board.error().at(input_name(path), number, 0));
      continue;
    }
    if (!board->contract || !into.wants(board->deal, board->play.size())) continue;
    into.boards.push_back({.board = std::move(*board), .line = number, .errors = {}});
  }
}

}  // namespace

std::vector<ReadBoard> read_play_boards(const std::string& command, const std::string& path,
                                        const BoardFilter& filter, int& bad) {
  Collector into(filter);
  Complaints complaints("yomi " + command);
  const auto complain = [&](const Error& error) {
    complaints.say(error);
    ++bad;
  };
  if (is_pbn(path))
    read_pbn(path, into, complain);
  else
    read_lines(path, into, complain);
  return std::move(into.boards);
}

bool is_pbn(const std::string& path) {
  return path.size() > 4 && path.substr(path.size() - 4) == ".pbn";
}

}  // namespace yomi::cli
