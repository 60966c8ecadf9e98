#include <fmt/core.h>

#include "command.h"

namespace yomi::cli {

void add_version(CLI::App& app) {
  app.set_version_flag("--version", "yomi " YOMI_VERSION);
}

}  // namespace yomi::cli
