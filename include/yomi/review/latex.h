// A session as a LaTeX document, for hand-outs and booklets. It needs pdflatex and what texlive-latex-base
// has: the packages geometry and color. Text from records (names, comments) is escaped; letters missing in
// the standard fonts become question marks.
#pragma once

#include <string>

#include "yomi/review/page.h"

namespace yomi::review {

std::string latex(const Session& session, const PageOptions& options = {});
// Text for such a document. Suit signs become symbols, red ones in red.
std::string escape_latex(std::string_view text);

}  // namespace yomi::review
