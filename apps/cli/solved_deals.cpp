#include "solved_deals.h"

#include <fmt/core.h>

#include "command.h"
#include "input.h"
#include "interrupt.h"

namespace yomi::cli {

std::vector<SolvedDeal> read_solved_deals(const std::string& file, std::int64_t skip, std::int64_t count) {
  std::vector<SolvedDeal> deals;
  InputLines input(file);
  std::string line;
  std::int64_t number = 0;
  while (input.next(line)) {
    if (line.empty() || line.front() == '#') continue;
    if (number++ < skip) continue;
    if (count >= 0 && static_cast<std::int64_t>(deals.size()) >= count) break;
    auto deal = parse_solved_deal(line);
    if (!deal) {
      fmt::print(stderr, "{}\n",
                 deal.error()
                     .at(input_name(file), static_cast<std::uint32_t>(input.number()), deal.error().column)
                     .to_string());
      throw Exit{2};
    }
    deals.push_back(*std::move(deal));
  }
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (deals.empty()) nothing_read(file, "a solved deal");
  return deals;
}

}  // namespace yomi::cli
