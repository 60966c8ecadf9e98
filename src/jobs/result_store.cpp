#include "yomi/jobs/result_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

#include "yomi/cards/checksum.h"
#include "yomi/jobs/bytes.h"

namespace yomi::jobs {
namespace {

constexpr std::string_view kHead = "yomi results 1\n";
constexpr std::string_view kMark = "\xF1YR\n";  // not to be met in text
constexpr std::size_t kRecordHead = 4 + 8 + 4 + 4;
constexpr std::uint64_t kJob =
    std::numeric_limits<std::uint64_t>::max();  // the shard number of the job's text
constexpr std::size_t kWindow = std::size_t{1} << 20U;

std::string shard_and_length(std::uint64_t shard, std::size_t length) {
  std::string bytes;
  put_u64(bytes, shard);
  put_u32(bytes, static_cast<std::uint32_t>(length));
  return bytes;
}

// The job's text is part of what the checksum covers, except in its own record: a result of another job is
// damage.
std::uint32_t checksum(std::string_view job, std::uint64_t shard, std::string_view covered,
                       std::string_view result) {
  return crc32(result, crc32(covered, shard == kJob ? 0 : crc32(job)));
}

std::string record_of(std::string_view job, std::uint64_t shard, std::string_view result) {
  const std::string covered = shard_and_length(shard, result.size());
  std::string record(kMark);
  record += covered;
  put_u32(record, checksum(job, shard, covered, result));
  record += result;
  return record;
}

bool read_all(int descriptor, char* into, std::size_t count, std::uint64_t offset) {
  while (count > 0) {
    const ssize_t got = ::pread(descriptor, into, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into += got;
    count -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
  return true;
}

struct Record {
  std::uint64_t shard = 0;
  std::string result;
};

// The record at `offset`, when there is a whole one.
std::optional<Record> record_at(int descriptor, std::string_view job, std::uint64_t offset,
                                std::uint64_t end) {
  if (end - offset < kRecordHead) return {};
  std::array<char, kRecordHead> head{};
  if (!read_all(descriptor, head.data(), head.size(), offset)) return {};
  const std::string_view bytes(head.data(), head.size());
  if (!bytes.starts_with(kMark)) return {};
  const std::uint32_t length = get_u32(bytes.substr(12));
  if (length > end - offset - kRecordHead) return {};
  Record record{get_u64(bytes.substr(4)), std::string(length, '\0')};
  if (!read_all(descriptor, record.result.data(), length, offset + kRecordHead)) return {};
  if (checksum(job, record.shard, bytes.substr(4, 12), record.result) != get_u32(bytes.substr(16))) return {};
  return record;
}

// Where the next mark is, from `offset` on; `end` when there is none.
std::uint64_t next_mark(int descriptor, std::uint64_t offset, std::uint64_t end) {
  std::string window;
  while (offset + kMark.size() <= end) {
    window.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, end - offset)));
    if (!read_all(descriptor, window.data(), window.size(), offset)) return end;
    if (const std::size_t at = window.find(kMark); at != std::string::npos) return offset + at;
    if (window.size() < kWindow) break;
    offset += window.size() - (kMark.size() - 1);
  }
  return end;
}

}  // namespace

ResultStore::~ResultStore() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

ResultStore::ResultStore(ResultStore&& other) noexcept
    : path_(std::move(other.path_)),
      job_(std::move(other.job_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      end_(other.end_),
      damaged_(other.damaged_),
      places_(std::move(other.places_)) {}

Error ResultStore::failed(std::string_view doing) const {
  return {fmt::format("cannot {}: {}", doing, std::generic_category().message(errno)), path_};
}

Result<ResultStore> ResultStore::open(const std::string& path, std::string_view job) {
  ResultStore store(path, std::string(job), ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (store.descriptor_ < 0) return store.failed("open");
  if (::flock(store.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return Error{"another program works on it", path};
    return store.failed("lock");
  }
  if (auto error = store.load()) return *error;
  return store;
}

std::optional<Error> ResultStore::load() {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) return failed("read");
  if (!S_ISREG(status.st_mode)) return Error{"not a file that results can be kept in", path_};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  std::string head(static_cast<std::size_t>(std::min<std::uint64_t>(size, kHead.size())), '\0');
  if (!read_all(descriptor_, head.data(), head.size(), 0)) return failed("read");
  if (head != kHead.substr(0, head.size())) return Error{"not a store of results", path_};

  end_ = head.size() == kHead.size() ? kHead.size() : 0;
  bool found_job = false;
  for (std::uint64_t at = end_; at != 0 && at < size;) {
    const auto record = record_at(descriptor_, job_, at, size);
    if (!record) {
      at = next_mark(descriptor_, at + 1, size);
      continue;
    }
    if (record->shard != kJob) {
      places_.try_emplace(record->shard, Place{at, static_cast<std::uint32_t>(record->result.size())});
    } else if (record->result != job_) {
      return Error{fmt::format("holds the results of another job: '{}', not '{}'", record->result, job_),
                   path_};
    } else {
      found_job = true;
    }
    damaged_ += at - end_;
    at = end_ = at + kRecordHead + record->result.size();
  }
  damaged_ += size - end_;
  if (!found_job && places_.empty()) {
    // Empty, or a header that was cut short. Anything longer may be somebody's data.
    if (size >= kHead.size() + kRecordHead + job_.size())
      return Error{"no result of this job is whole in it", path_};
    damaged_ = 0;
    end_ = 0;
  }
  // An incomplete record is cut off, so that the next one does not follow a fragment.
  if (size != end_ && ::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) return failed("shorten");
  if (found_job) return {};
  return append(kJob, job_);
}

std::optional<Error> ResultStore::append(std::uint64_t shard, std::string_view result) {
  if (result.size() > std::numeric_limits<std::uint32_t>::max())
    return Error{"a result of 4 GiB or more", path_};
  std::string bytes = end_ == 0 ? std::string(kHead) : std::string();
  const std::uint64_t place = end_ + bytes.size();
  bytes += record_of(job_, shard, result);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote =
        ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(end_ + done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      const Error error = failed("write");
      [[maybe_unused]] const int cut = ::ftruncate(descriptor_, static_cast<off_t>(end_));
      return error;
    }
    done += static_cast<std::size_t>(wrote);
  }
  end_ += bytes.size();
  if (shard != kJob) places_.try_emplace(shard, Place{place, static_cast<std::uint32_t>(result.size())});
  return {};
}

std::optional<Error> ResultStore::add(std::uint64_t shard, std::string_view result) {
  if (has(shard)) return {};
  return append(shard, result);
}

std::optional<std::string> ResultStore::read(std::uint64_t shard) const {
  const auto place = places_.find(shard);
  if (place == places_.end()) return {};
  auto record = record_at(descriptor_, job_, place->second.offset, end_);
  if (!record || record->shard != shard) return {};
  return std::move(record->result);
}

std::optional<Error> ResultStore::sync() {
  if (::fdatasync(descriptor_) != 0) return failed("write");
  return {};
}

}  // namespace yomi::jobs
