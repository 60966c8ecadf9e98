#include "net.h"

// A second body for machines with wide registers. Not under the sanitizers, which cannot see which is chosen.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define YOMI_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define YOMI_WIDE
#endif

namespace yomi::daihinmin {

YOMI_WIDE void sum_rows(const float* layer, std::size_t width, const Rows& rows, const float* start,
                        float* out) {
  // Eight names in place of two structures: gcc keeps these in registers and copies a structure through
  // memory, which makes play-outs four times as slow.
  using EightFloats [[gnu::vector_size(32)]] = float;
  constexpr std::size_t kEach = sizeof(EightFloats);
  for (std::size_t from = 0; from < width; from += 32) {
    EightFloats a;
    EightFloats b;
    EightFloats c;
    EightFloats d;
    EightFloats w;
    EightFloats x;
    EightFloats y;
    EightFloats z;
    std::memcpy(&a, start + from, kEach);
    std::memcpy(&b, start + from + 8, kEach);
    std::memcpy(&c, start + from + 16, kEach);
    std::memcpy(&d, start + from + 24, kEach);
    for (std::size_t i = 0; i < rows.added; ++i) {
      const float* row = layer + rows.plus[i] * width + from;
      std::memcpy(&w, row, kEach);
      std::memcpy(&x, row + 8, kEach);
      std::memcpy(&y, row + 16, kEach);
      std::memcpy(&z, row + 24, kEach);
      a += w;
      b += x;
      c += y;
      d += z;
    }
    for (std::size_t i = 0; i < rows.taken; ++i) {
      const float* row = layer + rows.minus[i] * width + from;
      std::memcpy(&w, row, kEach);
      std::memcpy(&x, row + 8, kEach);
      std::memcpy(&y, row + 16, kEach);
      std::memcpy(&z, row + 24, kEach);
      a -= w;
      b -= x;
      c -= y;
      d -= z;
    }
    std::memcpy(out + from, &a, kEach);
    std::memcpy(out + from + 8, &b, kEach);
    std::memcpy(out + from + 16, &c, kEach);
    std::memcpy(out + from + 24, &d, kEach);
  }
}

}  // namespace yomi::daihinmin
