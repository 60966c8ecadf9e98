// `yomi web` of a program that carries the page.
#include <fmt/core.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "interrupt.h"
#include "output.h"
#include "server.h"

// The page, from the file that scripts/setup.sh has had made.
asm(".section .rodata\n"
    ".global yomi_page_begin\n"
    ".global yomi_page_end\n"
    "yomi_page_begin: .incbin \"" YOMI_PAGE
    "\"\n"
    "yomi_page_end: .byte 0\n"
    ".text\n");
extern "C" const char yomi_page_begin[];
extern "C" const char yomi_page_end[];

namespace yomi::cli {
namespace {

// On a desktop only. Whether it succeeds is not checked.
void open_browser(const std::string& address) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  const pid_t child = fork();
  if (child != 0) {
    if (child > 0) waitpid(child, nullptr, 0);
    return;
  }
  if (fork() == 0) {
    execlp("xdg-open", "xdg-open", address.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  _exit(0);
}

std::string address_of(const WebSettings& settings, int port) {
  const bool v6 = settings.address.find(':') != std::string::npos;
  const std::string host = v6 ? "[" + settings.address + "]" : settings.address;
  const std::string token = settings.token.empty() ? "" : "?token=" + settings.token;
  return fmt::format("http://{}:{}/{}", host, port, token);
}

int failed(const std::string& why) {
  fmt::print(stderr, "yomi web: {}\n", why);
  return 2;
}

}  // namespace

int serve_web(const WebSettings& settings) {
  const Interrupt interrupt;
  const auto page =
      web::Page::parse({yomi_page_begin, static_cast<std::size_t>(yomi_page_end - yomi_page_begin)});
  if (!page) return failed(page.error().to_string());
  auto store = web::Store::open(settings.games);
  if (!store) return failed(store.error().to_string());
  web::Api api(std::move(*store), {.threads = settings.threads});
  WebServer server(settings, api, *page);
  const auto port = server.bind();
  if (!port) return failed(fmt::format("{}:{} cannot be listened on", settings.address, settings.port));
  const std::string address = address_of(settings, *port);
  fmt::print("{}\n", address);
  flush_output();
  std::thread listening([&] { server.listen(); });
  if (settings.open_browser) open_browser(address);
  pollfd stopped{.fd = Interrupt::descriptor(), .events = POLLIN, .revents = 0};
  while (!Interrupt::requested()) poll(&stopped, 1, -1);
  api.stop();
  server.stop();
  listening.join();
  return kStoppedStatus;
}

}  // namespace yomi::cli
