// Shared by all readers of text: one encoding, one line end, places in messages, and limits that keep a
// hostile file from costing more memory than its size.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "yomi/cards/result.h"

namespace yomi::text {

// Longer lines are skipped with a message. PBN allows 255 characters.
inline constexpr std::size_t kMaxLine = std::size_t{64} << 10;

// Bytes as found in a file to UTF-8 with '\n' line ends: a byte order mark is taken off, UTF-16 (with a mark,
// or plain by its zero bytes at the start) is converted, "\r\n" and a lone '\r' become '\n', and a closing
// Ctrl-Z of old systems goes. Everything else, also what is not UTF-8, stays. In place where possible; never
// fails.
std::string decode(std::string bytes);

// The line ends of decode() in place; gives the new end.
char* unify_line_ends(char* begin, char* end);

// UTF-8 unchanged; anything else is read as Latin-1 or Windows-1252.
std::string to_utf8(std::string_view bytes);
bool is_ascii(std::string_view bytes);
bool is_utf8(std::string_view bytes);
// The bytes of the UTF-8 character at the start of `text`; 0 when there is none.
std::size_t character_length(std::string_view text);
void append_utf8(std::string& out, std::uint32_t code);
// UTF-8 with U+FFFD in place of every byte that belongs to no character.
std::string with_replacements(std::string_view bytes);
// UTF-8 to Latin-1; nothing if it lacks one of the characters.
std::optional<std::string> to_latin1(std::string_view utf8);

// At most some forty characters for a message, in quotes, with unprintable bytes as \x..; never long.
std::string quote(std::string_view found);

// The column, from 1, of a byte offset in a line, counted in characters of UTF-8.
std::uint32_t column_at(std::string_view line, std::size_t offset);

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_letter(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z');
}
std::string_view trim(std::string_view text);
// The width of UTF-8 on a screen, one column per character; and padding with blanks to a width.
std::size_t columns_of(std::string_view text);
std::string padded(std::string text, std::size_t columns);
// ASCII letters only.
std::string lower(std::string_view text);

// A text of any lines as one: "\\n" for the end of a line, "\\\\" for a backslash; and back.
std::string escape_line(std::string_view text);
std::string unescape_line(std::string_view line);

// "2s", "200ms", "0.5" (seconds). Nothing unless positive and at most a million.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

// Is this a PBN record (as opposed to a problem text)? Decided by the first line that starts with a tag,
// "[Name", or with "% PBN". `text` is decoded text.
bool looks_like_pbn(std::string_view text);

}  // namespace yomi::text
