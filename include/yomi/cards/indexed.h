// An array with one element for each value of a small enumeration, indexed by the value itself: tricks[seat]
// in place of tricks[static_cast<std::size_t>(index(seat))]. It is a std::array, so it also takes plain
// numbers, is an aggregate, and costs nothing.
#pragma once

#include <array>
#include <cstddef>

namespace yomi {

template <class Key, class T, std::size_t Size>
struct IndexedBy : std::array<T, Size> {
  using std::array<T, Size>::operator[];
  constexpr T& operator[](Key key) { return (*this)[static_cast<std::size_t>(index(key))]; }
  constexpr const T& operator[](Key key) const { return (*this)[static_cast<std::size_t>(index(key))]; }
};

}  // namespace yomi
