#include "yomi/bidding/call_value.h"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <cmath>

#include "bidding_data.h"

namespace yomi::bidding {
namespace {

// What a call must be worth, in IMPs, to overrule the rules. Everybody sees all cards in the lessons, which
// makes doubles look better than they are.
constexpr float kLeastGain = 0.5F;
constexpr float kDoubleGain = 1;

constexpr std::string_view kHeading = "yomi call values 1";

std::string sizes() {
  return fmt::format("{} {} {} {}", kSituationFeatures, kCallFeatures, kFirstUnits, kSecondUnits);
}

}  // namespace

const CallValues& CallValues::shipped() {
  static const CallValues values = [] {
    const auto parsed = parse(data::k_calls);
    assert(parsed.ok());
    return *parsed;
  }();
  return values;
}

std::string CallValues::to_text() const {
  std::string text = fmt::format("{}\n{}\n", kHeading, sizes());
  for (const float weight : weights_->all()) fmt::format_to(std::back_inserter(text), "{:.4g}\n", weight);
  return text;
}

Result<CallValues> CallValues::parse(std::string_view text) {
  std::uint32_t number = 0;
  const auto next_line = [&] {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
  };
  const auto error = [&](std::string what) {
    return Error{.what = std::move(what), .file = {}, .line = number, .column = 0};
  };
  if (next_line() != kHeading) return error(fmt::format("expected \"{}\"", kHeading));
  if (next_line() != sizes()) return error(fmt::format("expected the sizes of the layers, \"{}\"", sizes()));
  auto weights = std::make_shared<CallWeights>();
  for (float& weight : weights->all()) {
    const std::string_view line = next_line();
    const auto [end, bad] = std::from_chars(line.data(), line.data() + line.size(), weight);
    if (bad != std::errc() || end != line.data() + line.size() || !std::isfinite(weight))
      return error("expected a weight");
  }
  if (!text.empty()) {
    ++number;
    return error("expected the end");
  }
  return CallValues(std::move(weights));
}

std::vector<float> CallValues::values(const DecisionDescription& decision) const {
  std::vector<float> made;
  if (decision.calls.empty()) return made;
  const FirstUnits situation = situation_part(*weights_, decision.situation);
  CallActivations activations;
  for (const CallDescription& one : decision.calls) {
    forward(*weights_, situation, one.features, activations);
    made.push_back(activations.value);
  }
  return made;
}

bool may_be_overruled(const AuctionState& state, const Choice& rules) {
  if (!rules.general) return false;
  const RuleMatch& match = state.matches()[rules.match];
  if (match.line == RuleMatch::kNoLine) return true;
  const Forcing forcing = state.system().lines[match.line].forcing;
  return forcing != Forcing::round && forcing != Forcing::game && forcing != Forcing::transfer;
}

ValuedChoice choose_by_value(const AuctionState& state, const HandFeatures& hand, const CallValues& values) {
  ValuedChoice made{.rules = choose(state, hand), .call = {}};
  made.call = made.rules.call;
  if (!may_be_overruled(state, made.rules)) return made;
  const DecisionDescription decision = describe(state, hand, made.rules);
  const std::vector<float> worth = values.values(decision);
  for (std::size_t i = 0; i < worth.size(); ++i) {
    const Call call = decision.calls[i].call;
    if (worth[i] < (call == Call::x() ? kDoubleGain : kLeastGain) || worth[i] <= made.imps) continue;
    made.imps = worth[i];
    made.call = call;
  }
  return made;
}

}  // namespace yomi::bidding
