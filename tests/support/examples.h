// The four worked examples of Otawa and Uehara 2006, from examples/.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>

#include "yomi/formats/pbn.h"
#include "yomi/play/decision.h"

namespace yomi::testing {

inline std::string example_path(int number) {
  return std::string(YOMI_SOURCE_DIR) + "/examples/otawa-" + std::to_string(number) + ".pbn";
}

inline std::string example_text(int number) {
  std::stringstream text;
  text << std::ifstream(example_path(number)).rdbuf();
  return text.str();
}

// The same record with everybody moved `turns` places clockwise, and spades, hearts, diamonds and clubs
// renamed to the letters of `suits`. Only records whose auction names no suit may be renamed.
inline std::string relabelled(const std::string& text, int turns, const std::string& suits = "SHDC") {
  const std::string chairs = "NESW";
  const std::string order = "SHDC";
  const auto turned = [&](char chair) {
    return chairs[(chairs.find(chair) + static_cast<std::size_t>(turns)) % 4];
  };
  const auto renamed = [&](char suit) { return suits[order.find(suit)]; };
  std::string made;
  std::stringstream lines(text);
  bool cards = false;
  for (std::string line; std::getline(lines, line);) {
    const auto value = [&] { return line.find('"') + 1; };
    for (const char* tag : {"[Dealer ", "[Declarer ", "[Auction ", "[Play ", "[Deal "}) {
      if (line.starts_with(tag)) line[value()] = turned(line[value()]);
    }
    if (line.starts_with("[Vulnerable ") && turns % 2 == 1) {
      if (line.find("NS") != std::string::npos) line.replace(line.find("NS"), 2, "EW");
    }
    if (line.starts_with("[Deal ")) {
      std::string hands = line.substr(value() + 2, line.rfind('"') - value() - 2);
      std::string mixed;
      std::stringstream words(hands);
      for (std::string hand; words >> hand;) {
        std::array<std::string, 4> ranks;
        std::size_t at = 0;
        for (std::size_t s = 0; s < 4; ++s) {
          const std::size_t end = std::min(hand.find('.', at), hand.size());
          ranks[order.find(suits[s])] = hand.substr(at, end - at);
          at = end + 1;
        }
        mixed += (mixed.empty() ? "" : " ") + ranks[0] + "." + ranks[1] + "." + ranks[2] + "." + ranks[3];
      }
      line.replace(value() + 2, hands.size(), mixed);
    }
    if (line.starts_with("[")) cards = line.starts_with("[Play ");
    if (cards && !line.starts_with("[")) {
      for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        if (order.find(line[i]) != std::string::npos && (i == 0 || line[i - 1] == ' '))
          line[i] = renamed(line[i]);
      }
    }
    made += line + "\n";
  }
  return made;
}

inline play::Decision read_situation(const std::string& text) {
  const pbn::File file = pbn::read(text, "example.pbn");
  EXPECT_EQ(file.boards.size(), 1U);
  auto decision = play::look(pbn::board_of(file.boards.front()));
  EXPECT_TRUE(decision.ok()) << decision.error().to_string();
  return std::move(decision.value());
}

inline play::Decision read_example(int number) {
  const pbn::File file = pbn::read(example_text(number), example_path(number));
  EXPECT_EQ(file.boards.size(), 1U);
  auto decision = play::look(pbn::board_of(file.boards.front()));
  EXPECT_TRUE(decision.ok());
  return std::move(decision.value());
}

}  // namespace yomi::testing
