// A Daihinmin player of one's own, seated at a server of the UEC competition: it plays its weakest cards and
// keeps eights, twos and the joker.      own_player [HOST] [PORT]      (a server: yomi daihinmin serve)
#include <yomi/daihinmin/moves.h>
#include <yomi/daihinmin/server.h>

#include <cstdio>

using namespace yomi::daihinmin;

class Thrifty : public Player {
 public:
  void begin(std::uint64_t) override {}
  Cards give(const View& view, int count) override { return weakest_gift(view.own.hand, count); }
  Move play(const View& view) override {
    MoveList list;
    moves(view.table(), view.own.hand, list);  // every legal play; a pass, where one may, comes last
    Move best = list[list.size() - 1];
    for (const Move& move : list) {
      if (move.size == view.own.hand.size()) return move;  // it goes out
      const bool keeps = move.cards.has_joker() || move.shows_eight() || move.low == kHighColumn;
      if (!keeps && (best.is_pass() || cost(move, view) < cost(best, view))) best = move;
    }
    return best;
  }

 private:
  static int cost(const Move& move, const View& view) {
    return strength(move, view.table().revolution) - 4 * move.size;
  }
};

int main(int argc, char** argv) {
  ClientSettings settings;
  settings.name = "thrifty";
  if (argc > 1) settings.host = argv[1];
  if (argc > 2) settings.port = std::stoi(argv[2]);
  Thrifty player;
  const auto report = join(settings, player);
  std::puts(report ? (std::to_string(report->points) + " points").c_str()
                   : report.error().to_string().c_str());
  return report ? 0 : 2;
}
