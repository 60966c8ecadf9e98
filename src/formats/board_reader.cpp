#include "yomi/formats/board_reader.h"

#include "yomi/formats/board_line.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi {

class BoardReader::Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  virtual std::optional<ReadBoard> next() = 0;
  [[nodiscard]] virtual std::size_t offset() const = 0;
};

namespace {

class PbnSource final : public BoardReader::Source {
 public:
  PbnSource(std::string_view text, std::string file) : reader_(text, std::move(file)) {}
  std::optional<ReadBoard> next() override {
    auto record = reader_.next();
    if (!record) return std::nullopt;
    ReadBoard made{.board = {}, .line = record->line, .errors = std::move(record->errors)};
    if (const pbn::Tag* deal = record->find("Deal")) {
      made.deal_line = deal->line;
      made.deal_column = deal->column;
    }
    made.board = pbn::board_of(std::move(*record));
    return made;
  }
  [[nodiscard]] std::size_t offset() const override { return reader_.offset(); }

 private:
  pbn::Reader reader_;
};

class LineSource final : public BoardReader::Source {
 public:
  LineSource(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}
  std::optional<ReadBoard> next() override {
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      const std::string_view line = text::trim(text_.substr(at_, end - at_));
      at_ = end + 1;
      ++number_;
      if (line.empty()) continue;
      auto board = parse_board_line(line);
      if (board) return ReadBoard{.board = std::move(*board), .line = number_, .errors = {}};
      return ReadBoard{.board = {}, .line = number_, .errors = {board.error().at(file_, number_, 0)}};
    }
    return std::nullopt;
  }
  [[nodiscard]] std::size_t offset() const override { return std::min(at_, text_.size()); }

 private:
  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  std::uint32_t number_ = 0;
};

}  // namespace

std::optional<BoardFormat> guess_format(std::string_view text) {
  if (text::looks_like_pbn(text)) return BoardFormat::pbn;
  if (text::trim(text.substr(0, text.find('\n'))).starts_with('{')) return BoardFormat::json_lines;
  return std::nullopt;
}

BoardReader::BoardReader(std::string_view text, std::string file, BoardFormat format) {
  if (format == BoardFormat::pbn)
    source_ = std::make_unique<PbnSource>(text, std::move(file));
  else
    source_ = std::make_unique<LineSource>(text, std::move(file));
}
BoardReader::~BoardReader() = default;
BoardReader::BoardReader(BoardReader&&) noexcept = default;
BoardReader& BoardReader::operator=(BoardReader&&) noexcept = default;
std::optional<ReadBoard> BoardReader::next() {
  return source_->next();
}
std::size_t BoardReader::offset() const {
  return source_->offset();
}

}  // namespace yomi
