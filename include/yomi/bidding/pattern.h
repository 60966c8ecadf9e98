// Auction patterns: to which auctions a group of lines applies.
//
//   ""               nobody has opened
//   "1M (P)"         we opened one of a major, they passed
//   "(1u) P (P)"     their opening came round to us
//   "1m (*!P) ..."   we opened a minor and they did not pass; whatever followed
//
// A pattern describes the whole auction from the first call that is not a pass, as the side to call sees it:
// our calls bare, theirs in brackets. Letters stand for suits (suit_name.h). Where "..." leaves a choice, it
// takes as few calls as it can. Matching costs some tens of nanoseconds.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yomi/bidding/suit_name.h"
#include "yomi/cards/result.h"

namespace yomi::bidding {

class Pattern {
 public:
  // `calls` from the first that is not a pass; `ours_first`: that one is by the side now to call.
  [[nodiscard]] std::optional<Letters> match(std::span<const Call> calls, bool ours_first) const;
  // The letters that a match binds.
  [[nodiscard]] LetterSet letters() const { return letters_; }
  [[nodiscard]] bool is_open() const { return open_; }  // has "..."
  [[nodiscard]] const std::string& text() const { return text_; }

  friend Result<Pattern> parse_pattern(std::string_view text);

 private:
  struct Word {  // one way a call may look
    enum class Kind : std::uint8_t { call, suit, any, any_but_pass };
    Kind kind = Kind::call;
    Call call;        // Kind::call; of no trump at any level: level 1, see any_level
    SuitName suit{};  // Kind::suit
    int level = 0;    // of a suit; 0: any
    bool any_level = false;
  };
  struct Token {
    bool dots = false;
    bool ours = false;
    std::vector<Word> words{};
  };
  bool match_from(std::size_t token, std::span<const Call> calls, bool ours, Letters& letters) const;
  static bool match_word(const Word& word, Call call, Letters& letters);

  std::vector<Token> tokens_;
  LetterSet letters_ = 0;
  bool open_ = false;
  std::string text_;

  friend class PatternParser;
};
// The error's column counts from 1 in `text`.
Result<Pattern> parse_pattern(std::string_view text);

}  // namespace yomi::bidding
