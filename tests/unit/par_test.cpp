#include "yomi/dd/par.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>

namespace yomi::dd {
namespace {

// Rows from clubs to no trump; columns north, east, south, west.
Table table_of(std::initializer_list<BySeat<std::uint8_t>> rows) {
  Table table;
  std::copy(rows.begin(), rows.end(), table.tricks.begin());
  return table;
}

std::string text(const Par& par) {
  std::string result = std::to_string(par.score_ns);
  for (const ParContract& contract : par.contracts) result += ' ' + to_string(contract);
  return result;
}

TEST(Par, PassedOutWhenNobodyMakesAnything) {
  const Table table = table_of({{6, 6, 6, 6}, {6, 6, 6, 6}, {6, 6, 6, 6}, {6, 6, 6, 6}, {6, 6, 6, 6}});
  EXPECT_EQ(text(par(table, Vulnerability::none, Seat::north)), "0");
  EXPECT_EQ(text(par(table, Vulnerability::both, Side::ew)), "0");
}

TEST(Par, WhoSpeaksFirstMattersWhenBothMakeOneNoTrump) {
  const Table table = table_of({{6, 6, 6, 6}, {6, 6, 6, 6}, {6, 6, 6, 6}, {6, 6, 6, 6}, {7, 7, 7, 7}});
  EXPECT_EQ(text(par(table, Vulnerability::none, Seat::north)), "90 1N-NS");
  EXPECT_EQ(text(par(table, Vulnerability::none, Seat::west)), "-90 1N-EW");
  EXPECT_EQ(text(par(table, Vulnerability::none, Side::ns)), "90 1N-NS");
  EXPECT_EQ(text(par(table, Vulnerability::none, Side::ew)), "-90 1N-EW");
}

TEST(Par, SacrificeWhereItPays) {
  // North-south make 4S, east-west take nine tricks in hearts: 5H doubled, two down.
  const Table table = table_of({{5, 8, 5, 8}, {6, 7, 6, 7}, {4, 9, 4, 9}, {10, 3, 10, 3}, {7, 5, 7, 5}});
  EXPECT_EQ(text(par(table, Vulnerability::none, Seat::south)), "300 5H*-EW-2");
  EXPECT_EQ(text(par(table, Vulnerability::ns, Side::ns)), "300 5H*-EW-2");
  EXPECT_EQ(text(par(table, Vulnerability::ew, Seat::south)), "420 4S-NS");
}

TEST(Par, OnlyTheHandThatMakesIt) {
  const Table table = table_of({{5, 5, 5, 5}, {5, 5, 5, 5}, {5, 5, 5, 5}, {5, 5, 5, 5}, {9, 3, 11, 3}});
  EXPECT_EQ(text(par(table, Vulnerability::both, Seat::east)), "660 3N-S+2");
}

TEST(Par, LowestBidThatStands) {
  const Table table = table_of({{9, 4, 9, 4}, {5, 8, 5, 8}, {5, 8, 5, 8}, {5, 7, 5, 7}, {6, 6, 6, 6}});
  const Par result = par(table, Vulnerability::both, Seat::north);
  EXPECT_EQ(result.score_ns, 110);
  ASSERT_EQ(result.contracts.size(), 1U);
  EXPECT_EQ(result.contracts[0].level + result.contracts[0].over, 3);
}

}  // namespace
}  // namespace yomi::dd
