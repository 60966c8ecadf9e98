// The transport over Open MPI, in a library of its own: the program loads it only when started by mpirun or
// srun, and otherwise needs no MPI.
#define OMPI_SKIP_MPICXX 1  // the interface for C will do
#include <mpi.h>

#include <list>
#include <optional>
#include <string>
#include <utility>

#include "yomi/jobs/transport.h"

namespace {

class MpiTransport : public yomi::jobs::Transport {
 public:
  MpiTransport() {
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  }
  ~MpiTransport() override {
    // The checker does not follow requests through a list.
    for (Sending& sending : sending_)
      MPI_Wait(&sending.request, MPI_STATUS_IGNORE);  // NOLINT(clang-analyzer-optin.mpi*)
    MPI_Finalize();
  }
  MpiTransport(const MpiTransport&) = delete;
  MpiTransport& operator=(const MpiTransport&) = delete;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return ranks_; }

  void send(int to, std::string bytes) override {
    forget_sent();
    Sending& sending = sending_.emplace_back(Sending{std::move(bytes)});
    MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, to, 0, MPI_COMM_WORLD,
              &sending.request);
  }  // NOLINT(clang-analyzer-optin.mpi*): forget_sent() or the destructor waits

  std::optional<yomi::jobs::Message> receive() override {
    forget_sent();
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return {};
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    yomi::jobs::Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(count), '\0')};
    MPI_Recv(message.bytes.data(), count, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return message;
  }

 private:
  // A message's bytes must stay until it is sent.
  struct Sending {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void forget_sent() {
    for (auto at = sending_.begin(); at != sending_.end();) {
      int sent = 0;
      MPI_Test(&at->request, &sent, MPI_STATUS_IGNORE);
      at = sent != 0 ? sending_.erase(at) : std::next(at);
    }
  }

  int rank_ = 0;
  int ranks_ = 1;
  std::list<Sending> sending_;
};

}  // namespace

// The caller owns it. Once in a process.
extern "C" [[gnu::visibility("default")]] yomi::jobs::Transport* yomi_mpi_transport() {
  return new MpiTransport;
}
