// A connection to one peer, read and written in whole messages of the wire.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "yomi/daihinmin/wire.h"
#include "yomi/net/stream.h"

namespace yomi::daihinmin::wire {

using net::Clock;

class Connection {
 public:
  explicit Connection(net::Socket socket) : stream_(std::move(socket)) {}

  [[nodiscard]] bool open() const { return stream_.open(); }
  // Why it was closed.
  [[nodiscard]] const std::string& trouble() const { return stream_.trouble(); }
  void close(std::string why) { stream_.close(std::move(why)); }

  void set_order(Order order) { order_ = order; }
  [[nodiscard]] Order order() const { return order_; }

  // Messages are gathered and go out with flush(), or while waiting to receive.
  void send(const Table& table);
  void send(std::int32_t number);
  // Sends what the peer takes now.
  void flush() { stream_.flush(); }
  // Sends until all is gone or the limit passes.
  void flush_until(Clock::time_point limit) { stream_.flush_until(limit); }

  // Waits until the limit for a whole message. Empty: closed (see trouble()) or too late (still open).
  std::optional<Table> receive_table(Clock::time_point limit);
  std::optional<std::int32_t> receive_number(Clock::time_point limit);
  // Has the peer sent anything at all so far?
  [[nodiscard]] bool heard() const { return stream_.heard(); }
  // Looks whether the peer has gone, without waiting; closes the connection then.
  bool gone() { return stream_.gone(); }
  // Called with every message that was sent or received whole.
  void on_message(std::function<void(const Message&)> call) { on_message_ = std::move(call); }

 private:
  bool fill(std::size_t bytes, Clock::time_point limit);

  net::Stream stream_;
  Order order_ = Order::big_endian;
  std::function<void(const Message&)> on_message_;
};

}  // namespace yomi::daihinmin::wire
