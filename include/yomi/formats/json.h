// JSON values (RFC 8259): made with braces, printed on one line, parsed with limits.
//
//   Json row = {{"card", "SA"}, {"value", 12.5}, {"cards", Json::array()}};
//   row["cards"].push_back(3);
//
// A list in braces is an object when every element is a pair that begins with a text, otherwise an array. A
// number is an integer of 64 bits or a double; a double is printed with the fewest digits that give it back,
// and as null when it is no number. Objects remember the order in which members were added. Text that is not
// UTF-8 is printed with U+FFFD in place of the bad bytes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "yomi/cards/result.h"

namespace yomi {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;
  // Limits beyond which a text is refused.
  static constexpr int kMaxDepth = 64;
  static constexpr std::size_t kMaxText = std::size_t{1} << 20;

  // NOLINTBEGIN(google-explicit-constructor): values stand in braces as they are
  Json() = default;  // null
  Json(std::nullptr_t) {}
  Json(std::same_as<bool> auto value) : value_(value) {}
  template <std::signed_integral T>
  Json(T value) : value_(static_cast<std::int64_t>(value)) {}
  template <std::unsigned_integral T>
    requires(!std::same_as<T, bool>)
  Json(T value) : value_(static_cast<std::uint64_t>(value)) {}
  Json(double value) : value_(value) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(std::initializer_list<Json> list);
  // An array of the elements of a vector, an array or the like.
  template <class Range>
    requires(!std::convertible_to<const Range&, std::string_view> &&
             requires(const Range& range) { Json(*std::begin(range)); })
  Json(const Range& range) : value_(Array(std::begin(range), std::end(range))) {}
  // An object of the entries of a map.
  template <class Map>
    requires requires(const Map& map) {
      { std::begin(map)->first } -> std::convertible_to<std::string_view>;
      Json(std::begin(map)->second);
    }
  Json(const Map& map) : value_(Object(std::begin(map), std::end(map))) {}
  // NOLINTEND(google-explicit-constructor)
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json array();
  static Json object();
  static Json of(Object members);

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  [[nodiscard]] bool is_array() const { return std::holds_alternative<Array>(value_); }
  [[nodiscard]] bool is_object() const { return std::holds_alternative<Object>(value_); }
  [[nodiscard]] bool is_text() const { return std::holds_alternative<std::string>(value_); }

  // The value, if it is of that kind. An integer is also a number.
  [[nodiscard]] std::optional<bool> boolean() const;
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  [[nodiscard]] std::optional<double> number() const;
  [[nodiscard]] const std::string* text() const { return std::get_if<std::string>(&value_); }
  // The elements and members; none of another kind.
  [[nodiscard]] const Array& elements() const;
  [[nodiscard]] const Object& members() const;
  [[nodiscard]] std::size_t size() const { return is_array() ? elements().size() : members().size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }

  // The member of this name; null if there is none.
  [[nodiscard]] const Json* find(std::string_view key) const;
  [[nodiscard]] bool contains(std::string_view key) const { return find(key) != nullptr; }
  // The text of the member of this name; empty if there is none or it is not a text.
  [[nodiscard]] std::string text_of(std::string_view key) const;
  // The member of this name, added where there is none. Null becomes an object; nothing else may.
  Json& operator[](std::string_view key);
  // Adds an element. Null becomes an array; nothing else may.
  void push_back(Json value);
  // Takes over the members of another object.
  void update(const Json& other);

  enum class Keys : std::uint8_t { sorted, as_added };
  [[nodiscard]] std::string dump(Keys keys = Keys::sorted) const;

  // The whole text is one value. The error's column counts bytes from 1. Of members of one name the last
  // counts. Time and memory are linear in the text.
  static Result<Json> parse(std::string_view text);

  friend bool operator==(const Json& a, const Json& b);

 private:
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_;
};

}  // namespace yomi
