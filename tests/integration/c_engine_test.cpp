// yomi.h and the context calls of DDS 3, as a program in C sees them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "yomi.h"
#include "yomi_dds_context.h"

namespace {

struct Engine {
  yomi_engine* made = yomi_create(1);
  ~Engine() { yomi_destroy(made); }
};

TEST(CEngine, DrawsDealsThatMeetTheCondition) {
  const Engine engine;
  std::vector<unsigned char> seats(52 * 200);
  ASSERT_EQ(yomi_draw(engine.made, "hcp(north) >= 20", 200, 7, seats.data()), YOMI_OK)
      << yomi_error(engine.made);
  for (std::size_t deal = 0; deal < 200; ++deal) {
    int points = 0;
    int cards = 0;
    for (std::size_t i = 0; i < 52; ++i) {
      if (seats[deal * 52 + i] != 0) continue;
      ++cards;
      points += std::max(0, static_cast<int>(i % 13) - 8);
    }
    EXPECT_EQ(cards, 13);
    EXPECT_GE(points, 20);
  }
}

TEST(CEngine, ChancesCallsAndCards) {
  const Engine engine;
  double chance = 0;
  ASSERT_EQ(yomi_chance(engine.made, "hcp(north) == 10", "", &chance), YOMI_OK) << yomi_error(engine.made);
  EXPECT_NEAR(chance, 0.0940511, 1e-6);
  EXPECT_EQ(yomi_chance(engine.made, "tricks(north, spades) > 7", "", &chance), YOMI_NOT_EXACT);
  EXPECT_EQ(yomi_chance(engine.made, "hcp(north) == 10", "hcp(south) > 37", &chance), YOMI_WRONG_ARGUMENT);
  yomi_view view{};
  view.hand = "AKJ52.K4.QJ3.A62";
  view.settings = R"({"look_ahead": false})";
  const char* call = nullptr;
  const char* reasons = nullptr;
  ASSERT_EQ(yomi_bid(engine.made, &view, &call, &reasons), YOMI_OK) << yomi_error(engine.made);
  EXPECT_STREQ(call, "1S");
  EXPECT_NE(std::string(reasons).find("\"why\""), std::string::npos);
  view.hand = "KQJT9.432.432.32";
  view.dealer = "S";
  view.auction = "1NT p 3NT p p p";
  view.settings = R"({"engine": "pimc", "deals": 20})";
  const char* card = nullptr;
  ASSERT_EQ(yomi_play(engine.made, &view, &card, nullptr), YOMI_OK) << yomi_error(engine.made);
  EXPECT_STREQ(card, "SK");
  const char* answer = nullptr;
  ASSERT_EQ(yomi_ask(engine.made, R"({"do": "version"})", &answer), YOMI_OK);
  EXPECT_NE(std::string(answer).find(yomi_version()), std::string::npos);
}

// Texts that are wrong, or might be, in every place; YOMI_MALFORMED=1000 for that many to each function.
TEST(CEngine, MalformedArguments) {
  const Engine engine;
  std::mt19937 random(23);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::string text;
  const auto wrong = [&]() -> const char* {
    static constexpr std::string_view kSigns = "NESWAKQJT98765432.: -CDHSX[]{}()&|<>=+*/%,\"'\\\n\x80\xff";
    text.clear();
    switch (below(6)) {
      case 0:
        return nullptr;
      case 1:
        return "";
      case 2:
        text.assign(200'000, '(');
        return text.c_str();
      case 3:
        return "predeal north SA, SA";
      default:
        for (std::size_t n = below(60); n > 0; --n) text += kSigns[below(kSigns.size())];
        return text.c_str();
    }
  };
  static constexpr const char* kQuick = R"({"look_ahead": false, "engine": "pimc", "deals": 1})";
  std::vector<unsigned char> seats(52);
  const char* const wished = std::getenv("YOMI_MALFORMED");
  const int rounds = wished == nullptr ? 100 : std::atoi(wished);
  int refused = 0;
  for (int i = 0; i < rounds; ++i) {
    double chance = 0;
    const char* out = nullptr;
    yomi_view view{};
    view.hand = "AKJ52.K4.QJ3.A62";
    view.settings = kQuick;
    const char** const places[] = {&view.hand,  &view.dealer, &view.vulnerable, &view.auction,
                                   &view.dummy, &view.play,   &view.settings};
    *places[below(7)] = wrong();
    if (view.settings == nullptr || *view.settings == '\0') view.settings = kQuick;
    refused += static_cast<int>(yomi_bid(engine.made, &view, &out, nullptr) != YOMI_OK);
    view.auction = i % 20 == 0 ? "1NT p p p" : "1NT p p";  // a card is asked for while the auction goes on
    refused += static_cast<int>(yomi_play(engine.made, &view, &out, nullptr) != YOMI_OK);
    refused += static_cast<int>(yomi_chance(engine.made, wrong(), "", &chance) != YOMI_OK);
    refused += static_cast<int>(yomi_chance(engine.made, "hcp(north) == 10", wrong(), &chance) != YOMI_OK);
    refused += static_cast<int>(yomi_ask(engine.made, wrong(), &out) != YOMI_OK);
    refused += static_cast<int>(
        yomi_draw(engine.made, wrong(), 1, 1, below(2) == 0 ? nullptr : seats.data()) != YOMI_OK);
  }
  EXPECT_GT(refused, 3 * rounds);
  EXPECT_EQ(yomi_bid(nullptr, nullptr, nullptr, nullptr), YOMI_WRONG_ARGUMENT);
  EXPECT_EQ(yomi_bid(engine.made, nullptr, nullptr, nullptr), YOMI_WRONG_ARGUMENT);
  EXPECT_STRNE(yomi_error(nullptr), "");
  EXPECT_EQ(yomi_create(-1), nullptr);
  yomi_destroy(nullptr);
}

TEST(DdsContext, AnswersAsTheOlderCallsDo) {
  void* const context = dds_c_create_solvercontext_default();
  ASSERT_NE(context, nullptr);
  ddTableDealPBN cards = {"N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853"};
  ddTableResults older{};
  ddTableResults newer{};
  ASSERT_EQ(CalcDDtablePBN(cards, &older), RETURN_NO_FAULT);
  ASSERT_EQ(dds_c_calc_dd_table_pbn(context, &cards, &newer), RETURN_NO_FAULT);
  EXPECT_TRUE(std::equal(&older.resTable[0][0], &older.resTable[0][0] + 20, &newer.resTable[0][0]));
  parResults par{};
  ASSERT_EQ(dds_c_calc_par_pbn(context, &cards, 0, &newer, &par), RETURN_NO_FAULT);
  EXPECT_NE(std::string(par.parScore[0]).find("1520"), std::string::npos);
  dealPBN board{};
  board.trump = 4;
  board.first = 1;
  std::copy(std::begin(cards.cards), std::end(cards.cards), board.remainCards);
  futureTricks one{};
  futureTricks two{};
  ASSERT_EQ(SolveBoardPBN(board, -1, 3, 1, &one, 0), RETURN_NO_FAULT);
  ASSERT_EQ(dds_c_solve_board_pbn(context, &board, -1, 3, 1, &two), RETURN_NO_FAULT);
  EXPECT_EQ(one.cards, two.cards);
  EXPECT_TRUE(std::equal(std::begin(one.score), std::end(one.score), two.score));
  dds_c_clear_tt(context);
  dds_c_destroy_solvercontext(context);
}

TEST(DdsContext, NothingIsTakenOnTrust) {
  EXPECT_EQ(dds_c_create_solvercontext(7, 0, 0), nullptr);
  void* const context = dds_c_create_solvercontext(1, 10, 20);
  EXPECT_NE(dds_c_solve_board(nullptr, nullptr, 0, 0, 0, nullptr), RETURN_NO_FAULT);
  EXPECT_NE(dds_c_solve_board(context, nullptr, -1, 3, 1, nullptr), RETURN_NO_FAULT);
  EXPECT_NE(dds_c_calc_dd_table(context, nullptr, nullptr), RETURN_NO_FAULT);
  const ddTableDeal empty{};
  EXPECT_NE(dds_c_calc_dd_table(context, &empty, nullptr), RETURN_NO_FAULT);
  EXPECT_NE(dds_c_par_from_table(nullptr, 0, nullptr), RETURN_NO_FAULT);
  EXPECT_NE(dds_c_convert_to_sides_text_format(nullptr, nullptr), RETURN_NO_FAULT);
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    deal board{};
    auto* const words = reinterpret_cast<unsigned*>(&board);
    for (std::size_t w = 0; w < sizeof board / sizeof(unsigned); ++w)
      words[w] = random() % 3 == 0 ? static_cast<unsigned>(random()) : static_cast<unsigned>(random() % 6);
    futureTricks found{};
    EXPECT_NE(dds_c_solve_board(context, &board, -1, 3, 1, &found), RETURN_NO_FAULT);
  }
  dds_c_destroy_solvercontext(context);
}

}  // namespace
