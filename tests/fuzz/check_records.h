// What must hold for every text whatever, as a record in any format. The first byte chooses the format.
#pragma once

#include <cstdlib>
#include <string>

#include "yomi/formats/board_reader.h"
#include "yomi/formats/board_writer.h"
#include "yomi/formats/text.h"
#include "yomi/review/annotate.h"

namespace yomi::fuzz {

inline void holds(bool yes) {
  if (!yes) std::abort();
}

inline std::vector<Board> boards_of(const std::string& text, BoardFormat format, bool& ok) {
  std::vector<Board> boards;
  BoardReader reader(text, "fuzz", format);
  while (auto read = reader.next()) {
    ok = ok && read->ok();
    for (const Error& error : read->errors) holds(error.line > 0 && error.what.size() < 2000);
    holds(!read->board.all_hands_known() || read->board.deal.all().size() <= 52);
    if (auto position = read->board.start(); position && read->ok()) {
      for (Card card : read->board.play) {
        holds(!position->is_over() && position->is_legal(card));
        position->play(card);
      }
    }
    boards.push_back(std::move(read->board));
  }
  return boards;
}

inline std::string written(const std::vector<Board>& boards, BoardFormat format) {
  BoardWriter writer(format);
  std::string text;
  for (const Board& board : boards) text += writer.add(board);
  return text + writer.finish();
}

// Whatever was read can be written in every format, and what a LIN file said comes back from PBN.
inline void check_records(const std::string& bytes) {
  if (bytes.empty()) return;
  const auto format = static_cast<BoardFormat>(static_cast<unsigned char>(bytes[0]) % 8);
  const std::string rest = bytes.substr(1);
  const std::string text = is_machine_format(format) ? rest : text::decode(rest);
  bool ok = true;
  const std::vector<Board> boards = boards_of(text, format, ok);
  for (BoardFormat other : {BoardFormat::lin, BoardFormat::json_lines, BoardFormat::deal_lines,
                            BoardFormat::bri, BoardFormat::dge, BoardFormat::dup})
    (void)written(boards, other);
  const std::string pbn = text::decode(written(boards, BoardFormat::pbn));
  bool again_ok = true;
  const std::vector<Board> again = boards_of(pbn, BoardFormat::pbn, again_ok);
  if (ok && format == BoardFormat::lin && text.find('\0') == std::string::npos) {
    for (std::size_t i = 0; i < boards.size() && again.size() == boards.size(); ++i)
      holds(again[i].play == boards[i].play && again[i].calls.size() == boards[i].calls.size());
  }
}

// New tags go in, everything else stays: with() compares, and says so where that cannot be.
inline void check_annotate(const std::string& bytes) {
  const auto annotator = review::Annotator::read(bytes, "fuzz", {.costs = true});
  if (!annotator) return;
  std::vector<std::optional<review::Finding>> findings;
  for (const review::Question& question : annotator->questions()) {
    review::Finding found{.table = dd::Table{}};
    if (question.par) found.par = dd::Par{.score_ns = 50, .contracts = {}};
    if (question.costs) found.costs.emplace();
    findings.emplace_back(question.any() ? std::optional(found) : std::nullopt);
  }
  const auto made = annotator->with(findings);
  if (!made) return;
  const auto again = review::Annotator::read(*made, "again", {.costs = true});
  holds(again.ok());
  for (const review::Question& question : again->questions()) holds(!question.any());
}

}  // namespace yomi::fuzz
