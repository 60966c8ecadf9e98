// Par in the forms of DDS.
#include "yomi/dd/par.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>

#include "board.h"

namespace yomi::dds {
namespace {

std::optional<dd::Table> read_table(const ddTableResults& from) {
  dd::Table table;
  for (Strain strain : kAllStrains) {
    for (Seat seat : kAllSeats) {
      const int tricks = from.resTable[to_dds(strain)][index(seat)];
      if (tricks < 0 || tricks > 13) return std::nullopt;
      table.tricks[strain][seat] = static_cast<std::uint8_t>(tricks);
    }
  }
  return table;
}

// 0 none, 1 both, 2 NS, 3 EW; anything else is none, as in the functions by side of DDS.
Vulnerability vulnerability_of(int dds) {
  constexpr std::array values = {Vulnerability::none, Vulnerability::both, Vulnerability::ns,
                                 Vulnerability::ew};
  return dds < 0 || dds > 3 ? Vulnerability::none : values[static_cast<std::size_t>(dds)];
}

template <std::size_t size>
void put(char (&to)[size], const std::string& text) {
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

int seats_of(const dd::ParContract& contract) {
  const int first = index(contract.side);
  if (contract.declarers[static_cast<std::size_t>(first)] &&
      contract.declarers[static_cast<std::size_t>(first) + 2]) {
    return 4 + first;
  }
  return contract.declarers[static_cast<std::size_t>(first)] ? first : first + 2;
}

constexpr std::array<const char*, 6> kSeatNames = {"N", "E", "S", "W", "NS", "EW"};
constexpr int kMostContracts = 10;

// A board that is passed out has one contract, all zeros.
parResultsMaster to_master(const dd::Par& par, int score) {
  parResultsMaster result{};
  result.score = score;
  for (const dd::ParContract& contract : par.contracts) {
    result.contracts[result.number++] = {.underTricks = std::max(-contract.over, 0),
                                         .overTricks = std::max(contract.over, 0),
                                         .level = contract.level,
                                         .denom = 4 - index(contract.strain),
                                         .seats = seats_of(contract)};
  }
  if (score == 0) result.number = 1;
  return result;
}

bool is_written(const contractType& contract) {
  return contract.seats >= 0 && contract.seats <= 5 && contract.denom >= 0 && contract.denom <= 4;
}

// "Par 110: NS 2S NS 2H+1 EW 4Sx-2"; nothing when a field is out of range.
std::optional<std::string> par_text(const parResultsMaster& result, const char* no_trump) {
  if (result.number < 0 || result.number > kMostContracts) return std::nullopt;
  std::string text = "Par " + std::to_string(result.score) + ": ";
  for (int i = 0; i < result.number; ++i) {
    const contractType& contract = result.contracts[i];
    if (!is_written(contract)) return std::nullopt;
    if (i > 0) text += ' ';
    text += kSeatNames[static_cast<std::size_t>(contract.seats)];
    text += ' ' + std::to_string(contract.level);
    if (contract.denom == 0) {
      text += no_trump;
    } else {
      text += "SHDC"[contract.denom - 1];
    }
    if (contract.underTricks > 0) {
      text += "x-" + std::to_string(contract.underTricks);
    } else if (contract.overTricks > 0) {
      text += '+' + std::to_string(contract.overTricks);
    }
  }
  return text;
}

// "NS:NS 23S,N 4Hx": all the levels at which a contract may be bid, or its level and an x.
std::string contracts_text(const parResultsMaster& result) {
  std::string text;
  for (int i = 0; i < result.number; ++i) {
    const contractType& contract = result.contracts[i];
    if (i > 0) text += ',';
    text += kSeatNames[static_cast<std::size_t>(contract.seats)];
    text += ' ';
    for (int level = contract.level; level <= contract.level + contract.overTricks; ++level) {
      text += std::to_string(level);
    }
    text += "NSHDC"[contract.denom];
    if (contract.underTricks > 0) text += 'x';
  }
  return text;
}

// DDS 2.9 leaves the star out where one hand sacrifices in the strain of the contract it is over ("2H-W-1").
// Programs have met the text in this form, so it is kept.
std::string dealer_text(const dd::ParContract& contract, std::optional<Strain> against) {
  std::string text = to_string(contract);
  if (contract.doubled && contract.strain == against && seats_of(contract) < 4) text.erase(text.find('*'), 1);
  return text;
}

// Nothing where an argument is not what it should be.
std::optional<dd::Par> dealer_par(const ddTableResults* table, int dealer, int vulnerable) {
  if (table == nullptr || dealer < 0 || dealer > 3 || vulnerable < 0 || vulnerable > 3) return std::nullopt;
  const auto read = read_table(*table);
  if (!read) return std::nullopt;
  return dd::par(*read, vulnerability_of(vulnerable), seat_at(dealer));
}

}  // namespace
}  // namespace yomi::dds

using yomi::dds::guarded;

int SidesParBin(ddTableResults* tablep, parResultsMaster sidesRes[2], int vulnerable) {
  return guarded([&] {
    if (tablep == nullptr || sidesRes == nullptr) return RETURN_UNKNOWN_FAULT;
    const auto table = yomi::dds::read_table(*tablep);
    if (!table) return RETURN_UNKNOWN_FAULT;
    const auto par = yomi::dd::par_by_side(*table, yomi::dds::vulnerability_of(vulnerable));
    sidesRes[0] = yomi::dds::to_master(par[0], par[0].score_ns);
    sidesRes[1] = yomi::dds::to_master(par[1], -par[1].score_ns);
    return RETURN_NO_FAULT;
  });
}

int SidesPar(ddTableResults* tablep, parResultsDealer sidesRes[2], int vulnerable) {
  return guarded([&] {
    if (tablep == nullptr || sidesRes == nullptr) return RETURN_UNKNOWN_FAULT;
    const auto table = yomi::dds::read_table(*tablep);
    if (!table) return RETURN_UNKNOWN_FAULT;
    const auto par = yomi::dd::par_by_side(*table, yomi::dds::vulnerability_of(vulnerable));
    for (std::size_t side = 0; side < 2; ++side) {
      parResultsDealer& result = sidesRes[side];
      result.score = side == 0 ? par[0].score_ns : -par[1].score_ns;
      result.number = 0;
      for (const auto& contract : par[side].contracts)
        yomi::dds::put(result.contracts[result.number++], to_string(contract));
      if (result.score == 0) yomi::dds::put(result.contracts[result.number++], "0N-N");
    }
    return RETURN_NO_FAULT;
  });
}

int Par(ddTableResults* tablep, parResults* presp, int vulnerable) {
  return guarded([&] {
    if (presp == nullptr) return RETURN_UNKNOWN_FAULT;
    parResultsMaster sides[2];
    const int code = SidesParBin(tablep, sides, vulnerable);
    if (code != RETURN_NO_FAULT) return code;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string name = side == 0 ? "NS" : "EW";
      yomi::dds::put(presp->parScore[side], name + ' ' + std::to_string(sides[side].score));
      yomi::dds::put(presp->parContractsString[side],
                     name + ':' + (sides[0].score == 0 ? "" : yomi::dds::contracts_text(sides[side])));
    }
    return RETURN_NO_FAULT;
  });
}

int DealerPar(ddTableResults* tablep, parResultsDealer* presp, int dealer, int vulnerable) {
  return guarded([&] {
    const auto par = yomi::dds::dealer_par(tablep, dealer, vulnerable);
    if (!par || presp == nullptr) return RETURN_UNKNOWN_FAULT;
    presp->score = par->score_ns;
    presp->number = 0;
    for (const auto& contract : par->contracts) {
      yomi::dds::put(presp->contracts[presp->number++], yomi::dds::dealer_text(contract, par->against));
    }
    if (par->score_ns == 0) yomi::dds::put(presp->contracts[presp->number++], "pass");
    return RETURN_NO_FAULT;
  });
}

int DealerParBin(ddTableResults* tablep, parResultsMaster* presp, int dealer, int vulnerable) {
  return guarded([&] {
    const auto par = yomi::dds::dealer_par(tablep, dealer, vulnerable);
    if (!par || presp == nullptr) return RETURN_UNKNOWN_FAULT;
    *presp = yomi::dds::to_master(*par, par->score_ns);
    std::sort(presp->contracts, presp->contracts + presp->number,
              [](const contractType& a, const contractType& b) { return a.denom < b.denom; });
    return RETURN_NO_FAULT;
  });
}

int ConvertToDealerTextFormat(parResultsMaster* pres, char* resp) {
  return guarded([&] {
    if (pres == nullptr || resp == nullptr) return RETURN_UNKNOWN_FAULT;
    const auto text = yomi::dds::par_text(*pres, "N");
    if (!text) return RETURN_UNKNOWN_FAULT;
    std::memcpy(resp, text->c_str(), text->size() + 1);
    return RETURN_NO_FAULT;
  });
}

int ConvertToSidesTextFormat(parResultsMaster* pres, parTextResults* resp) {
  return guarded([&] {
    if (pres == nullptr || resp == nullptr) return RETURN_UNKNOWN_FAULT;
    *resp = parTextResults{};
    resp->equal = true;
    if (pres[0].score == 0) {
      yomi::dds::put(resp->parText[0], "Par 0");
      return RETURN_NO_FAULT;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const auto text = yomi::dds::par_text(pres[side], "NT");
      if (!text) return RETURN_UNKNOWN_FAULT;
      yomi::dds::put(resp->parText[side], *text);
    }
    const auto same = [](const contractType& a, const contractType& b) {
      return a.denom == b.denom && a.level == b.level && a.overTricks == b.overTricks &&
             a.underTricks == b.underTricks && a.seats == b.seats;
    };
    resp->equal = pres[0].score == -pres[1].score && pres[0].number == pres[1].number &&
                  std::equal(pres[0].contracts, pres[0].contracts + pres[0].number, pres[1].contracts, same);
    return RETURN_NO_FAULT;
  });
}
