#include "yomi/bidding/auction_state.h"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "yomi/bidding/duty.h"

namespace yomi::bidding {
namespace {

// What the line of a strong, artificial opening says.
constexpr std::string_view kStrongTag = "strong";

std::shared_ptr<const HandGrid> everything() {
  static const auto kShared = std::make_shared<const HandGrid>(HandGrid::everything());
  return kShared;
}

// The suit of the bid of a match; only lines with a free letter are asked.
Suit suit_of(const RuleMatch& match) {
  return suit_at(index(match.call.strain()));
}

// The auction with their doubles taken for passes; nothing when they have not doubled.
std::optional<std::vector<Call>> without_doubles(std::span<const Call> calls, bool ours_first) {
  std::vector<Call> made(calls.begin(), calls.end());
  bool changed = false;
  for (std::size_t i = 0; i < made.size(); ++i) {
    const bool ours = (i % 2 == 0) == ours_first;
    if (ours || made[i] != Call::x()) continue;
    made[i] = Call::pass();
    changed = true;
  }
  if (!changed || made.front().is_pass()) return std::nullopt;
  return made;
}

std::array<double, 4> expected_points(const std::array<Shown, 4>& shown) {
  constexpr double kPoints = 40;
  std::array<double, 4> made{};
  double sum = 0;
  double variances = 0;
  for (const Shown& one : shown) {
    sum += one.hand.mean_hcp;
    variances += one.hand.variance_hcp;
  }
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Summary& hand = shown[i].hand;
    const double moved = variances > 0 ? (kPoints - sum) * hand.variance_hcp / variances : 0;
    made[i] = std::clamp(hand.mean_hcp + moved, 1.0 * hand.hcp.min, 1.0 * hand.hcp.max);
  }
  return made;
}

// The hands for which another suit of the same line is taken.
HandGrid overtaken(Pick pick, const RuleMatch& match, const RuleMatch& rival, const HandGrid& rival_must) {
  HandGrid made;
  for (int shape = 0; shape < kGridShapes; ++shape) {
    const std::uint64_t row = rival_must.row(shape);
    if (row == 0) continue;
    const auto first = picks_first(pick, rival, match, grid_shapes()[static_cast<std::size_t>(shape)]);
    if (first.value_or(false)) made.row(shape) = row;
  }
  return made;
}

}  // namespace

std::optional<bool> picks_first(Pick pick, const RuleMatch& a, const RuleMatch& b, const Lengths& lengths) {
  switch (pick) {
    case Pick::cheapest:
      return a.call < b.call;
    case Pick::highest:
      return a.call > b.call;
    case Pick::strongest:
      return std::nullopt;
    case Pick::longest:
      break;
  }
  const int length = lengths[suit_of(a)];
  const int other = lengths[suit_of(b)];
  if (length != other) return length > other;
  return length >= 5 ? suit_of(a) > suit_of(b) : a.call < b.call;
}

std::size_t GridMemory::Hash::operator()(const std::vector<Step>& steps) const {
  std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
  for (const Step& step : steps) {
    const std::uint64_t word = static_cast<std::uint64_t>(step.op) |
                               static_cast<std::uint64_t>(step.suit) << 8 |
                               static_cast<std::uint64_t>(static_cast<std::uint32_t>(step.value)) << 16;
    hash = (hash ^ word) * 0xBF58476D1CE4E5B9ULL;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash);
}

std::shared_ptr<const Cells> GridMemory::cells(const HandCondition& condition) {
  const auto found = kept_.find(condition.steps());
  if (found != kept_.end()) return found->second;
  if (kept_.size() >= limit_) kept_.clear();
  auto made = std::make_shared<const Cells>(condition.cells());
  kept_.emplace(condition.steps(), made);
  return made;
}

AuctionState::AuctionState(Systems systems, Seat dealer, Vulnerability vulnerability,
                           std::shared_ptr<GridMemory> memory)
    : systems_(std::move(systems)),
      vulnerability_(vulnerability),
      memory_(std::move(memory)),
      auction_(dealer) {
  for (Player& one : players_) {
    one.known = everything();
    one.shown.hand = summarize(*one.known);
  }
}

const Situation& AuctionState::situation() const {
  if (!situation_) situation_ = look();
  return *situation_;
}

Situation AuctionState::look() const {
  Situation made;
  const Seat me = turn();
  const Pair& us = sides_[side_of(me)];
  const Pair& them = sides_[other(side_of(me))];
  for (int i = 0; i < kSeats; ++i) made.shown[static_cast<std::size_t>(i)] = player(next(me, i)).shown;
  made.expected_hcp = expected_points(made.shown);
  made.agreed = us.agreed;
  made.our_last = us.last_suit;
  made.their_last = them.last_suit;
  made.their_first = them.first_suit;
  made.last_bid = auction_.last_bid();
  if (const auto bidder = auction_.last_bidder()) made.last_bid_ours = side_of(*bidder) == side_of(me);
  made.doubling = auction_.doubling();
  const std::vector<Call>& calls = auction_.calls();
  made.calls = static_cast<int>(calls.size());
  made.seat = made.calls % 4 + 1;
  made.vulnerable = is_vulnerable(vulnerability_, me);
  made.they_vulnerable = is_vulnerable(vulnerability_, next(me));
  made.game_reached = game_reached(side_of(me));
  made.game_forced = game_forced(side_of(me)) && !made.game_reached;
  made.competitive = them.acted;
  const std::size_t count = calls.size();
  made.passout = count >= 3 && calls[count - 1].is_pass() && calls[count - 2].is_pass() &&
                 (made.last_bid || calls[count - 3].is_pass());
  made.duty = duty_to_call(*this);
  made.forced = made.duty != Duty::none;
  made.forcing_pass = !made.forced && pass_is_forcing(*this);
  if (count >= 2 && !calls[count - 1].is_bid()) {
    made.invited = interpreted_[count - 2].forcing == Forcing::invite;
    made.signed_off = interpreted_[count - 2].forcing == Forcing::signoff;
  }
  return made;
}

const std::vector<RuleMatch>& AuctionState::matches() const {
  assert(!auction_.is_over());
  if (!matches_) matches_ = find_matches();
  return *matches_;
}

std::vector<RuleMatch> AuctionState::find_matches() const {
  const Situation& now = situation();
  const System& plan = system();
  const std::vector<Call>& calls = auction_.calls();
  const auto opening = std::find_if(calls.begin(), calls.end(), [](Call call) { return !call.is_pass(); });
  const auto rest = std::span(calls).subspan(static_cast<std::size_t>(opening - calls.begin()));
  const bool ours_first = rest.size() % 2 == 0;
  const auto undoubled = without_doubles(rest, ours_first);
  std::vector<RuleMatch> made;
  for (const Group& group : plan.groups) {
    std::optional<Letters> letters;
    bool systems_on = false;
    for (const Pattern& pattern : group.patterns) {
      letters = pattern.match(rest, ours_first);
      if (letters) break;
    }
    if (!letters && undoubled && !group.general) {
      for (const Pattern& pattern : group.patterns) {
        letters = pattern.match(*undoubled, ours_first);
        if (letters) break;
      }
      systems_on = true;
    }
    if (!letters) continue;
    const auto when = group.when.bind(now, *letters);
    if (!when || when->constant() != true) continue;
    for (std::uint32_t i = 0; i < group.line_count; ++i) {
      match_line(group.first_line + i, *letters, systems_on, made);
    }
  }
  const auto order = [&](const RuleMatch& match) {
    return std::tuple(-plan.lines[match.line].priority, match.systems_on, plan.rank[match.line]);
  };
  std::stable_sort(made.begin(), made.end(),
                   [&](const RuleMatch& a, const RuleMatch& b) { return order(a) < order(b); });
  made.push_back(last_resort());
  return made;
}

// Nobody passes who may not: their contract is doubled; else back to the suit we have, or no trump.
RuleMatch AuctionState::last_resort() const {
  const Situation& now = situation();
  RuleMatch made;
  if (!now.forced) return made;
  if (now.duty != Duty::answer && is_legal(Call::x(), now)) {
    made.call = Call::x();
    return made;
  }
  const auto suit = now.trump();
  for (int level = 1; level <= 7 && made.call.is_pass(); ++level) {
    const Call bid = Call::bid(level, suit ? strain_of(*suit) : Strain::no_trump);
    if (is_legal(bid, now)) made.call = bid;
  }
  return made;
}

void AuctionState::match_line(std::uint32_t line, const Letters& letters, bool systems_on,
                              std::vector<RuleMatch>& out) const {
  const Situation& now = situation();
  const Line& chosen = system().lines[line];
  const auto add = [&](const Letters& with) {
    const auto call = chosen.call.call(now, with);
    if (!call || (call->is_pass() && now.forced)) return;
    const auto when = chosen.when.bind(now, with, *call);
    if (!when || when->constant() != true) return;
    auto hand = chosen.hand.bind(now, with, *call);
    if (!hand || hand->constant() == false) return;
    out.push_back(RuleMatch{line, *call, with, *std::move(hand), systems_on});
  };
  const auto letter = chosen.call.letter();
  if (!letter || letters[*letter]) {
    add(letters);
    return;
  }
  for (Suit suit : kAllSuits) {
    Letters with = letters;
    if (with.bind(*letter, suit)) add(with);
  }
}

AuctionState::Meaning AuctionState::meaning(Call call) const {
  const std::vector<RuleMatch>& all = matches();
  const System& plan = system();
  const HandGrid& before = known(turn());
  std::size_t end = 0;  // matches from here on do not matter
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].call == call) end = i + 1;
  }
  Meaning made;
  double most = 0;  // hands that the match found so far explains
  const auto is_general = [&](std::size_t i) {
    return all[i].line == RuleMatch::kNoLine || plan.groups[plan.lines[all[i].line].group].general;
  };
  const auto explain = [&](Meaning& meaning, std::size_t i, const HandGrid& hands) {
    if (meaning.match && is_general(i) && !is_general(*meaning.match)) return;
    const double count = count_hands(hands);
    if (count <= most) return;
    most = count;
    meaning.match = i;
  };
  HandGrid above;  // must satisfy a higher line
  for (std::size_t i = 0; i < end;) {
    std::size_t next_line = i + 1;
    while (next_line < all.size() && all[next_line].line == all[i].line) ++next_line;
    for (std::size_t j = i; j < next_line; ++j) {
      if (all[j].call != call) continue;
      HandGrid hands = memory_->cells(all[j].hand)->may - above;
      for (std::size_t k = i; k < next_line; ++k) {
        if (k == j) continue;
        hands -= overtaken(plan.lines[all[i].line].pick, all[j], all[k], memory_->cells(all[k].hand)->must);
      }
      explain(made, j, hands & before);
      made.hands |= hands;
    }
    if (next_line < end) {
      for (std::size_t j = i; j < next_line; ++j) above |= memory_->cells(all[j].hand)->must;
    }
    i = next_line;
  }
  if (!made.match && end > 0) {
    const auto first =
        std::find_if(all.begin(), all.end(), [&](const RuleMatch& match) { return match.call == call; });
    made.match = static_cast<std::size_t>(first - all.begin());
  }
  return made;
}

bool AuctionState::add(Call call) {
  if (auction_.is_over() || !auction_.is_legal(call)) return false;
  const Meaning read = meaning(call);
  InterpretedCall interpreted{.seat = turn(), .call = call, .meaning = nullptr};
  interpreted.meaning = read.hands.empty() ? everything() : std::make_shared<const HandGrid>(read.hands);
  const RuleMatch* match = read.match ? &matches()[*read.match] : nullptr;
  note(interpreted, match);
  Player& caller = players_[interpreted.seat];
  HandGrid both = *caller.known & *interpreted.meaning;
  caller.known = both.empty() ? interpreted.meaning : std::make_shared<const HandGrid>(both);
  caller.shown.hand = summarize(*caller.known);
  interpreted_.push_back(std::move(interpreted));
  auction_.add(call);
  situation_.reset();
  matches_.reset();
  return true;
}

// What the call does to the public state besides the caller's hand.
void AuctionState::note(InterpretedCall& interpreted, const RuleMatch* match) {
  const Situation& now = situation();
  const Line* line =
      match != nullptr && match->line != RuleMatch::kNoLine ? &system().lines[match->line] : nullptr;
  Shown& shown = players_[interpreted.seat].shown;
  Pair& us = sides_[side_of(interpreted.seat)];
  if (line != nullptr) {
    interpreted.line = match->line;
    interpreted.letters = match->letters;
    interpreted.forcing = line->forcing;
    interpreted.artificial = line->artificial;
    for (const std::string& tag : line->says) {
      shown.tags.emplace_back(tag);
      if (tag == kStrongTag && !us.acted) us.strong = true;
    }
    if (line->agrees) {
      if (const auto suit = line->agrees->suit(now, match->letters)) us.agreed = suit;
    }
    us.game_force = us.game_force || line->forcing == Forcing::game;
  }
  if (interpreted.call.is_pass()) {
    if (!now.last_bid) shown.passed = true;
    return;
  }
  us.acted = true;
  ++shown.calls;
  if (!interpreted.call.is_bid()) return;
  us.in_game =
      is_game(interpreted.call) && (line == nullptr || !line->artificial || interpreted.call.level() >= 6);
  const auto suit = trump_suit(interpreted.call.strain());
  if (!suit || (line != nullptr && line->artificial)) return;
  // Their suit is ours too only when the call promises length in it.
  if (now.their_suits().contains(*suit) && summarize(*interpreted.meaning).of(*suit).min < 4) return;
  interpreted.natural = true;
  if (line == nullptr && now.at(Chair::partner).suits.contains(*suit)) us.agreed = suit;
  shown.suits.insert(*suit);
  shown.last_suit = suit;
  us.last_suit = suit;
  if (!us.first_suit) us.first_suit = suit;
}

}  // namespace yomi::bidding
