// Large zeroed blocks of memory from the operating system, in huge pages if available: with small ones,
// random look-ups would miss the TLB as often as the cache. Pages cost nothing until used. Only this file
// knows how an operating system provides memory; another system needs another source.
#pragma once

#include <cstddef>
#include <cstring>

namespace yomi::system {

// Throws std::bad_alloc when the system does not give the memory. At least on a cache line's border.
void* take_pages(std::size_t bytes);
void give_back_pages(void* pages, std::size_t bytes) noexcept;

// `count` objects whose zero bytes are their initial state.
template <class T>
class Pages {
 public:
  explicit Pages(std::size_t count)
      : bytes_(count * sizeof(T)), start_(static_cast<T*>(take_pages(bytes_))) {}
  ~Pages() { give_back_pages(start_, bytes_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  [[gnu::always_inline]] T& operator[](std::size_t at) const { return start_[at]; }
  void clear() { std::memset(static_cast<void*>(start_), 0, bytes_); }

 private:
  std::size_t bytes_;
  T* start_;
};

}  // namespace yomi::system
