#include <fmt/format.h>

#include <algorithm>

#include "yomi/formats/text.h"
#include "yomi/table/message.h"

namespace yomi::table {
namespace {

std::string_view holder(SeatOrDummy seat) {
  return seat ? to_name(*seat) : std::string_view("Dummy");
}

std::string_view vulnerable(Vulnerability vulnerability) {
  constexpr std::array<std::string_view, 4> kWords = {"Neither", "N/S", "E/W", "Both"};
  return kWords[static_cast<std::size_t>(vulnerability)];
}

std::string hand_text(CardSet cards) {
  std::string made;
  for (const Suit suit : kSuitsFromSpades) {
    made += made.empty() ? "" : " ";
    made += to_char(suit);
    if (cards.length(suit) == 0) {
      made += " -.";
      continue;
    }
    for (const char rank : ranks_to_string(cards, suit)) {
      made += ' ';
      made += rank;
    }
    made += '.';
  }
  return made;
}

std::string minutes(std::chrono::seconds time) {
  return fmt::format("{:02}:{:02}", time.count() / 60, time.count() % 60);
}

std::string hours(std::chrono::seconds time) {
  return fmt::format("{}:{:02}:{:02}", time.count() / 3600, time.count() / 60 % 60, time.count() % 60);
}

struct Writer {
  std::string operator()(const Connecting& m) const {
    return fmt::format("Connecting \"{}\" as {} using protocol version {}", clean_name(m.team),
                       m.any_seat ? "ANYPL" : to_name(m.seat), m.version);
  }
  std::string operator()(const Ready& m) const {
    using For = Ready::For;
    const auto ready = [&](std::string_view rest) {
      return fmt::format("{} ready {}", to_name(m.seat), rest);
    };
    switch (m.what) {
      case For::teams:
        return ready("for teams");
      case For::start:
        return ready("to start");
      case For::deal:
        return ready("for deal");
      case For::cards:
        return ready("for cards");
      case For::dummy:
        return ready("for dummy");
      case For::call:
        return ready(fmt::format("for {}'s bid", to_name(m.of.value_or(Seat::north))));
      case For::card:
        return ready(fmt::format("for {}'s card to trick {}", m.of ? to_name(*m.of) : "dummy", m.trick));
    }
    return {};
  }
  std::string operator()(const Received& m) const {
    return fmt::format("{} received dummy", to_name(m.seat));
  }
  std::string operator()(const Called& m) const {
    std::string made(to_name(m.seat));
    if (m.call.is_bid())
      made += " bids " + yomi::to_string(m.call);
    else
      made += m.call.is_pass() ? " passes" : m.call == Call::x() ? " doubles" : " redoubles";
    const std::string explanation = clean_explanation(m.explanation);
    if (m.alert && !explanation.empty()) made += " Alert. " + explanation;
    return made;
  }
  std::string operator()(const Played& m) const {
    return fmt::format("{} plays {}{}", holder(m.seat), to_char(m.card.rank()), to_char(m.card.suit()));
  }
  std::string operator()(const Seated& m) const {
    return fmt::format("{} (\"{}\") seated", to_name(m.seat), clean_name(m.team));
  }
  std::string operator()(const Teams& m) const {
    return fmt::format("Teams : N/S : \"{}\" E/W : \"{}\"", clean_name(m.names[Side::ns]),
                       clean_name(m.names[Side::ew]));
  }
  std::string operator()(const StartOfBoard&) const { return "Start of board"; }
  std::string operator()(const BoardInfo& m) const {
    return fmt::format("Board number {}. Dealer {}. {} vulnerable.", m.number, to_name(m.dealer),
                       vulnerable(m.vulnerability));
  }
  std::string operator()(const Hand& m) const {
    return fmt::format("{}'s cards : {}", holder(m.seat), hand_text(m.cards));
  }
  std::string operator()(const ToLead& m) const { return fmt::format("{} to lead", holder(m.seat)); }
  std::string operator()(const Timing& m) const {
    return fmt::format("Timing - N/S : this board  {},  total  {}.  E/W : this board  {},  total  {}",
                       minutes(m.board[Side::ns]), hours(m.total[Side::ns]), minutes(m.board[Side::ew]),
                       hours(m.total[Side::ew]));
  }
  std::string operator()(const Explain& m) const {
    return fmt::format("Explain {}'s {}", to_name(m.seat), yomi::to_string(m.call));
  }
  std::string operator()(const EndOfSession&) const { return "End of session"; }
};

// Printable ASCII with single blanks.
std::string clean(std::string_view text, std::size_t longest) {
  std::string made;
  for (const char c : text::trim(text)) {
    const bool blank = text::is_blank(c) || c == '\r' || c == '\n';
    if (made.size() >= longest) break;
    if (blank && (made.empty() || made.back() == ' ')) continue;
    if (blank)
      made += ' ';
    else if (c >= ' ' && c <= '~')
      made += c;
    else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U)  // once for each character of UTF-8
      made += '?';
  }
  while (!made.empty() && made.back() == ' ') made.pop_back();
  return made;
}

}  // namespace

std::string to_string(const Message& message) {
  return std::visit(Writer{}, message);
}

std::string clean_name(std::string_view name) {
  std::string made = clean(name, kLongestName);
  for (char& c : made) {
    if (c == '"') c = '\'';
  }
  return made;
}

std::string clean_explanation(std::string_view text) {
  std::string made = clean(text, std::string::npos);
  made.erase(0, std::min(made.find_first_not_of(" .:"), made.size()));
  made.resize(std::min(made.size(), kLongestExplanation));
  while (!made.empty() && (made.back() == '.' || made.back() == ' ')) made.pop_back();
  return made;
}

}  // namespace yomi::table
