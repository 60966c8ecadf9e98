#include "yomi/system/file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace yomi::system {

Result<std::string> read_file(const std::string& path, std::size_t most) {
  const auto fail = [&](const std::string& why) {
    return Error{.what = "cannot be read: " + why, .file = path};
  };
  std::error_code code;
  if (!std::filesystem::exists(path, code)) return fail("there is no such file");
  if (std::filesystem::is_directory(path, code)) return fail("it is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(std::generic_category().message(errno));
  std::string text;
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  while (file && text.size() <= most) {
    const std::size_t before = text.size();
    text.resize(before + kBlock);
    file.read(text.data() + before, kBlock);
    text.resize(before + static_cast<std::size_t>(file.gcount()));
  }
  if (text.size() > most) return fail("it is larger than " + std::to_string(most >> 20) + " MiB");
  if (!file.eof()) return fail(std::generic_category().message(errno));
  return text;
}

}  // namespace yomi::system
