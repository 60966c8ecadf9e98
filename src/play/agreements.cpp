// Agreements that a pair has named, and all of them in words.
#include <fmt/format.h>

#include <array>

#include "play_data.h"
#include "yomi/play/carding.h"

namespace yomi::play {

bool Carding::is_named(Moment moment, bool suit_contract) const {
  switch (moment) {
    case Moment::lead:
      return suit_contract ? named.suit_leads : named.notrump_leads;
    case Moment::count:
      return named.count;
    case Moment::attitude:
      return named.attitude;
    case Moment::discard:
      return named.discard;
    case Moment::silent:
      break;
  }
  return false;
}

namespace {

// What the card of the chair on turn says by an agreement that its pair has named; otherwise silent.
Moment own_moment(const Carding& carding, const Course& course, Card card) {
  const Seat seat = course.turn();
  const Contract& contract = course.contract();
  const auto led = course.table().empty() ? std::nullopt : std::optional(course.table().front());
  const Moment moment =
      moment_of(carding, contract, seat, card, course.leader(), led, course.played(seat).in(card.suit()));
  return carding.is_named(moment, contract.strain != Strain::no_trump) ? moment : Moment::silent;
}

}  // namespace

CardChances by_agreement(CardChances chances, const Carding& carding, const Course& course, CardSet hand) {
  const bool suit_contract = course.contract().strain != Strain::no_trump;
  for (Suit suit : kAllSuits) {
    std::array<double, kRanks> weights{};
    double all_weights = 0;
    double together = 0;
    for (std::size_t at = 0; at < static_cast<std::size_t>(chances.count); ++at) {
      const Card card = chances.cards[at];
      const Moment moment = card.suit() == suit ? own_moment(carding, course, card) : Moment::silent;
      if (moment == Moment::silent) continue;
      weights[at] = carding.chance(moment, hand.in(suit), card, suit_contract);
      all_weights += weights[at];
      together += static_cast<double>(chances.chances[at]);
    }
    for (std::size_t at = 0; at < weights.size(); ++at) {
      if (weights[at] > 0) chances.chances[at] = static_cast<float>(together * weights[at] / all_weights);
    }
  }
  return chances;
}

double chance_by_habit(const CardChances& chances, const Carding& carding, const Course& course, Card card) {
  const Moment moment = own_moment(carding, course, card);
  if (moment == Moment::silent) return chances.chance(card);
  double together = 0;
  for (std::size_t at = 0; at < static_cast<std::size_t>(chances.count); ++at) {
    const Card other = chances.cards[at];
    if (other.suit() == card.suit() && own_moment(carding, course, other) == moment)
      together += static_cast<double>(chances.chances[at]);
  }
  return together;
}

std::optional<Carding> shipped_carding(std::string_view name) {
  if (name == "standard") {
    Carding made = default_carding();
    made.named = {
        .suit_leads = true, .notrump_leads = true, .count = true, .attitude = true, .discard = true};
    return made;
  }
  if (name != "upside-down") return std::nullopt;
  const auto parsed = parse_carding(data::k_upside_down, "upside_down.txt", default_carding());
  return parsed ? std::optional(*parsed) : std::nullopt;
}

namespace {

std::string_view in_words(Carding::Length length) {
  constexpr std::array<std::string_view, 3> kWords = {"fourth best", "third and fifth", "second and fourth"};
  return kWords[static_cast<std::size_t>(length)];
}

std::string_view in_words(Carding::Liking liking) {
  constexpr std::array<std::string_view, 3> kWords = {"none", "high likes the suit", "low likes the suit"};
  return kWords[static_cast<std::size_t>(liking)];
}

}  // namespace

std::string in_words(const Carding& carding) {
  constexpr std::array<std::string_view, 3> kCount = {"none", "high-low is even", "low-high is even"};
  constexpr std::array<std::string_view, 3> kSmall = {"highest", "middle", "lowest"};
  std::string text = fmt::format("leads: {}", in_words(carding.suit_leads));
  if (carding.suit_leads != carding.notrump_leads)
    text += fmt::format(" at suits, {} at no trump", in_words(carding.notrump_leads));
  text += fmt::format(", {} of touching honours, {} from ace-king, {} of three small",
                      carding.touching_leads == Carding::Honours::top ? "top" : "second",
                      carding.ace_king_leads == Carding::AceKing::ace ? "ace" : "king",
                      kSmall[static_cast<std::size_t>(carding.small_leads)]);
  text += fmt::format("; partner's honour: {}; count: {}; attitude: {}; discards: {}; suit preference: {}",
                      carding.attitude_to_honours ? "attitude" : "count",
                      kCount[static_cast<std::size_t>(carding.count)], in_words(carding.attitude),
                      in_words(carding.discard), carding.suit_preference ? "for a ruff" : "none");
  return text;
}

}  // namespace yomi::play
