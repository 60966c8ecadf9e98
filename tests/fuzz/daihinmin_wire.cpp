// Any bytes as a table of the wire: nothing may break, and what reads as a move or a hand must write back the
// same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "yomi/daihinmin/wire.h"

namespace yomi::daihinmin::wire {
namespace {

void check(const std::uint8_t* data, std::size_t size) {
  std::array<std::byte, kTableBytes> bytes{};
  std::memcpy(bytes.data(), data, std::min(size, bytes.size()));
  for (const Order order : {Order::big_endian, Order::host}) {
    const Table table = decode_table(bytes, order);
    if (const auto move = read_move(table)) {
      Table again;
      put_move(*move, again);
      const auto back = read_move(again);
      if (!back || !(*back == *move)) std::abort();
      const auto parsed = parse_move(to_string(*move));
      if (!parsed || !(*parsed == *move)) std::abort();
      Public state;
      if (state.accepts(*move) && move->size <= 11) {
        state.counts.fill(11);
        state.apply(*move);
      }
    }
    if (const auto hand = read_hand(table)) {
      Table again;
      put_hand(*hand, again);
      const auto back = read_hand(again);
      if (!back || *back != *hand) std::abort();
    }
    if (const auto info = read_info(table)) {
      Table again;
      put_info(*info, again);
      if (!read_info(again)) std::abort();
    }
    (void)profile_name(table);
  }
  // The same bytes as text.
  (void)parse_move(std::string_view(reinterpret_cast<const char*>(data), size));
  (void)parse_cards(std::string_view(reinterpret_cast<const char*>(data), size));
}

}  // namespace
}  // namespace yomi::daihinmin::wire

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  yomi::daihinmin::wire::check(data, size);
  return 0;
}
