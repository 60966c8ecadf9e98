// Shared by the parts of the PBN reader and writer.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "yomi/bridge/play_history.h"
#include "yomi/formats/pbn.h"

namespace yomi::pbn {

inline constexpr std::string_view kAlert = "Alert";  // a note that says this, or begins with it
inline constexpr std::size_t kMaxErrors = 20;        // of one board; the first ones tell the story

inline void add_error(Record& record, Error error) {
  if (record.errors.size() < kMaxErrors) record.errors.push_back(std::move(error));
}

// Is it one of these? Names of one length are compared, and most names of one length differ in their first
// letter.
template <std::size_t N>
constexpr std::size_t find_name(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i].size() == name.size() && names[i][0] == name[0] && names[i] == name) return i;
  }
  return N;
}

// The tags whose value must stand in the board itself. (The standard has more of them; programs that repeat
// the deal of the other room write "#" for these too.)
inline constexpr std::array<std::string_view, 2> kOwn = {"Auction", "Play"};
constexpr bool may_not_inherit(std::string_view name) {
  return find_name(kOwn, name) < kOwn.size();
}

// "DEAL" and "deal" become "Deal"; names that are not of the standard stay.
void set_usual_case(std::string& name);

// The value of a tag of the record, inheritance applied.
std::string_view value_of(const Record& record, const Tag& tag);

// "" and "?" (and "-" where that is no value) say that something is not known.
constexpr bool is_unknown(std::string_view value) {
  return value.empty() || value == "?" || value == "-";
}

// In the order of the export format.
inline constexpr std::array<std::string_view, 15> kMandatory = {
    "Event",  "Site",       "Date", "Board",   "West",     "North",    "East",  "South",
    "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"};
inline bool is_mandatory(std::string_view name) {
  return find_name(kMandatory, name) < kMandatory.size();
}
// The value of a tag that stands for a field of the board, in standard words; "" when that is not known, and
// nothing for other tags.
std::optional<std::string> typed_value(const Record& record, std::string_view name);
// Does the text after a tag hold rows of a table, and not only comments?
bool has_rows(std::string_view body);
// "{text}", or ";text" when there is a brace in it: then it ends its line.
std::string comment_text(std::string_view text);

// The calls with the notes that explain them.
std::vector<BoardCall> explained_calls(const Bidding& bidding);
// Visits the cards of the table in the order of the board's play.
template <class Table, class Visit>
void for_each_played(Table& play, const Board& board, const Visit& visit) {
  PlayHistory history(board.strain.value_or(Strain::no_trump), board.leader.value_or(play.first));
  for (Card card : board.play) {
    const auto trick = static_cast<std::size_t>(history.trick_number());
    visit(play.tricks[trick][static_cast<std::size_t>(distance(play.first, history.turn()))]);
    history.add(card);
  }
}

// The sections, from a tag and its body. Errors go to record.errors. The auction where all calls were legal.
std::optional<Auction> read_auction(Record& record, const Tag& tag, const std::string& file);
void read_play(Record& record, const Tag& tag, const std::string& file);
// The cards of record.play in order, checked against record.board.deal. A row in another order than that of
// the columns is put right where the hands say whose card each is.
void order_cards(Record& record, const Tag& tag, const std::string& file);

}  // namespace yomi::pbn
