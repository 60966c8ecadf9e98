// One table, line by line: the order of the protocol, the ways in which programs differ, and faults.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "yomi/table/room.h"
#include "yomi/table/seat.h"

namespace yomi::table {
namespace {

using Lines = std::vector<std::string>;

class TableRoomLines : public ::testing::Test {
 protected:
  static Deal deal() {
    return *parse_deal("N:AK4.QJ2.T987.K32 QJT.K43.AK2.QJT9 532.AT98.QJ3.A54 9876.765.654.876");
  }

  void open(const Room::Settings& settings = {}) {
    Room::Calls calls;
    calls.send = [this](Seat seat, const std::string& line) { told_[seat].push_back(line); };
    calls.next_board = [this]() -> std::optional<DealtBoard> {
      if (played_.size() >= 2) return std::nullopt;
      return DealtBoard{.number = static_cast<int>(played_.size()) + 1,
                        .dealer = Seat::north,
                        .vulnerability = Vulnerability::ns,
                        .deal = deal()};
    };
    calls.on_result = [this](const PlayedBoard& board) { played_.push_back(board); };
    room_ = std::make_unique<Room>(settings, std::move(calls));
    room_->set_team(Side::ns, "A");
    room_->set_team(Side::ew, "B");
  }

  // What a line brings to everybody, by seat.
  void say(Seat seat, const std::string& line) { room_->hear(seat, line, now_); }
  void all_say(const std::string& line) {
    for (const Seat seat : kAllSeats) say(seat, std::string(to_name(seat)) + " " + line);
  }
  Lines heard(Seat seat) { return std::exchange(told_[seat], {}); }
  void forget() {
    for (Lines& lines : told_) lines.clear();
  }
  void sit_down() {
    for (const Seat seat : kAllSeats) room_->sit(seat, now_);
    all_say("ready for teams");
    all_say("ready to start");
    forget();
  }
  void take_cards() {
    all_say("ready for deal");
    all_say("ready for cards");
    forget();
  }
  // One call, asked for by everybody.
  void call(Seat seat, const std::string& words) {
    for (const Seat other : kAllSeats) {
      if (other != seat) say(other, fmt::format("{} ready for {}'s bid", to_name(other), to_name(seat)));
    }
    say(seat, std::string(to_name(seat)) + " " + words);
  }
  // 1NT by North, East to lead.
  void bid_one_no_trump() {
    call(Seat::north, "bids 1NT");
    call(Seat::east, "passes");
    call(Seat::south, "passes");
    call(Seat::west, "passes");
    forget();
  }
  void wait(double seconds) {
    now_ += std::chrono::milliseconds(static_cast<int>(1000 * seconds));
    room_->tick(now_);
  }

  Room::Time now_{};
  std::unique_ptr<Room> room_;
  BySeat<Lines> told_{};
  std::vector<PlayedBoard> played_;
};

TEST_F(TableRoomLines, BeginsAsTheProtocolHasIt) {
  open();
  room_->sit(Seat::north, now_);
  EXPECT_EQ(heard(Seat::north), Lines{"North (\"A\") seated"});
  say(Seat::north, "North ready for teams");
  EXPECT_EQ(heard(Seat::north), Lines{"Teams : N/S : \"A\" E/W : \"B\""});
  say(Seat::north, "North ready to start");
  EXPECT_EQ(heard(Seat::north), Lines{});
  for (const Seat seat : {Seat::east, Seat::south, Seat::west}) {
    room_->sit(seat, now_);
    say(seat, std::string(to_name(seat)) + " ready for teams");
    say(seat, std::string(to_name(seat)) + " ready to start");
  }
  EXPECT_EQ(heard(Seat::north), Lines{"Start of board"});
  say(Seat::north, "north READY for deal.");
  EXPECT_EQ(heard(Seat::north), Lines{"Board number 1. Dealer North. N/S vulnerable."});
  say(Seat::north, "North ready for cards");
  EXPECT_EQ(heard(Seat::north), Lines{"North's cards : S A K 4. H Q J 2. D T 9 8 7. C K 3 2."});
}

TEST_F(TableRoomLines, ACallGoesToThoseWhoAskAndItsExplanationToOpponentsOnly) {
  open();
  sit_down();
  take_cards();
  say(Seat::east, "East ready for North's bid");
  say(Seat::north, "North bids 1nt Alert. 15-17.");
  EXPECT_EQ(heard(Seat::east), Lines{"North bids 1NT Alert. 15-17"});
  EXPECT_EQ(heard(Seat::south), Lines{});
  say(Seat::south, "South ready for North's bid");
  EXPECT_EQ(heard(Seat::south), Lines{"North bids 1NT"});
  say(Seat::west, "West ready for north's bid.");
  EXPECT_EQ(heard(Seat::west), Lines{"North bids 1NT Alert. 15-17"});
  EXPECT_EQ(heard(Seat::north), Lines{});
  // An alert without a text is not passed on, nor a full stop.
  say(Seat::east, "East passes. Alert.");
  say(Seat::north, "North ready for East's bid");
  EXPECT_EQ(heard(Seat::north), Lines{"East passes"});
}

TEST_F(TableRoomLines, TheLeaderIsToldToLeadAndDummyIsShownToAllButDummy) {
  open();
  sit_down();
  take_cards();
  call(Seat::north, "bids 1NT");
  call(Seat::east, "passes");
  call(Seat::south, "passes");
  forget();
  call(Seat::west, "passes");
  EXPECT_EQ(heard(Seat::east), (Lines{"West passes", "East to lead"}));
  EXPECT_EQ(heard(Seat::north), Lines{"West passes"});
  EXPECT_EQ(heard(Seat::south), Lines{"West passes"});
  say(Seat::east, "East plays qc");
  say(Seat::east, "East ready for dummy");
  EXPECT_EQ(heard(Seat::east), Lines{"Dummy's cards : S 5 3 2. H A T 9 8. D Q J 3. C A 5 4."});
  say(Seat::north, "North ready for East's card to trick 1");
  say(Seat::north, "North ready for dummy");
  EXPECT_EQ(heard(Seat::north),
            (Lines{"East plays QC", "Dummy's cards : S 5 3 2. H A T 9 8. D Q J 3. C A 5 4."}));
  say(Seat::south, "South ready for East's card to trick 1");
  EXPECT_EQ(heard(Seat::south), Lines{"East plays QC"});
  say(Seat::north, "South plays AC");
  // Dummy's program may ask for dummy's card or for that of its seat.
  say(Seat::south, "South ready for South's card to trick 1");
  EXPECT_EQ(heard(Seat::south), Lines{"South plays AC"});
  say(Seat::west, "West ready for East's card to trick 1");
  say(Seat::west, "West ready for dummy");
  say(Seat::west, "West ready for dummy's card to trick 1");
  say(Seat::west, "West plays 6C");
  say(Seat::north, "North ready for West's card to trick 1");
  forget();
  say(Seat::north, "North plays 2C");
  EXPECT_EQ(heard(Seat::north), Lines{"Dummy to lead"});
  EXPECT_EQ(heard(Seat::south), Lines{});
}

TEST_F(TableRoomLines, APassedOutBoardIsTimedAndFollowedByTheNext) {
  open();
  sit_down();
  take_cards();
  for (const Seat seat : kAllSeats) {
    now_ += std::chrono::seconds(48);
    call(seat, "passes");
  }
  ASSERT_EQ(played_.size(), 1U);
  EXPECT_FALSE(played_[0].contract);
  EXPECT_EQ(
      heard(Seat::west),
      (Lines{"North passes", "East passes", "South passes",
             "Timing - N/S : this board  01:36,  total  0:01:36.  E/W : this board  01:36,  total  0:01:36",
             "Start of board"}));
  // Some programs say this before every board.
  say(Seat::north, "North ready to start");
  take_cards();
  for (const Seat seat : kAllSeats) call(seat, "passes");
  EXPECT_EQ(heard(Seat::north).back(), "End of session");
  EXPECT_EQ(room_->state(), Room::State::finished);
  EXPECT_TRUE(room_->all_told());
}

TEST_F(TableRoomLines, FaultsAreNamedToThePlayerAndEndTheMatchWhenTheyGoOn) {
  for (const std::string fault : {"East bids 1C", "North plays 5H", "gibberish", "North bids 0C",
                                  "North redoubles", "Start of board", "South passes"}) {
    open({.patience = 2});
    sit_down();
    take_cards();
    for (int time = 1; time <= 3; ++time) {
      EXPECT_NE(room_->state(), Room::State::failed) << fault;
      say(Seat::north, fault);
      const Lines lines = heard(Seat::north);
      ASSERT_EQ(lines.size(), 1U) << fault;
      EXPECT_TRUE(lines[0].starts_with("Refused: ")) << lines[0];
      EXPECT_FALSE(parse_message(lines[0])) << lines[0];
    }
    EXPECT_EQ(room_->state(), Room::State::failed) << fault;
    EXPECT_TRUE(room_->failure().starts_with("North (A): ")) << room_->failure();
    forget();
    room_->end_session();
    for (const Seat seat : kAllSeats) EXPECT_EQ(heard(seat), Lines{"End of session"});
  }
}

TEST_F(TableRoomLines, ACardThatIsNotHeldOutOfTurnOrARevokeIsRefused) {
  open({.patience = 100});
  sit_down();
  take_cards();
  bid_one_no_trump();
  const auto refused = [&](Seat seat, const std::string& line, const std::string& why) {
    forget();
    say(seat, line);
    const Lines lines = heard(seat);
    ASSERT_EQ(lines.size(), 1U) << line;
    EXPECT_NE(lines[0].find(why), std::string::npos) << lines[0];
  };
  refused(Seat::west, "West plays 6C", "out of turn");
  refused(Seat::east, "East plays AC", "does not hold");
  refused(Seat::east, "West plays 6C", "out of turn");
  say(Seat::east, "East plays QC");
  refused(Seat::south, "South plays AC", "out of turn");  // dummy does not play
  refused(Seat::north, "South plays AC", "not asked for");
  say(Seat::north, "North ready for East's card to trick 1");
  say(Seat::north, "North ready for dummy");
  refused(Seat::north, "North plays 2C", "out of turn");
  refused(Seat::north, "South plays 2S", "revokes");
  forget();
  say(Seat::north, "dummy plays 4C");
  EXPECT_EQ(heard(Seat::north), Lines{});
}

TEST_F(TableRoomLines, WhoAsksForTheWrongThingIsToldWhatWasExpected) {
  open({.patience = 100});
  sit_down();
  say(Seat::north, "North ready for cards");
  EXPECT_EQ(heard(Seat::north),
            Lines{"Refused: expected 'North ready for deal', found 'North ready for cards'"});
  say(Seat::north, "North ready for deal");
  EXPECT_EQ(heard(Seat::north), Lines{"Board number 1. Dealer North. N/S vulnerable."});
}

TEST_F(TableRoomLines, AFloodEndsTheMatch) {
  open({.patience = 1'000'000});
  sit_down();
  take_cards();
  for (int i = 0; i < 1000; ++i) say(Seat::west, "West ready to start");
  EXPECT_EQ(room_->state(), Room::State::failed);
  EXPECT_NE(room_->failure().find("West (B): floods"), std::string::npos);
}

TEST_F(TableRoomLines, SilenceOfWhoIsAwaitedEndsTheMatch) {
  open({.seconds_of_silence = 60});
  sit_down();
  take_cards();
  wait(59);
  EXPECT_EQ(room_->state(), Room::State::playing);
  call(Seat::north, "passes");
  wait(59);
  EXPECT_EQ(room_->state(), Room::State::playing);
  wait(2);
  EXPECT_EQ(room_->failure(), "East (B): said nothing for 61 s");
}

TEST_F(TableRoomLines, ASideThatUsesMoreThanItsTimeIsNamed) {
  open({.seconds_per_side = 100});
  sit_down();
  take_cards();
  wait(90);
  call(Seat::north, "passes");
  wait(99);
  call(Seat::east, "passes");
  wait(9);
  EXPECT_EQ(room_->state(), Room::State::playing);
  wait(2);
  EXPECT_EQ(room_->failure(), "NS (A): used more than 100 s");
}

TEST_F(TableRoomLines, ABoardIsStartedAgainAndWhatWasOnItsWayIsNotHeard) {
  open({.patience = 0, .seconds_away = 60});
  sit_down();
  take_cards();
  call(Seat::north, "bids 1NT");
  room_->leave(Seat::south, now_);
  forget();
  wait(30);
  room_->sit(Seat::south, now_);
  say(Seat::south, "South ready for teams");
  say(Seat::south, "South ready to start");
  EXPECT_EQ(heard(Seat::south),
            (Lines{"South (\"A\") seated", "Teams : N/S : \"A\" E/W : \"B\"", "Start of board"}));
  EXPECT_EQ(heard(Seat::east), Lines{"Start of board"});
  say(Seat::east, "East passes");                 // was on its way
  say(Seat::east, "East ready for South's bid");  // the same
  EXPECT_EQ(heard(Seat::east), Lines{});
  take_cards();
  bid_one_no_trump();
  EXPECT_EQ(room_->state(), Room::State::playing) << room_->failure();
  room_->leave(Seat::south, now_);
  wait(61);
  EXPECT_EQ(room_->failure(), "South (A): was away for 61 s");
}

TEST_F(TableRoomLines, WhoComesBackBeforeTheFirstCallDisturbsNobody) {
  open();
  sit_down();
  take_cards();
  room_->leave(Seat::west, now_);
  room_->sit(Seat::west, now_);
  forget();
  say(Seat::west, "West ready for teams");
  say(Seat::west, "West ready to start");
  EXPECT_EQ(heard(Seat::west).back(), "Start of board");
  EXPECT_EQ(heard(Seat::north), Lines{});
  EXPECT_EQ(heard(Seat::east), Lines{});
}

// Ways of programs that the protocol does not have and that do no harm.
TEST_F(TableRoomLines, APlayerMaySayThatDummyCameAndNameItselfForDummysCard) {
  open();
  sit_down();
  take_cards();
  bid_one_no_trump();
  say(Seat::east, "East plays QC");
  for (const Seat seat : {Seat::north, Seat::west}) {
    const std::string name(to_name(seat));
    say(seat, name + " ready for East's card to trick 1");
    say(seat, name + " ready for dummy");
    say(seat, name + " received dummy");
  }
  say(Seat::south, "South ready for East's card to trick 1");
  say(Seat::south, "South ready for dummy's card to trick 1");
  forget();
  say(Seat::north, "North plays KC");  // its own, not dummy's
  EXPECT_EQ(heard(Seat::north), Lines{"Refused: out of turn: it is South's card"});
  say(Seat::north, "North plays AC");
  EXPECT_EQ(heard(Seat::north), Lines{});
  EXPECT_EQ(heard(Seat::south), Lines{"South plays AC"});
}

// Makes one call, passes from then on, and plays its lowest cards.
class OneCall : public agent::Player {
 public:
  Result<agent::CallAdvice> call(const agent::View& view, std::stop_token) override {
    agent::CallAdvice made;
    if (view.calls.empty()) {
      made.call = Call::bid(1, Strain::no_trump);
      made.explanation = "15-17 balanced";
      made.alert = true;
    }
    return made;
  }
  Result<agent::CardAdvice> play(const agent::View&, CardSet, std::stop_token) override {
    return Error{.what = "has no wish"};
  }
};

TEST(TableSeat, ExplainsItsCallsAndLeadsWhenNobodyTellsItTo) {
  OneCall player;
  SeatSession seat(Seat::north, "A", player);
  EXPECT_EQ(seat.begin(), Lines{"Connecting \"A\" as North using protocol version 18"});
  seat.hear("NORTH (\"A\") seated.");
  seat.hear(R"(Teams : N/S : "A" E/W : "B". Playing IMP)");
  seat.hear("Start of board");
  seat.hear("Board number 1. Dealer North. Neither vulnerable.");
  EXPECT_EQ(seat.hear("North's cards : S A K 4. H Q J 2. D T 9 8 7. C K 3 2."),
            (Lines{"North bids 1NT Alert. 15-17 balanced", "North ready for East's bid"}));
  EXPECT_EQ(seat.hear("Explain North's 1NT"), Lines{"15-17 balanced"});
  EXPECT_EQ(seat.hear("Explain East's 2C"), Lines{"no explanation"});
  EXPECT_EQ(seat.hear_nothing(), Lines{});
  // The next board: West plays, North leads, and the server does not say so.
  seat.hear("Start of board");
  seat.hear("Board number 2. Dealer West. N/S vulnerable.");
  seat.hear("North's cards : S A K 4. H Q J 2. D T 9 8 7. C K 3 2.");
  EXPECT_EQ(seat.hear("West bids 1NT"), (Lines{"North passes", "North ready for East's bid"}));
  seat.hear("East passes");
  EXPECT_EQ(seat.hear("South passes"), Lines{});
  const Lines led = seat.hear_nothing();
  ASSERT_EQ(led.size(), 2U);
  EXPECT_TRUE(led[0].starts_with("North plays ")) << led[0];
  EXPECT_EQ(led[1], "North ready for dummy");
  EXPECT_EQ(seat.hear_nothing(), Lines{});
  EXPECT_EQ(seat.hear("North to lead"), Lines{}) << "it comes too late and changes nothing";
}

// A sentence that begins as a condition does must not stop anybody.
TEST(TableSeat, HearsConditionsAndLetsSentencesBe) {
  const auto heard = [](const std::string& text) {
    return heard_explanation({.seat = Seat::east, .call = Call::bid(2, Strain::hearts), .explanation = text});
  };
  EXPECT_EQ(heard("shows hcp(east) >= 15"), "shows hcp(east) >= 15");
  EXPECT_EQ(heard("shows the majors"), "");
  EXPECT_EQ(heard("5+ spades"), "5+ spades");
}

}  // namespace
}  // namespace yomi::table
