// Libraries of solved deals: many random deals with the tricks of all 20 contracts, in few bytes.
//
// Records, cards and strains in this order: spades from the ace to the two, hearts, diamonds, clubs; no
// trump, spades, hearts, diamonds, clubs. Holders and seats: west 0, north 1, east 2, south 3. The low byte,
// and in it the low bits, come first.
//   zrd  23 bytes: 52 holders of 2 bits, then 20 numbers of 4 bits: for each strain the tricks of west,
//   north, east
//        and south as declarer. The format of Richard Pavlicek's files of solved deals (rpxx.txt).
//   gib  26 bytes: for each suit 4 bytes with 13 holders of 2 bits, then for each strain 2 bytes: the tricks
//   of north
//        and south with west, north, east and south on lead. The format of Matt Ginsberg's library
//        (library.notes).
//   yomi a header of 64 bytes, a line of text filled up with blanks ("yomi deals 1 count=1000000 seed=7"),
//   zrd records,
//        then the CRC-32 of each 4,096 records in 4 bytes: damage is noticed, and where it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/bridge/deal.h"
#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"

namespace yomi {

enum class LibraryFormat : std::uint8_t { yomi, zrd, gib };
// "yomi", "zrd", "gib".
std::string_view to_string(LibraryFormat format);
std::optional<LibraryFormat> parse_library_format(std::string_view text);

struct LibraryDeal {
  Deal deal;
  dd::Table table;
  friend bool operator==(const LibraryDeal&, const LibraryDeal&) = default;
};

std::size_t record_bytes(LibraryFormat format);
// Adds one record. The deal must be full.
void put_record(std::string& bytes, const LibraryDeal& deal, LibraryFormat format);
// The error names what is impossible: a hand of the wrong length, more than 13 tricks.
Result<LibraryDeal> read_record(std::string_view bytes, LibraryFormat format);

// A file piece by piece: its head, the records, its tail.
class LibraryWriter {
 public:
  LibraryWriter(LibraryFormat format, std::uint64_t count, std::uint64_t seed)
      : format_(format), count_(count), seed_(seed) {}

  [[nodiscard]] std::string head() const;
  std::string add(const LibraryDeal& deal);
  [[nodiscard]] std::string tail() const;

 private:
  LibraryFormat format_;
  std::uint64_t count_;
  std::uint64_t seed_;
  std::uint64_t added_ = 0;
  std::uint32_t sum_ = 0;  // of the block so far
  std::string sums_;
};

// The deals of a whole file, which must outlive it.
class DealLibrary {
 public:
  // Unless given, the format is recognised by the header or, without one, by the size. The error says what is
  // damaged.
  static Result<DealLibrary> open(std::string_view file, std::optional<LibraryFormat> format = {});

  [[nodiscard]] std::size_t size() const { return records_.size() / record_bytes(format_); }
  [[nodiscard]] LibraryFormat format() const { return format_; }
  [[nodiscard]] Result<LibraryDeal> at(std::size_t number) const;

 private:
  DealLibrary(LibraryFormat format, std::string_view records) : format_(format), records_(records) {}
  LibraryFormat format_;
  std::string_view records_;
};

}  // namespace yomi
