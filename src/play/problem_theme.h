// Which class a problem belongs to.
#pragma once

#include "yomi/play/problems.h"

namespace yomi::play {

// `cards` are the legal ones, `rows` their double-dummy tricks in each layout that the chair can think of.
// Nothing when the problem fits no class.
std::optional<Theme> theme_of(const Problem& problem, const std::vector<Card>& cards,
                              const std::vector<std::vector<int>>& rows);

// The same where cards differ only by what they tell: `ordinary` is what the others do.
std::optional<Theme> deception_theme(const Problem& problem, const std::vector<Card>& cards,
                                     const Plan& ordinary);

}  // namespace yomi::play
