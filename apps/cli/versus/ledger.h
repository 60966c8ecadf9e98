// The CSV file of `yomi versus`: one line a board, written as soon as the board is done. Its first line says
// which experiment it is, so that nothing is added to the results of another.
#pragma once

#include <string>
#include <vector>

#include "output.h"
#include "yomi/lab/versus_record.h"

namespace yomi::cli::versus {

class VersusLedger {
 public:
  // What was done before, in the order of the file. A last line that was cut off is dropped, with a message;
  // any other line that cannot be read is an error that names it. Without `experiment` any is taken. With it,
  // a file that is not there is an empty one; without it the file is never changed.
  static Result<std::vector<lab::VersusRecord>> read(const std::string& path,
                                                     const std::optional<std::string>& experiment);

  // Opens for adding; writes the first lines when the file is new. An existing file is only taken when
  // `resume` is set. One that cannot be written throws, as add() does.
  static Result<VersusLedger> open(const std::string& path, const std::string& experiment, bool resume);
  // A line that is in the file when this returns. One that cannot be written is said on stderr and throws
  // Exit(2).
  void add(const lab::VersusRecord& record);

 private:
  OutputFile file_;
};

}  // namespace yomi::cli::versus
