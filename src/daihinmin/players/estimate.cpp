#include "yomi/daihinmin/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "yomi/daihinmin/learnt_file.h"

namespace yomi::daihinmin {
namespace {

constexpr std::string_view kGammaHead = "yomi-daihinmin-gamma";
constexpr double kPriorWins =
    0.5;  // each card is taken to have beaten and lost to each other so often beforehand

int bounded(int value) {
  return std::clamp(value, 1, 13);
}

}  // namespace

int situation(const Public& table, const Move& move) {
  const int on_table = table.table_empty() ? 0 : bounded(strength(table.top, table.revolution));
  const int reply = move.is_pass() ? 0 : bounded(strength(move, table.revolution));
  return on_table * 14 + reply;
}

Estimate Estimate::same(float value) {
  Estimate estimate;
  for (Gamma& gamma : estimate.gamma) gamma.fill(value);
  return estimate;
}

std::string to_text(const Estimate& estimate) {
  std::string text(kGammaHead);
  text += '\n';
  for (const Gamma& gamma : estimate.gamma) {
    for (std::size_t i = 0; i < kCards; ++i) text += fmt::format("{}{:.4g}", i == 0 ? "" : " ", gamma[i]);
    text += '\n';
  }
  return text + "end\n";
}

Result<Estimate> parse_estimate(std::string_view text) {
  Estimate estimate;
  LearntLines lines(text);
  std::size_t filled = 0;
  if (const auto head = lines.next(); !head || *head != kGammaHead)
    return Error{.what = fmt::format("expected '{}'", kGammaHead), .line = 1};
  while (const auto line = lines.next()) {
    if (filled == kSituations) return lines.error("expected the end after 196 situations");
    const char* from = line->data();
    const char* const stop = line->data() + line->size();
    for (float& gamma : estimate.gamma[filled]) {
      while (from < stop && *from == ' ') ++from;
      const auto [after, wrong] = std::from_chars(from, stop, gamma);
      if (wrong != std::errc() || !(gamma > 0) || !std::isfinite(gamma)) {
        return lines.error("expected 53 positive numbers",
                           static_cast<std::uint32_t>(from - line->data() + 1));
      }
      from = after;
    }
    ++filled;
  }
  if (filled != kSituations) return lines.error(fmt::format("expected 196 situations, found {}", filled));
  if (auto error = lines.not_whole()) return *error;
  return estimate;
}

StayCounts::StayCounts() : tables_(kSituations) {}

void StayCounts::add(int of_situation, Cards kept, Cards elsewhere) {
  Table& table = tables_[static_cast<std::size_t>(of_situation)];
  ++table.replies;
  for (Card stayed : kept) {
    const auto i = static_cast<std::size_t>(card_number(stayed));
    table.stayed[i] += 1;
    table.offered[i] += 1;
    for (Card gone : elsewhere) table.wins[i][static_cast<std::size_t>(card_number(gone))] += 1;
  }
  for (Card gone : elsewhere) table.offered[static_cast<std::size_t>(card_number(gone))] += 1;
}

void StayCounts::add(const StayCounts& other) {
  for (std::size_t s = 0; s < tables_.size(); ++s) {
    tables_[s].replies += other.tables_[s].replies;
    for (std::size_t i = 0; i < kCards; ++i) {
      tables_[s].stayed[i] += other.tables_[s].stayed[i];
      tables_[s].offered[i] += other.tables_[s].offered[i];
      for (std::size_t j = 0; j < kCards; ++j) tables_[s].wins[i][j] += other.tables_[s].wins[i][j];
    }
  }
}

StayCounts::Fit StayCounts::bradley_terry(int rounds) const {
  Fit fit;
  fit.log_likelihood.assign(static_cast<std::size_t>(rounds), 0.0);
  double replies = 0;
  for (std::size_t s = 0; s < tables_.size(); ++s) {
    const Table& table = tables_[s];
    replies += static_cast<double>(table.replies);
    std::array<double, kCards> gamma;
    gamma.fill(1.0);
    for (int round = 0; round < rounds; ++round) {
      std::array<double, kCards> next{};
      double sum = 0;
      double change = 0;
      for (std::size_t i = 0; i < kCards; ++i) {
        double wins = 0;
        double weight = 0;
        for (std::size_t j = 0; j < kCards; ++j) {
          if (i == j) continue;
          const double w = static_cast<double>(table.wins[i][j]) + kPriorWins;
          const double l = static_cast<double>(table.wins[j][i]) + kPriorWins;
          wins += w;
          weight += (w + l) / (gamma[i] + gamma[j]);
          fit.log_likelihood[static_cast<std::size_t>(round)] +=
              static_cast<double>(table.wins[i][j]) * std::log(gamma[i] / (gamma[i] + gamma[j]));
        }
        next[i] = wins / weight;
        sum += next[i];
      }
      for (std::size_t i = 0; i < kCards; ++i) {
        next[i] *= kCards / sum;
        change = std::max(change, std::abs(next[i] - gamma[i]) / gamma[i]);
      }
      gamma = next;
      if (round + 1 == rounds) fit.last_change = std::max(fit.last_change, change);
    }
    for (std::size_t i = 0; i < kCards; ++i) fit.estimate.gamma[s][i] = static_cast<float>(gamma[i]);
  }
  for (double& value : fit.log_likelihood) value /= std::max(replies, 1.0);
  return fit;
}

Estimate StayCounts::frequencies() const {
  Estimate estimate;
  for (std::size_t s = 0; s < tables_.size(); ++s) {
    double sum = 0;
    std::array<double, kCards> share{};
    for (std::size_t i = 0; i < kCards; ++i) {
      share[i] = (tables_[s].stayed[i] + 0.25) / (tables_[s].offered[i] + 1.0);
      sum += share[i];
    }
    for (std::size_t i = 0; i < kCards; ++i) estimate.gamma[s][i] = static_cast<float>(share[i] / sum);
  }
  return estimate;
}

std::uint64_t StayCounts::replies(int of_situation) const {
  return tables_[static_cast<std::size_t>(of_situation)].replies;
}

Gamma league_shares(const Gamma& gamma, Cards cards, int wanted, int leagues, Random& random) {
  std::array<std::uint8_t, kCards> number{};
  std::size_t count = 0;
  for (Card card : cards) number[count++] = static_cast<std::uint8_t>(card_number(card));
  std::array<std::array<std::uint32_t, kCards>, kCards> bar;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const double p = double{gamma[number[i]]} / (double{gamma[number[i]]} + double{gamma[number[j]]});
      bar[i][j] = static_cast<std::uint32_t>(p * 4294967295.0);
    }
  }
  Gamma share{};
  std::array<int, kCards> score{};
  std::array<std::uint8_t, kCards> order{};
  for (int league = 0; league < leagues; ++league) {
    // A random last figure parts those who are level.
    for (std::size_t i = 0; i < count; ++i) score[i] = static_cast<int>(random() & 0xFFFF);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count; j += 2) {
        const std::uint64_t draw = random();
        const bool won = static_cast<std::uint32_t>(draw) < bar[i][j];
        score[won ? i : j] += 0x10000;
        if (j + 1 < count) {
          const bool won_next = static_cast<std::uint32_t>(draw >> 32) < bar[i][j + 1];
          score[won_next ? i : j + 1] += 0x10000;
        }
      }
      order[i] = static_cast<std::uint8_t>(i);
    }
    const std::span ranked(order.data(), count);
    const std::size_t chosen = std::min(static_cast<std::size_t>(wanted), count);
    std::nth_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(chosen), ranked.end(),
                     [&](std::uint8_t a, std::uint8_t b) { return score[a] > score[b]; });
    for (const std::uint8_t i : ranked.first(chosen)) share[number[i]] += 1.0F;
  }
  for (float& value : share) value /= static_cast<float>(leagues);
  return share;
}

}  // namespace yomi::daihinmin
