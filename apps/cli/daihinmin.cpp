// `yomi daihinmin`: the group of subcommands and what they share.
#include "daihinmin.h"

#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace yomi::cli {

std::atomic<bool> interrupted{false};

void catch_interrupt() {
  static_assert(std::atomic<bool>::is_always_lock_free);
  std::signal(SIGINT, [](int) {
    if (interrupted.exchange(true)) std::_Exit(130);
  });
}

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

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)),
      total_(total),
      shown_(isatty(STDERR_FILENO) != 0),
      started_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

void Progress::step(std::size_t done, const std::string& note) {
  if (!shown_ || total_ == 0) return;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  const double share = static_cast<double>(done) / static_cast<double>(total_);
  const int width = static_cast<int>(30 * share);
  fmt::print(stderr, "\r\033[K{} [{:#<{}}{:.<{}}] {}/{}  {:.0f} s left  {}", what_, "", width, "", 30 - width,
             done, total_, share > 0 ? seconds / share - seconds : 0.0, note);
  std::fflush(stderr);
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
