#include "bridge_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "yomi/agent/fields.h"
#include "yomi/bidding/system.h"
#include "yomi/formats/board_writer.h"
#include "yomi/web/records.h"

namespace yomi::web {
namespace {

constexpr int kLeastToClaim = 2;  // a robot plays out the last trick

agent::Settings settings_of(const BridgeSetup& setup, Side side, agent::Level level) {
  agent::Settings made;
  made.system = setup.systems[side];
  made.their_system = setup.systems[other(side)];
  made.play.threads = made.bidding.threads = 1;
  set_level(made, level);
  return made;
}

Result<BridgeSetup> setup_of(const Json& request) {
  BridgeSetup made;
  const auto board = agent::whole_field(request, "board", 1, 1, 1'000'000);
  if (!board) return board.error();
  made.board = static_cast<int>(*board);
  const auto dealer = agent::seat_field(request, "dealer", board_dealer(made.board));
  if (!dealer) return dealer.error();
  made.dealer = *dealer;
  made.vulnerability = board_vulnerability(made.board);
  if (request.contains("vulnerable")) {
    const auto vulnerability = agent::vulnerability_field(request);
    if (!vulnerability) return vulnerability.error();
    made.vulnerability = *vulnerability;
  }
  if (request.contains("seat")) {
    const auto seat = agent::seat_field(request, "seat");
    if (!seat) return seat.error();
    made.person = *seat;
  }
  const auto level = agent::parse_level(request.contains("level") ? request.text_of("level") : "normal");
  if (!level) return Error{"level: expected fast, normal or strong"};
  made.level = *level;
  if (request.contains("deal")) {
    const auto deal = agent::deal_field(request);
    if (!deal) return deal.error();
    if (!deal->is_full()) return Error{"deal: expected thirteen cards in each hand"};
    made.deal = *deal;
  } else {
    std::random_device device;
    Random random(std::uint64_t{device()} << 32 | device());
    made.deal = random_deal(random);
  }
  if (const Json* systems = request.find("systems")) {
    const std::vector<std::string> ship = bidding::shipped_systems();
    made.systems = {systems->text_of("NS"), systems->text_of("EW")};
    for (const std::string& name : made.systems) {
      if (std::find(ship.begin(), ship.end(), name) == ship.end())
        return Error{fmt::format("systems: expected one of {}, found '{}'", fmt::join(ship, ", "), name)};
    }
  }
  return made;
}

}  // namespace

Reply BridgeTable::create(const Json& request, const std::string& client) {
  auto setup = setup_of(request);
  if (!setup) return bad_request(setup.error());
  const BridgeGame game(std::move(*setup));
  return games_.add(game, client);
}

Reply BridgeTable::state(const Json& request, const std::string&) {
  return games_.state(request);
}

Result<MadeCall> BridgeTable::explained(const BridgeGame& game, Call call) const {
  const BridgeSetup& setup = game.setup();
  auto state = meanings_.start(setup.systems, setup.dealer, setup.vulnerability);
  if (!state) return state.error();
  for (const MadeCall& made : game.calls()) state->add(made.call);
  if (!state->add(call)) return Error{fmt::format("call: {} is not legal here", to_string(call))};
  return MadeCall{.call = call, .meaning = Meanings::of_last(*state)};
}

Reply BridgeTable::call(const Json& request, const std::string&) {
  return games_.change(request, [&](BridgeGame& game) -> std::optional<Error> {
    const auto call = parse_call(request.text_of("call"));
    if (!call) return Error{"call: expected Pass, X, XX, 1C … 7NT"};
    if (!game.is_persons_turn() || game.phase() != BridgeGame::Phase::auction)
      return Error{"call: it is not your turn to call"};
    auto made = explained(game, *call);
    if (!made) return made.error();
    return game.call(std::move(*made));
  });
}

Reply BridgeTable::card(const Json& request, const std::string&) {
  return games_.change(request, [&](BridgeGame& game) -> std::optional<Error> {
    const auto card = parse_card(request.text_of("card"));
    if (!card) return Error{"card: expected a card such as SA"};
    if (!game.is_persons_turn()) return Error{"card: it is not your turn"};
    return game.play(*card);
  });
}

Reply BridgeTable::undo(const Json& request, const std::string&) {
  return games_.change(request, [](BridgeGame& game) -> std::optional<Error> {
    if (!game.undo()) return Error{"there is nothing to take back"};
    return std::nullopt;
  });
}

Reply BridgeTable::meanings(const Json& request, const std::string&) {
  const auto loaded = games_.load(request);
  if (!loaded) return not_found(loaded.error());
  const BridgeGame& game = loaded->game;
  if (game.phase() != BridgeGame::Phase::auction) return bad_request(Error{"the auction is over"});
  auto state = meanings_.start(game.setup().systems, game.setup().dealer, game.setup().vulnerability);
  if (!state) return bad_request(state.error());
  for (const MadeCall& made : game.calls()) state->add(made.call);
  return {.body = {{"calls", Meanings::of_next(*state)}}};
}

Reply BridgeTable::save(const Json& request, const std::string&) {
  const auto loaded = games_.load(request);
  if (!loaded) return not_found(loaded.error());
  if (loaded->game.phase() != BridgeGame::Phase::over && loaded->game.setup().person)
    return bad_request(Error{"the board is not over"});
  const std::string format = request.text_of("format");
  if (format != "pbn" && format != "lin") return bad_request(Error{"format: expected pbn or lin"});
  BoardWriter writer(format == "pbn" ? BoardFormat::pbn : BoardFormat::lin, Encoding::utf8);
  std::string text = writer.add(record_of(loaded->game));
  text += writer.finish();
  return {.body = {{"text", std::move(text)}}};
}

Reply BridgeTable::record(const Json& request, const std::string&) {
  const auto loaded = games_.load(request);
  if (!loaded) return not_found(loaded.error());
  Json made = board_json(record_of(loaded->game));
  const BySide<std::string>& systems = loaded->game.setup().systems;
  made["systems"] = {{"NS", systems[Side::ns]}, {"EW", systems[Side::ew]}};
  return {.body = std::move(made)};
}

std::optional<Error> BridgeTable::advised(BridgeGame& game, agent::Requests& engine,
                                          const std::stop_token& stop) const {
  const auto player = engine.player(settings_of(game.setup(), side_of(game.decider()), game.setup().level));
  if (!player) return player.error();
  if (game.phase() == BridgeGame::Phase::auction) {
    const auto advice = (*player)->call(game.view(), stop);
    if (!advice) return advice.error();
    auto made = explained(game, advice->call);
    if (!made) return made.error();
    return game.call(std::move(*made));
  }
  const auto advice = (*player)->play(game.view(), {}, stop);
  if (!advice) return advice.error();
  if (const Json* claim = advice->reasons.find("claim")) {
    const auto rest = claim->find("tricks")->integer();
    const Side declarers = side_of(game.contract()->declarer);
    if (rest >= kLeastToClaim && claim->text_of("side") == to_name(side_of(game.decider()))) {
      const int won = game.history().tricks(declarers);
      const bool theirs = on(game.decider(), declarers);
      return game.settle(theirs ? won + static_cast<int>(*rest) : won);
    }
  }
  return game.play(advice->card);
}

bool BridgeTable::move(const std::string& id, agent::Requests& engine, const std::stop_token& stop,
                       const Tell& tell) {
  auto loaded = games_.load({{"game", id}});
  if (!loaded || stop.stop_requested()) return false;
  BridgeGame& game = loaded->game;
  if (game.phase() == BridgeGame::Phase::over || game.is_persons_turn()) return false;
  const int before = game.changes();
  const agent::ThinkingTime time = agent::thinking_time(game.setup().level);
  tell("thinking", {{"seat", to_string(game.decider())},
                    {"ms", (game.phase() == BridgeGame::Phase::auction ? time.call : time.card).count()}});
  if (const auto wrong = advised(game, engine, stop)) {
    tell("error", error_json(*wrong));
    return false;
  }
  return games_.replace(id, game, before, stop, tell);
}

Work BridgeTable::robots(const Json& request) {
  return [this, id = request.text_of("game")](agent::Requests& engine, const std::stop_token& stop,
                                              const Tell& tell) {
    while (move(id, engine, stop, tell)) {
    }
  };
}

Work BridgeTable::hint(const Json& request) {
  return [this, request](agent::Requests& engine, const std::stop_token& stop, const Tell& tell) {
    const auto loaded = games_.load(request);
    if (!loaded) return tell("error", {{"error", loaded.error().to_string()}});
    const BridgeGame& game = loaded->game;
    if (!game.is_persons_turn()) return tell("error", {{"error", "it is not your turn"}});
    const auto advise = [&](agent::Level level, const char* event) {
      const auto player = engine.player(settings_of(game.setup(), side_of(game.decider()), level));
      if (!player) return tell("error", {{"error", player.error().to_string()}});
      const auto pass_on = [&](auto advice) {
        if (advice)
          tell(event, std::move(advice->reasons));
        else
          tell("error", {{"error", advice.error().to_string()}});
      };
      if (game.phase() == BridgeGame::Phase::auction)
        pass_on((*player)->call(game.view(), stop));
      else
        pass_on((*player)->play(game.view(), {}, stop));
    };
    if (game.phase() == BridgeGame::Phase::play) advise(agent::Level::fast, "so_far");
    advise(std::max(game.setup().level, agent::Level::normal), "hint");
  };
}

Work BridgeTable::claim(const Json& request) {
  return [this, request](agent::Requests& engine, const std::stop_token& stop, const Tell& tell) {
    const auto loaded = games_.load(request);
    if (!loaded) return tell("error", {{"error", loaded.error().to_string()}});
    const BridgeGame& game = loaded->game;
    if (game.phase() != BridgeGame::Phase::play || !game.is_persons_turn())
      return tell("error", {{"error", "it is not your turn to claim"}});
    const PlayHistory seen = game.history();
    const int left = kRanks - seen.trick_number();
    const auto wanted = agent::whole_field(request, "tricks", left, 0, left);
    if (!wanted) return tell("error", {{"error", wanted.error().what}});
    const Contract contract = *game.contract();
    const auto solved = engine.answer({{"do", "solve"},
                                       {"deal", to_string(game.setup().deal)},
                                       {"trump", to_string(contract.strain)},
                                       {"leader", to_string(contract.leader())},
                                       {"play", *game.to_json().find("play")}},
                                      stop);
    if (!solved) return tell("error", {{"error", solved.error().what}});
    if (*wanted > solved->find("tricks")->integer()) return tell("refused", {{"tricks", *wanted}});
    const Side mine = side_of(game.decider());
    const Side declarers = side_of(contract.declarer);
    const int rest = static_cast<int>(mine == declarers ? *wanted : left - *wanted);
    const Reply settled =
        games_.change({{"game", loaded->id}, {"changes", game.changes()}},
                      [&](BridgeGame& now) { return now.settle(seen.tricks(declarers) + rest); });
    tell(settled.status == 200 ? "state" : "error", settled.body);
  };
}

}  // namespace yomi::web
