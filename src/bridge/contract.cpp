#include "yomi/bridge/contract.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace yomi {
namespace {

int multiplier(Doubling doubling) {
  return 1 << static_cast<int>(doubling);
}

// What `under` undertricks cost.
int penalty(Doubling doubling, bool vulnerable, int under) {
  if (doubling == Doubling::none) return under * (vulnerable ? 100 : 50);
  int points = 0;
  for (int trick = 1; trick <= under; ++trick) {
    if (vulnerable) {
      points += trick == 1 ? 200 : 300;
    } else {
      points += trick == 1 ? 100 : trick <= 3 ? 200 : 300;
    }
  }
  return doubling == Doubling::xx ? 2 * points : points;
}

int slam_bonus(int level, bool vulnerable) {
  if (level == 6) return vulnerable ? 750 : 500;
  if (level == 7) return vulnerable ? 1500 : 1000;
  return 0;
}

}  // namespace

std::string to_string(Vulnerability vulnerability) {
  switch (vulnerability) {
    case Vulnerability::none:
      return "None";
    case Vulnerability::ns:
      return "NS";
    case Vulnerability::ew:
      return "EW";
    case Vulnerability::both:
      break;
  }
  return "All";
}

std::optional<Vulnerability> parse_vulnerability(std::string_view text) {
  std::string name;
  for (char letter : text) {
    if (letter != '/' && letter != '-' && letter != ' ' && letter != '+' && letter != '&')
      name += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  const auto is = [&name](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (text == "-" || is({"NONE", "LOVE", "LOVEALL", "NEITHER", "NOBODY", "ZERO", "NIL", "O", "0"}))
    return Vulnerability::none;
  if (is({"NS", "N", "NORTHSOUTH"})) return Vulnerability::ns;
  if (is({"EW", "E", "EASTWEST"})) return Vulnerability::ew;
  if (is({"ALL", "BOTH", "B", "GAME", "GAMEALL", "NSEW", "EWNS"})) return Vulnerability::both;
  return std::nullopt;
}

Seat board_dealer(int board) {
  return seat_at(board - 1);
}

Vulnerability board_vulnerability(int board) {
  // Sixteen boards: the cycle none, NS, EW, both shifts by one every four.
  const int at = (board - 1) & 15;
  return static_cast<Vulnerability>((at + at / 4) & 3);
}

std::string to_string(const Contract& contract) {
  std::string text = std::to_string(contract.level) + to_string(contract.strain);
  if (contract.doubling == Doubling::x) text += "X";
  if (contract.doubling == Doubling::xx) text += "XX";
  return text;
}

std::optional<Contract> parse_contract(std::string_view text, Seat declarer) {
  const auto ends_in_x = [&text] { return !text.empty() && (text.back() == 'x' || text.back() == 'X'); };
  Contract contract{.declarer = declarer};
  if (ends_in_x()) {
    text.remove_suffix(1);
    contract.doubling = Doubling::x;
    if (ends_in_x()) {
      text.remove_suffix(1);
      contract.doubling = Doubling::xx;
    }
  }
  const auto call = parse_call(text);
  if (!call || !call->is_bid()) return std::nullopt;
  contract.level = call->level();
  contract.strain = call->strain();
  return contract;
}

int score(const Contract& contract, bool vulnerable, int tricks) {
  const int over = tricks - contract.tricks_needed();
  if (over < 0) return -penalty(contract.doubling, vulnerable, -over);

  const int times = multiplier(contract.doubling);
  const int per_trick = is_minor(contract.strain) ? 20 : 30;
  const int below_line =
      times * (contract.level * per_trick + (contract.strain == Strain::no_trump ? 10 : 0));
  int points = below_line;
  if (contract.doubling == Doubling::none) {
    points += over * per_trick;
  } else {
    points += over * (vulnerable ? 100 : 50) * times;  // 100 or 200 doubled, twice that redoubled
    points += 25 * times;                              // for the insult: 50 or 100
  }
  points += below_line >= 100 ? (vulnerable ? 500 : 300) : 50;
  return points + slam_bonus(contract.level, vulnerable);
}

int score_ns(const Contract& contract, Vulnerability vulnerability, int tricks) {
  const int points = score(contract, is_vulnerable(vulnerability, contract.declarer), tricks);
  return side_of(contract.declarer) == Side::ns ? points : -points;
}

int imps(int points) {
  constexpr std::array<int, 24> steps = {20,   50,   90,   130,  170,  220,  270,  320,
                                         370,  430,  500,  600,  750,  900,  1100, 1300,
                                         1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000};
  const auto won = std::upper_bound(steps.begin(), steps.end(), std::abs(points)) - steps.begin();
  return static_cast<int>(points < 0 ? -won : won);
}

std::vector<int> matchpoints(std::span<const int> scores) {
  std::vector<int> result;
  result.reserve(scores.size());
  for (int mine : scores) {
    int points = -1;  // it is equal to itself
    for (int theirs : scores) points += mine > theirs ? 2 : mine == theirs ? 1 : 0;
    result.push_back(points);
  }
  return result;
}

}  // namespace yomi
