// The benchmarks behind `yomi bench`. Each verifies what it times and returns the exit status.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace yomi::cli::bench {

struct BenchDdOptions {
  int scale = 1;
  std::uint64_t seed = 1;
  std::size_t memory_bytes = std::size_t{64} << 20;
  bool alone = false;  // without the rival
  bool json = false;
  std::string only;                         // rows whose name contains this
  std::string lists = "../shared/data/dd";  // DDS's own lists of hard boards, where present
};
int bench_dd(const BenchDdOptions& options);

// Compares `count` random solves with DDS: all strains and leaders, 1 to 13 cards, also in mid-trick.
struct VerifyDdOptions {
  long count = 1000;
  int least_cards = 1;
  int most_cards = 13;
  std::uint64_t seed = 1;
  bool json = false;
};
int verify_dd(const VerifyDdOptions& options);

// Deterministic node counts: the signature of the search.
int bench_signature();

// Deals, exact models and views, with the dealer tool as the rival where it is installed.
struct BenchDealOptions {
  int scale = 1;
  bool json = false;
};
int bench_deal(const BenchDealOptions& options);

// Whole auctions by the rules, with and without what is kept between them.
struct BenchBidOptions {
  int scale = 1;
  std::uint64_t seed = 1;
  std::string system = "two-over-one";
  std::string their_system = "natural";
  bool json = false;
};
int bench_bid(const BenchBidOptions& options);

// Boards read from PBN, LIN and JSON lines written for it, or from a file, with what is read verified.
struct BenchRecordsOptions {
  std::string file;
  int scale = 5;
  std::uint64_t seed = 1;
  bool json = false;
};
int bench_records(const BenchRecordsOptions& options);

}  // namespace yomi::cli::bench
