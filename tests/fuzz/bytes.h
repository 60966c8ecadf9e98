// Values drawn from a fuzzer's bytes: numbers from the end, text from the front, zeros when nothing is left.
// The same bytes give the same values as LLVM's FuzzedDataProvider would, so that a corpus keeps its meaning,
// but every compiler can build it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace yomi::fuzz {

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T in_range(T low, T high) {
    using Wide = std::uint64_t;
    const Wide range = static_cast<Wide>(high) - static_cast<Wide>(low);
    Wide value = 0;
    for (std::size_t bits = 0; bits < sizeof(T) * 8 && range >> bits > 0 && !rest_.empty(); bits += 8) {
      value = value << 8 | static_cast<std::uint8_t>(rest_.back());
      rest_.remove_suffix(1);
    }
    if (range != std::numeric_limits<Wide>::max()) value %= range + 1;
    return static_cast<T>(static_cast<Wide>(low) + value);
  }

  template <class T>
  T any() {
    return in_range(std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
  }

  bool coin() { return (1 & in_range<std::uint8_t>(0, 1)) != 0; }

  // Ends at a backslash that no other follows.
  std::string text(std::size_t most) {
    std::string result;
    while (result.size() < most && !rest_.empty()) {
      char next = front();
      if (next == '\\' && !rest_.empty()) {
        next = front();
        if (next != '\\') break;
      }
      result += next;
    }
    return result;
  }

  void fill(void* to, std::size_t size) {
    const std::size_t count = std::min(size, rest_.size());
    std::memcpy(to, rest_.data(), count);
    rest_.remove_prefix(count);
  }

 private:
  char front() {
    const char first = rest_.front();
    rest_.remove_prefix(1);
    return first;
  }

  std::string_view rest_;
};

}  // namespace yomi::fuzz
