#include "versus/ledger.h"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "input.h"
#include "yomi/formats/text.h"

namespace yomi::cli::versus {
namespace {

std::string first_line(const std::string& experiment) {
  return "# yomi versus " + experiment;
}

// A file that is not ours is not read as results, and its last line is not cut off.
std::optional<std::string> wrong_head(const std::string& text, const std::optional<std::string>& experiment) {
  const std::string head = text.substr(0, text.find('\n'));
  const std::string expected = first_line(experiment.value_or(""));
  const bool cut = head.size() == text.size();
  if (experiment ? head == expected || (cut && expected.starts_with(head))
                 : !cut && head.starts_with(expected))
    return std::nullopt;
  if (experiment && head.starts_with(first_line("")))
    return fmt::format("results of another experiment: expected '{}', found '{}'", expected, head);
  return fmt::format("expected results of yomi versus, found {}", text::quote(head));
}

}  // namespace

Result<std::vector<lab::VersusRecord>> VersusLedger::read(const std::string& path,
                                                          const std::optional<std::string>& experiment) {
  std::vector<lab::VersusRecord> records;
  std::error_code failed;
  if (experiment && !std::filesystem::exists(path, failed)) return records;
  const auto read = read_input(path);
  if (!read) return read.error();
  const std::string& text = *read;
  if (const auto wrong = wrong_head(text, experiment)) return Error{.what = *wrong, .file = path, .line = 1};
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    ++number;
    if (end == std::string::npos) {
      if (!experiment) break;
      fmt::print(stderr, "yomi versus: {}:{}: the last line was cut off; its board is played again\n", path,
                 number);
      std::filesystem::resize_file(path, number <= 2 ? 0 : at, failed);  // the first two come together
      if (failed) return Error{.what = "cannot be shortened: " + failed.message(), .file = path};
      break;
    }
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (number == 1) continue;
    if (number == 2 && line == lab::versus_columns()) continue;
    const auto record = lab::parse_versus_record(line);
    if (!record) {
      return Error{.what = fmt::format("field {}: {}", record.error().column, record.error().what),
                   .file = path,
                   .line = number};
    }
    records.push_back(*record);
  }
  return records;
}

Result<VersusLedger> VersusLedger::open(const std::string& path, const std::string& experiment, bool resume) {
  std::error_code ignored;
  const bool is_new =
      !std::filesystem::exists(path, ignored) || std::filesystem::file_size(path, ignored) == 0;
  if (!is_new && !resume)
    return Error{.what = "exists already: --resume continues it, another name starts a new file",
                 .file = path};
  VersusLedger made;
  made.file_ = OutputFile(path, OutputFile::Mode::append);
  if (is_new) made.file_.write(fmt::format("{}\n{}\n", first_line(experiment), lab::versus_columns()));
  made.file_.expect_good();
  return made;
}

void VersusLedger::add(const lab::VersusRecord& record) {
  file_.write(lab::to_csv(record) + "\n");
  file_.expect_good();
}

}  // namespace yomi::cli::versus
