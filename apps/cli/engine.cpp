// yomi engine: the player on a pipe.
#include "yomi/agent/engine.h"

#include <fmt/core.h>

#include "command.h"
#include "input.h"
#include "interrupt.h"
#include "output.h"

namespace yomi::cli {

void add_engine(Command& app) {
  struct Options {
    agent::Engine::Settings settings;
    std::string level;
  };
  auto options = std::make_shared<Options>();
  Command* command = app.add_subcommand("engine", "Answer requests on a pipe, one JSON object per line");
  command->footer(
      "Reads requests from standard input and answers each with a line, in order, until the input ends.\n"
      "  {\"do\":\"call\", \"hand\":…, \"dealer\":\"N\", \"vulnerable\":\"None\", "
      "\"auction\":[\"1S\",\"Pass\"]}\n"
      "  {\"do\":\"play\", \"hand\":…, \"dummy\":…, \"auction\":[…], \"play\":[\"SA\",…], \"time\":0.5}\n"
      "  {\"do\":\"solve\", \"deal\":\"N:…\", \"trump\":\"S\", \"leader\":\"W\"}   {\"do\":\"table\", "
      "\"deal\":…}\n"
      "  {\"do\":\"deal\", \"condition\":\"hcp(north) >= 15\", \"count\":10}   {\"do\":\"explain\", "
      "\"auction\":[…]}\n"
      "  {\"do\":\"believe\", …as play…}   {\"do\":\"version\"}   {\"do\":\"stop\"}: at once\n"
      "An `id` comes back with the answer; what is wrong with a request is an answer with `error`.\n"
      "docs/reference/engine.md has all fields. Exit status: 0.\n\n"
      "Example:\n"
      "  echo '{\"do\":\"call\",\"hand\":\"AKJ52.K4.QJ3.A62\"}' | yomi engine");
  command->add_option("--threads", options->settings.threads, "Threads; all cores unless given")
      ->check(range(1, 1024));
  command
      ->add_option(
          "--level", options->level,
          "How long to think if a request does not say: fast, normal or strong; no limit unless given")
      ->check(one_of(agent::level_names()));
  command->callback([options] {
    const Interrupt interrupt;
    options->settings.level = agent::parse_level(options->level);
    agent::Engine engine(options->settings, [](const std::string& line) {
      fmt::print("{}\n", line);
      flush_output();
    });
    InputLines in("-");
    std::string line;
    while (!Interrupt::requested() && in.next(line)) {
      if (!line.empty()) engine.ask(line);
    }
    if (!Interrupt::requested()) return;
    engine.stop();
    throw Exit{kStoppedStatus};
  });
}

}  // namespace yomi::cli
