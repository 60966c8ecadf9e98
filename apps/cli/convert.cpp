// yomi convert: boards from one format to another.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "board_file.h"
#include "command.h"
#include "complaints.h"
#include "fail.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "yomi/formats/board_writer.h"
#include "yomi/formats/json.h"

namespace yomi::cli {
namespace {

namespace fs = std::filesystem;

struct ConvertOptions {
  std::string from;
  std::string to;
  std::string format;
  std::string encoding = "auto";
  bool quiet = false;
  bool json_output = false;
};

struct ConvertCounts {
  std::size_t files = 0;
  std::size_t boards = 0;
  std::size_t wrong = 0;     // boards with something that could not be read
  std::size_t not_read = 0;  // boards of which nothing could be read
  std::size_t left_out = 0;  // boards that the format cannot hold
  std::size_t failed = 0;    // files
  std::vector<std::string> lost{};

  void add(const ConvertCounts& other) {
    files += other.files;
    boards += other.boards;
    wrong += other.wrong;
    not_read += other.not_read;
    left_out += other.left_out;
    failed += other.failed;
    for (const std::string& what : other.lost) {
      if (std::find(lost.begin(), lost.end(), what) == lost.end()) lost.push_back(what);
    }
  }
};

// Where the bytes go: standard output, or a file that gets its name once it is complete.
class Target {
 public:
  explicit Target(const std::string& path) {
    if (path == "-") return;
    std::error_code code;
    if (fs::path(path).has_parent_path()) fs::create_directories(fs::path(path).parent_path(), code);
    file_.emplace(path);
  }
  void write(const std::string& bytes) {
    if (file_)
      file_->write(bytes);
    else
      fmt::print("{}", bytes);
  }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<NewFile> file_;
};

bool says_something(const Board& board) {
  return board.any_hand_known() || !board.calls.empty() || !board.number.empty() || !board.tags.empty();
}

class Converter {
 public:
  Converter(const ConvertOptions& options, BoardFormat format, Encoding encoding)
      : options_(options), format_(format), encoding_(encoding) {}

  ConvertCounts run(const std::string& from, const std::string& to) const {
    ConvertCounts counts{.files = 1};
    auto file = BoardFile::open(from);
    if (!file) {
      fmt::print(stderr, "yomi convert: {}\n", file.error().to_string());
      counts.failed = 1;
      return counts;
    }
    Target target(to);
    BoardWriter writer(format_, encoding_);
    Complaints complaints("yomi convert");
    while (const auto read = file->next()) {
      if (Interrupt::requested()) throw Exit{kStoppedStatus};
      for (const Error& error : read->errors) {
        if (!options_.quiet) complaints.say(error);
      }
      const bool known = says_something(read->board);
      ++counts.boards;
      counts.wrong += read->ok() ? 0 : 1;
      counts.not_read += known ? 0 : 1;
      if (known) target.write(writer.add(read->board));
    }
    target.write(writer.finish());
    if (counts.boards > 0) target.commit();
    counts.lost = writer.lost();
    counts.left_out = writer.left_out();
    if (counts.boards == 0) {
      fmt::print(stderr, "yomi convert: {}: expected boards, found none\n", file->name());
      counts.failed = 1;
    }
    return counts;
  }

 private:
  const ConvertOptions& options_;
  BoardFormat format_;
  Encoding encoding_;
};

// Files in a folder and its subfolders whose names belong to one of the formats, sorted.
std::vector<fs::path> board_files(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code code;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, code), end;
       !code && at != end; at.increment(code)) {
    if (at->is_regular_file(code) && format_of_name(at->path().string())) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

ConvertCounts convert_folder(const Converter& converter, const ConvertOptions& options, BoardFormat format) {
  const std::vector<fs::path> files = board_files(options.from);
  if (files.empty())
    fail("convert", options.from + ": expected files of boards (.pbn, .lin, ...), found none");
  ConvertCounts counts;
  Progress progress("files");
  for (std::size_t i = 0; i < files.size(); ++i) {
    fs::path to = fs::path(options.to) / fs::relative(files[i], options.from);
    to.replace_extension(to_string(format));
    progress.show(static_cast<double>(i) / static_cast<double>(files.size()), i);
    counts.add(converter.run(files[i].string(), to.string()));
    if (Interrupt::requested()) throw Exit{kStoppedStatus};
  }
  progress.clear();
  return counts;
}

void report(const ConvertCounts& counts, const ConvertOptions& options) {
  if (options.json_output) {
    fmt::print(options.to == "-" ? stderr : stdout, "{}\n",
               Json{{"files", counts.files},
                    {"boards", counts.boards},
                    {"with_errors", counts.wrong},
                    {"not_read", counts.not_read},
                    {"left_out", counts.left_out},
                    {"lost", counts.lost}}
                   .dump(Json::Keys::as_added));
    return;
  }
  const auto plural = [](std::size_t count, std::string_view word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
  };
  std::string text = plural(counts.boards, "board");
  if (counts.files > 1) text += " of " + plural(counts.files, "file");
  if (counts.wrong > 0) text += fmt::format(", {} with errors", counts.wrong);
  if (counts.not_read > 0) text += fmt::format(", {} not read", counts.not_read);
  if (counts.left_out > 0) text += fmt::format(", {} left out because they lack four hands", counts.left_out);
  fmt::print(stderr, "{}\n", text);
  if (counts.lost.empty()) return;
  std::string lost;
  for (const std::string& what : counts.lost) lost += (lost.empty() ? "" : ", ") + what;
  fmt::print(stderr, "The format has no place for: {}\n", lost);
}

void run_convert(const ConvertOptions& options) {
  const Interrupt interrupt;
  const auto format =
      options.format.empty() ? format_of_name(options.to) : parse_board_format(options.format);
  if (!format && options.format.empty())
    fail("convert",
         fmt::format("{}: expected a name that ends in .pbn, .lin, .jsonl, .txt, .bri, .dge or .dup, or --to",
                     options.to));
  if (!format)
    fail("convert", "--to: expected pbn, lin, jsonl, deals, bri, dge or dup, found '" + options.format + "'");
  if (!can_write(*format)) fail("convert", "RBN is read, not written");
  const Encoding encoding = options.encoding == "utf8"     ? Encoding::utf8
                            : options.encoding == "latin1" ? Encoding::latin1
                                                           : Encoding::automatic;
  const Converter converter(options, *format, encoding);
  std::error_code code;
  const bool folder = fs::is_directory(options.from, code);
  if (!folder && options.to != "-" && fs::exists(options.from, code) &&
      fs::equivalent(options.from, options.to, code))
    fail("convert", options.to + ": is the input file");
  const ConvertCounts counts =
      folder ? convert_folder(converter, options, *format) : converter.run(options.from, options.to);
  report(counts, options);
  if (counts.failed > 0 || counts.wrong > 0) throw Exit{2};
}

}  // namespace

void add_convert(Command& app) {
  auto options = std::make_shared<ConvertOptions>();
  Command* command = app.add_subcommand("convert", "Convert boards between formats, files or whole folders");
  command->footer(
      "Reads PBN, LIN, RBN, JSON lines, one deal per line, and the files of dealing machines (BRI, DGE, "
      "DUP); writes all of\nthem except RBN. The input format is recognised by the contents, the output "
      "format by the name or --to. What is not\nunderstood is kept if the other format has a place for it, "
      "and reported if not. A board with errors is written as far\nas it was read. Exit status: 0; 2 if "
      "something could not be read (the rest is converted); 130 when stopped.\n\n"
      "Examples:\n"
      "  yomi convert vugraph.lin vugraph.pbn\n"
      "  yomi convert session.pbn - --to lin\n"
      "  yomi convert archive/ as-pbn/ --to pbn");
  command->add_option("from", options->from, "A file or a folder; - is standard input")
      ->value_name("A")
      ->required();
  command->add_option("to", options->to, "The file or folder to write; - is standard output")
      ->value_name("B")
      ->required();
  command->add_option("--to", options->format, "The output format: pbn, lin, jsonl, deals, bri, dge or dup");
  command
      ->add_option("--encoding", options->encoding,
                   "utf8, latin1, or auto: Latin-1 for PBN if it has all characters, otherwise UTF-8")
      ->check(one_of({"auto", "utf8", "latin1"}));
  command->add_flag("--quiet", options->quiet, "No messages about single boards");
  command->add_flag("--json", options->json_output, "The counts as one JSON object");
  command->callback([options] { run_convert(*options); });
}

}  // namespace yomi::cli
