// A bidding system as data: groups of lines, each saying "after this auction, with this hand, this call".
//
// Read from TOML (docs/reference/system-language.md has the language); a file may include others. A broken
// file gives one error with file, line and column, and nothing is loaded. A System never changes and may be
// read from any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bidding/call_name.h"
#include "yomi/bidding/condition.h"
#include "yomi/bidding/pattern.h"
#include "yomi/bridge/call.h"
#include "yomi/cards/card_set.h"
#include "yomi/cards/result.h"

namespace yomi::bidding {

// What partner may do over a call. `round`, `game` and `transfer` may not be passed.
enum class Forcing : std::uint8_t { none, round, game, invite, signoff, transfer };
std::string_view to_name(Forcing forcing);

// Which suit a line with a free letter takes, of those for which its condition holds.
enum class Pick : std::uint8_t { longest, cheapest, highest, strongest };

struct Place {
  std::uint32_t file = 0;  // number in System::files
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct Line {
  CallName call;
  Condition hand;
  Condition when;  // `if`: public
  Forcing forcing = Forcing::none;
  Pick pick = Pick::longest;
  bool artificial = false;
  std::optional<SuitName> agrees{};
  std::vector<std::string> says{};
  std::string name{};
  std::string alert{};
  std::string why{};
  int priority = 0;
  std::uint32_t group = 0;
  Place place{};
};

struct Group {
  std::vector<Pattern> patterns;  // the first that fits counts
  std::string title;
  Condition when;
  bool general = false;
  // Its lines are agreements about what calls mean, but which call to make is judgement: the policy may
  // decide there, and who reads a hand from such a call doubts as with a general line.
  bool judgement = false;
  std::uint32_t first_line = 0;  // in System::lines
  std::uint32_t line_count = 0;
  Place place{};
};

// A problem with its answer, beside the lines that it is about. The checker asks it.
struct Example {
  CardSet hand;
  std::vector<Call> calls;  // from the dealer
  Call call;                // what the system says
  std::string why;
  Place place{};
};

// The text of a file that a system is read from.
struct SourceText {
  std::string name;  // for messages, and to know a file that is included twice
  std::string text;
};

struct System {
  std::string name;
  std::string shipped_as;  // "two-over-one"; empty for a system that does not ship
  std::string about;
  std::vector<std::string> files;  // as named in messages
  std::vector<Group> groups;
  std::vector<Line> lines;          // group by group
  std::vector<std::uint32_t> rank;  // by line: 0 stands above all others
  std::vector<Example> examples;
  // The agreements of the play: the text of a carding file (docs/reference/carding.md), and where it stands.
  // Empty: nothing is said of them.
  SourceText carding;

  // "two-over-one.toml:41:5"
  [[nodiscard]] std::string place(const Place& at) const;
};

// `from` is the file that includes it, empty for the first.
using Source = std::function<Result<SourceText>(const std::string& path, const std::string& from)>;

Result<System> load_system(const std::string& path, const Source& source);

// From the disk; includes are looked for beside the including file and then among the systems that ship.
Result<System> load_system_file(const std::string& path);
// One of those that ship, by name: "two-over-one", "sayc", "acol", "precision", "natural".
Result<System> load_shipped_system(std::string_view name);
std::vector<std::string> shipped_systems();
// A name of a system that ships, or else the path of a file; one that ends in .bbsa is a convention card
// (convention_card.h).
Result<System> find_system(const std::string& name_or_path);

}  // namespace yomi::bidding
