// Par against DDS on random tables: plausible ones, contested ones, and any twenty numbers.
#include "yomi/dd/par.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/libdds.h"
#include "yomi/cards/random.h"

#ifdef YOMI_HAS_DDS_HEADER
namespace yomi {
namespace {

using dd::Table;

enum class Kind { any, plausible, contested };

Table random_table(Random& random, Kind kind) {
  Table table;
  for (auto& row : table.tricks) {
    const int ns =
        kind == Kind::contested ? 6 + static_cast<int>(random.below(2)) : static_cast<int>(random.below(14));
    for (std::size_t seat = 0; seat < 4; ++seat) {
      if (kind == Kind::any) {
        row[seat] = static_cast<std::uint8_t>(random.below(14));
        continue;
      }
      const int loss =
          static_cast<int>(random.below(6));  // a hand may lose a trick or two by where the lead comes from
      const int base = seat % 2 == 0 ? ns : 13 - ns;
      row[seat] =
          static_cast<std::uint8_t>(std::clamp(base - (loss == 0 ? 1 : 0) + (loss == 1 ? 1 : 0), 0, 13));
    }
  }
  return table;
}

ddTableResults to_dds(const Table& table) {
  ddTableResults result{};
  for (Strain strain : kAllStrains) {
    const int row = strain == Strain::no_trump ? 4 : 3 - index(strain);
    for (Seat seat : kAllSeats) result.resTable[row][index(seat)] = table.at(strain, seat);
  }
  return result;
}

int to_dds(Vulnerability vulnerability) {
  return std::array{0, 2, 3, 1}[static_cast<std::size_t>(vulnerability)];
}

// DDS 2.9 leaves the star out where the sacrifice is in the strain of the contract it is over and one hand
// bids it: "2H-W-1". The text still tells it from a contract that makes.
std::string with_star(std::string contract) {
  const bool down = contract.find('-', contract.find('-') + 1) != std::string::npos;
  if (down && contract[2] != '*') contract.insert(2, 1, '*');
  return contract;
}

std::string describe(const dd::Par& par) {
  std::string text = std::to_string(par.score_ns);
  for (const auto& contract : par.contracts) text += ' ' + to_string(contract);
  return text;
}

std::string describe(const parResultsDealer& par, bool passed, int sign) {
  if (passed) return "0";
  std::string text = std::to_string(sign * par.score);
  for (int i = 0; i < par.number; ++i) text += ' ' + with_star(par.contracts[i]);
  return text;
}

void compare(Kind kind, std::uint64_t seed, int count) {
  YOMI_NEED_LIBDDS();
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const Table table = random_table(random, kind);
    ddTableResults theirs = to_dds(table);
    for (Vulnerability vulnerability :
         {Vulnerability::none, Vulnerability::ns, Vulnerability::ew, Vulnerability::both}) {
      for (Seat dealer : kAllSeats) {
        parResultsDealer result{};
        ASSERT_EQ(test::libdds().DealerPar(&theirs, &result, index(dealer), to_dds(vulnerability)), 1);
        const bool passed = std::string(result.contracts[0]) == "pass";
        ASSERT_EQ(describe(dd::par(table, vulnerability, dealer)), describe(result, passed, 1))
            << "table " << i;
      }
      std::array<parResultsDealer, 2> sides{};
      ASSERT_EQ(test::libdds().SidesPar(&theirs, sides.data(), to_dds(vulnerability)), 1);
      const auto ours = dd::par_by_side(table, vulnerability);
      const bool passed = sides[0].score == 0;
      ASSERT_EQ(describe(ours[0]), describe(sides[0], passed, 1)) << "table " << i;
      ASSERT_EQ(describe(ours[1]), describe(sides[1], passed, -1)) << "table " << i;
      ASSERT_EQ(ours[0], dd::par(table, vulnerability, Side::ns));
      ASSERT_EQ(ours[1], dd::par(table, vulnerability, Side::ew));
    }
  }
}

TEST(ParAgainstDds, AnyTwentyNumbers) {
  compare(Kind::any, 1, 40000);
}
TEST(ParAgainstDds, Plausible) {
  compare(Kind::plausible, 2, 40000);
}
TEST(ParAgainstDds, BothSidesMakeAlike) {
  compare(Kind::contested, 3, 40000);
}

}  // namespace
}  // namespace yomi
#endif
