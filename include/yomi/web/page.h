// The files of the page, out of the one text that web/pack.mjs makes of them. There is no folder behind it,
// so no path can lead out of one.
//
//   head    a line a file: path, content type, bytes, bytes when compressed with gzip; tabs between them
//           an empty line
//   files   each as it is and then compressed, in the order of the head
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "yomi/cards/result.h"

namespace yomi::web {

struct PageFile {
  std::string type;
  std::string_view plain;
  std::string_view gzip;
};

class Page {
 public:
  // `text` must outlive the page.
  static Result<Page> parse(std::string_view text);

  // "/" is "/index.html". Nothing when there is no such file.
  [[nodiscard]] const PageFile* find(std::string_view path) const;

 private:
  std::map<std::string, PageFile, std::less<>> files_;
};

}  // namespace yomi::web
