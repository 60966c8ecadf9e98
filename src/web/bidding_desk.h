// The requests of the page about bidding systems: what can follow an auction, the files of a system, and what
// a change of them does to a set of deals.
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
  // Work for the thinkers: deals are bid by a system as it ships and as it was changed; those whose calls
  // differ are told.
  static Work compare(const Json& request);

 private:
  Meanings& meanings_;
};

}  // namespace yomi::web
