#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/check_records.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  yomi::fuzz::check_annotate(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
