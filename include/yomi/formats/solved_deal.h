// A library of solved deals as plain text, one deal a line:
//   N None N:AKQ.J32.T98.7654 ... ... ... 8585676776687878A3A3
// dealer, vulnerability, the deal in PBN, and the tricks of every declarer: 20 hexadecimal digits, strains
// from clubs to no trump, for each of them north, east, south, west. Empty lines and those that start with #
// are skipped by readers of whole files.
#pragma once

#include <string>
#include <string_view>

#include "yomi/bridge/contract.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"

namespace yomi {

struct SolvedDeal {
  Seat dealer = Seat::north;
  Vulnerability vulnerability = Vulnerability::none;
  Deal deal;
  dd::Table table;

  // What a contract scores for north and south; 0 when passed out.
  [[nodiscard]] int score_ns(const std::optional<Contract>& contract) const;
};

// The error's column counts from 1.
Result<SolvedDeal> parse_solved_deal(std::string_view line);
std::string to_string(const SolvedDeal& deal);

}  // namespace yomi
