// LIN, the records of Bridge Base Online: fields "name|value|", one after the other, lines as one likes
// (docs/reference/formats.md has what the fields mean, and where that is known from).
//
// Several boards follow each other in a file, often with both tables of a match ("qx|o1|", "qx|c1|"). Fields
// that are not understood, and everything after an impossible call or card, are kept in Board::asides with
// their places, and write() puts them back there.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/formats/board_reader.h"

namespace yomi::lin {

class Reader {
 public:
  // `text` (see text.h for its line ends) must outlive the reader; `file` is for messages.
  Reader(std::string_view text, std::string file);
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  std::optional<ReadBoard> next();
  // Offset in the text.
  [[nodiscard]] std::size_t offset() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// A file of boards. What LIN cannot hold (tags without a field, rows of tables) is named in `lost`, each
// once.
std::string write(std::span<const Board> boards, std::vector<std::string>* lost = nullptr);

// The calls in the value of an `mb` field: "1N", "p", "2S!", also several: "1SP2SP". Nothing when something
// else is in it.
std::optional<std::vector<BoardCall>> parse_calls(std::string_view value);
// "3SAK..,S..,S..,": a dealer and the hands from south on, the fourth often missing.
struct Hands {
  std::optional<Seat> dealer;
  Deal deal;
  BySeat<bool> known{};
};
Result<Hands> parse_hands(std::string_view value);

}  // namespace yomi::lin
