// What is written reads back as the same message, whatever the message.
#include <gtest/gtest.h>

#include "fuzz/check_table.h"
#include "yomi/bridge/deal.h"
#include "yomi/cards/random.h"

namespace yomi::table {
namespace {

std::string random_text(Random& random, std::size_t most) {
  std::string text;
  for (std::size_t i = random.below(static_cast<std::uint32_t>(most)); i > 0; --i)
    text += static_cast<char>(random.below(256));
  return text;
}

SeatOrDummy random_holder(Random& random) {
  const auto number = random.below(5);
  return number == 4 ? SeatOrDummy() : SeatOrDummy(seat_at(static_cast<int>(number)));
}

Message random_message(Random& random) {
  const Seat seat = seat_at(static_cast<int>(random.below(4)));
  const auto seconds = [&] { return std::chrono::seconds(random.below(36'000)); };
  switch (random.below(14)) {
    case 0:
      return Connecting{.team = clean_name("t" + random_text(random, 80)), .seat = seat};
    case 1: {
      Ready ready{.seat = seat, .what = static_cast<Ready::For>(random.below(7))};
      if (ready.what == Ready::For::call) ready.of = seat_at(static_cast<int>(random.below(4)));
      if (ready.what == Ready::For::card) {
        ready.of = random_holder(random);
        ready.trick = 1 + static_cast<int>(random.below(13));
      }
      return ready;
    }
    case 2: {
      Called called{.seat = seat, .call = Call::from_code(static_cast<int>(random.below(kCalls)))};
      called.explanation = clean_explanation(random_text(random, 300));
      called.alert = !called.explanation.empty();
      return called;
    }
    case 3:
      return Played{.seat = random_holder(random),
                    .card = Card(suit_at(static_cast<int>(random.below(4))),
                                 rank_at(static_cast<int>(random.below(13))))};
    case 4:
      return Seated{.seat = seat, .team = clean_name(random_text(random, 80))};
    case 5:
      return Teams{.names = {clean_name(random_text(random, 80)), clean_name(random_text(random, 80))}};
    case 6:
      return StartOfBoard{};
    case 7:
      return BoardInfo{.number = static_cast<int>(random.below(1000)),
                       .dealer = seat,
                       .vulnerability = static_cast<Vulnerability>(random.below(4))};
    case 8:
      return Hand{.seat = random_holder(random), .cards = random_deal(random)[seat]};
    case 9:
      return ToLead{.seat = random_holder(random)};
    case 10:
      return Timing{.board = {seconds(), seconds()}, .total = {seconds(), seconds()}};
    case 11:
      return Received{.seat = seat};
    case 12:
      return Explain{.seat = seat, .call = Call::from_code(static_cast<int>(random.below(kCalls)))};
    default:
      return EndOfSession{};
  }
}

TEST(TableMessageProperty, WhatIsWrittenReadsBackAsTheSame) {
  Random random(20);
  for (int i = 0; i < 20'000; ++i) {
    const Message message = random_message(random);
    const std::string line = to_string(message);
    const auto again = parse_message(line);
    ASSERT_TRUE(again.ok()) << line << ": " << again.error().what;
    ASSERT_TRUE(*again == message) << line << " / " << to_string(*again);
    // And in another case.
    std::string shouted = line;
    for (char& c : shouted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    ASSERT_TRUE(parse_message(shouted).ok()) << shouted;
  }
}

// Bytes changed, doubled and left out.
TEST(TableMessageProperty, AnyLineIsReadOrRefused) {
  Random random(21);
  for (int i = 0; i < 40'000; ++i) {
    std::string line = to_string(random_message(random));
    for (auto changes = random.below(6); changes > 0 && !line.empty(); --changes) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(line.size()));
      const auto byte = static_cast<char>(random.below(256));
      switch (random.below(4)) {
        case 0:
          line[at] = byte;
          break;
        case 1:
          line.insert(at, 1, byte);
          break;
        case 2:
          line.erase(at, 1 + random.below(4));
          break;
        default:
          line += line.substr(at);
      }
    }
    fuzz::check_table_line(line);
  }
}

}  // namespace
}  // namespace yomi::table
