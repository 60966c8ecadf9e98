// Values that hold because of an earlier board of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/formats/pbn.h"

namespace yomi::pbn {

// "#" takes the value of the same tag in the nearest board before; "##text" gives text to all boards after it
// that do not have the tag. If a board has a name twice, the first counts. A record with an auction, a play
// or a contract but without board, dealer and deal is the previous board at another table.
class Inheritance {
 public:
  // Fills `inherited` and `header` of the next record, and remembers its values.
  void apply(Record& record);

 private:
  struct Remembered {
    std::string name;
    std::string value{};
    std::uint64_t board = 0;  // in which it was met last
  };
  void repeat_board(Record& record);
  Remembered* remembered(std::string_view name, std::size_t& hint);
  void set_header(std::string_view name, std::string_view value, bool is_new);

  std::vector<Remembered> last_;  // the last value of each name
  std::uint64_t board_ = 0;
  std::shared_ptr<const Inherited> header_;
};

}  // namespace yomi::pbn
