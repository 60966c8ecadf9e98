#include "cluster.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "command.h"
#include "yomi/cards/number.h"

namespace yomi::cli {
namespace {

std::unique_ptr<jobs::Transport>& our_transport() {
  static std::unique_ptr<jobs::Transport> transport;
  return transport;
}

unsigned number_of_variable(const char* variable) {
  const char* text = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): before any thread is started
  return text == nullptr ? 0 : leading_number<unsigned>(text).value_or(0);
}

// mpirun sets variables of its own; srun --mpi=pmix starts ranks that find each other by PMIx.
bool is_one_of_several() {
  if (number_of_variable("OMPI_COMM_WORLD_SIZE") > 1) return true;
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  return std::getenv("PMIX_NAMESPACE") != nullptr && number_of_variable("SLURM_NTASKS") > 1;
}

// The library lies beside the program, or where it was installed.
std::unique_ptr<jobs::Transport> load_transport() {
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::string why = "libyomi_mpi.so is not there";
  for (const auto& place : {program, program.parent_path() / "lib" / "yomi"}) {
    const auto path = place / "libyomi_mpi.so";
    if (!std::filesystem::exists(path)) continue;
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) {
      why = dlerror();  // NOLINT(concurrency-mt-unsafe)
      continue;
    }
    // dlsym gives a function as a pointer to data.
    auto* make = reinterpret_cast<jobs::Transport* (*)()>(dlsym(library, "yomi_mpi_transport"));  // NOLINT
    if (make != nullptr) return std::unique_ptr<jobs::Transport>(make());
  }
  fmt::print(stderr,
             "yomi: started as one of several ranks, but the library for Open MPI cannot be loaded: {}\n"
             "Install libopenmpi-dev and build again.\n",
             why);
  throw Exit{2};
}

void send_nowhere(int descriptor) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, descriptor);
  close(nowhere);
}

}  // namespace

Cluster::Cluster() {
  if (!is_one_of_several()) return;
  our_transport() = load_transport();
  if (!only_helps()) return;
  send_nowhere(STDOUT_FILENO);
  send_nowhere(STDERR_FILENO);
}

Cluster::~Cluster() {
  // A rank that ends early with a message must not leave the others waiting.
  if (our_transport()) only_helps() ? jobs::leave(*our_transport()) : jobs::dismiss(*our_transport());
  our_transport().reset();
}

jobs::Transport* Cluster::transport() {
  return our_transport().get();
}

bool Cluster::only_helps() {
  return our_transport() && our_transport()->rank() != 0;
}

unsigned Cluster::threads(unsigned asked) {
  if (asked > 0) return asked;
  const unsigned ranks = our_transport() ? std::max(1U, number_of_variable("OMPI_COMM_WORLD_LOCAL_SIZE")) : 1;
  return std::max(1U, std::thread::hardware_concurrency() / ranks);
}

}  // namespace yomi::cli
