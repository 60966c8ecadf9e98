#include "yomi/formats/solved_deal.h"

#include <array>
#include <vector>

namespace yomi {
namespace {

constexpr std::string_view kDigits = "0123456789ABCD";
constexpr std::size_t kCells = 20;

struct Word {
  std::string_view text;
  std::size_t column;  // from 1
};

std::vector<Word> words_of(std::string_view line) {
  constexpr std::string_view kSpace = " \t\r";
  std::vector<Word> words;
  for (std::size_t at = line.find_first_not_of(kSpace); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kSpace, at), line.size());
    words.push_back({line.substr(at, end - at), at + 1});
    at = line.find_first_not_of(kSpace, end);
  }
  return words;
}

Error fail(std::size_t column, std::string what) {
  return Error{.what = std::move(what), .line = 1, .column = static_cast<std::uint32_t>(column)};
}

}  // namespace

int SolvedDeal::score_ns(const std::optional<Contract>& contract) const {
  if (!contract) return 0;
  return yomi::score_ns(*contract, vulnerability, table.at(contract->strain, contract->declarer));
}

Result<SolvedDeal> parse_solved_deal(std::string_view line) {
  const std::vector<Word> words = words_of(line);
  constexpr std::size_t kWords = 7;  // dealer, vulnerability, four hands, tricks
  if (words.size() != kWords) {
    return fail(1, "expected dealer, vulnerability, a deal and its tricks, found " +
                       std::to_string(words.size()) + " words instead of 7");
  }
  SolvedDeal made;
  const auto dealer = parse_seat(words[0].text);
  if (!dealer) return fail(words[0].column, "expected the dealer: N, E, S or W");
  made.dealer = *dealer;
  const auto vulnerability = parse_vulnerability(words[1].text);
  if (!vulnerability) return fail(words[1].column, "expected None, NS, EW or All");
  made.vulnerability = *vulnerability;
  const std::size_t start = words[2].column - 1;
  const auto deal = parse_deal(line.substr(start, words[5].column - 1 + words[5].text.size() - start));
  if (!deal) return fail(start + deal.error().column, deal.error().what);
  made.deal = *deal;
  const std::string_view tricks = words[6].text;
  for (std::size_t i = 0; i < kCells; ++i) {
    const std::size_t digit = i < tricks.size() ? kDigits.find(tricks[i]) : std::string_view::npos;
    if (digit == std::string_view::npos || tricks.size() != kCells) {
      return fail(words[6].column + std::min(i, tricks.size()),
                  "expected 20 numbers of tricks, 0 to 9 and A to D");
    }
    made.table.tricks[kAllStrains[i / 4]][seat_at(static_cast<int>(i % 4))] =
        static_cast<std::uint8_t>(digit);
  }
  return made;
}

std::string to_string(const SolvedDeal& deal) {
  std::string text = to_string(deal.dealer) + " " + std::string(to_string(deal.vulnerability)) + " " +
                     to_string(deal.deal) + " ";
  for (Strain strain : kAllStrains) {
    for (Seat seat : kAllSeats) text += kDigits[static_cast<std::size_t>(deal.table.at(strain, seat))];
  }
  return text;
}

}  // namespace yomi
