// The files from which dealing machines deal: BRI, DGE and DUP (docs/reference/formats.md). They hold the
// hands of full deals and nothing else; dealer and vulnerability follow from the number of the board.
#pragma once

#include <string>

#include "yomi/formats/board_reader.h"

namespace yomi {

// Bytes of a record.
std::size_t machine_record(BoardFormat format);
// The record of a full deal. A DUP record also says the numbers of the first and last board of its set.
std::string machine_text(const Deal& deal, BoardFormat format, int first, int last);

}  // namespace yomi
