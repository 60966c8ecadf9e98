// The games of the page, kept in a SQLite file. Each is a JSON text under an id that cannot be guessed. Any
// thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "yomi/cards/result.h"
#include "yomi/formats/json.h"

namespace yomi::web {

// 128 random bits of the system, as 32 hexadecimal digits.
std::string random_id();

class Store {
 public:
  // Of each client the latest are kept, and so are the latest of all.
  struct Limits {
    std::size_t per_client = 1000;
    std::size_t in_all = 100'000;
  };
  // An empty path keeps games in memory alone. Folders that are missing are made.
  static Result<std::unique_ptr<Store>> open(const std::string& path, const Limits& limits);
  static Result<std::unique_ptr<Store>> open(const std::string& path) { return open(path, Limits{}); }
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // A new game; the answer is its id.
  Result<std::string> add(const std::string& client, const std::string& kind, const Json& record);
  std::optional<Error> save(const std::string& id, const Json& record);
  struct Kept {
    std::string id;
    std::string kind;
    Json record;
  };
  [[nodiscard]] std::optional<Kept> find(const std::string& id) const;
  // The client's latest games, the newest first.
  [[nodiscard]] std::vector<Kept> latest(const std::string& client, std::size_t count) const;

 private:
  class Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace yomi::web
