#include "command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <type_traits>

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

// What the parser would take for another number: a count below zero, or one that has no room.
template <class Number>
CLI::Validator fits() {
  return {[](std::string& text) -> std::string {
            Number value = 0;
            const bool below = std::is_unsigned_v<Number> && text.starts_with('-');
            if (!below && std::from_chars(text.data(), text.data() + text.size(), value).ec !=
                              std::errc::result_out_of_range)
              return "";
            if (below) return "expected 0 or more, found '" + text + "'";
            return "expected at most " + std::to_string(std::numeric_limits<Number>::max()) + ", found '" +
                   text + "'";
          },
          ""};
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
  CLI::Option* const made = parser_->app->add_option(names, value, help);
  if constexpr (std::is_integral_v<T>) made->check(fits<T>());
  parser_->options.emplace_back(new Option(made));
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

// The one of the names that a mistyped word is meant for; empty when it is close to none.
std::string closest(std::string_view word, const std::vector<std::string>& names) {
  std::string found;
  std::size_t least = std::min<std::size_t>(3, word.size() / 2 + 1);
  for (const std::string& name : names) {
    const std::size_t apart = letters_apart(word, name);
    if (apart >= least) continue;
    least = apart;
    found = name;
  }
  return found;
}

// What is wrong with the first word that names no command or option, and what may be meant; empty: nothing.
std::string mistyped(const CLI::App* app, const std::vector<std::string>& words) {
  std::string path = "yomi";
  const auto told = [&](std::string_view what, const std::string& more) {
    std::string made = path;
    made.append(": there is no ").append(what).append(more);
    return made;
  };
  const auto did_you_mean = [](const std::string& near) { return ": did you mean " + near + "?"; };
  for (const std::string& word : words) {
    std::vector<std::string> names;
    if (word.starts_with("--")) {
      const std::string name = word.substr(2, word.find('=') - 2);
      for (const CLI::Option* option : app->get_options())
        names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
      if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) continue;
      const std::string near = closest(name, names);
      return told("option --" + name, near.empty() ? "" : did_you_mean("--" + near));
    }
    const CLI::App* next = nullptr;
    for (const CLI::App* command : app->get_subcommands(std::function<bool(const CLI::App*)>())) {
      names.push_back(command->get_name());
      if (word == command->get_name()) next = command;
    }
    if (next != nullptr) {
      app = next;
      path.append(" ").append(word);
    } else if (!names.empty() && !word.starts_with('-')) {
      const std::string near = closest(word, names);
      if (!near.empty()) return told("command '" + word + "'", did_you_mean(near));
      // A command may take files too.
      if (app->get_require_subcommand_min() > 0 || app->get_parent() == nullptr)
        return told("command '" + word + "'", ": expected one of " + CLI::detail::join(names, ", "));
    }
  }
  if (app->get_require_subcommand_min() == 0) return "";
  std::string expected = path + ": expected one of ";
  for (const CLI::App* command : app->get_subcommands(std::function<bool(const CLI::App*)>()))
    expected.append(expected.back() == ' ' ? "" : ", ").append(command->get_name());
  return expected;
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
  std::string above;  // the commands that this one belongs to
  for (const CLI::App* app = parser_->app->get_parent(); app != nullptr; app = app->get_parent())
    above.insert(0, above.empty() ? "" : " ").insert(0, app->get_name());
  return parser_->app->help(above);
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
    const bool words = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                       dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    const std::string wrong =
        words ? mistyped(parser_->app, std::vector<std::string>(argv + 1, argv + argc)) : "";
    if (!wrong.empty()) {
      std::cerr << wrong << "\n";
      return 2;
    }
    return parser_->app->exit(error) == 0 ? 0 : 2;
  }
  return 0;
}

}  // namespace yomi::cli
