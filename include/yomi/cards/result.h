// Errors at the edge are values. A function that reads something from outside returns Result<T>: either the
// thing, or an Error that says where the trouble is and what was expected there. Inner invariants are
// asserts.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace yomi {

// Where and why reading failed. `line` and `column` count from 1; 0 means "not known". `file` may be empty.
struct Error {
  std::string what;
  std::string file{};
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  // "deal.pbn:12:7: expected a rank (A K Q J T 9 ... 2), found 'x'"
  [[nodiscard]] std::string to_string() const;
  // The same error, seen from a reader that knows more of the place.
  [[nodiscard]] Error at(std::string in_file, std::uint32_t in_line, std::uint32_t in_column) const;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
class [[nodiscard]] Result {
 public:
  // Implicit, so that a value or an error can be returned directly.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(*-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(*-explicit-constructor)

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] const T& value() const& { return assert(ok()), *std::get_if<0>(&state_); }
  [[nodiscard]] T& value() & { return assert(ok()), *std::get_if<0>(&state_); }
  [[nodiscard]] T&& value() && { return assert(ok()), std::move(*std::get_if<0>(&state_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  [[nodiscard]] const Error& error() const {
    const Error* held = std::get_if<1>(&state_);
    assert(held != nullptr);
    return *held;
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace yomi
