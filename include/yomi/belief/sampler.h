// Deals that meet conditions, drawn in the cheapest way that is exact.
//
// Conditions that hold often are met by dealing at random and checking; for others the exact model is built,
// and only what it leaves over is checked. Either way each deal that fits is equally likely, and the number
// of random deals that plain dealing would have needed is known (drawn from its distribution where the
// dealing was skipped), so that limits on dealt hands keep their meaning.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "yomi/belief/model.h"

namespace yomi::belief {

// Deals out the unseen cards, all ways equally likely. No card of the space may be barred.
Deal deal_out(const Space& space, Random& random);

class Sampler {
 public:
  enum class Way : std::uint8_t { choose, dealing, model };

  // `wanted`: about how many deals will be asked for. Tries the conditions on a few random deals.
  Sampler(const Space& space, std::vector<Expression> conditions, Random& random, double wanted,
          Way way = Way::choose);

  // If nothing can fit: the numbers of a minimal set of conditions that contradict each other.
  [[nodiscard]] const std::vector<std::size_t>& contradiction() const { return contradiction_; }
  [[nodiscard]] bool is_impossible() const { return impossible_; }
  // The exact model, where one is used. It may leave out conditions that most of its deals meet anyway;
  // next() looks at them.
  [[nodiscard]] const Model* model() const { return model_.get(); }

  // The next deal that fits, or nothing after `tries` deals that would have been looked at; `looked` counts
  // them.
  std::optional<Deal> next(Random& random, std::int64_t tries, std::int64_t& looked) const;

 private:
  [[nodiscard]] bool fits(const Deal& deal) const;
  [[nodiscard]] int try_out(Random& random, double wanted) const;
  void make_model(const std::vector<Term>& terms, Random& random, double wanted);
  std::unique_ptr<Model> model_of_fewer(const std::vector<Term>& terms, Random& random);

  Space space_;
  std::vector<Expression> conditions_;  // those with externals come last
  std::size_t inside_ = 0;              // how many do not
  std::unique_ptr<const Model> model_;
  std::vector<Expression> not_in_model_;  // looked at after each draw
  double share_ = 1;                      // of all deals that the folded part of the model lets through
  double log_miss_ = 0;                   // of the share that it does not
  bool impossible_ = false;
  std::vector<std::size_t> contradiction_;
};

}  // namespace yomi::belief
