// Results of a long job on disk, so that nothing is lost or done twice however the program ends.
//
// A store belongs to one job, a text that says what is computed (command, settings, seed). Its file only
// grows:
//   "yomi results 1\n", then records: a mark (4 bytes), shard (8), length (4), checksum (4), the result's
//   bytes;
// numbers with the low byte first; the checksum covers job, shard, length and bytes. The first record holds
// the job. A record that a kill cut short or a disk damaged is noticed by its checksum when the store is
// opened: what is whole is kept, damaged bytes are skipped, and their shards count as not done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "yomi/cards/result.h"

namespace yomi::jobs {

class ResultStore {
 public:
  // Opens the store at `path`, or makes it. An error when it belongs to another job, when another program has
  // it open, or when the file is something else.
  static Result<ResultStore> open(const std::string& path, std::string_view job);
  ~ResultStore();
  ResultStore(ResultStore&& other) noexcept;
  ResultStore& operator=(ResultStore&&) = delete;
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] bool has(std::uint64_t shard) const { return places_.contains(shard); }
  // Bytes that were skipped on opening, for a message to the user.
  [[nodiscard]] std::uint64_t damaged() const { return damaged_; }

  // When it returns, the system has the record, so it survives this program; a shard already present is left
  // as it is. After an error the file ends with a whole record if the system allows it.
  std::optional<Error> add(std::uint64_t shard, std::string_view result);
  // Nothing if it is missing or damaged.
  [[nodiscard]] std::optional<std::string> read(std::uint64_t shard) const;
  // Waits until everything is on the disk, so that it survives a crash of the machine too.
  std::optional<Error> sync();

 private:
  struct Place {
    std::uint64_t offset;  // of the record
    std::uint32_t length;  // of the result
  };

  ResultStore(std::string path, std::string job, int descriptor)
      : path_(std::move(path)), job_(std::move(job)), descriptor_(descriptor) {}
  std::optional<Error> load();
  std::optional<Error> append(std::uint64_t shard, std::string_view result);
  [[nodiscard]] Error failed(std::string_view doing) const;

  std::string path_;
  std::string job_;
  int descriptor_ = -1;
  std::uint64_t end_ = 0;
  std::uint64_t damaged_ = 0;
  std::unordered_map<std::uint64_t, Place> places_;
};

}  // namespace yomi::jobs
