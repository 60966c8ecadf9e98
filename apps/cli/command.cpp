#include "command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <type_traits>

#include "yomi/cards/number.h"

namespace yomi::cli {
namespace {

CLI::Option* of(void* parser) {
  return static_cast<CLI::Option*>(parser);
}

std::string found(const std::string& expected, const std::string& text) {
  return "expected " + expected + ", found '" + text + "'";
}

CLI::Validator at_least(bool zero) {
  return {[=](std::string& text) -> std::string {
            const double value = parse_number<double>(text).value_or(-1);
            if (value > 0 || (zero && value == 0)) return "";
            return found(zero ? "0 or more" : "more than 0", text);
          },
          zero ? "NONNEGATIVE" : "POSITIVE"};
}

CLI::Validator within(double least, double most) {
  return {[=](std::string& text) -> std::string {
            const auto value = parse_number<double>(text);
            if (value && *value >= least && *value <= most) return "";
            return found(fmt::format("{} to {}", least, most), text);
          },
          ""};
}

CLI::Validator one_of_words(const std::vector<std::string>& words) {
  return {[=](std::string& text) -> std::string {
            if (std::find(words.begin(), words.end(), text) != words.end()) return "";
            std::string expected;
            for (std::size_t i = 0; i < words.size(); ++i)
              expected += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
            return found(expected, text);
          },
          CLI::detail::generate_set(words)};
}

// Numbers that the parser would misread: negative counts, overflow, 010 (octal 8 to it), nan.
template <class Number>
CLI::Validator number() {
  return {[](std::string& text) -> std::string {
            std::string_view digits = text;
            if (digits.starts_with('+')) digits.remove_prefix(1);
            if constexpr (std::is_floating_point_v<Number>) {
              const auto value = parse_number<double>(digits);
              return value && std::isfinite(*value) ? "" : found("a number", text);
            } else {
              Number value = 0;
              const char* const end = digits.data() + digits.size();
              const auto [at, error] = std::from_chars(digits.data(), end, value);
              if (error == std::errc() && at == end) {
                text = std::to_string(value);
                return "";
              }
              if (error == std::errc::result_out_of_range && !digits.starts_with('-'))
                return found("at most " + std::to_string(std::numeric_limits<Number>::max()), text);
              if (std::is_unsigned_v<Number> && digits.starts_with('-')) return found("0 or more", text);
              return found("a whole number", text);
            }
          },
          ""};
}

CLI::Validator validator(const Check& check) {
  switch (check.kind) {
    case Check::Kind::integers:
    case Check::Kind::numbers:
      return within(check.least, check.most);
    case Check::Kind::words:
      return one_of_words(check.words);
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
  const bool is_range = check.kind == Check::Kind::integers || check.kind == Check::Kind::numbers;
  if (is_range) of(parser_)->type_name(fmt::format("{}..{}", check.least, check.most));
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
  if constexpr (std::is_arithmetic_v<T>) made->transform(number<T>());
  if constexpr (std::is_same_v<T, std::vector<int>>) made->transform(number<int>());
  if constexpr (std::is_same_v<T, std::vector<double>>) made->transform(number<double>());
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

// Does the locale rule out UTF-8? If it says nothing, UTF-8 is assumed.
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

// Edit distance: letters to change, add, drop or swap to turn one word into the other.
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

// The name that a mistyped word probably means; empty if it is close to none.
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

// A message about the first word that is no command or option, with a suggestion; empty if there is none.
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
      // A command may take files too, and the word may be the value of an option.
      const auto options = app->get_options();
      const bool takes_words = std::any_of(options.begin(), options.end(), [](const CLI::Option* option) {
        return option->get_items_expected_max() > 0;
      });
      if (!takes_words)
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

namespace {

// Lines of prose that are too long, broken at blanks. Indented lines, such as examples, stay.
std::string broken_at_blanks(const std::string& text) {
  constexpr std::size_t kWidth = 118;
  std::istringstream lines(text);
  std::string made;
  for (std::string line; std::getline(lines, line);) {
    if (!made.empty()) made += '\n';
    while (line.size() > kWidth && !line.starts_with(' ')) {
      const std::size_t blank = line.rfind(' ', kWidth);
      if (blank == std::string::npos) break;
      made += line.substr(0, blank) + '\n';
      line.erase(0, blank + 1);
    }
    made += line;
  }
  return made;
}

}  // namespace

void Command::set_version(const std::string& text) {
  parser_->app->set_version_flag("--version", text);
}
void Command::set_help_flag(const std::string& names, const std::string& help) {
  parser_->app->set_help_flag(names, help);
}
void Command::footer(const std::string& text) {
  parser_->app->footer(broken_at_blanks(text));
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

namespace {

// The parse error in the form of our other messages.
std::string in_words(const CLI::App& command, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
    return "not expected here: " + CLI::detail::join(command.remaining(), " ");
  std::string what = error.what();
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_required() && option->count() == 0)
        return fmt::format("expected {} ({})", option->get_name(), option->get_description());
    }
  }
  if (const std::size_t at = what.find(": 1 required ");
      at != std::string::npos && what.ends_with(" missing"))
    return what.substr(0, at) + ": expected a value";
  for (const auto& [said, meant] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {" excludes ", " cannot go with "},
           {": At least ", ": expected at least "},
           {": At Most ", ": expected at most "},
           {" required but received ", ", found "}}) {
    if (const std::size_t at = what.find(said); at != std::string::npos) what.replace(at, said.size(), meant);
  }
  return what;
}

// Prints the message of the last command named, and gives the exit status.
int complain(const CLI::App* app, const CLI::ParseError& error, const std::vector<std::string>& given) {
  const bool words = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                     dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (const std::string wrong = words ? mistyped(app, given) : ""; !wrong.empty()) {
    fmt::print(stderr, "{}\n", wrong);
    return 2;
  }
  std::string path = app->get_name();
  while (!app->get_subcommands().empty()) {
    app = app->get_subcommands().back();
    path += " " + app->get_name();
  }
  fmt::print(stderr, "{}: {}\nTry: {} --help\n", path, in_words(*app, error), path);
  return 2;
}

}  // namespace

int Command::run(int argc, char** argv) {
  try {
    parser_->app->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // help, or the version
      std::ostringstream text;
      const int status = parser_->app->exit(error, text);
      fmt::print("{}", text.str());
      return status;
    }
    return complain(parser_->app, error, std::vector<std::string>(argv + 1, argv + argc));
  }
  return 0;
}

}  // namespace yomi::cli
