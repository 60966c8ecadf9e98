#include "yomi/dd/par.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace yomi::dd {
namespace {

constexpr int kOutOfReach = 99;  // more undertricks than there are tricks

int best_tricks(const Table& table, Side side, Strain strain) {
  const Seat seat = seat_at(index(side));
  return std::max(table.at(strain, seat), table.at(strain, partner(seat)));
}

// The bid that takes all of `tricks`, as a place in the ladder: 0 for 1C, 34 for 7NT, negative under seven
// tricks. Five rungs are one level.
int rung(Strain strain, int tricks) {
  return kStrains * (tricks - 7) + index(strain);
}
constexpr int kHighestRung = 34;

int making_score(Strain strain, int tricks, bool vulnerable) {
  return score({.level = tricks - 6, .strain = strain}, vulnerable, tricks);
}

// What `under` undertricks doubled cost; nothing when none.
int penalty(int under, bool vulnerable) {
  if (under <= 0) return 0;
  return -score({.level = 7, .doubling = Doubling::x}, vulnerable, 13 - under);
}

// The lowest level at which the same tricks pay the same.
int lowest_equal_level(Strain strain, int level) {
  if (level >= 6) return level;
  const int game = strain == Strain::no_trump ? 3 : is_minor(strain) ? 5 : 4;
  return level >= game ? game : 1;
}

// The hands of the side that take the most tricks in the strain.
BySeat<bool> best_hands(const Table& table, Side side, Strain strain) {
  BySeat<bool> hands{};
  for (Seat seat : kAllSeats) {
    hands[seat] = on(seat, side) && table.at(strain, seat) == best_tricks(table, side, strain);
  }
  return hands;
}

int signed_ns(Side side, int points) {
  return side == Side::ns ? points : -points;
}

// --- By dealer
// ---------------------------------------------------------------------------------------------------

class DealerPar {
 public:
  DealerPar(const Table& table, Vulnerability vulnerability, Seat dealer)
      : table_(table), vulnerability_(vulnerability), dealer_(dealer) {}

  Par find() {
    const auto side = side_with_the_highest_contract();
    if (!side) return {};
    side_ = *side;
    vulnerable_ = is_vulnerable(vulnerability_, side_);
    sacrifice_vulnerable_ = is_vulnerable(vulnerability_, other(side_));
    list_candidates();

    int best_make = 0;
    int most_under = 0;
    const Candidate* sacrificed = nullptr;  // the highest candidate over which the others sacrifice
    for (Candidate& candidate : candidates_) {
      candidate.least_under = kOutOfReach;
      for (Strain strain : kAllStrains) {
        candidate.least_under = std::min(candidate.least_under, undertricks_over(candidate, strain));
      }
      candidate.paying_under = paying_undertricks(candidate.score);
      candidate.stands = candidate.least_under > candidate.paying_under;
      if (candidate.stands) {
        best_make = std::max(best_make, candidate.score);
      } else {
        most_under = std::max(most_under, candidate.least_under);
        if (sacrificed == nullptr) sacrificed = &candidate;
      }
    }
    const int collected = penalty(most_under, sacrifice_vulnerable_);
    Par par;
    if (sacrificed == nullptr || best_make > collected) {
      par.score_ns = signed_ns(side_, best_make);
      for (const Candidate& candidate : candidates_) {
        if (candidate.stands && candidate.score == best_make)
          par.contracts.push_back(as_low_as_it_stands(candidate));
      }
    } else {
      par.score_ns = signed_ns(side_, collected);
      par.against = sacrificed->strain;
      if (sacrificed->least_under == most_under) par.contracts = sacrifices_over(*sacrificed);
    }
    return par;
  }

 private:
  struct Candidate {
    Strain strain = Strain::clubs;
    int tricks = 0;
    int score = 0;
    int least_under = 0;   // undertricks of the cheapest sacrifice over it
    int paying_under = 0;  // undertricks up to which a sacrifice pays
    bool stands = false;
    [[nodiscard]] int rung() const { return dd::rung(strain, tricks); }
  };

  int highest_rung(Side side) const {
    int highest = -1;
    for (Strain strain : kAllStrains)
      highest = std::max(highest, rung(strain, best_tricks(table_, side, strain)));
    return highest;
  }

  // Nobody when nobody makes a contract. The side of the hand that speaks first when both make the same one.
  std::optional<Side> side_with_the_highest_contract() const {
    const int ns = highest_rung(Side::ns);
    const int ew = highest_rung(Side::ew);
    if (ns != ew) return ns > ew ? Side::ns : Side::ew;
    if (ns < 0) return std::nullopt;
    const Strain strain = strain_at(ns % kStrains);
    Seat speaker = dealer_;
    while (rung(strain, table_.at(strain, speaker)) != ns) speaker = next(speaker);
    return side_of(speaker);
  }

  // From the highest contract that the side makes down to the lowest of those that pay it most.
  void list_candidates() {
    int most = 0;
    int lowest_rung = kHighestRung;
    for (Strain strain : kAllStrains) {
      const int tricks = best_tricks(table_, side_, strain);
      if (tricks < 7) continue;
      const Candidate candidate{
          .strain = strain, .tricks = tricks, .score = making_score(strain, tricks, vulnerable_)};
      candidates_.push_back(candidate);
      if (candidate.score > most) {
        most = candidate.score;
        lowest_rung = candidate.rung();
      } else if (candidate.score == most) {
        lowest_rung = std::min(lowest_rung, candidate.rung());
      }
    }
    std::erase_if(candidates_, [&](const Candidate& candidate) { return candidate.rung() < lowest_rung; });
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) { return a.rung() > b.rung(); });
  }

  int paying_undertricks(int points) const {
    int under = 0;
    while (penalty(under + 1, sacrifice_vulnerable_) < points) ++under;
    return under;
  }

  // In the candidate's own strain, hand by hand in turn: calls f(seat, undertricks, one_higher) for each hand
  // of the other side. One that speaks after a hand that makes the candidate must bid one level higher.
  template <class F>
  void each_rival_in_its_strain(const Candidate& candidate, F f) const {
    bool named = false;
    for (int step = 0; step < kSeats; ++step) {
      const Seat seat = next(dealer_, step);
      const int missing = candidate.tricks - table_.at(candidate.strain, seat);
      if (on(seat, side_)) {
        named = named || missing == 0;
      } else {
        f(seat, missing + (named ? 1 : 0), named);
      }
    }
  }

  // Undertricks of the cheapest sacrifice in `strain`; zero or less when it would make.
  int undertricks_over(const Candidate& candidate, Strain strain) const {
    const int own = rung(strain, best_tricks(table_, other(side_), strain));
    int under = kOutOfReach;
    if (strain == candidate.strain) {
      each_rival_in_its_strain(candidate, [&](Seat, int down, bool) { under = std::min(under, down); });
    } else {
      under = (candidate.rung() - own + kStrains - 1) / kStrains;
    }
    return own + kStrains * under > kHighestRung ? kOutOfReach : under;
  }

  ParContract as_low_as_it_stands(const Candidate& candidate) const {
    // The gap between what a sacrifice costs and what it may cost, less one for safety: of partscores, a
    // lower level can pay the same and yet be worth a sacrifice one undertrick cheaper.
    const int spare = candidate.least_under - candidate.paying_under - 1;
    const int level = candidate.tricks - 6;
    const int low = std::max(level - std::max(spare, 0), lowest_equal_level(candidate.strain, level));
    return {.level = low,
            .strain = candidate.strain,
            .side = side_,
            .declarers = best_hands(table_, side_, candidate.strain),
            .over = level - low};
  }

  std::vector<ParContract> sacrifices_over(const Candidate& candidate) const {
    const Side rivals = other(side_);
    const int under = candidate.least_under;
    std::vector<ParContract> contracts;
    for (Strain strain : kAllStrains) {
      if (undertricks_over(candidate, strain) != under) continue;
      ParContract contract{.strain = strain, .doubled = true, .side = rivals, .over = -under};
      if (strain != candidate.strain) {
        contract.level = best_tricks(table_, rivals, strain) + under - 6;
        contract.declarers = best_hands(table_, rivals, strain);
      } else {
        contract.level = kOutOfReach;
        each_rival_in_its_strain(candidate, [&](Seat seat, int down, bool one_higher) {
          const int level = candidate.tricks - 6 + (one_higher ? 1 : 0);
          if (down != under || level > contract.level) return;
          if (level < contract.level) contract.declarers = {};
          contract.level = level;
          contract.declarers[seat] = true;
        });
      }
      contracts.push_back(contract);
    }
    return contracts;
  }

  const Table& table_;
  Vulnerability vulnerability_;
  Seat dealer_;
  Side side_ = Side::ns;
  bool vulnerable_ = false;
  bool sacrifice_vulnerable_ = false;
  std::vector<Candidate> candidates_;
};

// --- By side
// -----------------------------------------------------------------------------------------------------

// What stands in the bidding of the two sides: nothing at first.
struct Standing {
  Side side = Side::ns;
  Strain strain = Strain::clubs;
  int tricks = 0;  // what the bid undertakes to take; 0 when nobody has bid
  int under = 0;
  int score_ns = 0;
};

class SidePar {
 public:
  SidePar(const Table& table, Vulnerability vulnerability) : table_(table), vulnerability_(vulnerability) {}

  BySide<Par> find() {
    BySide<std::vector<Standing>> ends{final_bids(Side::ns), final_bids(Side::ew)};
    BySide<Par> result;
    if (ends[0].empty()) return result;
    for (std::size_t first = 0; first < 2; ++first) {
      if (ends[first].empty()) continue;
      result[first].score_ns = ends[first][0].score_ns;
      for (const Standing& end : ends[first]) {
        result[first].contracts.push_back(end.under > 0 ? sacrifice(end)
                                                        : making(end, seat_side(first), ends[0][0]));
      }
      if (ends[first][0].under > 0) {
        std::sort(result[first].contracts.begin(), result[first].contracts.end(),
                  [](const ParContract& a, const ParContract& b) { return a.strain > b.strain; });
      }
    }
    drop_outbid(result);
    return result;
  }

 private:
  static Side seat_side(std::size_t number) { return static_cast<Side>(number); }

  int tricks(Side side, Strain strain) const { return best_tricks(table_, side, strain); }

  // Where the bidding ends when `first` opens it; then again without that strain, as long as the score stays.
  std::vector<Standing> final_bids(Side first) const {
    std::vector<Standing> ends;
    ByStrain<bool> closed{};
    for (;;) {
      const Standing end = bidding(first, closed);
      if (end.tricks == 0 || (!ends.empty() && ends[0].score_ns != end.score_ns)) return ends;
      closed[end.strain] = true;
      ends.push_back(end);
    }
  }

  Standing bidding(Side first, const ByStrain<bool>& closed) const {
    Standing now;
    Side turn = first;
    for (bool answered = false;; answered = true, turn = other(turn)) {
      const auto answer = best_answer(now, turn, closed);
      if (answer) {
        now = *answer;
      } else if (answered) {
        return now;
      }
    }
  }

  // The bid over `now` that pays `side` most; none when it does not gain by any.
  std::optional<Standing> best_answer(const Standing& now, Side side, const ByStrain<bool>& closed) const {
    const bool vulnerable = is_vulnerable(vulnerability_, side);
    int best = signed_ns(side, now.score_ns);
    std::optional<Standing> answer;
    const auto consider = [&](Strain strain, int bid_tricks, int under, int points) {
      if (points <= best) return;
      best = points;
      answer = {.side = side,
                .strain = strain,
                .tricks = bid_tricks,
                .under = under,
                .score_ns = signed_ns(side, points)};
    };
    const auto is_higher = [&](Strain strain) { return strain > now.strain; };
    for (Strain strain : kStrainsFromNoTrump) {
      const int own = tricks(side, strain);
      if (closed[strain] || own < 7) continue;
      if (own > now.tricks || (own == now.tricks && is_higher(strain))) {
        consider(strain, own, 0, making_score(strain, own, vulnerable));
      }
    }
    if (answer || now.tricks == 0) return answer;
    // Sacrifices, nearest strain to making first; of equals, no trump first.
    for (int missing = 0; missing <= now.tricks; ++missing) {
      for (Strain strain : kStrainsFromNoTrump) {
        const bool same_level = is_higher(strain);
        const int under = missing + (same_level ? 0 : 1);
        if (closed[strain] || now.tricks - tricks(side, strain) != missing) continue;
        if (under == 0 || (!same_level && now.tricks == 13)) continue;
        consider(strain, tricks(side, strain) + under, under, -penalty(under, vulnerable));
      }
    }
    return answer;
  }

  ParContract sacrifice(const Standing& end) const {
    return {.level = end.tricks - 6,
            .strain = end.strain,
            .doubled = true,
            .side = end.side,
            .declarers = best_hands(table_, end.side, end.strain),
            .over = -end.under};
  }

  // `ns_end` tells whose vulnerability prices the sacrifices, as in DDS: the one of the side that does not
  // declare when north-south open.
  ParContract making(const Standing& end, Side first, const Standing& ns_end) const {
    const Side rivals = other(end.side);
    Strain longest = Strain::no_trump;
    for (Strain strain : kStrainsFromNoTrump) {
      if (tricks(rivals, strain) > tricks(rivals, longest)) longest = strain;
    }
    const int most = tricks(rivals, longest);
    const int same_level = longest > end.strain ? 0 : 1;
    const bool vulnerable = is_vulnerable(vulnerability_, ns_end.score_ns > 0 ? Side::ew : Side::ns);
    const int points = std::abs(end.score_ns);

    int lower = end.tricks - most - (1 - same_level);
    while (lower > 0 && penalty(end.tricks - lower - most + same_level, vulnerable) <= points) --lower;
    if (first == rivals) {  // they may name the strain themselves, at the lowered level
      while (lower > 0 && penalty(end.tricks - lower - tricks(rivals, end.strain), vulnerable) < points)
        --lower;
    }
    const int level = end.tricks - 6;
    lower = std::clamp(lower, 0, level - lowest_equal_level(end.strain, level));
    return {.level = level - lower,
            .strain = end.strain,
            .side = end.side,
            .declarers = best_hands(table_, end.side, end.strain),
            .over = lower};
  }

  // When each side, opening, ends in a contract of its own, only what the other's highest does not outbid is
  // left.
  static void drop_outbid(BySide<Par>& views) {
    const auto height = [](const ParContract& contract) {
      // A sacrifice stands at its level, a contract that makes at all the tricks it takes.
      return rung(contract.strain, contract.level + 6 + std::max(contract.over, 0));
    };
    std::array<int, 2> highest{-1, -1};
    for (std::size_t first = 0; first < 2; ++first) {
      for (const ParContract& contract : views[first].contracts) {
        if (contract.side == seat_side(first)) highest[first] = std::max(highest[first], height(contract));
      }
    }
    if (highest[0] < 0 || highest[1] < 0) return;
    for (std::size_t first = 0; first < 2; ++first) {
      std::erase_if(views[first].contracts,
                    [&](const ParContract& contract) { return height(contract) < highest[1 - first]; });
    }
  }

  const Table& table_;
  Vulnerability vulnerability_;
};

}  // namespace

Par par(const Table& table, Vulnerability vulnerability, Seat dealer) {
  return DealerPar(table, vulnerability, dealer).find();
}

BySide<Par> par_by_side(const Table& table, Vulnerability vulnerability) {
  return SidePar(table, vulnerability).find();
}

Par par(const Table& table, Vulnerability vulnerability, Side first) {
  return par_by_side(table, vulnerability)[first];
}

std::string to_string(const ParContract& contract) {
  std::string text = std::to_string(contract.level) + to_string(contract.strain).substr(0, 1);
  text += contract.doubled ? "*-" : "-";
  for (Seat seat : kAllSeats) {
    if (contract.declarers[seat]) text += to_char(seat);
  }
  if (contract.over > 0) text += '+';
  if (contract.over != 0) text += std::to_string(contract.over);
  return text;
}

}  // namespace yomi::dd
