// The outcome of `yomi versus` as an SVG: how the IMPs added up, board by board, and by trick how often the
// lines parted and how often the first player searched.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yomi/lab/versus.h"

namespace yomi::cli::versus {

struct VersusPanel {
  lab::Role role = lab::Role::declarer;
  std::vector<lab::Outcome> outcomes{};
  lab::Summary summary{};
};

std::string versus_picture(const std::string& title, std::span<const VersusPanel> panels);

}  // namespace yomi::cli::versus
