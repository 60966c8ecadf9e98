// A TCP connection to one peer, read and written in whole messages of the wire. Never blocks past its limit,
// never raises signals, and holds a bounded amount: what a peer floods stays in the kernel until it is asked
// for.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "yomi/daihinmin/wire.h"

namespace yomi::daihinmin::wire {

using Clock = std::chrono::steady_clock;

// A file descriptor that is closed with its owner.
class Socket {
 public:
  explicit Socket(int fd = -1) : fd_(fd) {}
  ~Socket();
  Socket(Socket&& other) noexcept : fd_(other.release()) {}
  Socket& operator=(Socket&& other) noexcept;
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool open() const { return fd_ >= 0; }
  int release();
  void close();

 private:
  int fd_;
};

// Addresses in figures or names, which are looked up; each address of a name is tried in turn. A server
// listens on IPv4.
Result<Socket> listen_on(const std::string& host, int port);
Result<Socket> connect_to(const std::string& host, int port);
// The port a listening socket got (useful when 0 was asked for).
int port_of(const Socket& socket);

class Connection {
 public:
  explicit Connection(Socket socket);

  [[nodiscard]] bool open() const { return socket_.open(); }
  [[nodiscard]] int fd() const { return socket_.fd(); }
  [[nodiscard]] bool has_more_to_send() const { return sent_ < out_.size(); }
  // Why it was closed.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  void close(std::string why);

  void set_order(Order order) { order_ = order; }
  [[nodiscard]] Order order() const { return order_; }

  // Messages are gathered and go out with flush(), or while waiting to receive.
  void send(const Table& table);
  void send(std::int32_t number);
  // Sends what the peer takes now.
  void flush();
  // Sends until all is gone or the limit passes.
  void flush_until(Clock::time_point limit);

  // Waits until the limit for a whole message. Empty: closed (see trouble()) or too late (still open).
  std::optional<Table> receive_table(Clock::time_point limit);
  std::optional<std::int32_t> receive_number(Clock::time_point limit);
  // Has the peer sent anything at all so far?
  [[nodiscard]] bool heard() const { return heard_; }
  // Looks whether the peer has gone, without waiting; closes the connection then.
  bool gone();
  // Called with every message that was sent or received whole.
  void on_message(std::function<void(const Message&)> call) { on_message_ = std::move(call); }

 private:
  bool fill(std::size_t bytes, Clock::time_point limit);
  void read_some();
  std::span<const std::byte> take(std::size_t bytes);

  Socket socket_;
  Order order_ = Order::big_endian;
  std::vector<std::byte> in_;
  std::size_t read_ = 0;
  std::vector<std::byte> out_;
  std::size_t sent_ = 0;
  std::string trouble_;
  bool heard_ = false;
  std::function<void(const Message&)> on_message_;
};

}  // namespace yomi::daihinmin::wire
