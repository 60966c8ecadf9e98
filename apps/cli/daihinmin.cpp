// `yomi daihinmin`: the group of subcommands and what they share.
#include "daihinmin.h"

#include <fmt/core.h>

namespace yomi::cli {

void bad_input(const Error& error) {
  fmt::print(stderr, "yomi: {}\n", error.to_string());
  throw Exit{2};
}

daihinmin::Learnt learnt_or_exit(const std::string& folder) {
  if (folder.empty()) return daihinmin::built_in();
  auto learnt = daihinmin::read_learnt(folder);
  if (!learnt) bad_input(learnt.error());
  return std::move(learnt).value();
}

void add_daihinmin(CLI::App& app) {
  CLI::App* group =
      app.add_subcommand("daihinmin", "Daihinmin: server, players, matches, learning, experiments");
  group->require_subcommand(1);
  add_daihinmin_match(*group);
  add_daihinmin_learn(*group);
  add_daihinmin_table(*group);
  add_daihinmin_watch(*group);
  add_daihinmin_bench(*group);
  add_daihinmin_experiments(*group);
}

}  // namespace yomi::cli
