// What must hold for the C interface of DDS whatever it is fed with. Used by the fuzzer and by the replay of
// its corpus. It answers with a code that DDS has, fills what it says it fills, stays in range, and gives the
// same answer to the same board in both formats.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/bytes.h"
#include "yomi_dds.h"

namespace yomi::fuzz::dds_abi {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline bool is_code(int code) {
  char text[80];
  ErrorMessage(code, text);
  return std::strcmp(text, "Not a DDS error code") != 0;
}

// Four hands of equally many cards, at most `most` (a full deal would take the fuzzer's time), or any bits.
inline void fill_cards(Bytes& data, unsigned int (&cards)[4][4], std::size_t most) {
  if (data.in_range(0, 7) == 0) {
    for (auto& hand : cards) {
      for (auto& suit : hand) suit = data.any<unsigned int>();
    }
    return;
  }
  const auto count = data.in_range<std::size_t>(0, most);
  std::vector<int> deck(52);
  for (int i = 0; i < 52; ++i) deck[static_cast<std::size_t>(i)] = i;
  for (std::size_t i = 0; i < 4 * count; ++i) {
    std::swap(deck[i], deck[data.in_range<std::size_t>(i, 51)]);
    cards[i % 4][deck[i] / 13] |= 4U << (deck[i] % 13);
  }
  // Now and then a card too many or too few.
  for (int flips = data.in_range(0, 15) - 13; flips > 0; --flips) {
    cards[data.in_range(0, 3)][data.in_range(0, 3)] ^= 1U << data.in_range(0, 16);
  }
}

inline int small(Bytes& data, int low, int high) {
  return data.in_range(0, 30) == 0 ? data.any<int>() : data.in_range(low, high);
}

inline deal make_deal(Bytes& data) {
  deal board{};
  board.trump = small(data, 0, 4);
  board.first = small(data, 0, 3);
  fill_cards(data, board.remainCards, 5);
  // Cards taken from hands in turn onto the table.
  for (int i = 0, table = data.in_range(0, 3); i < table; ++i) {
    const unsigned hand = (static_cast<unsigned>(board.first) + static_cast<unsigned>(i)) & 3U;
    const int suit = data.in_range(0, 3);
    board.currentTrickSuit[i] = small(data, suit, suit);
    if (board.remainCards[hand][suit] != 0 && data.coin()) {
      const unsigned int low = board.remainCards[hand][suit] & (0U - board.remainCards[hand][suit]);
      board.remainCards[hand][suit] ^= low;
      board.currentTrickRank[i] = __builtin_ctz(low);
    } else {
      board.currentTrickRank[i] = small(data, 0, 15);
    }
  }
  return board;
}

inline void fill_text(Bytes& data, char* to, std::size_t size) {
  const std::string text = data.text(size);
  std::memcpy(to, text.data(), text.size());  // not always terminated
}

inline std::string pbn_of(const deal& board) {
  std::string text = "N:";
  for (int hand = 0; hand < 4; ++hand) {
    for (int suit = 0; suit < 4; ++suit) {
      for (int rank = 14; rank >= 2; --rank) {
        if (board.remainCards[hand][suit] >> rank & 1) text += "23456789TJQKA"[rank - 2];
      }
      if (suit < 3) text += '.';
    }
    if (hand < 3) text += ' ';
  }
  return text;
}

inline void check(const deal& board, const futureTricks& result, int code) {
  require(is_code(code));
  if (code != RETURN_NO_FAULT) return;
  require(result.cards >= 0 && result.cards <= 13);
  int count = 0;
  for (const auto& hand : board.remainCards) {
    for (unsigned int suit : hand) count += __builtin_popcount(suit >> 2);
  }
  const int turn = (board.first + (52 - count) % 4) % 4;
  for (int i = 0; i < result.cards; ++i) {
    require(result.suit[i] >= 0 && result.suit[i] < 4 && result.rank[i] >= 2 && result.rank[i] <= 14);
    const unsigned int held = board.remainCards[turn][result.suit[i]];
    require((held >> result.rank[i] & 1) != 0);
    require((static_cast<unsigned int>(result.equals[i]) & ~held) == 0);
    require(result.score[i] >= -2 && result.score[i] <= 13);
  }
}

inline void solve(Bytes& data) {
  const deal board = make_deal(data);
  const int target = small(data, -1, 6);
  const int solutions = small(data, 1, 3);
  const int mode = small(data, 0, 2);
  futureTricks result{};
  const int code = SolveBoard(board, target, solutions, mode, &result, data.any<int>());
  check(board, result, code);

  const std::string text = pbn_of(board);
  if (code != RETURN_NO_FAULT || text.size() > 79) return;
  dealPBN same{};
  same.trump = board.trump;
  same.first = board.first;
  std::copy_n(board.currentTrickSuit, 3, same.currentTrickSuit);
  std::copy_n(board.currentTrickRank, 3, same.currentTrickRank);
  std::memcpy(same.remainCards, text.data(), text.size());
  futureTricks again{};
  require(SolveBoardPBN(same, target, solutions, mode, &again, 0) == code);
  require(again.cards == result.cards && again.score[0] == result.score[0]);
}

inline void solve_text(Bytes& data) {
  dealPBN board{};
  board.trump = small(data, 0, 4);
  board.first = small(data, 0, 3);
  fill_text(data, board.remainCards, sizeof board.remainCards);
  futureTricks result{};
  require(
      is_code(SolveBoardPBN(board, small(data, -1, 3), small(data, 1, 3), small(data, 0, 2), &result, 0)));
}

inline void solve_many(Bytes& data) {
  auto batch = std::make_unique<boards>();
  batch->noOfBoards = small(data, 0, 4);
  for (int i = 0; i < std::min(std::max(batch->noOfBoards, 0), 4); ++i) {
    batch->deals[i] = make_deal(data);
    batch->target[i] = small(data, -1, 4);
    batch->solutions[i] = small(data, 1, 3);
    batch->mode[i] = small(data, 0, 2);
  }
  auto solved = std::make_unique<solvedBoards>();
  require(is_code(SolveAllChunksBin(batch.get(), solved.get(), small(data, 0, 2))));
}

inline void tables(Bytes& data) {
  auto deals = std::make_unique<ddTableDeals>();
  deals->noOfTables = small(data, 0, 3);
  for (int i = 0; i < std::min(std::max(deals->noOfTables, 0), 3); ++i)
    fill_cards(data, deals->deals[i].cards, 4);
  int filter[DDS_STRAINS];
  for (int& strain : filter) strain = small(data, 0, 1);
  auto results = std::make_unique<ddTablesRes>();
  auto pars = std::make_unique<allParResults>();
  require(is_code(CalcAllTables(deals.get(), small(data, -1, 4), filter, results.get(), pars.get())));
}

inline void table_text(Bytes& data) {
  ddTableDealPBN board{};
  fill_text(data, board.cards, sizeof board.cards);
  ddTableResults table{};
  parResults par{};
  require(is_code(CalcParPBN(board, &table, small(data, 0, 3), &par)));
}

inline void par(Bytes& data) {
  ddTableResults table{};
  for (auto& row : table.resTable) {
    for (int& tricks : row) tricks = small(data, 0, 13);
  }
  const int vulnerable = small(data, 0, 3);
  parResults text{};
  require(is_code(Par(&table, &text, vulnerable)));
  parResultsDealer dealer{};
  require(is_code(DealerPar(&table, &dealer, small(data, 0, 3), vulnerable)));
  parResultsMaster sides[2] = {};
  const int code = SidesParBin(&table, sides, vulnerable);
  require(is_code(code) && sides[0].number >= 0 && sides[0].number <= 10);
  if (data.coin()) {
    data.fill(sides, sizeof sides);
  }
  parTextResults lines{};
  require(is_code(ConvertToSidesTextFormat(sides, &lines)));
  std::vector<char> line(1000);
  require(is_code(ConvertToDealerTextFormat(sides, line.data())));
}

inline void play(Bytes& data) {
  const deal board = make_deal(data);
  playTraceBin trace{};
  trace.number = small(data, 0, 20);
  for (int i = 0; i < 20; ++i) {
    trace.suit[i] = small(data, 0, 3);
    trace.rank[i] = small(data, 2, 14);
  }
  solvedPlay solved{};
  int code = AnalysePlayBin(board, trace, &solved, 0);
  require(is_code(code) && solved.number <= 53);
  playTracePBN text{};
  text.number = small(data, 0, 52);
  fill_text(data, text.cards, sizeof text.cards);
  dealPBN same{};
  same.trump = board.trump;
  same.first = board.first;
  const std::string cards = pbn_of(board);
  std::memcpy(same.remainCards, cards.data(), std::min(cards.size(), sizeof same.remainCards));
  code = AnalysePlayPBN(same, text, &solved, 0);
  require(is_code(code) && solved.number <= 53);
}

}  // namespace yomi::fuzz::dds_abi

namespace yomi::fuzz {

inline void check_dds_abi(std::string_view bytes) {
  Bytes data(bytes);
  switch (data.in_range(0, 6)) {
    case 0:
      dds_abi::solve(data);
      break;
    case 1:
      dds_abi::solve_text(data);
      break;
    case 2:
      dds_abi::solve_many(data);
      break;
    case 3:
      dds_abi::tables(data);
      break;
    case 4:
      dds_abi::table_text(data);
      break;
    case 5:
      dds_abi::par(data);
      break;
    default:
      dds_abi::play(data);
      break;
  }
}

}  // namespace yomi::fuzz
