// The one place where rooms open files.
#pragma once

#include <cstddef>
#include <string>

#include "yomi/cards/result.h"

namespace yomi::system {

// Reads a file of at most `most` bytes; no more is taken into memory, since a device may be endless. The
// error names the file and the cause.
Result<std::string> read_file(const std::string& path, std::size_t most);

}  // namespace yomi::system
