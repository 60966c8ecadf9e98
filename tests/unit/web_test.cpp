// The page's server without its sockets.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "yomi/formats/pbn.h"
#include "yomi/web/api.h"
#include "yomi/web/bridge_game.h"
#include "yomi/web/page.h"
#include "yomi/web/records.h"

namespace yomi::web {
namespace {

constexpr const char* kDeal = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";

BridgeSetup setup(std::optional<Seat> person) {
  return {.deal = parse_deal(kDeal).value(), .dealer = Seat::south, .person = person};
}

BridgeGame bid_to(std::optional<Seat> person, std::vector<std::string> calls) {
  BridgeGame game(setup(person));
  for (const std::string& call : calls) EXPECT_FALSE(game.call({.call = *parse_call(call)}));
  return game;
}

const std::vector<std::string> kThreeNoTrump = {"2NT", "Pass", "3NT", "Pass", "Pass", "Pass"};

TEST(BridgeGame, KnowsWhoseTurnItIs) {
  BridgeGame game = bid_to(Seat::south, {});
  EXPECT_EQ(game.phase(), BridgeGame::Phase::auction);
  EXPECT_TRUE(game.is_persons_turn());
  EXPECT_FALSE(game.call({.call = *parse_call("2NT")}));
  EXPECT_FALSE(game.is_persons_turn());
  EXPECT_EQ(game.turn(), Seat::west);
  EXPECT_TRUE(game.call({.call = *parse_call("2C")}).has_value()) << "not higher";
  EXPECT_EQ(game.calls().size(), 1U);
}

TEST(BridgeGame, ShowsNoHiddenHandBeforeTheEnd) {
  BridgeGame game = bid_to(Seat::east, kThreeNoTrump);
  EXPECT_TRUE(game.state().find("deal")->is_null());
  EXPECT_EQ(game.state().find("hands")->size(), 1U);
  EXPECT_FALSE(game.play(*parse_card("H6")));
  const Json state = game.state();
  EXPECT_EQ(state.find("hands")->size(), 2U) << "the own hand and dummy";
  EXPECT_FALSE(state.find("hands")->contains("S"));
  EXPECT_FALSE(game.settle(9));
  EXPECT_EQ(game.state().find("hands")->size(), 4U);
  EXPECT_EQ(game.state().text_of("deal"), kDeal);
}

TEST(BridgeGame, DummyPlaysForTheDeclarer) {
  BridgeGame game = bid_to(Seat::north, kThreeNoTrump);
  EXPECT_EQ(game.turn(), Seat::west);
  EXPECT_FALSE(game.is_persons_turn());
  EXPECT_FALSE(game.play(*parse_card("H6")));
  EXPECT_TRUE(game.is_persons_turn());
  EXPECT_EQ(game.decider(), Seat::south);
  EXPECT_TRUE(game.is_open(Seat::south));
  EXPECT_EQ(game.view().hand, game.setup().deal[Seat::south]);
  EXPECT_EQ(game.view().dummy_hand, game.setup().deal[Seat::north]);
}

TEST(BridgeGame, RefusesARevoke) {
  BridgeGame game = bid_to(Seat::south, kThreeNoTrump);
  EXPECT_FALSE(game.play(*parse_card("H6")));
  EXPECT_TRUE(game.play(*parse_card("S4")).has_value());
  EXPECT_EQ(game.legal(), (CardSet{*parse_card("H2"), *parse_card("H3")}));
}

TEST(BridgeGame, UndoesToThePersonsLastDecision) {
  BridgeGame game = bid_to(Seat::south, kThreeNoTrump);
  for (const char* card : {"H6", "H2", "HK", "HA", "CQ", "C3"}) EXPECT_FALSE(game.play(*parse_card(card)));
  const int changes = game.changes();
  EXPECT_TRUE(game.undo());
  EXPECT_EQ(game.cards().size(), 4U) << "before the queen of clubs";
  EXPECT_GT(game.changes(), changes);
  EXPECT_TRUE(game.undo());
  EXPECT_EQ(game.cards().size(), 3U);
  EXPECT_TRUE(game.undo());
  EXPECT_EQ(game.cards().size(), 1U);
  EXPECT_TRUE(game.undo());
  EXPECT_EQ(game.calls().size(), 4U) << "South's last pass";
  EXPECT_TRUE(game.undo());
  EXPECT_TRUE(game.calls().empty());
  EXPECT_FALSE(game.undo());
}

TEST(BridgeGame, ComesBackFromItsRecord) {
  BridgeGame game = bid_to(Seat::west, kThreeNoTrump);
  for (const char* card : {"H6", "H2", "HK", "HA", "CQ", "C3"}) EXPECT_FALSE(game.play(*parse_card(card)));
  EXPECT_TRUE(game.undo());
  EXPECT_FALSE(game.settle(9));
  const auto again = BridgeGame::from_json(Json::parse(game.to_json().dump()).value());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->to_json(), game.to_json());
  EXPECT_EQ(again->state(), game.state());
  EXPECT_EQ(again->state().find("score")->integer(), 400);
}

TEST(BridgeGame, PassedOutIsOver) {
  const BridgeGame game = bid_to(Seat::west, {"Pass", "Pass", "Pass", "Pass"});
  EXPECT_EQ(game.phase(), BridgeGame::Phase::over);
  EXPECT_EQ(game.state().find("score")->integer(), 0);
}

std::unique_ptr<Api> make_api(const std::string& path = "") {
  return std::make_unique<Api>(Store::open(path).value(), Thinkers::Limits{.threads = 2});
}

Json ask(Api& api, const std::string& name, const Json& request, int status = 200) {
  Reply reply = api.answer(name, request.dump(), "me");
  EXPECT_EQ(reply.status, status) << reply.body.dump();
  return reply.body;
}

// The last event of each name.
std::map<std::string, Json> listen(Api& api, const std::string& name, const Json& request) {
  std::map<std::string, Json> heard;
  api.stream(name, request.dump(), "me", [&](std::string_view event, const Json& data) {
    if (!event.empty()) heard[std::string(event)] = data;
    return true;
  });
  return heard;
}

TEST(WebApi, PlaysAWholeBoardWithRobots) {
  const auto api = make_api();
  Json state = ask(*api, "bridge/new", {{"deal", kDeal}, {"dealer", "S"}, {"seat", "S"}, {"level", "fast"}});
  const std::string id = state.text_of("game");
  int decisions = 0;
  while (state.text_of("phase") != "over") {
    const bool mine = state.find("yours")->boolean() == true;
    if (!mine) {
      auto heard = listen(*api, "bridge/robots", {{"game", id}});
      ASSERT_FALSE(heard.contains("error")) << heard["error"].dump();
      ASSERT_TRUE(heard.contains("state"));
      state = heard["state"];
      continue;
    }
    ++decisions;
    const Json& legal = *state.find("legal");
    ASSERT_FALSE(legal.empty());
    const bool calling = state.text_of("phase") == "auction";
    Json move = {{"game", id}, {"changes", *state.find("changes")}};
    move[calling ? "call" : "card"] = legal.elements().front();
    state = ask(*api, calling ? "bridge/call" : "bridge/card", move);
  }
  EXPECT_GE(decisions, 1);
  EXPECT_EQ(state.find("hands")->size(), 4U);
  EXPECT_EQ(ask(*api, "games", Json::object()).find("games")->size(), 1U);
}

TEST(WebApi, KeepsGamesInAFile) {
  const std::string folder = ::testing::TempDir() + "yomi-web-test-" + random_id();
  const std::string path = folder + "/deep/games.db";
  std::string id;
  Json before;
  {
    const auto api = make_api(path);
    id = ask(*api, "bridge/new", {{"seat", "N"}, {"dealer", "N"}}).text_of("game");
    before = ask(*api, "bridge/call", {{"game", id}, {"call", "7NT"}});
  }
  const auto api = make_api(path);
  EXPECT_EQ(ask(*api, "bridge/state", {{"game", id}}).dump(), before.dump());
  std::filesystem::remove_all(folder);
}

TEST(WebApi, SaysWhatIsWrong) {
  const auto api = make_api();
  EXPECT_EQ(api->answer("bridge/new", "{", "me").status, 400);
  EXPECT_EQ(api->answer("bridge/new", "[]", "me").status, 400);
  EXPECT_EQ(api->answer("no/such", "{}", "me").status, 404);
  ask(*api, "bridge/state", {{"game", "x"}}, 404);
  ask(*api, "bridge/new", {{"deal", "N:AKQ"}}, 400);
  ask(*api, "bridge/new", {{"systems", {{"NS", "/etc/passwd"}, {"EW", "sayc"}}}}, 400);
  const std::string id = ask(*api, "bridge/new", {{"seat", "N"}, {"dealer", "N"}}).text_of("game");
  ask(*api, "bridge/call", {{"game", id}, {"call", "8C"}}, 400);
  ask(*api, "bridge/call", {{"game", id}, {"call", "1C"}, {"changes", 7}}, 409);
  ask(*api, "bridge/card", {{"game", id}, {"card", "SA"}}, 400);
  ask(*api, "bridge/undo", {{"game", id}}, 400);
  EXPECT_TRUE(listen(*api, "ask", {{"do", "explain"}, {"system", "/etc/passwd"}}).contains("error"));
  EXPECT_TRUE(listen(*api, "ask", {{"do", "deal"}, {"count", 100000}}).contains("error"));
  EXPECT_TRUE(listen(*api, "bridge/hint", {{"game", "x"}}).contains("error"));
}

TEST(WebApi, ExplainsCallsBeforeTheyAreMade) {
  const auto api = make_api();
  const std::string id =
      ask(*api, "bridge/new", {{"deal", kDeal}, {"dealer", "S"}, {"seat", "S"}}).text_of("game");
  const Json meanings = ask(*api, "bridge/meanings", {{"game", id}});
  EXPECT_EQ(meanings.find("calls")->size(), 36U) << "pass and the bids";
  const Json made = ask(*api, "bridge/call", {{"game", id}, {"call", "2NT"}});
  const Json& meaning = *made.find("auction")->elements().front().find("meaning");
  EXPECT_FALSE(meaning.text_of("shows").empty());
  EXPECT_EQ(meaning.find("hcp")->elements().front().integer(), 20);
}

TEST(WebApi, HintsAndClaims) {
  const auto api = make_api();
  const std::string id =
      ask(*api, "bridge/new", {{"deal", kDeal}, {"dealer", "S"}, {"seat", "S"}, {"level", "fast"}})
          .text_of("game");
  EXPECT_TRUE(parse_call(listen(*api, "bridge/hint", {{"game", id}})["hint"].text_of("call")));
  ask(*api, "bridge/call", {{"game", id}, {"call", "6NT"}});
  Json state = listen(*api, "bridge/robots", {{"game", id}})["state"];
  while (state.text_of("phase") == "auction") {
    ask(*api, "bridge/call", {{"game", id}, {"call", "Pass"}});
    state = listen(*api, "bridge/robots", {{"game", id}})["state"];
  }
  ASSERT_EQ(state.text_of("contract").substr(0, 3), "6NT");
  EXPECT_TRUE(listen(*api, "bridge/hint", {{"game", id}})["hint"].contains("card"));
  EXPECT_TRUE(listen(*api, "bridge/claim", {{"game", id}, {"tricks", 13}}).contains("refused"));
  const auto heard = listen(*api, "bridge/claim", {{"game", id}, {"tricks", 12}});
  ASSERT_TRUE(heard.contains("state"));
  EXPECT_EQ(heard.at("state").find("tricks")->integer(), 12);
}

TEST(WebApi, ReadsAndWritesRecords) {
  const auto api = make_api();
  const std::string id =
      ask(*api, "bridge/new", {{"deal", kDeal}, {"dealer", "S"}, {"seat", "S"}, {"board", 7}})
          .text_of("game");
  ask(*api, "bridge/save", {{"game", id}, {"format", "pbn"}}, 400);
  BridgeGame game = bid_to(Seat::south, kThreeNoTrump);
  EXPECT_FALSE(game.play(*parse_card("H6")));
  EXPECT_FALSE(game.settle(9));
  const std::string text = pbn::write(pbn::record_of(record_of(game)), pbn::Style::export_format);
  const Json read = ask(*api, "read", {{"text", text}});
  ASSERT_EQ(read.find("boards")->size(), 1U) << read.dump();
  const Json& board = read.find("boards")->elements().front();
  EXPECT_EQ(board.text_of("contract"), "3NT");
  EXPECT_EQ(board.text_of("deal"), kDeal);
  EXPECT_EQ(board.find("tricks")->integer(), 9);
  EXPECT_EQ(board.find("play")->size(), 1U);
  EXPECT_TRUE(board.find("errors")->empty()) << board.dump();
  EXPECT_EQ(ask(*api, "read", {{"text", std::string(kDeal) + "\n\n" + kDeal}}).find("boards")->size(), 2U);
  ask(*api, "read", {{"text", "hello"}}, 400);
  ask(*api, "read", {{"text", 5}}, 400);
}

TEST(WebApi, ReadsLin) {
  const auto api = make_api();
  const std::string lin =
      "pn|Ann,Bob,Cid,Dan|st||md|1SAK9HAQ87DAK87CQ6,S8765H654D654C543,S432H32D32CAJT987,SQJTHKJT9DQJT9CK2|"
      "rh||ah|Board 1|sv|n|mb|2N|mb|p|mb|3N|mb|p|mb|p|mb|p|pg||pc|H6|pc|H2|pc|HK|pc|HA|";
  const Json read = ask(*api, "read", {{"text", lin}});
  const Json& board = read.find("boards")->elements().front();
  EXPECT_EQ(board.text_of("deal"), kDeal) << read.dump();
  EXPECT_EQ(board.text_of("trump"), "NT");
  EXPECT_EQ(board.find("play")->size(), 4U);
}

TEST(WebApi, TellsWhatCanFollowAndWhatAChangedSystemChanges) {
  const auto api = make_api();
  const Json next =
      ask(*api, "bidding/next", {{"system", "sayc"}, {"auction", {"1NT", "Pass"}}, {"dealer", "S"}});
  EXPECT_EQ(next.find("auction")->size(), 2U);
  EXPECT_GT(next.find("calls")->size(), 30U);
  ask(*api, "bidding/next", {{"system", "/etc/passwd"}}, 400);
  ask(*api, "bidding/next", {{"auction", {"1NT", "1C"}}}, 400);
  const Json files = ask(*api, "bidding/files", Json::object());
  const std::string text = files.find("files")->text_of("natural.toml");
  EXPECT_FALSE(text.empty());
  const auto same = listen(*api, "bidding/compare",
                           {{"system", "natural"}, {"edits", {{"natural.toml", text}}}, {"count", 20}});
  ASSERT_TRUE(same.contains("progress")) << same.begin()->second.dump();
  EXPECT_EQ(same.at("progress").find("changed")->integer(), 0);
  const auto broken =
      listen(*api, "bidding/compare", {{"system", "natural"}, {"edits", {{"natural.toml", "[["}}}});
  EXPECT_TRUE(broken.contains("error"));
}

TEST(Page, FindsWhatWasPacked) {
  const auto page =
      Page::parse("/index.html\ttext/html\t5\t2\n/assets/a.js\ttext/javascript\t1\t1\n\nhallogz12");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->find("/")->plain, "hallo");
  EXPECT_EQ(page->find("/index.html")->gzip, "gz");
  EXPECT_EQ(page->find("/assets/a.js")->plain, "1");
  EXPECT_EQ(page->find("/assets/../index.html"), nullptr);
  EXPECT_FALSE(Page::parse("/index.html\ttext/html\t5\t2\n\nhall"));
  EXPECT_FALSE(Page::parse("/index.html\ttext/html\t-1\t2\n\nhallo"));
  EXPECT_FALSE(Page::parse("nothing"));
}

TEST(Store, KeepsTheLatestOfEachClient) {
  const auto store = Store::open("", {.per_client = 3, .in_all = 5}).value();
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(store->add("a", "bridge", {{"n", i}}).value());
  EXPECT_EQ(store->latest("a", 10).size(), 3U);
  EXPECT_EQ(store->latest("a", 1).front().record.find("n")->integer(), 4);
  EXPECT_FALSE(store->find(ids[1]));
  EXPECT_TRUE(store->find(ids[2]));
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(store->add("b" + std::to_string(i), "bridge", {{"n", i}}));
  EXPECT_FALSE(store->find(ids[4]));
  EXPECT_TRUE(store->latest("b3", 10).empty());
  EXPECT_EQ(store->latest("b4", 10).size(), 1U);
}

}  // namespace
}  // namespace yomi::web
