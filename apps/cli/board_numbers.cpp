#include "board_numbers.h"

#include <algorithm>
#include <optional>

#include "yomi/cards/number.h"

namespace yomi::cli {
namespace {

std::optional<long> number_in(std::string_view text) {
  const auto value = parse_number<long>(text);
  return value && *value >= 0 ? value : std::nullopt;
}

}  // namespace

Result<BoardNumbers> BoardNumbers::parse(const std::string& text) {
  BoardNumbers made;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    const std::size_t dash = word.find('-', 1);
    const auto first = number_in(word.substr(0, dash));
    const auto last = dash == std::string::npos ? first : number_in(word.substr(dash + 1));
    if (first && last && *first <= *last)
      made.ranges_.emplace_back(*first, *last);
    else if (word.empty() || word[0] == '-' || (first && last))
      return Error{"expected numbers such as 7 or 1,3,5-8, found '" + text + "'"};
    else
      made.words_.push_back(word);
  }
  return made;
}

bool BoardNumbers::contains(const std::string& number, std::size_t place) const {
  if (all()) return true;
  if (std::find(words_.begin(), words_.end(), number) != words_.end()) return true;
  const auto value = number.empty() ? std::optional(static_cast<long>(place)) : number_in(number);
  return value && std::any_of(ranges_.begin(), ranges_.end(), [&](const auto& range) {
           return range.first <= *value && *value <= range.second;
         });
}

}  // namespace yomi::cli
