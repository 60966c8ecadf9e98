// `yomi web` of a program that was built without the page.
#include <fmt/core.h>

#include "web.h"

namespace yomi::cli {

int serve_web(const WebSettings&) {
  fmt::print(stderr, "yomi: this program was built without the page; ./yomi web builds it\n");
  return 2;
}

}  // namespace yomi::cli
