// One file a subcommand: it declares its flags on `app` and its work as the callback. A callback that meets
// bad input prints the reason to stderr and throws Exit(2); everything else about the process stays in
// main.cpp.
#pragma once

#include <CLI/CLI.hpp>

namespace yomi::cli {

// Leaves the program with this status: 0 fine, 1 the answer is "no" or a check failed, 2 bad input, 130
// stopped.
struct Exit {
  int status;
};

// Each is defined in the file of its name.
void add_version(CLI::App& app);
void add_deal(CLI::App& app);
void add_exam(CLI::App& app);
void add_exam_cards(CLI::App& exam);
void add_learn(CLI::App& app);
void add_bench(CLI::App& app);
void add_solve(CLI::App& app);
void add_daihinmin(CLI::App& app);
void add_bid(CLI::App& app);
void add_play(CLI::App& app);
void add_versus(CLI::App& app);
// A part of `exam`.
void add_exam_play(CLI::App& exam);

}  // namespace yomi::cli
