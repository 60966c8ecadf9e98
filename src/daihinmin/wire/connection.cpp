#include "connection.h"

#include <array>

namespace yomi::daihinmin::wire {

void Connection::send(const Table& table) {
  if (!open()) return;
  std::array<std::byte, kTableBytes> bytes{};
  encode(table, order_, bytes);
  stream_.send(bytes);
  if (on_message_) on_message_({.to_server = true, .is_table = true, .table = table});
}

void Connection::send(std::int32_t number) {
  std::array<std::byte, 4> bytes{};
  encode(number, order_, bytes);
  stream_.send(bytes);
}

bool Connection::fill(std::size_t bytes, Clock::time_point limit) {
  stream_.flush();
  while (open() && stream_.unread().size() < bytes) {
    if (!stream_.wait(limit)) return false;
  }
  return open();
}

std::optional<Table> Connection::receive_table(Clock::time_point limit) {
  if (!fill(kTableBytes, limit)) return std::nullopt;
  const Table table = decode_table(stream_.take(kTableBytes).first<kTableBytes>(), order_);
  if (on_message_) on_message_({.is_table = true, .table = table});
  return table;
}

std::optional<std::int32_t> Connection::receive_number(Clock::time_point limit) {
  if (!fill(4, limit)) return std::nullopt;
  const std::int32_t number = decode_number(stream_.take(4).first<4>(), order_);
  if (on_message_) on_message_({.number = number});
  return number;
}

}  // namespace yomi::daihinmin::wire
