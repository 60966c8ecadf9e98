// What the subcommands of `yomi daihinmin` share.
#pragma once

#include <string>

#include "command.h"
#include "interrupt.h"
#include "progress.h"
#include "yomi/cards/result.h"
#include "yomi/daihinmin/players.h"

namespace yomi::cli {

void add_daihinmin_match(CLI::App& app);
void add_daihinmin_learn(CLI::App& app);
void add_daihinmin_table(CLI::App& app);
void add_daihinmin_watch(CLI::App& app);
void add_daihinmin_bench(CLI::App& app);
void add_daihinmin_experiments(CLI::App& app);

// The learnt set, built in or from a folder; leaves with status 2 when the folder is no good.
daihinmin::Learnt learnt_or_exit(const std::string& folder);

// Prints "yomi: what" to stderr and leaves with status 2.
[[noreturn]] void bad_input(const Error& error);

}  // namespace yomi::cli
