// Card-players that can be set against each other, named by a word and what is special about them:
//
//   reader                 an engine (pimc, alphamu, abc, reader) at its settings
//   pimc:deals=40,carding=off
//   policy                 the card policy alone: its likeliest card, no looking ahead (policy:draw=on: a
//                          card drawn by its chances)
//   double-dummy             looks into all hands and plays a double-dummy best card; of several the one that
//                          the card policy likes best
//
// A Contestant is for one thread; it looks ahead on that thread alone, so that CPU times can be compared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/result.h"
#include "yomi/play/player.h"

namespace yomi::play {

struct ContestantSpec {
  enum class Kind : std::uint8_t { engine, policy, double_dummy };

  Kind kind = Kind::engine;
  Settings settings{};         // seed and threads are not used
  std::string name{"reader"};  // as it was written
};

// `defaults` hold for what the text does not name. The error's column counts from 1 in `text`.
Result<ContestantSpec> parse_contestant(std::string_view text, const Settings& defaults = {});

struct Choice {
  Card card;
  bool searched = false;   // by play-outs, not only by the double-dummy values
  bool cut_short = false;  // by the time limit
  double cpu_seconds = 0;
};

class Contestant {
 public:
  Contestant(const ContestantSpec& spec, std::uint64_t seed, const Carding& carding = default_carding());
  ~Contestant();
  Contestant(Contestant&&) noexcept;
  Contestant& operator=(Contestant&&) noexcept;

  // The card of the chair on turn after `play` (legal, not over) in the original `deal`. All players but
  // double-dummy use only what the chair can see.
  Choice choose(const PlayContext& context, const Deal& deal, const std::vector<Card>& play,
                const std::stop_token& stop = {});

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::play
