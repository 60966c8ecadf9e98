#include "versus/random_boards.h"

#include "interrupt.h"

namespace yomi::cli::versus {
namespace {

constexpr std::size_t kDrawingMemory = std::size_t{16} << 20;

}  // namespace

RandomBoards::RandomBoards(const lab::DealSpec& spec, std::size_t count, std::uint64_t seed, unsigned threads)
    : spec_(spec),
      seed_(seed),
      boards_(count),
      drawn_(std::make_unique<std::once_flag[]>(count)),
      solvers_(threads) {
  for (std::size_t i = 0; i < count; ++i) boards_[i].line = static_cast<std::uint32_t>(i) + 1;
}

void RandomBoards::set(ReadBoard& read, const Deal& deal) const {
  read.board.set_deal(deal);
  read.board.set_contract(spec_.contract);
}

void RandomBoards::take(const ReadBoard& read, const Deal& deal) {
  std::call_once(drawn_[read.line - 1], [&] { set(own(read), deal); });
}

bool RandomBoards::draw(const ReadBoard& read, unsigned worker) {
  std::call_once(drawn_[read.line - 1], [&] {
    auto& solver = solvers_[worker];
    if (!solver) solver = std::make_unique<dd::Solver>(dd::Settings{.memory_bytes = kDrawingMemory});
    Random random = Random(seed_).split(read.line - 1).split(1);
    if (const auto deal = lab::draw_deal(spec_, random, *solver, Interrupt::requested)) set(own(read), *deal);
  });
  return read.board.deal.is_full();
}

}  // namespace yomi::cli::versus
