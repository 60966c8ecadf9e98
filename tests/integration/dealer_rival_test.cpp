// The dealer tool and ours on the same scripts: byte for byte where nothing depends on chance, within
// sampling error where it does. Skipped where the tool is not installed.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "support/program.h"
#include "yomi/bridge/deal.h"

namespace yomi {
namespace {

using testing::Folder;

std::string rival(const Folder& folder, const std::string& script) {
  const std::string file = folder.file("script", script);
  const std::string out = (folder.path() / "rival").string();
  const std::string command = "PATH=$PATH:/usr/games dealer -s 1 " + file + " >" + out + " 2>/dev/null";
  if (std::system(command.c_str()) != 0) return "";  // NOLINT(concurrency-mt-unsafe)
  return testing::content(out);
}

std::string ours(const Folder& folder, const std::string& script, const std::string& more = "") {
  const auto ran = testing::run_program("deal -s 1 " + more + folder.file("script", script));
  EXPECT_EQ(ran.status, 0) << ran.err << script;
  return ran.out;
}

bool is_installed(const Folder& folder) {
  return !rival(folder, "produce 1").empty();
}

std::string without_time(const std::string& text) {
  return text.substr(0, text.find("Time needed"));
}

std::string predeal(const Deal& deal) {
  std::string text = "predeal";
  for (Seat seat : kAllSeats) {
    std::string name(to_name(seat));
    name[0] = static_cast<char>(name[0] + ('a' - 'A'));
    text += (seat == Seat::north ? " " : "\n ") + name + " ";
    bool first = true;
    for (Suit suit : kSuitsFromSpades) {
      if (deal[seat].in(suit).empty()) continue;
      text += (first ? "" : ", ") + std::string(1, to_char(suit)) + ranks_to_string(deal[seat], suit);
      first = false;
    }
  }
  return text + "\n";
}

TEST(DealerRival, PrintsTheSameBytes) {
  const Folder folder;
  if (!is_installed(folder)) GTEST_SKIP() << "the dealer tool is not installed";
  Random random(4);
  std::string numbers;
  for (const char* seat : {"north", "east", "south", "west"}) {
    for (const char* name :
         {"cccc", "hcp", "loser", "control", "tens", "jacks", "top2", "top5", "c13", "pt3"}) {
      numbers += std::string(name) + "(" + seat + "), \" \", ";
    }
    for (const char* suit : {"clubs", "diamonds", "hearts", "spades"}) {
      numbers += std::string(suit) + "(" + seat + "), ";
      for (const char* name : {"quality", "hcp", "losers", "controls", "top4"}) {
        numbers += std::string(name) + "(" + seat + ", " + suit + "), \" \", ";
      }
    }
    numbers += std::string("shape(") + seat + ", any 4333 + any 4432 + any 5332 - 5xxx), hascard(" + seat +
               ", AS), ";
  }
  for (int i = 0; i < 12; ++i) {
    const std::string script =
        predeal(random_deal(random)) +
        "produce 5\naction printall, printew, printcompact (hcp(north)), printoneline (hcp(east) - 5), "
        "print(south, north), "
        "printcompact, printoneline, frequency \"f\" (hcp(north), 5, 8), frequency (spades(east), 2, 4, "
        "hearts(west), 1, 5), "
        "average \"x\" 7 * hcp(north) - hcp(south) / 3, average imps(20 * hcp(west)) % 4, printes(" +
        numbers + "\\n)\n";
    EXPECT_EQ(without_time(ours(folder, script)), without_time(rival(folder, script))) << script;
  }
}

TEST(DealerRival, EvaluatesTheOrderOfOperatorsAlike) {
  const Folder folder;
  if (!is_installed(folder)) GTEST_SKIP() << "the dealer tool is not installed";
  const std::string script =
      "produce 1 action printes(1 ? 0 ? 3 : 2 : 1, 0 ? 3 : 1 ? 2 : 1, 1 || 0 ? 1 : 0, 0 && 0 || 1, 2 == 2 != "
      "0, "
      "-2 < -1 <= 0, 4 > 3 < 1, 0 == 0 < 0, 3 * 3 % 2, 10 % 8 / 2, 3 - 2 - 1, !0 * 2, 2 * !0, -1 - 2, 2 - "
      "-1, -7 / 2, "
      "not 1 or 1, 1 and not 0, score(vul, x3N, 8), score(nv, x6C, 12), score(vul, x7S, 13), imps(-999), "
      "imps(20))";
  EXPECT_EQ(without_time(ours(folder, script)), without_time(rival(folder, script)));
}

struct Scripted {
  const char* name;
  std::string head;                  // all but the actions
  std::vector<std::string> numbers;  // what is averaged
};

// Each number is averaged with its square, so that the error of the mean is known.
std::string with_actions(const Scripted& one) {
  std::string text = one.head + "\naction ";
  for (std::size_t i = 0; i < one.numbers.size(); ++i) {
    const std::string number = "(" + one.numbers[i] + ")";
    text += (i == 0 ? "" : ", ") + std::string("average \"m") + std::to_string(i) + "\" " + number +
            ", average \"q" + std::to_string(i) + "\" " + number + " * " + number;
  }
  return text + ", frequency \"h\" (" + one.numbers[0] + ", 0, 40)\n";
}

double after(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  return at == std::string::npos ? std::nan("") : std::atof(text.c_str() + at + word.size());
}

std::vector<double> histogram(const std::string& text) {
  std::vector<double> counts(43);
  std::istringstream lines(text.substr(text.find("Frequency h:")));
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    const double count = std::atof(line.c_str() + tab);
    if (line.starts_with("Low")) {
      counts[0] = count;
    } else if (line.starts_with("High")) {
      counts[42] = count;
    } else {
      counts[static_cast<std::size_t>(std::atoi(line.c_str())) + 1] = count;
    }
  }
  return counts;
}

void compare(const std::string& a, const std::string& b, const Scripted& one) {
  const double na = after(a, "Produced ");
  const double nb = after(b, "Produced ");
  ASSERT_GT(na, 0);
  ASSERT_GT(nb, 0);
  const double ga = after(a, "Generated ");
  const double gb = after(b, "Generated ");
  const double share = (na + nb) / (ga + gb);
  EXPECT_LE(std::abs(na / ga - nb / gb), 5 * std::sqrt(share * (1 - share) * (1 / ga + 1 / gb)) + 1e-12)
      << one.name;
  for (std::size_t i = 0; i < one.numbers.size(); ++i) {
    const std::string number = std::to_string(i) + ": ";
    const double mean = after(a, "m" + number);
    const double variance = std::max(0.0, after(a, "q" + number) - mean * mean);
    EXPECT_LE(std::abs(mean - after(b, "m" + number)),
              5 * std::sqrt(variance * (1 / na + 1 / nb)) + 2e-5 * (1 + std::abs(mean)))
        << one.name << ": " << one.numbers[i];
  }
  // Two samples of one distribution: chi-squared with a margin of six deviations.
  const auto x = histogram(a);
  const auto y = histogram(b);
  double chi2 = 0;
  int cells = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] + y[i] < 10) continue;
    const double difference = std::sqrt(nb / na) * x[i] - std::sqrt(na / nb) * y[i];
    chi2 += difference * difference / (x[i] + y[i]);
    ++cells;
  }
  EXPECT_LT(chi2, cells + 6 * std::sqrt(2.0 * cells)) << one.name;
}

TEST(DealerRival, HasTheSameStatistics) {
  const Folder folder;
  if (!is_installed(folder)) GTEST_SKIP() << "the dealer tool is not installed";
  const std::string balanced = ", any 4333 + any 4432 + any 5332)";
  const std::vector<Scripted> scripts = {
      {"any deal", "", {"hcp(north)", "spades(west)", "losers(south)", "cccc(east) / 100"}},
      {"strong balanced",
       "condition shape(north" + balanced + " and hcp(north) >= 20 and hcp(north) <= 22",
       {"controls(north)", "hcp(south)", "aces(north)", "quality(north, hearts) / 50"}},
      {"predealt hand",
       "predeal south SAQ542, HKJ87, D32, CAK\ncondition hcp(west) > 10 && clubs(west) >= 3 && not "
       "shape(west" +
           balanced,
       {"hcp(west)", "diamonds(north)", "hascard(east, KD)"}},
      {"weak two",
       "condition shape(north, 6xxx - any 0xxx) and hcp(north) >= 5 and hcp(north) <= 11 and hcp(north, "
       "spades) >= hcp(north) / 2",
       {"hcp(north)", "hearts(north) + hearts(south) >= 8", "hascard(north, JS)"}},
      {"own point count",
       "pointcount 6 4 2 1\ncondition hcp(east) >= 18 && controls(east) <= 4",
       {"hcp(east)", "pt0(east)", "tens(west)"}},
      {"relation of hands",
       "condition hearts(north) + hearts(south) >= 9 && hcp(north) + hcp(south) >= 24 && hearts(north) > "
       "hearts(south)",
       {"hcp(north)", "losers(north) + losers(south)", "hearts(north)"}},
      {"either or",
       "a = hcp(north) >= 23\nb = shape(north, any 7xxx + any 8xxx) && hcp(north) <= 10\ncondition a || b",
       {"hcp(north)", "spades(north)", "b"}},
      {"losers and controls",
       "condition losers(south) <= 5 && controls(south) >= 5 && hcp(south) <= 14",
       {"hcp(south)", "losers(south)", "clubs(south)"}},
      {"a long choice",
       "m = clubs(north) > diamonds(north) ? hcp(north, clubs) : hcp(north, diamonds)\ncondition m >= 7 && m "
       "% 2 == 1",
       {"m", "hcp(north)", "diamonds(north)"}},
      {"declarer's problem",
       "predeal north SJ865432, HJ5, D72, C95\n west DQ5\n south SA, HAQ, DA, CAQJT87642\n east DKJ\n"
       "condition hcp(east) >= 10 && shape(west, x5xx) && shape(east, x45x + x46x + x47x)",
       {"hearts(west)", "shape(west, xxx1)", "hascard(east, KH)"}},
      {"cards",
       "condition hascard(north, AS) && hascard(south, KS) && not hascard(east, QS) && spades(west) >= 4 && "
       "top5(west, spades) <= 1",
       {"spades(west)", "hcp(west)", "top3(north, spades)"}},
      {"suit quality",
       "condition quality(east, spades) >= 400 && cccc(east) >= 1000 && spades(east) >= 5",
       {"hcp(east)", "spades(east)", "cccc(east) / 50"}},
      {"three hands",
       "condition hcp(north) >= 12 && spades(north) >= 5 && hcp(east) >= 10 && hearts(east) >= 5 && "
       "hcp(south) >= 6 && spades(south) >= 3",
       {"hcp(north)", "hearts(east)", "hcp(west)", "spades(south)"}},
      {"scores",
       "condition hcp(north) + hcp(south) >= 26",
       {"imps(score(vul, x3N, 7 + (hcp(north) + hcp(south)) / 10))", "hcp(north)"}},
  };
  for (const Scripted& one : scripts) {
    const std::string script =
        with_actions({one.name, "generate 1000000\nproduce 1000000\n" + one.head, one.numbers});
    const std::string theirs = rival(folder, script);
    ASSERT_FALSE(theirs.empty()) << script;
    compare(ours(folder, script), theirs, one);
    // The exact model, where the choice would be to deal and look: fewer deals, the same statistics.
    const std::string few =
        with_actions({one.name, "generate 1000000000\nproduce 100000\n" + one.head, one.numbers});
    compare(ours(folder, few, "--way model "), theirs, one);
  }
}

}  // namespace
}  // namespace yomi
