// The auction: calls in turn from the dealer.
//
// A bid must be higher than every bid before it. A double may follow an opponent's undoubled bid, a redouble
// an opponent's double, passes between them aside. Three passes after a bid end the auction, and so do four
// passes at the start. The declarer is the first of the side that made the last bid to have named its strain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yomi/bridge/contract.h"

namespace yomi {

class Auction {
 public:
  explicit Auction(Seat dealer = Seat::north) : dealer_(dealer) {}

  [[nodiscard]] Seat dealer() const { return dealer_; }
  [[nodiscard]] const std::vector<Call>& calls() const { return calls_; }
  // Whose turn it is; after the end, the chair that would have been next.
  [[nodiscard]] Seat turn() const { return next(dealer_, static_cast<int>(calls_.size())); }
  [[nodiscard]] Seat caller(std::size_t call_number) const {
    return next(dealer_, static_cast<int>(call_number));
  }
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] bool is_legal(Call call) const;
  [[nodiscard]] std::vector<Call> legal_calls() const;
  // Makes the call; false, and nothing happens, when it is not legal.
  bool add(Call call);

  // The last bid, if any, and who made it.
  [[nodiscard]] std::optional<Call> last_bid() const;
  [[nodiscard]] std::optional<Seat> last_bidder() const;
  [[nodiscard]] Doubling doubling() const;
  // The contract as it stands now; nothing when nobody has bid. Final once is_over().
  [[nodiscard]] std::optional<Contract> contract() const;

  friend bool operator==(const Auction&, const Auction&) = default;

 private:
  Seat dealer_;
  std::vector<Call> calls_;
};

// "1NT Pass 3NT Pass Pass Pass"
std::string to_string(const Auction& auction);

}  // namespace yomi
