#include "yomi/agent/player.h"

#include <fmt/format.h>

#include "yomi/agent/budget.h"
#include "yomi/agent/reasons.h"
#include "yomi/bidding/bidder.h"
#include "yomi/dealer/explanation.h"
#include "yomi/dealer/meaning.h"
#include "yomi/jobs/cpu_time.h"
#include "yomi/play/policy_reader.h"

namespace yomi::agent {
namespace {

// Share of a card's time after which a clearly best card ends the search.
constexpr double kFirstLook = 0.4;
constexpr double kClearErrors = 3;

// Is the chosen card significantly better than all others?
bool is_clear(const play::Advice& advice) {
  if (advice.cards.empty()) return true;
  const double best = advice.cards.front().value;
  for (const play::CardValue& one : advice.cards) {
    if (one.card == advice.card || (one.value == best && one.error == 0)) continue;
    if (one.error <= 0 || best - one.value < kClearErrors * one.error) return false;
  }
  return true;
}

// Charges a budget with the time from here to the end of its life.
class Meter {
 public:
  Meter(BoardBudget& budget, bool by_cpu) : budget_(budget), by_cpu_(by_cpu), start_(now()) {}
  ~Meter() { budget_.spend(now() - start_); }
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

 private:
  [[nodiscard]] double now() const {
    return jobs::seconds_of(by_cpu_ ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC);
  }
  BoardBudget& budget_;
  bool by_cpu_;
  double start_;
};

// Are the calls of our side made by the auction policy, not by the rules of the system alone?
bool bids_by_policy(const Settings& settings, const SystemPair& systems) {
  return settings.bidding.agreements == bidding::Agreements::policy && bidding::is_learnt(*systems.ours);
}

class Agent : public Player {
 public:
  Agent(const Settings& settings, SystemPair systems, const CardingPair& cardings)
      : settings_(settings),
        budget_(settings.seconds_per_board),
        systems_(std::move(systems)),
        cardings_(cardings),
        simulator_(settings.bidding),
        cards_(settings.play),
        readers_{make_reader(settings, systems_, Side::ns), make_reader(settings, systems_, Side::ew)} {}

  Result<CallAdvice> call(const View& view, std::stop_token stop) override {
    begin(view);
    const Meter meter(budget_, by_cpu());
    const auto auction = view.auction();
    if (!auction) return auction.error();
    if (auction->is_over()) return Error{"the auction is over: there is nothing to call"};
    if (auction->turn() != view.chair) {
      return Error{
          fmt::format("it is the turn of {}, not of {}", to_name(auction->turn()), to_name(view.chair))};
    }
    if (view.hand.size() != kRanks)
      return Error{fmt::format("expected 13 cards in the hand, found {}", view.hand.size())};
    bidding::AuctionState state(systems_.for_side(side_of(view.chair)), view.dealer, view.vulnerability,
                                memory_);
    for (const Call made : auction->calls()) state.add(made);
    bidding::Judgement judged;
    if (settings_.look_ahead) {
      if (budget_.is_set()) simulator_.set_seconds(budget_.for_call());
      judged = simulator_.judge(state, view.hand, stop);
    } else {
      judged = bidding::judge_by_policy(state, view.hand, settings_.bidding.agreements);
    }
    CallAdvice advice{.call = judged.call,
                      .why = in_words(state, judged),
                      .explanation = {},
                      .reasons = to_json(state, judged, view.hand)};
    advice.reasons["simulated"] = judged.simulation.has_value();
    if (state.add(advice.call)) {
      const bidding::InterpretedCall& made = state.interpreted_calls().back();
      advice.explanation = bidding::in_words(state, made);
      if (made.line != bidding::RuleMatch::kNoLine)
        advice.alert = !state.system(side_of(view.chair)).lines[made.line].alert.empty();
      if (bids_by_policy(settings_, systems_)) explain_by_policy(state, made, advice);
    }
    return advice;
  }

  Result<CardAdvice> play(const View& view, CardSet candidates, std::stop_token stop) override {
    begin(view);
    const Meter meter(budget_, by_cpu());
    const auto decision = look(view, readers_[side_of(view.chair)].get());
    if (!decision) return decision.error();
    if (!decision->legal.contains(candidates))
      return Error{"candidates: " + to_string((candidates - decision->legal).highest()) +
                   " cannot be played here"};
    const play::Carding& carding = cardings_.of_defenders(side_of(view.chair), decision->context.contract);
    cards_.set_carding(carding);
    CardAdvice advice;
    advice.values = think(*decision, candidates, stop);
    advice.card = advice.values.card;
    advice.reasons = to_json(*decision, advice.values, settings_.play.engine, settings_.play.seed);
    if (settings_.play.explain) {
      advice.reasons.update(explanation(*decision, advice.values, carding, settings_.play.seed));
    }
    return advice;
  }

 private:
  [[nodiscard]] bool by_cpu() const { return settings_.play.clock == play::TimeSource::cpu; }

  void begin(const View& view) {
    if (!budget_.is_set() || view.hand == hand_) return;
    hand_ = view.hand;
    budget_.begin_board();
  }

  // If the policy makes a call mostly with hands outside the rules' meaning, the policy's meaning is given.
  void explain_by_policy(const bidding::AuctionState& state, const bidding::InterpretedCall& made,
                         CallAdvice& advice) const {
    constexpr double kMostly = 0.7;
    const play::PolicyMeaning meaning =
        play::policy_meaning(state.auction(), state.vulnerability(), *systems_.ours, *made.meaning);
    if (meaning.within >= kMostly) return;
    advice.explanation = "usually " + bidding::in_words(meaning.hand);
    advice.alert = advice.alert || !advice.call.is_pass();
  }

  // A choice that is close after a first look gets its full time; a clear one leaves time for the rest of the
  // board.
  play::Advice think(const play::Decision& decision, CardSet candidates, const std::stop_token& stop) {
    if (!budget_.is_set()) return cards_.choose(decision, candidates, stop);
    const int trick = static_cast<int>(decision.seen.play.size()) / kSeats;
    const bool declares = decision.seen.chair == decision.context.contract.declarer;
    const auto look = [&](double seconds) {
      cards_.set_time(std::chrono::milliseconds(std::max(1, static_cast<int>(1000 * seconds))));
      return cards_.choose(decision, candidates, stop);
    };
    const double seconds = budget_.for_card(trick, declares);
    play::Advice advice = look(kFirstLook * seconds);
    if (advice.in_time || is_clear(advice) || stop.stop_requested()) return advice;
    return look(seconds);
  }

  Settings settings_;
  BoardBudget budget_;
  CardSet hand_;  // of the board to which the budget belongs
  SystemPair systems_;
  CardingPair cardings_;
  std::shared_ptr<bidding::GridMemory> memory_ = std::make_shared<bidding::GridMemory>();
  bidding::Simulator simulator_;
  play::Player cards_;
  BySide<std::unique_ptr<const play::CallReader>> readers_;  // by the side of the chair, whose system is ours
};

// The explanations that are conditions; `told` gets for each call whether it has one.
Result<std::vector<belief::SoftConstraint>> meanings(const View& view, std::vector<bool>& told) {
  std::vector<belief::SoftConstraint> made;
  told.assign(view.calls.size(), false);
  for (std::size_t i = 0; i < view.calls.size(); ++i) {
    const ExplainedCall& one = view.calls[i];
    const Seat caller = next(view.dealer, static_cast<int>(i));
    auto meaning = dealer::call_meaning(caller, one.call, one.explanation);
    if (!meaning) {
      return Error{fmt::format("call {}: the explanation, column {}: {}", i + 1, meaning.error().column,
                               meaning.error().what)};
    }
    if (!*meaning) continue;
    made.push_back(**meaning);
    told[i] = true;
  }
  return made;
}

// How often an explanation in words is kept to.
constexpr double kWordsKept = 0.9;

// Multiplies explanations in words into the reading of the calls. A sentence about neither lengths nor points
// changes nothing.
std::shared_ptr<const belief::Prepared> with_words(const View& view, const std::vector<bool>& told,
                                                   const std::shared_ptr<const belief::Prepared>& read) {
  std::shared_ptr<belief::Prepared> made;
  for (std::size_t i = 0; i < view.calls.size(); ++i) {
    const ExplainedCall& one = view.calls[i];
    const auto text =
        one.call.is_pass() || told[i] ? std::nullopt : dealer::explained(one.explanation, one.call);
    if (!text) continue;
    const Seat caller = next(view.dealer, static_cast<int>(i));
    const auto meaning = dealer::call_meaning(caller, one.call, "shows " + *text, kWordsKept);
    if (!meaning || !*meaning) continue;
    if (!made) made = read ? std::make_shared<belief::Prepared>(*read) : std::make_shared<belief::Prepared>();
    made->hands[caller].multiply((**meaning).condition, caller, 1, 1 - kWordsKept);
  }
  return made ? made : read;
}

}  // namespace

Result<Auction> View::auction() const {
  Auction made(dealer);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (made.is_over()) return Error{fmt::format("call {}: the auction was over before it", i + 1)};
    if (!made.add(calls[i].call)) {
      return Error{fmt::format("call {}: {} is not legal after {}", i + 1, to_string(calls[i].call),
                               made.calls().empty() ? "nothing" : to_string(made))};
    }
  }
  return made;
}

namespace {

// What the chair has seen, not checked for contradictions.
Result<Seen> told(const View& view, const play::CallReader* calls) {
  const auto auction = view.auction();
  if (!auction) return auction.error();
  std::optional<Contract> contract = view.contract;
  if (!contract && auction->is_over()) contract = auction->contract();
  if (!contract)
    return Error{auction->is_over() ? "the board was passed out: there is nothing to play"
                                    : "expected an auction that is over, or a contract and its declarer"};
  play::PlayContext context{.contract = *contract, .vulnerability = view.vulnerability};
  std::vector<bool> explained;
  auto said = meanings(view, explained);
  if (!said) return said.error();
  context.meanings = std::move(said.value());
  if (!auction->calls().empty()) {
    context.calls = play::calls_of(*auction);
    if (calls != nullptr)
      context.readings = with_words(view, explained, calls->read(*auction, view.vulnerability, explained));
  }
  Deal hands;
  hands[contract->dummy()] = view.dummy_hand;
  hands[view.chair] = view.hand;
  return Seen{.context = std::move(context),
              .seen = belief::seen_by(view.chair, hands, *contract, view.play)};
}

}  // namespace

Result<Seen> see(const View& view, const play::CallReader* calls) {
  auto made = told(view, calls);
  if (!made) return made;
  if (const auto possible = belief::facts(made->seen); !possible) return possible.error();
  return made;
}

Result<play::Decision> look(const View& view, const play::CallReader* calls) {
  if (view.play.size() >= kDeck) return Error{"the play is over: no card is left to choose"};
  auto made = told(view, calls);
  if (!made) return made.error();
  const Contract& contract = made->context.contract;
  const Seat turn = PlayHistory(contract.strain, contract.leader(), view.play).turn();
  if (made->context.decider(turn) != view.chair) {
    return Error{fmt::format("it is {} who chooses the card of {}, not {}",
                             to_name(made->context.decider(turn)), to_name(turn), to_name(view.chair))};
  }
  return play::look(std::move(made->context), std::move(made->seen));
}

bidding::AuctionState::Systems SystemPair::for_side(Side us) const {
  return us == Side::ns ? bidding::AuctionState::Systems{ours, theirs}
                        : bidding::AuctionState::Systems{theirs, ours};
}

Result<SystemPair> load_systems(const std::string& ours, const std::string& theirs) {
  const auto load = [](const std::string& name) -> Result<std::shared_ptr<const bidding::System>> {
    auto loaded = bidding::find_system(name);
    if (!loaded) return loaded.error();
    return std::make_shared<const bidding::System>(std::move(loaded).value());
  };
  SystemPair made;
  auto first = load(ours);
  if (!first) return first.error();
  made.ours = *first;
  auto second = theirs == ours ? first : load(theirs);
  if (!second) return second.error();
  made.theirs = *second;
  return made;
}

Result<CardingPair> load_cardings(const Settings& settings, const SystemPair& systems) {
  const auto load = [](const std::string& name, const bidding::System& system) {
    return name.empty() ? play::carding_of(system) : play::find_carding(name);
  };
  const auto ours = load(settings.carding, *systems.ours);
  if (!ours) return ours.error();
  const auto theirs = load(settings.their_carding, *systems.theirs);
  if (!theirs) return theirs.error();
  return CardingPair{.ours = *ours, .theirs = *theirs};
}

std::unique_ptr<const play::CallReader> make_reader(const Settings& settings, const SystemPair& systems,
                                                    Side us) {
  using play::CallTrust;
  const bool ours = bids_by_policy(settings, systems);
  BySide<CallTrust> trust{CallTrust::rules_alone(), CallTrust::rules_alone()};
  if (settings.read_by_policy) {
    if (ours) trust[us] = CallTrust::partner();
    trust[other(us)] = CallTrust::stranger();
  }
  return std::make_unique<play::PolicyReader>(systems.for_side(us), trust);
}

Result<std::unique_ptr<Player>> make_player(const Settings& settings) {
  auto systems = load_systems(settings.system, settings.their_system);
  if (!systems) return systems.error();
  const auto cardings = load_cardings(settings, *systems);
  if (!cardings) return cardings.error();
  return std::unique_ptr<Player>(std::make_unique<Agent>(settings, std::move(*systems), *cardings));
}

}  // namespace yomi::agent
