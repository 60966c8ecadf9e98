// DDS's own lists of boards with solved results (from the DDS project), where they are at hand: first cards,
// tables, par and play traces.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "yomi/dd/analysis.h"
#include "yomi/dd/par.h"

namespace yomi::dd {
namespace {

std::string list_path(const std::string& name) {
  return std::string(YOMI_SOURCE_DIR) + "/../shared/data/dd/" + name;
}

Suit suit_from_dds(int suit) {
  return suit_at(3 - suit);
}
Strain strain_from_dds(int strain) {
  return strain == 4 ? Strain::no_trump : strain_of(suit_from_dds(strain));
}
Vulnerability vulnerability_from_dds(int code) {
  constexpr std::array order = {Vulnerability::none, Vulnerability::both, Vulnerability::ns,
                                Vulnerability::ew};
  return order[static_cast<std::size_t>(code)];
}

struct ListedBoard {
  Seat dealer{};
  Vulnerability vulnerability{};
  Strain trump{};
  Seat first{};
  Deal deal;
  std::map<int, int> first_cards;  // card bit -> tricks
  Table table;
  int par_score = 0;
  std::vector<Card> play;
  std::vector<int> trace;
};

std::vector<ListedBoard> read_list(const std::string& path, std::size_t most) {
  std::ifstream file(path);
  std::vector<ListedBoard> boards;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    std::vector<int> numbers;
    const auto quote = line.find('"');
    std::istringstream plain(
        line.substr(kind.size(), quote == std::string::npos ? quote : quote - kind.size()));
    for (int number; plain >> number;) numbers.push_back(number);
    const std::string text =
        quote == std::string::npos ? "" : line.substr(quote + 1, line.find('"', quote + 1) - quote - 1);
    if (kind == "PBN") {
      if (boards.size() == most) break;
      ListedBoard board;
      board.dealer = seat_at(numbers[0]);
      board.vulnerability = vulnerability_from_dds(numbers[1]);
      board.trump = strain_from_dds(numbers[2]);
      board.first = seat_at(numbers[3]);
      const auto deal = parse_deal(text);
      EXPECT_TRUE(deal) << text;
      board.deal = *deal;
      boards.push_back(board);
    } else if (kind == "FUT") {
      const auto count = static_cast<std::size_t>(numbers[0]);
      for (std::size_t i = 0; i < count; ++i) {
        const Suit suit = suit_from_dds(numbers[1 + i]);
        const unsigned ranks =
            1U << numbers[1 + count + i] | static_cast<unsigned>(numbers[1 + 2 * count + i]);
        for (Card card : CardSet::from_ranks(suit, ranks >> 2)) {
          boards.back().first_cards[card.bit()] = numbers[1 + 3 * count + i];
        }
      }
    } else if (kind == "TABLE") {
      for (std::size_t i = 0; i < 20; ++i) {
        const Strain strain = strain_from_dds(static_cast<int>(i / 4));
        boards.back().table.tricks[strain][i % 4] = static_cast<std::uint8_t>(numbers[i]);
      }
    } else if (kind == "PAR2") {
      boards.back().par_score = std::stoi(text);
    } else if (kind == "PLAY") {
      for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        boards.back().play.push_back(*parse_card(text.substr(i, 2)));
    } else if (kind == "TRACE") {
      boards.back().trace.assign(numbers.begin() + 1, numbers.end());
    }
  }
  return boards;
}

void check_list(const std::string& name, std::size_t most) {
  if (!std::filesystem::exists(list_path(name))) GTEST_SKIP() << name << " is not at hand";
  Solver solver;
  const auto boards = read_list(list_path(name), most);
  ASSERT_FALSE(boards.empty());
  for (const ListedBoard& board : boards) {
    const std::string text = to_string(board.deal);
    ASSERT_EQ(solver.table(board.deal), board.table) << text;
    EXPECT_EQ(par(board.table, board.vulnerability, board.dealer).score_ns, board.par_score) << text;
    const Position start(board.deal, board.trump, board.first);
    std::map<int, int> first_cards;
    for (const CardTricks& scored : solver.cards(start)) {
      CardSet cards = scored.equals;
      cards.insert(scored.card);
      for (Card card : cards) first_cards[card.bit()] = scored.tricks.lower;
    }
    EXPECT_EQ(first_cards, board.first_cards) << text;
    const auto analysis = analyse(solver, start, next(board.first, -1), board.play);
    ASSERT_TRUE(analysis) << text << ": " << analysis.error().to_string();
    // DDS leaves out what follows once only one card can be played.
    ASSERT_GE(analysis->trace.size(), board.trace.size());
    for (std::size_t i = 0; i < board.trace.size(); ++i)
      EXPECT_EQ(analysis->trace[i], board.trace[i]) << text << " " << i;
  }
}

// YOMI_TEST_ALL=1 goes through whole lists.
bool all_of_it() {
  return std::getenv("YOMI_TEST_ALL") != nullptr;
}

TEST(DdLists, BoardsFromPlay) {
  check_list("list300.txt", all_of_it() ? 300 : 40);
}
TEST(DdLists, HardestBoards) {
  check_list("largest.txt", all_of_it() ? 100 : 1);
}

TEST(DdLists, Thomas) {
  check_list("thomas1.txt", 1);
  check_list("thomas2.txt", 1);
}

}  // namespace
}  // namespace yomi::dd
