#include <gtest/gtest.h>

#include "yomi/cards/random.h"
#include "yomi/daihinmin/playout.h"
#include "yomi/daihinmin/wire.h"

namespace yomi::daihinmin::wire {
namespace {

std::array<std::byte, kTableBytes> bytes_of(const Table& table, Order order = Order::big_endian) {
  std::array<std::byte, kTableBytes> bytes;
  encode(table, order, bytes);
  return bytes;
}

TEST(DaihinminWire, TheProfileByteForByte) {
  const auto bytes = bytes_of(profile("yomi"));
  EXPECT_EQ(bytes[0], std::byte{0});
  EXPECT_EQ(bytes[1], std::byte{0});
  EXPECT_EQ(bytes[2], std::byte{0x4E});  // 20070 = 0x4E66
  EXPECT_EQ(bytes[3], std::byte{0x66});
  EXPECT_EQ(bytes[60 + 3], std::byte{'y'});
  EXPECT_EQ(bytes[64 + 3], std::byte{'o'});
  EXPECT_EQ(profile_name(profile("yomi")), "yomi");
  EXPECT_EQ(profile_name(profile("a-name-that-is-long")), "a-name-th");
}

TEST(DaihinminWire, AHandByteForByte) {
  Table table;
  put_hand(parse_cards("S3 C2 JO").value(), table);
  EXPECT_EQ(table.cell[0][1], 1);
  EXPECT_EQ(table.cell[3][13], 1);
  EXPECT_EQ(table.cell[4][1], 2);
  const auto bytes = bytes_of(table);
  EXPECT_EQ(bytes[4 * 1 + 3], std::byte{1});
  EXPECT_EQ(bytes[4 * (3 * 15 + 13) + 3], std::byte{1});
  EXPECT_EQ(bytes[4 * (4 * 15 + 1) + 3], std::byte{2});
}

TEST(DaihinminWire, NegativeValuesTravelAsZeroInTheNewVersionAndAsTheyAreInTheOld) {
  Table table;
  table.cell[7][14] = -1;
  table.cell[2][3] = 20070;
  for (Order order : {Order::big_endian, Order::host}) {
    const Table back = decode_table(bytes_of(table, order), order);
    EXPECT_EQ(back.cell[7][14], order == Order::host ? -1 : 0);
    EXPECT_EQ(back.cell[2][3], 20070);
  }
}

TEST(DaihinminWire, ThePoorOfTheOldVersionAreToldWhatWasTaken) {
  Info info;
  info.player_at = {0, 1, 2, 3, 4};
  for (int to_give : {-2, -1, 0, 1, 2}) {
    info.to_give = to_give;
    Table table;
    put_info(info, table);
    const auto back = read_info(decode_table(bytes_of(table, Order::host), Order::host));
    ASSERT_TRUE(back.ok()) << back.error().what;
    EXPECT_EQ(back->to_give, to_give);
  }
}

TEST(DaihinminWire, OddCellsAreToldAndKeepTheirLastValue) {
  Info before;
  before.counts = {5, 4, 3, 2, 1};
  before.player_at = {4, 3, 2, 1, 0};
  Table table;
  put_info(before, table);
  table.cell[6][2] = 77;
  table.cell[5][1] = -9;
  table.cell[6][11] = 4;  // player 4 in two seats
  std::vector<std::string> told;
  const Info info = read_info(table, before, [&](const Error& error) { told.push_back(error.what); });
  EXPECT_EQ(info.counts, before.counts);
  EXPECT_EQ(info.player_at, before.player_at);
  EXPECT_EQ(info.to_give, 0);
  ASSERT_EQ(told.size(), 3U);
  EXPECT_NE(told[1].find("found 77 at [6][2]"), std::string::npos) << told[1];
  Table hand;
  put_hand(parse_cards("S3 C2 JO").value(), hand);
  hand.cell[1][1] = 5;
  told.clear();
  EXPECT_EQ(read_hand(hand, [&](const Error& error) { told.push_back(error.what); }),
            parse_cards("S3 C2 JO").value());
  EXPECT_EQ(told.size(), 1U);
}

TEST(DaihinminWire, ASessionWrittenDownReadsBack) {
  std::vector<Message> session{{.to_server = true, .is_table = true, .table = profile("yomi")},
                               {.number = 3}};
  session.push_back({.is_table = true});
  session.back().table.cell[6][14] = -2;
  std::string text = "# a session\n";
  for (const Message& message : session) text += to_text(message);
  const auto back = parse_session(text);
  ASSERT_TRUE(back.ok()) << back.error().to_string();
  EXPECT_EQ(*back, session);
  EXPECT_EQ(parse_session(text + "? table\n").error().line, 21U);
  EXPECT_EQ(parse_session("< table\n1 2 3\n").error().line, 2U);
  EXPECT_FALSE(parse_session("< table\n").ok());
  EXPECT_FALSE(parse_session("< number x\n").ok());
}

TEST(DaihinminWire, MovesInvert) {
  Random random(1);
  for (int game = 0; game < 200; ++game) {
    State state = State::start(deal(random));
    play_out(
        state,
        [&](const State& now, const MoveList& list) {
          for (const Move& move : list) {
            Table table;
            put_move(move, table);
            const auto back = read_move(decode_table(bytes_of(table), Order::big_endian));
            EXPECT_TRUE(back.ok() && *back == move) << to_string(move);
          }
          Table table;
          put_hand(now.hands[now.turn], table);
          EXPECT_EQ(read_hand(table).value(), now.hands[now.turn]);
          return random.below(static_cast<std::uint32_t>(list.size()));
        },
        Stands::every);
  }
}

TEST(DaihinminWire, TheJokerAsSpecified) {
  Table lone;
  put_move(Move::lone_joker(), lone);
  EXPECT_EQ(lone.cell[4][1], 0) << "a lone joker is sent in rows 0 to 3";
  Table anywhere;
  anywhere.cell[2][7] = 2;
  EXPECT_EQ(read_move(anywhere).value(), Move::lone_joker());
  Table run;
  put_move(parse_move("SA-S2-JO[S+]").value(), run);
  EXPECT_EQ(run.cell[0][14], 2);
  Table five;
  put_move(Move::group_of_five(3), five);
  EXPECT_EQ(five.cell[4][3], 2);
}

TEST(DaihinminWire, RubbishIsAnErrorWithAPlace) {
  Table table;
  table.cell[2][5] = 7;
  EXPECT_NE(read_move(table).error().what.find("[2][5]"), std::string::npos);
  table.cell[2][5] = 1;
  table.cell[1][9] = 1;
  EXPECT_FALSE(read_move(table).ok());
  EXPECT_FALSE(read_info(Table{}).ok()) << "all seats with player 0";
}

TEST(DaihinminWire, InfoInverts) {
  Info info;
  info.exchanging = true;
  info.to_give = 2;
  info.my_turn = true;
  info.turn = 3;
  info.table_empty = info.revolution = info.locked = true;
  info.counts = {1, 2, 3, 4, 13};
  info.ranks = {4, 3, 2, 1, 0};
  info.player_at = {2, 0, 1, 4, 3};
  Table table;
  put_info(info, table);
  const Info back = read_info(table).value();
  EXPECT_EQ(back.counts, info.counts);
  EXPECT_EQ(back.ranks, info.ranks);
  EXPECT_EQ(back.player_at, info.player_at);
  EXPECT_EQ(back.turn, 3);
  EXPECT_TRUE(back.exchanging && back.my_turn && back.table_empty && back.revolution && back.locked);
}

TEST(DaihinminWire, NoBytesBreakTheDecoder) {
  Random random(9);
  std::array<std::byte, kTableBytes> bytes;
  for (int round = 0; round < 20'000; ++round) {
    // From wholly random to tables that are almost right.
    Table table;
    for (auto& row : table.cell) {
      for (std::int32_t& value : row) {
        const auto dice = random.below(static_cast<std::uint32_t>(2 + round % 40));
        value = dice == 0   ? static_cast<std::int32_t>(random())
                : dice == 1 ? static_cast<std::int32_t>(random.below(3))
                            : 0;
      }
    }
    encode(table, Order::big_endian, bytes);
    for (Order order : {Order::big_endian, Order::host}) {
      const Table read = decode_table(bytes, order);
      if (const auto move = read_move(read)) {
        Table again;
        put_move(*move, again);
        EXPECT_EQ(read_move(again).value(), *move);
      }
      (void)read_hand(read);
      (void)read_info(read);
      (void)profile_name(read);
    }
  }
}

}  // namespace
}  // namespace yomi::daihinmin::wire
