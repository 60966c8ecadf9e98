// The second step of the auction policy on processors: the auctions of self_bidding.h with one lane.
#include "self_bidding.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>

#include "training_steps.h"
#include "yomi/lab/auction_training.h"

namespace yomi::lab {
namespace {

namespace self = bidding::self_bidding;
using bidding::AuctionPolicy;
using bidding::PolicyWeights;
using bidding::TrickEstimate;

// How often the learners meet themselves, the imitation, and themselves as they were some steps ago.
constexpr double kAgainstSelf = 0.6;
constexpr double kAgainstImitation = 0.2;
constexpr int kStepsPerFormerSelf = 10'000;
constexpr double kTheirsUnknown = 0.7;  // how often the opponents' system is not told

// A fresh deal with tricks around their estimates.
LibraryDeal estimated_deal(const TrickEstimate& estimate, Random& random) {
  LibraryDeal made{.deal = random_deal(random), .table = {}};
  for (const Side side : {Side::ns, Side::ew}) {
    const double shared = bidding::draw_shared_error(random);
    const Seat declarer = side == Side::ns ? Seat::north : Seat::east;
    for (const Strain strain : kAllStrains) {
      const double mean = estimate.tricks(made.deal, strain, declarer);
      const long tricks = std::lround(mean + bidding::draw_trick_error(strain, mean, shared, random));
      made.table.tricks[strain][declarer] = made.table.tricks[strain][next(declarer, 2)] =
          static_cast<std::uint8_t>(std::clamp<long>(tricks, 0, kRanks));
    }
  }
  return made;
}

// The same deal with the suits exchanged.
LibraryDeal exchanged(const LibraryDeal& deal, Random& random) {
  BySuit<Suit> to{};
  for (const Suit suit : kAllSuits) to[suit] = suit;
  random.shuffle(std::span<Suit>(to));
  LibraryDeal made = deal;
  for (const Suit suit : kAllSuits)
    made.table.tricks[strain_of(to[suit])] = deal.table.tricks[strain_of(suit)];
  for (const Seat seat : kAllSeats) {
    made.deal[seat] = {};
    for (const Card card : deal.deal[seat]) made.deal[seat].insert(Card(to[card.suit()], card.rank()));
  }
  return made;
}

self::SolvedDeal plain(const LibraryDeal& deal) {
  self::SolvedDeal made{};
  for (const Seat seat : kAllSeats) {
    made.hands[index(seat)] = deal.deal[seat].bits();
    for (const Strain strain : kAllStrains)
      made.tricks[index(strain)][index(seat)] = deal.table.tricks[strain][seat];
  }
  return made;
}

bidding::ActiveInputs inputs_of(const self::Switches& switches) {
  bidding::ActiveInputs made;
  for (int i = 0; i < switches.count; ++i) made.add(switches.on[i]);
  return made;
}

// On processors the network is that of the bidding room, which has vector instructions. `weights` are all().
void forward(const self::OneLane& /*lane*/, const float* weights, const float* /*first*/,
             const self::Switches& switches, self::Activations& to) {
  PolicyWeights::Activations made;
  forward(*reinterpret_cast<const PolicyWeights*>(weights), inputs_of(switches), made);
  std::copy(made.first.begin(), made.first.end(), to.first);
  std::copy(made.second.begin(), made.second.end(), to.second);
  std::copy(made.outputs.begin(), made.outputs.end(), to.outputs);
}

// Adds the gradient from one decision.
void learn_from(const self::Lesson& lesson, const PolicyWeights& weights, PolicyWeights& gradient) {
  PolicyWeights::Activations made;
  std::copy(std::begin(lesson.made.first), std::end(lesson.made.first), made.first.begin());
  std::copy(std::begin(lesson.made.second), std::end(lesson.made.second), made.second.begin());
  PolicyWeights::Outputs slopes;
  std::copy(std::begin(lesson.slopes), std::end(lesson.slopes), slopes.begin());
  backward(weights, inputs_of(lesson.inputs), made, slopes, gradient);
}

class SelfBidding {
 public:
  SelfBidding(const AuctionPolicy& imitation, const TrickEstimate& estimate,
              std::span<const LibraryDeal> deals, const AuctionCourse& course)
      : imitation_(imitation.weights()),
        estimate_(estimate),
        deals_(deals),
        course_(course),
        weights_(std::make_shared<PolicyWeights>(imitation.weights())),
        former_(imitation.weights()) {
    assert(course.auctions > 1 && course.auctions <= self::kMostAuctions);
    for (auto& room : rooms_) room = std::make_unique<self::Room>();
  }

  std::optional<AuctionPolicy> learn() {
    const Random random(course_.seed);
    jobs::ThreadPool thread_pool(course_.threads);
    std::vector<PolicyWeights> gradients(kTrainingParts);
    for (int step = 0; step < course_.steps; ++step) {
      if (!course_.progress(static_cast<double>(step) / course_.steps)) return std::nullopt;
      if (step > 0 && step % kStepsPerFormerSelf == 0) former_ = *weights_;
      const Random of_step = random.split(static_cast<std::uint64_t>(step));
      jobs::each<PolicyWeights>(thread_pool, course_.transport, gradients, [&](std::size_t part, int) {
        gradients[part] = PolicyWeights{};
        for (auto i = static_cast<int>(part); i < course_.deals; i += static_cast<int>(kTrainingParts))
          learn_from_deal(of_step.split(static_cast<std::uint64_t>(i)), *rooms_[part], gradients[part]);
      });
      for (std::size_t part = 1; part < kTrainingParts; ++part)
        add(gradients[0].all(), gradients[part].all());
      adam_.step(weights_->all(), gradients[0].all(), 1.0F / static_cast<float>(course_.deals),
                 falling(course_.rate, course_.last_rate, step, course_.steps));
    }
    return AuctionPolicy(weights_);
  }

 private:
  void learn_from_deal(Random random, self::Room& room, PolicyWeights& gradient) const {
    const self::SolvedDeal deal =
        plain(!deals_.empty() && random.unit() < course_.solved
                  ? exchanged(deals_[random.below(static_cast<std::uint32_t>(deals_.size()))], random)
                  : estimated_deal(estimate_, random));
    const self::Seating table = draw_seating(random);
    const float* const imitation = imitation_.all().data();
    const std::array<const float*, 3> all = {weights_->all().data(), imitation, former_.all().data()};
    self::Players players{};
    for (std::size_t i = 0; i < all.size(); ++i) {
      players.weights[i] = all[i];
      players.first[i] = all[i] + self::kFirstAt;
    }
    const self::OneLane lane;
    self::Activations near;
    self::DealTree<self::OneLane> tree(lane, room, near, players, deal, table);
    self::Lots lots{random()};
    if (!tree.bid(course_.auctions, lots)) return;
    const self::Prices prices{static_cast<float>(course_.general_price),
                              static_cast<float>(course_.agreed_price)};
    tree.lessons([&](const self::Node& node) {
      self::Lesson lesson{.inputs = node.inputs, .made = node.made, .chances = {}, .slopes = {}, .share = 0};
      std::copy(std::begin(node.chances), std::end(node.chances), lesson.chances);
      lesson.share = tree.slopes(node, course_.auctions, lesson.slopes);
      forward(lane, imitation, imitation + self::kFirstAt, lesson.inputs, near);
      add_price(lane, prices, near.outputs, lesson);
      learn_from(lesson, *weights_, gradient);
    });
  }

  [[nodiscard]] self::Seating draw_seating(Random& random) const {
    self::Seating made{};
    made.dealer = static_cast<int>(random.below(kSeats));
    made.vulnerable = random.below(4);
    for (std::uint8_t& system : made.systems) system = static_cast<std::uint8_t>(draw_system(random));
    for (std::size_t side = 0; side < 2; ++side)
      made.told[side] = random.unit() < kTheirsUnknown ? static_cast<std::uint8_t>(bidding::kPolicySystems)
                                                       : made.systems[1 - side];
    const std::size_t other = random.below(2);
    const double who = random.unit();
    if (random.unit() < course_.silent) {
      made.player[other] = self::Seating::kSilent;
    } else if (who >= kAgainstSelf) {
      made.player[other] =
          who < kAgainstSelf + kAgainstImitation ? self::Seating::kImitation : self::Seating::kFormer;
    }
    return made;
  }

  const PolicyWeights& imitation_;
  const TrickEstimate& estimate_;
  std::span<const LibraryDeal> deals_;
  const AuctionCourse& course_;
  std::shared_ptr<PolicyWeights> weights_;
  PolicyWeights former_;
  std::array<std::unique_ptr<self::Room>, kTrainingParts> rooms_;  // a part is worked on by one thread
  bidding::AdamSteps adam_;
};

}  // namespace

std::optional<AuctionPolicy> learn_auctions(const AuctionPolicy& imitation, const TrickEstimate& estimate,
                                            std::span<const LibraryDeal> deals, const AuctionCourse& course) {
  return SelfBidding(imitation, estimate, deals, course).learn();
}

}  // namespace yomi::lab
