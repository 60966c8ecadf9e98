// The files of yomi-train: weights and solved deals as plain numbers. What cannot be read ends the program.
#pragma once

#include <string>
#include <vector>

#include "self_bidding.h"

namespace yomi::bidding::self_bidding {

std::vector<float> read_policy(const std::string& path);
// Weights for suits, then for no trump.
std::vector<float> read_tricks(const std::string& path);
std::vector<SolvedDeal> read_library(const std::string& path);
void write_policy(const std::string& path, const std::vector<float>& weights);

}  // namespace yomi::bidding::self_bidding
