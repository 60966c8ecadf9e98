// The page's requests, without sockets: a request's name and a JSON object in, JSON out
// (docs/reference/api.md). Requests that need a search are streams of events; all others answer at once.
//
// A client is identified by its cookie. Games have ids that cannot be guessed, and are saved after every
// change, so that nothing is lost if the page or the server stops. Any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "yomi/web/store.h"
#include "yomi/web/thinkers.h"

namespace yomi::web {

struct Reply {
  int status = 200;
  Json body{};
};

class Api {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{4} << 20;  // of a request

  Api(std::unique_ptr<Store> store, const Thinkers::Limits& limits);
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  enum class Kind : std::uint8_t { unknown, answers, streams };
  [[nodiscard]] Kind kind_of(const std::string& name) const;

  // `body` is the text of a JSON object. 400: what is wrong with it; 404: no such request or game; 409: the
  // game has moved on.
  Reply answer(const std::string& name, std::string_view body, const std::string& client);
  // Returns at the end of the stream. Errors are sent as an event `error`.
  void stream(const std::string& name, std::string_view body, const std::string& client, const Emit& emit);
  // Stops all searches.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::web
