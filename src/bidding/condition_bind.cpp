// Puts the public values into a condition and folds away what is decided by them.
#include <algorithm>
#include <cmath>

#include "condition_names.h"
#include "condition_steps.h"
#include "yomi/bidding/condition.h"

namespace yomi::bidding {
namespace {

struct Piece {
  std::size_t start = 0;  // of its steps
  bool undefined = false;
  std::optional<int> constant{};
};

class Binder {
 public:
  Binder(const Situation& situation, const Letters& letters) : situation_(situation), letters_(letters) {}

  // `op` tells whether it is a number or a condition.
  void constant(Op op, int value) { push({gives_condition(op) ? Op::truth : Op::constant, 0, value}, value); }
  void undefined() {
    push({Op::truth, 0, 0}, 0);
    pieces_.back().undefined = true;
    pieces_.back().constant.reset();
  }
  void hand(Op op, Suit suit, int value) {
    push({op, static_cast<std::uint8_t>(index(suit)), value}, std::nullopt);
  }

  void combine(Op op) {
    const auto count = static_cast<std::size_t>(argument_count(op));
    const std::size_t first = pieces_.size() - count;
    const std::size_t start = pieces_[first].start;
    if (op == Op::all_of || op == Op::any_of) {
      if (decide(first, op)) return;
    }
    if ((op == Op::choose_number || op == Op::choose_condition) && pieces_[first].constant) {
      choose(first, *pieces_[first].constant != 0);
      return;
    }
    if (std::any_of(pieces_.begin() + static_cast<std::ptrdiff_t>(first), pieces_.end(),
                    [](const Piece& piece) { return piece.undefined; })) {
      shrink(first, start);
      undefined();
      return;
    }
    std::array<int, 3> values{};
    bool all_constant = true;
    for (std::size_t i = 0; i < count; ++i) {
      all_constant = all_constant && pieces_[first + i].constant.has_value();
      values[i] = pieces_[first + i].constant.value_or(0);
    }
    if (all_constant) {
      shrink(first, start);
      constant(op, combined(op, values));
      return;
    }
    pieces_.resize(first);
    pieces_.push_back(Piece{start});
    steps_.push_back(Step{op, 0, 0});
  }

  [[nodiscard]] std::optional<HandCondition> result() && {
    if (pieces_.size() != 1 || pieces_[0].undefined) return std::nullopt;
    return HandCondition(std::move(steps_));
  }

  [[nodiscard]] const Situation& situation() const { return situation_; }
  [[nodiscard]] std::optional<Suit> suit(SuitName name) const { return name.suit(situation_, letters_); }
  [[nodiscard]] const Letters& letters() const { return letters_; }

 private:
  void push(Step step, std::optional<int> value) {
    pieces_.push_back(Piece{.start = steps_.size(), .constant = value});
    steps_.push_back(step);
  }
  void shrink(std::size_t first, std::size_t start) {
    pieces_.resize(first);
    steps_.resize(start);
  }
  void erase_piece(std::size_t number) {
    const std::size_t from = pieces_[number].start;
    const std::size_t to = number + 1 < pieces_.size() ? pieces_[number + 1].start : steps_.size();
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(from),
                 steps_.begin() + static_cast<std::ptrdiff_t>(to));
    pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(number));
    for (std::size_t i = number; i < pieces_.size(); ++i) pieces_[i].start -= to - from;
  }
  // `and` and `or` with a side that is known: even an undefined other side does not matter then.
  bool decide(std::size_t first, Op op) {
    const int deciding = op == Op::all_of ? 0 : 1;
    for (std::size_t i = first; i < first + 2; ++i) {
      if (pieces_[i].constant == deciding) {
        shrink(first, pieces_[first].start);
        constant(op, deciding);
        return true;
      }
    }
    for (std::size_t i = first; i < first + 2; ++i) {
      if (pieces_[i].constant == 1 - deciding) {
        erase_piece(i);
        return true;
      }
    }
    return false;
  }
  void choose(std::size_t first, bool holds) {
    erase_piece(holds ? first + 2 : first + 1);
    erase_piece(first);
  }

  const Situation& situation_;
  const Letters& letters_;
  std::vector<Step> steps_;
  std::vector<Piece> pieces_;
};

bool said(const Shown& shown, std::string_view tag) {
  return std::find(shown.tags.begin(), shown.tags.end(), tag) != shown.tags.end();
}

// A public name that asks for no suit.
int public_value(const Situation& now, Op op, Chair chair, std::string_view tag) {
  switch (op) {
    case Op::hcp_min:
      return now.at(chair).hand.hcp.min;
    case Op::hcp_max:
      return now.at(chair).hand.hcp.max;
    case Op::points_min:
      return now.at(chair).hand.total_points.min;
    case Op::points_max:
      return now.at(chair).hand.total_points.max;
    case Op::hcp_mean:
      return static_cast<int>(std::lround(now.expected_hcp[static_cast<std::size_t>(chair)]));
    case Op::points_mean:
      return static_cast<int>(std::lround(now.expected_hcp[static_cast<std::size_t>(chair)] +
                                          now.at(chair).hand.mean_length_points));
    case Op::seat:
      return now.seat;
    case Op::level:
      return now.last_bid ? now.last_bid->level() : 0;
    case Op::calls:
      return now.calls;
    case Op::calls_of:
      return now.at(chair).calls;
    case Op::passed:
      return now.at(chair).passed;
    case Op::vulnerable:
      return now.vulnerable;
    case Op::they_vulnerable:
      return now.they_vulnerable;
    case Op::forced:
      return now.forced;
    case Op::rescue:
      return now.duty == Duty::rescue;
    case Op::forcing_pass:
      return now.forcing_pass;
    case Op::invited:
      return now.invited;
    case Op::signed_off:
      return now.signed_off;
    case Op::game_forced:
      return now.game_forced;
    case Op::game_reached:
      return now.game_reached;
    case Op::doubled:
      return now.doubling != Doubling::none;
    case Op::competitive:
      return now.competitive;
    case Op::passout:
      return now.passout;
    case Op::agreed:
      return now.agreed.has_value();
    case Op::said:
      return said(now.at(chair), tag);
    default:  // they_said
      return said(now.at(Chair::lho), tag) || said(now.at(Chair::rho), tag);
  }
}

int public_value(const Situation& now, Op op, Chair chair, Suit suit, Suit other) {
  const bool major = suit == Suit::hearts || suit == Suit::spades;
  switch (op) {
    case Op::length_min:
      return now.at(chair).hand.of(suit).min;
    case Op::length_max:
      return now.at(chair).hand.of(suit).max;
    case Op::bid_by_us:
      return now.our_suits().contains(suit);
    case Op::bid_by_them:
      return now.their_suits().contains(suit);
    case Op::bid_by:
      return now.at(chair).suits.contains(suit);
    case Op::unbid:
      return !now.our_suits().contains(suit) && !now.their_suits().contains(suit);
    case Op::new_suit:
      return !now.our_suits().contains(suit);
    case Op::higher:
      return suit > other;
    case Op::same:
      return suit == other;
    case Op::major:
      return major;
    default:  // minor
      return !major;
  }
}

bool needs_suit(Op op) {
  switch (op) {
    case Op::length:
    case Op::hcp_in:
    case Op::support:
    case Op::keycards:
    case Op::top:
    case Op::stopper:
    case Op::half_stopper:
    case Op::has:
    case Op::solid:
    case Op::length_min:
    case Op::length_max:
    case Op::bid_by_us:
    case Op::bid_by_them:
    case Op::bid_by:
    case Op::unbid:
    case Op::new_suit:
    case Op::higher:
    case Op::same:
    case Op::major:
    case Op::minor:
      return true;
    default:
      return false;
  }
}

}  // namespace

int argument_count(Op op) {
  if (op < Op::add) return 0;
  if (op == Op::none_of) return 1;
  return op == Op::within || op == Op::choose_number || op == Op::choose_condition ? 3 : 2;
}

bool gives_condition(Op op) {
  if (op == Op::truth || op == Op::choose_condition) return true;
  if (op == Op::choose_number) return false;
  return (op >= Op::balanced && op <= Op::law) || (op >= Op::passed && op <= Op::passout) || op >= Op::less;
}

int combined(Op op, const std::array<int, 3>& values) {
  const auto [a, b, c] = values;
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::minimum:
      return std::min(a, b);
    case Op::maximum:
      return std::max(a, b);
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::greater:
      return a > b;
    case Op::greater_equal:
      return a >= b;
    case Op::equal:
      return a == b;
    case Op::not_equal:
      return a != b;
    case Op::within:
      return b <= a && a <= c;
    case Op::all_of:
      return a != 0 && b != 0;
    case Op::any_of:
      return a != 0 || b != 0;
    case Op::none_of:
      return a == 0;
    default:  // choose
      return a != 0 ? b : c;
  }
}

std::optional<HandCondition> Condition::bind(const Situation& situation, const Letters& letters,
                                             Call call) const {
  Binder binder(situation, letters);
  for (const Node& node : nodes_) {
    if (node.op == Op::constant || node.op == Op::truth) {
      binder.constant(node.op, node.value);
      continue;
    }
    if (argument_count(node.op) > 0) {
      binder.combine(node.op);
      continue;
    }
    std::optional<Suit> suit = Suit::clubs;
    std::optional<Suit> other = Suit::clubs;
    if (needs_suit(node.op)) suit = binder.suit(node.suit);
    if (node.op == Op::higher || node.op == Op::same) other = binder.suit(node.other);
    if (!suit || !other) {
      binder.undefined();
    } else if (node.op == Op::stoppers) {
      constexpr int kAll = 15;  // every suit that our side has not bid, or those that they have
      binder.hand(node.op, Suit::clubs,
                  node.value != 0 ? kAll & ~situation.our_suits().bits() : situation.their_suits().bits());
    } else if (node.op == Op::law) {
      const auto asked = calls_[static_cast<std::size_t>(node.extra)].call(situation, letters);
      if (asked) {
        binder.hand(node.op, Suit::clubs, asked->code());
      } else {
        binder.constant(node.op, 0);  // what cannot be done is not preferred
      }
    } else if (node.op == Op::bid_level) {
      binder.constant(node.op, call.is_bid() ? call.level() : 0);
    } else if (is_of_hand(node.op)) {
      binder.hand(node.op, *suit, node.value);
    } else if (needs_suit(node.op)) {
      binder.constant(node.op,
                      public_value(situation, node.op, static_cast<Chair>(node.value), *suit, *other));
    } else {
      const std::string_view tag =
          node.extra < 0 ? std::string_view() : tags_[static_cast<std::size_t>(node.extra)];
      binder.constant(node.op, public_value(situation, node.op, static_cast<Chair>(node.value), tag));
    }
  }
  return std::move(binder).result();
}

}  // namespace yomi::bidding
