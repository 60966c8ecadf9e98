// Boards played by experts, through the PBN writer and reader and back.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi {
namespace {

TEST(Vugraph, BoardsComeBackFromPbn) {
  const auto path =
      std::filesystem::path(YOMI_SOURCE_DIR) / ".." / "shared" / "data" / "vugraph" / "boards.jsonl.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not here";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(("zcat " + path.string()).c_str(), "r"),
                                                             pclose);
  ASSERT_TRUE(pipe);
  std::string line;
  int boards = 0;
  int legal = 0;
  std::array<char, 1 << 16> buffer{};
  while (boards < 3000 && std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr) {
    const auto json = nlohmann::json::parse(buffer.data());
    ++boards;
    pbn::Board board;
    board.dealer = parse_seat(json["dealer"].get<std::string>());
    board.vulnerability = parse_vulnerability(json["vul"].get<std::string>());
    const auto deal = parse_deal(json["deal"].get<std::string>());
    ASSERT_TRUE(deal && board.dealer);  // the vulnerability is missing in a few
    board.deal = *deal;
    board.known = {true, true, true, true};
    pbn::Bidding bidding{.first = *board.dealer, .calls = {}, .notes = {}, .comments = {}};
    for (const auto& call : json["auction"])
      bidding.calls.push_back({.call = *parse_call(call.get<std::string>())});
    const auto auction = bidding.auction();
    const auto contract = auction ? auction->contract() : std::nullopt;
    if (!contract || !auction->is_over() ||
        parse_seat(json["declarer"].get<std::string>()) != contract->declarer)
      continue;
    board.bidding = bidding;
    board.contract = contract;
    board.strain = contract->strain;
    board.declarer = contract->declarer;
    pbn::Play play{
        .first = contract->leader(), .tricks = {}, .ending = pbn::Ending::cut, .notes = {}, .comments = {}};
    Position position(*deal, contract->strain, contract->leader());
    bool is_legal = true;
    for (const auto& name : json["play"]) {
      const auto card = parse_card(name.get<std::string>());
      is_legal = card && !position.is_over() && position.is_legal(*card);
      if (!is_legal) break;
      if (position.table().empty()) play.tricks.emplace_back();
      play.tricks.back()[static_cast<std::size_t>(distance(play.first, position.turn()))].card = *card;
      board.cards.push_back(*card);
      position.play(*card);
    }
    if (!is_legal) continue;
    board.play = play;
    ++legal;
    for (pbn::Style style : {pbn::Style::as_read, pbn::Style::export_format}) {
      const std::string text = pbn::write(board, style);
      const pbn::File again = pbn::read(text::decode(text), "vugraph");
      ASSERT_EQ(again.boards.size(), 1U) << text;
      const pbn::Board& read = again.boards[0];
      ASSERT_TRUE(read.ok()) << read.errors[0].to_string() << "\n" << text;
      EXPECT_EQ(read.cards, board.cards) << text;
      EXPECT_EQ(read.bidding, board.bidding);
      EXPECT_EQ(read.deal, board.deal);
      EXPECT_EQ(read.contract, board.contract);
    }
  }
  EXPECT_GT(legal, boards * 8 / 10);
}

}  // namespace
}  // namespace yomi
