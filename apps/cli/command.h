// What a subcommand is made of: names, flags, help and the work to do. One file a subcommand declares its
// flags on a Command and its work as the callback. A callback that meets bad input prints the reason to
// stderr and throws Exit(2); everything else about the process stays in main.cpp.
//
// The parser behind it is CLI11, which only command.cpp includes: it is slow to compile.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace yomi::cli {

// Leaves the program with this status: 0 fine, 1 the answer is "no" or a check failed, 2 bad input, 130
// stopped.
struct Exit {
  int status;
};

// A check on a value. A value that fails is named in a message, and the exit status is 2.
struct Check {
  enum class Kind : std::uint8_t { integers, numbers, words, positive, non_negative };
  Kind kind;
  double least = 0;
  double most = 0;
  std::vector<std::string> words{};
};
inline Check range(std::int64_t least, std::int64_t most) {
  return {
      .kind = Check::Kind::integers, .least = static_cast<double>(least), .most = static_cast<double>(most)};
}
inline Check range(int least, int most) {
  return range(std::int64_t{least}, std::int64_t{most});
}
inline Check range(double least, double most) {
  return {.kind = Check::Kind::numbers, .least = least, .most = most};
}
inline Check one_of(std::vector<std::string> words) {
  return {.kind = Check::Kind::words, .words = std::move(words)};
}
inline Check positive() {
  return {.kind = Check::Kind::positive};
}
inline Check non_negative() {
  return {.kind = Check::Kind::non_negative};
}

// A command's description, for manuals and completion.
struct OptionInfo {
  std::vector<std::string> names{};  // "-n", "--produce"; without dashes: a place
  std::string help{};
  std::string value{};                 // the type of its value, "INT"; empty for a flag
  std::vector<std::string> choices{};  // the permitted values, if only some words are
};
struct CommandInfo {
  std::string name{};
  std::string description{};
  std::string footer{};
  std::vector<OptionInfo> options{};
  std::vector<CommandInfo> subcommands{};
};

// One flag or place. Calls return the option, so that they can be chained.
class Option {
 public:
  Option* check(const Check& check);
  Option* required();
  // The help shows the default value.
  Option* shows_default();
  // What the help calls the value: FILE.
  Option* value_name(const std::string& name);
  // A list may also be given as one word, its parts separated by this character.
  Option* delimiter(char sign);
  Option* expects(int values);
  Option* excludes(const std::string& other);

 private:
  friend class Command;
  explicit Option(void* parser) : parser_(parser) {}
  void* parser_;  // a CLI::Option
};

class Command {
 public:
  Command(const std::string& name, const std::string& description);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* add_subcommand(const std::string& name, const std::string& description);
  // A name without dashes is a positional argument. The value is set if the option is given.
  Option* add_option(const std::string& names, std::string& value, const std::string& help);
  Option* add_option(const std::string& names, std::vector<std::string>& value, const std::string& help);
  Option* add_option(const std::string& names, std::vector<int>& value, const std::string& help);
  Option* add_option(const std::string& names, std::vector<double>& value, const std::string& help);
  Option* add_option(const std::string& names, int& value, const std::string& help);
  Option* add_option(const std::string& names, unsigned& value, const std::string& help);
  Option* add_option(const std::string& names, std::int64_t& value, const std::string& help);
  Option* add_option(const std::string& names, std::uint64_t& value, const std::string& help);
  Option* add_option(const std::string& names, std::uint16_t& value, const std::string& help);
  Option* add_option(const std::string& names, double& value, const std::string& help);
  Option* add_option(const std::string& names, float& value, const std::string& help);
  Option* add_flag(const std::string& names, bool& value, const std::string& help);
  void set_version(const std::string& text);
  // The names of the help flag, for commands in which -h means something else.
  void set_help_flag(const std::string& names, const std::string& help);
  // Text below the options: explanation, exit status, examples.
  void footer(const std::string& text);
  void callback(std::function<void()> work);
  void require_subcommand(int least, int most);
  [[nodiscard]] std::string help() const;
  // Whether one of its subcommands was named.
  [[nodiscard]] bool has_chosen() const;

  [[nodiscard]] CommandInfo info() const;

  // Parses and runs the callbacks. On a parse error it prints a message and returns the exit status; an Exit
  // thrown by a callback passes through.
  int run(int argc, char** argv);

 private:
  explicit Command(void* parser);
  template <class T>
  Option* add(const std::string& names, T& value, const std::string& help);

  class Parser;
  std::unique_ptr<Parser> parser_;
};

// A subcommand of one file is defined in the file of its name.
void add_convert(Command& app);
void add_annotate(Command& app);
void add_review(Command& app);
void add_play(Command& app);
void add_engine(Command& app);
void add_library(Command& app);
void add_practise(Command& app);
void add_web(Command& app);
// `app` is the program itself, whose commands it describes.
void add_describe(Command& app);

// A command of several files has a folder and a namespace of its own, so that what they share stays private.
namespace bench {
void add(Command& app);
}
namespace bid {
void add(Command& app);
}
namespace daihinmin {
void add(Command& app);
}
namespace deal {
void add(Command& app);
}
namespace exam {
void add(Command& app);
}
namespace learn {
void add(Command& app);
}
namespace match {
void add(Command& app);
// `table` and `seat`.
void add_table(Command& app);
}  // namespace match
namespace solve {
void add(Command& app);
}
namespace versus {
void add(Command& app);
}

}  // namespace yomi::cli
