// The page's requests about bidding systems: continuations of an auction, the files of a system, and the
// effect of a change on a set of deals.
#pragma once

#include "yomi/web/api.h"
#include "yomi/web/meanings.h"

namespace yomi::web {

class BiddingDesk {
 public:
  explicit BiddingDesk(Meanings& meanings) : meanings_(meanings) {}

  // Each legal call after an auction with what it would show.
  Reply next(const Json& request, const std::string& client);
  // The systems that ship, and the text of each of their files.
  static Reply files(const Json& request, const std::string& client);
  // Work for the thinkers: deals are bid by a system as shipped and as changed; those whose calls differ are
  // reported.
  static Work compare(const Json& request);

 private:
  Meanings& meanings_;
};

}  // namespace yomi::web
