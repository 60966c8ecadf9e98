#include "yomi/bidding/check.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "yomi/bidding/bidder.h"
#include "yomi/cards/random.h"

namespace yomi::bidding {
namespace {

// A line of common sense fits auctions of all kinds: whether some hand can reach it is judged only when this
// many positions offered it.
constexpr std::size_t kManyPositions = 1000;
// And of any other line when this many did: in two or three odd auctions a line may find every hand taken.
constexpr std::size_t kSomePositions = 40;
// And of one to which its own group never leaves a hand.
constexpr std::size_t kFewPositions = 8;
// A line that seems unreachable has this many times the random auctions to be needed after all.
constexpr std::size_t kMostWalks = 3;

// What was seen of one line.
struct Seen {
  std::size_t offered = 0;  // positions
  bool reached = false;
  bool free = false;    // somewhere the lines of its own group above it leave it a hand
  std::string auction;  // where it was offered first
};

class Checker {
 public:
  Checker(std::shared_ptr<const System> system, std::shared_ptr<const System> theirs,
          const CheckOptions& options)
      : system_(std::move(system)),
        theirs_(std::move(theirs)),
        options_(options),
        seen_(system_->lines.size()) {}

  CheckReport run() {
    walk_breadth_first();
    walk_at_random();
    walk_for_suspects();
    ask_examples();
    return report();
  }

 private:
  [[nodiscard]] AuctionState start(Seat dealer, Vulnerability vulnerability) const {
    return AuctionState({system_, theirs_}, dealer, vulnerability, memory_);
  }
  bool go_on(double part) {
    if (options_.go_on && !options_.go_on(part)) stopped_ = true;
    return !stopped_;
  }

  void walk_breadth_first() {
    std::deque<AuctionState> waiting;
    for (int passes = 0; passes < 4; ++passes) {  // every seat opens once
      AuctionState state = start(next(Seat::north, -passes), Vulnerability::none);
      for (int i = 0; i < passes; ++i) state.add(Call::pass());
      if (side_of(state.turn()) == Side::ns) waiting.push_back(std::move(state));
    }
    std::size_t visited = 0;
    while (!waiting.empty() && visited < options_.breadth) {
      if (visited % 16 == 0 &&
          !go_on(0.5 * static_cast<double>(visited) / static_cast<double>(options_.breadth))) {
        return;
      }
      const AuctionState now = std::move(waiting.front());
      waiting.pop_front();
      ++visited;
      for (const Call call : visit(now)) {
        if (waiting.size() + visited > options_.breadth) break;
        AuctionState after = now;
        after.add(call);
        if (!after.auction().is_over()) after.add(Call::pass());
        if (!after.auction().is_over()) waiting.push_back(std::move(after));
      }
    }
  }

  void walk_at_random() {
    for (std::size_t i = 0; i < options_.walks; ++i) {
      if (i % 16 == 0 && !go_on(0.5 + 0.5 * static_cast<double>(i) / static_cast<double>(options_.walks)))
        return;
      walk(i);
    }
  }

  // What seems unreachable may only be rare: more auctions, until each such line was needed once.
  void walk_for_suspects() {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (is_suspect(i)) suspects_.push_back(i);
    }
    for (std::size_t i = options_.walks; i < kMostWalks * options_.walks && !suspects_.empty(); ++i) {
      if (!go_on(1)) return;
      walk(i);
      std::erase_if(suspects_, [&](std::size_t line) { return seen_[line].reached; });
    }
  }

  // The random auction of this number.
  void walk(std::size_t number) {
    Random own = Random(options_.seed).split(number);
    AuctionState state = start(seat_at(static_cast<int>(number)), static_cast<Vulnerability>(number / 4 % 4));
    while (!state.auction().is_over()) {
      const std::vector<Call> calls =
          side_of(state.turn()) == Side::ns ? visit(state) : possible_calls(state);
      Call call;
      // Opponents pass half the time, so that our own auctions come up too.
      if (side_of(state.turn()) == Side::ns || own.below(2) == 0) {
        call = calls[own.below(static_cast<std::uint32_t>(calls.size()))];
      }
      if (!state.add(call)) state.add(Call::pass());
    }
  }

  // The calls that some hand would make; never none.
  std::vector<Call> possible_calls(const AuctionState& state) {
    std::set<Call> calls;
    HandGrid above;
    for (const RuleMatch& match : state.matches()) {
      const auto cells = memory_->cells(match.hand);
      if (!((cells->may - above) & state.known(state.turn())).empty()) calls.insert(match.call);
      above |= cells->must;
    }
    if (calls.empty()) calls.insert(state.matches().back().call);
    return {calls.begin(), calls.end()};
  }

  std::vector<Call> visit(const AuctionState& state) {
    ++positions_;
    const std::vector<RuleMatch>& matches = state.matches();
    const HandGrid& known = state.known(state.turn());
    HandGrid above;
    HandGrid answered;
    HandGrid above_level;     // by lines of a higher priority number
    HandGrid above_in_group;  // by lines of the same group, that stand next to each other
    std::uint32_t own_group = ~std::uint32_t{0};
    std::set<Call> calls;
    for (std::size_t i = 0; i + 1 < matches.size(); ++i) {  // the last one is no line
      const Line& line = system_->lines[matches[i].line];
      if (i == 0 || line.priority != system_->lines[matches[i - 1].line].priority) above_level = above;
      const auto cells = memory_->cells(matches[i].hand);
      Seen& seen = seen_[matches[i].line];
      if (!matches[i].systems_on) {
        if (seen.offered == 0) seen.auction = to_string(state.auction());
        ++seen.offered;
      }
      const std::uint32_t group = line.group;
      if (own_group != group) {
        own_group = group;
        above_in_group = HandGrid{};
      }
      if (!matches[i].systems_on && !(cells->may - above_in_group).empty()) seen.free = true;
      above_in_group |= cells->must;
      if (!((cells->may - above) & known).empty()) {
        seen.reached = true;
        calls.insert(matches[i].call);
      }
      for (std::size_t j = i; j-- > 0 && system_->lines[matches[j].line].priority == line.priority;) {
        compare(state, matches[j], matches[i], known - above_level);
      }
      answered |= cells->may;
      above |= cells->must;
    }
    const HandGrid unanswered = known - answered;
    if (!unanswered.empty()) no_answer(state, unanswered);
    if (calls.empty()) calls.insert(matches.back().call);
    return {calls.begin(), calls.end()};
  }

  void compare(const AuctionState& state, const RuleMatch& a, const RuleMatch& b, const HandGrid& among) {
    if (system_->lines[a.line].group == system_->lines[b.line].group || a.call == b.call) return;
    const std::pair key(a.line, b.line);
    if (overlaps_.contains(key)) return;
    const auto first = memory_->cells(a.hand);
    const auto second = memory_->cells(b.hand);
    const HandGrid both = ((first->must & second->may) | (first->may & second->must)) & among;
    if (both.empty()) return;
    Finding made;
    made.kind = Finding::Kind::overlap;
    made.place = system_->place(system_->lines[a.line].place);
    made.what = to_string(a.call) + " here and " + to_string(b.call) + " at " +
                system_->place(system_->lines[b.line].place) + " both fit " + in_words(summarize(both)) +
                " (priority " + std::to_string(system_->lines[a.line].priority) + ")";
    made.auction = to_string(state.auction());
    overlaps_.emplace(key, std::move(made));
  }

  void no_answer(const AuctionState& state, const HandGrid& hands) {
    Finding made;
    made.kind = Finding::Kind::no_answer;
    made.place = system_->files.back();
    made.what = "no line fits " + in_words(summarize(hands));
    made.auction = to_string(state.auction());
    unanswered_.emplace(made.auction, made);
  }

  void ask_examples() {
    for (const Example& example : system_->examples) {
      const Side us = side_of(next(Seat::north, static_cast<int>(example.calls.size())));
      AuctionState state(
          us == Side::ns ? AuctionState::Systems{system_, theirs_} : AuctionState::Systems{theirs_, system_},
          Seat::north, Vulnerability::none, memory_);
      for (const Call call : example.calls) state.add(call);
      const Choice choice = choose(state, HandFeatures(example.hand));
      if (choice.call == example.call) continue;
      wrong_examples_.push_back({Finding::Kind::example, system_->place(example.place),
                                 "expected " + to_string(example.call) + " with " +
                                     hand_to_string(example.hand) + ", found " + to_string(choice.call) +
                                     " by " + place_of(state, state.matches()[choice.match]),
                                 to_string(state.auction())});
    }
  }

  // Did no hand need this line in so many positions that it may be unreachable?
  [[nodiscard]] bool is_suspect(std::size_t line) const {
    const Seen& seen = seen_[line];
    const bool general = system_->groups[system_->lines[line].group].general;
    const std::size_t enough = !seen.free ? kFewPositions : general ? kManyPositions : kSomePositions;
    return !seen.reached && seen.offered >= enough;
  }

  CheckReport report() {
    CheckReport made;
    made.positions = positions_;
    made.lines = seen_.size();
    made.stopped = stopped_;
    std::vector<Finding> not_met;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const Line& line = system_->lines[i];
      const std::string call = line.call.to_string() + (line.name.empty() ? "" : " (" + line.name + ")");
      if (seen_[i].reached) {
        ++made.lines_reached;
      } else if (std::find(suspects_.begin(), suspects_.end(), i) != suspects_.end()) {
        made.findings.push_back({Finding::Kind::unreachable, system_->place(line.place),
                                 call + ": lines above it take every hand that it may have",
                                 seen_[i].auction});
      } else {
        const std::string seen = seen_[i].offered == 0 ? ": its auction did not come up"
                                                       : ": no hand needed it in " +
                                                             std::to_string(seen_[i].offered) + " positions";
        not_met.push_back(
            {Finding::Kind::not_met, system_->place(line.place), call + seen, seen_[i].auction});
      }
    }
    for (auto& [key, finding] : overlaps_) made.findings.push_back(std::move(finding));
    for (auto& [key, finding] : unanswered_) made.findings.push_back(std::move(finding));
    made.examples = system_->examples.size();
    made.findings.insert(made.findings.end(), wrong_examples_.begin(), wrong_examples_.end());
    made.findings.insert(made.findings.end(), not_met.begin(), not_met.end());
    return made;
  }

  std::shared_ptr<const System> system_;
  std::shared_ptr<const System> theirs_;
  const CheckOptions& options_;
  std::shared_ptr<GridMemory> memory_ = std::make_shared<GridMemory>();
  std::vector<Seen> seen_;
  std::vector<std::size_t> suspects_;  // lines
  std::map<std::pair<std::uint32_t, std::uint32_t>, Finding> overlaps_;
  std::map<std::string, Finding> unanswered_;
  std::vector<Finding> wrong_examples_;
  std::size_t positions_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::string_view to_name(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::unreachable:
      return "unreachable";
    case Finding::Kind::overlap:
      return "overlap";
    case Finding::Kind::no_answer:
      return "no answer";
    case Finding::Kind::example:
      return "example";
    case Finding::Kind::not_met:
      return "not met";
  }
  return "";
}

CheckReport check_system(const std::shared_ptr<const System>& system,
                         const std::shared_ptr<const System>& theirs, const CheckOptions& options) {
  return Checker(system, theirs, options).run();
}

}  // namespace yomi::bidding
