// Links to BBO's hand viewer, as LIN: what people paste into mails and forums.
#include <algorithm>
#include <array>
#include <charconv>

#include "lin_text.h"
#include "yomi/formats/lin.h"
#include "yomi/formats/text.h"

namespace yomi::lin {
namespace {

constexpr std::string_view kViewer = "handviewer.html?";
constexpr std::string_view kWhole = "lin=";
constexpr std::size_t kMaxLink = 16'384;

std::string percent_decoded(std::string_view text) {
  std::string made;
  made.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    if (text[i] == '%' && i + 2 < text.size()) {
      const auto [end, code] = std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16);
      if (code == std::errc() && end == text.data() + i + 3) {
        made += byte == '\n' || byte == 0 ? ' ' : static_cast<char>(byte);
        i += 2;
        continue;
      }
    }
    made += text[i];
  }
  return made;
}

// "1n!(15-17)p2c": a field a call, what stands in brackets explains the call before it.
std::string calls(std::string_view text) {
  std::string made;
  std::string plain;
  bool open = false;  // a bracket that nothing closes
  const auto flush = [&] {
    if (const auto found = parse_calls(plain)) {
      for (const BoardCall& one : *found) made += field("mb", to_string(one.call) + (one.alerted ? "!" : ""));
    } else if (!text::trim(plain).empty()) {
      made += field("mb", plain);
    }
    plain.clear();
  };
  while (!text.empty()) {
    const std::size_t close = text[0] == '(' && !open ? text.find(')') : std::string_view::npos;
    open = open || (text[0] == '(' && close == std::string_view::npos);
    if (close == std::string_view::npos) {
      plain += text[0];
      text.remove_prefix(1);
      continue;
    }
    flush();
    made += field("an", std::string(text.substr(1, close - 1)));
    text.remove_prefix(close + 1);
  }
  flush();
  return made;
}

// The settings of a link one by one: n, e, s, w the hands, nn ... the names, d, v, b, a, p.
std::string from_settings(std::string_view query) {
  std::array<std::string, 4> hands;
  std::array<std::string, 4> names;
  std::string head;  // before calls and cards
  std::string rest;
  std::string dealer;
  for (const std::string_view setting : split(query, '&')) {
    const std::size_t sign = std::min(setting.find('='), setting.size());
    const std::string name = text::lower(setting.substr(0, sign));
    std::string value = percent_decoded(setting.substr(std::min(sign + 1, setting.size())));
    constexpr std::string_view kOrder = "swne";
    const std::size_t seat = name.empty() ? std::string_view::npos : kOrder.find(name[0]);
    if (name.size() == 1 && seat != std::string_view::npos)
      hands[seat] = std::move(value);
    else if (name.size() == 2 && name[1] == 'n' && seat != std::string_view::npos)
      names[seat] = std::move(value);
    else if (name == "d" && !value.empty() && kOrder.find(text::lower(value)[0]) != std::string_view::npos)
      dealer = std::to_string(kOrder.find(text::lower(value)[0]) + 1);
    else if (name == "v")
      head += field("sv", value == "-" ? "o" : std::move(value));
    else if (name == "b")
      head += field("ah", "Board " + value);
    else if (name == "a")
      rest += calls(value);
    else if (name == "p")
      rest += field("pc", std::move(value));
  }
  const auto list = [](const std::array<std::string, 4>& of) {
    return of[0] + "," + of[1] + "," + of[2] + "," + of[3];
  };
  return field("pn", list(names)).append(field("md", dealer + list(hands))).append(head).append(rest);
}

}  // namespace

bool has_links(std::string_view text) {
  return text.find(kViewer) != std::string_view::npos;
}

std::string from_links(std::string_view text) {
  std::string made;
  for (std::string_view line : split(text, '\n')) {
    for (std::size_t at = line.find(kViewer); at != std::string_view::npos;) {
      line.remove_prefix(at + kViewer.size());
      at = line.find(kViewer);
      // Bars that are not escaped come with blanks that are not.
      std::string_view query = line.substr(0, std::min(at, kMaxLink));
      query = query.substr(0, std::min(query.find("http"), query.find_first_of("\t\"'<>")));
      const std::size_t bar = query.rfind('|');
      query = query.substr(0, bar == std::string_view::npos ? query.find(' ') : bar + 1);
      const std::size_t whole = query.starts_with(kWhole) ? 0 : query.find("&lin=");
      made += "qx||";
      if (whole == std::string_view::npos) {
        made += from_settings(query);
      } else {
        const std::string_view value = query.substr(query.find(kWhole, whole) + kWhole.size());
        made += percent_decoded(value.substr(0, value.find('&')));
      }
    }
    made += '\n';
  }
  return made;
}

}  // namespace yomi::lin
