// yomi exam bidding: agreement with a list of expected calls.
#include <fmt/core.h>

#include <map>

#include "bidding_table.h"
#include "complaints.h"
#include "exam/exam.h"
#include "fail.h"
#include "input.h"
#include "yomi/bidding/bidder.h"
#include "yomi/formats/json.h"

namespace yomi::cli::exam {
namespace {

struct BiddingOptions {
  std::string file;
  SystemOptions systems;
  int half = 0;
  bool explain = false;
  bool json_output = false;
};

struct Problem {
  std::string group;
  std::string hand_text;
  CardSet hand;
  std::string calls_text;
  std::vector<Call> calls;
  Vulnerability vulnerability = Vulnerability::none;
  Call expected;
  std::uint32_t line = 0;
};

// FNV-1a, so that the halves of a list are the same everywhere and never change.
std::uint64_t fnv(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}

Result<Problem> parse_problem(std::string_view line) {
  std::vector<std::pair<std::string_view, std::size_t>> fields;
  for (std::size_t start = 0;;) {
    const std::size_t end = std::min(line.find('\t', start), line.size());
    fields.emplace_back(line.substr(start, end - start), start);
    if (end == line.size()) break;
    start = end + 1;
  }
  const auto fail = [&](std::size_t field, std::size_t inside, std::string what) {
    const std::size_t column = field < fields.size() ? fields[field].second + inside + 1 : line.size() + 1;
    return Error{.what = std::move(what), .line = 0, .column = static_cast<std::uint32_t>(column)};
  };
  if (fields.size() != 5) {
    return fail(
        0, 0,
        fmt::format(
            "expected group, hand, calls, vulnerability and expected call between tabs, found {} fields",
            fields.size()));
  }
  Problem made;
  made.group = fields[0].first;
  made.hand_text = fields[1].first;
  made.calls_text = fields[2].first;
  const auto hand = parse_hand_text(fields[1].first);
  if (!hand) return fail(1, hand.error().column - 1, hand.error().what);
  made.hand = *hand;
  const auto calls = parse_calls_text(fields[2].first);
  if (!calls) return fail(2, calls.error().column - 1, calls.error().what);
  made.calls = *calls;
  const auto vulnerability = parse_vulnerability(fields[3].first);
  if (!vulnerability) return fail(3, 0, "expected None, NS, EW or All");
  made.vulnerability = *vulnerability;
  const auto expected = parse_call(fields[4].first);
  if (!expected) return fail(4, 0, "expected a call");
  made.expected = *expected;
  return made;
}

struct Tally {
  int agree = 0;
  int lines = 0;
  void add(bool agrees) {
    ++lines;
    agree += agrees ? 1 : 0;
  }
  [[nodiscard]] double share() const { return lines == 0 ? 0 : static_cast<double>(agree) / lines; }
  [[nodiscard]] Json to_json() const { return {{"agree", agree}, {"lines", lines}, {"share", share()}}; }
};

struct Difference {
  Problem problem;
  Call call;
  std::string place;
  std::string why;
  std::string wanted;  // what the expected call would have shown
};

struct BiddingExam {
  Tally all;
  Tally competitive;
  bidding::Coverage coverage;
  std::map<std::string, Tally> groups;
  std::vector<Difference> differing;
  int bad = 0;
};

// Has an opponent of the player to call made a call other than pass?
bool is_competitive(const Problem& problem) {
  const std::size_t count = problem.calls.size();
  for (std::size_t i = 0; i < count; ++i) {
    if ((count - i) % 2 == 1 && !problem.calls[i].is_pass()) return true;
  }
  return false;
}

void judge(const Problem& problem, const LoadedSystems& systems,
           const std::shared_ptr<bidding::GridMemory>& memory, BiddingExam& exam) {
  constexpr Seat kDealer = Seat::north;
  const Seat me = next(kDealer, static_cast<int>(problem.calls.size()));
  bidding::AuctionState state(systems.for_side(side_of(me)), kDealer, problem.vulnerability, memory);
  for (const Call call : problem.calls) {
    const bool legal = state.add(call);
    (void)legal;  // checked when the line was read
  }
  const bidding::HandFeatures hand(problem.hand);
  const bidding::Choice choice = bidding::choose(state, hand);
  const bool agrees = choice.call == problem.expected;
  exam.all.add(agrees);
  exam.coverage.add(state, choice);
  exam.groups[problem.group].add(agrees);
  if (is_competitive(problem)) exam.competitive.add(agrees);
  if (agrees) return;
  const bidding::RuleMatch& match = state.matches()[choice.match];
  Difference made{problem, choice.call, place_of(state, match), in_words(state, match), "no line gives it"};
  for (const bidding::RuleMatch& one : state.matches()) {
    if (one.call != problem.expected) continue;
    made.wanted = fmt::format("{} {}{}", place_of(state, one), in_words(state, one),
                              holds(state, one, hand) ? " (fits, but is ranked lower)" : "");
    break;
  }
  exam.differing.push_back(std::move(made));
}

void print_bidding(const BiddingExam& exam, bool explain) {
  for (const Difference& one : exam.differing) {
    fmt::print("{} | {} | {} | {} | expected {} | found {} | {} {}\n", one.problem.group,
               one.problem.hand_text, one.problem.calls_text, to_string(one.problem.vulnerability),
               to_string(one.problem.expected), to_string(one.call), one.place, one.why);
    if (explain) fmt::print("    {}: {}\n", to_string(one.problem.expected), one.wanted);
  }
  const auto row = [](const std::string& name, const Tally& tally) {
    fmt::print("{:<60} {:>5} of {:>5}  {:>5.1f}%\n", name, tally.agree, tally.lines, tally.share() * 100);
  };
  if (!exam.differing.empty()) fmt::print("\n");
  for (const auto& [name, tally] : exam.groups) row(name, tally);
  fmt::print("\n");
  row("competitive (an opponent made a call other than pass)", exam.competitive);
  row("all", exam.all);
  fmt::print("{}", to_string(exam.coverage));
}

void print_bidding_json(const BiddingExam& exam) {
  Json out = {{"all", exam.all.to_json()},
              {"competitive", exam.competitive.to_json()},
              {"coverage", to_json(exam.coverage)}};
  out["groups"] = Json::object();
  for (const auto& [name, tally] : exam.groups) out["groups"][name] = tally.to_json();
  out["differing"] = Json::array();
  for (const Difference& one : exam.differing) {
    out["differing"].push_back({{"line", one.problem.line},
                                {"group", one.problem.group},
                                {"hand", one.problem.hand_text},
                                {"auction", one.problem.calls_text},
                                {"vulnerability", to_string(one.problem.vulnerability)},
                                {"expected", to_string(one.problem.expected)},
                                {"call", to_string(one.call)},
                                {"rule", one.place},
                                {"why", one.why},
                                {"expected_rule", one.wanted}});
  }
  fmt::print("{}\n", out.dump());
}

// The first call that the laws do not allow, if any.
std::optional<std::string> illegal(const Problem& problem) {
  Auction auction(Seat::north);
  for (const Call call : problem.calls) {
    if (auction.is_over() || !auction.add(call)) return fmt::format("{} is not legal there", to_string(call));
  }
  if (auction.is_over()) return "the auction is over";
  if (!auction.is_legal(problem.expected))
    return fmt::format("{} is not legal there", to_string(problem.expected));
  return std::nullopt;
}

void run_bidding(const BiddingOptions& options) {
  const auto text = or_fail(read_input(options.file));
  const LoadedSystems systems = load_systems(options.systems);
  const auto memory = std::make_shared<bidding::GridMemory>();
  BiddingExam exam;
  if (text.empty()) nothing_read(options.file, "a list of calls");
  std::uint32_t number = 0;
  Complaints complaints("");
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = std::string_view(text).substr(start, end - start);
    start = end + 1;
    ++number;
    if (line.empty() || line.front() == '#') continue;
    auto problem = parse_problem(line);
    std::optional<Error> error;
    if (!problem) {
      error = problem.error();
    } else if (const auto what = illegal(*problem)) {
      error = Error{.what = *what, .line = 0, .column = 1};
    }
    if (error) {
      complaints.say(error->at(input_name(options.file), number, error->column));
      ++exam.bad;
      continue;
    }
    problem->line = number;
    const bool odd = fnv(problem->hand_text) % 2 == 1;
    if (options.half != 0 && odd != (options.half == 1)) continue;
    judge(*problem, systems, memory, exam);
  }
  if (options.json_output) {
    print_bidding_json(exam);
  } else {
    print_bidding(exam, options.explain);
  }
  if (exam.bad > 0) throw Exit{2};
}

}  // namespace

void add_bidding(Command& exam) {
  auto options = std::make_shared<BiddingOptions>();
  Command* command = exam.add_subcommand("bidding", "Agreement with a list of expected calls");
  command
      ->add_option("file", options->file,
                   "The list: group, hand (S.H.D.C), calls so far from the dealer (North), vulnerability, "
                   "expected call, separated by tabs; - is standard input")
      ->required();
  add_system_options(*command, options->systems);
  command
      ->add_option(
          "--half", options->half,
          "Only one half of the lines: 1 or 2, by a fixed hash of the hand, so that a half can stay unseen")
      ->check(range(1, 2));
  command->add_flag("--explain", options->explain, "Also say which line would have given the expected call");
  command->add_flag("--json", options->json_output, "One JSON object");
  command->footer("Example:\n  yomi exam bidding problems.tsv --system sayc");
  command->callback([options] { run_bidding(*options); });
}

}  // namespace yomi::cli::exam
