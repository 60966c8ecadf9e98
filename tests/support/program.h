// Runs the built program as a user would: its output, its messages, its exit status.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace yomi::testing {

// A folder of its own for a test, gone with it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "yomi-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string file(const std::string& name, const std::string& content) const {
    const auto path = path_ / name;
    std::ofstream(path, std::ios::binary) << content;
    return path.string();
  }
  [[nodiscard]] std::filesystem::path path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string content(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

struct Ran {
  int status = -1;
  std::string out;
  std::string err;
};

// `arguments` goes through the shell: quote what needs it.
inline Ran run_program(const std::string& arguments) {
  const Folder folder;
  const std::string out = (folder.path() / "out").string();
  const std::string err = (folder.path() / "err").string();
  const std::string command = std::string(YOMI_PROGRAM) + " " + arguments + " >" + out + " 2>" + err;
  const int result = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe)
  return {.status = WIFEXITED(result) ? WEXITSTATUS(result) : 128 + WTERMSIG(result),
          .out = content(out),
          .err = content(err)};
}

}  // namespace yomi::testing
