// Numbers as bytes, the low byte first whatever the machine, for files and messages between machines.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace yomi::jobs {

template <class Number>
void put_number(std::string& bytes, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xFFU);
}
// The first bytes of `bytes`, of which there must be enough.
template <class Number>
Number get_number(std::string_view bytes) {
  Number number = 0;
  for (std::size_t i = sizeof(Number); i-- > 0;) {
    number = static_cast<Number>((number << 8U) | static_cast<unsigned char>(bytes[i]));
  }
  return number;
}

inline void put_u32(std::string& bytes, std::uint32_t number) {
  put_number(bytes, number);
}
inline void put_u64(std::string& bytes, std::uint64_t number) {
  put_number(bytes, number);
}
inline void put_f64(std::string& bytes, double number) {
  put_number(bytes, std::bit_cast<std::uint64_t>(number));
}
inline std::uint32_t get_u32(std::string_view bytes) {
  return get_number<std::uint32_t>(bytes);
}
inline std::uint64_t get_u64(std::string_view bytes) {
  return get_number<std::uint64_t>(bytes);
}
inline double get_f64(std::string_view bytes) {
  return std::bit_cast<double>(get_u64(bytes));
}

}  // namespace yomi::jobs
