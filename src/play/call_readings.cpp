#include "yomi/play/call_readings.h"

#include <fmt/format.h>

#include <array>

#include "yomi/bidding/auction_state.h"
#include "yomi/bidding/bidder.h"
#include "yomi/dealer/meaning.h"

namespace yomi::play {
namespace {

using bidding::AuctionState;
using bidding::InterpretedCall;

constexpr double kKept = 0.9;  // as SystemReader has it

std::optional<AuctionState> state_of(const Board& board,
                                     const std::shared_ptr<const bidding::System>& system) {
  const auto auction = board.auction();
  if (!auction || !system) return std::nullopt;
  AuctionState state({system, system}, auction->dealer(), board.vulnerability.value_or(Vulnerability::none),
                     std::make_shared<bidding::GridMemory>());
  for (const Call call : auction->calls()) state.add(call);
  return state;
}

// A condition of the dealer language on `self`; empty when any hand would do.
std::string condition_of(const bidding::Summary& hand) {
  std::string text;
  const auto add = [&](std::string_view what, int least, int most, int all) {
    if (least > 0) text += fmt::format("{}{}(self) >= {}", text.empty() ? "" : " && ", what, least);
    if (most < all) text += fmt::format("{}{}(self) <= {}", text.empty() ? "" : " && ", what, most);
  };
  add("hcp", hand.hcp.min, hand.hcp.max, 37);
  add("spades", hand.of(Suit::spades).min, hand.of(Suit::spades).max, kRanks);
  add("hearts", hand.of(Suit::hearts).min, hand.of(Suit::hearts).max, kRanks);
  add("diamonds", hand.of(Suit::diamonds).min, hand.of(Suit::diamonds).max, kRanks);
  add("clubs", hand.of(Suit::clubs).min, hand.of(Suit::clubs).max, kRanks);
  return text;
}

}  // namespace

std::string_view to_string(ReadBy by) {
  constexpr std::array<std::string_view, 4> kNames = {"explanation", "system", "general", "nothing"};
  return kNames[static_cast<std::size_t>(by)];
}

std::vector<CallReading> call_readings(const Board& board, const std::vector<belief::SoftConstraint>& said,
                                       const std::shared_ptr<const bidding::System>& system) {
  std::vector<CallReading> made;
  auto constraint = said.begin();
  const auto state = state_of(board, system);
  for (std::size_t i = 0; i < board.calls.size(); ++i) {
    CallReading one{.seat = next(board.dealer.value_or(Seat::north), static_cast<int>(i)),
                    .call = board.calls[i].call};
    // The constraints stand in the order of their calls, and each names its own.
    const std::string label = fmt::format("{}'s {} shows ", to_name(one.seat), yomi::to_string(one.call));
    if (constraint != said.end() && constraint->label.starts_with(label)) {
      one.by = ReadBy::explanation;
      one.shows = board.calls[i].explanation;
      ++constraint;
    } else if (state) {
      const InterpretedCall& read = state->interpreted_calls()[i];
      const bidding::System& played = state->system(side_of(one.seat));
      one.shows = bidding::in_words(*state, read);
      if (read.line != bidding::RuleMatch::kNoLine)
        one.by = played.groups[played.lines[read.line].group].general ? ReadBy::general : ReadBy::system;
      else if (*read.meaning != bidding::HandGrid::everything())
        one.by = ReadBy::system;  // what follows from the lines for other calls
      if (*read.meaning == bidding::HandGrid::everything()) one.by = ReadBy::nothing;
    }
    made.push_back(std::move(one));
  }
  return made;
}

std::vector<belief::SoftConstraint> system_constraints(const Board& board,
                                                       const std::shared_ptr<const bidding::System>& system,
                                                       const std::vector<bool>& told) {
  std::vector<belief::SoftConstraint> made;
  const auto state = state_of(board, system);
  if (!state) return made;
  for (std::size_t i = 0; i < state->interpreted_calls().size(); ++i) {
    if (i < told.size() && told[i]) continue;
    const InterpretedCall& read = state->interpreted_calls()[i];
    const std::string condition = condition_of(bidding::summarize(*read.meaning));
    if (condition.empty()) continue;
    if (auto constraint = dealer::call_meaning(read.seat, read.call, "shows " + condition, kKept);
        constraint && *constraint)
      made.push_back(std::move(**constraint));
  }
  return made;
}

std::string in_words(const std::vector<CallReading>& readings) {
  std::array<int, 4> counts{};
  int passes = 0;
  for (const CallReading& one : readings) {
    ++counts[static_cast<std::size_t>(one.by)];
    if (one.by == ReadBy::nothing && one.call.is_pass()) ++passes;
  }
  if (readings.empty()) return "There are no calls to read.";
  std::string text;
  constexpr std::array<std::string_view, 3> kWords = {"by explanation", "by the system", "by general lines"};
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (counts[i] > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kWords[i], counts[i]);
  }
  text = text.empty() ? "No call was read" : "Calls read " + text;
  if (counts[3] > 0 && counts[3] < static_cast<int>(readings.size()))
    text += fmt::format("; not read {}", counts[3]);
  if (passes > 0 && counts[3] < static_cast<int>(readings.size()))
    text += passes == counts[3] ? ", all of them passes" : fmt::format(", {} of them passes", passes);
  return text + ".";
}

std::string in_words(const CallReading& reading) {
  constexpr std::array<std::string_view, 4> kWords = {
      ", by its explanation: ", ", by the system: ", ", by general lines: ", ": not read"};
  std::string text = fmt::format("{} {}{}", to_name(reading.seat), yomi::to_string(reading.call),
                                 kWords[static_cast<std::size_t>(reading.by)]);
  return reading.by == ReadBy::nothing ? text : text + reading.shows;
}

Json to_json(const std::vector<CallReading>& readings) {
  Json made = Json::array();
  for (const CallReading& one : readings) {
    Json call{
        {"seat", to_string(one.seat)}, {"call", yomi::to_string(one.call)}, {"read_by", to_string(one.by)}};
    if (one.by != ReadBy::nothing) call["shows"] = one.shows;
    made.push_back(std::move(call));
  }
  return made;
}

}  // namespace yomi::play
