#include "yomi/formats/window.h"

#include <algorithm>

#include "yomi/formats/text.h"

namespace yomi::text {

Window::Window(Pull pull) : pull_(std::move(pull)) {
  more(0);
}

// Looks at the first bytes: a byte order mark is dropped, and UTF-16 is read to its end at once.
void Window::start() {
  started_ = true;
  const auto zero = buffer_.substr(0, 4).find('\0');
  const bool wide = buffer_.starts_with("\xFF\xFE") || buffer_.starts_with("\xFE\xFF") ||
                    (buffer_.size() >= 4 && zero != std::string::npos);
  if (!wide) {
    if (buffer_.starts_with("\xEF\xBB\xBF")) buffer_.erase(0, 3);
    return;
  }
  for (std::size_t got = 1; got > 0;) {
    const std::size_t size = buffer_.size();
    buffer_.resize(size + kStep);
    got = pull_(buffer_.data() + size, kStep);
    buffer_.resize(size + got);
    pulled_ += got;
  }
  buffer_ = decode(std::move(buffer_));
  view_ = buffer_;
  complete_ = true;
}

bool Window::more(std::size_t drop) {
  if (complete_) {
    view_.remove_prefix(drop);
    return false;
  }
  buffer_.erase(0, drop);
  const std::size_t size = buffer_.size();
  // A board that does not fit is looked at again from its start, so the window grows by more each time.
  const std::size_t step = std::max(kStep, size);
  buffer_.resize(size + 1 + step);
  char* to = buffer_.data() + size;
  if (held_return_) *to++ = '\r';
  const std::size_t got = pull_(to, step);
  pulled_ += got;
  char* end = to + got;
  char* begin = buffer_.data() + size;
  complete_ = got == 0;
  if (!started_) {
    buffer_.resize(static_cast<std::size_t>(end - buffer_.data()));
    start();
    if (complete_ && got > 0) return true;  // UTF-16
    begin = buffer_.data();
    end = begin + buffer_.size();
  }
  held_return_ = !complete_ && end > begin && end[-1] == '\r';
  if (held_return_) --end;
  end = unify_line_ends(begin, end);
  if (complete_ && end > buffer_.data() && end[-1] == '\x1A') --end;
  buffer_.resize(static_cast<std::size_t>(end - buffer_.data()));
  view_ = buffer_;
  return got > 0;
}

void Window::all() {
  while (more(0)) {
  }
}

}  // namespace yomi::text
