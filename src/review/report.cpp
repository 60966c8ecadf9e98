#include "yomi/review/report.h"

#include <algorithm>

#include "yomi/bidding/auction_state.h"
#include "yomi/bidding/bidder.h"
#include "yomi/play/system_reader.h"

namespace yomi::review {

class Reviewer::Impl {
 public:
  Impl(const Questions& questions, std::shared_ptr<const bidding::System> system)
      : questions_(questions),
        system_(std::move(system)),
        reader_({system_, system_}),
        player_({.engine = play::Engine::pimc, .deals = questions.deals, .threads = 1}) {}

  BoardReport review(const Board& board, std::string place) {
    BoardReport report{.board = board, .place = std::move(place)};
    read_calls(report);
    report.contract = board.final_contract();
    report.tricks = board.tricks;
    report.start = board.start();
    if (board.all_hands_known() && board.deal.is_full()) {
      report.table = solver_.table(board.deal);
      if (report.table && board.dealer && board.vulnerability)
        report.par = dd::par(*report.table, *board.vulnerability, *board.dealer);
    }
    if (report.start && board.declarer) read_play(report);
    if (board.passed_out) report.score_ns = 0;
    if (report.contract && report.tricks)
      report.score_ns =
          score_ns(*report.contract, board.vulnerability.value_or(Vulnerability::none), *report.tricks);
    return report;
  }

  void stop() noexcept { solver_.stop(); }

 private:
  void read_calls(BoardReport& report) const {
    const Board& board = report.board;
    if (board.calls.empty() || !board.dealer) return;
    bidding::AuctionState state({system_, system_}, *board.dealer,
                                board.vulnerability.value_or(Vulnerability::none),
                                std::make_shared<bidding::GridMemory>());
    bool followed = true;
    for (std::size_t i = 0; i < board.calls.size(); ++i) {
      CallReport call{.seat = next(*board.dealer, static_cast<int>(i)), .made = board.calls[i]};
      followed = followed && state.add(call.made.call);
      call.from_record = !call.made.explanation.empty();
      if (call.from_record)
        call.shows = call.made.explanation;
      else if (followed && call.made.call != Call::pass())
        call.shows = words(state);
      report.calls.push_back(std::move(call));
    }
  }

  static std::string words(const bidding::AuctionState& state) {
    std::string made = bidding::in_words(state, state.interpreted_calls().back());
    return made == "any hand" ? "" : made;
  }

  void read_play(BoardReport& report) {
    const Board& board = report.board;
    find_leads(report);
    if (board.play.empty()) return;
    auto analysis = dd::analyse(solver_, *report.start, *board.declarer, board.play);
    if (!analysis || analysis->trace.empty()) return;
    report.analysis = std::move(*analysis);
    const bool whole =
        board.play.size() == std::size_t{4} * static_cast<std::size_t>(report.start->tricks_left());
    if (whole && !report.tricks) report.tricks = report.analysis->trace.back();
    if (!whole && board.tricks) report.claim_over = *board.tricks - report.analysis->trace.back();
    if (questions_.verdicts) judge(report);
  }

  void find_leads(BoardReport& report) {
    const Position& start = *report.start;
    if (start.turn() != next(*report.board.declarer) || !report.board.deal.is_full()) return;
    for (const dd::CardTricks& one : solver_.cards(start)) {
      const int tricks = start.tricks_left() - one.tricks.lower;
      if (report.leads.empty() || report.leads.back().tricks != tricks)
        report.leads.push_back({.tricks = tricks});
      report.leads.back().cards |= one.equals | CardSet::of(one.card);
    }
  }

  // Reviews the costly cards from their players' points of view, and chooses a lead from the leader's.
  void judge(BoardReport& report) {
    Board board = report.board;
    const auto context = play::context_of(board, &reader_);
    if (!context) return;
    if (const auto decision = play::look(*context, board, 0))
      report.reader_lead = player_.choose(*decision).card;
    for (std::size_t i = 0; i < report.analysis->cards.size(); ++i) {
      if (report.analysis->cards[i].cost == 0) continue;
      const auto decision = play::look(*context, board, i);
      if (!decision) return;
      const Card played = report.analysis->cards[i].card;
      const play::Advice advice = player_.choose(*decision);
      const auto value = [&](Card card) {
        for (const play::CardValue& one : advice.cards) {
          if (one.card == card) return one.value;
        }
        // Of equal cards only one is considered.
        for (CardSet group : play::equivalent_groups(decision->hand, decision->legal, gone(*decision))) {
          if (!group.contains(card)) continue;
          for (const play::CardValue& one : advice.cards) {
            if (group.contains(one.card)) return one.value;
          }
        }
        return advice.cards.empty() ? 0.0 : advice.cards.front().value;
      };
      const double worth = value(advice.card) - value(played);
      report.verdicts.push_back(
          {.number = i, .better = advice.card, .worth = worth, .could_know = worth > kClear});
    }
  }

  static CardSet gone(const play::Decision& decision) {
    CardSet cards;
    for (Card card : decision.seen.play) cards.insert(card);
    return cards;
  }

  // By how many expected points a card must be better before a player is expected to find it: about a fifth
  // of an undertrick, and beyond the error of a sample of 60 deals.
  static constexpr double kClear = 10;

  Questions questions_;
  std::shared_ptr<const bidding::System> system_;
  play::SystemReader reader_;
  dd::Solver solver_;
  play::Player player_;
};

Result<std::unique_ptr<Reviewer>> Reviewer::make(const Questions& questions) {
  auto system = bidding::load_shipped_system(questions.system);
  if (!system) return system.error();
  return std::unique_ptr<Reviewer>(new Reviewer(
      std::make_unique<Impl>(questions, std::make_shared<const bidding::System>(std::move(*system)))));
}

Reviewer::Reviewer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reviewer::~Reviewer() = default;
BoardReport Reviewer::review(const Board& board, std::string place) {
  return impl_->review(board, std::move(place));
}
void Reviewer::stop() noexcept {
  impl_->stop();
}

}  // namespace yomi::review
