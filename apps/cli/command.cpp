#include "command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>

namespace yomi::cli {
namespace {

CLI::Option* of(void* parser) {
  return static_cast<CLI::Option*>(parser);
}

// CLI11's own message ends in a number of three hundred digits.
CLI::Validator at_least(bool zero) {
  const std::string expected = zero ? "0 or more" : "more than 0";
  return {[=](std::string& text) -> std::string {
            double value = 0;
            if (CLI::detail::lexical_cast(text, value) && (value > 0 || (zero && value == 0))) return "";
            return "expected " + expected + ", found '" + text + "'";
          },
          zero ? "NONNEGATIVE" : "POSITIVE"};
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
      return at_least(false);
    case Check::Kind::non_negative:
      break;
  }
  return at_least(true);
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

namespace {

// Does the locale say that the terminal has no UTF-8? One that says nothing is taken to have it.
bool locale_is_ascii() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
    if (value == nullptr || *value == '\0') continue;
    std::string text;
    for (const char* at = value; *at != '\0'; ++at) {
      if (*at != '-') text += static_cast<char>(std::toupper(static_cast<unsigned char>(*at)));
    }
    return text.find("UTF8") == std::string::npos;
  }
  return false;
}

// Letters to change, add, leave out or swap to make one word of the other.
std::size_t letters_apart(std::string_view one, std::string_view two) {
  std::vector<std::vector<std::size_t>> cost(one.size() + 1, std::vector<std::size_t>(two.size() + 1));
  for (std::size_t i = 0; i <= one.size(); ++i) {
    for (std::size_t j = 0; j <= two.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const bool same = one[i - 1] == two[j - 1];
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && one[i - 1] == two[j - 2] && one[i - 2] == two[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[one.size()][two.size()];
}

// The command that a mistyped word is meant for; empty when it is one, or close to none.
std::string closest(std::string_view word, const std::vector<CLI::App*>& commands) {
  std::string found;
  std::size_t least = std::min<std::size_t>(3, word.size() / 2 + 1);
  if (word.starts_with('-')) return found;
  for (const CLI::App* command : commands) {
    const std::size_t apart = letters_apart(word, command->get_name());
    if (apart == 0) return "";
    if (apart >= least) continue;
    least = apart;
    found = command->get_name();
  }
  return found;
}

}  // namespace

Option* Command::add_flag(const std::string& names, bool& value, const std::string& help) {
  if (names == "--ascii") value = locale_is_ascii();
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
    const std::string near = argc > 1 ? closest(argv[1], parser_->app->get_subcommands({})) : "";
    if (!near.empty()) {
      std::cerr << "yomi: there is no command '" << argv[1] << "': did you mean " << near << "?\n";
      return 2;
    }
    return parser_->app->exit(error) == 0 ? 0 : 2;
  }
  return 0;
}

}  // namespace yomi::cli
