#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "cluster.h"
#include "command.h"
#include "experiments.h"
#include "interrupt.h"
#include "output.h"
#include "yomi/jobs/shards.h"

namespace {

int run_command(yomi::cli::Command& app, int argc, char** argv) {
  try {
    return app.run(argc, argv);
  } catch (const yomi::cli::Exit& exit) {
    return exit.status == yomi::cli::kStoppedStatus ? yomi::cli::Interrupt::status() : exit.status;
  } catch (const yomi::jobs::RankLost& lost) {
    fmt::print(stderr, "yomi: rank {} has ended; does it see the same files as rank 0?\n", lost.rank);
    return 2;
  }
}

int run(int argc, char** argv) {
  yomi::cli::Command app("yomi",
                         "yomi: an engine for contract bridge and Daihinmin that reads the hidden hands");
  app.require_subcommand(0, 1);
  app.set_version("yomi " YOMI_VERSION);
  app.footer(
      "yomi COMMAND --help explains one command, with an example.\n\n"
      "Examples:\n"
      "  yomi solve examples/cumberland.pbn\n"
      "  yomi practise");
  // In the order of the help: playing, looking at boards, asking, competing, building on yomi, measuring.
  yomi::cli::add_web(app);
  yomi::cli::add_practise(app);
  yomi::cli::solve::add(app);
  yomi::cli::add_review(app);
  yomi::cli::add_annotate(app);
  yomi::cli::add_convert(app);
  yomi::cli::deal::add(app);
  yomi::cli::bid::add(app);
  yomi::cli::add_play(app);
  yomi::cli::daihinmin::add(app);
  yomi::cli::match::add(app);
  yomi::cli::match::add_table(app);
  yomi::cli::versus::add(app);
  yomi::cli::add_engine(app);
  yomi::cli::add_library(app);
  yomi::cli::exam::add(app);
  yomi::cli::learn::add(app);
  yomi::cli::bench::add(app);
  yomi::cli::add_experiments(app);
  yomi::cli::add_describe(app);
  try {
    const yomi::cli::Cluster cluster;
    const int status = run_command(app, argc, argv);
    if (status == 0 && argc < 2) fmt::print("{}", app.help());
    return yomi::cli::Cluster::only_helps() ? 0 : status;  // rank 0 has said it
  } catch (const yomi::jobs::Dismissed&) {
    return 0;
  } catch (const yomi::cli::Exit& exit) {
    return exit.status;
  }
}

// Writes to stderr without allocating or throwing; if that fails there is nowhere left to report it.
void say(std::string_view what, std::string_view why = {}) {
  for (const std::string_view piece : {std::string_view("yomi: "), what, why, std::string_view("\n")}) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, piece.data(), piece.size());
  }
}

// Reports an exception and gives the exit status. If the reader of our output has gone (`| head`), it prints
// nothing and returns the status that SIGPIPE would have given. Exceptions that only a bug can cause are
// thrown on.
int explain(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    say("out of memory");
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe) return 128 + SIGPIPE;
    if (std::ferror(stdout) != 0)
      say("standard output cannot be written: ", error.code().message());
    else if (std::ferror(stderr) == 0)
      say(error.what());
  }
  return 2;
}

// The same for an exception on another thread.
[[noreturn]] void on_terminate() {
  if (const auto thrown = std::current_exception()) {
    try {
      _exit(explain(thrown));
    } catch (...) {
      say("internal error: unexpected exception");
    }
  }
  std::abort();
}

// If a standard descriptor is closed, the next file opened would take its number. So we open a placeholder
// that cannot be read or, except for stderr, written.
void keep_standard_places() {
  for (int place = 0; place < 3; ++place) {
    if (fcntl(place, F_GETFD) >= 0) continue;
    [[maybe_unused]] const int taken = open("/dev/null", place == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_places();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error like a full disk
  std::set_terminate(on_terminate);
  try {
    const int status = run(argc, argv);
    yomi::cli::flush_output();
    return status;
  } catch (...) {
    _exit(explain(std::current_exception()));  // a run that ended midway is not torn down in order
  }
}
