#include "bidding_table.h"

#include <fmt/core.h>

namespace yomi::cli {
namespace {

std::shared_ptr<const bidding::System> load(const std::string& name) {
  auto loaded = bidding::find_system(name);
  if (!loaded) {
    fmt::print(stderr, "{}\n", loaded.error().to_string());
    throw Exit{2};
  }
  return std::make_shared<const bidding::System>(std::move(loaded).value());
}

}  // namespace

void add_system_options(Command& command, SystemOptions& options) {
  command.add_option("--system", options.system,
                     "our system: the name of one that ships, or a file (default: two-over-one)");
  command.add_option("--their-system", options.their_system,
                     "the system of the opponents (default: natural, calls as they sound)");
}

LoadedSystems load_systems(const SystemOptions& options) {
  LoadedSystems made;
  made.ours = load(options.system);
  made.theirs = options.their_system == options.system ? made.ours : load(options.their_system);
  return made;
}

Result<CardSet> parse_bidding_hand(std::string_view text) {
  const auto fail = [](std::size_t at, std::string what) {
    return Error{.what = std::move(what), .line = 1, .column = static_cast<std::uint32_t>(at + 1)};
  };
  CardSet hand;
  std::array<int, 4> small{};  // by index(suit)
  int suit = index(Suit::spades);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.') {
      if (--suit < 0) return fail(i, "expected four suits, S.H.D.C, found a fourth '.'");
      continue;
    }
    if (c == 'x' || c == 'X') {
      ++small[static_cast<std::size_t>(suit)];
      continue;
    }
    if (c == '-') continue;  // a void
    const auto rank = parse_rank(c);
    if (!rank)
      return fail(
          i, fmt::format("expected a rank (A K Q J T 9 ... 2), x for a small card, or '.', found '{}'", c));
    const Card card(suit_at(suit), *rank);
    if (hand.contains(card)) return fail(i, fmt::format("{} is there twice", to_string(card)));
    hand.insert(card);
  }
  if (suit != 0) return fail(text.size(), "expected four suits, S.H.D.C");
  for (Suit one : kAllSuits) {
    int& wanted = small[static_cast<std::size_t>(index(one))];
    for (int rank = 0; rank < index(Rank::ten) && wanted > 0; ++rank) {
      const Card card(one, rank_at(rank));
      if (hand.contains(card)) continue;
      hand.insert(card);
      --wanted;
    }
    if (wanted > 0) return fail(0, "there are not so many small cards in a suit");
  }
  if (hand.size() != kRanks) return fail(0, fmt::format("expected 13 cards, found {}", hand.size()));
  return hand;
}

Result<std::vector<Call>> parse_calls(std::string_view text) {
  std::vector<Call> calls;
  std::size_t at = 0;
  constexpr std::string_view kBetween = " ,\t";
  while ((at = text.find_first_not_of(kBetween, at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const auto call = parse_call(text.substr(at, end - at));
    if (!call) {
      return Error{.what = fmt::format("expected a call (Pass, X, XX, 1C ... 7NT), found '{}'",
                                       text.substr(at, std::min<std::size_t>(end - at, 20))),
                   .line = 1,
                   .column = static_cast<std::uint32_t>(at + 1)};
    }
    calls.push_back(*call);
    at = end;
  }
  return calls;
}

}  // namespace yomi::cli
