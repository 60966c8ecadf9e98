#include "input.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "command.h"
#include "yomi/formats/text.h"

namespace yomi::cli {
namespace {

constexpr std::size_t kMaxFile = std::size_t{2} << 30;

}  // namespace

std::string input_name(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

InputLines::InputLines(const std::string& path) : in_(path == "-" ? &std::cin : &file_) {
  if (path == "-") return;
  file_.open(path);
  if (file_) return;
  fmt::print(stderr, "{}: cannot be opened\n", path);
  throw Exit{2};
}

namespace {

[[noreturn]] void cannot_write(const std::string& path, int error) {
  fmt::print(stderr, "{}: cannot be written: {}\n", path, std::generic_category().message(error));
  throw Exit{2};
}

}  // namespace

void expect_writable(const std::string& path) {
  std::error_code code;
  const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(path, code));
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) cannot_write(path, errno);
  std::fclose(file);
  if (is_new) std::filesystem::remove(path, code);
}

void write_output(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) cannot_write(path, errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (std::fclose(file) != 0 || !written) cannot_write(path, written ? errno : error);
}

bool InputLines::next(std::string& line) {
  if (!std::getline(*in_, line)) return false;
  ++number_;
  return true;
}

Result<std::string> read_input(const std::string& path) {
  const std::string name = input_name(path);
  const auto fail = [&](const std::string& why) {
    return Error{.what = "cannot be read: " + why, .file = name};
  };
  std::error_code code;
  if (path != "-" && std::filesystem::is_directory(path, code)) return fail("it is a folder");
  const auto close = [](std::FILE* file) {
    if (file != stdin) std::fclose(file);
  };
  const std::unique_ptr<std::FILE, decltype(close)> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"),
                                                         close);
  if (!file) return fail(std::generic_category().message(errno));
  std::string bytes;
  if (path != "-") {
    if (const auto size = std::filesystem::file_size(path, code); !code && size < kMaxFile)
      bytes.reserve(size + 1);
  }
  std::unique_ptr<char[]> buffer = std::make_unique<char[]>(std::size_t{1} << 16);
  while (const std::size_t count = std::fread(buffer.get(), 1, std::size_t{1} << 16, file.get())) {
    bytes.append(buffer.get(), count);
    if (bytes.size() > kMaxFile) return fail("it is larger than 2 GiB");
  }
  if (std::ferror(file.get()) != 0) return fail(std::generic_category().message(errno));
  return text::decode(std::move(bytes));
}

}  // namespace yomi::cli
