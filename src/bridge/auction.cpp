#include "yomi/bridge/auction.h"

#include <algorithm>

namespace yomi {
namespace {

constexpr std::size_t kUsualCalls = 16;

// The number of the last call that is not a pass.
std::optional<std::size_t> last_action(const std::vector<Call>& calls) {
  for (std::size_t i = calls.size(); i-- > 0;) {
    if (!calls[i].is_pass()) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> last_bid_number(const std::vector<Call>& calls) {
  for (std::size_t i = calls.size(); i-- > 0;) {
    if (calls[i].is_bid()) return i;
  }
  return std::nullopt;
}

}  // namespace

bool Auction::is_over() const {
  const auto action = last_action(calls_);
  return action ? calls_.size() - *action > 3 : calls_.size() >= 4;
}

bool Auction::is_legal(Call call) const {
  if (is_over()) return false;
  if (call.is_pass()) return true;
  if (call.is_bid()) {
    const auto bid = last_bid();
    return !bid || call > *bid;
  }
  const auto action = last_action(calls_);
  if (!action || side_of(caller(*action)) == side_of(turn())) return false;
  return call == Call::x() ? calls_[*action].is_bid() : calls_[*action] == Call::x();
}

std::vector<Call> Auction::legal_calls() const {
  std::vector<Call> result;
  for (int code = 0; code < kCalls; ++code) {
    if (is_legal(Call::from_code(code))) result.push_back(Call::from_code(code));
  }
  return result;
}

bool Auction::add(Call call) {
  if (!is_legal(call)) return false;
  if (calls_.empty()) calls_.reserve(kUsualCalls);
  calls_.push_back(call);
  return true;
}

std::optional<Call> Auction::last_bid() const {
  const auto number = last_bid_number(calls_);
  return number ? std::optional(calls_[*number]) : std::nullopt;
}

std::optional<Seat> Auction::last_bidder() const {
  const auto number = last_bid_number(calls_);
  return number ? std::optional(caller(*number)) : std::nullopt;
}

Doubling Auction::doubling() const {
  const auto action = last_action(calls_);
  if (!action) return Doubling::none;
  if (calls_[*action] == Call::x()) return Doubling::x;
  if (calls_[*action] == Call::xx()) return Doubling::xx;
  return Doubling::none;
}

std::optional<Contract> Auction::contract() const {
  const auto number = last_bid_number(calls_);
  if (!number) return std::nullopt;
  const Call bid = calls_[*number];
  const Side side = side_of(caller(*number));
  std::size_t first = 0;
  while (!calls_[first].is_bid() || calls_[first].strain() != bid.strain() || side_of(caller(first)) != side)
    ++first;
  return Contract{
      .level = bid.level(), .strain = bid.strain(), .doubling = doubling(), .declarer = caller(first)};
}

std::string to_string(const Auction& auction) {
  std::string text;
  for (Call call : auction.calls()) text += (text.empty() ? "" : " ") + to_string(call);
  return text;
}

}  // namespace yomi
