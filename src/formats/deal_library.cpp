#include "yomi/formats/deal_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "yomi/cards/checksum.h"
#include "yomi/cards/number.h"

namespace yomi {
namespace {

constexpr std::string_view kWord = "yomi deals 1 count=";
constexpr std::size_t kHead = 64;
constexpr std::size_t kBlock = 4096;  // records with a checksum of their own
constexpr unsigned kMostTricks = 13;

unsigned bits_at(std::string_view bytes, std::size_t bit, unsigned width) {
  const auto byte = static_cast<unsigned char>(bytes[bit / 8]);
  return (byte >> (bit % 8)) & ((1U << width) - 1);
}

unsigned holder(const Deal& deal, Card card) {
  for (unsigned i = 0; i < kSeats; ++i) {
    if (deal[kSeatsFromWest[i]].contains(card)) return i;
  }
  return 0;
}

// Where the card that is number `at` of its suit from the ace stands, and the tricks of a strain and seat.
std::size_t holder_bit(LibraryFormat format, std::size_t suit, std::size_t at) {
  return (format == LibraryFormat::gib ? 32 : 26) * suit + 2 * at;
}
std::size_t tricks_bit(LibraryFormat format, std::size_t strain, std::size_t seat) {
  return (format == LibraryFormat::gib ? 128 : 104) + 16 * strain + 4 * seat;
}

void put_bits(std::string& record, std::size_t bit, unsigned value) {
  record[bit / 8] = static_cast<char>(static_cast<unsigned char>(record[bit / 8]) | (value << (bit % 8)));
}

// In GIB's format the tricks are those of north and south, by who leads: the declarer sits before the leader.
unsigned stored_tricks(const dd::Table& table, LibraryFormat format, Strain strain, Seat seat) {
  if (format != LibraryFormat::gib) return static_cast<unsigned>(table.at(strain, seat));
  const Seat declarer = next(seat, -1);
  const int tricks = table.at(strain, declarer);
  return static_cast<unsigned>(side_of(declarer) == Side::ns ? tricks : kRanks - tricks);
}

void put_sum(std::string& bytes, std::uint32_t sum) {
  for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>((sum >> (8 * i)) & 0xFFU);
}

std::string block_sums(std::string_view records, std::size_t record) {
  std::string sums;
  while (!records.empty()) {
    const std::string_view block = records.substr(0, kBlock * record);
    put_sum(sums, crc32(block));
    records.remove_prefix(block.size());
  }
  return sums;
}

Error bad_record(std::string what) {
  return {.what = std::move(what)};
}

}  // namespace

std::string_view to_string(LibraryFormat format) {
  constexpr std::array<std::string_view, 3> names = {"yomi", "zrd", "gib"};
  return names[static_cast<std::size_t>(format)];
}

std::optional<LibraryFormat> parse_library_format(std::string_view text) {
  for (LibraryFormat format : {LibraryFormat::yomi, LibraryFormat::zrd, LibraryFormat::gib}) {
    if (text == to_string(format)) return format;
  }
  return {};
}

std::size_t record_bytes(LibraryFormat format) {
  return format == LibraryFormat::gib ? 26 : 23;
}

void put_record(std::string& bytes, const LibraryDeal& deal, LibraryFormat format) {
  std::string record(record_bytes(format), '\0');
  for (std::size_t suit = 0; suit < kSuits; ++suit) {
    for (std::size_t at = 0; at < kRanks; ++at) {
      const Card card(kSuitsFromSpades[suit], rank_at(static_cast<int>(kRanks - 1 - at)));
      put_bits(record, holder_bit(format, suit, at), holder(deal.deal, card));
    }
  }
  for (std::size_t strain = 0; strain < kStrains; ++strain) {
    for (std::size_t seat = 0; seat < kSeats; ++seat) {
      put_bits(record, tricks_bit(format, strain, seat),
               stored_tricks(deal.table, format, kStrainsFromNoTrump[strain], kSeatsFromWest[seat]));
    }
  }
  bytes += record;
}

Result<LibraryDeal> read_record(std::string_view bytes, LibraryFormat format) {
  if (bytes.size() != record_bytes(format)) return bad_record("a record that is cut short");
  LibraryDeal result;
  for (std::size_t suit = 0; suit < kSuits; ++suit) {
    for (std::size_t at = 0; at < kRanks; ++at) {
      const unsigned seat = bits_at(bytes, holder_bit(format, suit, at), 2);
      result.deal[kSeatsFromWest[seat]].insert(
          Card(kSuitsFromSpades[suit], rank_at(static_cast<int>(kRanks - 1 - at))));
    }
  }
  if (!result.deal.is_full()) return bad_record("hands that do not have thirteen cards each");
  for (std::size_t strain = 0; strain < kStrains; ++strain) {
    for (std::size_t at = 0; at < kSeats; ++at) {
      const unsigned tricks = bits_at(bytes, tricks_bit(format, strain, at), 4);
      if (tricks > kMostTricks) return bad_record(fmt::format("{} tricks", tricks));
      const Seat seat = kSeatsFromWest[at];
      const Seat declarer = format == LibraryFormat::gib ? next(seat, -1) : seat;
      const bool theirs = format == LibraryFormat::gib && side_of(declarer) == Side::ew;
      result.table.tricks[kStrainsFromNoTrump[strain]][declarer] =
          static_cast<std::uint8_t>(theirs ? kMostTricks - tricks : tricks);
    }
  }
  return result;
}

std::string LibraryWriter::head() const {
  if (format_ != LibraryFormat::yomi) return {};
  return fmt::format("{:<63}\n", fmt::format("{}{} seed={}", kWord, count_, seed_));
}

std::string LibraryWriter::add(const LibraryDeal& deal) {
  std::string record;
  put_record(record, deal, format_);
  sum_ = crc32(record, sum_);
  if (++added_ % kBlock == 0) {
    put_sum(sums_, sum_);
    sum_ = 0;
  }
  return record;
}

std::string LibraryWriter::tail() const {
  if (format_ != LibraryFormat::yomi) return {};
  std::string tail = sums_;
  if (added_ % kBlock != 0) put_sum(tail, sum_);
  return tail;
}

Result<DealLibrary> DealLibrary::open(std::string_view file, std::optional<LibraryFormat> format) {
  const bool has_head = file.starts_with(kWord);
  if (!format) {
    format = has_head                                              ? LibraryFormat::yomi
             : file.size() % record_bytes(LibraryFormat::gib) == 0 ? LibraryFormat::gib
                                                                   : LibraryFormat::zrd;
    // A size that fits both: the format whose first record is a deal.
    if (!has_head && !read_record(file.substr(0, record_bytes(*format)), *format))
      format = LibraryFormat::zrd;
  }
  const std::size_t size = record_bytes(*format);
  if (*format != LibraryFormat::yomi) {
    if (file.empty() || file.size() % size != 0) {
      return bad_record(fmt::format(
          "expected a library of deals, found {} bytes, which are not records of {}", file.size(), size));
    }
    return DealLibrary(*format, file);
  }
  const auto read = leading_number<std::uint64_t>(has_head ? file.substr(kWord.size(), kHead) : "");
  if (!read || file.size() < kHead) return bad_record("expected the header of a library of deals");
  const std::uint64_t count = *read;
  const std::uint64_t blocks = count / kBlock + (count % kBlock != 0 ? 1 : 0);
  if (count > file.size() / size || file.size() != kHead + count * size + blocks * 4) {
    return bad_record(fmt::format("expected {} deals, found a file that is cut short or longer", count));
  }
  const std::string_view records = file.substr(kHead, static_cast<std::size_t>(count) * size);
  const std::string sums = block_sums(records, size);
  const std::string_view stored = file.substr(kHead + records.size());
  const auto differ = std::mismatch(sums.begin(), sums.end(), stored.begin());
  if (differ.first != sums.end()) {
    const auto block = static_cast<std::size_t>(differ.first - sums.begin()) / 4;
    return bad_record(fmt::format("deals {} to {} are damaged", block * kBlock + 1,
                                  std::min<std::uint64_t>((block + 1) * kBlock, count)));
  }
  return DealLibrary(*format, records);
}

Result<LibraryDeal> DealLibrary::at(std::size_t number) const {
  const std::size_t size = record_bytes(format_);
  auto record = read_record(records_.substr(number * size, size), format_);
  if (!record) return bad_record(fmt::format("deal {}: {}", number + 1, record.error().what));
  return record;
}

}  // namespace yomi
