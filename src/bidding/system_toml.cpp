// From TOML to a System.
//
// toml++ 3.3 asserts that a table's name starts with a letter, and takes that for granted in optimised
// builds, just before it checks the same thing and reports it ("[ = "). Only the check is wanted.
#ifdef NDEBUG
#undef NDEBUG
#define YOMI_HAD_NDEBUG
#endif
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>
#ifdef YOMI_HAD_NDEBUG
#define NDEBUG
#endif

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "yomi/bidding/system.h"
#include "yomi/bridge/auction.h"
#include "yomi/bridge/deal.h"

namespace yomi::bidding {
namespace {

constexpr int kDefaultPriority = 50;
constexpr int kOpenPriority = 30;     // patterns with "..."
constexpr int kGeneralPriority = 10;  // common sense
constexpr std::size_t kMaxFiles = 64;
constexpr std::size_t kMaxIncludes = 16;

// Thrown from the depth of the reading to load_system, and no further.
struct Broken {
  Error error;
};

// toml++ 3.3 does not survive every character outside ASCII: its search for spaces may run into code marked
// as unreachable. So it gets none: they are blotted out in comments, and elsewhere the place of the first is
// returned (a text may say \u00fc). After a text without an end toml++ stops by itself. Tables inside tables,
// which dots in keys make, are taken down by recursion: so there are few.
struct Unfit {
  toml::source_position at;
  const char* expected;
};
constexpr int kMaxDots = 1000;

std::optional<Unfit> make_plain(std::string& text) {
  const auto is_plain = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  const std::string_view seen = text;
  std::size_t comment_end = 0;
  std::string_view open;  // the quotes that will end the text we are in
  toml::source_position at{1, 1};
  int dots = 0;
  for (std::size_t i = 0; i < text.size(); ++i, ++at.column) {
    const char c = text[i];
    if (!is_plain(c)) {
      if (i >= comment_end)
        return Unfit{at, "a character of ASCII; others may stand in comments, and in texts as \\u00fc"};
      text[i] = '?';
    } else if (c == '\n') {
      at = {at.line + 1, 0};
      if (open.size() == 1) comment_end = text.size();  // a text without an end: the rest is not looked at
    } else if (i < comment_end) {
      continue;
    } else if (!open.empty()) {
      if (c == '\\' && open[0] == '"' && i + 1 < text.size() && text[i + 1] != '\n' &&
          is_plain(text[i + 1])) {
        ++i;
        ++at.column;
      } else if (seen.substr(i).starts_with(open)) {
        i += open.size() - 1;
        at.column += static_cast<toml::source_index>(open.size() - 1);
        open = {};
      }
    } else if (c == '.' && ++dots > kMaxDots) {
      return Unfit{at, "at most 1000 dots outside texts"};
    } else if (c == '#') {
      comment_end = std::min(seen.find('\n', i), seen.size());
    } else if (c == '"' || c == '\'') {
      const std::string_view rest = seen.substr(i);
      const bool long_text = rest.starts_with(c == '"' ? R"(""")" : "'''");
      open = c == '"' ? R"(""")" : "'''";
      if (!long_text) open = open.substr(0, 1);
      i += open.size() - 1;
      at.column += static_cast<toml::source_index>(open.size() - 1);
    }
  }
  return std::nullopt;
}

class Loader {
 public:
  explicit Loader(const Source& source) : source_(source) {}

  Result<System> load(const std::string& path) {
    try {
      file(path, "", nullptr);
    } catch (Broken& broken) {
      return std::move(broken.error);
    }
    order();
    return std::move(made_);
  }

 private:
  struct Text {
    std::string name;
    std::string text;
    std::uint32_t number = 0;
  };

  [[noreturn]] void fail(const Text& in, toml::source_position at, std::string what) const {
    throw Broken{Error{std::move(what), in.name, at.line, at.column}};
  }
  [[noreturn]] void fail(const Text& in, const toml::node& node, std::string what) const {
    fail(in, node.source().begin, std::move(what));
  }

  void file(const std::string& path, const std::string& from, const Error* included_at) {
    auto source = source_(path, from);
    if (!source) {
      Error error = source.error();
      if (included_at != nullptr)
        error = Error{error.to_string(), included_at->file, included_at->line, included_at->column};
      throw Broken{std::move(error)};
    }
    Text in{std::move(source->name), std::move(source->text), 0};
    if (std::find(open_.begin(), open_.end(), in.name) != open_.end() || open_.size() >= kMaxIncludes) {
      Error error = included_at != nullptr ? *included_at : Error{.what = "", .file = in.name};
      error.what = in.name + " includes itself";
      throw Broken{std::move(error)};
    }
    if (std::find(made_.files.begin(), made_.files.end(), in.name) != made_.files.end()) return;
    if (made_.files.size() >= kMaxFiles)
      throw Broken{Error{"expected at most 64 files in a system", in.name}};
    open_.push_back(in.name);
    if (const auto unfit = make_plain(in.text))
      fail(in, unfit->at, std::string("expected ") + unfit->expected);
    const toml::parse_result parsed = toml::parse(std::string_view(in.text), std::string_view(in.name));
    if (!parsed) {
      const toml::parse_error& error = parsed.error();
      fail(in, error.source().begin, std::string(error.description()));
    }
    const toml::table& root = parsed.table();
    known_keys(in, root, {"name", "about", "include", "carding", "group"});
    if (const toml::node* include = root.get("include")) includes(in, *include);
    // Its own groups stand above those of the files it includes.
    in.number = static_cast<std::uint32_t>(made_.files.size());
    made_.files.push_back(in.name);
    if (const toml::node* name = root.get("name")) {
      made_.name = text(in, *name);
    } else if (from.empty()) {
      fail(in, toml::source_position{1, 1}, "expected a key `name` (what the system is called)");
    }
    if (const toml::node* about = root.get("about")) made_.about = text(in, *about);
    if (const toml::node* node = root.get("carding")) carding(in, *node);
    if (const toml::node* groups = root.get("group")) {
      const toml::array* list = groups->as_array();
      if (list == nullptr) fail(in, *groups, "expected groups as [[group]]");
      for (const toml::node& one : *list) group(in, one);
    }
    open_.pop_back();
  }

  // The name of a carding file, or the agreements themselves. They are read by those who play the cards; each
  // stands in its line, for messages.
  void carding(const Text& in, const toml::node& node) {
    made_.carding = {.name = in.name, .text = {}};
    if (const toml::table* table = node.as_table()) {
      std::map<std::uint32_t, std::string> lines;
      for (const auto& [key, value] : *table) {
        const auto* number = value.as_floating_point();
        lines[key.source().begin.line] +=
            std::string(key.str()) + " = " +
            (number != nullptr ? std::to_string(number->get()) : text(in, value)) + ";";
      }
      for (const auto& [line, said] : lines) {
        const auto before = std::count(made_.carding.text.begin(), made_.carding.text.end(), '\n');
        made_.carding.text += std::string(line - 1 - static_cast<std::size_t>(before), '\n') + said;
      }
      return;
    }
    auto source = source_(text(in, node), in.name);
    if (!source) fail(in, node, source.error().to_string());
    made_.carding = std::move(*source);
  }

  void includes(const Text& in, const toml::node& node) {
    const toml::array* list = node.as_array();
    if (list == nullptr) fail(in, node, "expected a list of files");
    for (const toml::node& one : *list) {
      const std::string path = text(in, one);
      const Error at{
          .what = "", .file = in.name, .line = one.source().begin.line, .column = one.source().begin.column};
      file(path, in.name, &at);
    }
  }

  void known_keys(const Text& in, const toml::table& table,
                  std::initializer_list<std::string_view> keys) const {
    for (const auto& [key, value] : table) {
      if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
      std::string expected;
      for (const std::string_view one : keys) expected += (expected.empty() ? "" : ", ") + std::string(one);
      fail(in, key.source().begin,
           "expected one of " + expected + "; found the key '" + std::string(key.str()) + "'");
    }
  }

  std::string text(const Text& in, const toml::node& node) const {
    const auto* value = node.as_string();
    if (value == nullptr) fail(in, node, "expected a text in quotes");
    return value->get();
  }
  int integer(const Text& in, const toml::node& node) const {
    const auto* value = node.as_integer();
    if (value == nullptr || value->get() < 0 || value->get() > 99)
      fail(in, node, "expected a number from 0 to 99");
    return static_cast<int>(value->get());
  }
  bool boolean(const Text& in, const toml::node& node) const {
    const auto* value = node.as_boolean();
    if (value == nullptr) fail(in, node, "expected true or false");
    return value->get();
  }
  template <class T, std::size_t N>
  T word(const Text& in, const toml::node& node,
         const std::array<std::pair<std::string_view, T>, N>& words) const {
    const std::string found = text(in, node);
    std::string expected;
    for (const auto& [name, value] : words) {
      if (name == found) return value;
      expected += (expected.empty() ? "" : ", ") + std::string(name);
    }
    fail(in, node, "expected one of " + expected + "; found '" + found + "'");
  }

  // An error inside a text value, as a place in the file.
  [[noreturn]] void fail_inside(const Text& in, const toml::node& node, const Error& inner) const {
    toml::source_position at = node.source().begin;
    std::size_t offset = 0;
    for (std::uint32_t line = 1; line < at.line && offset != std::string::npos; ++line) {
      offset = in.text.find('\n', offset);
      if (offset != std::string::npos) ++offset;
    }
    std::string_view rest;
    if (offset != std::string::npos && offset + at.column - 1 < in.text.size()) {
      rest = std::string_view(in.text).substr(offset + at.column - 1);
    }
    const std::uint32_t quotes = rest.starts_with(R"(""")") || rest.starts_with("'''") ? 3 : 1;
    const bool starts_below = quotes == 3 && rest.size() > 3 && rest[3] == '\n';
    if (starts_below || inner.line > 1) {
      at.line += inner.line - 1 + (starts_below ? 1 : 0);
      at.column = inner.column;
    } else {
      at.column += quotes + inner.column - 1;
    }
    fail(in, at, inner.what);
  }

  Condition condition(const Text& in, const toml::node& node) const {
    auto parsed = parse_condition(text(in, node));
    if (!parsed) fail_inside(in, node, parsed.error());
    return std::move(parsed).value();
  }
  Condition public_condition(const Text& in, const toml::node& node) const {
    Condition made = condition(in, node);
    if (made.asks_hand()) {
      fail(in, node, "expected a public condition here: the hand belongs in `hand`");
    }
    return made;
  }
  void letters_bound(const Text& in, const toml::node& node, LetterSet used, LetterSet bound) const {
    const auto missing = static_cast<LetterSet>(used & ~bound);
    for (int i = 0; i < kLetters; ++i) {
      const auto letter = static_cast<Letter>(i);
      if ((missing & bit(letter)) != 0) {
        fail(
            in, node,
            std::string("the suit letter '") + to_char(letter) + "' is not bound by the auction or the call");
      }
    }
  }

  void group(const Text& in, const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) fail(in, node, "expected a group, as [[group]]");
    known_keys(in, *table,
               {"auction", "title", "if", "priority", "general", "judgement", "lines", "examples"});
    Group made;
    made.place = {in.number, node.source().begin.line, node.source().begin.column};
    const toml::node* auction = table->get("auction");
    if (auction == nullptr) fail(in, node, "expected a key `auction` in the group");
    if (const toml::array* list = auction->as_array()) {
      for (const toml::node& one : *list) made.patterns.push_back(pattern(in, one));
      if (list->empty()) fail(in, *auction, "expected at least one pattern");
    } else {
      made.patterns.push_back(pattern(in, *auction));
    }
    LetterSet bound = 0xFF;
    bool open = false;
    for (const Pattern& one : made.patterns) {
      bound &= with_other(one.letters());
      open = open || one.is_open();
    }
    if (const toml::node* title = table->get("title")) made.title = text(in, *title);
    if (const toml::node* general = table->get("general")) made.general = boolean(in, *general);
    if (const toml::node* judgement = table->get("judgement")) made.judgement = boolean(in, *judgement);
    if (const toml::node* when = table->get("if")) {
      made.when = public_condition(in, *when);
      letters_bound(in, *when, made.when.letters(), bound);
    }
    int priority = made.general ? kGeneralPriority : (open ? kOpenPriority : kDefaultPriority);
    if (const toml::node* own = table->get("priority")) priority = integer(in, *own);
    made.first_line = static_cast<std::uint32_t>(made_.lines.size());
    const toml::node* lines = table->get("lines");
    if (lines == nullptr || lines->as_array() == nullptr)
      fail(in, node, "expected `lines`, a list, in the group");
    for (const toml::node& one : *lines->as_array()) line(in, one, bound, priority);
    made.line_count = static_cast<std::uint32_t>(made_.lines.size()) - made.first_line;
    made_.groups.push_back(std::move(made));
    if (const toml::node* examples = table->get("examples")) {
      if (examples->as_array() == nullptr) fail(in, *examples, "expected `examples` as a list");
      for (const toml::node& one : *examples->as_array()) example(in, one);
    }
  }

  void example(const Text& in, const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) fail(in, node, "expected an example, as { hand = ..., after = ..., call = ... }");
    known_keys(in, *table, {"hand", "after", "call", "why"});
    const auto value = [&](std::string_view key) -> const toml::node& {
      const toml::node* found = table->get(key);
      if (found == nullptr) fail(in, node, "expected a key `" + std::string(key) + "` in the example");
      return *found;
    };
    Example made;
    made.place = {in.number, node.source().begin.line, node.source().begin.column};
    const auto hand = parse_hand(text(in, value("hand")));
    if (!hand) fail_inside(in, value("hand"), hand.error());
    made.hand = *hand;
    Auction auction(Seat::north);
    std::istringstream words(text(in, value("after")));
    for (std::string word; words >> word;) {
      const auto call = parse_call(word);
      if (!call || auction.is_over() || !auction.add(*call))
        fail(in, value("after"), "expected calls that are legal; found '" + word + "'");
      made.calls.push_back(*call);
    }
    const auto call = parse_call(text(in, value("call")));
    if (!call || auction.is_over() || !auction.is_legal(*call))
      fail(in, value("call"), "expected a call that is legal there");
    made.call = *call;
    if (const toml::node* why = table->get("why")) made.why = text(in, *why);
    made_.examples.push_back(std::move(made));
  }

  Pattern pattern(const Text& in, const toml::node& node) const {
    auto parsed = parse_pattern(text(in, node));
    if (!parsed) fail_inside(in, node, parsed.error());
    return std::move(parsed).value();
  }

  void line(const Text& in, const toml::node& node, LetterSet bound, int priority) {
    const toml::table* table = node.as_table();
    if (table == nullptr) fail(in, node, R"(expected a line, as { call = "...", hand = "..." })");
    known_keys(in, *table,
               {"call", "hand", "if", "forcing", "agrees", "says", "name", "alert", "why", "priority",
                "artificial", "pick"});
    Line made;
    made.place = {in.number, node.source().begin.line, node.source().begin.column};
    made.group = static_cast<std::uint32_t>(made_.groups.size());
    made.priority = priority;
    const toml::node* call = table->get("call");
    if (call == nullptr) fail(in, node, "expected a key `call` in the line");
    auto parsed = parse_call_name(text(in, *call));
    if (!parsed) fail_inside(in, *call, parsed.error());
    made.call = *parsed;
    if (const auto letter = made.call.letter(); letter && (bound & bit(*letter)) == 0) {
      if (*letter == Letter::other_major || *letter == Letter::other_minor) {
        letters_bound(in, *call, bit(*letter), bound);
      }
      bound = with_other(static_cast<LetterSet>(bound | bit(*letter)));
    }
    if (const toml::node* hand = table->get("hand")) {
      made.hand = condition(in, *hand);
      letters_bound(in, *hand, made.hand.letters(), bound);
    }
    if (const toml::node* when = table->get("if")) {
      made.when = public_condition(in, *when);
      letters_bound(in, *when, made.when.letters(), bound);
    }
    details(in, *table, made, bound);
    made_.lines.push_back(std::move(made));
  }

  void details(const Text& in, const toml::table& table, Line& made, LetterSet bound) const {
    static constexpr std::array<std::pair<std::string_view, Forcing>, 6> kForcing = {
        {{"none", Forcing::none},
         {"round", Forcing::round},
         {"game", Forcing::game},
         {"invite", Forcing::invite},
         {"signoff", Forcing::signoff},
         {"transfer", Forcing::transfer}}};
    static constexpr std::array<std::pair<std::string_view, Pick>, 4> kPicks = {
        {{"longest", Pick::longest},
         {"cheapest", Pick::cheapest},
         {"highest", Pick::highest},
         {"strongest", Pick::strongest}}};
    if (const toml::node* forcing = table.get("forcing")) made.forcing = word(in, *forcing, kForcing);
    if (const toml::node* pick = table.get("pick")) made.pick = word(in, *pick, kPicks);
    if (const toml::node* artificial = table.get("artificial")) made.artificial = boolean(in, *artificial);
    if (const toml::node* priority = table.get("priority")) made.priority = integer(in, *priority);
    if (const toml::node* name = table.get("name")) made.name = text(in, *name);
    if (const toml::node* alert = table.get("alert")) made.alert = text(in, *alert);
    if (const toml::node* why = table.get("why")) made.why = text(in, *why);
    if (const toml::node* agrees = table.get("agrees")) {
      const auto suit = parse_suit_name(text(in, *agrees));
      if (!suit) fail(in, *agrees, "expected a suit (S H D C, a letter, trump, partner.suit, my.suit)");
      if (const auto letter = suit->letter()) letters_bound(in, *agrees, bit(*letter), bound);
      made.agrees = *suit;
    }
    if (const toml::node* says = table.get("says")) {
      const toml::array* list = says->as_array();
      if (list == nullptr) fail(in, *says, "expected a list of tags, as [\"stayman\"]");
      for (const toml::node& one : *list) made.says.push_back(text(in, one));
    }
  }

  // Above: the higher priority; then the later file; then the earlier line.
  void order() {
    std::vector<std::uint32_t> lines(made_.lines.size());
    for (std::uint32_t i = 0; i < lines.size(); ++i) lines[i] = i;
    std::stable_sort(lines.begin(), lines.end(), [&](std::uint32_t a, std::uint32_t b) {
      const Line& one = made_.lines[a];
      const Line& other = made_.lines[b];
      if (one.priority != other.priority) return one.priority > other.priority;
      return one.place.file > other.place.file;
    });
    made_.rank.resize(lines.size());
    for (std::uint32_t i = 0; i < lines.size(); ++i) made_.rank[lines[i]] = i;
  }

  const Source& source_;
  System made_;
  std::vector<std::string> open_;  // files being read, the outermost first
};

}  // namespace

Result<System> load_system(const std::string& path, const Source& source) {
  return Loader(source).load(path);
}

}  // namespace yomi::bidding
