// The form of the files in data/daihinmin: a head line that says what it is, where it comes from, lines of
// numbers, and "end", without which the file was cut short.
//
//   yomi-daihinmin-policy hand 19589
//   # made by: yomi daihinmin learn policy --players policy --games 16000 --seed 1 --date 2026-11-19
//   # data: 16000 games, 672668 decisions
//   ...
//   end
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/cards/result.h"

namespace yomi::daihinmin {

// Where a file comes from: the command that makes it again, with its seed and date, and what it was learnt
// from.
struct Origin {
  std::string command;
  std::string data;
};
// `text`, which begins with its head line, with the origin after that line.
std::string with_origin(std::string text, const Origin& origin);

// Reads such a text line by line; comments and empty lines are passed over.
class LearntLines {
 public:
  explicit LearntLines(std::string_view text) : rest_(text) {}

  // The next line; none at the end of the text and at its end mark.
  std::optional<std::string_view> next();
  [[nodiscard]] Error error(std::string what, std::uint32_t column = 0) const {
    return Error{.what = std::move(what), .line = number_, .column = column};
  }
  // When next() gave nothing: was that the end mark, and is there nothing after it?
  [[nodiscard]] std::optional<Error> not_whole() const;

 private:
  std::string_view rest_;
  std::uint32_t number_ = 0;
  bool ended_ = false;
};

}  // namespace yomi::daihinmin
