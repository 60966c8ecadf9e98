// Zero-sum games in matrix form.
#pragma once

#include <vector>

namespace yomi::lab {

struct MatrixSolution {
  double value = 0;
  std::vector<double> rows;     // the maximiser's mixture
  std::vector<double> columns;  // the minimiser's
};

// `payoff[row][column]` is what the row player gets. Not empty; rows equally long. Dense simplex (Dantzig
// 1951), with Bland's rule where it might cycle. Mixtures are right to about 1e-9, or less where rounding
// stops it early: who needs a proof must take the best replies to them.
MatrixSolution solve_matrix(const std::vector<std::vector<double>>& payoff);

}  // namespace yomi::lab
