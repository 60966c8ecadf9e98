#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "yomi/formats/json.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

// By descent, one call a level. The first thing that is wrong ends it: `error_` is set and everything
// returns.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Json> run() {
    if (text_.size() > Json::kMaxText)
      return Error{.what = "JSON: expected at most " + std::to_string(Json::kMaxText) + " bytes, found more"};
    Json made = value(0);
    skip_space();
    if (!error_ && at_ < text_.size()) expected("the end of the text");
    if (error_) return *error_;
    return made;
  }

 private:
  void expected(std::string_view what) {
    if (error_) return;
    const std::string found = at_ < text_.size() ? text::quote(text_.substr(at_, 1)) : "the end of the text";
    error_ = Error{.what = "JSON: expected " + std::string(what) + ", found " + found,
                   .column = static_cast<std::uint32_t>(at_ + 1)};
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    skip_space();
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }

  Json value(int depth) {
    skip_space();
    if (depth > Json::kMaxDepth) {
      expected("fewer than " + std::to_string(Json::kMaxDepth) + " brackets inside each other");
      return {};
    }
    switch (peek()) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return text();
      case 't':
        return word("true", true);
      case 'f':
        return word("false", false);
      case 'n':
        return word("null", nullptr);
      default:
        return number();
    }
  }

  Json word(std::string_view name, Json meaning) {
    if (text_.substr(at_, name.size()) != name) {
      expected("a value");
      return {};
    }
    at_ += name.size();
    return meaning;
  }

  Json array(int depth) {
    Json made = Json::array();
    ++at_;
    if (take(']')) return made;
    do {
      made.push_back(value(depth + 1));
      if (error_) return {};
    } while (take(','));
    if (!take(']')) expected("',' or ']'");
    return made;
  }

  // Members are collected first: looking for each name among those before would be quadratic.
  Json object(int depth) {
    Json::Object members;
    std::unordered_map<std::string, std::size_t> places;
    ++at_;
    if (!take('}')) {
      do {
        skip_space();
        if (peek() != '"') expected("a name in quotes");
        if (error_) return {};
        std::string name = text();
        if (!take(':')) expected("':'");
        if (error_) return {};
        Json one = value(depth + 1);
        if (error_) return {};
        const auto [place, added] = places.emplace(name, members.size());
        if (added)
          members.emplace_back(std::move(name), std::move(one));
        else
          members[place->second].second = std::move(one);
      } while (take(','));
      if (!take('}')) expected("',' or '}'");
    }
    return Json::of(std::move(members));
  }

  std::uint32_t four_digits() {
    std::uint32_t code = 0;
    const char* from = text_.data() + at_;
    const char* to = text_.data() + std::min(at_ + 4, text_.size());
    if (to - from < 4 || std::from_chars(from, to, code, 16).ptr != to) expected("four hexadecimal digits");
    at_ += 4;
    return code;
  }

  std::uint32_t escaped_code() {
    const std::uint32_t code = four_digits();
    if (code < 0xD800 || code > 0xDFFF) return code;
    if (code > 0xDBFF || text_.substr(at_, 2) != "\\u") return 0xFFFD;
    at_ += 2;
    const std::uint32_t low = four_digits();
    return low < 0xDC00 || low > 0xDFFF ? 0xFFFD : 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }

  std::string text() {
    std::string made;
    for (++at_; !error_;) {
      const std::size_t end = std::min(text_.find_first_of("\"\\", at_), text_.size());
      made += text_.substr(at_, end - at_);
      at_ = end;
      if (at_ >= text_.size()) expected("a closing quote");
      if (error_) break;
      if (text_[at_++] == '"') return text::is_utf8(made) ? made : text::with_replacements(made);
      const char c = peek();
      constexpr std::string_view kSigns = "\"\\/bfnrt";
      const std::size_t sign = kSigns.find(c);
      if (c == 'u') {
        ++at_;
        text::append_utf8(made, escaped_code());
      } else if (at_ < text_.size() && sign != std::string_view::npos) {
        ++at_;
        made += "\"\\/\b\f\n\r\t"[sign];
      } else {
        expected("an escape such as \\n");
      }
    }
    return made;
  }

  Json number() {
    const std::size_t end = std::min(text_.find_first_not_of("+-.eE0123456789", at_), text_.size());
    const std::string_view digits = text_.substr(at_, end - at_);
    const bool whole = digits.find_first_of(".eE") == std::string_view::npos;
    const char* from = digits.data();
    const char* to = from + digits.size();
    std::int64_t small = 0;
    std::uint64_t large = 0;
    double real = 0;
    Json made;
    if (digits.empty() || digits.front() == '+') {
      expected("a value");
      return made;
    }
    if (const auto r = std::from_chars(from, to, small); whole && r.ec == std::errc() && r.ptr == to)
      made = small;
    else if (const auto u = std::from_chars(from, to, large); whole && u.ec == std::errc() && u.ptr == to)
      made = large;
    else if (const auto d = std::from_chars(from, to, real); d.ec == std::errc() && d.ptr == to)
      made = real;
    else
      expected("a number");
    at_ = end;
    return made;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<Json> Json::parse(std::string_view text) {
  return Parser(text).run();
}

}  // namespace yomi
