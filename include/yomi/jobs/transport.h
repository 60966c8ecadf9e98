// Messages between the processes of one job, the ranks. Implementations: Open MPI, or queues in tests.
#pragma once

#include <optional>
#include <string>

namespace yomi::jobs {

struct Message {
  int from = 0;
  std::string bytes;
};

class Transport {
 public:
  Transport() = default;
  virtual ~Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;
  // Returns at once; messages between two ranks arrive in the order in which they were sent. One thread of a
  // rank uses its transport.
  virtual void send(int to, std::string bytes) = 0;
  // The next message, when one is there.
  virtual std::optional<Message> receive() = 0;
};

}  // namespace yomi::jobs
