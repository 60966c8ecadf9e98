// `yomi match`: whole boards between players in one process.
#include <gtest/gtest.h>

#include "support/program.h"
#include "yomi/formats/json.h"

namespace yomi::testing {
namespace {

constexpr const char* kTwo = "match pimc:deals=1,bidding=rules pimc:deals=2,bidding=rules ";

Json answer(const Ran& ran) {
  EXPECT_EQ(ran.status, 0) << ran.err;
  auto made = Json::parse(ran.out);
  EXPECT_TRUE(made) << ran.out;
  return made ? *made : Json();
}

TEST(Match, ComesToTheSameWithAnyNumberOfThreadsAndWhenItGoesOn) {
  const Folder folder;
  const std::string record = (folder.path() / "match.pbn").string();
  Json first = answer(run_program(kTwo + ("--count 3 --seed 5 --json --record " + record)));
  Json second = answer(run_program(kTwo + std::string("--count 3 --seed 5 --json --threads 3")));
  EXPECT_EQ(first.find("boards")->integer(), 3);
  for (Json* one : {&first, &second}) (*one)["seconds_per_board"] = nullptr;
  EXPECT_EQ(first.dump(), second.dump());

  const std::string whole = content(record);
  const std::size_t third = whole.rfind("[Event ");
  std::ofstream(record, std::ios::binary) << whole.substr(0, third + 200);  // cut off while it was written
  const Ran resumed = run_program(kTwo + ("--count 3 --seed 5 --json --resume --record " + record));
  Json again = answer(resumed);
  EXPECT_NE(resumed.err.find("was cut off"), std::string::npos) << resumed.err;
  again["seconds_per_board"] = nullptr;
  EXPECT_EQ(first.dump(), again.dump());
  const Ran other = run_program(kTwo + ("--count 3 --seed 6 --resume --record " + record));
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("is that of another match"), std::string::npos) << other.err;
}

TEST(Match, APlayerCanBeAnotherProgram) {
  const Folder folder;
  // Passes whatever happens, so that it never declares, and leaves its cards to its hand's order.
  const std::string robot = folder.file("robot.py", R"(
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked['do'] == 'call':
        print(json.dumps({'call': 'P'}), flush=True)
        continue
    hand = [suit + rank for suit, ranks in zip('SHDC', asked['hand'].split('.')) for rank in ranks]
    hand = [card for card in hand if card not in asked['play']]
    trick = asked['play'][len(asked['play']) // 4 * 4:]
    follows = [card for card in hand if trick and card[0] == trick[0][0]]
    print(json.dumps({'card': (follows or hand)[0]}), flush=True)
)");
  const Json report = answer(run_program("match Ours=pimc:deals=1,bidding=rules \"Theirs=engine:python3 " +
                                         robot + "\" --count 2 --json"));
  EXPECT_EQ(report.find("boards")->integer(), 2);
  const Ran ends = run_program("match pimc:deals=1,bidding=rules engine:true --count 1");
  EXPECT_EQ(ends.status, 2);
  EXPECT_NE(ends.err.find("the program has ended"), std::string::npos) << ends.err;
  const Ran odd = run_program("match pimc:deals=1,bidding=rules \"engine:yes {}\" --count 1");
  EXPECT_EQ(odd.status, 2);
  EXPECT_NE(odd.err.find("expected a call in the answer"), std::string::npos) << odd.err;
}

TEST(Match, EveryEventHasStandings) {
  const Folder folder;
  const std::string page = (folder.path() / "event.html").string();
  const std::string players =
      "match A=pimc:deals=1,bidding=rules B=pimc:deals=1,bidding=rules "
      "\"C<D=pimc:deals=1,bidding=rules\" --count 1 --json --html " +
      page + " --event ";
  for (const std::string event : {"teams", "swiss", "pairs"}) {
    const Json report = answer(run_program(players + event));
    ASSERT_EQ(report.find("standings")->size(), 3U) << event;
    EXPECT_EQ(report.text_of("event"), event);
    const std::string html = content(page);
    EXPECT_NE(html.find("<h2>Round 2</h2>"), std::string::npos) << html;
    EXPECT_NE(html.find("C&lt;D"), std::string::npos);
    EXPECT_EQ(html.find("C<D"), std::string::npos);
  }
  const Ran one = run_program("match reader");
  EXPECT_EQ(one.status, 2);
  EXPECT_NE(one.err.find("two players or more"), std::string::npos) << one.err;
}

}  // namespace
}  // namespace yomi::testing
