#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <system_error>

#include "yomi/net/stream.h"

namespace yomi::net {
namespace {

constexpr int kBacklog = 128;

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
                      fcntl(fd, F_SETFL, fcntl(fd, F_GETFL, 0) | O_NONBLOCK);
                      return bind(fd, address.ai_addr, address.ai_addrlen) == 0 && listen(fd, kBacklog) == 0;
                    });
}

std::optional<Socket> accept_from(const Socket& listening) {
  const int fd = accept4(listening.fd(), nullptr, nullptr, SOCK_CLOEXEC);
  if (fd < 0) return std::nullopt;
  return Socket(fd);
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

}  // namespace yomi::net
