#include "yomi/bidding/system.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "yomi/bidding/convention_card.h"
#include "yomi/bidding/shipped.h"
#include "yomi/system/file.h"

namespace yomi::bidding {
namespace {

constexpr std::string_view kShippedFolder = "systems/";
constexpr std::size_t kMaxFile = std::size_t{4} << 20;

std::optional<SourceText> shipped(const std::string& name) {
  for (const ShippedFile& file : shipped_files()) {
    if (file.name == name) return SourceText{std::string(kShippedFolder) + name, std::string(file.text)};
  }
  return std::nullopt;
}

// A path as written in `from`, relative to the folder of that file.
std::string beside(const std::string& path, const std::string& from) {
  return (std::filesystem::path(from).parent_path() / path).lexically_normal().string();
}

Result<SourceText> from_shipped(const std::string& path, const std::string& from) {
  std::string name = from.empty() ? path : beside(path, from);
  if (name.starts_with(kShippedFolder)) name.erase(0, kShippedFolder.size());
  if (auto found = shipped(name)) return *std::move(found);
  return Error{.what = "no such file among the systems that ship", .file = name};
}

Result<SourceText> from_disk(const std::string& path, const std::string& from) {
  const bool absolute = std::filesystem::path(path).is_absolute();
  const std::string name = from.empty() || absolute ? path : beside(path, from);
  std::error_code code;
  if (!from.empty() && !std::filesystem::exists(name, code)) {
    if (auto found = shipped(path)) return *std::move(found);
  }
  auto text = system::read_file(name, kMaxFile);
  if (!text) return text.error();
  return SourceText{name, std::move(*text)};
}

constexpr std::string_view kCardEnding = ".bbsa";

// A convention card, read as the system that it asks for.
Result<System> load_card(const std::string& path) {
  const auto read = from_disk(path, "");
  if (!read) return read.error();
  const auto card = parse_convention_card(read->text);
  if (!card) return card.error().at(path, card.error().line, card.error().column);
  std::string name = std::filesystem::path(path).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c < ' ' || c > '~' || c == '\''; }, '?');
  return load_system(path, [&](const std::string& wanted, const std::string& from) -> Result<SourceText> {
    if (from.empty()) return SourceText{path, system_text(*card, name)};
    return from_shipped(wanted, from == path ? "" : from);
  });
}

}  // namespace

std::string_view to_name(Forcing forcing) {
  switch (forcing) {
    case Forcing::none:
      return "not forcing";
    case Forcing::round:
      return "forcing for a round";
    case Forcing::game:
      return "forcing to game";
    case Forcing::invite:
      return "invitational";
    case Forcing::signoff:
      return "to play";
    case Forcing::transfer:
      return "asks for the next bid";
  }
  return "";
}

std::string System::place(const Place& at) const {
  return files[at.file] + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

Result<System> load_system_file(const std::string& path) {
  return load_system(path, from_disk);
}

Result<System> load_shipped_system(std::string_view name) {
  auto loaded = load_system(std::string(name) + ".toml", from_shipped);
  if (loaded) loaded->shipped_as = name;
  return loaded;
}

std::vector<std::string> shipped_systems() {
  std::vector<std::string> made;
  for (const ShippedFile& file : shipped_files()) {
    if (file.name.find('/') == std::string_view::npos) {
      made.emplace_back(file.name.substr(0, file.name.size() - std::string_view(".toml").size()));
    }
  }
  std::sort(made.begin(), made.end());
  return made;
}

Result<System> find_system(const std::string& name_or_path) {
  const std::vector<std::string> names = shipped_systems();
  if (std::find(names.begin(), names.end(), name_or_path) != names.end())
    return load_shipped_system(name_or_path);
  if (name_or_path.ends_with(kCardEnding)) return load_card(name_or_path);
  auto loaded = load_system_file(name_or_path);
  if (!loaded && loaded.error().line == 0 && loaded.error().file == name_or_path) {
    std::string known;
    for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
    return Error{.what = loaded.error().what + " (the systems that ship: " + known + ")",
                 .file = name_or_path};
  }
  return loaded;
}

}  // namespace yomi::bidding
