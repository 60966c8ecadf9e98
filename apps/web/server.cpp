#include "server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <array>
#include <utility>

namespace yomi::cli {
namespace {

using httplib::Request;
using httplib::Response;
using Handling = httplib::Server::HandlerResponse;

constexpr std::size_t kConnections = 512;  // an open stream holds a thread
constexpr std::size_t kLongestPath = 100;
constexpr int kBacklog = 512;
// Idle connections are kept longer than clients are told, so that a request at the last moment does not meet
// a connection that is being closed.
constexpr int kIdleSeconds = 15;
constexpr int kIdleSecondsTold = 5;

const httplib::Headers kHeaders = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
     "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"}};

// The value of a cookie; empty where there is none.
std::string cookie(const Request& request, std::string_view name) {
  const std::string all = request.get_header_value("Cookie");
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    const std::string_view trimmed = one.substr(std::min(one.size(), one.find_first_not_of(' ')));
    if (trimmed.starts_with(name) && trimmed.substr(name.size()).starts_with('='))
      return std::string(trimmed.substr(name.size() + 1));
  }
  return {};
}

void set_cookie(Response& response, std::string_view name, std::string_view value) {
  constexpr int kYear = 365 * 24 * 3600;
  response.set_header(
      "Set-Cookie", fmt::format("{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Strict", name, value, kYear));
}

// Constant time, wherever the two differ.
bool same(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^
                  static_cast<unsigned char>(b[i % std::max<std::size_t>(b.size(), 1)]);
  return difference == 0;
}

Handling refuse(Response& response, int status, std::string_view why) {
  response.status = status;
  response.set_header("Connection", "close");
  response.set_content(Json{{"error", why}}.dump(), "application/json");
  return Handling::Handled;
}

std::string event_text(std::string_view event, const Json& data) {
  if (event.empty()) return ": thinking\n\n";
  return fmt::format("event: {}\ndata: {}\n\n", event, data.dump());
}

}  // namespace

class WebServer::Impl {
 public:
  Impl(WebSettings settings, web::Api& api, const web::Page& page)
      : settings_(std::move(settings)), api_(api), page_(page) {
    server_.new_task_queue = [] { return new httplib::ThreadPool(kConnections); };
    server_.set_tcp_nodelay(true);
    server_.set_keep_alive_max_count(1000);
    server_.set_keep_alive_timeout(kIdleSeconds);
    server_.set_read_timeout(10);
    server_.set_write_timeout(10);
    server_.set_payload_max_length(web::Api::kMostBytes);
    server_.set_default_headers(kHeaders);
    server_.set_socket_options([this](int socket) {
      socket_ = socket;
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_pre_routing_handler(
        [this](const Request& request, Response& response) { return before(request, response); });
    server_.set_post_routing_handler([](const Request&, Response& response) {
      if (response.headers.erase("Keep-Alive") != 0)
        response.set_header("Keep-Alive", fmt::format("timeout={}", kIdleSecondsTold));
    });
    server_.Post("/api/[a-z/-]{1,60}",
                 [this](const Request& request, Response& response) { post(request, response); });
    server_.set_error_handler(httplib::Server::Handler([](const Request&, Response& response) {
      if (response.body.empty()) refuse(response, response.status, "this cannot be answered");
    }));
  }

  std::optional<int> bind() {
    if (settings_.port == 0)
      settings_.port = server_.bind_to_any_port(settings_.address);
    else if (!server_.bind_to_port(settings_.address, settings_.port))
      return std::nullopt;
    if (settings_.port <= 0 || ::listen(socket_, kBacklog) != 0) return std::nullopt;
    return settings_.port;
  }
  void listen() { server_.listen_after_bind(); }
  void stop() { server_.stop(); }

 private:
  // Handles requests without a body, and refuses others before their body is read.
  Handling before(const Request& request, Response& response) {
    if (request.path.size() > kLongestPath) return refuse(response, 414, "the path is too long");
    if (!has_own_name(request)) return refuse(response, 403, "this host name is not served");
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (!reads && request.method != "POST") return refuse(response, 405, "expected GET or POST");
    if (!settings_.token.empty()) {
      if (reads && same(request.get_param_value("token"), settings_.token)) {
        set_cookie(response, "yomi_token", settings_.token);
        response.set_redirect("/");
        return Handling::Handled;
      }
      if (!same(cookie(request, "yomi_token"), settings_.token))
        return refuse(response, 401, "open the address that `yomi web` printed, with its token");
    }
    if (reads) return get(request, response);
    if (request.has_header("Transfer-Encoding")) return refuse(response, 411, "expected a Content-Length");
    if (!request.get_header_value("Content-Type").starts_with("application/json"))
      return refuse(response, 415, "expected application/json");
    if (!is_from_our_page(request)) return refuse(response, 403, "another page may not ask this");
    return Handling::Unhandled;
  }

  // Guards against DNS rebinding: another site's name that resolves to us would let its page read ours.
  [[nodiscard]] bool has_own_name(const Request& request) const {
    if (!settings_.token.empty()) return true;
    const std::string host = request.get_header_value("Host");
    const std::string name = host.substr(0, host.rfind(':'));
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]" || name == settings_.address;
  }

  static bool is_from_our_page(const Request& request) {
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    if (!site.empty() && site != "same-origin" && site != "none") return false;
    const std::string origin = request.get_header_value("Origin");
    return origin.empty() || origin.substr(origin.find("//") + 2) == request.get_header_value("Host");
  }

  Handling get(const Request& request, Response& response) {
    const web::PageFile* file = page_.find(request.path);
    if (file == nullptr) return refuse(response, 404, "there is no such page");
    if (request.path == "/" && cookie(request, "yomi_client").empty())
      set_cookie(response, "yomi_client", web::random_id());
    const bool never_changes = request.path.starts_with("/assets/");
    response.set_header("Cache-Control", never_changes ? "public, max-age=31536000, immutable" : "no-cache");
    const bool zipped = request.get_header_value("Accept-Encoding").find("gzip") != std::string::npos;
    if (zipped) response.set_header("Content-Encoding", "gzip");
    response.set_header("Vary", "Accept-Encoding");
    const std::string_view bytes = zipped ? file->gzip : file->plain;
    // By a content provider, since a plain body would be compressed again.
    response.set_content_provider(bytes.size(), file->type,
                                  [bytes](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                                    return sink.write(bytes.data() + offset, length);
                                  });
    return Handling::Handled;
  }

  static std::string client_of(const Request& request) {
    const std::string client = cookie(request, "yomi_client");
    return client.empty() ? "at " + request.remote_addr : client;
  }

  void post(const Request& request, Response& response) {
    const std::string name = request.path.substr(std::string_view("/api/").size());
    response.set_header("Cache-Control", "no-store");
    if (api_.kind_of(name) != web::Api::Kind::streams) {
      const web::Reply reply = api_.answer(name, request.body, client_of(request));
      response.status = reply.status;
      response.set_content(reply.body.dump(), "application/json");
      return;
    }
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, name, body = request.body, client = client_of(request)](std::size_t, httplib::DataSink& sink) {
          api_.stream(name, body, client, [&](std::string_view event, const Json& data) {
            const std::string text = event_text(event, data);
            return sink.write(text.data(), text.size());
          });
          sink.done();
          return true;
        });
  }

  WebSettings settings_;
  web::Api& api_;
  const web::Page& page_;
  int socket_ = -1;
  httplib::Server server_;
};

WebServer::WebServer(const WebSettings& settings, web::Api& api, const web::Page& page)
    : impl_(std::make_unique<Impl>(settings, api, page)) {}
WebServer::~WebServer() = default;
std::optional<int> WebServer::bind() {
  return impl_->bind();
}
void WebServer::listen() {
  impl_->listen();
}
void WebServer::stop() {
  impl_->stop();
}

}  // namespace yomi::cli
