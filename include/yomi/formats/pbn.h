// Portable Bridge Notation 2.1 (Veugen 2007): records of boards.
//
// A board is a run of tags, [Name "value"], each with the text up to the next one: the calls after [Auction],
// the cards after [Play], the rows of a table, comments (`;` to the end of the line, `{...}`), escape lines
// (`%` in the first column). An empty line ends it. Everything is kept in `tags`, in order and as written, so
// that what is not understood is written back; what is understood is also in the typed fields. A writer uses
// the text where it still says the same as the typed field, and the typed field where somebody changed it.
//
// Reading never fails as a whole: a board that is wrong carries its errors (file, line, column, what was
// expected) and what could be read of it, and the next board is read as usual. Time and memory are linear in
// the text.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "yomi/bridge/auction.h"
#include "yomi/bridge/deal.h"
#include "yomi/bridge/position.h"
#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"

namespace yomi::pbn {

struct Tag {
  std::string name;
  std::string value;       // \" and \\ resolved; "#" and "##..." not (see Board::value)
  std::string body{};      // the text from the closing bracket to the next tag, trailing space cut
  std::uint32_t line = 0;  // of the value; 0 in a tag that was not read
  std::uint32_t column = 0;
  std::uint32_t body_line = 0;
  std::uint32_t body_column = 0;
};

// What may hang on a call or a card.
struct Remarks {
  int note = 0;                         // =n=, explained by a Note; 0: none
  std::vector<int> marks{};             // $n; the suffixes ! ? !! ?? !? ?! become their numbers
  std::vector<std::string> comments{};  // in order, without their signs
  friend bool operator==(const Remarks&, const Remarks&) = default;
};

struct Note {
  int number = 0;
  std::string text;
  friend bool operator==(const Note&, const Note&) = default;
};

// How a section stops: by itself, with `*` (nothing more is known), or with `+` (to be continued; in the play
// that is a mark on the card to come).
enum class Ending : std::uint8_t { none, cut, open };

struct MadeCall {
  enum class Kind : std::uint8_t {
    regular,
    insufficient,
    skipped
  };  // plain, ^I, ^S (this chair could not call)
  Call call;
  Kind kind = Kind::regular;
  Remarks remarks{};
  friend bool operator==(const MadeCall&, const MadeCall&) = default;
};

struct Bidding {
  Seat first = Seat::north;  // who makes calls[0]: the dealer
  std::vector<MadeCall> calls;
  Ending ending = Ending::none;
  std::vector<Note> notes;
  std::vector<std::string> comments;  // before the first call

  // The calls as an auction; nothing when there were irregularities.
  [[nodiscard]] std::optional<Auction> auction() const;
  friend bool operator==(const Bidding&, const Bidding&) = default;
};

struct PlayedCard {
  std::optional<Card> card;  // nothing: not known, or not played
  bool to_come = false;      // +: the card to be played next
  bool revoke = false;       // ^R
  bool out_of_turn = false;  // ^L: this chair led to the trick though it was not its turn
  Remarks remarks{};
  friend bool operator==(const PlayedCard&, const PlayedCard&) = default;
};

struct Play {
  Seat first = Seat::west;  // whose column is the first one; normally the opening leader
  std::vector<std::array<PlayedCard, 4>>
      tricks;  // column i is that of next(first, i), whoever leads the trick
  Ending ending = Ending::none;
  std::vector<Note> notes;
  std::vector<std::string> comments;  // before the first card
  friend bool operator==(const Play&, const Play&) = default;
};

// Values that hold because of an earlier board ("#", "##").
using Inherited = std::vector<std::pair<std::string, std::string>>;

struct Board {
  std::string preamble;  // text before the first tag
  std::vector<Tag> tags;
  Inherited inherited;                      // for the tags of this board whose value is "#"
  std::shared_ptr<const Inherited> header;  // "##": for the tags that this board does not have

  std::optional<Seat> dealer;
  std::optional<Vulnerability> vulnerability;
  std::optional<Deal> deal;
  BySeat<bool> known{};              // by seat: the hand is given (not "-")
  std::optional<Strain> strain;      // of the contract; in an end position the Contract tag gives only this
  std::optional<Contract> contract;  // its declarer is that below, where that is known
  bool passed_out = false;
  std::optional<Seat> declarer;
  std::optional<int> result;  // tricks of the declaring side
  std::optional<Bidding> bidding;
  std::optional<Play> play;
  std::optional<dd::Table> double_dummy;  // from DoubleDummyTricks or OptimumResultTable

  // The cards of `play` in the order played, up to the first that is not known or that Position cannot follow
  // (an irregularity, an unknown trump). Legal where the deal is known.
  std::vector<Card> cards;
  // Who led to the first trick, as far as the record says.
  std::optional<Seat> leader;

  std::uint32_t line = 0;
  std::vector<Error> errors;

  // The first tag of this name, inheritance applied; nothing when there is none.
  [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
  [[nodiscard]] const Tag* find(std::string_view name) const;
  // Sets the value of the first tag of this name, or adds one at the end. Not for typed fields.
  void set(std::string_view name, std::string value);
  [[nodiscard]] bool ok() const { return errors.empty(); }
  [[nodiscard]] bool all_hands_known() const { return known[0] && known[1] && known[2] && known[3]; }
};

// Reads board after board. `text` (decoded, see text.h) must outlive the reader; `file` is for messages.
class Reader {
 public:
  Reader(std::string_view text, std::string file);
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  std::optional<Board> next();
  // After the last board: text that belongs to none (statistic lines, comments).
  [[nodiscard]] const std::string& trailer() const;
  // How far in the text it is.
  [[nodiscard]] std::size_t offset() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

struct File {
  std::vector<Board> boards;
  std::string trailer;
};
File read(std::string_view text, const std::string& file);

// as_read: everything in the order and words in which it was read. export_format: the strict form of the
// standard: the 15 mandatory tags first and in order, others by name, the deal from the dealer, four calls or
// cards a line.
enum class Style : std::uint8_t { as_read, export_format };
std::string write(const Board& board, Style style = Style::as_read);
std::string write(const File& file, Style style = Style::as_read);

// Fills the typed fields from the tags (reading does it; for tags made by hand).
void interpret(Board& board, const std::string& file);

// "DoubleDummyTricks": 20 hexadecimal digits, north, south, east, west by NT S H D C.
std::string double_dummy_digits(const dd::Table& table);
std::optional<dd::Table> parse_double_dummy_digits(std::string_view digits);

}  // namespace yomi::pbn
