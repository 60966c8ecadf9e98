// Which class a problem belongs to.
#pragma once

#include "yomi/lab/problems.h"

namespace yomi::lab {

// `cards` are the legal ones. Nothing when the problem fits no class.
std::optional<Theme> theme_of(const Problem& problem, const std::vector<Card>& cards);

// The same where cards differ only by what they tell: `ordinary` is what the others do.
std::optional<Theme> deception_theme(const Problem& problem, const std::vector<Card>& cards,
                                     const Plan& ordinary);

}  // namespace yomi::lab
