#include "connection.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace yomi::daihinmin::wire {
namespace {

constexpr std::size_t kMostUnsent = 1 << 20;  // a peer that leaves so much unread is given up
constexpr std::size_t kReadAtOnce = 4096;

Error system_error(const std::string& what) {
  return Error{.what = what + ": " + std::generic_category().message(errno)};
}

Result<sockaddr_in> address_of(const std::string& host, int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  const std::string figures = host == "localhost" ? "127.0.0.1" : host;
  if (port < 0 || port > 65535 || inet_pton(AF_INET, figures.c_str(), &address.sin_addr) != 1) {
    return Error{.what = "expected an IPv4 address in figures and a port, found '" + host + "' and " +
                         std::to_string(port)};
  }
  return address;
}

int milliseconds_until(Clock::time_point limit) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1'000'000));
}

void set_options(int fd) {
  const int on = 1;
  // With Nagle's algorithm a turn waits for the peer's delayed acknowledgement: 0.7 games a second instead
  // of 29.
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL, 0) | O_NONBLOCK);
}

}  // namespace

Socket::~Socket() {
  close();
}

Socket& Socket::operator=(Socket&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = other.release();
  }
  return *this;
}

int Socket::release() {
  const int fd = fd_;
  fd_ = -1;
  return fd;
}

void Socket::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Result<Socket> listen_on(const std::string& host, int port) {
  auto address = address_of(host, port);
  if (!address) return address.error();
  Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.open()) return system_error("cannot make a socket");
  const int on = 1;
  setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(socket.fd(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 ||
      listen(socket.fd(), 16) != 0) {
    return system_error("cannot listen on " + host + ":" + std::to_string(port));
  }
  return socket;
}

int port_of(const Socket& socket) {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  if (getsockname(socket.fd(), reinterpret_cast<sockaddr*>(&address), &length) != 0) return 0;
  return ntohs(address.sin_port);
}

Result<Socket> connect_to(const std::string& host, int port) {
  auto address = address_of(host, port);
  if (!address) return address.error();
  Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.open()) return system_error("cannot make a socket");
  if (connect(socket.fd(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) {
    return system_error("cannot connect to " + host + ":" + std::to_string(port));
  }
  return socket;
}

Connection::Connection(Socket socket) : socket_(std::move(socket)) {
  set_options(socket_.fd());
}

void Connection::close(std::string why) {
  if (!socket_.open()) return;
  trouble_ = std::move(why);
  socket_.close();
  in_.clear();
  out_.clear();
  read_ = sent_ = 0;
}

void Connection::send(const Table& table) {
  if (!open()) return;
  const std::size_t before = out_.size();
  out_.resize(before + kTableBytes);
  encode(table, order_, std::span<std::byte, kTableBytes>(out_.data() + before, kTableBytes));
}

void Connection::send(std::int32_t number) {
  if (!open()) return;
  const std::size_t before = out_.size();
  out_.resize(before + 4);
  encode(number, order_, std::span<std::byte, 4>(out_.data() + before, 4));
}

void Connection::flush() {
  while (open() && sent_ < out_.size()) {
    const ssize_t sent = ::send(socket_.fd(), out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
    if (sent > 0) {
      sent_ += static_cast<std::size_t>(sent);
    } else if (sent < 0 && errno == EINTR) {
      continue;
    } else if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
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

void Connection::flush_until(Clock::time_point limit) {
  flush();
  while (open() && has_more_to_send() && Clock::now() < limit) {
    pollfd poll_for{.fd = socket_.fd(), .events = POLLOUT, .revents = 0};
    poll(&poll_for, 1, std::min(milliseconds_until(limit), 100));
    flush();
  }
}

bool Connection::fill(std::size_t bytes, Clock::time_point limit) {
  flush();
  while (open() && in_.size() - read_ < bytes) {
    if (read_ > 0) {
      in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(read_));
      read_ = 0;
    }
    // What is asked for has mostly not come yet, so that asking first would only be answered "not yet".
    pollfd poll_for{.fd = socket_.fd(),
                    .events = static_cast<short>(POLLIN | (has_more_to_send() ? POLLOUT : 0)),
                    .revents = 0};
    const int left = milliseconds_until(limit);
    const int ready = poll(&poll_for, 1, left);
    if (ready == 0 && left == 0) return false;
    if (has_more_to_send()) flush();
    if (!open() || (poll_for.revents & (POLLIN | POLLERR | POLLHUP | POLLNVAL)) == 0) continue;
    const std::size_t before = in_.size();
    in_.resize(before + kReadAtOnce);
    const ssize_t got = recv(socket_.fd(), in_.data() + before, kReadAtOnce, 0);
    in_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got > 0) {
      heard_ = true;
    } else if (got == 0) {
      close("connection closed by the peer");
    } else if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
      close("connection lost while receiving");
    }
  }
  return open();
}

std::span<const std::byte> Connection::take(std::size_t bytes) {
  const std::span<const std::byte> taken(in_.data() + read_, bytes);
  read_ += bytes;
  return taken;
}

std::optional<Table> Connection::receive_table(Clock::time_point limit) {
  if (!fill(kTableBytes, limit)) return std::nullopt;
  return decode_table(take(kTableBytes).first<kTableBytes>(), order_);
}

std::optional<std::int32_t> Connection::receive_number(Clock::time_point limit) {
  if (!fill(4, limit)) return std::nullopt;
  return decode_number(take(4).first<4>(), order_);
}

}  // namespace yomi::daihinmin::wire
