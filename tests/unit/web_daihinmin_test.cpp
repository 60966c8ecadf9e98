// Daihinmin at the page's table.
#include <gtest/gtest.h>

#include "yomi/web/api.h"
#include "yomi/web/daihinmin_game.h"

namespace yomi::web {
namespace {

using daihinmin::kPlayers;

DaihinminGame game_of_base(std::uint64_t seed) {
  return DaihinminGame({.players = {"", "base", "base", "base", "base"}, .seed = seed});
}

// The first legal play of whoever is on turn, and the strongest cards as a gift.
void step(DaihinminGame& game) {
  const daihinmin::View view = game.view(game.turn());
  if (game.phase() == DaihinminGame::Phase::exchange) {
    ASSERT_FALSE(game.give(view.own.hand.best(game.gift_size())));
    return;
  }
  for (daihinmin::Card card : view.own.hand.without_joker()) {
    const auto move = daihinmin::make_move(daihinmin::Cards::of(card), false, -1);
    if (move && view.table().accepts(*move)) {
      ASSERT_FALSE(game.play(*move));
      return;
    }
  }
  ASSERT_FALSE(game.play(view.own.hand.has_joker() && view.table().accepts(daihinmin::Move::lone_joker())
                             ? daihinmin::Move::lone_joker()
                             : daihinmin::Move::pass()));
}

TEST(DaihinminGame, GoesToTheStoreAndBackAtEveryStep) {
  DaihinminGame game = game_of_base(7);
  for (int number = 1; number <= 3; ++number) {
    while (game.phase() != DaihinminGame::Phase::over) {
      step(game);
      const auto again = DaihinminGame::from_json(game.to_json());
      ASSERT_TRUE(again) << again.error().to_string();
      ASSERT_EQ(again->state().dump(), game.state().dump());
    }
    ASSERT_FALSE(game.next());
  }
  int points = 0;
  const Json state = game.state();
  for (const Json& one : state.find("points")->elements()) points += static_cast<int>(*one.integer());
  EXPECT_EQ(points, 3 * (1 + 2 + 3 + 4 + 5));
}

TEST(DaihinminGame, ShowsThePersonNoOtherHand) {
  DaihinminGame game = game_of_base(3);
  const Json state = game.state();
  EXPECT_FALSE(state.contains("hands"));
  EXPECT_GE(state.find("hand")->size(), 10U);
  EXPECT_EQ(state.find("counts")->size(), static_cast<std::size_t>(kPlayers));
}

TEST(DaihinminGame, RefusesWhatIsNotAllowed) {
  DaihinminGame game = game_of_base(3);
  EXPECT_TRUE(game.next().has_value());
  EXPECT_TRUE(game.give(game.view(0).own.hand.best(1)).has_value());
  const int other = (game.turn() + 1) % kPlayers;
  const auto theirs = daihinmin::make_move(
      daihinmin::Cards::of(game.view(other).own.hand.without_joker().lowest()), false, -1);
  EXPECT_TRUE(game.play(*theirs).has_value());
  EXPECT_EQ(game.changes(), 0);
  EXPECT_FALSE(DaihinminGame::from_json({{"players", 3}}));
}

class Requests : public ::testing::Test {
 protected:
  Json ask(const std::string& name, const Json& request, int status = 200) {
    const Reply reply = api_.answer(name, request.dump(), "me");
    EXPECT_EQ(reply.status, status) << name << reply.body.dump();
    return reply.body;
  }
  std::map<std::string, Json> listen(const std::string& name, const Json& request) {
    std::map<std::string, Json> heard;
    api_.stream(name, request.dump(), "me", [&](std::string_view event, const Json& data) {
      if (!event.empty()) heard[std::string(event)] = data;
      return true;
    });
    return heard;
  }

 private:
  Api api_{Store::open("").value(), {.threads = 1}};
};

TEST_F(Requests, PlayAGameHintsAndBeliefsIncluded) {
  Json state = ask("daihinmin/new", {{"players", {"base", "policy", "base", "base"}}, {"seed", 5}});
  const std::string id = state.text_of("game");
  ask("daihinmin/play", {{"game", id}, {"move", "nonsense"}}, 400);
  ask("daihinmin/play", {{"game", id}, {"move", "pass"}, {"changes", 99}}, 409);
  bool advised = false;
  while (state.text_of("phase") != "over") {
    if (state.find("yours")->boolean() != true) {
      const auto heard = listen("daihinmin/robots", {{"game", id}});
      ASSERT_TRUE(heard.contains("state")) << heard.begin()->second.dump();
      state = heard.at("state");
      continue;
    }
    if (!advised) {
      advised = true;
      const auto hint = listen("daihinmin/hint", {{"game", id}});
      ASSERT_TRUE(hint.contains("hint"));
      EXPECT_FALSE(hint.at("hint").text_of("move").empty());
      const auto belief = listen("daihinmin/believe", {{"game", id}});
      ASSERT_TRUE(belief.contains("belief"));
      for (const Json& card : belief.at("belief").find("cards")->elements()) {
        double sum = 0;
        for (const Json& chance : card.find("chances")->elements()) sum += *chance.number();
        EXPECT_NEAR(sum, 1, 1e-9);
      }
    }
    const Json& move = state.find("legal")->elements().front();
    state = ask("daihinmin/play", {{"game", id}, {"move", move.text_of("move")}});
  }
  EXPECT_EQ(state.find("hands")->size(), static_cast<std::size_t>(kPlayers));
  EXPECT_EQ(ask("daihinmin/next", {{"game", id}}).text_of("phase"), "exchange");
  ask("daihinmin/new", {{"players", {"base", "nobody", "base", "base"}}}, 400);
  ask("daihinmin/new", {{"players", {"base"}}}, 400);
  ask("daihinmin/state", {{"game", "x"}}, 404);
}

}  // namespace
}  // namespace yomi::web
