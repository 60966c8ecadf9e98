// Files for commands.
#pragma once

#include <string>

#include "yomi/cards/result.h"

namespace yomi::cli {

// The whole of a file, "-" for standard input, decoded (yomi/formats/text.h). The error names the file and
// why it could not be read.
Result<std::string> read_input(const std::string& path);
// How messages call it.
std::string input_name(const std::string& path);

}  // namespace yomi::cli
