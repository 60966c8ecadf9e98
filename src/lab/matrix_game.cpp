#include "matrix_game.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace yomi::lab {
namespace {

constexpr double kPivot = 1e-11;
// Right-hand sides are set this much apart: equal ones make the simplex go in circles.
constexpr double kApart = 1e-9;

// maximise sum y subject to A y <= 1, y >= 0, with A > 0. Row 0..m-1: constraints, row m: the objective.
class Tableau {
 public:
  Tableau(const std::vector<std::vector<double>>& payoff, double shift)
      : m_(payoff.size()), n_(payoff.front().size()), rows_(m_ + 1, std::vector<double>(n_ + m_ + 1, 0)) {
    for (std::size_t i = 0; i < m_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) rows_[i][j] = payoff[i][j] + shift;
      rows_[i][n_ + i] = 1;
      rows_[i].back() = 1 + kApart * static_cast<double>(i + 1) / static_cast<double>(m_);
      basis_.push_back(n_ + i);
    }
    for (std::size_t j = 0; j < n_; ++j) rows_[m_][j] = -1;
  }

  void run() {
    const std::size_t patience = 20 * (m_ + n_);
    // Rounding may still keep it from the end; what is reached by then is a mixture like any other.
    for (std::size_t step = 0; step < 2 * patience; ++step) {
      const std::size_t in = entering(step > patience);
      if (in == n_ + m_) return;
      const std::size_t out = leaving(in);
      if (out == m_) return;
      pivot(out, in);
    }
  }

  [[nodiscard]] double objective() const { return rows_[m_].back(); }
  [[nodiscard]] double dual(std::size_t i) const { return rows_[m_][n_ + i]; }
  [[nodiscard]] std::vector<double> primal() const {
    std::vector<double> y(n_, 0);
    for (std::size_t i = 0; i < m_; ++i) {
      if (basis_[i] < n_) y[basis_[i]] = rows_[i].back();
    }
    return y;
  }

 private:
  [[nodiscard]] std::size_t entering(bool by_number) const {
    std::size_t best = n_ + m_;
    double least = -kPivot;
    for (std::size_t j = 0; j < n_ + m_; ++j) {
      if (rows_[m_][j] >= least) continue;
      best = j;
      if (by_number) break;
      least = rows_[m_][j];
    }
    return best;
  }

  [[nodiscard]] std::size_t leaving(std::size_t in) const {
    std::size_t best = m_;
    double least = 0;
    for (std::size_t i = 0; i < m_; ++i) {
      if (rows_[i][in] <= kPivot) continue;
      const double ratio = rows_[i].back() / rows_[i][in];
      if (best < m_ && (ratio > least || (ratio == least && basis_[i] > basis_[best]))) continue;
      best = i;
      least = ratio;
    }
    return best;
  }

  void pivot(std::size_t out, std::size_t in) {
    std::vector<double>& row = rows_[out];
    const double by = row[in];
    for (double& cell : row) cell /= by;
    for (std::size_t i = 0; i <= m_; ++i) {
      if (i == out || rows_[i][in] == 0) continue;
      const double times = rows_[i][in];
      for (std::size_t j = 0; j < row.size(); ++j) rows_[i][j] -= times * row[j];
    }
    basis_[out] = in;
  }

  std::size_t m_;
  std::size_t n_;
  std::vector<std::vector<double>> rows_;
  std::vector<std::size_t> basis_;
};

void scale(std::vector<double>& chances) {
  double sum = 0;
  for (double& one : chances) {
    one = std::max(0.0, one);
    sum += one;
  }
  for (double& one : chances) one = sum > 0 ? one / sum : 1 / static_cast<double>(chances.size());
}

}  // namespace

MatrixSolution solve_matrix(const std::vector<std::vector<double>>& payoff) {
  assert(!payoff.empty() && !payoff.front().empty());
  double least = payoff[0][0];
  for (const auto& row : payoff) least = std::min(least, *std::min_element(row.begin(), row.end()));
  const double shift = 1 - least;
  Tableau tableau(payoff, shift);
  tableau.run();
  MatrixSolution made;
  made.value = 1 / tableau.objective() - shift;
  made.columns = tableau.primal();
  for (std::size_t i = 0; i < payoff.size(); ++i) made.rows.push_back(tableau.dual(i));
  scale(made.rows);
  scale(made.columns);
  return made;
}

}  // namespace yomi::lab
