// Problem text: a double-dummy problem as a person would write it down (docs/reference/formats.md has the
// whole of it).
//
//   title   The seven of clubs
//   north   S A      H K 3   C 7
//   ...
//   trump   none
//   leader  south
//   need    NS 4             # north-south want four of the tricks
//
// After Yamamura, Ishihara, Harada and Kondo, who gave their solver the hands, the number of cards, the
// tricks needed, the trump and the leader in a text file. A line of dashes separates problems in one file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bridge/contract.h"
#include "yomi/bridge/position.h"
#include "yomi/cards/result.h"

namespace yomi::problem {

struct Need {
  Side side = Side::ns;
  int tricks = 0;
  friend bool operator==(const Need&, const Need&) = default;
};

struct Problem {
  std::string title;
  std::vector<std::string> notes;  // remarks to be shown with the problem
  Deal deal;                       // what is in the hands; cards on the table are not
  Strain strain = Strain::no_trump;
  Seat leader = Seat::south;   // of the trick on the table, or of the next one
  std::vector<Card> table;     // from the leader on, at most three
  std::optional<Need> need{};  // of the tricks still to be completed
  std::optional<Seat> dealer{};
  std::optional<Vulnerability> vulnerability{};
  std::uint32_t line = 0;  // where it starts in its file; not compared

  // Never an error for a problem that parse() gave.
  [[nodiscard]] Result<Position> position() const { return make_position(deal, strain, leader, table); }
  friend bool operator==(const Problem& a, const Problem& b);
};

// All problems of a text (decoded, see text.h), each of them or what is wrong with it. A text without any
// problem gives one error. `file` is for messages.
std::vector<Result<Problem>> parse(std::string_view text, const std::string& file);

// The problem in its plain form; parse() gives it back.
std::string to_string(const Problem& problem);

// "4", "NS 4", "ew4"; a bare number is for `side`.
std::optional<Need> parse_need(std::string_view text, Side side);
// "none", "no trump", "nt", "n", "hearts", "H" and so on, either case.
std::optional<Strain> parse_trump(std::string_view text);
// "SA HK", "sa,hk", "♠A ♥K", in either order of suit and rank; the error's column counts from 1 in `text`.
Result<std::vector<Card>> parse_cards(std::string_view text);

}  // namespace yomi::problem
