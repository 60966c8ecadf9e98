#include "train_files.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

#include "yomi/bidding/auction_policy.h"
#include "yomi/bidding/trick_estimate.h"
#include "yomi/formats/deal_library.h"

namespace yomi::bidding::self_bidding {
namespace {

static_assert(kWeights * sizeof(float) == sizeof(PolicyWeights));
static_assert(kTrickWeights * sizeof(float) == sizeof(TrickWeights));

[[noreturn]] void give_up(const std::string& path, const std::string& why) {
  std::fprintf(stderr, "yomi-train: %s: %s\n", path.c_str(), why.c_str());
  std::exit(2);
}

std::string read_all(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) give_up(path, "cannot be read");
  return text.str();
}

}  // namespace

std::vector<float> read_policy(const std::string& path) {
  const auto policy = AuctionPolicy::parse(read_all(path));
  if (!policy) give_up(path, policy.error().to_string());
  const auto weights = policy->weights().all();
  return {weights.begin(), weights.end()};
}

std::vector<float> read_tricks(const std::string& path) {
  const auto estimate = TrickEstimate::parse(read_all(path));
  if (!estimate) give_up(path, estimate.error().to_string());
  std::vector<float> made;
  for (const TrickWeights* part : {&estimate->weights().suits, &estimate->weights().no_trump}) {
    const auto weights = part->all();
    made.insert(made.end(), weights.begin(), weights.end());
  }
  return made;
}

std::vector<SolvedDeal> read_library(const std::string& path) {
  const std::string bytes = read_all(path);
  const auto library = DealLibrary::open(bytes);
  if (!library) give_up(path, library.error().to_string());
  std::vector<SolvedDeal> made(library->size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    const auto deal = library->at(i);
    if (!deal) give_up(path, deal.error().to_string());
    for (const Seat seat : kAllSeats) {
      made[i].hands[index(seat)] = deal->deal[seat].bits();
      for (const Strain strain : kAllStrains)
        made[i].tricks[index(strain)][index(seat)] = deal->table.tricks[strain][seat];
    }
  }
  return made;
}

void write_policy(const std::string& path, const std::vector<float>& weights) {
  auto made = std::make_shared<PolicyWeights>();
  std::copy(weights.begin(), weights.end(), made->all().begin());
  std::ofstream file(path);
  if (!(file << AuctionPolicy(std::move(made)).to_text() << std::flush)) give_up(path, "cannot be written");
}

}  // namespace yomi::bidding::self_bidding
