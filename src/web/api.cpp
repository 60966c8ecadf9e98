#include "yomi/web/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "bidding_desk.h"
#include "bridge_table.h"
#include "daihinmin_table.h"
#include "replies.h"
#include "yomi/bidding/system.h"
#include "yomi/web/records.h"

namespace yomi::web {
namespace {

constexpr double kLongestAnswer = 10;  // seconds
constexpr double kShortLook = 0.05;
constexpr std::int64_t kMostDeals = 2000;
constexpr std::int64_t kMostUntimed = 200;  // deals, when no time is given

Result<Json> object_of(std::string_view body) {
  if (body.size() > Api::kMostBytes) return Error{"the request is too long"};
  auto parsed = Json::parse(body);
  if (!parsed) return Error{fmt::format("column {}: {}", parsed.error().column, parsed.error().what)};
  if (!parsed->is_object()) return Error{"expected a JSON object"};
  return parsed;
}

// A request to the engine, limited so that it neither costs too much nor opens a file.
Result<Json> limited(Json request) {
  const std::vector<std::string> ship = bidding::shipped_systems();
  for (const char* field : {"system", "their_system"}) {
    const Json* system = request.find(field);
    if (system != nullptr && std::find(ship.begin(), ship.end(), request.text_of(field)) == ship.end())
      return Error{fmt::format("{}: expected one of {}", field, fmt::join(ship, ", "))};
  }
  for (const char* field : {"carding", "their_carding"}) {
    if (request.find(field) != nullptr && !play::shipped_carding(request.text_of(field)))
      return Error{fmt::format("{}: expected standard or upside-down", field)};
  }
  for (const char* field : {"deals", "count"}) {
    const Json* number = request.find(field);
    if (number != nullptr && number->integer().value_or(0) > kMostDeals)
      return Error{fmt::format("{}: expected at most {}", field, kMostDeals)};
  }
  const Json* time = request.find("time");
  const Json* deals = request.find("deals");
  if (time == nullptr) {
    if (deals == nullptr || deals->integer().value_or(0) > kMostUntimed) request["time"] = 1;
  } else if (time->number().value_or(0) > kLongestAnswer) {
    return Error{fmt::format("time: expected at most {} seconds", kLongestAnswer)};
  }
  return request;
}

}  // namespace

class Api::Impl {
 public:
  Impl(std::unique_ptr<Store> store, const Thinkers::Limits& limits)
      : store_(std::move(store)),
        bridge_(*store_, meanings_),
        daihinmin_(*store_),
        bidding_(meanings_),
        thinkers_(limits) {
    answers_["games"] = [this](const Json&, const std::string& client) { return games(client); };
    answers_["read"] = [](const Json& request, const std::string&) { return read(request); };
    streams_["ask"] = ask;
    add("bridge/new", bridge_, &BridgeTable::create);
    add("bridge/state", bridge_, &BridgeTable::state);
    add("bridge/call", bridge_, &BridgeTable::call);
    add("bridge/card", bridge_, &BridgeTable::card);
    add("bridge/undo", bridge_, &BridgeTable::undo);
    add("bridge/meanings", bridge_, &BridgeTable::meanings);
    add("bridge/save", bridge_, &BridgeTable::save);
    add("bridge/robots", bridge_, &BridgeTable::robots);
    add("bridge/hint", bridge_, &BridgeTable::hint);
    add("bridge/claim", bridge_, &BridgeTable::claim);
    add("bridge/record", bridge_, &BridgeTable::record);
    add("bidding/next", bidding_, &BiddingDesk::next);
    answers_["bidding/files"] = BiddingDesk::files;
    streams_["bidding/compare"] = BiddingDesk::compare;
    add("daihinmin/kinds", daihinmin_, &DaihinminTable::kinds);
    add("daihinmin/new", daihinmin_, &DaihinminTable::create);
    add("daihinmin/state", daihinmin_, &DaihinminTable::state);
    add("daihinmin/play", daihinmin_, &DaihinminTable::play);
    add("daihinmin/give", daihinmin_, &DaihinminTable::give);
    add("daihinmin/next", daihinmin_, &DaihinminTable::next);
    add("daihinmin/robots", daihinmin_, &DaihinminTable::robots);
    add("daihinmin/hint", daihinmin_, &DaihinminTable::hint);
    add("daihinmin/believe", daihinmin_, &DaihinminTable::believe);
  }

  [[nodiscard]] Kind kind_of(const std::string& name) const {
    if (answers_.contains(name)) return Kind::answers;
    return streams_.contains(name) ? Kind::streams : Kind::unknown;
  }

  Reply answer(const std::string& name, std::string_view body, const std::string& client) const {
    const auto request = object_of(body);
    if (!request) return bad_request(request.error());
    const auto found = answers_.find(name);
    if (found == answers_.end()) return not_found(Error{"there is no such request"});
    return found->second(*request, client);
  }

  void stream(const std::string& name, std::string_view body, const std::string& client, const Emit& emit) {
    const auto request = object_of(body);
    const auto found = streams_.find(name);
    std::optional<Error> refused;
    if (!request)
      refused = request.error();
    else if (found == streams_.end())
      refused = Error{"there is no such request"};
    else
      refused = thinkers_.run(client, found->second(*request), emit);
    if (refused) emit("error", error_json(*refused));
    emit("end", Json::object());
  }

  void stop() { thinkers_.stop(); }

 private:
  template <class Table>
  void add(const std::string& name, Table& table, Reply (Table::*run)(const Json&, const std::string&)) {
    answers_[name] = [&table, run](const Json& request, const std::string& client) {
      return (table.*run)(request, client);
    };
  }
  template <class Table>
  void add(const std::string& name, Table& table, Work (Table::*work)(const Json&)) {
    streams_[name] = [&table, work](const Json& request) { return (table.*work)(request); };
  }

  // The client's latest boards.
  Reply games(const std::string& client) const {
    constexpr std::size_t kShown = 50;
    Json made = Json::array();
    for (const Store::Kept& one : store_->latest(client, kShown)) {
      const auto game = BridgeGame::from_json(one.record);
      if (one.kind != "bridge" || !game) continue;
      Json row = game->state();
      row["game"] = one.id;
      made.push_back(std::move(row));
    }
    return {.body = {{"games", std::move(made)}}};
  }

  // The boards of a record.
  static Reply read(const Json& request) {
    constexpr std::size_t kMostBoards = 1000;
    auto boards = boards_json(request.text_of("text"), kMostBoards);
    if (!boards) return bad_request(boards.error());
    return {.body = std::move(*boards)};
  }

  // A question to the engine. For a card that takes a while, it first sends the result of a short look.
  static Work ask(const Json& request) {
    return [request](agent::Requests& engine, const std::stop_token& stop, const Tell& tell) {
      const auto asked = limited(request);
      if (asked && request.text_of("do") == "play") {
        Json quick = *asked;
        quick["time"] = kShortLook;
        quick["explain"] = false;
        if (const auto answer = engine.answer(quick, stop)) tell("so_far", *answer);
      }
      auto answer = asked ? engine.answer(*asked, stop) : asked;
      if (answer)
        tell("answer", std::move(*answer));
      else
        tell("error", error_json(answer.error()));
    };
  }

  std::unique_ptr<Store> store_;
  Meanings meanings_;
  BridgeTable bridge_;
  DaihinminTable daihinmin_;
  BiddingDesk bidding_;
  std::map<std::string, std::function<Reply(const Json&, const std::string&)>> answers_;
  std::map<std::string, std::function<Work(const Json&)>> streams_;
  Thinkers thinkers_;  // last, so that it is destroyed first
};

Api::Api(std::unique_ptr<Store> store, const Thinkers::Limits& limits)
    : impl_(std::make_unique<Impl>(std::move(store), limits)) {}
Api::~Api() = default;
Api::Kind Api::kind_of(const std::string& name) const {
  return impl_->kind_of(name);
}
Reply Api::answer(const std::string& name, std::string_view body, const std::string& client) {
  return impl_->answer(name, body, client);
}
void Api::stream(const std::string& name, std::string_view body, const std::string& client,
                 const Emit& emit) {
  impl_->stream(name, body, client, emit);
}
void Api::stop() {
  impl_->stop();
}

}  // namespace yomi::web
