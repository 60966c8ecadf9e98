// The program as one of the ranks that mpirun or srun started: `mpirun -n 64 yomi …`. Every rank runs the
// same command on the same arguments; work in shards (yomi/jobs/shards.h) and batches (jobs::share()) is
// divided among them. Rank 0 prints and writes files; what the others print and write is discarded.
#pragma once

#include "yomi/jobs/shards.h"

namespace yomi::cli {

// Joins the other ranks, if any, for its lifetime. Made once, by main().
class Cluster {
 public:
  Cluster();
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // Nothing when the program runs by itself.
  [[nodiscard]] static jobs::Transport* transport();
  // Is this a rank other than 0, whose output is discarded?
  [[nodiscard]] static bool only_helps();
  // How many threads a rank should use: as many as were asked for, otherwise (0) the machine's cores shared
  // among its ranks there.
  [[nodiscard]] static unsigned threads(unsigned asked = 0);
};

// Rank 0 reads, and every rank gets the result: for standard input and for files that rank 0 also writes.
template <class Read>
auto read_by_rank_0(const Read& read) {
  decltype(read()) value{};
  if (!Cluster::only_helps()) value = read();
  jobs::broadcast(Cluster::transport(), value);
  return value;
}

}  // namespace yomi::cli
