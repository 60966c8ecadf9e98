// Settings of card-players: one struct per engine, and one table that names every setting. Flags of `yomi
// play`, texts such as `reader:risk=0.2,lookahead=off`, their help and docs/reference/settings.md are made
// from the table; a new setting is a member here and a row in settings.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/card.h"
#include "yomi/cards/result.h"
#include "yomi/play/card_policy.h"

namespace yomi::jobs {
class Transport;
}

namespace yomi::play {

enum class Engine : std::uint8_t { pimc, alphamu, abc, reader };
std::string_view to_string(Engine engine);
std::optional<Engine> parse_engine(std::string_view text);

// In abc: which of several cards that it rates equal a player is assumed to play.
enum class Ties : std::uint8_t {
  risk_averse,  // the worst for the player looking ahead (the 2006 paper)
  cooperative,  // the worst where an opponent moves, the best where partner does (the formal definition)
};
enum class Method : std::uint8_t { one_pass, probing };
// The value of a position at abc's depth limit.
enum class Leaf : std::uint8_t {
  double_dummy,  // each player's own double-dummy value
  quick_tricks,  // tricks won, those that can be cashed at once, and half of the rest; at the end of a trick
};

// How a time limit is measured. All but the wall clock work for one thread only.
enum class TimeSource : std::uint8_t {
  wall,
  cpu,    // CPU time of the calling thread: comparisons on a busy machine
  nodes,  // positions that the solvers examined, at a usual rate: the same answer on every machine
};

struct ReaderSettings {
  double risk = 0.1;
  double significance = 2;
  double higher = 1.25;
  double gain = 0.15;
  std::size_t least_playouts = 32;
  std::size_t most_playouts = 2;
};
struct TimedReaderSettings {
  bool lookahead = true;
  int lookahead_tricks = 3;
  std::size_t lookahead_cards = 4;
  double lookahead_near = 0.35;
  double lookahead_margin = 0.01;
  double policy_prior = 0.006;
  double clearly_preferred = 0.5;
  double first_pass = 0.25;
};
struct AlphaMuSettings {
  int worlds_ahead = 2;
};
struct AbcSettings {
  Ties ties = Ties::risk_averse;
  Method method = Method::probing;
  int depth = 8;
  std::optional<Rank> small{};
  Leaf leaf = Leaf::double_dummy;
};
struct PolicySettings {
  bool draws = false;
};

// The meaning of each member is in its row of the table.
struct Settings {
  Engine engine = Engine::reader;
  std::size_t deals = 0;
  std::optional<std::chrono::milliseconds> time{};
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all cores
  TimeSource clock = TimeSource::wall;
  // The belief.
  bool read_calls = true;
  bool use_carding = true;
  bool read_cards = true;
  Style style = Style::experts;
  std::size_t proposals = 8;
  std::size_t enumerate_up_to = 200;
  double lead_prior = 20;
  // The models of the other players, in reader and abc.
  std::size_t beliefs = 3;
  double nats_per_trick = 1.5;
  double cutoff = 150;

  ReaderSettings reader{};
  TimedReaderSettings timed_reader{};
  AlphaMuSettings alphamu{};
  AbcSettings abc{};
  PolicySettings policy{};
  bool explain = false;  // also say which deals decide
  // Without a time limit: to ranks that divide the deals and play-outs of a card among them. Every rank asks
  // for the same cards, on the thread that may use the transport.
  jobs::Transport* transport = nullptr;
};

// A row of the table.
struct Setting {
  std::string_view name;     // risk
  std::string_view of;       // whose it is: an engine, several, or "all"
  bool is_flag;              // also a flag, --risk; the others are for texts only
  double least;              // of a number
  double most;               // the same
  std::string_view meaning;  // in a sentence
  bool (*set)(const Setting& row, Settings& settings, std::string_view value);  // false: not a value of it
  std::string (*get)(const Settings& settings);                                 // what set() reads
  std::vector<std::string> (*words)();  // the permitted words; none for numbers, times and ranks
  std::string_view kind;                // a number, a time such as 2s or 200ms, ...

  // "a number from 0 to 1", "on or off".
  [[nodiscard]] std::string expected() const;
};
std::span<const Setting> all_settings();
// Their names in a row, for help: "deals beliefs time ...".
std::string setting_names();

// Sets one by its name. The error says what was expected.
std::optional<Error> change(Settings& settings, std::string_view name, std::string_view value);
// "risk=0.2,lookahead=off". The error's column counts from 1 in `text`.
std::optional<Error> change_all(Settings& settings, std::string_view text);
// "reader:risk=0.2,lookahead=off", or an engine alone.
Result<Settings> parse_settings(std::string_view text, const Settings& defaults = {});

}  // namespace yomi::play
