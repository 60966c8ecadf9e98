// A text of any length, one part at a time: readers see a window that moves forward, so that a file of many
// boards needs the memory of a few. Bytes are decoded as by text::decode().
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace yomi::text {

// Reads at most so many bytes and returns how many; 0 at the end.
using Pull = std::function<std::size_t(char* to, std::size_t most)>;

class Window {
 public:
  // The whole of a decoded text, which must outlive the window.
  explicit Window(std::string_view whole) : view_(whole), complete_(true) {}
  explicit Window(Pull pull);
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // From the first byte that was not dropped. Changes with more().
  [[nodiscard]] std::string_view text() const { return view_; }
  // Is the end of the window the end of the text?
  [[nodiscard]] bool is_complete() const { return complete_; }
  // Drops the first `drop` bytes and adds what follows; false when there was nothing to add.
  bool more(std::size_t drop);
  // The same up to the end of the text.
  void all();
  // Bytes pulled so far.
  [[nodiscard]] std::uint64_t pulled() const { return pulled_; }

 private:
  static constexpr std::size_t kStep = std::size_t{256} << 10;
  void start();

  Pull pull_;
  std::string buffer_;
  std::string_view view_;
  bool complete_ = false;
  bool started_ = false;
  bool held_return_ = false;  // a '\r' at the end of what was pulled
  std::uint64_t pulled_ = 0;
};

}  // namespace yomi::text
