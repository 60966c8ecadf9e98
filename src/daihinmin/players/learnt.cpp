#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "learnt_data.h"
#include "yomi/daihinmin/learnt_file.h"
#include "yomi/daihinmin/players.h"
#include "yomi/system/file.h"

namespace yomi::daihinmin {
namespace {

constexpr std::string_view kTablesHead = "yomi-daihinmin-tables";

constexpr std::size_t kMaxFile = std::size_t{64} << 20;

// An empty text stands for "nothing learnt yet".
std::optional<Error> take(Learnt& learnt, std::string_view name, std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto policy = [&](std::shared_ptr<const Policy>& into) -> std::optional<Error> {
    auto parsed = parse_policy(text);
    if (!parsed) return parsed.error();
    into = std::make_shared<const Policy>(std::move(*parsed));
    return std::nullopt;
  };
  const auto estimate = [&](std::shared_ptr<const Estimate>& into) -> std::optional<Error> {
    auto parsed = parse_estimate(text);
    if (!parsed) return parsed.error();
    into = std::make_shared<const Estimate>(*parsed);
    return std::nullopt;
  };
  if (name == "policy_hand") return policy(learnt.hand_policy);
  if (name == "policy_play") return policy(learnt.play_policy);
  if (name == "policy_read") return policy(learnt.read_policy);
  if (name == "gamma_snowl") return estimate(learnt.snowl);
  if (name == "gamma_vsbase") return estimate(learnt.vsbase);
  if (name == "frequency") return estimate(learnt.frequency);
  auto tables = parse_tables(text);
  if (!tables) return tables.error();
  learnt.gives = tables->first;
  learnt.values = tables->second;
  return std::nullopt;
}

struct LearntFile {
  std::string_view name;
  const std::string_view& text;  // as compiled in
};
constexpr std::array<LearntFile, 7> kFiles{{{"policy_hand", data::k_policy_hand},
                                            {"policy_play", data::k_policy_play},
                                            {"policy_read", data::k_policy_read},
                                            {"gamma_snowl", data::k_gamma_snowl},
                                            {"gamma_vsbase", data::k_gamma_vsbase},
                                            {"frequency", data::k_frequency},
                                            {"tables", data::k_tables}}};

}  // namespace

std::string to_text(const GiveOdds& gives, const PlaceValues& values) {
  std::string text(kTablesHead);
  text += "\nplaces";
  for (double value : values.value) text += fmt::format(" {:.4f}", value);
  text += '\n';
  for (std::size_t column = 0; column < gives.odds.size(); ++column) {
    text += fmt::format("give {}", column);
    for (float odds : gives.odds[column]) text += fmt::format(" {:.6g}", odds);
    text += '\n';
  }
  return text + "end\n";
}

Result<std::pair<GiveOdds, PlaceValues>> parse_tables(std::string_view text) {
  std::pair<GiveOdds, PlaceValues> tables;
  LearntLines lines(text);
  if (const auto head = lines.next(); !head || *head != kTablesHead)
    return Error{.what = fmt::format("expected '{}'", kTablesHead), .line = 1};
  while (const auto line = lines.next()) {
    std::istringstream words{std::string(*line)};
    std::string word;
    words >> word;
    if (word == "places") {
      for (double& value : tables.second.value) words >> value;
    } else if (word == "give") {
      std::size_t column = 0;
      words >> column;
      if (!words || column >= tables.first.odds.size())
        return lines.error("expected a column from 0 to 13", 6);
      for (float& odds : tables.first.odds[column]) words >> odds;
    } else {
      return lines.error("expected 'places' or 'give'", 1);
    }
    if (!words) return lines.error("expected five numbers");
  }
  if (auto error = lines.not_whole()) return *error;
  return tables;
}

Learnt built_in() {
  Learnt learnt;
  learnt.hand_policy = std::make_shared<const Policy>(Breadth::hand);
  learnt.play_policy = learnt.read_policy = std::make_shared<const Policy>(Breadth::full);
  learnt.snowl = learnt.vsbase = learnt.frequency = std::make_shared<const Estimate>(Estimate::same(0.01F));
  for (const LearntFile& file : kFiles) {
    [[maybe_unused]] const auto error = take(learnt, file.name, file.text);
    assert(!error);
  }
  return learnt;
}

Result<Learnt> read_learnt(const std::string& folder) {
  Learnt learnt = built_in();
  bool any = false;
  for (const LearntFile& known : kFiles) {
    const std::string path = fmt::format("{}/{}.txt", folder, known.name);
    std::error_code none;
    if (!std::filesystem::exists(path, none)) continue;
    any = true;
    const auto text = system::read_file(path, kMaxFile);
    if (!text) return text.error();
    if (auto error = take(learnt, known.name, *text)) return error->at(path, error->line, error->column);
  }
  if (!any)
    return Error{.what = "expected policy_play.txt, gamma_snowl.txt or another learnt file here",
                 .file = folder};
  return learnt;
}

}  // namespace yomi::daihinmin
