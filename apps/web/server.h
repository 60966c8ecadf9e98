// HTTP for web::Api and web::Page: access control, the answers, and security headers.
#pragma once

#include <memory>
#include <string>

#include "web.h"
#include "yomi/web/api.h"
#include "yomi/web/page.h"

namespace yomi::cli {

class WebServer {
 public:
  WebServer(const WebSettings& settings, web::Api& api, const web::Page& page);
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  // The port that it got; nothing when the address cannot be used.
  std::optional<int> bind();
  // Answers until stop() is called, which any thread may do.
  void listen();
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::cli
