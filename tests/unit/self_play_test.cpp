#include "yomi/lab/self_play.h"

#include <gtest/gtest.h>

namespace yomi::play {
namespace {

PlayContext context_of(int level, Strain strain, Seat declarer) {
  return {.contract = {.level = level, .strain = strain, .doubling = Doubling::none, .declarer = declarer}};
}

TEST(SelfPlay, AWholeDealByOnePlayer) {
  Random random(6);
  for (int round = 0; round < 2; ++round) {
    const Deal dealt = random_deal(random);
    const PlayContext context = context_of(3, Strain::hearts, Seat::south);
    const auto spec = parse_contestant("pimc:deals=1");
    const auto play = [&](const std::stop_token& stop) {
      Contestant player(*spec, 9);
      return lab::play_whole(context, dealt, player, stop);
    };
    const lab::WholePlay game = play({});
    EXPECT_EQ(game.cards, play({}).cards);
    Position position(dealt, Strain::hearts, Seat::west);
    for (Card card : game.cards) {
      ASSERT_TRUE(position.legal().contains(card));
      position.play(card);
    }
    // What is left is certain, so it is what the solver says.
    dd::Solver solver;
    const int rest = position.is_over() ? 0 : solver.tricks(position).lower;
    const int declarers = on(position.turn(), Side::ns) ? rest : position.tricks_left() - rest;
    EXPECT_EQ(game.tricks, position.tricks(Side::ns) + (position.is_over() ? 0 : declarers));
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_TRUE(play(stopped.get_token()).cards.empty());
  }
}

}  // namespace
}  // namespace yomi::play
