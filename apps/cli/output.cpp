#include "output.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "command.h"
#include "interrupt.h"

namespace yomi::cli {
namespace {

constexpr mode_t kAnyone = 0666;  // less what the user's mask forbids

[[noreturn]] void cannot_write(const std::string& path, int error) {
  fmt::print(stderr, "{}: cannot be written: {}\n", path, std::generic_category().message(error));
  throw Exit{2};
}

// Opening a pipe waits for its reader; a signal ends that.
int open_to_write(const std::string& path, int flags) {
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

void write_straight(const std::string& path, std::string_view text) {
  OutputFile file(path, OutputFile::Mode::replace);
  file.write(text);
  file.expect_good();
}

}  // namespace

void expect_writable(const std::string& path) {
  struct stat status {};
  const bool is_new = lstat(path.c_str(), &status) != 0;
  if (!is_new && S_ISFIFO(status.st_mode)) return;  // opening it would wait
  const int descriptor = open_to_write(path, O_APPEND);
  if (descriptor < 0) cannot_write(path, errno);
  close(descriptor);
  if (is_new) unlink(path.c_str());
}

void write_output(const std::string& path, std::string_view text) {
  std::error_code code;
  const std::filesystem::path there = std::filesystem::canonical(path, code);
  const std::string target = code ? path : there.string();
  struct stat status {};
  const bool is_new = stat(target.c_str(), &status) != 0;
  if (!is_new && !S_ISREG(status.st_mode)) return write_straight(path, text);
  const std::string beside = fmt::format("{}.{}.new", target, getpid());
  const int descriptor = open_to_write(beside, O_EXCL);
  if (descriptor < 0 && !is_new) return write_straight(path, text);  // the file may be ours, the folder not
  if (descriptor < 0) cannot_write(path, errno);
  int error = write_all(descriptor, text);
  if (error == 0 && !is_new && fchmod(descriptor, status.st_mode & 07777) != 0) error = errno;
  if (error == 0 && fsync(descriptor) != 0) error = errno;
  if (close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(beside.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return;
  unlink(beside.c_str());
  cannot_write(path, error);
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

void flush_output() {
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category(), "standard output");
}

}  // namespace yomi::cli
