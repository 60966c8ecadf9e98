// A session as a LaTeX document, for hand-outs and booklets. It needs pdflatex and what texlive-latex-base
// has: the packages geometry and color. What records say (names, comments) is escaped; letters that the
// standard fonts do not have become a question mark.
#pragma once

#include <string>

#include "yomi/review/page.h"

namespace yomi::review {

std::string latex(const Session& session, const PageOptions& options = {});
// Text for such a document. Suit signs become symbols, red ones in red.
std::string escape_latex(std::string_view text);

}  // namespace yomi::review
