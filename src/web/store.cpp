#include "yomi/web/store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>
#include <mutex>
#include <random>

namespace yomi::web {
namespace {

constexpr const char* kSchema =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
    "CREATE TABLE IF NOT EXISTS games(number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, client TEXT NOT "
    "NULL,"
    " kind TEXT NOT NULL, record TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS games_of_client ON games(client, number)";

// A prepared statement with its values bound in order.
class Statement {
 public:
  Statement(sqlite3* base, const char* sql) { sqlite3_prepare_v2(base, sql, -1, &statement_, nullptr); }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Statement& bind(std::size_t number) {
    sqlite3_bind_int64(statement_, ++bound_, static_cast<sqlite3_int64>(number));
    return *this;
  }
  // Whether there is a row.
  bool step() { return statement_ != nullptr && (result_ = sqlite3_step(statement_)) == SQLITE_ROW; }
  // Whether it ran to its end.
  bool run() {
    while (step()) {
    }
    return result_ == SQLITE_DONE;
  }
  [[nodiscard]] std::string text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return bytes == nullptr ? std::string() : std::string(bytes, size);
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int result_ = SQLITE_ERROR;
};

}  // namespace

std::string random_id() {
  std::random_device device;
  std::string made;
  for (int i = 0; i < 4; ++i) made += fmt::format("{:08x}", device());
  return made;
}

class Store::Impl {
 public:
  Impl(std::string path, const Limits& limits) : path_(std::move(path)), limits_(limits) {}
  ~Impl() { sqlite3_close(base_); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::optional<Error> open() {
    if (!path_.empty()) {
      std::error_code failed;
      std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), failed);
      if (failed) return Error{failed.message(), path_};
    }
    const int opened = sqlite3_open(path_.empty() ? ":memory:" : path_.c_str(), &base_);
    if (opened != SQLITE_OK) return error();
    sqlite3_busy_timeout(base_, 5000);
    if (sqlite3_exec(base_, kSchema, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
    return std::nullopt;
  }

  Result<std::string> add(const std::string& client, const std::string& kind, const Json& record) {
    const std::lock_guard lock(mutex_);
    const std::string id = random_id();
    Statement insert(base_, "INSERT INTO games(id, client, kind, record) VALUES(?, ?, ?, ?)");
    if (!insert.bind(id).bind(client).bind(kind).bind(record.dump()).run()) return error();
    Statement trim_client(base_,
                          "DELETE FROM games WHERE client = ? AND number <= (SELECT number FROM games WHERE "
                          "client = ? ORDER BY number DESC LIMIT 1 OFFSET ?)");
    if (!trim_client.bind(client).bind(client).bind(limits_.per_client).run()) return error();
    Statement trim_all(base_, "DELETE FROM games WHERE number <= (SELECT max(number) FROM games) - ?");
    if (!trim_all.bind(limits_.in_all).run()) return error();
    return id;
  }

  std::optional<Error> save(const std::string& id, const Json& record) {
    const std::lock_guard lock(mutex_);
    Statement update(base_, "UPDATE games SET record = ? WHERE id = ?");
    if (!update.bind(record.dump()).bind(id).run()) return error();
    return std::nullopt;
  }

  std::optional<Kept> find(const std::string& id) {
    const std::lock_guard lock(mutex_);
    Statement select(base_, "SELECT id, kind, record FROM games WHERE id = ?");
    if (!select.bind(id).step()) return std::nullopt;
    return row(select);
  }

  std::vector<Kept> latest(const std::string& client, std::size_t count) {
    const std::lock_guard lock(mutex_);
    Statement select(base_,
                     "SELECT id, kind, record FROM games WHERE client = ? ORDER BY number DESC LIMIT ?");
    select.bind(client).bind(count);
    std::vector<Kept> made;
    while (select.step()) {
      if (auto one = row(select)) made.push_back(std::move(*one));
    }
    return made;
  }

 private:
  static std::optional<Kept> row(const Statement& select) {
    auto record = Json::parse(select.text(2));
    if (!record) return std::nullopt;
    return Kept{.id = select.text(0), .kind = select.text(1), .record = std::move(*record)};
  }
  [[nodiscard]] Error error() const {
    return {base_ != nullptr ? sqlite3_errmsg(base_) : "no memory for SQLite", path_};
  }

  std::mutex mutex_;
  std::string path_;
  Limits limits_;
  sqlite3* base_ = nullptr;
};

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const std::string& path, const Limits& limits) {
  auto impl = std::make_unique<Impl>(path, limits);
  if (auto failed = impl->open()) return *failed;
  return std::unique_ptr<Store>(new Store(std::move(impl)));
}

Result<std::string> Store::add(const std::string& client, const std::string& kind, const Json& record) {
  return impl_->add(client, kind, record);
}
std::optional<Error> Store::save(const std::string& id, const Json& record) {
  return impl_->save(id, record);
}
std::optional<Store::Kept> Store::find(const std::string& id) const {
  return impl_->find(id);
}
std::vector<Store::Kept> Store::latest(const std::string& client, std::size_t count) const {
  return impl_->latest(client, count);
}

}  // namespace yomi::web
