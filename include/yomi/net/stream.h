// TCP for the tables of both games: sockets, and a stream of bytes to one peer.
//
// A Stream never blocks beyond a limit, never raises signals, and holds a bounded amount: incoming data stays
// in the kernel until it is asked for, and a peer that does not read what it is sent is disconnected.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/cards/result.h"

namespace yomi::net {

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
// The next peer that has connected; nothing when none has.
std::optional<Socket> accept_from(const Socket& listening);
// The port a listening socket got (useful when 0 was asked for).
int port_of(const Socket& socket);
// For poll(): rounded up, at most a quarter of an hour.
int milliseconds_until(Clock::time_point limit);

class Stream {
 public:
  explicit Stream(Socket socket);

  [[nodiscard]] bool open() const { return socket_.open(); }
  [[nodiscard]] int fd() const { return socket_.fd(); }
  // Why it was closed.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  void close(std::string why);

  // Queued; sent by flush(), or while waiting.
  void send(std::span<const std::byte> bytes);
  void send(std::string_view text) { send(std::as_bytes(std::span(text.data(), text.size()))); }
  [[nodiscard]] bool has_more_to_send() const { return sent_ < out_.size(); }
  // Sends as much as the peer accepts now.
  void flush();
  // Sends until everything is out or the limit passes.
  void flush_until(Clock::time_point limit);
  // Sends as much as the peer accepts now and shuts down the sending side. Reading remains possible.
  void finish_sending();

  // Data received and not yet taken. Valid until the next call.
  [[nodiscard]] std::span<const std::byte> unread() const { return std::span(in_).subspan(read_); }
  std::span<const std::byte> take(std::size_t bytes);
  // A line without its end, if a whole one is there. A line longer than `longest` closes the stream.
  std::optional<std::string> take_line(std::size_t longest);
  // Reads some kilobytes of what has come, without waiting.
  void read_some();
  // Waits until the limit for something to read, and reads it. False: closed, or too late (still open).
  bool wait(Clock::time_point limit);
  // Has the peer sent anything at all so far?
  [[nodiscard]] bool heard() const { return heard_; }
  // Looks whether the peer has gone, without waiting; closes the stream then.
  bool gone();

 private:
  Socket socket_;
  std::vector<std::byte> in_;
  std::size_t read_ = 0;
  std::vector<std::byte> out_;
  std::size_t sent_ = 0;
  std::string trouble_;
  bool heard_ = false;
};

}  // namespace yomi::net
