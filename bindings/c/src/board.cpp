#include "board.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace yomi::dds {
namespace {

constexpr int kMostCards = 52;

int check_question(const Question& question) {
  if (question.target < -1) return RETURN_TARGET_WRONG_LO;
  if (question.target > 13) return RETURN_TARGET_WRONG_HI;
  if (question.solutions < 1) return RETURN_SOLNS_WRONG_LO;
  if (question.solutions > 3) return RETURN_SOLNS_WRONG_HI;
  if (question.mode < 0) return RETURN_MODE_WRONG_LO;
  if (question.mode > 2) return RETURN_MODE_WRONG_HI;
  return RETURN_NO_FAULT;
}

int check_ranges(const deal& from) {
  if (from.trump < 0 || from.trump > 4) return RETURN_TRUMP_WRONG;
  if (from.first < 0 || from.first > 3) return RETURN_FIRST_WRONG;
  bool ended = false;
  for (int i = 0; i < 3; ++i) {
    if (from.currentTrickRank[i] == 0) {
      ended = true;
    } else if (ended || !card_of(from.currentTrickSuit[i], from.currentTrickRank[i])) {
      return RETURN_SUIT_OR_RANK;
    }
  }
  for (const auto& hand : from.remainCards) {
    for (unsigned int suit : hand) {
      if (suit != 0 && (suit < 0x4 || suit >= 0x8000)) return RETURN_SUIT_OR_RANK;
    }
  }
  return RETURN_NO_FAULT;
}

std::optional<Rank> rank_of(char letter) {
  return letter == '\0' ? std::nullopt : parse_rank(letter);
}

}  // namespace

std::optional<Card> card_of(int suit, int rank) {
  if (suit < 0 || suit > 3 || rank < 2 || rank > 14) return std::nullopt;
  return Card(suit_of(suit), rank_at(rank - 2));
}

CheckedBoard read_board(const deal& from, const Question& question) {
  if (const int code = check_question(question); code != RETURN_NO_FAULT) return {code, std::nullopt};
  if (const int code = check_ranges(from); code != RETURN_NO_FAULT) return {code, std::nullopt};

  Deal hands;
  int cards = 0;
  CardSet seen;
  bool doubled = false;
  for (Seat seat : kAllSeats) {
    for (int suit = 0; suit < DDS_SUITS; ++suit) {
      hands[seat] |= CardSet::from_ranks(suit_of(suit), from.remainCards[index(seat)][suit] >> 2);
    }
    cards += hands[seat].size();
    doubled = doubled || !(seen & hands[seat]).empty();
    seen |= hands[seat];
  }
  if (cards == 0) return {RETURN_ZERO_CARDS, std::nullopt};
  if (cards > kMostCards) return {RETURN_TOO_MANY_CARDS, std::nullopt};
  if (question.target > (cards + 3) / 4) return {RETURN_TARGET_TOO_HIGH, std::nullopt};

  const int on_table = (kMostCards - cards) % 4;
  const Seat leader = seat_at(from.first);
  for (Seat seat : kAllSeats) {
    const int played = distance(leader, seat) < on_table ? 1 : 0;
    if (hands[seat].size() + played != (cards + on_table) / 4) return {RETURN_CARD_COUNT, std::nullopt};
  }
  std::array<Card, 3> table{};
  for (int i = 0; i < on_table; ++i) {
    const auto card = card_of(from.currentTrickSuit[i], from.currentTrickRank[i]);
    if (!card) return {RETURN_SUIT_OR_RANK, std::nullopt};
    if (seen.contains(*card)) return {RETURN_PLAYED_CARD, std::nullopt};
    table[static_cast<std::size_t>(i)] = *card;
  }
  if (doubled) return {RETURN_DUPLICATE_CARDS, std::nullopt};

  const std::span<const Card> lying(table.data(), static_cast<std::size_t>(on_table));
  // The remaining error: a card twice on the table. A revoke there is taken as played, as DDS does: programs
  // that sample hands after the play has begun send such tricks.
  auto position = make_position(hands, strain_of_dds(from.trump), leader, lying, Revokes::taken_as_played);
  if (!position) return {RETURN_SUIT_OR_RANK, std::nullopt};
  return {RETURN_NO_FAULT, *position};
}

bool read_pbn(const char (&text)[80], unsigned int (&cards)[DDS_HANDS][DDS_SUITS]) {
  for (auto& hand : cards) std::fill(std::begin(hand), std::end(hand), 0U);
  const std::string_view line(
      text, static_cast<std::size_t>(std::find(std::begin(text), std::end(text), '\0') - text));
  const std::size_t name = line.substr(0, 3).find_first_of("NESWnesw");
  if (name == std::string_view::npos) return false;
  const Seat first = *parse_seat(line.substr(name, 1));

  int hand = 0;
  int suit = 0;
  for (std::size_t i = name + 2; i < line.size(); ++i) {
    if (line[i] == ' ') {
      ++hand;
      suit = 0;
    } else if (line[i] == '.') {
      ++suit;
    } else if (const auto rank = rank_of(line[i])) {
      if (hand >= DDS_HANDS || suit >= DDS_SUITS) return false;
      cards[index(next(first, hand))][suit] |= 4U << index(*rank);
    }
  }
  return true;
}

std::optional<deal> read_deal(const dealPBN& from) {
  deal to{};
  to.trump = from.trump;
  to.first = from.first;
  std::copy(std::begin(from.currentTrickSuit), std::end(from.currentTrickSuit), to.currentTrickSuit);
  std::copy(std::begin(from.currentTrickRank), std::end(from.currentTrickRank), to.currentTrickRank);
  if (!read_pbn(from.remainCards, to.remainCards)) return std::nullopt;
  return to;
}

bool read_play(const playTracePBN& from, playTraceBin& to) {
  if (from.number < 0 || from.number > kMostCards) return false;
  to.number = from.number;
  for (int i = 0; i < from.number; ++i) {
    const char* const card = from.cards + std::ptrdiff_t{2} * i;
    const char suit_letter = card[0];
    const auto suit = suit_letter == '\0' ? std::nullopt : parse_suit(suit_letter);
    const auto rank = suit ? rank_of(card[1]) : std::nullopt;
    if (!rank) return false;
    to.suit[i] = to_dds(*suit);
    to.rank[i] = to_dds(*rank);
  }
  return true;
}

}  // namespace yomi::dds
