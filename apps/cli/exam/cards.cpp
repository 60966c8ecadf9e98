// yomi exam cards: the card policy against the cards that experts played.
#include <fmt/core.h>

#include <memory>

#include "exam/exam.h"
#include "input.h"
#include "interrupt.h"
#include "lessons.h"
#include "yomi/formats/json.h"
#include "yomi/jobs/cpu_time.h"

namespace yomi::cli::exam {
namespace {

using lab::Agreement;

struct CardsOptions {
  std::string boards = "-";
  std::string policy;
  std::string half = "reporting";
  std::int64_t count = -1;
  bool json_output = false;
};

Json cards_json(const Agreement::Part& part) {
  const double n = part.cards == 0 ? 1 : static_cast<double>(part.cards);
  return {{"cards", part.cards},
          {"same", static_cast<double>(part.same) / n},
          {"same_or_equal", static_cast<double>(part.equal) / n},
          {"random", part.random_same / n},
          {"nats", part.loss / n}};
}

void print_part(const char* name, const Agreement::Part& part) {
  if (part.cards == 0) return;
  const auto n = static_cast<double>(part.cards);
  fmt::print("{:<22} {:7}   {:5.1f} %       {:5.1f} %     {:5.1f} %     {:.3f}\n", name, part.cards,
             100.0 * static_cast<double>(part.same) / n, 100.0 * static_cast<double>(part.equal) / n,
             100.0 * part.random_same / n, part.loss / n);
}

void run_cards(const CardsOptions& options) {
  Interrupt interrupt;
  const play::CardPolicy policy = read_policy(options.policy);
  int bad = 0;
  const auto lessons = read_played(options.boards, half_named(options.half), options.count, bad);
  if (lessons.empty() && bad == 0) nothing_read(options.boards, "a played board");
  const double start = jobs::process_cpu_seconds();
  const Agreement found = lab::agreement(policy, lessons);
  const double each =
      (jobs::process_cpu_seconds() - start) / static_cast<double>(std::max<std::int64_t>(1, found.all.cards));
  static constexpr std::array<const char*, 4> kPlaces = {"leads", "second hand", "third hand", "fourth hand"};
  static constexpr std::array<const char*, 4> kRoles = {"declarer's hand", "dummy", "defender on the left",
                                                        "defender on the right"};
  if (options.json_output) {
    Json out = {{"boards", lessons.size()},
                {"all", cards_json(found.all)},
                {"opening leads", cards_json(found.opening_leads)},
                {"microseconds", each * 1e6}};
    for (std::size_t i = 0; i < 4; ++i) {
      out["by place"][kPlaces[i]] = cards_json(found.by_place[i]);
      out["by role"][kRoles[i]] = cards_json(found.by_role[i]);
    }
    fmt::print("{}\n", out.dump());
  } else {
    fmt::print("{} boards; cards at which there was a choice\n", lessons.size());
    fmt::print("{:<22} {:>7}   same card   same or equal   random   nats\n", "", "cards");
    print_part("all", found.all);
    print_part("opening leads", found.opening_leads);
    for (std::size_t i = 0; i < 4; ++i) print_part(kPlaces[i], found.by_place[i]);
    for (std::size_t i = 0; i < 4; ++i) print_part(kRoles[i], found.by_role[i]);
    fmt::print("{:.2f} microseconds of CPU a decision\n", each * 1e6);
  }
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  if (bad > 0) throw Exit{2};
}

}  // namespace

void add_cards(Command& exam) {
  Command* command = exam.add_subcommand("cards", "How often does the card policy play the expert's card?");
  auto options = std::make_shared<CardsOptions>();
  command->add_option("boards", options->boards, "Played boards in any format; - is standard input")
      ->shows_default();
  command->add_option("--policy", options->policy, "A file of weights; the shipped ones unless given");
  add_half(*command, options->half);
  command->add_option("--count", options->count, "At most so many boards")->check(positive());
  command->add_flag("--json", options->json_output, "One JSON object");
  command->footer("Example:\n  zcat boards.jsonl.gz | yomi exam cards - --count 500");
  command->callback([options] { run_cards(*options); });
}

}  // namespace yomi::cli::exam
