// The one place where rooms open files.
#pragma once

#include <cstddef>
#include <string>

#include "yomi/cards/result.h"

namespace yomi::system {

// The whole of a file of at most `most` bytes. The error names the file and why it cannot be read. No more is
// taken into memory: a device may have no end.
Result<std::string> read_file(const std::string& path, std::size_t most);

}  // namespace yomi::system
