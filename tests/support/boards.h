// Random boards for the property tests of records.
#pragma once

#include <string>

#include "yomi/cards/random.h"
#include "yomi/formats/pbn.h"

namespace yomi::testing {

inline std::string random_words(Random& random) {
  constexpr std::string_view letters = "ab \\\"[]{};%$=^*+-!?'\xC3\xA9.:1N";
  std::string text;
  for (std::uint32_t left = random.below(9); left > 0; --left) {
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(letters.size()));
    if (letters[at] == '\xC3' || letters[at] == '\xA9')
      text += "\xC3\xA9";
    else
      text += letters[at];
  }
  return text;
}

// In comments, where the text must not end what it stands in, and blanks at the ends are not kept by all
// styles.
inline std::string random_comment(Random& random) {
  std::string text = "c" + random_words(random) + "c";
  for (char& c : text) {
    if (c == '}') c = ')';
  }
  return text;
}

inline pbn::Remarks random_remarks(Random& random, int first_mark) {
  pbn::Remarks remarks;
  if (random.below(4) == 0) remarks.note = 1 + static_cast<int>(random.below(3));
  while (random.below(5) == 0) remarks.marks.push_back(first_mark + static_cast<int>(random.below(6)));
  while (random.below(6) == 0) remarks.comments.push_back(random_comment(random));
  return remarks;
}

// A legal board with a random auction, and some or all of the play.
inline pbn::Record random_record(Random& random) {
  pbn::Record record;
  Board& board = record.board;
  board.dealer = seat_at(static_cast<int>(random.below(4)));
  board.vulnerability = static_cast<Vulnerability>(random.below(4));
  board.set_deal(random_deal(random));
  Auction auction(*board.dealer);
  pbn::Bidding bidding{.first = *board.dealer, .calls = {}, .notes = {}, .comments = {}};
  while (!auction.is_over()) {
    const auto legal = auction.legal_calls();
    const Call call =
        random.below(2) == 0
            ? Call::pass()
            : legal[random.below(static_cast<std::uint32_t>(std::min<std::size_t>(legal.size(), 9)))];
    auction.add(call);
    bidding.calls.push_back({.call = call, .remarks = random_remarks(random, 1)});
  }
  bidding.notes = {{1, random_words(random)}, {2, "x"}};
  record.bidding = bidding;
  if (const auto contract = auction.contract()) {
    board.set_contract(*contract);
    pbn::Play play{.first = contract->leader(), .tricks = {}, .notes = {{3, "why"}}, .comments = {}};
    Position position(board.deal, contract->strain, contract->leader());
    for (std::uint32_t left = random.below(53); left > 0; --left) {
      if (position.table().empty()) play.tricks.emplace_back();
      const CardSet legal = position.legal();
      auto card = legal.begin();
      for (std::uint32_t skip = random.below(static_cast<std::uint32_t>(legal.size())); skip > 0; --skip)
        ++card;
      auto& place = play.tricks.back()[static_cast<std::size_t>(distance(play.first, position.turn()))];
      place.card = *card;
      place.remarks = random_remarks(random, 7);
      board.play.push_back(*card);
      position.play(*card);
    }
    if (!position.is_over()) play.ending = pbn::Ending::cut;
    record.play = play;
    if (position.is_over()) board.tricks = position.tricks(side_of(contract->declarer));
  } else {
    board.passed_out = true;
  }
  record.set("Event", random_words(random));
  if (random.below(2) == 0) record.set("Strange", random_words(random));
  return record;
}

}  // namespace yomi::testing
