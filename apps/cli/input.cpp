#include "input.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "command.h"
#include "fail.h"
#include "interrupt.h"
#include "yomi/formats/text.h"

namespace yomi::cli {
namespace {

constexpr std::size_t kMaxFile = std::size_t{2} << 30;
constexpr std::size_t kMaxStream = std::size_t{256} << 20;  // for a pipe or a device, which may be endless
constexpr std::size_t kBlock = std::size_t{1} << 16;

Error cannot_read(const std::string& path, std::string_view why) {
  return {.what = fmt::format("cannot be read: {}", why), .file = input_name(path)};
}

// Why the bytes cannot be text in any encoding we read (the magic of a compressed file, zero bytes, many
// control characters); empty if they may be.
std::string_view no_text(std::string_view block) {
  for (const std::string_view mark : {"\x1F\x8B", "PK\x03\x04", "BZh91AY", "\3757zXZ", "\x28\xB5\x2F\xFD"}) {
    if (block.starts_with(mark))
      return "it is packed; unpack it first, or send it through a pipe, as in zcat FILE | yomi ... -";
  }
  constexpr std::string_view kWhy = "it is not text";
  constexpr std::size_t kEnough = 512;
  if (block.size() < kEnough) return {};
  if (block.find(std::string_view("\0\0\0\0\0\0\0\0", 8)) != std::string_view::npos) return kWhy;
  const auto controls = std::count_if(block.begin(), block.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte != 0 && byte < 0x20 && (byte < '\t' || byte > '\r');
  });
  return static_cast<std::size_t>(controls) > block.size() / 20 ? kWhy : std::string_view();
}

}  // namespace

std::string input_name(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

class ByteSource {
 public:
  static Result<std::unique_ptr<ByteSource>> open(const std::string& path) {
    auto made = std::make_unique<ByteSource>();
    made->path_ = path;
    if (path != "-") {
      // Does not wait; read() does, also for the writer of a pipe.
      made->descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
      if (made->descriptor_ < 0) return cannot_read(path, std::generic_category().message(errno));
    }
    struct stat status {};
    if (fstat(made->descriptor_, &status) == 0 && S_ISDIR(status.st_mode))
      return cannot_read(path, "it is a folder");
    made->size_ = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
    return made;
  }

  ByteSource() = default;
  ~ByteSource() {
    if (descriptor_ != STDIN_FILENO) close(descriptor_);
  }
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  // Where it is known; otherwise 0.
  [[nodiscard]] std::size_t size() const { return size_; }

  // Appends some bytes; none at the end, and when the command was stopped.
  Result<std::size_t> append_to(std::string& bytes) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kBlock);
    auto count = read_to(bytes.data() + before, kBlock);
    bytes.resize(before + (count ? *count : 0));
    return count;
  }
  // The same to a place.
  Result<std::size_t> read_to(char* to, std::size_t most) {
    std::array<pollfd, 2> waiting{{{.fd = descriptor_, .events = POLLIN, .revents = 0},
                                   {.fd = Interrupt::descriptor(), .events = POLLIN, .revents = 0}}};
    for (;;) {
      if (Interrupt::requested()) return std::size_t{0};
      if (poll(waiting.data(), waiting.size(), -1) < 0 || waiting[0].revents == 0) continue;
      const ssize_t count = read(descriptor_, to, most);
      const int error = errno;
      if (count < 0 && (error == EINTR || error == EAGAIN)) continue;
      if (count < 0) return cannot_read(path_, std::generic_category().message(error));
      return static_cast<std::size_t>(count);
    }
  }

 private:
  std::string path_;
  int descriptor_ = STDIN_FILENO;
  std::size_t size_ = 0;
};

namespace {

Result<std::string> read_whole(const std::string& path, bool only_text) {
  auto source = ByteSource::open(path);
  if (!source) return source.error();
  std::string bytes;
  bytes.reserve(std::min((*source)->size(), kMaxFile) + kBlock + 1);
  for (;;) {
    const std::size_t before = bytes.size();
    const auto count = (*source)->append_to(bytes);
    if (Interrupt::requested()) throw Exit{kStoppedStatus};
    if (!count) return count.error();
    if (*count == 0) return bytes;
    const auto why = no_text(std::string_view(bytes).substr(before));
    if (only_text && !why.empty()) return cannot_read(path, why);
    if ((*source)->size() == 0 && bytes.size() > kMaxStream)
      return cannot_read(path, "it is larger than 256 MiB and not a plain file");
    if (bytes.size() > kMaxFile) return cannot_read(path, "it is larger than 2 GiB");
  }
}

}  // namespace

Result<std::string> read_input(const std::string& path) {
  auto bytes = read_whole(path, true);
  if (!bytes) return bytes;
  return text::decode(std::move(*bytes));
}

Result<std::string> read_binary(const std::string& path) {
  return read_whole(path, false);
}

void nothing_read(const std::string& path, const std::string& what) {
  if (Interrupt::requested()) throw Exit{kStoppedStatus};
  fail({.what = "expected " + what + ", found none", .file = input_name(path)});
}

Result<OpenInput> open_input(const std::string& path, bool is_text) {
  auto source = ByteSource::open(path);
  if (!source) return source.error();
  const std::shared_ptr<ByteSource> shared = std::move(*source);
  const auto read = [shared, path, is_text](char* to, std::size_t most) -> Result<std::size_t> {
    auto count = shared->read_to(to, most);
    if (Interrupt::requested()) throw Exit{kStoppedStatus};
    if (const auto why = no_text({to, count ? *count : 0}); is_text && !why.empty())
      return cannot_read(path, why);
    return count;
  };
  // A file that is not text usually shows it at its start.
  const auto first = std::make_shared<std::string>(kBlock, '\0');
  const auto count = read(first->data(), first->size());
  if (!count) return count.error();
  first->resize(*count);
  const auto pull = [read, first](char* to, std::size_t most) {
    if (!first->empty()) {
      const std::size_t here = first->copy(to, most);
      first->erase(0, here);
      return here;
    }
    return or_fail(read(to, most));
  };
  return OpenInput{pull, shared->size()};
}

InputLines::InputLines(const std::string& path) {
  source_ = or_fail(ByteSource::open(path));
}

InputLines::~InputLines() = default;

// More bytes, after those that are read were dropped. False where there are none.
bool InputLines::fill() {
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t before = buffer_.size();
  const auto count = or_fail(source_->append_to(buffer_));
  // Input from a pipe may have to be answered line by line (yomi engine).
  const auto why = no_text(std::string_view(buffer_).substr(before));
  if (source_->path() != "-" && !why.empty()) fail(cannot_read(source_->path(), why));
  return count > 0;
}

bool InputLines::next(std::string& line) {
  line.clear();
  bool any = false;
  for (;;) {
    const std::size_t end = buffer_.find('\n', at_);
    const std::string_view here =
        std::string_view(buffer_).substr(at_, end == std::string::npos ? end : end - at_);
    line.append(here.substr(0, kMaxLine - std::min(kMaxLine, line.size())));
    any = any || !here.empty() || end != std::string::npos;
    at_ = end == std::string::npos ? buffer_.size() : end + 1;
    if (end != std::string::npos || !fill()) break;
  }
  if (!any || Interrupt::requested()) return false;
  ++number_;
  return true;
}

}  // namespace yomi::cli
