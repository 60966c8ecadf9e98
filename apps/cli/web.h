// The server of the page. The program is linked twice (apps/CMakeLists.txt): with the page, which npm builds,
// and without.
#pragma once

#include <string>

namespace yomi::cli {

struct WebSettings {
  std::string address = "127.0.0.1";
  int port = 8000;
  std::string token;  // who may use it; empty: anybody who can reach it
  std::string games;  // file; empty: in memory alone
  int threads = 0;    // that think; 0: chosen by the number of cores
  bool open_browser = true;
};

// Returns when it is stopped, with the exit status.
int serve_web(const WebSettings& settings);

}  // namespace yomi::cli
