// The second step of the auction policy: auctions of its own.
#include <algorithm>
#include <cmath>

#include "training_steps.h"
#include "yomi/lab/auction_training.h"

namespace yomi::lab {
namespace {

using bidding::AuctionPolicy;
using bidding::CallChances;
using bidding::PolicySystem;
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
  std::array<Suit, kSuits> to = kAllSuits;
  random.shuffle(std::span<Suit>(to));
  LibraryDeal made = deal;
  for (const Suit suit : kAllSuits) {
    const Suit now = to[static_cast<std::size_t>(index(suit))];
    made.table.tricks[strain_of(now)] = deal.table.tricks[strain_of(suit)];
  }
  for (const Seat seat : kAllSeats) {
    made.deal[seat] = {};
    for (const Card card : deal.deal[seat])
      made.deal[seat].insert(Card(to[static_cast<std::size_t>(index(card.suit()))], card.rank()));
  }
  return made;
}

// Who bids in an auction: null passes always.
struct Sides {
  std::array<const PolicyWeights*, 2> weights{};
  std::array<PolicySystem, 2> systems{};
  std::array<std::optional<PolicySystem>, 2> told{};
  std::array<bool, 2> learns{};
};

// The auctions of one deal as a tree: a node is a decision that some of them reached.
class DealTree {
 public:
  DealTree(const LibraryDeal& deal, Seat dealer, Vulnerability vulnerability, const Sides& sides)
      : deal_(deal), dealer_(dealer), vulnerability_(vulnerability), sides_(sides) {}

  // Bids the deal so many times; false when all auctions came to the same score.
  bool bid(int auctions, Random& random) {
    make_node(Auction(dealer_));
    for (int i = 0; i < auctions; ++i) walk(random);
    if (std::all_of(scores_.begin(), scores_.end(), [&](int one) { return one == scores_[0]; })) return false;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      double gained = 0;
      for (const int other : scores_) gained += imps(scores_[i] - other);
      gained /= static_cast<double>(scores_.size() - 1);
      for (const auto& [node, call] : walks_[i]) {
        nodes_[node].gained[static_cast<std::size_t>(call.code())] += gained;
        ++nodes_[node].made[static_cast<std::size_t>(call.code())];
      }
    }
    return true;
  }

  // Adds to the gradient what the auctions teach.
  void learn(const PolicyWeights& weights, const PolicyWeights& imitation, const AuctionCourse& course,
             PolicyWeights& gradient) const {
    for (const Node& node : nodes_) {
      const auto kinds = std::count_if(node.made.begin(), node.made.end(), [](int made) { return made > 0; });
      if (node.learns && kinds >= 2)
        backward(weights, node.inputs, node.activations, slopes(node, imitation, course), gradient);
    }
  }

 private:
  struct Node {
    bidding::ActiveInputs inputs;
    PolicyWeights::Activations activations;
    CallChances chances{};
    bool learns = false;
    Side side = Side::ns;
    std::array<int, kCalls> next{};       // number of the node after each call, 0: none yet
    std::array<int, kCalls> made{};       // auctions that made each call
    std::array<double, kCalls> gained{};  // IMPs of north and south in those, added up
  };

  std::size_t make_node(const Auction& auction) {
    Node& node = nodes_.emplace_back();
    node.side = side_of(auction.turn());
    const auto side = static_cast<std::size_t>(index(node.side));
    if (sides_.weights[side] == nullptr) {
      node.chances[0] = 1;
      return nodes_.size() - 1;
    }
    node.learns = sides_.learns[side];
    bidding::add_hand(deal_.deal[auction.turn()], node.inputs);
    bidding::add_auction(auction, vulnerability_, sides_.systems[side], sides_.told[side], node.inputs);
    forward(*sides_.weights[side], node.inputs, node.activations);
    node.chances = bidding::legal_chances(auction, node.activations.outputs);
    return nodes_.size() - 1;
  }

  void walk(Random& random) {
    Auction auction(dealer_);
    std::size_t at = 0;
    std::vector<std::pair<std::size_t, Call>>& path = walks_.emplace_back();
    for (;;) {
      double draw = random.unit();
      int code = 0;
      while (code + 1 < kCalls && draw >= nodes_[at].chances[static_cast<std::size_t>(code)])
        draw -= nodes_[at].chances[static_cast<std::size_t>(code++)];
      if (!auction.add(Call::from_code(code))) auction.add(Call::from_code(code = 0));
      path.emplace_back(at, Call::from_code(code));
      if (auction.is_over()) break;
      if (nodes_[at].next[static_cast<std::size_t>(code)] == 0) {
        const auto made = static_cast<int>(make_node(auction));
        nodes_[at].next[static_cast<std::size_t>(code)] = made;
      }
      at = static_cast<std::size_t>(nodes_[at].next[static_cast<std::size_t>(code)]);
    }
    const auto contract = auction.contract();
    scores_.push_back(
        contract ? score_ns(*contract, vulnerability_, deal_.table.at(contract->strain, contract->declarer))
                 : 0);
  }

  [[nodiscard]] PolicyWeights::Outputs slopes(const Node& node, const PolicyWeights& imitation,
                                              const AuctionCourse& course) const {
    PolicyWeights::Outputs made{};
    int auctions = 0;
    double sum = 0;
    for (std::size_t code = 0; code < kCalls; ++code) {
      auctions += node.made[code];
      sum += node.gained[code];
    }
    const double mean = sum / auctions;
    const double share = auctions / static_cast<double>(scores_.size());
    // The mean has each auction in it, hence the first factor.
    const double scale = auctions / (auctions - 1.0) / static_cast<double>(scores_.size());
    const double sign = node.side == Side::ns ? 1 : -1;
    for (std::size_t code = 0; code < kCalls; ++code)
      made[code] = static_cast<float>(-sign * scale * (node.gained[code] - mean * node.made[code]));

    PolicyWeights::Activations wanted;
    forward(imitation, node.inputs, wanted);
    double sum_of = 0;
    for (std::size_t code = 0; code < kCalls; ++code)
      if (node.chances[code] > 0) sum_of += std::exp(static_cast<double>(wanted.outputs[code]));
    std::array<double, kCalls> logs{};
    double distance = 0;
    constexpr double kLeastLog = -12;
    for (std::size_t code = 0; code < kCalls; ++code) {
      if (node.chances[code] <= 1e-12F) continue;
      logs[code] =
          std::log(node.chances[code]) - std::max(wanted.outputs[code] - std::log(sum_of), kLeastLog);
      distance += node.chances[code] * logs[code];
    }
    const double general = 1 / (1 + std::exp(-static_cast<double>(wanted.outputs[bidding::kGeneralOutput])));
    const double price = share * (course.general_price * general + course.agreed_price * (1 - general));
    for (std::size_t code = 0; code < kCalls; ++code)
      made[code] += static_cast<float>(price * node.chances[code] * (logs[code] - distance));
    return made;
  }

  const LibraryDeal& deal_;
  Seat dealer_;
  Vulnerability vulnerability_;
  const Sides& sides_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::pair<std::size_t, Call>>> walks_;
  std::vector<int> scores_;
};

class SelfBidding {
 public:
  SelfBidding(const AuctionPolicy& imitation, const TrickEstimate& estimate,
              std::span<const LibraryDeal> deals, const AuctionCourse& course)
      : imitation_(imitation.weights()),
        estimate_(estimate),
        deals_(deals),
        course_(course),
        weights_(std::make_shared<PolicyWeights>(imitation.weights())),
        former_(imitation.weights()) {}

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
          learn_from_deal(of_step.split(static_cast<std::uint64_t>(i)), gradients[part]);
      });
      for (std::size_t part = 1; part < kTrainingParts; ++part)
        add(gradients[0].all(), gradients[part].all());
      adam_.step(weights_->all(), gradients[0].all(), 1.0F / static_cast<float>(course_.deals),
                 falling(course_.rate, course_.last_rate, step, course_.steps));
    }
    return AuctionPolicy(weights_);
  }

 private:
  void learn_from_deal(Random random, PolicyWeights& gradient) const {
    const LibraryDeal deal =
        !deals_.empty() && random.unit() < course_.solved
            ? exchanged(deals_[random.below(static_cast<std::uint32_t>(deals_.size()))], random)
            : estimated_deal(estimate_, random);
    const Seat dealer = seat_at(static_cast<int>(random.below(kSeats)));
    const auto vulnerability = static_cast<Vulnerability>(random.below(4));
    const Sides sides = draw_sides(random);
    DealTree tree(deal, dealer, vulnerability, sides);
    if (tree.bid(course_.auctions, random)) tree.learn(*weights_, imitation_, course_, gradient);
  }

  [[nodiscard]] Sides draw_sides(Random& random) const {
    Sides made{.weights = {weights_.get(), weights_.get()}, .learns = {true, true}};
    for (PolicySystem& system : made.systems) system = draw_system(random);
    for (std::size_t side = 0; side < 2; ++side)
      if (random.unit() >= kTheirsUnknown) made.told[side] = made.systems[1 - side];
    const std::size_t other = random.below(2);
    const double who = random.unit();
    if (random.unit() < course_.silent) {
      made.weights[other] = nullptr;
    } else if (who >= kAgainstSelf) {
      made.weights[other] = who < kAgainstSelf + kAgainstImitation ? &imitation_ : &former_;
    } else {
      return made;
    }
    made.learns[other] = false;
    return made;
  }

  const PolicyWeights& imitation_;
  const TrickEstimate& estimate_;
  std::span<const LibraryDeal> deals_;
  const AuctionCourse& course_;
  std::shared_ptr<PolicyWeights> weights_;
  PolicyWeights former_;
  bidding::AdamSteps adam_;
};

}  // namespace

std::optional<AuctionPolicy> learn_auctions(const AuctionPolicy& imitation, const TrickEstimate& estimate,
                                            std::span<const LibraryDeal> deals, const AuctionCourse& course) {
  return SelfBidding(imitation, estimate, deals, course).learn();
}

}  // namespace yomi::lab
