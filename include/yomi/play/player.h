// A card-player: from what a chair sees to a card, by one of four ways to look ahead.
//
//   pimc     deals drawn from the belief, every card scored by the double-dummy solver, best sum of points
//            (Ginsberg 1999; section 3.1 of Otawa and Uehara 2006)
//   alphamu  vectors over the drawn deals and Pareto fronts (Cazenave and Ventos 2019)
//   abc      every player who decides predicts from a hypothesis of its own (Otawa and Uehara 2006)
//   reader   play-outs to the last card in which everybody acts on a belief of its own
//
// All values are bridge points for the side of the chair that decides. A Player keeps its threads and solvers
// between cards; its calls are for one thread at a time. With a fixed number of deals and no time limit the
// same seed gives the same answer whatever the number of threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "yomi/play/card_policy.h"
#include "yomi/play/carding.h"
#include "yomi/play/decision.h"

namespace yomi::play {

enum class Engine : std::uint8_t { pimc, alphamu, abc, reader };
std::string_view to_string(Engine engine);
std::optional<Engine> parse_engine(std::string_view text);

// Which of several cards that a player rates equal it is taken to play, in abc.
enum class Ties : std::uint8_t {
  risk_averse,  // the worst for the one who looks ahead (the 2006 paper)
  cooperative,  // the worst where an opponent moves, the best where partner does (the formal definition)
};
enum class Method : std::uint8_t { one_pass, probing };
// What abc takes for the value of a position at its depth limit.
enum class Leaf : std::uint8_t {
  double_dummy,  // each player's own double-dummy value
  quick_tricks,  // tricks won, those that can be cashed at once, and half of the rest; at the end of a trick
};

// What a time limit is measured by. All but the wall clock are for one thread only.
enum class TimeSource : std::uint8_t {
  wall,
  cpu,    // CPU time of the calling thread: comparisons on a busy machine
  nodes,  // positions that the solvers examined, at a usual rate: the same answer on every machine
};

struct Settings {
  Engine engine = Engine::reader;
  std::size_t deals = 0;    // drawn from the chair's belief; 0: as many as suit the engine
  std::size_t beliefs = 3;  // deals in each player's belief in a play-out; pairs of hypotheses in abc
  std::optional<std::chrono::milliseconds> time{};  // for one card
  std::uint64_t seed = 1;
  int threads = 0;                    // 0: all cores
  std::size_t enumerate_up_to = 200;  // this few layouts are all looked at
  double risk = 0.1;                  // the share of the double-dummy value in reader's
  double significance = 2;            // standard errors by which reader must beat pimc's card
  int worlds_ahead = 2;               // M of alphamu
  Ties ties = Ties::risk_averse;      // of abc
  Method method = Method::probing;    // of abc
  int depth = 8;                      // of abc: cards looked ahead before each player's double-dummy value
  std::optional<Rank> small{};        // of abc: cards up to this rank are not told apart
  Leaf leaf = Leaf::double_dummy;     // of abc
  TimeSource clock = TimeSource::wall;
  bool use_carding = true;       // read leads and signals by agreement
  bool read_cards = true;        // and all cards by the card policy
  Style style = Style::experts;  // how the others are taken to play, there and in play-outs
  std::size_t proposals = 8;     // deals weighed for each one kept
  double nats_per_trick = 1.5;   // how unlikely a card is that gives a trick away
  // With a time limit reader is the timed reader, unless `timed` is off.
  bool timed = true;
  double policy_prior = 0.006;  // of a defender's card, as a share of a trick's worth for each nat
  bool calibration = true;      // double-dummy results count for what they come to (result_calibration.h)
  bool imps = true;             // declarer chooses by expected IMPs against a table that plays pimc's card
  bool lookahead = true;        // declarer's is non-clairvoyant for some tricks (lookahead.h)
  bool explain = false;         // also say which deals decide

  [[nodiscard]] bool is_timed() const { return timed && time.has_value(); }
};

struct CardValue {
  Card card;
  double value = 0;  // by the engine
  double pimc = 0;   // the double-dummy value on the same deals
  double error = 0;  // standard error of the difference to the chosen card; 0 where there is none
  std::size_t playouts = 0;
};

// A deal in which the choice matters: what the card and its closest rival come to there, and how the play
// goes on after each (the card itself first).
struct Deciding {
  Deal deal;
  double weight = 0;
  double points = 0;
  double rivals_points = 0;
  std::vector<Card> line{};
  std::vector<Card> rivals_line{};
};

struct Advice {
  Card card;
  std::vector<CardValue> cards;  // best first
  std::size_t deals = 0;         // looked at
  bool complete = false;         // they are all layouts that can be
  bool in_time = true;           // nothing was cut off by the time limit
  std::chrono::milliseconds took{0};
  // With Settings::explain, where reader looked at two cards or more: the closest rival, and the deals that
  // decide between the two, those that matter most first.
  Card rival{};
  std::vector<Deciding> deciding{};
};

class Player {
 public:
  explicit Player(const Settings& settings = {}, const Carding& carding = default_carding());
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // The card to play. Only `candidates` are considered; empty: all legal cards. They must be legal.
  // When it is asked to stop, from another thread, the answer is the best so far, and `in_time` is false.
  Advice choose(const Decision& decision, CardSet candidates = {}, const std::stop_token& stop = {});
  // For the cards from now on, in place of Settings::time.
  void set_time(std::chrono::milliseconds time);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::play
