// What the C++ library of Debian 12's emscripten does not have yet; included before everything else there.
#pragma once

#include <bit>

#ifndef __cpp_lib_bit_cast
namespace std {  // NOLINT(cert-dcl58-cpp): it belongs there
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
}  // namespace std
#endif

#include "float_chars.h"
