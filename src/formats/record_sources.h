// One reader a format, behind BoardReader.
#pragma once

#include <memory>
#include <string>

#include "yomi/formats/board_reader.h"
#include "yomi/formats/window.h"

namespace yomi {

class RecordSource {
 public:
  RecordSource() = default;
  RecordSource(const RecordSource&) = delete;
  RecordSource& operator=(const RecordSource&) = delete;
  virtual ~RecordSource() = default;
  virtual std::optional<ReadBoard> next() = 0;
};

// The window must outlive its source.
std::unique_ptr<RecordSource> pbn_source(text::Window& window, std::string file);
std::unique_ptr<RecordSource> lin_source(text::Window& window, std::string file);
std::unique_ptr<RecordSource> rbn_source(text::Window& window, std::string file);
std::unique_ptr<RecordSource> line_source(text::Window& window, std::string file, BoardFormat format);
std::unique_ptr<RecordSource> machine_source(text::Window& window, std::string file, BoardFormat format);

}  // namespace yomi
