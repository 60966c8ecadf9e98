// A session as one self-contained HTML page, for desktops, phones and printing. Text from records (names,
// comments) is escaped.
#pragma once

#include <optional>
#include <string>

#include "yomi/review/report.h"

namespace yomi::review {

struct PageOptions {
  std::string title{};      // else the session's event
  int boards_per_page = 0;  // 1, 2 or 4: hand-outs, the hands and the auction alone; 0: the whole report
  std::optional<Side> only_side{};  // hand-outs show the hands of this side alone
};

std::string page(const Session& session, const PageOptions& options = {});

// One board of it, the contents of a <section>, for use in other pages.
std::string board_html(const BoardReport& report);
// The style that board_html() needs.
std::string_view page_style();

}  // namespace yomi::review
