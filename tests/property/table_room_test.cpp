// A room and four players with nothing between them but lines, which arrive in any order that four
// connections allow. Whatever the order, and whoever leaves and comes back, every board is played once and
// all four have seen the same.
#include <gtest/gtest.h>

#include <deque>

#include "support/random_player.h"
#include "yomi/table/room.h"
#include "yomi/table/seat.h"

namespace yomi::table {
namespace {

class Session {
 public:
  Session(std::uint64_t seed, int boards, double leaving)
      : random_(seed), leaving_(leaving), room_({}, calls(boards)) {
    room_.set_team(Side::ns, "A");
    room_.set_team(Side::ew, "B");
    for (const Seat seat : kAllSeats) {
      brains_[seat] =
          std::make_unique<testing::RandomPlayer>(seed * 4 + static_cast<std::uint64_t>(index(seat)));
      clients_[seat] = std::make_unique<SeatSession>(seat, on(seat, Side::ns) ? "A" : "B", *brains_[seat]);
      come(seat);
    }
  }

  // False when nothing goes on any more.
  bool run() {
    for (int step = 0; step < 200'000; ++step) {
      if (room_.state() == Room::State::failed) return false;
      std::vector<Seat> up;
      std::vector<Seat> down;
      for (const Seat seat : kAllSeats) {
        if (!to_room_[seat].empty()) up.push_back(seat);
        if (!to_client_[seat].empty()) down.push_back(seat);
      }
      if (up.empty() && down.empty()) {
        if (room_.state() != Room::State::finished || ended_) return ended_;
        ended_ = true;
        room_.end_session();
        continue;
      }
      if (!ended_ && random_.unit() < leaving_) {
        const Seat seat = seat_at(static_cast<int>(random_.below(4)));
        room_.leave(seat, now_);
        come(seat);
        ++left;
        continue;
      }
      const auto pick = random_.below(static_cast<std::uint32_t>(up.size() + down.size()));
      if (pick < up.size())
        hear(up[pick]);
      else
        tell(down[pick - up.size()]);
    }
    return false;
  }

  std::vector<PlayedBoard> played;
  BySeat<std::vector<std::string>> heard;
  int left = 0;
  const Room& room() const { return room_; }
  const SeatReport& report(Seat seat) const { return clients_[seat]->report(); }

 private:
  Room::Calls calls(int boards) {
    Room::Calls made;
    made.send = [this](Seat seat, const std::string& line) { to_client_[seat].push_back(line); };
    made.next_board = [this, boards]() -> std::optional<DealtBoard> {
      const int number = static_cast<int>(played.size()) + 1;
      if (number > boards) return std::nullopt;
      Random random = Random(7).split(static_cast<std::uint64_t>(number));
      return DealtBoard{.number = number,
                        .dealer = board_dealer(number),
                        .vulnerability = board_vulnerability(number),
                        .deal = random_deal(random)};
    };
    made.on_result = [this](const PlayedBoard& board) { played.push_back(board); };
    return made;
  }

  void come(Seat seat) {
    to_client_[seat].clear();
    to_room_[seat].clear();
    clients_[seat]->begin();  // the seat is given without a word
    room_.sit(seat, now_);
  }
  void hear(Seat seat) {
    const std::string line = to_room_[seat].front();
    to_room_[seat].pop_front();
    room_.hear(seat, line, now_);
    now_ += std::chrono::milliseconds(10);
  }
  void tell(Seat seat) {
    const std::string line = to_client_[seat].front();
    to_client_[seat].pop_front();
    heard[seat].push_back(line);
    for (std::string& answer : clients_[seat]->hear(line)) to_room_[seat].push_back(std::move(answer));
  }

  Random random_;
  double leaving_;
  bool ended_ = false;
  Room::Time now_{};
  Room room_;
  BySeat<std::unique_ptr<testing::RandomPlayer>> brains_;
  BySeat<std::unique_ptr<SeatSession>> clients_;
  BySeat<std::deque<std::string>> to_room_;
  BySeat<std::deque<std::string>> to_client_;
};

void expect_whole(const PlayedBoard& board) {
  Auction auction(board.board.dealer);
  for (const Called& called : board.calls) ASSERT_TRUE(auction.add(called.call));
  ASSERT_TRUE(auction.is_over());
  ASSERT_EQ(auction.contract(), board.contract);
  if (!board.contract) return;
  ASSERT_EQ(board.play.size(), 52U);
  Position position(board.board.deal, board.contract->strain, board.contract->leader());
  for (const Card card : board.play) {
    ASSERT_TRUE(position.is_legal(card));
    position.play(card);
  }
  ASSERT_EQ(position.tricks(side_of(board.contract->declarer)), board.tricks);
}

TEST(TableRoom, PlaysWhateverTheOrderOfLines) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Session session(seed, 8, 0);
    ASSERT_TRUE(session.run()) << session.room().failure() << " seed " << seed;
    ASSERT_EQ(session.played.size(), 8U);
    for (const PlayedBoard& board : session.played) expect_whole(board);
    for (const Seat seat : kAllSeats) {
      const SeatReport& report = session.report(seat);
      EXPECT_EQ(report.boards, 8);
      EXPECT_EQ(report.restarts, 0);
      EXPECT_EQ(report.odd, 0) << report.oddities.front();
      EXPECT_TRUE(report.over);
    }
  }
}

TEST(TableRoom, ABoardIsStartedAgainWhenAPlayerComesBack) {
  int left = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Session session(seed, 8, 0.002);
    ASSERT_TRUE(session.run()) << session.room().failure() << " seed " << seed;
    ASSERT_EQ(session.played.size(), 8U) << seed;
    for (std::size_t i = 0; i < session.played.size(); ++i) {
      EXPECT_EQ(session.played[i].board.number, static_cast<int>(i) + 1);
      expect_whole(session.played[i]);
    }
    for (const Seat seat : kAllSeats) {
      EXPECT_TRUE(session.report(seat).over) << seed;
      EXPECT_EQ(session.report(seat).odd, 0) << session.report(seat).oddities.front();
    }
    left += session.left;
  }
  EXPECT_GT(left, 60);
}

// Every player is told exactly what the table is to tell it, and an explanation goes to opponents only.
TEST(TableRoom, TellsEveryPlayerWhatItMayKnow) {
  Session session(3, 8, 0);
  ASSERT_TRUE(session.run());
  int alerts = 0;
  for (const Seat seat : kAllSeats) {
    int timings = 0;
    int hands = 0;
    for (const std::string& line : session.heard[seat]) {
      const auto message = parse_message(line);
      ASSERT_TRUE(message) << line;
      EXPECT_EQ(to_string(*message), line);
      if (std::holds_alternative<Timing>(*message)) ++timings;
      if (const auto* hand = std::get_if<Hand>(&*message)) {
        if (hand->seat == seat) ++hands;
        EXPECT_TRUE(!hand->seat || hand->seat == seat) << line;
      }
      if (const auto* called = std::get_if<Called>(&*message)) {
        EXPECT_FALSE(called->alert && called->seat == partner(seat)) << line;
        EXPECT_FALSE(line.ends_with(".")) << line;
        if (called->alert) ++alerts;
      }
    }
    EXPECT_EQ(timings, 8);
    EXPECT_EQ(hands, 8);
  }
  EXPECT_GT(alerts, 0);
}

}  // namespace
}  // namespace yomi::table
