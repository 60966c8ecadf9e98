// How often do 25 points make three no trump? Draws deals that meet a condition, solves them, prints the
// share.
#include <yomi/belief/expression.h>
#include <yomi/belief/sampler.h>
#include <yomi/dd/solver.h>

#include <cstdint>
#include <cstdio>

int main() {
  using namespace yomi;
  Random random(1);
  const auto points = belief::hcp(Seat::south) + belief::hcp(Seat::north) == 25;
  const auto shape = belief::balanced(Seat::south) && belief::balanced(Seat::north);
  const int deals = 200;
  const belief::Sampler sampler(belief::Space::filling({}), {points, shape}, random, deals);
  dd::Solver solver;
  int made = 0;
  std::int64_t looked = 0;
  for (int i = 0; i < deals; ++i) {
    const auto deal = sampler.next(random, INT64_MAX, looked);
    const Position lead(*deal, Strain::no_trump, Seat::west);  // South plays
    made += 13 - solver.tricks(lead).lower >= 9 ? 1 : 0;
  }
  std::printf("%d of %d deals make 3NT\n", made, deals);
}
