// CalcDDtable, CalcAllTables and the functions that add par to them.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "board.h"
#include "pool.h"

namespace yomi::dds {

int calc_strain(const ddTableDeal& cards, int strain, int (&row)[DDS_HANDS]) {
  deal board{};
  board.trump = strain;
  std::copy(&cards.cards[0][0], &cards.cards[0][0] + std::ptrdiff_t{DDS_HANDS} * DDS_SUITS,
            &board.remainCards[0][0]);
  const CheckedBoard checked = read_board(board, {});
  if (checked.code != RETURN_NO_FAULT) return checked.code;
  const Deal& hands = checked.position->hands();
  const Pool::Loan solver(Pool::shared());
  const int all = checked.position->tricks_left();
  int ns = all / 2;  // north-south's tricks as the last lead showed them
  // Opposite leads after each other: their results are the closest.
  for (Seat leader : {Seat::north, Seat::south, Seat::east, Seat::west}) {
    const bool leads_ns = on(leader, Side::ns);
    const int tricks =
        solver->tricks(Position(hands, strain_of_dds(strain), leader), leads_ns ? ns : all - ns).lower;
    ns = leads_ns ? tricks : all - tricks;
    row[index(next(leader, 3))] = 13 - tricks;
  }
  return RETURN_NO_FAULT;
}

namespace {

int calc_tables(const ddTableDeals& deals, const std::vector<int>& strains, ddTablesRes& results) {
  const int count = std::max(deals.noOfTables, 0);
  const int per_table = static_cast<int>(strains.size());
  std::vector<int> codes(static_cast<std::size_t>(count * per_table), RETURN_NO_FAULT);
  in_parallel(count * per_table, [&](int i) {
    const int strain = strains[static_cast<std::size_t>(i % per_table)];
    codes[static_cast<std::size_t>(i)] = guarded([&] {
      int row[DDS_HANDS] = {};
      const int code = calc_strain(deals.deals[i / per_table], strain, row);
      if (code == RETURN_NO_FAULT)
        std::copy(row, row + DDS_HANDS, results.results[i / per_table].resTable[strain]);
      return code;
    });
  });
  for (int code : codes) {
    if (code != RETURN_NO_FAULT) return code;
  }
  results.noOfBoards = 4 * count * per_table;
  return RETURN_NO_FAULT;
}

int calc_all(const ddTableDeals& deals, int mode, const int* filter, ddTablesRes& results,
             allParResults* pars) {
  std::vector<int> strains;
  for (int strain = DDS_STRAINS - 1; strain >= 0; --strain) {
    if (filter[strain] == 0) strains.push_back(strain);
  }
  if (strains.empty()) return RETURN_NO_SUIT;
  if (deals.noOfTables > MAXNOOFTABLES * DDS_STRAINS / static_cast<int>(strains.size()))
    return RETURN_TOO_MANY_TABLES;
  results.noOfBoards = 0;
  if (const int code = calc_tables(deals, strains, results); code != RETURN_NO_FAULT) return code;

  if (mode < 0 || mode > 3 || strains.size() != DDS_STRAINS || pars == nullptr) return RETURN_NO_FAULT;
  for (int i = 0; i < deals.noOfTables; ++i) {
    const int code = Par(&results.results[i], &pars->presults[i], mode);
    if (code != RETURN_NO_FAULT) return code;
  }
  return RETURN_NO_FAULT;
}

int calc_one(const ddTableDeal& cards, ddTableResults& result) {
  auto one = std::make_unique<ddTableDeals>();
  auto results = std::make_unique<ddTablesRes>();
  one->noOfTables = 1;
  one->deals[0] = cards;
  const int code = calc_tables(*one, {4, 3, 2, 1, 0}, *results);
  if (code == RETURN_NO_FAULT) result = results->results[0];
  return code;
}

}  // namespace
}  // namespace yomi::dds

using yomi::dds::guarded;

int CalcDDtable(ddTableDeal tableDeal, ddTableResults* tablep) {
  return guarded(
      [&] { return tablep == nullptr ? RETURN_UNKNOWN_FAULT : yomi::dds::calc_one(tableDeal, *tablep); });
}

int CalcDDtablePBN(ddTableDealPBN tableDealPBN, ddTableResults* tablep) {
  ddTableDeal read{};
  if (!yomi::dds::read_pbn(tableDealPBN.cards, read.cards)) return RETURN_PBN_FAULT;
  return CalcDDtable(read, tablep);
}

int CalcAllTables(ddTableDeals* dealsp, int mode, int trumpFilter[DDS_STRAINS], ddTablesRes* resp,
                  allParResults* presp) {
  return guarded([&] {
    if (dealsp == nullptr || trumpFilter == nullptr || resp == nullptr) return RETURN_UNKNOWN_FAULT;
    return yomi::dds::calc_all(*dealsp, mode, trumpFilter, *resp, presp);
  });
}

int CalcAllTablesPBN(ddTableDealsPBN* dealsp, int mode, int trumpFilter[DDS_STRAINS], ddTablesRes* resp,
                     allParResults* presp) {
  return guarded([&] {
    if (dealsp == nullptr || trumpFilter == nullptr || resp == nullptr) return RETURN_UNKNOWN_FAULT;
    if (dealsp->noOfTables > MAXNOOFTABLES * DDS_STRAINS) return RETURN_TOO_MANY_TABLES;
    auto read = std::make_unique<ddTableDeals>();
    read->noOfTables = dealsp->noOfTables;
    for (int i = 0; i < dealsp->noOfTables; ++i) {
      if (!yomi::dds::read_pbn(dealsp->deals[i].cards, read->deals[i].cards)) return RETURN_PBN_FAULT;
    }
    return yomi::dds::calc_all(*read, mode, trumpFilter, *resp, presp);
  });
}

int CalcPar(ddTableDeal tableDeal, int vulnerable, ddTableResults* tablep, parResults* presp) {
  const int code = CalcDDtable(tableDeal, tablep);
  return code == RETURN_NO_FAULT ? Par(tablep, presp, vulnerable) : code;
}

int CalcParPBN(ddTableDealPBN tableDealPBN, ddTableResults* tablep, int vulnerable, parResults* presp) {
  const int code = CalcDDtablePBN(tableDealPBN, tablep);
  return code == RETURN_NO_FAULT ? Par(tablep, presp, vulnerable) : code;
}
