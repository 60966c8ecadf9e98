#include "output.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cluster.h"
#include "command.h"
#include "fail.h"
#include "interrupt.h"

namespace yomi::cli {
namespace {

constexpr mode_t kAnyone = 0666;  // less what the user's mask forbids

[[noreturn]] void cannot_write(const std::string& path, int error) {
  fail(fmt::format("{}: cannot be written: {}", path,
                   error == EISDIR ? "it is a folder" : std::generic_category().message(error)));
}

// Opening a pipe waits for its reader; a signal ends the wait.
int open_to_write(const std::string& path, int flags) {
  if (Cluster::only_helps()) return ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, kAnyone);
  if (descriptor < 0 && errno == EINTR && Interrupt::requested()) throw Exit{kStoppedStatus};
  return descriptor;
}

// 0, or what went wrong.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno != EINTR) return errno;
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  }
  return 0;
}

}  // namespace

void expect_writable(const std::string& path) {
  if (Cluster::only_helps()) return;
  struct stat status {};
  const bool is_new = lstat(path.c_str(), &status) != 0;
  if (!is_new && S_ISFIFO(status.st_mode)) return;  // opening it would wait
  const int descriptor = open_to_write(path, O_APPEND);
  if (descriptor < 0) cannot_write(path, errno);
  close(descriptor);
  if (is_new) unlink(path.c_str());
}

void write_output(const std::string& path, std::string_view text) {
  NewFile file(path);
  file.write(text);
  file.commit();
}

NewFile::NewFile(const std::string& path) : path_(path) {
  if (Cluster::only_helps()) {
    descriptor_ = open_to_write(path, 0);
    return;
  }
  std::error_code code;
  const std::filesystem::path there = std::filesystem::canonical(path, code);
  target_ = code ? path : there.string();
  struct stat status {};
  const bool is_new = stat(target_.c_str(), &status) != 0;
  if (is_new || S_ISREG(status.st_mode)) {
    beside_ = fmt::format("{}.{}.new", target_, getpid());
    descriptor_ = open_to_write(beside_, O_EXCL);
    if (descriptor_ < 0 && is_new) cannot_write(path, errno);
    if (descriptor_ >= 0 && !is_new) mode_ = status.st_mode & 07777;
  }
  if (descriptor_ >= 0) return;
  beside_.clear();  // a device or a pipe, or a file of ours in a folder that is not
  descriptor_ = open_to_write(path, O_TRUNC);
  if (descriptor_ < 0) cannot_write(path, errno);
}
NewFile::~NewFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (descriptor_ >= 0 && !beside_.empty()) unlink(beside_.c_str());
}

void NewFile::fail(int error) {
  close(std::exchange(descriptor_, -1));
  if (!beside_.empty()) unlink(beside_.c_str());
  cannot_write(path_, error);
}

void NewFile::write(std::string_view piece) {
  if (const int error = write_all(descriptor_, piece); error != 0) fail(error);
}

void NewFile::commit() {
  if (mode_ && fchmod(descriptor_, *mode_) != 0) fail(errno);
  if (!beside_.empty() && fsync(descriptor_) != 0) fail(errno);
  if (close(std::exchange(descriptor_, -1)) != 0 ||
      (!beside_.empty() && std::rename(beside_.c_str(), target_.c_str()) != 0)) {
    const int error = errno;
    if (!beside_.empty()) unlink(beside_.c_str());
    cannot_write(path_, error);
  }
}

OutputFile::OutputFile(const std::string& path, Mode mode)
    : path_(path), descriptor_(open_to_write(path, mode == Mode::append ? O_APPEND : O_TRUNC)) {
  if (descriptor_ < 0) cannot_write(path, errno);
}
OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
}
OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      error_(other.error_) {}
OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(error_, other.error_);
  return *this;
}

bool OutputFile::write(std::string_view piece) {
  if (error_) return false;
  if (descriptor_ < 0) return true;
  struct stat status {};
  const bool known = fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  const int error = write_all(descriptor_, piece);
  if (error == 0) return true;
  error_ = error;
  if (known) [[maybe_unused]]
    const int ignored = ftruncate(descriptor_, status.st_size);
  return false;
}

void OutputFile::expect_good() const {
  if (error_) cannot_write(path_, *error_);
}

std::string today(char between) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}{}{:02}{}{:02}", parts.tm_year + 1900, between, parts.tm_mon + 1, between,
                     parts.tm_mday);
}

void flush_output() {
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category(), "standard output");
}

}  // namespace yomi::cli
