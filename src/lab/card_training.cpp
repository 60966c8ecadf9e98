#include "yomi/lab/card_training.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "yomi/jobs/thread_pool.h"
#include "yomi/play/card_network.h"

namespace yomi::lab {
namespace {

// A board, and where its play starts.
struct PlayedBoard {
  explicit PlayedBoard(const Board& of) : board(&of), start(*of.contract, calls_in(of)) {}
  static play::Calls calls_in(const Board& board) {
    const auto auction = board.auction();
    return auction ? play::calls_of(*auction) : play::Calls{};
  }
  const Board* board;
  play::Course start;
};

// The place of an example: its lesson, and the number of cards played before it.
struct Example {
  std::uint32_t lesson;
  std::uint8_t cards;
};

// Calls visit(course, sight, card number) for every card of the board at which there was a choice.
template <class Visit>
void walk(const PlayedBoard& lesson, const Visit& visit) {
  play::Course course = lesson.start;
  Deal hands = lesson.board->deal;
  const std::vector<Card>& play = lesson.board->play;
  for (std::size_t number = 0; number < play.size(); ++number) {
    const play::Sight sight = play::sight_of_turn(course, hands);
    if (sight.legal(course).size() > 1) visit(course, sight, number);
    hands[course.turn()].erase(play[number]);
    course.add(play[number]);
  }
}

std::vector<Example> examples_of(std::span<const PlayedBoard> lessons) {
  std::vector<Example> examples;
  for (std::size_t lesson = 0; lesson < lessons.size(); ++lesson) {
    walk(lessons[lesson], [&](const play::Course&, const play::Sight&, std::size_t number) {
      examples.push_back({static_cast<std::uint32_t>(lesson), static_cast<std::uint8_t>(number)});
    });
  }
  return examples;
}

void describe_example(const PlayedBoard& lesson, int cards, play::CardFeatures& features) {
  play::Course course = lesson.start;
  Deal hands = lesson.board->deal;
  for (int i = 0; i < cards; ++i) {
    const Card card = lesson.board->play[static_cast<std::size_t>(i)];
    hands[course.turn()].erase(card);
    course.add(card);
  }
  play::describe(course, play::sight_of_turn(course, hands), features);
}

int number_of(const play::CardFeatures& features, Card card) {
  const auto* const end = features.cards.begin() + features.count;
  return static_cast<int>(std::find(features.cards.begin(), end, card) - features.cards.begin());
}

void scatter(std::vector<play::Row>& rows, double width, Random& random) {
  for (play::Row& row : rows) {
    for (float& value : row) value = static_cast<float>((random.unit() * 2 - 1) * width);
  }
}

play::PolicyWeights starting_card_weights(Random& random) {
  play::PolicyWeights weights;
  scatter(weights.situation, 0.1, random);
  scatter(weights.suit_pool, 0.1, random);
  scatter(weights.suit_state, 0.1, random);
  scatter(weights.card, 0.1, random);
  scatter(weights.pool_to_context, 0.12, random);
  scatter(weights.context_to_state, 0.15, random);
  return weights;
}

// Adam over all tables. `sums` are the gradients of the parts of a batch, added here in their order.
class Adam {
 public:
  void step(play::PolicyWeights& weights, std::span<const play::PolicyWeights> sums, double scale,
            double rate, double decay) {
    ++steps_;
    const double correct1 = 1 - std::pow(0.9, steps_);
    const double correct2 = 1 - std::pow(0.999, steps_);
    const auto pace = static_cast<float>(rate * std::sqrt(correct2) / correct1);
    const auto shrink = static_cast<float>(1 - rate * decay);
    const auto tables = weights.tables();
    for (std::size_t table = 0; table < tables.size(); ++table) {
      for (std::size_t row = 0; row < tables[table]->size(); ++row) {
        play::Row slope{};
        for (const play::PolicyWeights& sum : sums) {
          const play::Row& part = (*sum.tables()[table])[row];
          for (std::size_t i = 0; i < play::kHidden; ++i) slope[i] += part[i];
        }
        play::Row& mean = (*mean_.tables()[table])[row];
        play::Row& square = (*square_.tables()[table])[row];
        play::Row& weight = (*tables[table])[row];
        for (std::size_t i = 0; i < play::kHidden; ++i) {
          const float g = slope[i] * static_cast<float>(scale);
          mean[i] = 0.9F * mean[i] + 0.1F * g;
          square[i] = 0.999F * square[i] + 0.001F * g * g;
          weight[i] = weight[i] * shrink - pace * mean[i] / (std::sqrt(square[i]) + 1e-8F);
        }
      }
    }
  }

 private:
  int steps_ = 0;
  play::PolicyWeights mean_;
  play::PolicyWeights square_;
};

void clear(play::PolicyWeights& weights) {
  for (auto* table : weights.tables()) std::fill(table->begin(), table->end(), play::Row{});
}

// Cards of one hand with no card of another hand between them, played ones aside.
bool same_worth(const play::Course& course, const play::Sight& sight, Card a, Card b) {
  if (a == b) return true;
  if (a.suit() != b.suit()) return false;
  const auto [low, high] = std::minmax({index(a.rank()), index(b.rank())});
  const std::uint32_t others = (CardSet::full() - course.played() - sight.hand).ranks(a.suit()) |
                               (course.table().empty() ? CardSet() : [&] {
                                 CardSet table;
                                 for (Card card : course.table()) table.insert(card);
                                 return table;
                               }()).ranks(a.suit());
  const std::uint32_t between = (1U << high) - (1U << (low + 1));
  return (others & between) == 0;
}

}  // namespace

play::CardPolicy train(std::span<const Board> boards, const Training& training) {
  const std::vector<PlayedBoard> lessons(boards.begin(), boards.end());
  constexpr std::size_t kParts = 8;  // of a batch, whatever the number of threads
  std::vector<Example> examples = examples_of(lessons);
  Random random(training.seed);
  play::PolicyWeights weights = training.start ? training.start->weights() : starting_card_weights(random);
  std::vector<play::PolicyWeights> gradients(kParts);
  std::vector<double> losses(kParts);
  std::vector<play::CardFeatures> features(kParts);
  std::vector<play::Activations> activations(kParts);
  Adam adam;
  jobs::ThreadPool thread_pool(training.threads);
  const auto batch = static_cast<std::size_t>(training.batch);
  const std::size_t batches = examples.size() / batch;
  for (int epoch = 0; epoch < training.epochs; ++epoch) {
    random.shuffle(std::span(examples));
    double loss = 0;
    for (std::size_t number = 0; number < batches; ++number) {
      const std::span part_of = std::span(examples).subspan(number * batch, batch);
      thread_pool.each(kParts, [&](std::size_t part, int) {
        clear(gradients[part]);
        losses[part] = 0;
        for (std::size_t i = part; i < batch; i += kParts) {
          const PlayedBoard& lesson = lessons[part_of[i].lesson];
          describe_example(lesson, part_of[i].cards, features[part]);
          const int right = number_of(features[part], lesson.board->play[part_of[i].cards]);
          play::forward(weights, features[part], activations[part]);
          losses[part] -=
              std::log(std::max(1e-9F, activations[part].chances[static_cast<std::size_t>(right)]));
          play::backward(weights, features[part], activations[part], right, gradients[part]);
        }
      });
      for (double part : losses) loss += part;
      const double done =
          (epoch + static_cast<double>(number) / static_cast<double>(batches)) / training.epochs;
      const double rate = training.rate * (0.05 + 0.95 * 0.5 * (1 + std::cos(std::numbers::pi * done)));
      adam.step(weights, gradients, 1.0 / training.batch, rate, training.decay);
    }
    const auto met = static_cast<double>(batches * batch);
    if (!training.report(epoch + 1, met > 0 ? loss / met : 0)) break;
  }
  return play::CardPolicy(std::make_shared<const play::PolicyWeights>(std::move(weights)));
}

Agreement agreement(const play::CardPolicy& policy, std::span<const Board> boards) {
  Agreement found;
  for (const Board& board : boards) {
    walk(PlayedBoard(board), [&](const play::Course& course, const play::Sight& sight, std::size_t number) {
      const play::CardChances chances = policy.chances(course, sight);
      const Card played = board.play[number];
      const Card best = chances.best();
      const Contract& contract = course.contract();
      const std::size_t role = sight.mover == contract.declarer   ? 0
                               : sight.mover == contract.dummy()  ? 1
                               : sight.mover == contract.leader() ? 2
                                                                  : 3;
      const auto count = [&](Agreement::Part& part) {
        ++part.cards;
        part.same += best == played ? 1 : 0;
        part.equal += same_worth(course, sight, best, played) ? 1 : 0;
        part.loss -= std::log(std::max(1e-9, chances.chance(played)));
        part.random_same += 1.0 / chances.count;
      };
      count(found.all);
      count(found.by_place[course.table().size()]);
      count(found.by_role[role]);
      if (number == 0) count(found.opening_leads);
    });
  }
  return found;
}

}  // namespace yomi::lab
