#include "yomi/dealer/explanation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "lexer.h"

namespace yomi::dealer {
namespace {

constexpr int kMostPoints = 37;
constexpr int kFewPoints = 6;  // a bare number below is a length

struct Part {
  enum class Kind : std::uint8_t { word, range, suit, end };  // end: of a statement
  Kind kind = Kind::word;
  std::string word{};
  int low = 0;
  int high = 0;
  bool open = false;  // "5+", "<3", "6-": only one end was given
  std::string digits{};
  Suit suit{};
};

std::optional<Suit> suit_of_word(std::string_view word) {
  constexpr std::array<std::array<std::string_view, 3>, 4> kNames = {{{"club", "clubs", "clb"},
                                                                      {"diamond", "diamonds", "dia"},
                                                                      {"heart", "hearts", "hts"},
                                                                      {"spade", "spades", "sp"}}};
  for (int i = 0; i < 4; ++i) {
    for (std::string_view name : kNames[static_cast<std::size_t>(i)]) {
      if (word == name) return suit_at(i);
    }
  }
  return std::nullopt;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Part> run() {
    while (at_ < text_.size() && tokens_.size() < kMost) step();
    tokens_.push_back({.kind = Part::Kind::end});
    return std::move(tokens_);
  }

 private:
  static constexpr std::size_t kMost = 200;
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : ' ';
  }

  void step() {
    const char c = peek();
    if (const SuitSign sign = leading_sign(text_.substr(at_)); sign.suit) {
      add_suit(*sign.suit, sign.length);
    } else if (c == '!' && is_letter(peek(1)) && (!is_letter(peek(2)) || lower(peek(2)) == 's')) {
      if (const auto suit = parse_suit(peek(1))) return add_suit(*suit, lower(peek(2)) == 's' ? 3 : 2);
      ++at_;
    } else if (is_digit(c) || ((c == '<' || c == '>') && is_digit(peek(1)))) {
      number();
    } else if (c == '(' && is_digit(peek(1)) && text_.find(')', at_) != std::string_view::npos) {
      at_ = text_.find(')', at_) + 1;  // "3-7(8)": now and then
    } else if (is_letter(c)) {
      word();
    } else {
      if (c == ';' || c == ',' || c == '/' || c == '.') tokens_.push_back({.kind = Part::Kind::end});
      ++at_;
    }
  }

  void word() {
    std::string word;
    while (is_letter(peek())) word += lower(text_[at_++]);
    if (const auto suit = suit_of_word(word)) {
      tokens_.push_back({.kind = Part::Kind::suit, .suit = *suit});
      return;
    }
    for (const std::string_view name : {"clubs", "diamonds", "hearts", "spades"}) {  // "heartsGF"
      if (!word.starts_with(name)) continue;
      tokens_.push_back({.kind = Part::Kind::suit, .suit = *suit_of_word(name)});
      word.erase(0, name.size());
    }
    tokens_.push_back({.kind = Part::Kind::word, .word = word, .open = peek() == '+'});
  }

  void add_suit(Suit suit, std::size_t length) {
    tokens_.push_back({.kind = Part::Kind::suit, .suit = suit});
    at_ += length;
  }

  int digits(Part& token) {
    int value = 0;
    while (is_digit(peek())) {
      token.digits += peek();
      if (value < 1000) value = 10 * value + (peek() - '0');
      ++at_;
    }
    return value;
  }

  void number() {
    Part token{.kind = Part::Kind::range};
    const char sign = is_digit(peek()) ? ' ' : text_[at_++];
    const int first = digits(token);
    token.low = token.high = first;
    while (peek() == ' ' && (peek(1) == '-' || peek(1) == '+') && !is_letter(peek(2))) ++at_;
    if (sign != ' ') {
      token.open = true;
      token.low = sign == '<' ? 0 : first + 1;
      token.high = sign == '<' ? first - 1 : kMostPoints;
    } else if (peek() == '+') {
      ++at_;
      token.open = true;
      token.high = kMostPoints;
    } else if (peek() == '-') {
      ++at_;
      while (peek() == ' ' && is_digit(peek(1))) ++at_;
      if (is_digit(peek())) {
        token.high = digits(token);
      } else {
        token.open = true;
        token.low = 0;
      }
    } else if (peek() == ' ' && is_digit(peek(1)) && first >= kFewPoints) {  // "12 14"
      ++at_;
      token.high = digits(token);
    }
    if (token.low <= token.high) tokens_.push_back(std::move(token));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Part> tokens_;
};

class Reader {
 public:
  Reader(std::vector<Part> tokens, Call call) : tokens_(std::move(tokens)), call_(call) {}

  std::optional<std::string> run() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      if (!word_ahead(0, {"or"}) || word_ahead(1, {"more", "better"})) continue;
      // One of several hands, each of which has to be understood.
      const auto place = tokens_.begin() + static_cast<std::ptrdiff_t>(at_);
      std::vector<Part> first(tokens_.begin(), place);
      first.push_back({.kind = Part::Kind::end});
      const auto one = Reader(std::move(first), call_).run();
      const auto other =
          one ? Reader(std::vector<Part>(place + 1, tokens_.end()), call_).run() : std::nullopt;
      return other ? std::optional("(" + *one + " || " + *other + ")") : std::nullopt;
    }
    for (at_ = 0; at_ < tokens_.size(); ++at_) step();
    return condition_.empty() ? std::nullopt : std::optional(condition_);
  }

 private:
  [[nodiscard]] const Part& ahead(std::size_t steps) const {
    return tokens_[std::min(at_ + steps, tokens_.size() - 1)];
  }
  [[nodiscard]] bool word_ahead(std::size_t steps, std::initializer_list<std::string_view> words) const {
    for (std::string_view word : words) {
      if (ahead(steps).kind == Part::Kind::word && ahead(steps).word == word) return true;
    }
    return false;
  }

  // Is one of these words just before?
  [[nodiscard]] bool word_before(std::initializer_list<std::string_view> words) const {
    return at_ > 0 && tokens_[at_ - 1].kind == Part::Kind::word &&
           std::find(words.begin(), words.end(), tokens_[at_ - 1].word) != words.end();
  }

  void both(std::string_view part) {
    condition_ += condition_.empty() ? "" : " && ";
    condition_ += part;
  }
  void add(const std::string& what, int low, int high, int most) {
    if (low == high) return both(what + "(self) == " + std::to_string(low));
    if (low > 0) both(what + "(self) >= " + std::to_string(low));
    if (high < most) both(what + "(self) <= " + std::to_string(high));
  }
  void add_length(Suit suit, int low, int high) {
    constexpr BySuit<std::string_view> kNames = {"clubs", "diamonds", "hearts", "spades"};
    if (low <= kRanks) add(std::string(kNames[suit]), low, std::min(high, kRanks), kRanks);
  }
  void add_points(int low, int high) {
    if (low <= kMostPoints) add("hcp", low, std::min(high, kMostPoints), kMostPoints);
  }

  // A number: of what it is says the word or suit after it.
  void range(const Part& token) {
    std::size_t next = 1;
    if (word_ahead(next, {"or"}) && word_ahead(next + 1, {"more"})) next += 2;
    while (word_ahead(next, {"card", "cards", "k", "crd", "in", "of"})) ++next;
    if (ahead(next).kind == Part::Kind::suit) {
      const bool least = at_ > 1 && tokens_[at_ - 1].word == "least";
      // "5 hearts" alone is five or more: so people say it.
      const bool alone = token.low == token.high && !token.open;
      add_length(ahead(next).suit, token.low,
                 least || (alone && token.low >= 5) || next > 2 ? kRanks : token.high);
      at_ += next;
    } else if (word_ahead(next, {"hcp", "p", "pt", "pts", "points", "point", "hp", "pnt"})) {
      add_points(token.low, token.high);
      at_ += next;
    } else if (word_ahead(next, {"total"})) {
      // Lengths count too, so that only the upper end says something of high cards.
      if (token.high < kMostPoints) add_points(0, token.high);
      at_ += next + 1;
    } else if (word_ahead(next, {"major", "majors", "m"})) {
      major_of(token);
      at_ += next;
    } else if (token.digits.size() == 4 && token.low == token.high) {
      shape(token.digits);
    } else if (ahead(1).kind == Part::Kind::end ||
               word_ahead(1, {"bal", "balanced", "any", "nt", "pnt", "with"})) {
      const bool points = token.open && token.low > 0 ? token.low >= kFewPoints : token.high >= kFewPoints;
      if (points && (token.high - token.low <= 10 || token.open) && token.low != token.high)
        add_points(token.low, token.high);
      else if (call_.is_bid() && trump_suit(call_.strain()) && token.low < kFewPoints && token.open)
        add_length(*trump_suit(call_.strain()), token.low, token.high);
    }
  }

  void shape(const std::string& digits) {
    int sum = 0;
    for (char c : digits) sum += c - '0';
    if (sum == kRanks) both("shape(self, " + digits + ")");
  }

  // "no 5 card major", "4 card major".
  void major_of(const Part& token) {
    const std::string length = std::to_string(token.low);
    if (token.low < 3 || token.low > 6) return;
    if (word_before({"no", "without"})) {
      add_length(Suit::hearts, 0, token.low - 1);
      add_length(Suit::spades, 0, token.low - 1);
    } else {
      both("(hearts(self) >= " + length + " || spades(self) >= " + length + ")");
    }
  }

  // A suit without a number: "!S", "!S fit", "!S stiff"; not "!S cue", "re !D".
  void suit(Suit suit) {
    if (word_before({"rebiddable"})) return add_length(suit, 5, kRanks);
    if (word_before({"biddable"})) return add_length(suit, 4, kRanks);
    if (word_before({"short", "shortness", "singleton", "stiff", "splinter", "spl"}) ||
        word_ahead(1, {"short", "shortness", "singleton", "stiff", "splinter", "spl"}))
      return add_length(suit, 0, 1);
    if (word_before({"void"}) || word_ahead(1, {"void"})) return add_length(suit, 0, 0);
    if (word_before({"of"}) && at_ > 1 && tokens_[at_ - 2].word == "takeout") {
      add_length(suit, 0, 3);
      return add_points(10, kMostPoints);
    }
    if (word_before({"of", "raise", "in"}) && raises_) return add_length(suit, 3, kRanks);
    if (at_ > 0 && tokens_[at_ - 1].kind == Part::Kind::word) return;
    if (word_ahead(1, {"minor"})) {
      add_length(suit, 4, kRanks);
      both("(clubs(self) >= 4 || diamonds(self) >= 4)");
    } else if (ahead(1).kind == Part::Kind::end || word_ahead(1, {"fit", "suit", "gf", "fg", "nat"})) {
      add_length(suit, 4, kRanks);
    }
  }

  [[nodiscard]] bool says_points() const { return condition_.find("hcp") != std::string::npos; }
  [[nodiscard]] bool or_better() const {
    for (std::size_t i = at_; i + 1 < tokens_.size(); ++i) {
      if (tokens_[i].word == "or" && tokens_[i + 1].word == "better") return true;
    }
    return tokens_[at_].open;
  }

  // Names of conventions that say something of the hand whatever the auction was.
  bool convention() {
    const auto suit = call_.is_bid() ? trump_suit(call_.strain()) : std::nullopt;
    if (word_ahead(0, {"inv", "invit", "invite", "invitational", "limit", "drury"})) {
      raises_ = true;
      if (!says_points()) add_points(10, or_better() ? kMostPoints : 12);
    } else if (word_ahead(0, {"bergen"})) {
      if (!says_points()) add_points(6, 12);
    } else if (word_ahead(0, {"raise"}) && word_before({"good", "bad"})) {
      raises_ = true;
      if (word_before({"good"}))
        add_points(10, kMostPoints);
      else
        add_points(0, 9);
    } else if (word_ahead(0, {"splinter", "spl"}) && suit && ahead(1).kind != Part::Kind::suit &&
               (at_ == 0 || tokens_[at_ - 1].kind != Part::Kind::suit)) {
      add_length(*suit, 0, 1);
    } else if (word_ahead(0, {"stayman"}) && suit == Suit::clubs && call_.level() <= 3) {
      both("(hearts(self) >= 4 || spades(self) >= 4)");
    } else if (word_ahead(0, {"precision", "prec"}) && call_ == Call::bid(1, Strain::clubs)) {
      add_points(16, kMostPoints);
    } else if (word_ahead(0, {"multi"}) || (word_ahead(0, {"major"}) && word_before({"single", "one"}))) {
      both("(hearts(self) >= 5 || spades(self) >= 5)");
    } else if (word_ahead(0, {"michaels"}) && suit && is_minor(call_.strain())) {
      add_length(Suit::hearts, 5, kRanks);
      add_length(Suit::spades, 5, kRanks);
    } else if (word_ahead(0, {"forcing"}) && call_ == Call::bid(1, Strain::no_trump) && !says_points()) {
      add_points(5, 12);
    } else if (word_ahead(0, {"transfer", "transf", "trf", "tfr", "xfer", "tr"}) && !word_before({"re"})) {
      transfer(suit);
    } else {
      return false;
    }
    return true;
  }

  // To the suit that is named, else to the next one up.
  void transfer(std::optional<Suit> bid) {
    if (ahead(1).kind == Part::Kind::suit) {
      ++at_;
      return add_length(tokens_[at_].suit, 5, kRanks);
    }
    if (!bid || *bid == Suit::spades || call_.level() > 3 || word_ahead(1, {"to"})) return;
    add_length(suit_at(index(*bid) + 1), call_.level() == 1 ? 4 : 5, kRanks);
  }

  void step() {
    const Part& token = tokens_[at_];
    if (token.kind == Part::Kind::range) return range(token);
    if (token.kind == Part::Kind::suit) return suit(token.suit);
    if (token.kind != Part::Kind::word) return;
    const bool no = word_before({"no", "not"});
    if (!no && convention()) return;
    const bool low_cards = token.word.size() > 1 && token.word.find_first_not_of('x') == std::string::npos;
    if (low_cards && ahead(1).kind == Part::Kind::suit) {  // "xx !C"
      const auto length = static_cast<int>(std::min<std::size_t>(token.word.size(), kRanks));
      ++at_;
      add_length(tokens_[at_].suit, length, length);
    } else if (word_ahead(0, {"majors", "major", "m"}) && no) {
      add_length(Suit::hearts, 0, 3);
      add_length(Suit::spades, 0, 3);
    } else if (word_ahead(0, {"majors"}) ||
               (token.word == "m" && at_ > 0 && tokens_[at_ - 1].word == "both")) {
      add_length(Suit::hearts, 4, kRanks);
      add_length(Suit::spades, 4, kRanks);
    } else if (word_ahead(0, {"minors"})) {
      add_length(Suit::clubs, 4, kRanks);
      add_length(Suit::diamonds, 4, kRanks);
    } else if (word_ahead(0, {"bal", "balanced"})) {
      both("shape(self, any 4333 + any 4432 + any 5332)");
    } else if (word_ahead(0, {"weak", "preemptive", "preempt"}) && !no) {
      add_points(0, 10);
    } else if (word_ahead(0, {"strong", "str"}) && !no) {
      add_points(15, kMostPoints);
    } else if (word_ahead(0, {"gf", "fg"}) && !no && condition_.find("hcp") == std::string::npos) {
      add_points(11, kMostPoints);
    } else if (word_ahead(0, {"natural", "nat"}) && call_.is_bid() && trump_suit(call_.strain())) {
      add_length(*trump_suit(call_.strain()), 4, kRanks);
    }
  }

  std::vector<Part> tokens_;
  Call call_;
  std::size_t at_ = 0;
  std::string condition_;
  bool raises_ = false;  // a raise was named: a suit after it is the one that is raised
};

}  // namespace

std::optional<std::string> explained(std::string_view text, Call call) {
  return Reader(Scanner(text).run(), call).run();
}

}  // namespace yomi::dealer
