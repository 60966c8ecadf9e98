#include "play_boards.h"

#include <fmt/core.h>

#include <unordered_set>

#include "command.h"
#include "input.h"
#include "interrupt.h"
#include "yomi/formats/board_line.h"
#include "yomi/formats/pbn.h"

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

  std::vector<PlayBoard> boards;

 private:
  BoardFilter filter_;
  std::unordered_set<std::string> seen_;
  std::int64_t met_ = 0;  // boards that the filter leaves, those to be skipped among them
};

// The context is what the opening leader sees of the record.
Result<PlayBoard> from_pbn(pbn::Board board, const std::string& file) {
  const std::vector<Card> cards = board.cards;
  if (!board.deal || !board.deal->is_full())
    return Error{.what = "expected a Deal tag with all four hands", .file = file, .line = board.line};
  board.cards.clear();
  board.play.reset();
  const auto decision = play::look(board, file);
  if (!decision) return decision.error();
  return PlayBoard{.line = board.line,
                   .context = decision->context,
                   .auction = board.bidding ? board.bidding->auction() : std::nullopt,
                   .deal = *board.deal,
                   .play = cards};
}

void read_pbn(const std::string& path, Collector& into,
              const std::function<void(const std::string&)>& complain) {
  const auto text = read_input(path);
  if (!text) {
    complain(text.error().to_string());
    throw Exit{2};
  }
  pbn::Reader reader(*text, input_name(path));
  while (!into.is_full() && !Interrupt::requested()) {
    const auto board = reader.next();
    if (!board) break;
    if (board->passed_out) continue;
    auto made = from_pbn(*board, input_name(path));
    if (!made)
      complain(made.error().to_string());
    else if (into.wants(made->deal, made->play.size()))
      into.boards.push_back(std::move(*made));
  }
}

void read_lines(const std::string& path, Collector& into,
                const std::function<void(const std::string&)>& complain) {
  InputLines in(path);
  std::string line;
  while (!into.is_full() && !Interrupt::requested() && in.next(line)) {
    auto board = parse_board_line(line);
    if (!board) {
      complain(board.error().at(input_name(path), static_cast<std::uint32_t>(in.number()), 0).to_string());
      continue;
    }
    if (!board->contract || !into.wants(board->deal, board->play.size())) continue;
    const auto auction = board->auction();
    into.boards.push_back({.line = in.number(),
                           .context = {.contract = *board->contract,
                                       .vulnerability = board->vulnerability,
                                       .calls = auction ? play::calls_of(*auction) : play::Calls{}},
                           .auction = auction,
                           .deal = board->deal,
                           .play = std::move(board->play)});
  }
}

}  // namespace

play::PlayContext PlayBoard::heard(const play::CallReader& reader) const {
  play::PlayContext made = context;
  if (auction && made.meanings.empty()) made.readings = reader.read(*auction, made.vulnerability);
  return made;
}

std::vector<PlayBoard> read_play_boards(const std::string& command, const std::string& path,
                                        const BoardFilter& filter, int& bad) {
  Collector into(filter);
  const auto complain = [&](const std::string& what) {
    fmt::print(stderr, "yomi {}: {}\n", command, what);
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
