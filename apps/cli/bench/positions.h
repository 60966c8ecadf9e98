// The positions that benchmarks work on, from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "yomi/bridge/position.h"
#include "yomi/cards/result.h"

namespace yomi::cli::bench {

std::vector<Deal> random_deals(std::uint64_t seed, int count);
// Any strain and leader, no card on the table.
std::vector<Position> random_positions(std::uint64_t seed, int count, int cards);
// The same with 0 to 3 cards on the table, and least_cards to most_cards each before the trick.
Position random_mid_trick(Random& random, int least_cards, int most_cards);
// `positions` random positions of `cards` cards, each followed by `layouts` - 1 others that differ in the two
// hands that neither the mover nor its partner (dummy) holds.
std::vector<Position> sampled_layouts(std::uint64_t seed, int positions, int layouts, int cards);
// Full deals after a random opening lead, laid out as above as declarer would sample them.
std::vector<Position> layouts_after_lead(std::uint64_t seed, int positions, int layouts);
// The deals of a list in DDS's own format (lines `PBN dealer vul trump first "deal"`).
Result<std::vector<Deal>> read_dds_list(const std::string& path);

}  // namespace yomi::cli::bench
