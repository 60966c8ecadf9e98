// A progress bar on a terminal, and Ctrl-C that lets the work end by itself.
#pragma once

#include <string>

namespace yomi::cli {

// While one lives, SIGINT only makes show() return false. The bar goes to stderr when that is a terminal, after a
// second of work.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `share` from 0 to 1. False when the user asked to stop.
  bool show(double share);
  // Wipes the bar.
  void clear();

 private:
  std::string what_;
  double started_;
  double shown_ = 0;
  bool visible_ = false;
  void (*before_)(int);
};

}  // namespace yomi::cli
