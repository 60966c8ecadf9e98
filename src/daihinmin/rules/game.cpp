#include "yomi/daihinmin/game.h"

#include <algorithm>
#include <span>

namespace yomi::daihinmin {

int Shared::seat_of_rank(int wanted) const {
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (rank[at(seat)] == wanted) return seat;
  }
  return -1;
}

void Shared::start(const Public& table_now) {
  table = table_now;
  if (ranked) table.rank = rank;
  played = Cards();
  turns.clear();
}

void Shared::apply(const Move& move) {
  turns.push_back({table, move});
  played |= move.cards;
  table.apply(move);
}

int View::most_hidden() const {
  int most = 0;
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (seat != own.seat) most = std::max<int>(most, shared.table.counts[at(seat)]);
  }
  return most;
}

int View::partner() const {
  if (!shared.ranked) return -1;
  const int rank = shared.rank[at(own.seat)];
  return rank == 2 ? -1 : shared.seat_of_rank(4 - rank);
}

std::array<Cards, kPlayers> deal(Random& random, int first) {
  std::array<std::uint8_t, kCards> deck{};
  std::size_t filled = 0;
  for (Card card : Cards::full()) deck[filled++] = static_cast<std::uint8_t>(card.bit());
  random.shuffle(std::span<std::uint8_t>(deck));
  std::array<Cards, kPlayers> hands{};
  for (std::size_t i = 0; i < kCards; ++i) {
    hands[(at(first) + i) % kPlayers] |= Cards::of(Card::from_bit(deck[i]));
  }
  return hands;
}

void draw_places(Public& table, Random& random) {
  std::array<std::uint8_t, kPlayers> left{};
  std::size_t count = 0;
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (table.is_in(seat)) left[count++] = static_cast<std::uint8_t>(seat);
  }
  random.shuffle(std::span<std::uint8_t>(left.data(), count));
  for (std::size_t i = 0; i < count; ++i) {
    table.place[left[i]] =
        static_cast<std::uint8_t>(kPlayers - static_cast<int>(count) + static_cast<int>(i));
  }
  table.in = 0;
}

void GameLoop::exchange(const Players& players) {
  const auto cards_of = [&](int rank) -> Private& {
    return seats_[static_cast<std::size_t>(shared_.seat_of_rank(rank))];
  };
  for (int rank = 0; rank < 2; ++rank) {
    Private& rich = cards_of(rank);
    Private& poor = cards_of(4 - rank);
    const Cards tribute = poor.hand.best(exchanged(rank));
    poor.gave = tribute;  // the rich find it among their cards and are not told which it is
    poor.hand -= tribute;
    rich.hand |= tribute;
  }
  for (int rank = 0; rank < 2; ++rank) {
    Private& rich = cards_of(rank);
    Private& poor = cards_of(4 - rank);
    const int count = exchanged(rank);
    Cards gift = players[at(rich.seat)]->give(View{shared_, rich}, count);
    if (gift.size() != count || !rich.hand.contains(gift)) gift = rich.hand.best(count);
    rich.gave = poor.got = gift;
    rich.hand -= gift;
    poor.hand |= gift;
  }
}

GameResult GameLoop::play(const GameSetup& setup, const Players& players) {
  shared_.ranked = setup.ranked;
  shared_.rank = setup.rank;
  shared_.games_left = setup.games_left;
  shared_.player_at = setup.player_at;
  shared_.turns.clear();
  notes_.clear();
  shared_.played = Cards();
  shared_.table = State::start(setup.hands);
  Random random(setup.seed);
  for (int seat = 0; seat < kPlayers; ++seat) {
    const std::size_t here = at(seat);
    seats_[here] = Private{.seat = seat, .hand = setup.hands[here], .gave = {}, .got = {}};
    players[here]->begin(random.split(static_cast<std::uint64_t>(seat))());
  }
  shared_.exchanging = true;
  if (setup.ranked) exchange(players);
  shared_.exchanging = false;
  for (std::size_t seat = 0; seat < kPlayers; ++seat) start_hands_[seat] = seats_[seat].hand;
  shared_.start(State::start(start_hands_));
  while (!shared_.table.over() && shared_.table.passes < kPassesThatEnd) {
    if (on_turn_ != nullptr) on_turn_(context_, *this);
    Private& own = seats_[shared_.table.turn];
    note_ = {};
    Move move = players[shared_.table.turn]->play(View{shared_, own});
    if (!own.hand.contains(move.cards) || !shared_.table.accepts(move)) {
      move = Move::pass();
      note_.refused = true;
    }
    notes_.push_back(note_);
    own.hand -= move.cards;
    shared_.apply(move);
  }
  if (!shared_.table.over()) draw_places(shared_.table, random);
  return GameResult{.place = shared_.table.place, .turns = static_cast<int>(shared_.turns.size())};
}

}  // namespace yomi::daihinmin
