#include "yomi/lab/challenge.h"

#include <algorithm>

#include "yomi/cards/number.h"

namespace yomi::lab {
namespace {

using Field = std::pair<std::string_view, std::size_t>;  // text and column from 0

std::vector<Field> split(std::string_view text, std::string_view between, std::size_t column) {
  std::vector<Field> made;
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(text.find_first_of(between, at), text.size());
    made.emplace_back(text.substr(at, end - at), column + at);
    if (end == text.size()) return made;
    at = end + 1;
  }
}

Error fail(std::size_t column, std::string what) {
  return Error{.what = std::move(what), .line = 1, .column = static_cast<std::uint32_t>(column + 1)};
}

std::string name_of(const Contract& contract) {
  std::string made = std::to_string(contract.level);
  made += contract.strain == Strain::no_trump ? 'N' : to_string(contract.strain)[0];
  if (contract.doubling == Doubling::x) made += "X";
  if (contract.doubling == Doubling::xx) made += "XX";
  return made;
}

}  // namespace

int Challenge::award(const std::optional<Contract>& contract) const {
  const std::string wanted = contract ? name_of(*contract) : "Pass";
  if (contract) {
    if (const auto found = awards.find(to_char(contract->declarer) + wanted); found != awards.end())
      return found->second;
  }
  const auto found = awards.find(wanted);
  return found != awards.end() ? found->second : 0;
}

int Challenge::best() const {
  int most = 0;
  for (const auto& [contract, points] : awards) most = std::max(most, points);
  return most;
}

Result<Challenge> parse_challenge(std::string_view line) {
  const std::vector<Field> fields = split(line, "\t", 0);
  if (fields.size() != 7) {
    return fail(0,
                "expected board, dealer, vulnerability, North, South, calls and awards between tabs, found " +
                    std::to_string(fields.size()) + " fields");
  }
  Challenge made;
  made.name = fields[0].first;
  const auto dealer = parse_seat(fields[1].first);
  if (!dealer) return fail(fields[1].second, "expected the dealer: N, E, S or W");
  made.dealer = *dealer;
  const auto vulnerability = parse_vulnerability(fields[2].first);
  if (!vulnerability) return fail(fields[2].second, "expected None, NS, EW or All");
  made.vulnerability = *vulnerability;
  for (const std::size_t i : {std::size_t{3}, std::size_t{4}}) {
    const auto hand = parse_hand(fields[i].first);
    if (!hand) return fail(fields[i].second, "expected a hand of thirteen cards, S.H.D.C");
    (i == 3 ? made.north : made.south) = *hand;
  }
  for (const auto& [word, column] : split(fields[5].first, " ", fields[5].second)) {
    if (word.empty()) continue;
    const auto call = word == "?" ? std::optional<Call>() : parse_call(word);
    if (word != "?" && !call) return fail(column, "expected a call or ?");
    made.given.push_back(call);
  }
  for (const auto& [word, column] : split(fields[6].first, " \r", fields[6].second)) {
    if (word.empty()) continue;
    const std::size_t equals = std::min(word.find('='), word.size() - 1);
    const auto points = parse_number<int>(word.substr(equals + 1));
    if (!points) return fail(column, "expected an award such as 4S=10");
    made.awards[std::string(word.substr(0, equals))] = *points;
  }
  return made;
}

bidding::AuctionState bid_challenge(bidding::AuctionState state, const Challenge& challenge,
                                    const bidding::Caller& caller) {
  while (!state.auction().is_over() &&
         state.auction().calls().size() < std::size_t{2} * bidding::kLongAuction) {
    const std::size_t at = state.auction().calls().size();
    const std::optional<Call> given = at < challenge.given.size() ? challenge.given[at] : std::nullopt;
    const Seat seat = state.turn();
    Call call = Call::pass();
    if (side_of(seat) == Side::ns && !given) {
      call = caller(state, seat == Seat::north ? challenge.north : challenge.south);
    } else if (given && state.auction().is_legal(*given)) {
      call = *given;
    }
    if (!state.add(call)) break;
  }
  return state;
}

}  // namespace yomi::lab
