// A board that was played or is being played, as far as it is known: the one type that readers of records
// give and writers take, and that everything between works on.
//
// Every member is optional. A deal to be bid has hands and a dealer; an ending has fewer cards, a strain and
// a leader; a record from elsewhere may have an unfinished auction or only three hands. Readers have checked
// the members against each other: the play is legal as far as the hands are known.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bridge/auction.h"
#include "yomi/bridge/deal.h"
#include "yomi/bridge/position.h"

namespace yomi {

// A call with its explanation.
struct BoardCall {
  enum class Kind : std::uint8_t { regular, insufficient, skipped };  // skipped: this chair could not call
  Call call{};
  Kind kind = Kind::regular;
  bool alerted = false;
  std::string explanation{};
  std::uint32_t line = 0;  // of the explanation in the record, for messages; two calls may differ in it
  friend bool operator==(const BoardCall& a, const BoardCall& b) {
    return a.call == b.call && a.kind == b.kind && a.alerted == b.alerted && a.explanation == b.explanation;
  }
};

// What a record has beside the fields below: a PBN tag with the rows of its table, if any.
struct BoardTag {
  std::string name;
  std::string value{};
  std::string rows{};
  friend bool operator==(const BoardTag&, const BoardTag&) = default;
};

// A comment in a record (`field` is empty) or a field that is not understood, with its place.
struct Aside {
  static constexpr int kBeforeBoard = -2;  // in the head of the file
  static constexpr int kBeforeDeal = -1;   // after the number, before the hands
  static constexpr int kAfterDeal = 0;     // then 1 after the first call, and on through calls and cards
  int after = kAfterDeal;
  std::string field{};
  std::string text{};
  friend bool operator==(const Aside&, const Aside&) = default;
};

struct Board {
  std::string number{};  // as written, usually "1", "2", ...
  BySeat<std::string> names{};
  std::optional<Seat> dealer{};
  std::optional<Vulnerability> vulnerability{};
  Deal deal{};           // as it was before the first card of `play`
  BySeat<bool> known{};  // by seat: the hand is given
  std::vector<BoardCall> calls{};
  bool passed_out = false;
  std::optional<Contract> contract{};  // its declarer is the one below, where that is known
  std::optional<Strain> strain{};      // of the contract; an ending may give nothing else of it
  std::optional<Seat> declarer{};
  std::optional<Seat> leader{};  // to the first trick of `play`
  std::vector<Card> play{};      // in the order played
  std::optional<int> tricks{};  // of the declarer; including claimed or conceded ones if the play stops early
  std::vector<BoardTag> tags{};
  std::vector<Aside> asides{};  // by place

  [[nodiscard]] bool all_hands_known() const { return known[0] && known[1] && known[2] && known[3]; }
  [[nodiscard]] bool any_hand_known() const { return known[0] || known[1] || known[2] || known[3]; }
  void set_deal(const Deal& hands) {
    deal = hands;
    known = {true, true, true, true};
  }
  // The calls as an auction; nothing if there are none or some are not legal.
  [[nodiscard]] std::optional<Auction> auction() const;
  // The contract with its declarer, as far as both are known: from the record, else from the auction.
  [[nodiscard]] std::optional<Contract> final_contract() const;
  void set_contract(const Contract& made);
  // The position before the first card; nothing unless four hands, the strain and the leader are known.
  [[nodiscard]] std::optional<Position> start() const;
  // Fills in the fourth hand if three are complete.
  void complete_deal();

  // The value of a tag; nothing when there is none.
  [[nodiscard]] const std::string* tag(std::string_view name) const;
  void set_tag(std::string_view name, std::string value);

  friend bool operator==(const Board&, const Board&) = default;
};

}  // namespace yomi
