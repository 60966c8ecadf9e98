#include "play_options.h"

#include <fmt/core.h>

#include "command.h"
#include "fail.h"
#include "input.h"
#include "yomi/formats/text.h"
#include "yomi/play/system_reader.h"

namespace yomi::cli {
void PlayFlags::add_setting(Command& command, const play::Setting& setting) {
  const std::string name(setting.name);
  std::string help(setting.meaning);
  if (setting.of != "all") help += fmt::format(" ({})", setting.of);
  Option* option = command.add_option("--" + name, given[name], help);
  if (const auto words = setting.words(); !words.empty())
    option->check(one_of(words));
  else if (setting.most > 0)
    option->value_name(fmt::format("{}..{}", setting.least, setting.most));
}

void PlayFlags::add_to(Command& command) {
  command.add_option("--engine", engine,
                     "pimc, alphamu, abc or reader; settings may follow, as in reader:lookahead=off "
                     "(docs/reference/settings.md)");
  for (const play::Setting& setting : play::all_settings()) {
    if (setting.is_flag) add_setting(command, setting);
  }
  time.add_to(command);
  command.add_option("--seed", seed, "Seed of all random draws");
  command.add_option("--threads", threads, "Threads; all cores unless given")->check(range(1, 1024));
  command.add_option("--others", others, "beginner: the others take every lead and signal at face value")
      ->check(one_of({"expert", "beginner"}));
  command.add_option(
      "--system", system,
      "The system by which calls are read that the record does not explain; none: they are not read");
  command.add_option(
      "--carding", carding,
      "Carding agreements: standard, upside-down or a file; those of the system file unless given");
}

play::Settings PlayFlags::settings() const {
  play::Settings made;
  made.time = time.for_card();
  made.seed = seed;
  made.threads = threads;
  for (const auto& [name, value] : given) {
    if (value.empty()) continue;
    if (const auto error = play::change(made, name, value)) fail("", "--" + error->what);
  }
  const auto parsed = play::parse_settings(engine, made);
  if (!parsed) fail("", fmt::format("--engine: column {}: {}", parsed.error().column, parsed.error().what));
  return *parsed;
}

play::Carding PlayFlags::read_carding() const {
  play::Carding made = play::default_carding();
  if (!carding.empty()) {
    const auto shipped = play::shipped_carding(carding);
    const auto text = or_fail("", shipped ? Result<std::string>("") : read_input(carding));
    made = or_fail("", play::parse_carding(text, input_name(carding), shipped.value_or(made)));
  } else if (const auto named = read_system()) {
    made = or_fail("", play::carding_of(*named));
  }
  if (others == "beginner") made.take_at_face_value();
  return made;
}

std::shared_ptr<const bidding::System> PlayFlags::read_system() const {
  if (system == "none") return nullptr;
  auto loaded = bidding::find_system(system);
  if (!loaded) fail("", "--system: " + loaded.error().to_string());
  return std::make_shared<const bidding::System>(std::move(loaded.value()));
}

std::shared_ptr<const play::CallReader> PlayFlags::call_reader() const {
  const auto shared = read_system();
  return shared ? std::make_shared<play::SystemReader>(
                      BySide<std::shared_ptr<const bidding::System>>{shared, shared})
                : nullptr;
}

}  // namespace yomi::cli
