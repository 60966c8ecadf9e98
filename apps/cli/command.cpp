#include "command.h"

#include <CLI/CLI.hpp>

namespace yomi::cli {
namespace {

CLI::Option* of(void* parser) {
  return static_cast<CLI::Option*>(parser);
}

CLI::Validator validator(const Check& check) {
  switch (check.kind) {
    case Check::Kind::integers:
      return CLI::Range(static_cast<std::int64_t>(check.least), static_cast<std::int64_t>(check.most));
    case Check::Kind::numbers:
      return CLI::Range(check.least, check.most);
    case Check::Kind::words:
      return CLI::IsMember(check.words);
    case Check::Kind::positive:
      return CLI::PositiveNumber;
    case Check::Kind::non_negative:
      break;
  }
  return CLI::NonNegativeNumber;
}

}  // namespace

Option* Option::check(const Check& check) {
  of(parser_)->check(validator(check));
  return this;
}
Option* Option::required() {
  of(parser_)->required();
  return this;
}
Option* Option::shows_default() {
  of(parser_)->capture_default_str();
  return this;
}
Option* Option::value_name(const std::string& name) {
  of(parser_)->type_name(name);
  return this;
}
Option* Option::delimiter(char sign) {
  of(parser_)->delimiter(sign);
  return this;
}
Option* Option::expects(int values) {
  of(parser_)->expected(values);
  return this;
}
Option* Option::excludes(const std::string& other) {
  of(parser_)->excludes(other);
  return this;
}

class Command::Parser {
 public:
  std::unique_ptr<CLI::App> owned;
  CLI::App* app = nullptr;
  std::vector<std::unique_ptr<Option>> options;
  std::vector<std::unique_ptr<Command>> subcommands;
};

Command::Command(const std::string& name, const std::string& description)
    : parser_(std::make_unique<Parser>()) {
  parser_->owned = std::make_unique<CLI::App>(description, name);
  parser_->app = parser_->owned.get();
}
Command::Command(void* parser) : parser_(std::make_unique<Parser>()) {
  parser_->app = static_cast<CLI::App*>(parser);
}
Command::~Command() = default;

Command* Command::add_subcommand(const std::string& name, const std::string& description) {
  parser_->subcommands.emplace_back(new Command(parser_->app->add_subcommand(name, description)));
  return parser_->subcommands.back().get();
}

template <class T>
Option* Command::add(const std::string& names, T& value, const std::string& help) {
  parser_->options.emplace_back(new Option(parser_->app->add_option(names, value, help)));
  return parser_->options.back().get();
}

Option* Command::add_option(const std::string& names, std::string& value, const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, std::vector<std::string>& value,
                            const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, std::vector<int>& value, const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, std::vector<double>& value, const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, int& value, const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, unsigned& value, const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, std::int64_t& value, const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, std::uint64_t& value, const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, std::uint16_t& value, const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, double& value, const std::string& help) {
  return add(names, value, help);
}
Option* Command::add_option(const std::string& names, float& value, const std::string& help) {
  return add(names, value, help);
}

Option* Command::add_flag(const std::string& names, bool& value, const std::string& help) {
  parser_->options.emplace_back(new Option(parser_->app->add_flag(names, value, help)));
  return parser_->options.back().get();
}

void Command::set_version(const std::string& text) {
  parser_->app->set_version_flag("--version", text);
}
void Command::set_help_flag(const std::string& names, const std::string& help) {
  parser_->app->set_help_flag(names, help);
}
void Command::footer(const std::string& text) {
  parser_->app->footer(text);
}
void Command::callback(std::function<void()> work) {
  parser_->app->callback(std::move(work));
}
void Command::require_subcommand(int least, int most) {
  parser_->app->require_subcommand(static_cast<std::size_t>(least), static_cast<std::size_t>(most));
}
std::string Command::help() const {
  return parser_->app->help();
}
bool Command::has_chosen() const {
  return !parser_->app->get_subcommands().empty();
}

namespace {

// "TEXT:{a,b}" has the choices in its type's name.
std::vector<std::string> choices_in(const std::string& type) {
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

CommandInfo info_of(const CLI::App& app) {
  CommandInfo made{.name = app.get_name(), .description = app.get_description(), .footer = app.get_footer()};
  for (const CLI::Option* option : app.get_options()) {
    OptionInfo one{.help = option->get_description()};
    for (const std::string& name : option->get_snames()) one.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) one.names.push_back("--" + name);
    if (one.names.empty()) one.names.push_back(option->get_name());
    const std::string type = option->get_type_name();
    one.choices = choices_in(type);
    if (option->get_items_expected_max() > 0) {
      // "INT:INT in [1 - 9]" names the type and then what is checked.
      const std::size_t word = type.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
      one.value = word != std::string::npos && type[word] == ':' ? type.substr(0, word) : type;
    }
    made.options.push_back(std::move(one));
  }
  for (const CLI::App* each : app.get_subcommands(std::function<bool(const CLI::App*)>()))
    made.subcommands.push_back(info_of(*each));
  return made;
}

}  // namespace

CommandInfo Command::info() const {
  return info_of(*parser_->app);
}

int Command::run(int argc, char** argv) {
  try {
    parser_->app->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return parser_->app->exit(error) == 0 ? 0 : 2;
  }
  return 0;
}

}  // namespace yomi::cli
