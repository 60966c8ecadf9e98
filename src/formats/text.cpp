#include "yomi/formats/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

namespace yomi::text {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

std::string from_utf16(std::string_view bytes, bool big_endian) {
  const std::size_t units = bytes.size() / 2;
  const auto unit = [&](std::size_t i) -> std::uint32_t {
    const auto a = static_cast<unsigned char>(bytes[2 * i]);
    const auto b = static_cast<unsigned char>(bytes[2 * i + 1]);
    return big_endian ? std::uint32_t{a} << 8 | b : std::uint32_t{b} << 8 | a;
  };
  std::string out;
  out.reserve(units);
  for (std::size_t i = 0; i < units; ++i) {
    std::uint32_t code = unit(i);
    const bool high = code >= 0xD800 && code < 0xDC00;
    if (high && i + 1 < units && unit(i + 1) >= 0xDC00 && unit(i + 1) < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(++i) - 0xDC00);
    } else if (code >= 0xD800 && code < 0xE000) {
      code = kReplacement;
    }
    append_utf8(out, code);
  }
  if (bytes.size() % 2 != 0) append_utf8(out, kReplacement);
  return out;
}

}  // namespace

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  const unsigned second = byte(1);
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first < 0xF0 || first > 0xF4) return 0;
  const bool outside = (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return follows(1) && follows(2) && follows(3) && !outside ? 4 : 0;
}

std::string with_replacements(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const std::size_t length = character_length(bytes);
    if (length == 0)
      append_utf8(out, kReplacement);
    else
      out += bytes.substr(0, length);
    bytes.remove_prefix(std::max<std::size_t>(1, length));
  }
  return out;
}

char* unify_line_ends(char* begin, char* end) {
  auto* from = static_cast<char*>(std::memchr(begin, '\r', static_cast<std::size_t>(end - begin)));
  if (from == nullptr) return end;
  char* to = from;
  while (from < end) {
    // At a '\r': it goes, or becomes the end of a line by itself.
    if (from + 1 == end || from[1] != '\n') *to++ = '\n';
    ++from;
    auto* next = from < end
                     ? static_cast<char*>(std::memchr(from, '\r', static_cast<std::size_t>(end - from)))
                     : nullptr;
    const auto length = static_cast<std::size_t>((next == nullptr ? end : next) - from);
    std::memmove(to, from, length);
    to += length;
    if (next == nullptr) break;
    from = next;
  }
  return to;
}

std::string decode(std::string bytes) {
  const auto byte = [&bytes](std::size_t i) {
    return i < bytes.size() ? static_cast<int>(static_cast<unsigned char>(bytes[i])) : -1;
  };
  if (byte(0) == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF) {
    bytes.erase(0, 3);
  } else if (byte(0) == 0xFF && byte(1) == 0xFE) {
    bytes = from_utf16(std::string_view(bytes).substr(2), false);
  } else if (byte(0) == 0xFE && byte(1) == 0xFF) {
    bytes = from_utf16(std::string_view(bytes).substr(2), true);
  } else if (byte(0) > 0 && byte(1) == 0 && byte(2) > 0 && byte(3) == 0) {
    bytes = from_utf16(bytes, false);
  } else if (byte(0) == 0 && byte(1) > 0 && byte(2) == 0 && byte(3) > 0) {
    bytes = from_utf16(bytes, true);
  }
  bytes.resize(
      static_cast<std::size_t>(unify_line_ends(bytes.data(), bytes.data() + bytes.size()) - bytes.data()));
  if (!bytes.empty() && bytes.back() == '\x1A') bytes.pop_back();
  return bytes;
}

namespace {
std::uint64_t eight_bytes(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}
constexpr std::uint64_t kHighBits = 0x8080808080808080U;
}  // namespace

bool is_ascii(std::string_view bytes) {
  std::size_t i = 0;
  std::uint64_t seen = 0;
  for (; i + 8 <= bytes.size(); i += 8) seen |= eight_bytes(bytes.data() + i);
  for (; i < bytes.size(); ++i) seen |= static_cast<unsigned char>(bytes[i]);
  return (seen & kHighBits) == 0;
}

bool is_utf8(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    if (i + 8 <= bytes.size() && (eight_bytes(bytes.data() + i) & kHighBits) == 0) {
      i += 8;
      continue;
    }
    const std::size_t length =
        static_cast<unsigned char>(bytes[i]) < 0x80 ? 1 : character_length(bytes.substr(i));
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string to_utf8(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  // 0x80 to 0x9F as Windows-1252 has them; those it leaves open stay what they are in Latin-1.
  constexpr std::array<std::uint16_t, 32> kWindows = {
      0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
      0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};
  std::string out;
  for (char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(out, byte >= 0x80 && byte < 0xA0 ? kWindows[byte - 0x80] : byte);
  }
  return out;
}

std::optional<std::string> to_latin1(std::string_view utf8) {
  std::string out;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    if (byte < 0x80) {
      out += utf8[i];
    } else if ((byte == 0xC2 || byte == 0xC3) && character_length(utf8.substr(i)) == 2) {
      out += static_cast<char>((byte & 3) << 6 | (static_cast<unsigned char>(utf8[++i]) & 0x3F));
    } else {
      return std::nullopt;
    }
  }
  return out;
}

std::string quote(std::string_view found) {
  constexpr std::size_t most = 40;
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out = "'";
  bool cut = found.size() > most;
  if (cut) {
    found = found.substr(0, most);
    // Not in the middle of a character.
    while (!found.empty() && (static_cast<unsigned char>(found.back()) & 0x80) != 0) found.remove_suffix(1);
  }
  for (std::size_t i = 0; i < found.size();) {
    const std::size_t length = character_length(found.substr(i));
    const auto value = static_cast<unsigned char>(found[i]);
    if (length == 0 || value < 0x20 || value == 0x7F) {
      out += "\\x";
      out += digits[value >> 4];
      out += digits[value & 15];
      ++i;
    } else {
      out += found.substr(i, length);
      i += length;
    }
  }
  out += cut ? "...'" : "'";
  return out;
}

std::uint32_t column_at(std::string_view line, std::size_t offset) {
  offset = std::min(offset, line.size());
  auto column = static_cast<std::uint32_t>(offset + 1);
  std::size_t i = 0;
  for (; i + 8 <= offset; i += 8) {  // bytes 10xxxxxx go on with a character
    const std::uint64_t word = eight_bytes(line.data() + i);
    column -= static_cast<std::uint32_t>(std::popcount(word & ~(word << 1) & kHighBits));
  }
  for (; i < offset; ++i) column -= (static_cast<unsigned char>(line[i]) & 0xC0) == 0x80 ? 1 : 0;
  return column;
}

std::string_view trim(std::string_view text) {
  const auto space = [](char c) { return is_blank(c) || c == '\n'; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t now = columns_of(text);
  if (now < columns) text.append(columns - now, ' ');
  return text;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string escape_line(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\\' || c == '\n') out += '\\';
    out += c == '\n' ? 'n' : c;
  }
  return out;
}

std::string unescape_line(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escaped = line[i] == '\\' && i + 1 < line.size();
    if (escaped) ++i;
    out += escaped && line[i] == 'n' ? '\n' : line[i];
  }
  return out;
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  double number = 0;
  const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit = text.substr(static_cast<std::size_t>(rest - text.data()));
  if (code != std::errc() || !(number > 0) || number > 1e6) return std::nullopt;
  if (unit == "ms") return std::chrono::milliseconds(static_cast<std::int64_t>(number));
  if (unit == "s" || unit.empty()) return std::chrono::milliseconds(static_cast<std::int64_t>(number * 1000));
  return std::nullopt;
}

bool looks_like_pbn(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    const std::string_view line = text.substr(at, end - at);
    if (line.substr(0, 5) == "% PBN") return true;
    std::size_t i = 0;
    while (i < line.size() && is_blank(line[i])) ++i;
    if (i + 1 < line.size() && line[i] == '[' && is_letter(line[i + 1])) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace yomi::text
