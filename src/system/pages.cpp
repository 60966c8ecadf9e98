#include "yomi/system/pages.h"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#else
#include <cstdlib>
#endif

namespace yomi::system {

#if defined(__linux__)

void* take_pages(std::size_t bytes) {
  void* pages =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  madvise(pages, bytes, MADV_HUGEPAGE);
  return pages;
}

void give_back_pages(void* pages, std::size_t bytes) noexcept {
  munmap(pages, bytes);
}

#else

namespace {
constexpr std::size_t kBorder = 128;
}

void* take_pages(std::size_t bytes) {
  void* pages = std::aligned_alloc(kBorder, (bytes + kBorder - 1) / kBorder * kBorder);
  if (pages == nullptr) throw std::bad_alloc();
  std::memset(pages, 0, bytes);
  return pages;
}

void give_back_pages(void* pages, std::size_t) noexcept {
  std::free(pages);
}

#endif

}  // namespace yomi::system
