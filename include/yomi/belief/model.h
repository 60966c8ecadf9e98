// Counting and drawing deals exactly: all deals of a Space, each with a weight that is a product of terms.
//
// How. A hand's lengths, points, controls, losers and the like are sums over suits, so a term is a function
// of a few sums. Each suit is split among the hidden hands in all ways that differ for some term (cards that
// no term tells apart are handled by counting), the splits are merged into classes that no term tells apart,
// spades with hearts and diamonds with clubs are combined the same way, and the two halves are joined where
// hand sizes fit. Partial sums that no completion can tell apart are merged on the way. Hands that no term
// looks at are dealt last.
//
// A term that is not a function of such sums (a solver's result, `cccc`), or that would make the tables too
// large, is left over: draw() ignores it and the caller weighs or rejects (see left_over and draw_checked).
//
// Cost: two hidden hands with shape and HCP terms well under a millisecond, three some milliseconds; a draw
// about a microsecond. After construction everything is const and may be used from any thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "yomi/belief/expression.h"
#include "yomi/belief/space.h"

namespace yomi::belief {

__extension__ using Count = unsigned __int128;  // there are 5.4e28 deals
std::string to_string(Count count);

// A condition that must hold or, with `weight`, a factor for the value of the expression.
struct Term {
  Expression expression;
  std::function<double(int)> weight{};
};

// A factor that looks at one suit of some hands; it gets the ranks of all four hands in that suit (original
// hands, with the cards already played). Only the hands in `seats` may matter to it.
struct SuitTerm {
  Suit suit = Suit::clubs;
  BySeat<bool> seats{};
  std::function<double(const BySeat<std::uint32_t>& ranks_by_seat)> weight;
};

// Where the tables stop growing and a term is left over instead.
struct Limits {
  std::size_t suit_splits = 300'000;  // ways to split one suit
  std::size_t pairs = 6'000'000;      // pairs of classes of two suits
  std::size_t joins = 60'000'000;     // pairs of half states looked at
  // If not, hands may come out too long or short; useful only to prove that nothing fits.
  bool hand_sizes = true;
};

// The chance of each card in each hand.
struct Marginals {
  BySeat<std::array<double, 64>> by_seat{};  // by seat, then Card::bit()
  [[nodiscard]] double chance(Seat seat, Card card) const {
    return by_seat[seat][static_cast<std::size_t>(card.bit())];
  }
};

class QuickDraw;

class Model {
 public:
  Model(const Space& space, std::span<const Term> terms, std::span<const SuitTerm> suit_terms = {},
        const Limits& limits = {});
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  // The sum of weights of all deals (the number of deals, where no term has a weight). 0: nothing fits.
  [[nodiscard]] double total() const;
  // The exact number, when no folded term has a weight.
  [[nodiscard]] std::optional<Count> count() const;
  // Terms (numbers in the span given) and suit terms that are not part of the exact model.
  [[nodiscard]] const std::vector<std::size_t>& left_over() const;
  [[nodiscard]] const std::vector<std::size_t>& suit_terms_left_over() const;
  [[nodiscard]] bool is_exact() const { return left_over().empty() && suit_terms_left_over().empty(); }

  // A deal in proportion to its weight under the folded terms. total() must be positive.
  [[nodiscard]] Deal draw(Random& random) const;
  // Before tens of thousands of draws: makes tables with which each takes about a quarter of the time, where
  // they would not be too large. The same distribution, but other deals for the same seed.
  void prepare_many_draws();
  // The product of the left-over terms for a drawn deal: 1 when the model is exact.
  [[nodiscard]] double weight_left_over(const Deal& deal) const;

  // Exact, of the folded terms.
  [[nodiscard]] Marginals marginals() const;
  // Every deal with its weight under the folded terms, in a fixed order; stops and returns false when `visit`
  // does.
  bool for_each(const std::function<bool(const Deal&, double)>& visit) const;

  struct Impl;  // known to this room only

 private:
  std::unique_ptr<const Impl> impl_;
  std::shared_ptr<const QuickDraw> quick_;  // of impl_
};

// How `expression` is distributed under the terms: value and chance, by value. Empty when nothing fits;
// nothing at all when the expression or a term cannot be folded (then sample).
std::optional<std::vector<std::pair<int, double>>> distribution(const Space& space,
                                                                std::span<const Term> terms,
                                                                std::span<const SuitTerm> suit_terms,
                                                                const Expression& expression,
                                                                const Limits& limits = {});
// The chance that `event` holds; as above. 0 when nothing fits.
std::optional<double> chance(const Space& space, std::span<const Term> terms,
                             std::span<const SuitTerm> suit_terms, const Expression& event,
                             const Limits& limits = {});

// When nothing fits: the numbers of terms that already cannot hold together, none of which can be missed.
// Empty when the terms that can be folded do fit, or when even without terms nothing does.
std::vector<std::size_t> smallest_contradiction(const Space& space, std::span<const Term> terms,
                                                const Limits& limits = {});

}  // namespace yomi::belief
