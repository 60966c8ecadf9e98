#include "fuzz/check_dds_abi.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  yomi::fuzz::check_dds_abi({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
