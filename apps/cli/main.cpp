#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "command.h"

namespace {

int run(int argc, char** argv) {
  yomi::cli::Command app(
      "yomi", "yomi: reading the hidden hands, and reading ahead, in contract bridge and Daihinmin");
  app.require_subcommand(0, 1);
  app.set_version("yomi " YOMI_VERSION);
  yomi::cli::add_deal(app);
  yomi::cli::add_exam(app);
  yomi::cli::add_learn(app);
  yomi::cli::add_bench(app);
  yomi::cli::add_solve(app);
  yomi::cli::add_bid(app);
  yomi::cli::add_daihinmin(app);
  yomi::cli::add_play(app);
  yomi::cli::add_versus(app);
  yomi::cli::add_engine(app);
  yomi::cli::add_describe(app);
  try {
    const int status = app.run(argc, argv);
    if (status == 0 && argc < 2) fmt::print("{}", app.help());
    return status;
  } catch (const yomi::cli::Exit& exit) {
    return exit.status;
  }
}

// Whether all that was printed has arrived. A reader that went away (`| head`) has had enough: that is no
// fault worth a word.
int written(int status) {
  errno = 0;
  const bool good = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (good || errno == EPIPE) return status;
  fmt::print(stderr, "yomi: standard output could not be written{}\n",
             errno != 0 ? std::string(": ") + std::strerror(errno) : std::string());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return written(run(argc, argv));
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "yomi: the system does not give enough memory\n");
  } catch (const std::system_error& error) {  // from printing
    if (error.code() == std::errc::broken_pipe) return 2;
    fmt::print(stderr, "yomi: {}\n", error.what());
  }
  return 2;
}
