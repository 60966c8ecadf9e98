// The carding policy: which card of a suit a player with nothing better to decide is expected to play, and
// how often that is kept to. One policy, known to the whole table, is used both ways: to choose among cards
// that are worth the same, and to read the cards that others have played.
//
// The agreements are data (data/play/carding.txt, compiled in, or those of a system file); a search may
// depart from them if that pays. Only defenders signal, so on each board one policy applies, the defending
// side's.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "yomi/belief/evidence.h"
#include "yomi/cards/result.h"
#include "yomi/play/card_policy.h"
#include "yomi/play/course.h"
#include "yomi/play/decision.h"

namespace yomi::bidding {
struct System;
}

namespace yomi::play {

// What a card can say, depending on when it is played.
enum class Moment : std::uint8_t {
  silent,    // nothing: declarer's side, a card played to win or to ruff, trumps
  lead,      // a defender leads: the card speaks of the holding in its suit
  count,     // a defender follows low to a suit led by declarer's side: even or odd
  attitude,  // a defender follows low to partner's ace or king: does it like the suit?
  discard,   // a defender's first card of a suit is a low discard: does it like that suit?
};

struct Carding {
  enum class Count : std::uint8_t { none, standard, reversed };  // standard: high-low is an even number

  enum class Liking : std::uint8_t { none, standard, reversed };  // standard: a high card likes the suit

  // Which card of a long suit is led when no honours decide it.
  enum class Length : std::uint8_t {
    fourth,         // fourth best
    third_fifth,    // third best from an even number of cards, the lowest from an odd one
    second_fourth,  // second best without an honour, fourth best with one
  };
  enum class Honours : std::uint8_t { top, second };  // the card led from touching ones
  enum class AceKing : std::uint8_t { ace, king };    // the card led from both, at a suit contract
  enum class SmallCards : std::uint8_t { highest, middle, lowest };  // led from three of them

  Length suit_leads = Length::fourth;
  Length notrump_leads = Length::fourth;
  Honours touching_leads = Honours::top;
  AceKing ace_king_leads = AceKing::ace;
  SmallCards small_leads = SmallCards::highest;

  Count count = Count::standard;
  double count_kept = 0.7;           // the chance that a count card is the agreed one
  bool attitude_to_honours = false;  // partner's ace or king asks for attitude, not count
  Liking attitude = Liking::standard;
  Liking discard = Liking::standard;
  bool suit_preference = true;  // the card led for partner to ruff asks for a suit, see SuitPreference
  double attitude_kept = 0.7;
  double discard_kept = 0.6;
  double preference_kept = 0.75;
  double lead_kept = 0.8;      // the same for a lead
  double underlead_ace = 0.2;  // how much rarer a low lead from an ace is, at a suit contract
  // Habits of following, see Following.
  enum class Touching : std::uint8_t { none, lowest, highest } touching = Touching::lowest;
  double touching_kept = 0.77;
  double second_hand_low = 0.82;
  double third_hand_high = 0.79;

  // Makes every lead and signal believed as if it were always kept to (the naive readers of section 3.4).
  void take_at_face_value();
  // The card agreed on from `holding`, the cards of one suit that the player has before playing one.
  [[nodiscard]] Card agreed(Moment moment, CardSet holding, bool suit_contract) const;
  // The chance of `card` from `holding`, given that the player plays this suit.
  [[nodiscard]] double chance(Moment moment, CardSet holding, Card card, bool suit_contract) const;
  // The agreements that the pair has named itself. They override the learnt habits of players, most of whom
  // had the usual agreements.
  struct Named {
    bool suit_leads = false;
    bool notrump_leads = false;
    bool count = false;
    bool attitude = false;
    bool discard = false;
    friend bool operator==(const Named&, const Named&) = default;
  };
  Named named{};
  [[nodiscard]] bool is_named(Moment moment, bool suit_contract) const;
  friend bool operator==(const Carding&, const Carding&) = default;
};

// Suit preference: a defender who leads a suit of which partner has shown out, at a suit contract, says with
// a small card what to return after the ruff. A high one (seven to nine) asks for the higher of the other two
// side suits, a low one (two to five) for the lower.
struct SuitPreference {
  Seat seat = Seat::north;
  Card card;
  Suit asked = Suit::clubs;
  // The chance that a hand with `holding` in the suit would ask for it: with the ace or king it keeps the
  // agreement.
  [[nodiscard]] double chance(const Carding& carding, CardSet holding) const;
};
// The suit that the card asks for if the chair on turn leads it now.
std::optional<SuitPreference> preference_of(const Carding& carding, const Course& course, Card card);
// The cards of the play that asked for a suit.
std::vector<SuitPreference> preferences(const Carding& carding, const PlayContext& context,
                                        const belief::Seen& seen);
// Of `choice`, cards of one suit that the chair on turn may lead with `hand`: the one that asks for the suit
// in which the hand has an ace or king. Nothing when no card would ask.
std::optional<Card> preference_card(const Carding& carding, const Course& course, CardSet choice,
                                    CardSet hand);

// A defender follows to a suit for the first time. Second hand is low on a small card; third hand is high on
// partner's small card; an honour from touching ones is the lowest. The card policy has learnt such habits
// from experts; where it reads the cards, these are left out.
struct Following {
  Seat seat = Seat::north;
  Card card;
  Card led;
  Card winning;   // when the card was played
  int place = 1;  // cards before it in the trick; partner led where there are two
  // The chance of the card from `holding`, given that the player follows.
  [[nodiscard]] double chance(const Carding& carding, CardSet holding) const;
};
std::vector<Following> followings(const PlayContext& context, const belief::Seen& seen);
// Of equal cards of one suit, the one that a defender usually follows with.
Card habitual(const Carding& carding, CardSet choice);

// Reads "name = value" lines; '#' begins a remark. What is not named is taken from `otherwise`. The error
// names the line.
Result<Carding> parse_carding(std::string_view text, const std::string& file, const Carding& otherwise = {});
// The policy that is compiled in.
const Carding& default_carding();
// A shipped one by name, "standard" or "upside-down"; nothing if there is no such name.
std::optional<Carding> shipped_carding(std::string_view name);
// The same, or else the file of this path. The error names the file and the line.
Result<Carding> find_carding(const std::string& name_or_path);
// The agreements in a system file, or the compiled-in policy if it has none.
Result<Carding> carding_of(const bidding::System& system);
// The agreements in a sentence: "leads: fourth best; count: low from an even number".
std::string in_words(const Carding& carding);

// What `card`, played by `seat` to a trick that `led` opened (nothing: it is led), can say. `before` are the
// cards of its suit that the seat has played earlier: only the first one speaks.
Moment moment_of(const Carding& carding, const Contract& contract, Seat seat, Card card, Seat leader,
                 std::optional<Card> led, CardSet before);
// The policy's chances for the chair on turn, who holds `hand`. Where the agreement is named, the cards of a
// suit that would say something share what they have together by the agreement.
CardChances by_agreement(CardChances chances, const Carding& carding, const Course& course, CardSet hand);
// The policy's chance of the card or, if it says something by a named agreement, of all cards of its suit
// that do; for readers that apply the agreement itself separately.
double chance_by_habit(const CardChances& chances, const Carding& carding, const Course& course, Card card);

// The cards of the play that say something, in order.
struct Remark {
  Seat seat = Seat::north;
  Card card;
  Moment moment = Moment::silent;
  CardSet before{};  // the seat's own earlier cards of the suit
};
std::vector<Remark> remarks(const Carding& carding, const PlayContext& context, const belief::Seen& seen);

// The remarks of the hands hidden from seen.chair, as terms over original holdings: one for each seat and
// suit; with `following` the habits of following too.
std::vector<belief::SuitTerm> carding_terms(const Carding& carding, const PlayContext& context,
                                            const belief::Seen& seen, bool following = false);
// The same with words, for a Belief.
std::vector<belief::SuitConstraint> carding_constraints(const Carding& carding, const PlayContext& context,
                                                        const belief::Seen& seen, bool following = false);

}  // namespace yomi::play
