#include "deal/writer.h"

#include <fmt/core.h>
#include "yomi/formats/json.h"

namespace yomi::cli::deal {
namespace {

// South first, as LIN writes it; the fourth hand follows from the others.
std::string lin_board(const Deal& deal, std::int64_t number, Seat dealer, Vulnerability vulnerability) {
  const auto hand = [&](Seat seat) {
    std::string text;
    for (Suit suit : kSuitsFromSpades) {
      text += to_char(suit);
      const std::string ranks = ranks_to_string(deal[seat], suit);
      // Lowest card first, and nothing for a void.
      if (ranks != "-") text.append(ranks.rbegin(), ranks.rend());
    }
    return text;
  };
  const int first = (distance(Seat::south, dealer) & 3) + 1;
  const char vulnerable = "oneb"[static_cast<int>(vulnerability)];
  return fmt::format("qx|o{}|md|{}{},{},{},{}|ah|Board {}|sv|{}|pg||\n", number, first, hand(Seat::south),
                     hand(Seat::west), hand(Seat::north), hand(Seat::east), number, vulnerable);
}

}  // namespace

void DealWriter::write(const Deal& deal, std::int64_t number, std::optional<Seat> dealer,
                       std::optional<Vulnerability> vulnerability) {
  ++written_;
  const auto board = static_cast<int>((number - 1) % 16) + 1;
  const Seat first = dealer.value_or(board_dealer(board));
  const Vulnerability vul = vulnerability.value_or(board_vulnerability(board));
  if (format_ == "json") {
    deals_.push_back(to_string(deal));
  } else if (format_ == "lin") {
    fmt::print("{}", lin_board(deal, number, first, vul));
  } else if (format_ == "pbn") {
    fmt::print("[Board \"{}\"]\n[Dealer \"{}\"]\n[Vulnerable \"{}\"]\n[Deal \"{}\"]\n\n", number,
               to_char(first), to_string(vul), to_string(deal));
  } else {
    fmt::print("{}\n", to_string(deal));
  }
}

void DealWriter::finish(Json head) {
  head["deals"] = std::move(deals_);
  fmt::print("{}\n", head.dump());
}

}  // namespace yomi::cli::deal
