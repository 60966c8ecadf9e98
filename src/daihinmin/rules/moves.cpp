#include "yomi/daihinmin/moves.h"

#include "yomi/daihinmin/generate.h"

namespace yomi::daihinmin {

void moves(const Public& table, Cards hand, MoveList& list, Stands stands) {
  rules::moves(table, hand, list, stands);
}

bool can_follow(const Public& table, Cards cards, int most) {
  return rules::can_follow(table, cards, most);
}

bool stands(const Public& table, const Move& move, Cards others, int most) {
  return rules::stands(table, move, others, most);
}

}  // namespace yomi::daihinmin
