#include "yomi/formats/json.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

#include "yomi/formats/text.h"

namespace yomi {

Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(std::initializer_list<Json> list) {
  const bool pairs = std::all_of(list.begin(), list.end(), [](const Json& one) {
    return one.is_array() && one.size() == 2 && one.elements().front().is_text();
  });
  if (!pairs) {
    value_ = Array(list);
    return;
  }
  value_ = Object();
  for (const Json& one : list) (*this)[*one.elements().front().text()] = one.elements().back();
}

Json Json::array() {
  Json made;
  made.value_ = Array();
  return made;
}

Json Json::object() {
  return of({});
}

Json Json::of(Object members) {
  Json made;
  made.value_ = std::move(members);
  return made;
}

std::optional<bool> Json::boolean() const {
  const bool* found = std::get_if<bool>(&value_);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::optional<std::int64_t> Json::integer() const {
  if (const auto* found = std::get_if<std::int64_t>(&value_)) return *found;
  const auto* found = std::get_if<std::uint64_t>(&value_);
  if (found == nullptr || *found > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
  return static_cast<std::int64_t>(*found);
}

std::optional<double> Json::number() const {
  if (const auto* found = std::get_if<double>(&value_)) return *found;
  if (const auto* found = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*found);
  if (const auto whole = integer()) return static_cast<double>(*whole);
  return std::nullopt;
}

const Json::Array& Json::elements() const {
  static const Array none;
  const Array* found = std::get_if<Array>(&value_);
  return found == nullptr ? none : *found;
}

const Json::Object& Json::members() const {
  static const Object none;
  const Object* found = std::get_if<Object>(&value_);
  return found == nullptr ? none : *found;
}

const Json* Json::find(std::string_view key) const {
  for (const auto& [name, value] : members()) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string Json::text_of(std::string_view key) const {
  const Json* found = find(key);
  return found != nullptr && found->is_text() ? *found->text() : std::string();
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Object();
  assert(is_object());
  auto& own = std::get<Object>(value_);
  for (auto& [name, value] : own) {
    if (name == key) return value;
  }
  return own.emplace_back(std::string(key), Json()).second;
}

void Json::push_back(Json value) {
  if (is_null()) value_ = Array();
  assert(is_array());
  std::get<Array>(value_).push_back(std::move(value));
}

void Json::update(const Json& other) {
  for (const auto& [name, value] : other.members()) (*this)[name] = value;
}

bool operator==(const Json& a, const Json& b) {
  return a.value_ == b.value_;
}

namespace {

void append_text(std::string& out, std::string_view rest) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  while (!rest.empty()) {
    const char c = rest.front();
    const std::size_t length = static_cast<unsigned char>(c) < 0x80 ? 1 : text::character_length(rest);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (length > 1) {
      out += rest.substr(0, length);
    } else if (const auto at = std::string_view("\"\\\b\f\n\r\t").find(c); at != std::string_view::npos) {
      out += '\\';
      out += "\"\\bfnrt"[at];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[static_cast<unsigned char>(c) & 15];
    } else {
      out += c;
    }
    rest.remove_prefix(std::max<std::size_t>(1, length));
  }
  out += '"';
}

// Fewest digits; plain between 1e-5 and 1e15, with an exponent of at least two digits outside.
void append_double(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  if (std::signbit(value)) out += '-';
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value),
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t e = text.find('e');
  std::string digits(text.substr(0, 1));
  if (e > 2) digits += text.substr(2, e - 2);
  int exponent = 0;
  const char* from = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(from, end, exponent);
  const int point = exponent + 1;  // digits before the point
  const auto count = static_cast<int>(digits.size());
  if (count <= point && point <= 15) {
    out += digits + std::string(static_cast<std::size_t>(point - count), '0') + ".0";
  } else if (0 < point && point <= 15) {
    out += digits.insert(static_cast<std::size_t>(point), ".");
  } else if (-4 < point && point <= 0) {
    out += "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  } else {
    out += digits.front();
    if (count > 1) out += "." + digits.substr(1);
    const std::string size = std::to_string(std::abs(exponent));
    out += std::string("e") + (exponent < 0 ? '-' : '+') + (size.size() < 2 ? "0" : "") + size;
  }
}

class Printer {
 public:
  explicit Printer(Json::Keys keys) : keys_(keys) {}

  void print(std::monostate) { out += "null"; }
  void print(bool value) { out += value ? "true" : "false"; }
  void print(std::int64_t value) { out += std::to_string(value); }
  void print(std::uint64_t value) { out += std::to_string(value); }
  void print(double value) { append_double(out, value); }
  void print(const std::string& value) { append_text(out, value); }
  void print(const Json::Array& value) {
    out += '[';
    for (const Json& one : value) {
      if (&one != &value.front()) out += ',';
      out += one.dump(keys_);
    }
    out += ']';
  }
  void print(const Json::Object& value) {
    std::vector<const std::pair<std::string, Json>*> order;
    for (const auto& member : value) order.push_back(&member);
    if (keys_ == Json::Keys::sorted)
      std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
    out += '{';
    for (const auto* member : order) {
      if (member != order.front()) out += ',';
      append_text(out, member->first);
      out += ':';
      out += member->second.dump(keys_);
    }
    out += '}';
  }

  std::string out;

 private:
  Json::Keys keys_;
};

}  // namespace

std::string Json::dump(Keys keys) const {
  Printer printer(keys);
  std::visit([&](const auto& value) { printer.print(value); }, value_);
  return std::move(printer.out);
}

}  // namespace yomi
