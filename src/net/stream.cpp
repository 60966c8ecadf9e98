#include "yomi/net/stream.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace yomi::net {
namespace {

constexpr std::size_t kMostUnsent = 1 << 20;  // a peer that leaves so much unread is given up
constexpr std::size_t kReadAtOnce = 4096;

void set_options(int fd) {
  const int on = 1;
  // With Nagle's algorithm a turn waits for the peer's delayed acknowledgement: 0.7 games a second instead
  // of 29.
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  // A machine that has vanished is noticed within half a minute.
  const int idle = 10;
  const int between = 5;
  const int probes = 3;
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &between, sizeof between);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL, 0) | O_NONBLOCK);
}

bool is_passing(int error) {
  return error == EINTR || error == EAGAIN || error == EWOULDBLOCK;
}

}  // namespace

int milliseconds_until(Clock::time_point limit) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1'000'000));
}

Stream::Stream(Socket socket) : socket_(std::move(socket)) {
  set_options(socket_.fd());
}

void Stream::close(std::string why) {
  if (!socket_.open()) return;
  trouble_ = std::move(why);
  socket_.close();
  in_.clear();
  out_.clear();
  read_ = sent_ = 0;
}

void Stream::send(std::span<const std::byte> bytes) {
  if (open()) out_.insert(out_.end(), bytes.begin(), bytes.end());
}

void Stream::flush() {
  while (open() && sent_ < out_.size()) {
    const ssize_t sent = ::send(socket_.fd(), out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
    if (sent > 0) {
      sent_ += static_cast<std::size_t>(sent);
    } else if (sent < 0 && errno == EINTR) {
      continue;
    } else if (sent < 0 && is_passing(errno)) {
      if (out_.size() - sent_ > kMostUnsent) close("does not read what it is sent");
      return;
    } else {
      close("connection lost while sending");
      return;
    }
  }
  out_.clear();
  sent_ = 0;
}

void Stream::flush_until(Clock::time_point limit) {
  flush();
  while (open() && has_more_to_send() && Clock::now() < limit) {
    pollfd poll_for{.fd = socket_.fd(), .events = POLLOUT, .revents = 0};
    poll(&poll_for, 1, std::min(milliseconds_until(limit), 100));
    flush();
  }
}

void Stream::finish_sending() {
  flush();
  if (open()) shutdown(socket_.fd(), SHUT_WR);
}

bool Stream::wait(Clock::time_point limit) {
  flush();
  while (open()) {
    // The data has usually not arrived yet, so reading first would only return EAGAIN.
    pollfd poll_for{.fd = socket_.fd(),
                    .events = static_cast<short>(POLLIN | (has_more_to_send() ? POLLOUT : 0)),
                    .revents = 0};
    const int left = milliseconds_until(limit);
    const int ready = poll(&poll_for, 1, left);
    if (ready == 0 && left == 0) return false;
    if (has_more_to_send()) flush();
    if (!open() || (poll_for.revents & (POLLIN | POLLERR | POLLHUP | POLLNVAL)) == 0) continue;
    read_some();
    return open();
  }
  return false;
}

void Stream::read_some() {
  if (read_ > 0) {
    in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(read_));
    read_ = 0;
  }
  const std::size_t before = in_.size();
  in_.resize(before + kReadAtOnce);
  const ssize_t got = recv(socket_.fd(), in_.data() + before, kReadAtOnce, 0);
  in_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got > 0) {
    heard_ = true;
  } else if (got == 0) {
    close("connection closed by the peer");
  } else if (!is_passing(errno)) {
    close("connection lost while receiving");
  }
}

bool Stream::gone() {
  if (!open()) return true;
  std::byte next{};
  const ssize_t got = recv(socket_.fd(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
  if (got == 0) close("connection closed by the peer");
  if (got < 0 && !is_passing(errno)) close("connection lost");
  return !open();
}

std::span<const std::byte> Stream::take(std::size_t bytes) {
  const std::span<const std::byte> taken = unread().first(bytes);
  read_ += bytes;
  return taken;
}

std::optional<std::string> Stream::take_line(std::size_t longest) {
  const auto waiting = unread();
  const auto end = std::find(waiting.begin(), waiting.end(), std::byte{'\n'});
  const auto size = static_cast<std::size_t>(end - waiting.begin());
  if (size > longest) {
    close("sent a line that is too long");
    return std::nullopt;
  }
  if (end == waiting.end()) return std::nullopt;
  const auto taken = take(size + 1);
  std::string line(reinterpret_cast<const char*>(taken.data()), size);
  while (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

}  // namespace yomi::net
