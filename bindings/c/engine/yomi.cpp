#include "yomi.h"

#include <cstring>
#include <exception>
#include <string_view>

#include "yomi/agent/requests.h"
#include "yomi/belief/model.h"
#include "yomi/dealer/run.h"
#include "yomi/dealer/script.h"

struct yomi_engine {
  explicit yomi_engine(const yomi::agent::Settings& settings) : requests(settings) {}
  yomi::agent::Requests requests;
  yomi::dd::Solver solver;
  std::string error;
  std::string chosen;
  std::string answer;
};

namespace yomi {
namespace {

constexpr std::size_t kDealCards = 52;
constexpr std::size_t kMostText = Json::kMaxText;

// What is wrong with an argument.
struct Wrong {
  int code = YOMI_WRONG_ARGUMENT;
  std::string what{};
};

template <class T>
T value_of(Result<T> result, const std::string& argument) {
  if (!result) throw Wrong{.what = (argument.empty() ? "" : argument + ": ") + result.error().to_string()};
  return std::move(result).value();
}

std::string_view text_of(const char* text, const char* argument) {
  if (text == nullptr) throw Wrong{.what = std::string(argument) + ": NULL"};
  const std::size_t length = strnlen(text, kMostText + 1);
  if (length > kMostText) throw Wrong{.what = std::string(argument) + ": too long"};
  return {text, length};
}

// Runs an entry point: nothing is thrown across the C interface.
template <class F>
int guarded(yomi_engine* engine, F f) noexcept {
  if (engine == nullptr) return YOMI_WRONG_ARGUMENT;
  try {
    engine->error.clear();
    f();
    return YOMI_OK;
  } catch (const Wrong& wrong) {
    try {
      engine->error = wrong.what;
    } catch (...) {
      return YOMI_FAULT;
    }
    return wrong.code;
  } catch (...) {
    return YOMI_FAULT;
  }
}

dealer::Script script_of(yomi_engine& engine, const char* condition) {
  auto script = value_of(dealer::parse_script(text_of(condition, "condition"), "condition"), "");
  script.oracle->tricks = [&engine](const Deal& deal, Seat declarer, Strain strain) {
    return kRanks - engine.solver.tricks(Position(deal, strain, next(declarer))).lower;
  };
  return script;
}

void draw(yomi_engine& engine, const char* condition, std::size_t count, std::uint64_t seed,
          unsigned char* seats) {
  const auto script = script_of(engine, condition);
  if (count == 0) return;
  if (seats == nullptr) throw Wrong{.what = "seats: NULL"};
  if (count > INT64_MAX / kDealCards) throw Wrong{.what = "count: too many"};
  dealer::RunOptions run;
  run.seed = seed;
  run.produce = static_cast<std::int64_t>(count);
  run.generate = INT64_MAX;
  run.statistics = false;
  run.each_deal = [&](const Deal& deal, std::int64_t) {
    for (Card card : CardSet::full()) {
      for (Seat seat : kAllSeats) {
        if (deal[seat].contains(card)) *seats++ = static_cast<unsigned char>(index(seat));
      }
    }
  };
  value_of(dealer::run(script, run), "condition");
}

double chance(yomi_engine& engine, const char* event, const char* condition) {
  const auto script = script_of(engine, condition);
  const auto space = belief::Space::filling(script.predeal);
  std::vector<Seat> hidden;
  for (Seat seat : kAllSeats) {
    if (space.slots_of(seat) > 0) hidden.push_back(seat);
  }
  const auto asked = value_of(dealer::parse_event(text_of(event, "event"), hidden), "event");
  std::vector<belief::Term> terms;
  terms.reserve(script.conditions.size());
  for (const belief::Expression& one : script.conditions) terms.push_back({one});
  if (const belief::Model model(space, terms); model.is_exact() && !(model.total() > 0))
    throw Wrong{.what = "condition: no deal can fit"};
  const auto found = belief::chance(space, terms, {}, asked);
  if (!found) throw Wrong{.code = YOMI_NOT_EXACT, .what = "event: cannot be counted exactly"};
  return *found;
}

Json question_of(const yomi_view* view, const char* what) {
  if (view == nullptr) throw Wrong{.what = "view: NULL"};
  Json question = Json::object();
  if (view->settings != nullptr && *view->settings != '\0') {
    question = value_of(Json::parse(text_of(view->settings, "settings")), "settings");
    if (!question.is_object()) throw Wrong{.what = "settings: expected an object"};
  }
  question["do"] = what;
  const std::pair<const char*, const char*> fields[] = {
      {"hand", view->hand},       {"dealer", view->dealer}, {"vulnerable", view->vulnerable},
      {"auction", view->auction}, {"dummy", view->dummy},   {"play", view->play}};
  for (const auto& [name, text] : fields) {
    if (text != nullptr && *text != '\0') question[name] = text_of(text, name);
  }
  return question;
}

void choose(yomi_engine& engine, const yomi_view* view, const char* what, const char* chosen,
            const char** out, const char** reasons) {
  const Json found = value_of(engine.requests.answer(question_of(view, what), {}), "");
  engine.chosen = found.text_of(chosen);
  engine.answer = found.dump();
  if (out != nullptr) *out = engine.chosen.c_str();
  if (reasons != nullptr) *reasons = engine.answer.c_str();
}

}  // namespace
}  // namespace yomi

extern "C" {

const char* yomi_version(void) {
  return YOMI_VERSION;
}

yomi_engine* yomi_create(int threads) {
  try {
    constexpr int kMostThreads = 1024;
    if (threads < 0 || threads > kMostThreads) return nullptr;
    yomi::agent::Settings settings;
    settings.play.threads = settings.bidding.threads = threads;
    return new yomi_engine(settings);
  } catch (...) {
    return nullptr;
  }
}

void yomi_destroy(yomi_engine* engine) {
  delete engine;
}

const char* yomi_error(const yomi_engine* engine) {
  return engine == nullptr ? "engine: NULL" : engine->error.c_str();
}

int yomi_draw(yomi_engine* engine, const char* condition, size_t count, uint64_t seed, unsigned char* seats) {
  return yomi::guarded(engine, [&] { yomi::draw(*engine, condition, count, seed, seats); });
}

int yomi_chance(yomi_engine* engine, const char* event, const char* condition, double* chance) {
  return yomi::guarded(engine, [&] {
    if (chance == nullptr) throw yomi::Wrong{.what = "chance: NULL"};
    *chance = yomi::chance(*engine, event, condition);
  });
}

int yomi_bid(yomi_engine* engine, const yomi_view* view, const char** call, const char** reasons) {
  return yomi::guarded(engine, [&] { yomi::choose(*engine, view, "call", "call", call, reasons); });
}

int yomi_play(yomi_engine* engine, const yomi_view* view, const char** card, const char** reasons) {
  return yomi::guarded(engine, [&] { yomi::choose(*engine, view, "play", "card", card, reasons); });
}

int yomi_ask(yomi_engine* engine, const char* question, const char** answer) {
  return yomi::guarded(engine, [&] {
    const auto asked = yomi::value_of(yomi::Json::parse(yomi::text_of(question, "question")), "question");
    if (!asked.is_object()) throw yomi::Wrong{.what = "question: expected an object"};
    engine->answer = yomi::value_of(engine->requests.answer(asked, {}), "").dump();
    if (answer != nullptr) *answer = engine->answer.c_str();
  });
}
}
