// Deal files of dealing machines: fixed-length records, hands only.
#include "yomi/formats/machine.h"
#include "yomi/cards/number.h"

#include <algorithm>

#include "record_sources.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

constexpr std::size_t kBri = 78;   // thirteen cards of north, east and south, two digits each
constexpr std::size_t kDge = 68;   // four suit signs and thirteen cards of each hand, from north
constexpr std::size_t kTail = 10;  // of a DUP record
constexpr std::string_view kSigns = "\x06\x03\x04\x05";  // spades to clubs in code page 437

// 1 is the ace of spades, 13 the two, 14 the ace of hearts, 52 the two of clubs.
int number_of(Card card) {
  return (kSuits - 1 - index(card.suit())) * kRanks + (kRanks - 1 - index(card.rank())) + 1;
}
Card card_of(int number) {
  return {suit_at(kSuits - 1 - (number - 1) / kRanks), rank_at(kRanks - 1 - (number - 1) % kRanks)};
}

std::string bri_text(const Deal& deal) {
  std::string made;
  for (Seat seat : {Seat::north, Seat::east, Seat::south}) {
    for (Suit suit : kSuitsFromSpades) {
      for (int rank = kRanks - 1; rank >= 0; --rank) {
        const Card card(suit, rank_at(rank));
        if (!deal[seat].contains(card)) continue;
        const int number = number_of(card);
        made += static_cast<char>('0' + number / 10);
        made += static_cast<char>('0' + number % 10);
      }
    }
  }
  return made;
}

std::string dge_text(const Deal& deal) {
  std::string made;
  for (Seat seat : kAllSeats) {
    for (std::size_t i = 0; i < 4; ++i) {
      made += kSigns[i];
      const std::string ranks = ranks_to_string(deal[seat], kSuitsFromSpades[i]);
      if (ranks != "-") made += ranks;
    }
  }
  return made;
}

std::optional<Deal> parse_bri(std::string_view record) {
  Deal deal;
  for (std::size_t i = 0; i < kBri / 2; ++i) {
    const auto number = parse_number<int>(record.substr(2 * i, 2));
    if (!number || *number < 1 || *number > 52) return std::nullopt;
    const Card card = card_of(*number);
    if (deal.all().contains(card)) return std::nullopt;
    deal[seat_at(static_cast<int>(i) / kRanks)].insert(card);
  }
  deal[Seat::west] = CardSet::full() - deal.all();
  return deal;
}

std::optional<Deal> parse_dge(std::string_view record) {
  Deal deal;
  int hand = -1;
  std::size_t suit = 0;
  for (char c : record.substr(0, kDge)) {
    if (const std::size_t sign = kSigns.find(c); sign != std::string_view::npos) {
      if (sign == 0) ++hand;
      suit = sign;
      continue;
    }
    const auto rank = parse_rank(c);
    if (!rank || hand < 0 || hand > 3) return std::nullopt;
    const Card card(kSuitsFromSpades[suit], *rank);
    if (deal.all().contains(card)) return std::nullopt;
    deal[seat_at(hand)].insert(card);
  }
  return deal.is_full() ? std::optional(deal) : std::nullopt;
}

bool is_padding(char c) {
  return c == ' ' || c == '\0' || c == '\r' || c == '\n' || c == '\x1A';
}

class MachineSource final : public RecordSource {
 public:
  MachineSource(text::Window& window, std::string file, BoardFormat format)
      : window_(window), file_(std::move(file)), format_(format) {}

  std::optional<ReadBoard> next() override {
    const std::size_t length = machine_record(format_);
    for (;;) {
      const std::string_view text = window_.text();
      while (at_ < text.size() && is_padding(text[at_])) ++at_;
      if (text.size() - at_ >= length || window_.is_complete()) break;
      window_.more(at_);
      at_ = 0;
    }
    const std::string_view text = window_.text();
    if (at_ >= text.size()) return std::nullopt;
    ++record_;
    ReadBoard made{.board = {}, .line = record_, .errors = {}};
    const std::string_view record = text.substr(at_, length);
    at_ += record.size();
    if (record_ == 1 && format_ == BoardFormat::dup && record.size() == length) {
      first_ = leading_number<int>(text::trim(record.substr(kBri + kDge + 2, 3))).value_or(first_);
    }
    const int number = first_ + static_cast<int>(record_) - 1;
    made.board.number = std::to_string(number);
    made.board.dealer = board_dealer(number);
    made.board.vulnerability = board_vulnerability(number);
    const auto deal = record.size() < length        ? std::nullopt
                      : format_ == BoardFormat::dge ? parse_dge(record)
                                                    : parse_bri(record);
    if (deal) {
      made.board.set_deal(*deal);
    } else {
      made.errors.push_back({.what = "expected a record of " + std::to_string(length) +
                                     " bytes with the hands of a deal, found " + text::quote(record),
                             .file = file_,
                             .line = record_,
                             .column = 1});
    }
    return made;
  }

 private:
  text::Window& window_;
  std::string file_;
  BoardFormat format_;
  std::size_t at_ = 0;
  std::uint32_t record_ = 0;
  int first_ = 1;
};

}  // namespace

std::size_t machine_record(BoardFormat format) {
  return format == BoardFormat::bri ? kBri : format == BoardFormat::dge ? kDge : kBri + kDge + kTail;
}

std::string machine_text(const Deal& deal, BoardFormat format, int first, int last) {
  if (format == BoardFormat::bri) return bri_text(deal);
  if (format == BoardFormat::dge) return dge_text(deal);
  const auto padded = [](int number, std::size_t width) {
    std::string made = std::to_string(number).substr(0, width);
    return made + std::string(width - made.size(), ' ');
  };
  return bri_text(deal) + dge_text(deal) + "YN" + padded(first, 3) + padded(1, 2) + padded(last, 3);
}

std::unique_ptr<RecordSource> machine_source(text::Window& window, std::string file, BoardFormat format) {
  return std::make_unique<MachineSource>(window, std::move(file), format);
}

}  // namespace yomi
