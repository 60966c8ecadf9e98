// The CSV file of `yomi versus`: one line per board, written as soon as the board is done. The first line
// names the experiment, so that its results are not mixed with another's.
#pragma once

#include <string>
#include <vector>

#include "output.h"
#include "yomi/lab/versus_record.h"

namespace yomi::cli::versus {

class VersusLedger {
 public:
  // The results in the file, in its order. A last line that was cut off is dropped with a message; any other
  // line that cannot be read is an error that names it. With `experiment`, the file must belong to it, and a
  // missing file counts as empty; without, any file is accepted and never changed.
  static Result<std::vector<lab::VersusRecord>> read(const std::string& path,
                                                     const std::optional<std::string>& experiment);

  // Opens for adding; writes the first lines when the file is new. An existing file is only taken when
  // `resume` is set. One that cannot be written throws, as add() does.
  static Result<VersusLedger> open(const std::string& path, const std::string& experiment, bool resume);
  // Adds a line, which is in the file when this returns. A failure is reported on stderr and throws Exit(2).
  void add(const lab::VersusRecord& record);

 private:
  OutputFile file_;
};

}  // namespace yomi::cli::versus
