// Every subcommand under every fault: a full disk, closed output, files that cannot be written or read, odd
// inputs, signals, too little memory. Each must end by itself with the status that the documents promise and
// a message that names the cause. The table of results is printed.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <map>
#include <sstream>

#include "support/child.h"
#include "yomi/cards/random.h"
#include "yomi/formats/deal_library.h"
#include "yomi/formats/json.h"

namespace yomi {
namespace {

using namespace std::chrono_literals;
using testing::Child;
using testing::Conditions;
using testing::Folder;
using testing::run_child;

// IN and OUT stand for files, PORT for that of a server which says nothing. `waits` reads nothing but its
// input for ever, or works for long: what a signal has to end.
struct Subcommand {
  std::string name;
  std::string usual;
  std::string input{};      // what IN is usually
  std::string long_work{};  // the same with so much work that only a signal ends it; empty: it is the waiting
  int empty = 2;            // status of an input without a byte
  bool folders = false;     // IN may be a folder
};

constexpr const char* kBoards =
    R"({"dealer":"E","vul":"NS","deal":"N:JT8.532.KJ7.KT97 Q643.86.T9862.Q3 AK92.KJT9.Q543.4 75.AQ74.A.AJ8652","auction":["P","1D","2C","2D","P","P","2H","P","3C","P","P","P"],"contract":"3C","declarer":"W","play":["DK","D2","D5","DA","S7","S8","SQ","SK","D3","C2","D7","D6","H4","H2","H8","H9"],"tricks":7}
{"dealer":"W","vul":"All","deal":"N:K8653.Q3.Q96.T98 QJT97.A984.T4.Q6 4.J72.AKJ8.KJ532 A2.KT65.7532.A74","auction":["P","P","1S","X","XX","1N","P","P","X","P","2H","P","P","P"],"contract":"2H","declarer":"E","play":["H2","H6","HQ","HA","SQ","S4","S2","SK"],"tricks":10}
)";
constexpr const char* kScript = "produce 3\ncondition hcp(north) >= 15\n";
constexpr const char* kList = "openings\tAK7532.J4.62.K83\t\tNone\t1S\n";
constexpr const char* kSolved =
    "S NS N:K95.J7632.T4.A93 QJ43.AQ54.Q6.742 T7.K8.AKJ853.QT8 A862.T9.972.KJ65 9494C2C276767676A4A4\n";
constexpr const char* kChallenge =
    "1\tN\tNone\tAQ3.KJ97.A82.Q93\t762.QT4.KQ7.JT76\t\t2N=10 2H=7 2C=6 3H=5 3N=3\n";
constexpr const char* kRequest = "{\"do\":\"call\",\"hand\":\"AKJ52.K4.QJ3.A62\"}\n";

// The words of a command line, with others in the place of some.
std::vector<std::string> words_of(const std::string& line, const std::map<std::string, std::string>& places) {
  std::istringstream words(line);
  std::vector<std::string> made;
  for (std::string word; words >> word;) {
    const auto place = places.find(word);
    made.push_back(place == places.end() ? word : place->second);
  }
  return made;
}

std::string shipped(const std::string& path) {
  return testing::content(std::string(YOMI_SOURCE_DIR) + "/" + path);
}

// What a command writes to OUT.
std::string made_by(const std::string& command) {
  const Folder folder;
  const std::string out = (folder.path() / "out").string();
  run_child(words_of(command, {{"OUT", out}}), {});
  return testing::content(out);
}

// A library of one deal.
std::string solved_deal() {
  LibraryWriter writer(LibraryFormat::yomi, 1, 1);
  Random random(1);
  std::string file = writer.head();
  file += writer.add({random_deal(random), {}});
  return file + writer.tail();
}

const std::vector<Subcommand>& subcommands() {
  static const std::string record = shipped("examples/otawa-1.pbn");
  static const std::string problem = shipped("problems/touching-cards.pbn");
  static const std::string otawa = std::string(YOMI_SOURCE_DIR) + "/examples/otawa-1.pbn";
  static const std::string game =
      made_by("daihinmin match --players base,base,base,base,base --games 1 --records OUT");
  static const std::string fast = " --engine pimc --deals 2";
  static const std::vector<Subcommand> all = {
      {"deal", "deal IN", kScript, "deal -n 100000000 -g 2000000000 --quiet", 0},
      {"deal --from", "deal --from IN --view S -n 2", record},
      {"solve", "solve IN", shipped("examples/cumberland.pbn")},
      {"solve --json", "solve IN --json", shipped("examples/cumberland.pbn")},
      {"convert", "convert IN OUT --to lin", shipped("examples/cumberland.pbn"), "", 2, true},
      {"convert -", "convert IN - --to pbn", record, "", 2, true},
      {"annotate", "annotate IN", shipped("examples/cumberland.pbn"), "", 2, true},
      {"review", "review IN --quick", record},
      {"review --html", "review IN --quick --html OUT", record},
      {"review --latex", "review IN --quick --latex OUT", record},
      {"bid", "bid IN", shipped("examples/cumberland.pbn")},
      {"bid --system", "bid --hand AKJ52.K4.QJ3.A62 --rules --system IN", shipped("systems/natural.toml"),
       "bid --check", 2},
      {"play", "play IN" + fast, record},
      {"play --carding", "play " + otawa + " --carding IN" + fast, shipped("data/play/carding.txt"), "", 0},
      {"play --all", "play IN --all" + fast, record},
      {"versus",
       "versus --boards IN --half all --first policy --second pimc:deals=2 --against policy --csv OUT",
       kBoards, ""},
      {"versus --random",
       "versus --random 3NT --chance 0.2 0.8 --count 2 --first policy --second policy --against policy --csv "
       "OUT",
       "", "versus --random 3NT --count 2 --first reader:deals=100000 --second pimc --csv OUT"},
      {"versus --power", "versus --power 0.8 --effect 0.1 --sd 3"},
      {"versus --pilot", "versus --power 0.8 --effect 0.1 --pilot IN",
       made_by(
           "versus --random 3NT --count 8 --first policy --second double-dummy --against policy --csv OUT")},
      {"match --bidding", "match --bidding --deals IN", kSolved},
      {"exam regret", "exam regret IN --csv OUT", kSolved},
      {"match --bidding --make", "match --bidding --deals OUT --make 1", "",
       "match --bidding --deals OUT --make 100000"},
      {"engine", "engine", kRequest, "", 0},
      {"match", "match pimc:deals=1,bidding=rules pimc:deals=2,bidding=rules --boards IN --record OUT",
       shipped("examples/cumberland.pbn"), "match fast fast --count 1000"},
      {"practise", "practise --seed 1 --robots pimc:deals=1,bidding=rules", "p\np\nquit\n", "", 0},
      {"practise bidding", "practise bidding --seed 1 --rules --deals 2", "p\np\np\np\np\np\nquit\n", "", 0},
      {"practise bidding --watch", "practise bidding --watch --boards IN --deals 2",
       shipped("examples/cumberland.pbn"), "practise bidding --watch --count 1000"},
      {"practise --boards", "practise --boards IN --robots pimc:deals=1,bidding=rules", record},
      {"practise daihinmin", "practise daihinmin --seed 1 --playouts 5", "1\nquit\n", "", 0},
      {"web", "web --help"},  // the page has a program of its own: tests/browser
      {"table", "table --help", "", "table --port 0 --record OUT"},
      {"seat", "seat --help", "", "seat --port PORT --session OUT"},
      {"seat, no server", "seat --help", "", "seat --port 1 --connect 100"},
      {"exam bidding", "exam bidding IN", kList},
      {"exam boards", "exam boards IN", kBoards},
      {"exam contracts", "exam contracts IN", kChallenge},
      {"exam belief", "exam belief IN --count 1 --facts-only", kBoards},
      {"exam cards", "exam cards IN --half all", kBoards},
      {"exam cards --policy", "exam cards BOARDS --half all --policy IN", shipped("data/play/cards.txt")},
      {"exam play", "exam play IN --seeds 1" + fast, problem, ""},
      {"exam decisions",
       "exam decisions IN --half all --players policy;double-dummy --deals 2 --judge policy --out OUT",
       kBoards, ""},
      {"exam endings", "exam endings --count 1 --cards 2 --engine policy", "",
       "exam endings --count 1000000 --engine reader --deals 100000"},
      {"learn cards", "learn cards IN --half all --epochs 1 --out OUT", kBoards},
      {"learn games", "learn games IN --half all --player policy --out OUT", kBoards},
      {"learn auctions",
       "learn auctions IN --estimate-steps 1 --imitated 1 --epochs 1 --steps 1 --tricks OUT.tricks --out OUT",
       solved_deal()},
      {"learn problems", "learn problems --out OUT --each 1 --tries 1", "",
       "learn problems --out OUT --each 1000"},
      {"library build", "library build OUT --count 2", "", "library build OUT --count 1000000"},
      {"library query", "library query IN", solved_deal()},
      {"library convert", "library convert IN OUT --format gib", solved_deal()},
      {"experiments", "experiments abc --count 2 --picture OUT", "",
       "experiments reuse --cards 12 --count 100000"},
      {"bench --signature", "bench --signature"},
      {"bench dd", "bench dd --only endings --alone", "", "bench dd --scale 1000 --alone"},
      {"bench verify", "bench verify --count 1 --most 3", "", "bench verify --count 100000"},
      {"bench deal", "bench deal --help", "", "bench deal --scale 1000"},
      {"bench bid", "bench bid --help", "", "bench bid --scale 1000"},
      {"bench records", "bench records IN", shipped("examples/cumberland.pbn")},
      {"daihinmin match", "daihinmin match --players base,base,base,base,base --games 2 --csv OUT", "",
       "daihinmin match --games 1000000"},
      {"daihinmin watch", "daihinmin watch --players base,base,base,base,base", "", ""},
      {"daihinmin learn", "daihinmin learn gamma --players base --games 4 --out OUT", "", ""},
      {"daihinmin serve", "daihinmin serve --help", "", "daihinmin serve --port 0 --log OUT"},
      {"daihinmin join", "daihinmin join --help", "", "daihinmin join -p PORT --session OUT"},
      {"daihinmin replay", "daihinmin replay IN", game},
      {"daihinmin replay --html", "daihinmin replay IN --html OUT", game},
      {"daihinmin statistics", "daihinmin statistics IN", game},
      {"daihinmin experiments", "daihinmin experiments --tables 2 --games 5 --playouts 5 --threads 1", "",
       "daihinmin experiments"},
      {"daihinmin small", "daihinmin small"},
      {"daihinmin bench", "daihinmin bench --scale 1", "", "daihinmin bench --scale 1000"},
      {"describe", "describe --json"},
  };
  return all;
}

bool has(const std::string& line, const std::string& word) {
  return (" " + line + " ").find(" " + word + " ") != std::string::npos;
}

// One cell of the table: what happened, and what was wrong with it.
struct Cell {
  std::string text = "-";
  std::string wrong{};
};

Cell judged(const Child& ran, const std::vector<int>& statuses, const std::string& cause) {
  Cell cell{.text = ran.timed_out ? "late" : std::to_string(ran.status)};
  if (ran.timed_out)
    cell.wrong = "did not end";
  else if (std::find(statuses.begin(), statuses.end(), ran.status) == statuses.end())
    cell.wrong = fmt::format("status {}, expected {}", ran.status, fmt::join(statuses, " or "));
  else if (ran.status == 2 && ran.err.find(cause) == std::string::npos)
    cell.wrong = fmt::format("no word of '{}'", cause);
  else if (ran.err.size() > 20'000)
    cell.wrong = fmt::format("{} bytes of messages", ran.err.size());
  if (!cell.wrong.empty()) cell.wrong += ": " + ran.err.substr(0, 300);
  return cell;
}

// A server that takes connections and never says a word.
class SilentServer {
 public:
  SilentServer() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const place = reinterpret_cast<sockaddr*>(&address);
    if (bind(socket_, place, size) == 0 && listen(socket_, 64) == 0) getsockname(socket_, place, &size);
    port_ = ntohs(address.sin_port);
  }
  ~SilentServer() { close(socket_); }
  SilentServer(const SilentServer&) = delete;
  SilentServer& operator=(const SilentServer&) = delete;
  [[nodiscard]] std::string port() const { return std::to_string(port_); }

 private:
  int socket_;
  int port_ = 0;
};

class Kit {
 public:
  Kit() {
    std::string noise(std::size_t{1} << 18, ' ');
    std::uint32_t state = 1;
    for (char& c : noise) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
    binary_ = folder_.file("binary", noise);
    std::string brackets;
    brackets.resize(100'000'000, '[');
    long_line_ = folder_.file("long-line", brackets);
    empty_ = folder_.file("empty", "");
    boards_ = folder_.file("boards", kBoards);
  }

  std::map<std::string, Cell> row(const Subcommand& command) {
    std::map<std::string, Cell> made;
    const bool reads = !command.input.empty();
    const bool writes = has(command.usual, "OUT");
    in_ = folder_.file(command.input.find("[Event") == std::string::npos ? "in" : "in.pbn", command.input);
    const Child usual = run(command, in_, fresh());
    made["usual"] = judged(usual, {0, 1}, "");
    const std::vector<int> as_usual = {usual.status};

    made["full disk"] = judged(run(command, in_, fresh(), {.out = "/dev/full"}),
                               usual.out.empty() ? as_usual : std::vector{2}, "No space left");
    made["closed out"] = judged(run(command, in_, fresh(), {.closes_out = true}),
                                usual.out.empty() ? as_usual : std::vector{2}, "standard output");
    if (writes) {
      made["full file"] = judged(run(command, in_, "/dev/full"), {2}, "/dev/full");
      made["unwritable"] = judged(run(command, in_, "/proc/none/file"), {2}, "/proc/none/file");
    } else if (has(command.long_work, "OUT")) {
      made["unwritable"] = judged(run_long(command, "/proc/none/file", {}), {2}, "/proc/none/file");
    }
    if (reads) inputs(command, as_usual, made);
    signals(command, made);
#if !defined(__SANITIZE_ADDRESS__)
    for (const std::size_t mebibytes : {96, 192}) {
      const Child poor = run(command, in_, fresh(), {.memory = mebibytes << 20});
      Cell cell = judged(poor, {usual.status, 2}, "memory");
      if (made["memory"].wrong.empty()) made["memory"].wrong = cell.wrong;
      made["memory"].text = (made["memory"].text == "-" ? "" : made["memory"].text + " ") + cell.text;
    }
#endif
    return made;
  }

 private:
  // A command that takes no file takes its input from standard input.
  Child run(const Subcommand& command, const std::string& in, const std::string& out,
            Conditions conditions = {}) const {
    if (!has(command.usual, "IN") && !command.input.empty() && !conditions.waits_for_input)
      conditions.in = in;
    return run_child(words_of(command.usual, {{"IN", in}, {"OUT", out}, {"BOARDS", boards_}}), conditions);
  }
  Child run_long(const Subcommand& command, const std::string& out, const Conditions& conditions) const {
    return run_child(words_of(command.long_work, {{"IN", in_}, {"OUT", out}, {"PORT", silent_.port()}}),
                     conditions);
  }
  std::string fresh() { return (folder_.path() / fmt::format("out-{}", ++outputs_)).string(); }

  void inputs(const Subcommand& command, const std::vector<int>& as_usual,
              std::map<std::string, Cell>& made) {
    const bool named = has(command.usual, "IN");
    if (named) {
      made["unreadable"] = judged(run(command, "/proc/self/mem", fresh()), {2}, "/proc/self/mem");
      if (!command.folders)
        made["folder"] = judged(run(command, folder_.path().string(), fresh()), {2}, "folder");
      made["endless"] = judged(run(command, "/dev/zero", fresh()), {2}, "/dev/zero");
      const std::string pipe =
          (folder_.path() / fmt::format("pipe-{}{}", ++outputs_, in_.ends_with(".pbn") ? ".pbn" : ""))
              .string();
      mkfifo(pipe.c_str(), 0600);
      std::thread writer([&] { std::ofstream(pipe) << command.input; });
      made["pipe"] = judged(run(command, pipe, fresh()), as_usual, "");
      const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);  // where the program never opened it
      writer.join();
      close(reader);
    }
    // Requests that cannot be read are answered by the engine, not refused.
    const std::vector<int> bad = {named ? 2 : 0};
    made["empty"] = judged(run(command, empty_, fresh()), {command.empty}, "");
    made["binary"] = judged(run(command, binary_, fresh()), bad, "binary");
    made["long line"] = judged(run(command, long_line_, fresh()), bad, "long-line");
  }

  void signals(const Subcommand& command, std::map<std::string, Cell>& made) {
    for (const auto& [name, signal] : {std::pair{"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}}) {
      std::vector<Child> all;
      if (!command.input.empty() && !has(command.usual, "--system"))  // a system is a file
        all.push_back(run(command, "-", fresh(), {.waits_for_input = true, .signal = signal}));
      if (!command.long_work.empty()) all.push_back(run_long(command, fresh(), {.signal = signal}));
      for (const Child& ran : all) {
        Cell cell = judged(ran, {128 + signal}, "");
        if (cell.wrong.empty() && ran.after_signal > kPromptly)
          cell.wrong = fmt::format("ended {} ms after the signal", ran.after_signal.count());
        if (!made[name].wrong.empty()) cell.wrong = made[name].wrong;
        cell.text = fmt::format("{}{} {}ms", made[name].text == "-" ? "" : made[name].text + ", ", cell.text,
                                ran.after_signal.count());
        made[name] = cell;
      }
    }
  }

  static constexpr auto kPromptly = 1500ms;  // a second, and what a busy machine adds
  Folder folder_;
  SilentServer silent_;
  std::string binary_;
  std::string long_line_;
  std::string empty_;
  std::string boards_;
  std::string in_;
  int outputs_ = 0;
};

TEST(Faults, EverySubcommandUnderEveryFault) {
  const std::vector<std::pair<std::string, std::size_t>> columns = {
      {"usual", 5},       {"full disk", 9}, {"closed out", 10}, {"full file", 9}, {"unwritable", 10},
      {"unreadable", 10}, {"folder", 6},    {"pipe", 4},        {"empty", 5},     {"binary", 6},
      {"long line", 9},   {"endless", 7},   {"SIGINT", 19},     {"SIGTERM", 19},  {"memory", 11}};
  Kit kit;
  std::string wrong;
  fmt::print("{:<22}", "");
  for (const auto& [name, width] : columns) fmt::print(" {:>{}}", name, width);
  fmt::print("\n");
  const char* only = std::getenv("YOMI_FAULTS_OF");  // NOLINT(concurrency-mt-unsafe)
  for (const Subcommand& command : subcommands()) {
    if (only != nullptr && command.name.find(only) == std::string::npos) continue;
    auto row = kit.row(command);
    fmt::print("{:<22}", command.name);
    for (const auto& [name, width] : columns) {
      const Cell& cell = row[name];
      fmt::print(" {:>{}}", cell.text + (cell.wrong.empty() ? "" : "!"), width);
      if (!cell.wrong.empty()) wrong += fmt::format("{}, {}: {}\n", command.name, name, cell.wrong);
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
  EXPECT_EQ(wrong, "");
}

// Every command without subcommands of its own, as the program itself tells them.
void collect(const Json& command, const std::string& path, std::vector<std::string>& all) {
  const Json* const below = command.find("commands");
  if (below == nullptr || below->empty()) return all.push_back(path);
  for (const Json& one : below->elements())
    collect(one, (path.empty() ? "" : path + " ") + one.text_of("name"), all);
}

TEST(Faults, NoSubcommandIsLeftOut) {
  const auto described = Json::parse(run_child({"describe", "--json"}, {}).out);
  ASSERT_TRUE(described.ok());
  std::vector<std::string> all;
  collect(*described, "", all);
  ASSERT_GT(all.size(), 40U);
  for (const std::string& path : all) {
    EXPECT_TRUE(std::any_of(subcommands().begin(), subcommands().end(),
                            [&](const Subcommand& row) { return (row.usual + " ").starts_with(path + " "); }))
        << path << " has no row";
  }
}

}  // namespace
}  // namespace yomi
