#include "play_boards.h"

#include <unordered_set>

#include "board_file.h"
#include "command.h"
#include "complaints.h"
#include "input.h"
#include "interrupt.h"
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

}  // namespace

void each_played_board(const std::string& path, const std::function<void(const Error&)>& complain,
                       const std::function<bool(ReadBoard&&)>& take) {
  auto file = BoardFile::open(path);
  if (!file) {
    complain(file.error());
    throw Exit{2};
  }
  while (!Interrupt::requested()) {
    auto read = file->next();
    if (!read) return;
    if (!read->ok())
      complain(read->errors.front());
    else if (!read->board.deal.is_full())
      complain(read->deal_error("expected a deal with all four hands", file->name()));
    else if (const auto contract = read->board.final_contract(); !contract && !read->board.passed_out)
      complain(read->error("expected a contract and its declarer", file->name()));
    else {
      if (contract && (!read->board.contract || !read->board.declarer)) read->board.set_contract(*contract);
      if (!take(std::move(*read))) return;
    }
  }
}

std::vector<ReadBoard> read_play_boards(const std::string& command, const std::string& path,
                                        const BoardFilter& filter, int& bad) {
  Collector into(filter);
  Complaints complaints("yomi " + command);
  const auto complain = [&](const Error& error) {
    complaints.say(error);
    ++bad;
  };
  each_played_board(path, complain, [&](ReadBoard&& read) {
    if (read.board.passed_out) return true;
    if (const auto context = play::context_of(read.board); !context)
      complain(read.error(context.error(), input_name(path)));
    else if (into.wants(read.board.deal, read.board.play.size()))
      into.boards.push_back(std::move(read));
    return !into.is_full();
  });
  return std::move(into.boards);
}

}  // namespace yomi::cli
