// Portable Bridge Notation 2.1 (Veugen 2007): records of boards.
//
// A board is a run of tags, [Name "value"], each with the text up to the next one: the calls after [Auction],
// the cards after [Play], the rows of a table, comments (`;` to the end of the line, `{...}`), escape lines
// (`%` in the first column). An empty line ends it. Everything is kept in `tags`, in order and as written, so
// that what is not understood is written back; what is understood is also in a Board. A writer uses the text
// where it still says the same as the Board, and the Board where somebody changed it.
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

#include "yomi/bridge/board.h"
#include "yomi/cards/result.h"
#include "yomi/dd/solver.h"
#include "yomi/formats/window.h"

namespace yomi::pbn {

struct Tag {
  std::string name;
  std::string value;       // \" and \\ resolved; "#" and "##..." not (see Record::value)
  std::string body{};      // the text from the closing bracket to the next tag, trailing space cut
  std::uint32_t line = 0;  // of the value; 0 in a tag that was not read
  std::uint32_t column = 0;
  std::uint32_t body_line = 0;
  std::uint32_t body_column = 0;
};

// The marks that a call or card may carry.
struct Remarks {
  int note = 0;                         // =n=, explained by a Note; 0: none
  std::vector<int> marks{};             // $n; the suffixes ! ? !! ?? !? ?! become their numbers
  std::vector<std::string> comments{};  // in order, without their signs
  friend bool operator==(const Remarks&, const Remarks&) = default;
};

struct Note {
  int number = 0;
  std::string text;
  std::uint32_t line = 0;  // for messages; two notes may differ in it
  friend bool operator==(const Note& a, const Note& b) { return a.number == b.number && a.text == b.text; }
};

// How a section ends: normally, with `*` (nothing more is known), or with `+` (unfinished; in the play it
// marks the next card).
enum class Ending : std::uint8_t { none, cut, open };

struct MadeCall {
  using Kind = BoardCall::Kind;  // regular; insufficient: ^I; skipped: ^S
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

// A board as written in a PBN file: its text by tags, and its meaning.
struct Record {
  std::string preamble;  // text before the first tag
  std::vector<Tag> tags;
  Inherited inherited;                      // for the tags of this board whose value is "#"
  std::shared_ptr<const Inherited> header;  // "##": for the tags that this board does not have

  // The contents of tags and sections; board.tags and board.asides are filled by board_of(). The play ends
  // before the first card that is not known or that Position cannot follow (an irregularity, an unknown
  // trump).
  Board board;
  std::optional<Bidding> bidding;
  std::optional<Play> play;
  std::optional<dd::Table> double_dummy;  // from DoubleDummyTricks or OptimumResultTable

  std::uint32_t line = 0;
  std::vector<Error> errors;

  // The first tag of this name, inheritance applied; nothing when there is none.
  [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
  [[nodiscard]] const Tag* find(std::string_view name) const;
  // Sets the value of the first tag of this name, or adds one at the end. Not for typed fields.
  void set(std::string_view name, std::string value);
  [[nodiscard]] bool ok() const { return errors.empty(); }
};

// Reads board after board. `text` (decoded, see text.h) must outlive the reader; `file` is for messages.
class Reader {
 public:
  Reader(std::string_view text, std::string file);
  // The same through a window, which must outlive it: in constant memory.
  Reader(text::Window& window, std::string file);
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  std::optional<Record> next();
  // Text after the last board (statistics, comments).
  [[nodiscard]] const std::string& trailer() const;
  // Offset in the text.
  [[nodiscard]] std::size_t offset() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

struct File {
  std::vector<Record> boards;
  std::string trailer;
};
File read(std::string_view text, const std::string& file);

// as_read: everything in the original order and words. export_format: the strict form of the standard: the 15
// mandatory tags first and in order, others by name, the deal from the dealer, four calls or cards a line.
enum class Style : std::uint8_t { as_read, export_format };
std::string write(const Record& record, Style style = Style::as_read);
std::string write(const File& file, Style style = Style::as_read);

// The complete Board of a record, with other tags and comments; of an irregular record, its number, names and
// comments too.
Board board_of(Record&& record);
inline Board board_of(const Record& record) {
  return board_of(Record(record));
}
// A record with the contents of the board, in standard form. Fields of LIN that PBN has no place for become
// escape lines, "%LIN place field|text|", and come back from there.
Record record_of(Board board);
// Puts tags in order: those of the standard, others, tables.
void sort_tags(std::vector<BoardTag>& tags);

// Fills the typed fields from the tags (reading does it; for tags made by hand).
void interpret(Record& record, const std::string& file);

// "DoubleDummyTricks": 20 hexadecimal digits, north, south, east, west by NT S H D C.
std::string double_dummy_digits(const dd::Table& table);
std::optional<dd::Table> parse_double_dummy_digits(std::string_view digits);

}  // namespace yomi::pbn
