// Boards from records of any format and back, as dictionaries; the package
// makes Board objects of them.
#include <pybind11/stl.h>

#include "binding.h"
#include "yomi/bridge/board.h"
#include "yomi/formats/board_writer.h"
#include "yomi/formats/text.h"

namespace yomi::python {
namespace {

std::string hand_text(CardSet hand) {
  Deal deal;
  deal[Seat::north] = hand;
  const std::string written = to_string(deal);
  return written.substr(2, written.find(' ') - 2);
}

template <class T>
py::object optional_text(const std::optional<T>& value) {
  return value ? py::object(py::str(std::string(to_string(*value)))) : py::object(py::none());
}

py::dict to_dict(const Board& board) {
  py::dict made;
  py::dict names;
  py::dict hands;
  for (Seat seat : kAllSeats) {
    if (!board.names[seat].empty())
      names[py::str(to_string(seat))] = py::bytes(board.names[seat]).attr("decode")("utf-8", "replace");
    if (board.known[seat]) hands[py::str(to_string(seat))] = hand_text(board.deal[seat]);
  }
  made["number"] = py::bytes(board.number).attr("decode")("utf-8", "replace");
  made["names"] = names;
  made["dealer"] = optional_text(board.dealer);
  made["vulnerable"] = optional_text(board.vulnerability);
  made["hands"] = hands;
  py::list calls;
  for (const BoardCall& one : board.calls)
    calls.append(py::make_tuple(to_string(one.call), static_cast<int>(one.kind), one.alerted,
                                py::bytes(one.explanation).attr("decode")("utf-8", "replace")));
  made["calls"] = calls;
  made["passed_out"] = board.passed_out;
  made["contract"] = optional_text(board.contract);
  made["strain"] = optional_text(board.strain);
  made["declarer"] = optional_text(board.declarer);
  made["leader"] = optional_text(board.leader);
  py::list play;
  for (Card card : board.play) play.append(to_string(card));
  made["play"] = play;
  made["tricks"] = board.tricks ? py::object(py::int_(*board.tricks)) : py::object(py::none());
  py::list tags;
  const auto text = [](const std::string& bytes) {
    return py::bytes(bytes).attr("decode")("utf-8", "replace");
  };
  for (const BoardTag& one : board.tags)
    tags.append(py::make_tuple(one.name, text(one.value), text(one.rows)));
  made["tags"] = tags;
  py::list asides;
  for (const Aside& one : board.asides)
    asides.append(py::make_tuple(one.after, text(one.field), text(one.text)));
  made["asides"] = asides;
  return made;
}

// A field of the dictionary, if present and not None.
template <class T>
std::optional<T> field(const py::dict& board, const char* name) {
  if (!board.contains(name) || board[name].is_none()) return std::nullopt;
  try {
    return board[name].cast<T>();
  } catch (const py::cast_error&) {
    fail(std::string(name) + ": a value of the wrong kind");
  }
}

template <class T>
std::optional<T> parsed(const py::dict& board, const char* name,
                        std::optional<T> (*parse)(std::string_view)) {
  const auto text = field<std::string>(board, name);
  if (!text) return std::nullopt;
  const auto value = parse(*text);
  if (!value) fail(std::string(name) + ": found " + text::quote(*text));
  return value;
}

void read_hands(const py::dict& from, Board& board) {
  const auto hands = field<std::map<std::string, std::string>>(from, "hands");
  if (!hands) return;
  for (const auto& [name, text] : *hands) {
    const auto seat = parse_seat(name);
    if (!seat) fail("hands: expected N, E, S or W");
    board.deal[*seat] = value_of(parse_hand(text), "hands: " + name);
    board.known[*seat] = true;
  }
  int cards = 0;
  for (Seat seat : kAllSeats) cards += board.deal[seat].size();
  if (cards != board.deal.all().size()) fail("hands: a card is in two hands");
}

// The play is legal where the hands are known, as everything that writes boards
// expects.
void read_play(const py::dict& from, Board& board) {
  const auto cards = field<std::vector<std::string>>(from, "play");
  if (!cards) return;
  std::optional<Position> position;
  if (board.all_hands_known() && board.strain && board.leader) {
    const auto start = make_position(board.deal, *board.strain, *board.leader);
    if (!start) fail("hands: " + start.error().what);
    position = *start;
  }
  for (std::size_t i = 0; i < cards->size(); ++i) {
    const auto card = parse_card((*cards)[i]);
    const std::string place = "play: card " + std::to_string(i + 1) + ": ";
    if (!card) fail(place + "expected a card like 'SA'");
    if (!position) fail("play: expected four hands, a contract and its declarer");
    if (position->is_over() || !position->is_legal(*card))
      fail(place + to_string(*card) + " cannot be played here");
    position->play(*card);
    board.play.push_back(*card);
  }
}

Board to_board(const py::dict& from) {
  Board board;
  board.number = field<std::string>(from, "number").value_or("");
  if (const auto names = field<std::map<std::string, std::string>>(from, "names")) {
    for (const auto& [name, text] : *names) {
      const auto seat = parse_seat(name);
      if (!seat) fail("names: expected N, E, S or W");
      board.names[*seat] = text;
    }
  }
  board.dealer = parsed(from, "dealer", parse_seat);
  board.vulnerability = parsed(from, "vulnerable", parse_vulnerability);
  read_hands(from, board);
  using Said = std::tuple<std::string, int, bool, std::string>;
  for (const auto& [text, kind, alerted, explanation] :
       field<std::vector<Said>>(from, "calls").value_or(std::vector<Said>{})) {
    const auto call = parse_call(text);
    if (!call || kind < 0 || kind > 2) fail("calls: expected a call, found " + text::quote(text));
    board.calls.push_back({*call, static_cast<BoardCall::Kind>(kind), alerted, explanation});
  }
  if (!board.calls.empty() && !board.dealer) fail("dealer: needed with calls");
  board.passed_out = field<bool>(from, "passed_out").value_or(false);
  board.strain = parsed(from, "strain", parse_strain);
  board.declarer = parsed(from, "declarer", parse_seat);
  board.leader = parsed(from, "leader", parse_seat);
  if (const auto text = field<std::string>(from, "contract")) {
    board.contract = parse_contract(*text, board.declarer.value_or(Seat::north));
    if (!board.contract) fail("contract: found " + text::quote(*text));
    board.strain = board.contract->strain;
    if (board.declarer) board.leader = next(*board.declarer);
  }
  read_play(from, board);
  board.tricks = field<int>(from, "tricks");
  if (board.tricks && (*board.tricks < 0 || *board.tricks > kRanks))
    fail("tricks: expected a number from 0 to 13");
  using Tag = std::tuple<std::string, std::string, std::string>;
  for (const auto& [name, value, rows] : field<std::vector<Tag>>(from, "tags").value_or(std::vector<Tag>{}))
    board.tags.push_back({name, value, rows});
  using Said3 = std::tuple<int, std::string, std::string>;
  for (const auto& [after, name, text] :
       field<std::vector<Said3>>(from, "asides").value_or(std::vector<Said3>{}))
    board.asides.push_back({after, name, text});
  return board;
}

BoardFormat format_of(const std::string& name) {
  const auto format = parse_board_format(name == "json" ? "jsonl" : name);
  if (!format)
    fail("format: expected pbn, lin, json, rbn, deals, bri, dge or dup, found " + text::quote(name));
  return *format;
}

// Pairs of a board and its errors.
py::list read_boards(const std::string& bytes, const std::string& file, const std::string& name) {
  const std::string decoded = text::decode(bytes);
  const auto format = name.empty() ? guess_format(decoded) : format_of(name);
  if (!format) fail(file + ": looks like no record of boards");
  BoardReader reader(is_machine_format(*format) ? bytes : decoded, file, *format);
  py::list made;
  while (auto board = reader.next()) {
    py::list errors;
    for (const Error& error : board->errors)
      errors.append(error.line == 0 ? error.at(file, board->line, 0).to_string() : error.to_string());
    made.append(py::make_tuple(to_dict(board->board), errors));
  }
  return made;
}

// The bytes of a file, and what was lost because the format has no place for it.
std::pair<py::bytes, std::vector<std::string>> write_boards(const std::vector<py::dict>& boards,
                                                            const std::string& name) {
  const BoardFormat format = format_of(name);
  if (!can_write(format)) fail("format: " + name + " is only read");
  BoardWriter writer(format, is_machine_format(format) ? Encoding::automatic : Encoding::utf8);
  std::string made;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    Board board;
    try {
      board = to_board(boards[i]);
    } catch (const py::value_error& error) {
      fail("board " + std::to_string(i) + ": " + error.what());
    }
    if (format == BoardFormat::json_lines && !board.deal.is_full())
      fail("board " + std::to_string(i) + ": JSON needs four hands of thirteen cards");
    made += writer.add(board);
  }
  made += writer.finish();
  return {py::bytes(made), writer.lost()};
}

}  // namespace

void add_records(py::module_& module) {
  module.def("read_boards", &read_boards, py::arg("bytes"), py::arg("file"), py::arg("format"));
  module.def("write_boards", &write_boards, py::arg("boards"), py::arg("format"));
}

}  // namespace yomi::python
