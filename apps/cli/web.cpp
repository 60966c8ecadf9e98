// yomi web: the page, served to a browser.
#include "web.h"

#include <fmt/core.h>

#include <cstdlib>

#include "command.h"
#include "yomi/web/store.h"

namespace yomi::cli {
namespace {

std::string data_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");  // NOLINT(concurrency-mt-unsafe): before any thread
  if (data != nullptr && *data == '/') return std::string(data) + "/yomi";
  const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe)
  return home == nullptr ? "" : std::string(home) + "/.local/share/yomi";
}

bool is_loopback(const std::string& address) {
  return address == "localhost" || address == "::1" || address.starts_with("127.");
}

}  // namespace

void add_web(Command& app) {
  struct Options {
    WebSettings settings;
    bool forget = false;
    bool no_browser = false;
  };
  auto options = std::make_shared<Options>();
  Command* command = app.add_subcommand("web", "Play, analyse and ask why in a browser");
  command->footer(
      "Serves the page to this machine and prints its address; on a desktop the browser opens. Ctrl-C ends "
      "it.\nGames are kept in yomi/games.db in the user's data folder ($XDG_DATA_HOME, otherwise "
      "~/.local/share).\nOn an address other than 127.0.0.1 the page asks for a token, which is part of the "
      "printed address.\nExit status: 130 when it is stopped, 2 if the port or the file cannot be used.\n\n"
      "Example:\n"
      "  yomi web --port 8080");
  WebSettings& settings = options->settings;
  command->add_option("--port", settings.port, "Port; 0 takes a free one")
      ->check(range(0, 65535))
      ->shows_default();
  command->add_option("--listen", settings.address, "Address to listen on")
      ->value_name("ADDRESS")
      ->shows_default();
  command
      ->add_option("--token", settings.token,
                   "The token to ask for; random by default if other machines can connect")
      ->value_name("WORD");
  command->add_option("--games", settings.games, "File in which games are kept")->value_name("FILE");
  command->add_flag("--forget", options->forget, "Keep games in memory only");
  command->add_option("--threads", settings.threads, "Threads that think; by default one per core, at most 8")
      ->check(range(1, 1024));
  command->add_flag("--no-browser", options->no_browser, "Open no browser");
  command->callback([options] {
    WebSettings& chosen = options->settings;
    if (options->forget)
      chosen.games.clear();
    else if (chosen.games.empty() && !data_folder().empty())
      chosen.games = data_folder() + "/games.db";
    if (chosen.token.empty() && !is_loopback(chosen.address)) chosen.token = web::random_id();
    chosen.open_browser = !options->no_browser;
    throw Exit{serve_web(chosen)};
  });
}

}  // namespace yomi::cli
