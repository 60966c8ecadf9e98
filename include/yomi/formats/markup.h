// Text inside HTML and SVG, and the few shapes of which charts are made.
#pragma once

#include <string>
#include <string_view>

namespace yomi {

// Escapes special characters, including both kinds of quotes.
std::string escape_markup(std::string_view text);

namespace svg {

// Opens an SVG with a white background; end() closes it.
std::string begin(double width, double height);
std::string end();
// `anchor` is the point of the text that stands at x: start, middle or end.
std::string text(double x, double y, std::string_view text, std::string_view anchor = "start");
std::string line(double x1, double y1, double x2, double y2, std::string_view colour);
std::string box(double x, double y, double width, double height, std::string_view colour);

}  // namespace svg

}  // namespace yomi
