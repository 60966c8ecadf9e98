// The benchmarks behind `yomi bench`. Each verifies what it times and returns the exit status.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace yomi::cli {

struct BenchDdOptions {
  int scale = 1;
  std::uint64_t seed = 1;
  std::size_t memory_bytes = std::size_t{64} << 20;
  bool alone = false;  // without the rival
  bool json = false;
  std::string only;  // rows whose name contains this
};
int bench_dd(const BenchDdOptions& options);

// Deals, exact models and views, with the dealer tool as the rival where it is installed.
int bench_deal(int scale);

}  // namespace yomi::cli
