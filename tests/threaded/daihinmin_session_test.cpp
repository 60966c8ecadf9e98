// A session cell by cell: what each client is sent, in both versions of the protocol, beside what the
// description of the wire says it must be sent. The expectation is written from that description and from the
// cards alone; of the program it uses the rules (who may play what), not the code that fills tables.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "yomi/daihinmin/server.h"

namespace yomi::daihinmin {
namespace {

using wire::Message;
using wire::Table;

constexpr std::string_view kRanks = "-3456789TJQKA2+";
constexpr std::string_view kSuits = "SHDC";

// Writes cards in the text notation ("D3 HT JO") into rows 0 to 4.
void write_cards(const std::string& text, Table& table) {
  std::istringstream words(text);
  for (std::string card; words >> card && card != "-";) {
    if (card == "JO") {
      table.cell[4][1] = 2;
    } else {
      table.cell[kSuits.find(card[0])][kRanks.find(card[1])] = 1;
    }
  }
}

// Writes a play ("D5-JO[S5]", "H6-H7-H8", "JO") as it lies on the table.
void write_play(std::string text, Table& table) {
  if (text == "pass") return;
  if (text == "JO") {  // alone it lies in rows 0 to 3; ours lies above the two of spades
    table.cell[0][14] = 2;
    return;
  }
  std::string last;
  std::replace(text.begin(), text.end(), '-', ' ');
  std::istringstream words(text);
  for (std::string card; words >> card; last = card) {
    if (card == "JO") {
      table.cell[4][kRanks.find(last[1])] = 2;
    } else if (card.starts_with("JO[")) {
      table.cell[kSuits.find(card[3])][kRanks.find(card[4])] = 2;
    } else {
      table.cell[kSuits.find(card[0])][kRanks.find(card[1])] = 1;
    }
  }
}

struct Expected {
  int player;
  bool old_version;
  std::vector<Message> messages;

  void table(const Table& cells) { messages.push_back({.is_table = true, .table = cells}); }
  void number(int value) { messages.push_back({.number = value}); }
};

// Rows 5 and 6 of a table in the course of a game.
void write_state(const State& state, const GameSetup& setup, const Record& record, Table& table) {
  const auto player = [&](std::size_t seat) { return static_cast<std::size_t>(record.player_at[seat]); };
  table.cell[5][3] = record.player_at[state.turn];
  table.cell[5][4] = state.table_empty() ? 1 : 0;
  table.cell[5][6] = state.revolution ? 1 : 0;
  table.cell[5][7] = state.locked ? 1 : 0;
  for (std::size_t seat = 0; seat < kPlayers; ++seat) {
    const bool out = state.place[seat] != Public::kNoPlace;
    table.cell[6][player(seat)] = state.hands[seat].size();
    table.cell[6][5 + player(seat)] = out ? state.place[seat] : setup.ranked ? setup.rank[seat] : 0;
    table.cell[6][10 + seat] = record.player_at[seat];
  }
}

Table first_table(const GameSetup& setup, const Record& record, std::size_t seat, bool old_version) {
  Table table;
  Cards hand = setup.hands[seat];
  const int rank = setup.ranked ? setup.rank[seat] : 2;
  for (std::size_t poor = 0; poor < kPlayers; ++poor) {
    if (setup.ranked && rank < 2 && setup.rank[poor] == 4 - rank) hand |= setup.hands[poor].best(2 - rank);
  }
  write_cards(to_string(hand), table);
  table.cell[5][0] = 1;
  table.cell[5][1] = rank < 2 ? 2 - rank : old_version ? 2 - rank : 0;
  table.cell[5][3] = 6;
  for (std::size_t other = 0; other < kPlayers; ++other) {
    table.cell[6][record.player_at[other]] = setup.hands[other].size();
    table.cell[6][5 + std::size_t{record.player_at[other]}] = setup.ranked ? setup.rank[other] : 0;
    table.cell[6][10 + other] = record.player_at[other];
  }
  return table;
}

void expect_game(Expected& expected, const GameSetup& setup, const Record& record, bool last_game) {
  const auto own =
      static_cast<std::size_t>(std::find(record.player_at.begin(), record.player_at.end(), expected.player) -
                               record.player_at.begin());
  expected.table(first_table(setup, record, own, expected.old_version));
  State state = State::start(record.hands);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const Move& move = record.moves[i];
    Table turn;
    write_cards(to_string(state.hands[own]), turn);
    write_state(state, setup, record, turn);
    turn.cell[5][2] = state.turn == own ? 1 : 0;
    expected.table(turn);
    if (state.turn == own) expected.number(move.is_pass() && !state.table_empty() ? 8 : 9);
    Table cards;
    write_play(to_string(move.is_pass() ? state.top : move), cards);
    write_state(state, setup, record, cards);
    expected.table(cards);
    state.apply(move);
    const bool over = i + 1 == record.moves.size();
    expected.number(!over ? 0 : last_game ? 2 : 1);
  }
}

TEST(DaihinminSession, EveryCellOfEveryMessageInBothVersions) {
  ServerSettings settings;
  settings.port = 0;
  settings.games = 12;  // past a reset of ranks, with revolutions, locks and jokers
  settings.games_to_reset = 8;
  settings.seed = 11;
  settings.allow_old_version = true;
  settings.seconds_for_profile = 0.3;
  std::promise<int> port;
  std::vector<Record> records;
  std::thread server([&] {
    ServerCalls calls;
    calls.on_listening = [&](int got) { port.set_value(got); };
    calls.on_game = [&](const Record& record) { records.push_back(record); };
    ASSERT_TRUE(serve(settings, calls).ok());
  });
  const int at_port = port.get_future().get();
  const Learnt learnt = built_in();
  std::array<std::vector<Message>, kPlayers> heard;
  std::array<int, kPlayers> numbers{};
  std::vector<std::thread> clients;
  for (std::size_t i = 0; i < kPlayers; ++i) {
    clients.emplace_back([&, i] {
      auto player = make_player("base", learnt);
      ClientSettings client;
      client.port = at_port;
      client.version = i % 2 == 0 ? wire::kVersion : wire::kOldVersion;
      client.on_message = [&, i](const Message& message) {
        if (!message.to_server) heard[i].push_back(message);
      };
      const auto report = join(client, **player);
      ASSERT_TRUE(report.ok()) << report.error().to_string();
      EXPECT_EQ(report->odd, 0) << report->oddities.front();
      EXPECT_EQ(report->refused, 0);
      numbers[i] = report->number;
    });
  }
  for (auto& client : clients) client.join();
  server.join();
  ASSERT_EQ(records.size(), 12U);
  for (std::size_t i = 0; i < kPlayers; ++i) {
    Expected expected{.player = numbers[i], .old_version = i % 2 != 0, .messages = {}};
    expected.number(numbers[i]);
    Sequence sequence(settings.seed, settings.games_to_reset);
    for (std::size_t game = 0; game < records.size(); ++game) {
      expect_game(expected, sequence.next(), records[game], game + 1 == records.size());
      sequence.record(records[game].place);
    }
    ASSERT_EQ(heard[i].size(), expected.messages.size());
    for (std::size_t m = 0; m < heard[i].size(); ++m) {
      ASSERT_EQ(to_text(heard[i][m]), to_text(expected.messages[m])) << "client " << i << ", message " << m;
    }
  }
}

}  // namespace
}  // namespace yomi::daihinmin
