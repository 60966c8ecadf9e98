// Text inside HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace yomi {

// With the characters that mean something there written out, also inside quotes of either kind.
std::string escape_markup(std::string_view text);

}  // namespace yomi
