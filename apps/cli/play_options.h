// Flags that `yomi play`, `yomi exam play` and `yomi versus` share.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "command.h"
#include "time_options.h"
#include "yomi/bidding/system.h"
#include "yomi/bridge/board.h"
#include "yomi/play/player.h"
#include "yomi/play/record_tags.h"

namespace yomi::cli {

struct PlayFlags {
  std::string engine = "reader";                            // perhaps with settings: reader:risk=0.2
  std::map<std::string, std::string, std::less<>> given{};  // settings by name, as they were written
  TimeOptions time{};
  std::uint64_t seed = 1;
  int threads = 0;
  std::string others = "expert";
  std::string carding{};
  std::string system = "two-over-one";

  void add_to(Command& command);
  // The flag of one setting of the table.
  void add_setting(Command& command, const play::Setting& setting);
  // The flags as settings; a value that cannot be read is reported and throws Exit{2}.
  [[nodiscard]] play::Settings settings() const;
  [[nodiscard]] play::Carding read_carding() const;
  // The system by which calls without explanations are read; null: they are not read.
  [[nodiscard]] std::shared_ptr<const bidding::System> read_system() const;
  [[nodiscard]] std::shared_ptr<const play::CallReader> call_reader() const;
};

}  // namespace yomi::cli
