#include "yomi/table/external_player.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>

#include "yomi/formats/text.h"

extern char** environ;  // NOLINT: for posix_spawn

namespace yomi::table {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kLongestAnswer = std::size_t{1} << 20;

Error system_error(const std::string& what) {
  return {.what = what + ": " + std::generic_category().message(errno)};
}

// A program and the two pipes to it.
class Child {
 public:
  Child() = default;
  ~Child() { end(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  std::optional<Error> start(const std::string& command) {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    // A socket, since writing to a pipe that nobody reads raises a signal.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, to.data()) != 0)
      return system_error("cannot make a pipe");
    if (pipe2(from.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe");
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    std::string shell = "/bin/sh";
    std::string flag = "-c";
    std::string line = "exec " + command;
    std::array<char*, 4> words = {shell.data(), flag.data(), line.data(), nullptr};
    const int failed = posix_spawn(&pid_, shell.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(to[0]);
    ::close(from[1]);
    in_ = to[1];
    out_ = from[0];
    if (failed == 0) {
      fcntl(in_, F_SETFL, O_NONBLOCK);
      fcntl(out_, F_SETFL, O_NONBLOCK);
      return std::nullopt;
    }
    pid_ = -1;
    errno = failed;
    return system_error("cannot start '" + command + "'");
  }

  // The answer to a line.
  Result<std::string> ask(const std::string& line, double seconds) {
    if (pid_ < 0) return Error{.what = "the program has ended"};
    const auto limit = Clock::now() + std::chrono::duration<double>(seconds);
    std::string_view rest = line;
    for (;;) {
      if (const std::size_t end = buffer_.find('\n'); rest.empty() && end != std::string::npos) {
        std::string answer = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return answer;
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(limit - Clock::now()).count();
      if (left <= 0) return lost(fmt::format("no answer within {:g} s", seconds));
      std::array<pollfd, 2> waiting = {
          pollfd{.fd = out_, .events = POLLIN, .revents = 0},
          pollfd{.fd = rest.empty() ? -1 : in_, .events = POLLOUT, .revents = 0}};
      poll(waiting.data(), waiting.size(), static_cast<int>(std::min<long long>(left, 1000)));
      if (waiting[1].revents != 0) {
        const ssize_t sent = send(in_, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent > 0) rest.remove_prefix(static_cast<std::size_t>(sent));
        if (sent < 0 && errno != EAGAIN && errno != EINTR) return lost("the program has ended");
      }
      if (waiting[0].revents == 0) continue;
      std::array<char, 4096> part{};
      const ssize_t got = read(out_, part.data(), part.size());
      if (got == 0) return lost("the program has ended");
      if (got < 0 && errno != EAGAIN && errno != EINTR) return lost("the program cannot be read from");
      if (got > 0) buffer_.append(part.data(), static_cast<std::size_t>(got));
      if (buffer_.size() > kLongestAnswer) return lost("an answer is too long");
    }
  }

 private:
  Error lost(const std::string& why) {
    end();
    return {.what = why};
  }

  // The end of its input tells it to exit; if it has not done so within a second, it is killed.
  void end() {
    if (in_ >= 0) ::close(in_);
    if (out_ >= 0) ::close(out_);
    in_ = out_ = -1;
    if (pid_ < 0) return;
    for (int i = 0; i < 100 && waitpid(pid_, nullptr, WNOHANG) == 0; ++i) {
      if (i == 99) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    pid_ = -1;
  }

  pid_t pid_ = -1;
  int in_ = -1;
  int out_ = -1;
  std::string buffer_;
};

class ExternalPlayer : public agent::Player {
 public:
  explicit ExternalPlayer(double seconds) : seconds_(seconds) {}
  std::optional<Error> start(const std::string& command) { return child_.start(command); }

  Result<agent::CallAdvice> call(const agent::View& view, std::stop_token) override {
    const auto answer = ask(view, true);
    if (!answer) return answer.error();
    const auto call = parse_call(answer->text_of("call"));
    if (!call) return Error{.what = "expected a call in the answer, found " + text::quote(answer->dump())};
    agent::CallAdvice made{.call = *call,
                           .why = answer->text_of("why"),
                           .explanation = answer->text_of("shows"),
                           .reasons = *answer};
    const Json* alert = answer->find("alert");
    made.alert = alert != nullptr && alert->boolean().value_or(false);
    return made;
  }

  Result<agent::CardAdvice> play(const agent::View& view, CardSet, std::stop_token) override {
    const auto answer = ask(view, false);
    if (!answer) return answer.error();
    const auto card = parse_card(answer->text_of("card"));
    if (!card) return Error{.what = "expected a card in the answer, found " + text::quote(answer->dump())};
    agent::CardAdvice made;
    made.card = made.values.card = *card;
    made.reasons = *answer;
    return made;
  }

 private:
  Result<Json> ask(const agent::View& view, bool call) {
    const auto line = child_.ask(request_of(view, call).dump() + "\n", seconds_);
    if (!line) return line.error();
    auto answer = Json::parse(*line);
    if (!answer) return Error{.what = "expected a JSON object, found " + text::quote(*line)};
    if (const std::string wrong = answer->text_of("error"); !wrong.empty()) return Error{.what = wrong};
    return answer;
  }

  Child child_;
  double seconds_;
};

}  // namespace

Json request_of(const agent::View& view, bool call) {
  Json made{{"do", call ? "call" : "play"},
            {"hand", hand_to_string(view.hand)},
            {"seat", to_string(view.chair)},
            {"dealer", to_string(view.dealer)},
            {"vulnerable", to_string(view.vulnerability)},
            {"auction", Json::array()}};
  for (const agent::ExplainedCall& one : view.calls) {
    Json said{{"call", to_string(one.call)}};
    if (one.explanation.starts_with("shows "))
      said["shows"] = one.explanation.substr(6);
    else if (!one.explanation.empty())
      said["text"] = one.explanation;
    made["auction"].push_back(std::move(said));
  }
  if (call) return made;
  made["play"] = Json::array();
  for (const Card card : view.play) made["play"].push_back(to_string(card));
  if (!view.dummy_hand.empty()) made["dummy"] = hand_to_string(view.dummy_hand);
  return made;
}

Result<std::unique_ptr<agent::Player>> start_external_player(const std::string& command, double seconds) {
  auto made = std::make_unique<ExternalPlayer>(seconds);
  if (const auto wrong = made->start(command)) return *wrong;
  return std::unique_ptr<agent::Player>(std::move(made));
}

}  // namespace yomi::table
