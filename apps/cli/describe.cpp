// yomi describe: manual pages and completion for shells, made from the commands' own flags and help.
#include <fmt/core.h>

#include "command.h"
#include "output.h"
#include "yomi/formats/json.h"

namespace yomi::cli {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string made;
  for (const std::string& word : words) {
    if (!made.empty()) made += between;
    made += word;
  }
  return made;
}

// Calls visit(path, command) for a command and all below it; the path is "yomi exam play".
template <class Visit>
void each_command(const CommandInfo& command, const std::string& path, const Visit& visit) {
  visit(path, command);
  for (const CommandInfo& one : command.subcommands) each_command(one, path + " " + one.name, visit);
}

// Words that may follow a command: its subcommands and flags.
std::vector<std::string> words_after(const CommandInfo& command) {
  std::vector<std::string> words;
  words.reserve(command.subcommands.size() + 2 * command.options.size());
  for (const CommandInfo& one : command.subcommands) words.push_back(one.name);
  for (const OptionInfo& option : command.options) {
    for (const std::string& name : option.names) {
      if (name.starts_with("-")) words.push_back(name);
    }
  }
  return words;
}

// Text for a manual page, with troff's special characters escaped.
std::string troff(std::string_view text) {
  std::string made;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) made += "\\&";
    if (c == '\\')
      made += "\\e";
    else if (c == '-')
      made += "\\-";
    else
      made += c;
    at_start = c == '\n';
  }
  return made;
}

std::string manual(const std::string& path, const CommandInfo& command) {
  std::string name = path;
  for (char& c : name) c = c == ' ' ? '-' : c;
  std::string out =
      fmt::format(".TH {} 1\n.SH NAME\n{} \\- {}\n", name, troff(name), troff(command.description));
  out += fmt::format(".SH SYNOPSIS\n.B {}\n[options]{}\n", troff(path),
                     command.subcommands.empty() ? "" : " command");
  if (!command.subcommands.empty()) {
    out += ".SH COMMANDS\n";
    for (const CommandInfo& one : command.subcommands)
      out += fmt::format(".TP\n.B {}\n{}\n", troff(one.name), troff(one.description));
  }
  out += ".SH OPTIONS\n";
  for (const OptionInfo& option : command.options) {
    out +=
        fmt::format(".TP\n.B {}{}\n{}\n", troff(joined(option.names, ", ")),
                    option.value.empty() ? "" : " \\fI" + troff(option.value) + "\\fR", troff(option.help));
    if (!option.choices.empty()) out += fmt::format("One of: {}.\n", troff(joined(option.choices, ", ")));
  }
  if (!command.footer.empty()) out += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", troff(command.footer));
  return out;
}

std::string bash(const CommandInfo& app) {
  std::string cases;
  std::string values;
  each_command(app, app.name, [&](const std::string& path, const CommandInfo& command) {
    cases += fmt::format("    '{}') words='{}' ;;\n", path, joined(words_after(command), " "));
    for (const OptionInfo& option : command.options) {
      if (option.choices.empty()) continue;
      for (const std::string& name : option.names)
        values += fmt::format("    '{} {}') words='{}' ;;\n", path, name, joined(option.choices, " "));
    }
  });
  return fmt::format(R"(# bash completion for yomi
_yomi() {{
  local path=yomi word words='' i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${{COMP_WORDS[i]}}
    [[ $word == -* || $word == */* || $word == *.* ]] || path+=" $word"
  done
  while :; do
    case $path in
{}    esac
    [[ -n $words || $path != *' '* ]] && break
    path=${{path% *}}
  done
  case "$path ${{COMP_WORDS[COMP_CWORD-1]}}" in
{}  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}")
}}
complete -o default -F _yomi yomi
)",
                     cases, values);
}

std::string fish_quoted(std::string_view text) {
  std::string made;
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == '\'' || c == '\\') made += '\\';
    made += c;
  }
  return "'" + made + "'";
}

std::string fish(const CommandInfo& app) {
  std::string out = "# fish completion for yomi\n";
  each_command(app, app.name, [&](const std::string& path, const CommandInfo& command) {
    std::string condition;
    if (path == app.name) {
      condition = "__fish_use_subcommand";
    } else {
      std::string rest = path.substr(app.name.size() + 1);
      for (std::size_t at = 0; at < rest.size();) {
        const std::size_t end = std::min(rest.find(' ', at), rest.size());
        condition += (condition.empty() ? "" : "; and ") + std::string("__fish_seen_subcommand_from ") +
                     rest.substr(at, end - at);
        at = end + 1;
      }
    }
    const std::string start = fmt::format("complete -c yomi -n '{}'", condition);
    for (const CommandInfo& one : command.subcommands)
      out += fmt::format("{} -f -a {} -d {}\n", start, one.name, fish_quoted(one.description));
    for (const OptionInfo& option : command.options) {
      std::string names;
      for (const std::string& name : option.names) {
        if (name.starts_with("--"))
          names += " -l " + name.substr(2);
        else if (name.starts_with("-"))
          names += " -s " + name.substr(1);
      }
      if (names.empty()) continue;
      if (!option.value.empty()) names += " -r";
      if (!option.choices.empty()) names += " -f -a '" + joined(option.choices, " ") + "'";
      out += fmt::format("{}{} -d {}\n", start, names, fish_quoted(option.help));
    }
  });
  return out;
}

// zsh runs completions written for bash.
std::string zsh(const CommandInfo& app) {
  return "#compdef yomi\nautoload -U +X bashcompinit && bashcompinit\n" + bash(app);
}

Json describe_json(const CommandInfo& command) {
  Json made = {{"name", command.name},
               {"description", command.description},
               {"options", Json::array()},
               {"commands", Json::array()}};
  for (const OptionInfo& option : command.options) {
    made["options"].push_back({{"names", option.names},
                               {"help", option.help},
                               {"value", option.value},
                               {"choices", option.choices}});
  }
  for (const CommandInfo& one : command.subcommands) made["commands"].push_back(describe_json(one));
  return made;
}

}  // namespace

void add_describe(Command& app) {
  auto what = std::make_shared<std::string>("man");
  auto folder = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  Command* command = app.add_subcommand("describe", "Print manual pages, and completion for shells");
  command->add_option("what", *what, "man, bash, zsh or fish")->check(one_of({"man", "bash", "zsh", "fish"}));
  command->add_option("--folder", *folder, "man: write a page for each command to this folder");
  command->add_flag("--json", *json, "All commands and flags as one JSON object");
  command->footer(
      "Examples:\n"
      "  source <(yomi describe bash)\n"
      "  yomi describe fish > ~/.config/fish/completions/yomi.fish\n"
      "  yomi describe man --folder /usr/local/share/man/man1");
  command->callback([&app, what, folder, json] {
    const CommandInfo info = app.info();
    if (*json) {
      fmt::print("{}\n", describe_json(info).dump());
    } else if (*what == "bash") {
      fmt::print("{}", bash(info));
    } else if (*what == "zsh") {
      fmt::print("{}", zsh(info));
    } else if (*what == "fish") {
      fmt::print("{}", fish(info));
    } else if (folder->empty()) {
      fmt::print("{}", manual(info.name, info));
    } else {
      each_command(info, info.name, [&](std::string path, const CommandInfo& one) {
        const std::string page = manual(path, one);
        for (char& c : path) c = c == ' ' ? '-' : c;
        write_output(*folder + "/" + path + ".1", page);
      });
    }
  });
}

}  // namespace yomi::cli
