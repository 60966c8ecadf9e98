#include "condition_names.h"

#include <array>

namespace yomi::bidding {
namespace {

using enum Arguments;

constexpr std::int16_t of(Chair chair) {
  return static_cast<std::int16_t>(chair);
}
constexpr std::int16_t of(Rank rank) {
  return static_cast<std::int16_t>(rank);
}

constexpr NamedThing kNames[] = {
    // numbers of the hand
    {"hcp", none, Op::hcp},
    {"hcp", suit, Op::hcp_in},
    {"tp", none, Op::total_points},
    {"sp", suit, Op::support},
    {"losers", none, Op::losers},
    {"controls", none, Op::controls},
    {"aces", none, Op::aces},
    {"kings", none, Op::kings},
    {"queens", none, Op::queens},
    {"keycards", suit, Op::keycards},
    {"quick", none, Op::quick},
    {"ptricks", none, Op::playing},
    {"top", suit_and_number, Op::top},
    {"voids", none, Op::voids},
    {"singletons", none, Op::singletons},
    {"doubletons", none, Op::doubletons},
    {"longest", none, Op::longest},
    {"second", none, Op::second},
    {"shortest", none, Op::shortest},
    {"len", suit, Op::length},
    {"law.total", none, Op::law_total},
    {"law.ours", none, Op::law_ours},
    {"law.theirs", none, Op::law_theirs},
    {"law.on", none, Op::law_on},
    {"fit", suit, Op::length, false, 0, Shorthand::with_partner, Op::length_min},
    {"both.hcp", none, Op::hcp, false, 0, Shorthand::with_partner, Op::hcp_min},
    {"both.tp", none, Op::total_points, false, 0, Shorthand::with_partner, Op::points_min},
    {"both.sp", suit, Op::support, false, 0, Shorthand::with_partner, Op::points_min},
    {"likely.hcp", none, Op::hcp, false, 0, Shorthand::with_partner, Op::hcp_mean},
    {"likely.tp", none, Op::total_points, false, 0, Shorthand::with_partner, Op::points_mean},
    {"likely.sp", suit, Op::support, false, 0, Shorthand::with_partner, Op::points_mean},
    // conditions of the hand
    {"balanced", none, Op::balanced, true},
    {"semibalanced", none, Op::semibalanced, true},
    {"stopper", suit, Op::stopper, true},
    {"half", suit, Op::half_stopper, true},
    {"stoppers", none, Op::stoppers, true},
    {"covered", none, Op::stoppers, true, 1},
    {"queen", suit, Op::has, true, of(Rank::queen)},
    {"king", suit, Op::has, true, of(Rank::king)},
    {"ace", suit, Op::has, true, of(Rank::ace)},
    {"solid", suit, Op::solid, true},
    {"rule20", none, Op::longest, true, 0, Shorthand::rule_of_20},
    {"rule15", none, Op::hcp, true, 0, Shorthand::rule_of_15},
    // public numbers
    {"seat", none, Op::seat},
    {"level", none, Op::level},
    {"calls", none, Op::calls},
    {"bid.level", none, Op::bid_level},
    {"my.calls", none, Op::calls_of, false, of(Chair::me)},
    {"me.calls", none, Op::calls_of, false, of(Chair::me)},
    {"partner.calls", none, Op::calls_of, false, of(Chair::partner)},
    {"lho.calls", none, Op::calls_of, false, of(Chair::lho)},
    {"rho.calls", none, Op::calls_of, false, of(Chair::rho)},
    // public conditions
    {"passed", none, Op::passed, true, of(Chair::me)},
    {"me.passed", none, Op::passed, true, of(Chair::me)},
    {"partner.passed", none, Op::passed, true, of(Chair::partner)},
    {"lho.passed", none, Op::passed, true, of(Chair::lho)},
    {"rho.passed", none, Op::passed, true, of(Chair::rho)},
    {"vul", none, Op::vulnerable, true},
    {"they.vul", none, Op::they_vulnerable, true},
    {"forced", none, Op::forced, true},
    {"rescue", none, Op::rescue, true},
    {"forcing_pass", none, Op::forcing_pass, true},
    {"invited", none, Op::invited, true},
    {"signed_off", none, Op::signed_off, true},
    {"game_forced", none, Op::game_forced, true},
    {"game_reached", none, Op::game_reached, true},
    {"doubled", none, Op::doubled, true},
    {"competitive", none, Op::competitive, true},
    {"passout", none, Op::passout, true},
    {"agreed", none, Op::agreed, true},
    {"me.said", tag, Op::said, true, of(Chair::me)},
    {"partner.said", tag, Op::said, true, of(Chair::partner)},
    {"lho.said", tag, Op::said, true, of(Chair::lho)},
    {"rho.said", tag, Op::said, true, of(Chair::rho)},
    {"they.said", tag, Op::they_said, true},
    {"bid_by_us", suit, Op::bid_by_us, true},
    {"bid_by_them", suit, Op::bid_by_them, true},
    {"by_me", suit, Op::bid_by, true, of(Chair::me)},
    {"by_partner", suit, Op::bid_by, true, of(Chair::partner)},
    {"by_lho", suit, Op::bid_by, true, of(Chair::lho)},
    {"by_rho", suit, Op::bid_by, true, of(Chair::rho)},
    {"unbid", suit, Op::unbid, true},
    {"new", suit, Op::new_suit, true},
    {"higher", two_suits, Op::higher, true},
    {"same", two_suits, Op::same, true},
    {"major", suit, Op::major, true},
    {"minor", suit, Op::minor, true},
};

// What is said of each chair: partner.hcp.min, rho.max(u) and so on.
constexpr NamedThing kOfChair[] = {
    {"hcp.min", none, Op::hcp_min},   {"hcp.max", none, Op::hcp_max},   {"tp.min", none, Op::points_min},
    {"tp.max", none, Op::points_max}, {"hcp.mean", none, Op::hcp_mean}, {"tp.mean", none, Op::points_mean},
    {"min", suit, Op::length_min},    {"max", suit, Op::length_max},
};
constexpr std::array<std::string_view, 4> kChairs = {"me.", "lho.", "partner.", "rho."};
constexpr std::size_t kOfChairCount = std::size(kOfChair);

constexpr std::array<std::array<NamedThing, kOfChairCount>, 4> name_chairs() {
  std::array<std::array<NamedThing, kOfChairCount>, 4> made{};
  for (std::size_t chair = 0; chair < 4; ++chair) {
    for (std::size_t i = 0; i < kOfChairCount; ++i) {
      made[chair][i] = kOfChair[i];
      made[chair][i].value = static_cast<std::int16_t>(chair);
    }
  }
  return made;
}
constexpr auto kOfChairs = name_chairs();

}  // namespace

const NamedThing* find_name(std::string_view name, bool brackets) {
  const auto fits = [&](const NamedThing& thing, std::string_view text) {
    return thing.name == text && (thing.arguments != none) == brackets;
  };
  for (const NamedThing& thing : kNames) {
    if (fits(thing, name)) return &thing;
  }
  for (std::size_t chair = 0; chair < kChairs.size(); ++chair) {
    if (!name.starts_with(kChairs[chair])) continue;
    for (const NamedThing& thing : kOfChairs[chair]) {
      if (fits(thing, name.substr(kChairs[chair].size()))) return &thing;
    }
  }
  return nullptr;
}

}  // namespace yomi::bidding
