// Annotating adds its tags and changes no other byte, whatever the file looks like.
#include "yomi/review/annotate.h"

#include <gtest/gtest.h>

#include "support/boards.h"
#include "yomi/formats/pbn.h"
#include "yomi/formats/text.h"

namespace yomi::review {
namespace {

// Made up, and for the same deal always the same: what is found does not matter here, where it goes does.
Finding made_up(const Question& question) {
  Random random(question.board.deal[Seat::north].bits());
  Finding found{.table = dd::Table{}};
  for (Strain strain : kAllStrains) {
    for (Seat seat : {Seat::north, Seat::east}) {
      const auto tricks = static_cast<std::uint8_t>(random.below(14));
      found.table->tricks[strain][seat] = found.table->tricks[strain][partner(seat)] = tricks;
    }
  }
  if (question.par) found.par = dd::par(*found.table, *question.board.vulnerability, *question.board.dealer);
  if (!question.costs) return found;
  found.costs.emplace();
  for (Card card : question.board.play)
    found.costs->cards.push_back({.card = card, .cost = static_cast<int>(random.below(10) / 9)});
  return found;
}

std::vector<std::optional<Finding>> all_found(const Annotator& annotator, std::size_t most = 1000) {
  std::vector<std::optional<Finding>> findings(annotator.questions().size());
  for (std::size_t i = 0; i < findings.size() && most > 0; ++i) {
    if (!annotator.questions()[i].any()) continue;
    findings[i] = made_up(annotator.questions()[i]);
    --most;
  }
  return findings;
}

std::string annotated(const std::string& bytes, const AnnotateOptions& options = {},
                      std::size_t most = 1000) {
  const auto annotator = Annotator::read(bytes, "t.pbn", options);
  EXPECT_TRUE(annotator.ok());
  if (!annotator) return bytes;
  const auto made = annotator->with(all_found(*annotator, most));
  EXPECT_TRUE(made.ok()) << made.error().to_string();
  return made ? *made : bytes;
}

// The lines without those that annotating adds.
std::string without_additions(const std::string& bytes) {
  std::string out;
  std::size_t rows = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t end = bytes.find('\n', at);
    end = end == std::string::npos ? bytes.size() : end + 1;
    const std::string line = bytes.substr(at, end - at);
    at = end;
    if (rows > 0) {
      --rows;
      continue;
    }
    const auto is = [&](std::string_view start) { return line.starts_with(start); };
    if (is("[OptimumResultTable")) rows = 20;
    if (!is("[OptimumResultTable") && !is("[OptimumScore") && !is("[ParContract") &&
        !is("[DoubleDummyTricks") && !is("{Tricks lost:"))
      out += line;
  }
  return out;
}

const std::string kDeal = "[Deal \"N:JT8.532.KJ7.KT97 Q643.86.T9862.Q3 AK92.KJT9.Q543.4 75.AQ74.A.AJ8652\"]";

TEST(Annotate, TagsStandBeforeTheAuction) {
  const std::string board =
      std::string("[Event \"x\"]\n[Dealer \"E\"]\n[Vulnerable \"NS\"]\n") + kDeal + "\n";
  const std::string made = annotated(board + "[Auction \"E\"]\nPass 1D 2C\n*\n");
  EXPECT_TRUE(made.starts_with(board + "[DoubleDummyTricks \"")) << made;
  EXPECT_TRUE(made.ends_with("[Auction \"E\"]\nPass 1D 2C\n*\n"));
  EXPECT_NE(made.find("\n[OptimumScore \""), std::string::npos) << made;
  EXPECT_NE(made.find("\n[ParContract \""), std::string::npos) << made;
  EXPECT_NE(made.find("Result\\2R\"]\nN NT  "), std::string::npos);
}

TEST(Annotate, FilesWithoutALastLineEndOrWithOtherOnes) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const std::string board = kDeal + end + "[Dealer \"E\"]" + end + "[Vulnerable \"EW\"]";
    const std::string made = annotated(board);
    EXPECT_TRUE(made.starts_with(board + end + "[DoubleDummyTricks")) << made;
    EXPECT_FALSE(made.ends_with(end));
    EXPECT_EQ(made.find(end == "\r\n" ? "\"]\n" : "\"]\n\n"), std::string::npos);
    EXPECT_EQ(annotated(made), made) << "a second run changes nothing";
  }
}

TEST(Annotate, WhatIsThereStays) {
  const std::string board = kDeal + "\n[Dealer \"E\"]\n[Vulnerable \"NS\"]\n[OptimumScore \"NS 1\"]\n";
  EXPECT_NE(annotated(board).find("\"NS 1\""), std::string::npos);
  const std::string anew = annotated(board, {.recalculate = true});
  EXPECT_EQ(anew.find("\"NS 1\""), std::string::npos);
  EXPECT_EQ(annotated(anew, {.recalculate = true}), anew);
  // Without dealer and vulnerability there is no par; without hands there is nothing.
  EXPECT_EQ(annotated(kDeal + "\n").find("OptimumScore"), std::string::npos);
  for (const std::string none : {"[Deal \"N:AK.Q.. - - -\"]\n", "[Event \"x\"]\n", "; nothing\n"})
    EXPECT_EQ(annotated(none), none);
  EXPECT_FALSE(Annotator::read(std::string("\xFF\xFE[\0", 4), "t.pbn", {}).ok());
}

TEST(Annotate, RandomRecordsChangeInNoOtherByte) {
  Random random(41);
  for (int i = 0; i < 200; ++i) {
    std::string bytes;
    for (int board = 0; board < 4; ++board) bytes += pbn::write(testing::random_record(random)) + "\n";
    if (i % 3 == 1) bytes = text::decode(bytes) + "[Event \"J\xF6rg\"]\n" + kDeal + "\n\n; the end\x1A";
    const AnnotateOptions options{.costs = true};
    const std::string made = annotated(bytes, options);
    EXPECT_EQ(without_additions(made), without_additions(bytes));
    EXPECT_EQ(annotated(made, options), made);
    // Cut off in the middle and taken up again, the file ends the same.
    EXPECT_EQ(annotated(annotated(bytes, options, 2), options), made);
  }
}

TEST(Annotate, SolvesAndWritesWhatOtherProgramsRead) {
  Random random(42);
  const Deal deal = random_deal(random);
  const std::string bytes = "[Dealer \"N\"]\n[Vulnerable \"None\"]\n[Deal \"" + to_string(deal) + "\"]\n";
  const auto annotator = Annotator::read(bytes, "t.pbn", {});
  dd::Solver solver;
  const auto found = find_out(annotator->questions().front(), solver);
  const auto record = pbn::read(*annotator->with(std::vector{found}), "t.pbn").boards.front();
  EXPECT_TRUE(record.ok());
  EXPECT_EQ(record.double_dummy, dd::Solver().table(deal));
  EXPECT_EQ(record.value("DoubleDummyTricks"), pbn::double_dummy_digits(*found->table));
  EXPECT_EQ(record.value("OptimumScore"),
            optimum_score(dd::par(*found->table, Vulnerability::none, Seat::north)));
}

}  // namespace
}  // namespace yomi::review
