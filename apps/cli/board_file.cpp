#include "board_file.h"

#include "input.h"

namespace yomi::cli {

Result<BoardFile> BoardFile::open(const std::string& path) {
  auto text = read_input(path);
  if (!text) return text.error();
  return BoardFile(input_name(path), std::make_unique<const std::string>(std::move(*text)));
}

BoardFile::BoardFile(std::string name, std::unique_ptr<const std::string> text)
    : name_(std::move(name)),
      text_(std::move(text)),
      reader_(*text_, name_, guess_format(*text_).value_or(BoardFormat::pbn)) {}

double BoardFile::part() const {
  return text_->empty() ? 1 : static_cast<double>(reader_.offset()) / static_cast<double>(text_->size());
}

}  // namespace yomi::cli
