#include "board_file.h"

#include <fmt/core.h>

#include "board_numbers.h"
#include "fail.h"
#include "input.h"

namespace yomi::cli {

Result<BoardFile> BoardFile::open(const std::string& path) {
  // Files of dealing machines are recognised by name, since their bytes may be anything.
  auto format = format_of_name(path);
  const bool is_text = !format || !is_machine_format(*format);
  auto input = open_input(path, is_text);
  if (!input) return input.error();
  auto window = std::make_unique<text::Window>(std::move(input->pull));
  if (is_text) {
    const bool by_name = format == BoardFormat::json_lines;  // also if the first line is not one
    const auto guessed = guess_format(window->text());
    if (guessed || !by_name) format = guessed;
  }
  return BoardFile(input_name(path), std::move(window), format, input->size);
}

BoardFile::BoardFile(std::string name, std::unique_ptr<text::Window> window,
                     std::optional<BoardFormat> format, std::uint64_t size)
    : name_(std::move(name)),
      window_(std::move(window)),
      format_(format),
      size_(size),
      reader_(*window_, name_, format.value_or(BoardFormat::pbn)) {}

double BoardFile::part() const {
  return size_ == 0 ? 0 : static_cast<double>(window_->pulled()) / static_cast<double>(size_);
}

std::string_view BoardFile::text() {
  window_->all();
  return window_->text();
}

ReadBoard read_one_board(const std::string& path, const std::string& numbers) {
  const auto wanted = BoardNumbers::parse(numbers);
  if (!wanted) fail("--board: " + wanted.error().what);
  auto file = or_fail(BoardFile::open(path));
  auto read = file.next();
  if (!read) nothing_read(path, "a board");
  for (std::size_t place = 1; read && !wanted->contains(read->board.number, place); ++place)
    read = file.next();
  if (!read) fail(fmt::format("{}: no board has such a number: {}", file.name(), numbers));
  if (!read->ok()) fail(read->errors.front());
  if (!read->board.any_hand_known()) fail(read->error("expected a deal in the board", file.name()));
  return std::move(*read);
}

}  // namespace yomi::cli
