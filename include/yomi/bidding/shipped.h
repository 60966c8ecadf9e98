// The files of systems/, compiled in.
#pragma once

#include <string_view>
#include <vector>

namespace yomi::bidding {

struct ShippedFile {
  std::string_view name;  // relative to systems/, "parts/notrump.toml"
  std::string_view text;
};
const std::vector<ShippedFile>& shipped_files();

}  // namespace yomi::bidding
