#include "recorded_boards.h"

#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace yomi::cli {
namespace {

using nlohmann::json;

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<Side> silent_side(Seat dealer, const std::vector<Call>& calls) {
  BySide<bool> spoke{};
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Seat seat = next(dealer, static_cast<int>(i));
    if (!calls[i].is_pass()) spoke[side_of(seat)] = true;
  }
  if (spoke[0] == spoke[1]) return std::nullopt;
  return spoke[0] ? Side::ew : Side::ns;
}

}  // namespace

Result<RecordedBoard> parse_recorded_board(const std::string& line) {
  auto board = parse_board_line(line);
  if (!board) return board.error();
  if (board->calls.empty()) return Error{"auction: expected a list of calls"};
  RecordedBoard made{{std::move(*board)}, 0, {}, {}};
  made.text = to_string(made.deal);
  made.silent = silent_side(made.dealer, made.calls);
  return made;
}

Result<Tables> read_tables(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Error{.what = "cannot be opened", .file = path};
  Tables tables;
  std::string line;
  for (std::uint32_t number = 1; std::getline(file, line); ++number) {
    const json object = json::parse(line, nullptr, false);
    const Error bad{.what = "expected a line of `yomi solve --table --json`", .file = path, .line = number};
    if (object.is_discarded() || !object.is_object() || !object.contains("tricks")) return bad;
    dd::Table table;
    for (Seat seat : kAllSeats) {
      for (Strain strain : kAllStrains) {
        const json* row = nullptr;
        const auto by_seat = object["tricks"].find(std::string(1, to_char(seat)));
        if (by_seat != object["tricks"].end()) row = &*by_seat;
        if (row == nullptr || !row->contains(to_string(strain))) return bad;
        const json& cell = (*row)[to_string(strain)];
        if (!cell.is_number_integer() || cell.get<int>() < 0 || cell.get<int>() > kRanks) return bad;
        table.tricks[strain][seat] = cell.get<std::uint8_t>();
      }
    }
    tables[text_of(object, "deal")] = table;
  }
  return tables;
}

dd::Table table_of(const RecordedBoard& board, const Tables& known, dd::Solver& solver) {
  const auto found = known.find(board.text);
  if (found != known.end()) return found->second;
  return solver.table(board.deal).value_or(dd::Table{});
}

}  // namespace yomi::cli
