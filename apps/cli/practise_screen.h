// The screen of `yomi practise`: pages of 24 lines by 80 columns on a terminal, plain text elsewhere.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagram.h"
#include "input.h"
#include "yomi/web/bridge_game.h"

namespace yomi::cli {

inline constexpr std::size_t kScreenColumns = 79;
inline constexpr std::size_t kNoteLines = 5;  // that fit below the table

// Text broken between words into lines of at most `columns`; lines after the first begin with `indent`.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns = kScreenColumns,
                                 std::string_view indent = "");

// "2♥", "3NT", "Pass".
std::string call_text(Call call, Signs signs);

// Shows pages on `out`, which may be a file, and reads what is typed.
class Screen {
 public:
  Screen(std::FILE* out, bool ascii);

  [[nodiscard]] Signs signs() const { return {.ascii = ascii_}; }
  // On a terminal in place of the page before.
  void page(const std::vector<std::string>& lines);
  // Below the page.
  void add(const std::vector<std::string>& lines);
  // The line typed, trimmed; nothing at the end of the input. Ctrl-C throws Exit.
  std::optional<std::string> ask(const std::string& prompt);

 private:
  void print(const std::vector<std::string>& lines);

  std::FILE* out_;
  bool ascii_;
  bool is_terminal_;
  bool has_colours_;
  InputLines input_{"-"};
};

// Head, hands that the person may see, the trick, the auction.
std::vector<std::string> table_lines(const web::BridgeGame& game, Signs signs);

}  // namespace yomi::cli
