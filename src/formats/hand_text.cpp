#include "yomi/formats/hand_text.h"

#include <algorithm>
#include <optional>
#include <string>

#include "yomi/formats/text.h"

namespace yomi {
namespace {

Error error_at(std::size_t at, std::string what) {
  return {.what = std::move(what), .line = 1, .column = static_cast<std::uint32_t>(at + 1)};
}

// Reads a hand from left to right. Suits are separated by their own symbols if there are any, otherwise by
// full stops, otherwise by spaces.
class HandReader {
 public:
  explicit HandReader(std::string_view text) : text_(text) {
    for (std::size_t i = 0; i < text.size(); ++i) named_ = named_ || suit_at_place(i).suit.has_value();
    dotted_ = !named_ && text.find('.') != std::string_view::npos;
    if (named_) suit_.reset();
  }

  Result<CardSet> read() {
    for (std::size_t i = 0; i < text_.size();) {
      std::size_t length = 1;
      if (const auto error = take(i, length)) return *error;
      i += length;
    }
    if (!named_ && suit_ != Suit::clubs) return error_at(text_.size(), "expected four suits, S.H.D.C");
    return with_small_cards();
  }

 private:
  [[nodiscard]] SuitSign suit_at_place(std::size_t at) const {
    const SuitSign sign = leading_sign(text_.substr(at));
    if (sign.suit) return sign;
    return {parse_suit(text_[at]), 1};
  }

  std::optional<Error> take(std::size_t at, std::size_t& length) {
    const char c = text_[at];
    if (const SuitSign sign = suit_at_place(at); sign.suit) {
      suit_ = sign.suit;
      length = sign.length;
      return {};
    }
    if (c == '.' || text::is_blank(c) || c == ',' || c == ';' || c == ':') return separator(at);
    if (c == '-') {  // a void
      seen_ = true;
      return {};
    }
    if (!suit_) return error_at(at, "expected a suit, found '" + std::string(1, c) + "'");
    seen_ = true;
    if (c == 'x' || c == 'X') {
      ++small_[*suit_];
      return {};
    }
    const bool ten = text_.substr(at, 2) == "10";
    if (ten) length = 2;
    const auto rank = ten ? std::optional(Rank::ten) : parse_rank(c);
    if (!rank)
      return error_at(at, "expected a rank (A K Q J T 9 ... 2), x for a small card, or '.', found '" +
                              std::string(1, c) + "'");
    const Card card(*suit_, *rank);
    if (hand_.contains(card)) return error_at(at, to_string(card) + " is there twice");
    hand_.insert(card);
    return {};
  }

  std::optional<Error> separator(std::size_t at) {
    if (named_ || (dotted_ && text_[at] != '.') || (!dotted_ && !seen_)) return {};
    if (suit_ == Suit::clubs) {
      if (!dotted_ && text::trim(text_.substr(at)).empty()) return {};
      return error_at(at, "expected four suits, S.H.D.C, found more");
    }
    suit_ = suit_at(index(*suit_) - 1);
    seen_ = false;
    return {};
  }

  Result<CardSet> with_small_cards() {
    for (Suit suit : kAllSuits) {
      for (int rank = 0; rank < index(Rank::ten) && small_[suit] > 0; ++rank) {
        const Card card(suit, rank_at(rank));
        if (hand_.contains(card)) continue;
        hand_.insert(card);
        --small_[suit];
      }
      if (small_[suit] > 0) return error_at(0, "there are not so many small cards in a suit");
    }
    if (hand_.size() != kRanks)
      return error_at(0, "expected 13 cards, found " + std::to_string(hand_.size()));
    return hand_;
  }

  std::string_view text_;
  bool named_ = false;
  bool dotted_ = false;
  bool seen_ = false;  // something of the present suit
  std::optional<Suit> suit_ = Suit::spades;
  CardSet hand_;
  BySuit<int> small_{};
};

// The word without brackets, signs of alerts and remarks, and with letters for suit signs.
std::string plain_call(std::string_view word) {
  std::string made;
  for (std::size_t i = 0; i < word.size();) {
    const SuitSign sign = leading_sign(word.substr(i));
    if (sign.suit)
      made += to_char(*sign.suit);
    else if (std::string_view("()[]!?*").find(word[i]) == std::string_view::npos)
      made += word[i];
    i += std::max<std::size_t>(1, sign.length);
  }
  return made;
}

// A call in the words of other countries: no bid, Passe, Contre, Kontra, 1SA.
std::optional<Call> foreign_call(std::string_view written) {
  const std::string word = text::lower(written);
  const auto is = [&word](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is({"nb", "no", "nobid", "pas", "passe", "passo", "paso", "weiter"})) return Call::pass();
  if (is({"contre", "contra", "kontra", "ktr", "doblo", "dbld"})) return Call::x();
  if (is({"surcontre", "surcontra", "rekontra", "rektr", "rktr", "redoblo", "rd"})) return Call::xx();
  if (word.size() == 3 && word[0] >= '1' && word[0] <= '7' &&
      is({word.substr(0, 1) + "sa", word.substr(0, 1) + "ba"}))
    return Call::bid(word[0] - '0', Strain::no_trump);
  return std::nullopt;
}

// Passes that end the auction after these calls.
std::size_t closing_passes(const std::vector<Call>& calls) {
  std::size_t at_end = 0;
  while (at_end < calls.size() && calls[calls.size() - 1 - at_end].is_pass()) ++at_end;
  const std::size_t wanted = at_end == calls.size() ? 4 : 3;
  return wanted > at_end ? wanted - at_end : 0;
}

}  // namespace

Result<CardSet> parse_hand_text(std::string_view text) {
  return HandReader(text).read();
}

Result<std::vector<Call>> parse_calls_text(std::string_view text) {
  constexpr std::string_view kBetween = " ,;\t-";
  std::vector<Call> calls;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(kBetween, at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const std::string word = plain_call(text.substr(at, end - at));
    if (text::lower(word) == "ap") {
      calls.resize(calls.size() + closing_passes(calls));
    } else if (!word.empty()) {
      auto call = parse_call(word);
      if (!call) call = foreign_call(word);
      if (!call)
        return error_at(at, "expected a call (Pass, X, XX, 1C ... 7NT), found " +
                                text::quote(text.substr(at, std::min<std::size_t>(end - at, 20))));
      calls.push_back(*call);
    }
    at = end;
  }
  return calls;
}

}  // namespace yomi
