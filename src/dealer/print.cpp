#include "print.h"

#include <fmt/core.h>

#include <algorithm>

#include "yomi/dealer/run.h"

namespace yomi::dealer {
namespace {

std::string suit_row(CardSet hand, Suit suit) {
  std::string text;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    if (hand.contains(Card(suit, rank_at(rank)))) text.append({to_char(rank_at(rank)), ' '});
  }
  return text.empty() ? "- " : text;
}

}  // namespace

std::string side_by_side(const std::vector<CardSet>& hands) {
  std::string text;
  for (Suit suit : kSuitsFromSpades) {
    for (std::size_t i = 0; i < hands.size(); ++i) {
      const std::string row = suit_row(hands[i], suit);
      text += row;
      if (i + 1 < hands.size() && row.size() < 20) text.append(20 - row.size(), ' ');
    }
    text += '\n';
  }
  return text;
}

std::string page(Seat seat, const std::vector<CardSet>& hands) {
  std::string text = fmt::format("\n\n{} hands:\n\n\n\n", to_name(seat));
  for (std::size_t first = 0; first < hands.size(); first += 4) {
    const std::size_t last = std::min(first + 4, hands.size());
    for (std::size_t i = first; i < last; ++i) text += fmt::format("{:4}.{:15}", i + 1, ' ');
    text += '\n';
    text += side_by_side({hands.begin() + static_cast<std::ptrdiff_t>(first),
                          hands.begin() + static_cast<std::ptrdiff_t>(last)});
    text += '\n';
  }
  return text + '\f';
}

std::string compact(const Deal& deal) {
  std::string text;
  for (Seat seat : kAllSeats) text += fmt::format("{} {}\n", "nesw"[index(seat)], hand_to_string(deal[seat]));
  return text;
}

std::string one_line(const Deal& deal) {
  std::string text;
  for (Seat seat : kAllSeats) text += fmt::format("{} {} ", "nesw"[index(seat)], hand_to_string(deal[seat]));
  return text;
}

std::string pbn_board(const Deal& deal, std::int64_t number, Seat dealer, Vulnerability vulnerability,
                      const std::string& event, const std::string& date) {
  return fmt::format(
      "[Event \"{}\"]\n[Site \"-\"]\n[Date \"{}\"]\n[Board \"{}\"]\n[West \"-\"]\n[North \"-\"]\n[East "
      "\"-\"]\n"
      "[South \"-\"]\n[Dealer \"{}\"]\n[Vulnerable \"{}\"]\n[Deal \"{}\"]\n[Declarer \"?\"]\n[Contract "
      "\"?\"]\n"
      "[Result \"?\"]\n\n",
      event, date, number, to_char(dealer), to_string(vulnerability), to_string(deal));
}

Histogram::Histogram(const Frequency& what)
    : what_(&what),
      rows_(static_cast<std::size_t>(what.first.high - what.first.low + 3)),
      columns_(what.second ? static_cast<std::size_t>(what.second->high - what.second->low + 3) : 1),
      counts_(rows_ * columns_) {}

std::size_t Histogram::cell(const Axis& axis, const Deal& deal) {
  const int value = axis.expression.evaluate(deal);
  if (value < axis.low) return 0;
  if (value > axis.high) return static_cast<std::size_t>(axis.high - axis.low + 2);
  return static_cast<std::size_t>(value - axis.low + 1);
}

void Histogram::add(const Deal& deal) {
  const std::size_t row = cell(what_->first, deal);
  const std::size_t column = what_->second ? cell(*what_->second, deal) : 0;
  ++counts_[row * columns_ + column];
}

std::string Histogram::text() const {
  std::string text = fmt::format("Frequency {}:\n", what_->title);
  const Axis& axis = what_->first;
  if (!what_->second) {
    if (counts_.front() > 0) text += fmt::format("Low\t{:8}\n", counts_.front());
    for (std::size_t i = 1; i + 1 < rows_; ++i) {
      text += fmt::format("{:5}\t{:8}\n", axis.low + static_cast<int>(i) - 1, counts_[i]);
    }
    if (counts_.back() > 0) text += fmt::format("High\t{:8}\n", counts_.back());
    return text;
  }
  text += "        Low";
  for (int value = what_->second->low; value <= what_->second->high; ++value)
    text += fmt::format(" {:6}", value);
  text += "   High    Sum\n";
  std::vector<std::int64_t> sums(columns_ + 1);
  for (std::size_t r = 0; r < rows_; ++r) {
    text += r == 0           ? "Low "
            : r + 1 == rows_ ? "High"
                             : fmt::format("{:4}", axis.low + static_cast<int>(r) - 1);
    std::int64_t sum = 0;
    for (std::size_t c = 0; c < columns_; ++c) {
      const std::int64_t count = counts_[r * columns_ + c];
      text += fmt::format(" {:6}", count);
      sum += count;
      sums[c] += count;
    }
    sums[columns_] += sum;
    text += fmt::format(" {:6}\n", sum);
  }
  text += "Sum ";
  for (std::int64_t sum : sums) text += fmt::format(" {:6}", sum);
  return text + "\n\n";
}

}  // namespace yomi::dealer
