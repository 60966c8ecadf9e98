// Values as bytes, for messages between the ranks of one program: numbers, enumerations, strings, vectors,
// arrays, optionals, pairs, and structs of these, member by member without being told their names. Not a
// format for files: reader and writer are the same program on machines of one kind. What cannot be packed (a
// pointer, a view) does not compile.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace yomi::jobs {
namespace packing {

template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = true;
template <>
inline constexpr bool is_list<std::string> = true;
template <class T>
constexpr bool is_optional = false;
template <class T>
constexpr bool is_optional<std::optional<T>> = true;
template <class T>
constexpr bool is_pair = false;
template <class A, class B>
constexpr bool is_pair<std::pair<A, B>> = true;

// Also what is derived from an array.
template <class T, std::size_t N>
void as_array(const std::array<T, N>&);
template <class T>
concept Array = requires(const T& value) { as_array(value); };
// Numbers without a gap, copied as a block.
template <class T>
constexpr bool is_block = std::is_arithmetic_v<T>;
template <class T, std::size_t N>
constexpr bool is_block<std::array<T, N>> = is_block<T>;
template <class T>
concept HasData = requires(const T& value) { value.data(); };

// Stands for a member of any type.
template <class Whole>
struct Member {
  template <class T>
    requires(!std::is_same_v<T, Whole>)
  operator T() const;  // NOLINT(*-explicit-*)
};
template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...> /*members*/) {
  return requires { T{(static_cast<void>(I), Member<T>{})...}; };
}
// How many members an aggregate has. If this were wrong, members() would not compile.
template <class T, std::size_t Most = 12>
constexpr std::size_t member_count() {
  if constexpr (Most == 0 || takes<T>(std::make_index_sequence<Most>{}))
    return Most;
  else
    return member_count<T, Most - 1>();
}

// Calls visit() with all members.
template <class T, class Visit>
void members(T& of, const Visit& visit) {
  constexpr std::size_t count = member_count<std::remove_const_t<T>>();
  static_assert(count > 0 && count <= 12, "a struct with one to twelve members");
  if constexpr (count == 1) {
    auto& [a] = of;
    visit(a);
  } else if constexpr (count == 2) {
    auto& [a, b] = of;
    visit(a, b);
  } else if constexpr (count == 3) {
    auto& [a, b, c] = of;
    visit(a, b, c);
  } else if constexpr (count == 4) {
    auto& [a, b, c, d] = of;
    visit(a, b, c, d);
  } else if constexpr (count == 5) {
    auto& [a, b, c, d, e] = of;
    visit(a, b, c, d, e);
  } else if constexpr (count == 6) {
    auto& [a, b, c, d, e, f] = of;
    visit(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    auto& [a, b, c, d, e, f, g] = of;
    visit(a, b, c, d, e, f, g);
  } else if constexpr (count == 8) {
    auto& [a, b, c, d, e, f, g, h] = of;
    visit(a, b, c, d, e, f, g, h);
  } else if constexpr (count == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = of;
    visit(a, b, c, d, e, f, g, h, i);
  } else if constexpr (count == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = of;
    visit(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (count == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = of;
    visit(a, b, c, d, e, f, g, h, i, j, k);
  } else {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = of;
    visit(a, b, c, d, e, f, g, h, i, j, k, l);
  }
}

struct Writer {
  std::string bytes{};
  template <class T>
  void plain(const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);  // NOLINT(*-reinterpret-cast)
  }
  template <class List>
  void length(const List& list) {
    plain(static_cast<std::uint64_t>(list.size()));
  }
  template <class T>
  bool presence(const std::optional<T>& value) {
    plain(value.has_value());
    return value.has_value();
  }
};

struct Reader {
  std::string_view bytes;
  template <class T>
  void plain(T& value) {
    assert(bytes.size() >= sizeof value);
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes.remove_prefix(sizeof value);
  }
  template <class List>
  void length(List& list) {
    std::uint64_t size = 0;
    plain(size);
    list.resize(static_cast<std::size_t>(size));
  }
  template <class T>
  bool presence(std::optional<T>& value) {
    bool there = false;
    plain(there);
    value.reset();
    if (there) value.emplace();
    return there;
  }
};

template <class Archive, class T>
void pass(Archive& archive, T& value) {
  using Type = std::remove_const_t<T>;
  if constexpr (is_block<Type>) {
    archive.plain(value);
  } else if constexpr (is_list<Type>) {
    archive.length(value);
    for (auto& one : value) pass(archive, one);
  } else if constexpr (Array<Type>) {
    for (auto& one : value) pass(archive, one);
  } else if constexpr (is_optional<Type>) {
    if (archive.presence(value)) pass(archive, *value);
  } else if constexpr (is_pair<Type>) {
    pass(archive, value.first);
    pass(archive, value.second);
  } else if constexpr (std::is_aggregate_v<Type>) {
    members(value, [&](auto&... each) { (pass(archive, each), ...); });
  } else {
    static_assert(std::is_trivially_copyable_v<Type> && !std::is_pointer_v<Type> && !HasData<Type>);
    archive.plain(value);
  }
}

}  // namespace packing

template <class T>
std::string to_bytes(const T& value) {
  packing::Writer writer;
  packing::pass(writer, value);
  return std::move(writer.bytes);
}
// `bytes` must be what to_bytes() made of a value of the same type.
template <class T>
void from_bytes(std::string_view bytes, T& value) {
  packing::Reader reader{bytes};
  packing::pass(reader, value);
}

}  // namespace yomi::jobs
