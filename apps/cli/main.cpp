#include <fmt/core.h>

#include "command.h"

int main(int argc, char** argv) {
  CLI::App app{"yomi: reading the hidden hands, and reading ahead, in contract bridge and Daihinmin", "yomi"};
  app.require_subcommand(0, 1);
  yomi::cli::add_version(app);
  yomi::cli::add_deal(app);
  yomi::cli::add_exam(app);
  yomi::cli::add_learn(app);
  yomi::cli::add_bench(app);
  yomi::cli::add_solve(app);
  yomi::cli::add_bid(app);
  yomi::cli::add_daihinmin(app);
  yomi::cli::add_play(app);
  yomi::cli::add_versus(app);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) fmt::print("{}", app.help());
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const yomi::cli::Exit& exit) {
    return exit.status;
  }
  return 0;
}
