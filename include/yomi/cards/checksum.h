// CRC-32 (the polynomial of Ethernet and zip, reflected), by which a reader notices what a disk or a kill
// damaged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace yomi {

namespace checksum_detail {
constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value & 1U) != 0 ? (value >> 1U) ^ 0xEDB88320U : value >> 1U;
    table[byte] = value;
  }
  return table;
}
inline constexpr std::array<std::uint32_t, 256> kTable = make_table();
}  // namespace checksum_detail

// `before` is the checksum of what came before, so that pieces can be added up.
constexpr std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0) {
  std::uint32_t value = ~before;
  for (char byte : bytes) {
    value = checksum_detail::kTable[(value ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ (value >> 8U);
  }
  return ~value;
}

}  // namespace yomi
