#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "yomi/table/record.h"

namespace yomi::table {
namespace {

Error trouble(const std::string& path, const std::string& what) {
  return {.what = what + ": " + (errno == EISDIR ? "it is a folder" : std::generic_category().message(errno)),
          .file = path};
}

Result<std::string> read_all(int fd, const std::string& path) {
  std::string text;
  std::string part(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t got = read(fd, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return trouble(path, "cannot be read");
    if (got == 0) return text;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

Result<RecordFile> RecordFile::open(const std::string& path, bool resume, RecordHead head) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return trouble(path, "cannot be written");
  RecordFile made(path, fd, std::move(head));
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) return Error{.what = "another program is writing it", .file = path};
  struct stat kind {};
  if (fstat(fd, &kind) == 0 && !S_ISREG(kind.st_mode)) return made;  // a pipe or a device has no past
  const auto text = read_all(fd, path);
  if (!text) return text.error();
  if (text->empty()) return made;
  if (!resume)
    return Error{.what = "is there already: --resume goes on with it, another name starts anew",
                 .file = path};
  const std::size_t last = text->rfind("\n\n");
  const std::size_t whole = last == std::string::npos ? 0 : last + 2;
  if (whole < text->size()) {
    made.was_cut_ = true;
    if (ftruncate(fd, static_cast<off_t>(whole)) != 0) return trouble(path, "cannot be shortened");
  }
  made.is_new_ = whole == 0;
  auto boards = parse_record(std::string_view(*text).substr(0, whole), path);
  if (!boards) return boards.error();
  made.boards_ = std::move(*boards);
  return made;
}

RecordFile::RecordFile(RecordFile&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      head_(std::move(other.head_)),
      is_new_(other.is_new_),
      was_cut_(other.was_cut_),
      boards_(std::move(other.boards_)) {}

RecordFile::~RecordFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<bool> RecordFile::add(const RecordedTable& table) {
  std::string text = is_new_ ? "% PBN 2.1\n% EXPORT\n" : "";
  text += to_pbn(table, head_) + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return trouble(path_, "cannot be written");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (fsync(fd_) != 0 && errno != EINVAL && errno != EROFS) return trouble(path_, "cannot be written");
  is_new_ = false;
  boards_.push_back(table);
  return true;
}

}  // namespace yomi::table
