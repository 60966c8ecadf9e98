#include "exam/recorded_boards.h"

#include <fmt/core.h>

#include "input.h"
#include "yomi/formats/json.h"

namespace yomi::cli::exam {

Result<lab::DealTables> read_tables(const std::string& path) {
  InputLines in(path);
  lab::DealTables tables;
  std::string line;
  while (in.next(line)) {
    const auto number = static_cast<std::uint32_t>(in.number());
    const auto object = Json::parse(line);
    const Error bad{.what = "expected a line of `yomi solve --table --json`", .file = path, .line = number};
    const Json* tricks = object ? object->find("tricks") : nullptr;
    if (tricks == nullptr) return bad;
    dd::Table table;
    for (Seat seat : kAllSeats) {
      const Json* row = tricks->find(to_string(seat));
      for (Strain strain : kAllStrains) {
        const Json* cell = row == nullptr ? nullptr : row->find(to_string(strain));
        const auto count = cell == nullptr ? std::nullopt : cell->integer();
        if (!count || *count < 0 || *count > kRanks) return bad;
        table.tricks[strain][seat] = static_cast<std::uint8_t>(*count);
      }
    }
    tables[object->text_of("deal")] = table;
  }
  return tables;
}

}  // namespace yomi::cli::exam
