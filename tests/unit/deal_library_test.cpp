// Libraries of solved deals: the formats by hand, there and back, and damage.
#include "yomi/formats/deal_library.h"

#include <gtest/gtest.h>

#include "yomi/cards/random.h"

namespace yomi {
namespace {

LibraryDeal random_record(Random& random) {
  LibraryDeal result{random_deal(random), {}};
  for (auto& row : result.table.tricks) {
    for (auto& cell : row) cell = static_cast<std::uint8_t>(random.below(14));
  }
  return result;
}

// The published description of each format, word by word, on the deal in which every suit goes to one hand.
TEST(DealLibrary, RecordsAreAsDescribed) {
  LibraryDeal one{*parse_deal("W:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"), {}};
  for (Strain strain : kAllStrains) {
    for (Seat seat : kAllSeats) one.table.tricks[strain][seat] = 0;
  }
  one.table.tricks[Strain::no_trump][Seat::west] = 5;  // north on lead
  one.table.tricks[Strain::spades][Seat::south] = 11;  // west on lead
  std::string zrd;
  put_record(zrd, one, LibraryFormat::zrd);
  ASSERT_EQ(zrd.size(), 23U);
  // 26 bits of spades with west (00), 26 of hearts with north (01) …
  EXPECT_EQ(zrd[0], '\0');
  EXPECT_EQ(static_cast<unsigned char>(zrd[3]), 0x54U);   // two spades' bits, then three hearts with north
  EXPECT_EQ(zrd[13], '\x05');                             // no trump: west 5, north 0
  EXPECT_EQ(static_cast<unsigned char>(zrd[16]), 0xB0U);  // spades: east 0, south 11
  std::string gib;
  put_record(gib, one, LibraryFormat::gib);
  ASSERT_EQ(gib.size(), 26U);
  EXPECT_EQ(gib.substr(0, 4), std::string(4, '\0'));
  EXPECT_EQ(gib.substr(4, 4), "\x55\x55\x55\x01");
  // No trump, tricks of north and south: west leads against south's 0, north against west's 5 (8 for them),
  // east against north's 0, south against east's 0 (13).
  EXPECT_EQ(static_cast<unsigned char>(gib[16]), 0x80U);
  EXPECT_EQ(static_cast<unsigned char>(gib[17]), 0xD0U);
  EXPECT_EQ(static_cast<unsigned char>(gib[18]), 0xDBU);
}

TEST(DealLibrary, ComesBackInEveryFormat) {
  Random random(1);
  for (LibraryFormat format : {LibraryFormat::yomi, LibraryFormat::zrd, LibraryFormat::gib}) {
    std::vector<LibraryDeal> deals;
    LibraryWriter writer(format, 5000, 1);
    std::string file = writer.head();
    for (int i = 0; i < 5000; ++i) {
      deals.push_back(random_record(random));
      file += writer.add(deals.back());
    }
    file += writer.tail();
    for (const auto& given : {std::optional<LibraryFormat>(), std::optional(format)}) {
      const auto library = DealLibrary::open(file, given);
      ASSERT_TRUE(library.ok()) << library.error().to_string();
      EXPECT_EQ(library->format(), format);
      ASSERT_EQ(library->size(), deals.size());
      for (std::size_t i = 0; i < deals.size(); ++i) ASSERT_EQ(*library->at(i), deals[i]);
    }
    EXPECT_FALSE(DealLibrary::open(std::string_view(file).substr(0, file.size() - 1), format).ok());
  }
}

TEST(DealLibrary, DamageIsNoticed) {
  Random random(2);
  LibraryWriter writer(LibraryFormat::yomi, 4100, 1);
  std::string file = writer.head();
  for (int i = 0; i < 4100; ++i) file += writer.add(random_record(random));
  file += writer.tail();
  for (int round = 0; round < 200; ++round) {
    std::string broken = file;
    const std::size_t at = 64 + random.below(static_cast<std::uint32_t>(file.size() - 64));
    broken[at] = static_cast<char>(broken[at] ^ (1 << random.below(8)));
    EXPECT_FALSE(DealLibrary::open(broken).ok());
  }
  std::string last = file;
  last[64 + 23 * 4097] ^= 1;
  EXPECT_EQ(DealLibrary::open(last).error().what, "deals 4097 to 4100 are damaged");
  EXPECT_FALSE(DealLibrary::open("").ok());
  EXPECT_FALSE(DealLibrary::open("yomi deals 1 count=99999999999999999999").ok());
  EXPECT_FALSE(DealLibrary::open("yomi deals 1 count=18446744073709551615 seed=1").ok());
}

}  // namespace
}  // namespace yomi
