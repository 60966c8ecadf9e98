#include "connection.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

namespace yomi::daihinmin::wire {
namespace {

constexpr std::size_t kMostUnsent = 1 << 20;  // a peer that leaves so much unread is given up
constexpr std::size_t kReadAtOnce = 4096;

Error system_error(const std::string& what) {
  return Error{.what = what + ": " + std::generic_category().message(errno)};
}

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Result<Addresses> addresses_of(const std::string& host, int port, int family) {
  if (port < 0 || port > 65535)
    return Error{.what = fmt::format("expected a port up to 65535, found {}", port)};
  addrinfo wanted{};
  wanted.ai_family = family;
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int wrong = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
  if (wrong != 0) {
    return Error{.what = fmt::format("expected the name or address of a host, found '{}': {}", host,
                                     gai_strerror(wrong))};
  }
  return Addresses(found);
}

// A socket for the first of the addresses with which `use` succeeds.
template <class Use>
Result<Socket> first_that(const Addresses& addresses, const std::string& cannot, const Use& use) {
  for (const addrinfo* one = addresses.get(); one != nullptr; one = one->ai_next) {
    Socket socket(::socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (socket.open() && use(socket.fd(), *one)) return socket;
  }
  return system_error(cannot);
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
  auto addresses = addresses_of(host, port, AF_INET);
  if (!addresses) return addresses.error();
  return first_that(*addresses, fmt::format("cannot listen on {}:{}", host, port),
                    [](int fd, const addrinfo& address) {
                      const int on = 1;
                      setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
                      return bind(fd, address.ai_addr, address.ai_addrlen) == 0 && listen(fd, 16) == 0;
                    });
}

int port_of(const Socket& socket) {
  sockaddr_in address{};
  socklen_t length = sizeof address;
  if (getsockname(socket.fd(), reinterpret_cast<sockaddr*>(&address), &length) != 0) return 0;
  return ntohs(address.sin_port);
}

Result<Socket> connect_to(const std::string& host, int port) {
  auto addresses = addresses_of(host, port, AF_UNSPEC);
  if (!addresses) return addresses.error();
  return first_that(
      *addresses, fmt::format("cannot connect to {}:{}", host, port),
      [](int fd, const addrinfo& address) { return connect(fd, address.ai_addr, address.ai_addrlen) == 0; });
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
  if (on_message_) on_message_({.to_server = true, .is_table = true, .table = table});
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
    read_some();
  }
  return open();
}

void Connection::read_some() {
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

bool Connection::gone() {
  if (!open()) return true;
  std::byte next{};
  const ssize_t got = recv(socket_.fd(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
  if (got == 0) close("connection closed by the peer");
  if (got < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) close("connection lost");
  return !open();
}

std::span<const std::byte> Connection::take(std::size_t bytes) {
  const std::span<const std::byte> taken(in_.data() + read_, bytes);
  read_ += bytes;
  return taken;
}

std::optional<Table> Connection::receive_table(Clock::time_point limit) {
  if (!fill(kTableBytes, limit)) return std::nullopt;
  const Table table = decode_table(take(kTableBytes).first<kTableBytes>(), order_);
  if (on_message_) on_message_({.is_table = true, .table = table});
  return table;
}

std::optional<std::int32_t> Connection::receive_number(Clock::time_point limit) {
  if (!fill(4, limit)) return std::nullopt;
  const std::int32_t number = decode_number(take(4).first<4>(), order_);
  if (on_message_) on_message_({.number = number});
  return number;
}

}  // namespace yomi::daihinmin::wire
