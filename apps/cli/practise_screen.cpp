#include "practise_screen.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "command.h"
#include "interrupt.h"
#include "output.h"
#include "yomi/formats/text.h"

namespace yomi::cli {
namespace {

constexpr std::string_view kRed = "\033[31m";
constexpr std::string_view kPlain = "\033[0m";
constexpr std::string_view kClear = "\033[H\033[2J\033[3J";

// Characters in rows and columns; text is put anywhere.
class Canvas {
 public:
  explicit Canvas(std::size_t rows) : cells_(rows, std::vector<std::string>(kScreenColumns, " ")) {}

  void put(std::size_t row, std::size_t column, std::string_view text) {
    if (row >= cells_.size()) return;
    for (std::size_t at = 0; at < text.size() && column < kScreenColumns; ++column) {
      std::size_t end = at + 1;
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
      cells_[row][column] = text.substr(at, end - at);
      at = end;
    }
  }

  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> made;
    for (const auto& row : cells_) {
      std::string line;
      for (const std::string& cell : row) line += cell;
      line.erase(line.find_last_not_of(' ') + 1);
      made.push_back(std::move(line));
    }
    return made;
  }

 private:
  std::vector<std::vector<std::string>> cells_;
};

struct Place {
  std::size_t row;
  std::size_t column;
};
constexpr BySeat<Place> kHands = {Place{0, 20}, Place{5, 38}, Place{10, 20}, Place{5, 2}};
constexpr BySeat<Place> kPlayed = {Place{6, 27}, Place{7, 31}, Place{8, 27}, Place{7, 23}};
constexpr Place kAuction{0, 55};
constexpr std::size_t kCallColumns = 6;
constexpr std::size_t kTableRows = 15;

std::string words(Vulnerability vulnerability) {
  switch (vulnerability) {
    case Vulnerability::none:
      return "nobody vulnerable";
    case Vulnerability::ns:
      return "N-S vulnerable";
    case Vulnerability::ew:
      return "E-W vulnerable";
    case Vulnerability::both:
      break;
  }
  return "all vulnerable";
}

}  // namespace

std::string call_text(Call call, Signs signs) {
  if (!call.is_bid()) return to_string(call);
  if (call.strain() == Strain::no_trump) return fmt::format("{}NT", call.level());
  return fmt::format("{}{}", call.level(), show(*trump_suit(call.strain()), signs));
}

namespace {

void put_hand(Canvas& canvas, const web::BridgeGame& game, Seat seat, Signs signs) {
  const Place place = kHands[seat];
  canvas.put(place.row, place.column,
             fmt::format("{}{}", to_name(seat), game.setup().person == seat ? " (you)" : ""));
  if (!game.is_open(seat)) return;
  std::size_t row = place.row;
  for (const Suit suit : kSuitsFromSpades) {
    canvas.put(++row, place.column,
               fmt::format("{} {}", show(suit, signs), ranks_to_string(game.left(seat), suit)));
  }
}

void put_auction(Canvas& canvas, const web::BridgeGame& game, Signs signs) {
  for (std::size_t i = 0; i < kSeatsFromWest.size(); ++i)
    canvas.put(kAuction.row, kAuction.column + i * kCallColumns, to_name(kSeatsFromWest[i]));
  const auto first = static_cast<std::size_t>(distance(Seat::west, game.setup().dealer));
  const std::size_t rows = (first + game.calls().size() + 4) / 4;
  const std::size_t hidden = rows > kTableRows - 1 ? rows - (kTableRows - 1) : 0;
  const auto put = [&](std::size_t number, const std::string& text) {
    const std::size_t at = first + number;
    if (at / 4 < hidden) return;
    canvas.put(kAuction.row + 1 + at / 4 - hidden, kAuction.column + at % 4 * kCallColumns, text);
  };
  for (std::size_t i = 0; i < game.calls().size(); ++i) {
    const web::MadeCall& made = game.calls()[i];
    put(i, call_text(made.call, signs) + (made.meaning.contains("alert") ? "*" : ""));
  }
  if (game.phase() == web::BridgeGame::Phase::auction) put(game.calls().size(), "?");
}

std::string last_trick(const web::BridgeGame& game, Signs signs) {
  const std::size_t whole = game.cards().size() / kSeats * kSeats;
  if (whole == 0) return "";
  const Contract contract = *game.contract();
  const PlayHistory before(contract.strain, contract.leader(),
                           std::span(game.cards()).subspan(0, whole - kSeats));
  std::string line = "Last trick:";
  for (std::size_t i = 0; i < kSeats; ++i) {
    line += fmt::format("  {} {}", to_char(next(before.leader(), static_cast<int>(i))),
                        show(game.cards()[whole - kSeats + i], signs));
  }
  const PlayHistory after(contract.strain, contract.leader(), std::span(game.cards()).subspan(0, whole));
  return fmt::format("{}   won by {}", line, to_name(after.leader()));
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::string_view indent) {
  std::vector<std::string> made;
  std::string line;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > columns) {
      made.push_back(line);
      line = std::string(indent) + word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  if (!line.empty()) made.push_back(line);
  return made;
}

Screen::Screen(std::FILE* out, bool ascii) : out_(out), ascii_(ascii) {
  const char* kind = std::getenv("TERM");         // NOLINT(concurrency-mt-unsafe)
  const char* without = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
  is_terminal_ = isatty(fileno(out)) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
  has_colours_ = is_terminal_ && !ascii && (without == nullptr || *without == '\0');
}

void Screen::print(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    std::string shown = line;
    if (has_colours_) {
      for (const std::string_view sign : {"\u2665", "\u2666"}) {
        for (std::size_t at = 0; (at = shown.find(sign, at)) != std::string::npos;) {
          shown.replace(at, sign.size(), fmt::format("{}{}{}", kRed, sign, kPlain));
          at += kRed.size() + sign.size() + kPlain.size();
        }
      }
    }
    fmt::print(out_, "{}\n", shown);
  }
}

void Screen::page(const std::vector<std::string>& lines) {
  if (is_terminal_) fmt::print(out_, "{}", kClear);
  print(lines);
}

void Screen::add(const std::vector<std::string>& lines) {
  print(lines);
}

std::optional<std::string> Screen::ask(const std::string& prompt) {
  fmt::print(out_, "{}", prompt);
  if (out_ == stdout) flush_output();
  std::string line;
  const bool got = input_.next(line);
  if (Interrupt::requested()) throw Exit{Interrupt::status()};
  if (!got) {
    fmt::print(out_, "\n");
    return std::nullopt;
  }
  return std::string(text::trim(line));
}

std::vector<std::string> table_lines(const web::BridgeGame& game, Signs signs) {
  std::vector<std::string> made;
  std::string head = fmt::format("Board {}, dealer {}, {}", game.setup().board, to_name(game.setup().dealer),
                                 words(game.setup().vulnerability));
  if (const auto contract = game.contract()) {
    const PlayHistory seen = game.history();
    head += fmt::format(".  {} by {}: tricks N-S {}, E-W {}", to_string(*contract),
                        to_name(contract->declarer), seen.tricks(Side::ns), seen.tricks(Side::ew));
  }
  made.push_back(head);
  made.push_back(game.contract() ? last_trick(game, signs) : "");
  Canvas canvas(kTableRows);
  for (const Seat seat : kAllSeats) put_hand(canvas, game, seat, signs);
  put_auction(canvas, game, signs);
  if (game.contract()) {
    const PlayHistory seen = game.history();
    for (std::size_t i = 0; i < seen.table().size(); ++i) {
      const Place place = kPlayed[next(seen.leader(), static_cast<int>(i))];
      canvas.put(place.row, place.column, show(seen.table()[i], signs));
    }
  }
  for (std::string& line : canvas.lines()) made.push_back(std::move(line));
  return made;
}

}  // namespace yomi::cli
