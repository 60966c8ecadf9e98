#include "diagram.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace yomi::cli {
namespace {

std::vector<std::string> hand_lines(CardSet hand, Signs signs) {
  std::vector<std::string> lines;
  for (Suit suit : kSuitsFromSpades) {
    std::string line = show(suit, signs);
    for (char rank : ranks_to_string(hand, suit)) line += std::string(" ") + rank;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string show(Suit suit, Signs signs) {
  return signs.ascii ? to_string(suit) : std::string(to_sign(suit));
}

std::string show(Card card, Signs signs) {
  return show(card.suit(), signs) + to_char(card.rank());
}

std::string_view strain_name(Strain strain) {
  constexpr ByStrain<std::string_view> names = {"Clubs", "Diamonds", "Hearts", "Spades", "No trump"};
  return names[strain];
}

std::string diagram(const Position& position, Signs signs) {
  BySeat<std::vector<std::string>> lines;
  for (Seat seat : kAllSeats) lines[seat] = hand_lines(position.hand(seat), signs);
  const auto at = [&](Seat seat) -> const std::vector<std::string>& { return lines[seat]; };
  const auto widest = [](const std::vector<std::string>& hand) {
    std::size_t most = 0;
    for (const std::string& line : hand) most = std::max(most, columns_of(line));
    return most;
  };
  // The cards on the table are between west and east, each on the side of the chair that played it.
  BySeat<std::string> middle;
  BySeat<std::string> played;
  for (std::size_t i = 0; i < position.table().size(); ++i) {
    played[next(position.leader(), static_cast<int>(i))] = show(position.table()[i], signs);
  }
  if (!position.table().empty()) {
    middle[0] = "    " + played[0];
    middle[1] = padded(played[3], 7) + played[1];
    middle[2] = "    " + played[2];
  }
  const std::size_t left = std::max<std::size_t>(widest(at(Seat::west)) + 2, 9);
  const auto centre = std::max<std::size_t>({widest(at(Seat::north)) + 2, widest(at(Seat::south)) + 2, 13});
  std::string out;
  for (const std::string& line : at(Seat::north)) out += std::string(left, ' ') + line + "\n";
  for (std::size_t i = 0; i < 4; ++i) {
    out += without_trailing_blanks(padded(at(Seat::west)[i], left) + padded(middle[i], centre) +
                                   at(Seat::east)[i]);
  }
  for (const std::string& line : at(Seat::south)) out += std::string(left, ' ') + line + "\n";
  return out;
}

std::string tricks_in_rows(const Position& start, std::span<const Card> cards, Signs signs) {
  std::string out;
  Position position = start;
  std::string row;
  int number = position.tricks(Side::ns) + position.tricks(Side::ew);
  const auto cell = [&](Seat seat, Card card, bool before) {
    return padded(
        fmt::format("{}{} {}{}", before ? "(" : "", to_char(seat), show(card, signs), before ? ")" : ""), 8);
  };
  for (std::size_t i = 0; i < position.table().size(); ++i) {
    row += cell(next(position.leader(), static_cast<int>(i)), position.table()[i], true);
  }
  for (Card card : cards) {
    row += cell(position.turn(), card, false);
    position.play(card);
    if (!position.table().empty()) continue;
    out += fmt::format("{:4}  {} {} wins, NS {} EW {}\n", ++number, padded(row, 32),
                       padded(std::string(to_name(position.leader())), 5), position.tricks(Side::ns),
                       position.tricks(Side::ew));
    row.clear();
  }
  if (!row.empty()) out += fmt::format("{:4}  {}", ++number, without_trailing_blanks(row));
  return out;
}

}  // namespace yomi::cli
