// `yomi experiments`, for main().
#pragma once

#include "command.h"

namespace yomi::cli {

void add_experiments(Command& app);

}  // namespace yomi::cli
