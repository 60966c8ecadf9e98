#include "yomi/formats/board_reader.h"

#include <algorithm>
#include <array>

#include "lin_text.h"
#include "record_sources.h"
#include "yomi/formats/board_line.h"
#include "yomi/formats/lin.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

constexpr std::array<std::string_view, 8> kNames = {"pbn",   "lin", "rbn", "jsonl",
                                                    "deals", "bri", "dge", "dup"};

class PbnSource final : public RecordSource {
 public:
  PbnSource(text::Window& window, std::string file) : reader_(window, std::move(file)) {}
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

 private:
  pbn::Reader reader_;
};

// One board per line.
class LineSource final : public RecordSource {
 public:
  LineSource(text::Window& window, std::string file, BoardFormat format)
      : window_(window), file_(std::move(file)), format_(format) {}
  std::optional<ReadBoard> next() override {
    while (const auto line = this->line()) {
      ++number_;
      const std::string_view words = text::trim(*line);
      if (words.empty() || (format_ == BoardFormat::deal_lines && is_list_remark(words))) continue;
      auto board = format_ == BoardFormat::json_lines ? parse_board_line(words) : parse_deal_line(words);
      if (board) return ReadBoard{.board = std::move(*board), .line = number_, .errors = {}};
      return ReadBoard{
          .board = {}, .line = number_, .errors = {board.error().at(file_, number_, board.error().column)}};
    }
    return std::nullopt;
  }

 private:
  std::optional<std::string_view> line() {
    std::size_t end = window_.text().find('\n', at_);
    while (end == std::string_view::npos && !window_.is_complete()) {
      window_.more(at_);
      at_ = 0;
      end = window_.text().find('\n');
    }
    const std::string_view text = window_.text();
    if (at_ >= text.size()) return std::nullopt;
    end = std::min(end, text.size());
    const std::string_view made = text.substr(at_, end - at_);
    at_ = end + 1;
    return made;
  }

  text::Window& window_;
  std::string file_;
  BoardFormat format_;
  std::size_t at_ = 0;
  std::uint32_t number_ = 0;
};

// The first line that is not blank.
std::string_view first_line(std::string_view text) {
  text = text::trim(text);
  return text.substr(0, text.find('\n'));
}

bool looks_like_lin(std::string_view text) {
  const std::string_view start = text::trim(text);
  if (start.size() < 4 || !text::is_letter(start[0])) return false;
  const std::size_t bar = start.find('|');
  return bar == 2 && start.find('|', 3) != std::string_view::npos;
}

bool looks_like_rbn(std::string_view text) {
  const std::string_view line = first_line(text);
  if (line.starts_with("% RBN")) return true;
  constexpr std::string_view kLabels = "DTLEFSKNBHACPRMI";
  const bool labelled = line.size() > 2 && line[1] == ' ' && kLabels.find(line[0]) != std::string_view::npos;
  return labelled && (line.starts_with("H ") || text.find("\nH ") != std::string_view::npos) &&
         !parse_deal_line(line).ok();
}

class LinSource final : public RecordSource {
 public:
  LinSource(text::Window& window, std::string file) : reader_(whole(window), std::move(file)) {}
  std::optional<ReadBoard> next() override { return reader_.next(); }

 private:
  std::string_view whole(text::Window& window) {
    window.all();
    if (looks_like_lin(window.text()) || !lin::has_links(window.text())) return window.text();
    links_ = lin::from_links(window.text());
    return links_;
  }
  std::string links_;
  lin::Reader reader_;
};

}  // namespace

std::unique_ptr<RecordSource> pbn_source(text::Window& window, std::string file) {
  return std::make_unique<PbnSource>(window, std::move(file));
}
std::unique_ptr<RecordSource> lin_source(text::Window& window, std::string file) {
  return std::make_unique<LinSource>(window, std::move(file));
}
std::unique_ptr<RecordSource> line_source(text::Window& window, std::string file, BoardFormat format) {
  return std::make_unique<LineSource>(window, std::move(file), format);
}

std::string_view to_string(BoardFormat format) {
  return kNames[static_cast<std::size_t>(format)];
}

std::optional<BoardFormat> parse_board_format(std::string_view name) {
  const std::string lower = text::lower(name);
  const auto* const found = std::find(kNames.begin(), kNames.end(), lower);
  if (found != kNames.end()) return static_cast<BoardFormat>(found - kNames.begin());
  if (lower == "json") return BoardFormat::json_lines;
  if (lower == "txt" || lower == "oneline") return BoardFormat::deal_lines;
  return std::nullopt;
}

std::optional<BoardFormat> format_of_name(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  return dot == std::string_view::npos ? std::nullopt : parse_board_format(file.substr(dot + 1));
}

std::optional<BoardFormat> guess_format(std::string_view text) {
  const std::string_view line = first_line(text);
  if (line.starts_with('{') && text::trim(line.substr(1)).starts_with('"')) return BoardFormat::json_lines;
  if (looks_like_lin(text) || lin::has_links(line)) return BoardFormat::lin;
  if (text::looks_like_pbn(text)) return BoardFormat::pbn;
  if (looks_like_rbn(text)) return BoardFormat::rbn;
  if (parse_deal_line(line).ok() || is_list_remark(line)) return BoardFormat::deal_lines;
  return std::nullopt;
}

BoardReader::BoardReader(text::Window& window, std::string file, BoardFormat format) {
  switch (format) {
    case BoardFormat::pbn:
      source_ = pbn_source(window, std::move(file));
      break;
    case BoardFormat::lin:
      source_ = lin_source(window, std::move(file));
      break;
    case BoardFormat::rbn:
      source_ = rbn_source(window, std::move(file));
      break;
    case BoardFormat::json_lines:
    case BoardFormat::deal_lines:
      source_ = line_source(window, std::move(file), format);
      break;
    case BoardFormat::bri:
    case BoardFormat::dge:
    case BoardFormat::dup:
      source_ = machine_source(window, std::move(file), format);
      break;
  }
}
BoardReader::BoardReader(std::string_view text, std::string file, BoardFormat format)
    : own_(std::make_unique<text::Window>(text)) {
  BoardReader made(*own_, std::move(file), format);
  source_ = std::move(made.source_);
}
BoardReader::~BoardReader() = default;
BoardReader::BoardReader(BoardReader&&) noexcept = default;
BoardReader& BoardReader::operator=(BoardReader&&) noexcept = default;
std::optional<ReadBoard> BoardReader::next() {
  return source_->next();
}

}  // namespace yomi
