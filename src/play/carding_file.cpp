// The file of carding agreements (docs/reference/carding.md).
#include <algorithm>
#include <cassert>

#include "play_data.h"
#include "yomi/bidding/system.h"
#include "yomi/cards/number.h"
#include "yomi/play/carding.h"
#include "yomi/system/file.h"

namespace yomi::play {
namespace {

std::string_view trimmed(std::string_view part) {
  const std::size_t from = part.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return part.substr(from, part.find_last_not_of(" \t\r") - from + 1);
}

// Which of the words the value is; otherwise what was expected.
Result<int> which_word(std::string_view value, std::initializer_list<std::string_view> words,
                       std::string_view in_words) {
  const auto* const found = std::find(words.begin(), words.end(), value);
  if (found != words.end()) return static_cast<int>(found - words.begin());
  return Error{.what = "expected " + std::string(in_words) + ", found '" + std::string(value) + "'"};
}

double* chance_named(Carding& carding, std::string_view name) {
  return name == "count_kept"        ? &carding.count_kept
         : name == "preference_kept" ? &carding.preference_kept
         : name == "attitude_kept"   ? &carding.attitude_kept
         : name == "discard_kept"    ? &carding.discard_kept
         : name == "lead_kept"       ? &carding.lead_kept
         : name == "underlead_ace"   ? &carding.underlead_ace
         : name == "touching_kept"   ? &carding.touching_kept
         : name == "second_hand_low" ? &carding.second_hand_low
         : name == "third_hand_high" ? &carding.third_hand_high
                                     : nullptr;
}

// Which card is led from what.
std::optional<Error> set_lead(Carding& carding, std::string_view name, std::string_view value) {
  const auto set = [&](auto& field, std::initializer_list<std::string_view> words,
                       std::string_view in_words) -> std::optional<Error> {
    const auto word = which_word(value, words, in_words);
    if (!word) return word.error();
    field = static_cast<std::remove_reference_t<decltype(field)>>(*word);
    return std::nullopt;
  };
  if (name == "suit_leads" || name == "notrump_leads")
    return set(name == "suit_leads" ? carding.suit_leads : carding.notrump_leads,
               {"fourth", "third-fifth", "second-fourth"}, "fourth, third-fifth or second-fourth");
  if (name == "touching_leads") return set(carding.touching_leads, {"top", "second"}, "top or second");
  if (name == "ace_king_leads") return set(carding.ace_king_leads, {"ace", "king"}, "ace or king");
  if (name == "small_leads")
    return set(carding.small_leads, {"highest", "middle", "lowest"}, "highest, middle or lowest");
  return Error{.what = "unknown agreement '" + std::string(name) + "'"};
}

// Reads one line of the file; gives an error message if it is wrong.
std::optional<Error> set_agreement(Carding& carding, std::string_view name, std::string_view value) {
  if (name == "count" || name == "attitude" || name == "discard") {
    const auto word = which_word(value, {"none", "standard", "reversed"}, "standard, reversed or none");
    if (!word) return word.error();
    if (name == "count")
      carding.count = static_cast<Carding::Count>(*word);
    else
      (name == "attitude" ? carding.attitude : carding.discard) = static_cast<Carding::Liking>(*word);
    return std::nullopt;
  }
  if (name.ends_with("_leads")) return set_lead(carding, name, value);
  if (name == "touching") {
    const auto word = which_word(value, {"none", "lowest", "highest"}, "lowest, highest or none");
    if (!word) return word.error();
    carding.touching = static_cast<Carding::Touching>(*word);
    return std::nullopt;
  }
  if (name == "suit_preference") {
    const auto word = which_word(value, {"none", "standard"}, "standard or none");
    if (!word) return word.error();
    carding.suit_preference = *word == 1;
    return std::nullopt;
  }
  if (name == "on_partners_honour") {
    const auto word = which_word(value, {"count", "attitude"}, "count or attitude");
    if (!word) return word.error();
    carding.attitude_to_honours = *word == 1;
    return std::nullopt;
  }
  double* const field = chance_named(carding, name);
  if (field == nullptr) return Error{.what = "unknown agreement '" + std::string(name) + "'"};
  const double chance = parse_number<double>(value).value_or(0);
  if (!(chance > 0) || !(chance < 1))
    return Error{.what = "expected a chance between 0 and 1, found '" + std::string(value) + "'"};
  *field = chance;
  return std::nullopt;
}

void note_named(Carding& carding, std::string_view name) {
  Carding::Named& named = carding.named;
  const bool leads = name == "touching_leads" || name == "small_leads";
  named.suit_leads = named.suit_leads || leads || name == "suit_leads" || name == "ace_king_leads";
  named.notrump_leads = named.notrump_leads || leads || name == "notrump_leads";
  named.count = named.count || name == "count";
  named.attitude = named.attitude || name == "attitude" || name == "on_partners_honour";
  named.discard = named.discard || name == "discard";
}

}  // namespace

Result<Carding> parse_carding(std::string_view text, const std::string& file, const Carding& otherwise) {
  Carding made = otherwise;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find('#'));
    while (!line.empty()) {
      const std::string_view one = trimmed(line.substr(0, line.find(';')));
      line.remove_prefix(std::min(line.find(';'), line.size() - 1) + 1);
      if (one.empty()) continue;
      const std::size_t equals = one.find('=');
      const std::string_view name = trimmed(one.substr(0, equals));
      const auto error = equals == std::string_view::npos
                             ? std::optional(Error{.what = "expected name = value"})
                             : set_agreement(made, name, trimmed(one.substr(equals + 1)));
      if (error) return Error{.what = error->what, .file = file, .line = number, .column = 1};
      note_named(made, name);
    }
  }
  return made;
}

Result<Carding> carding_of(const bidding::System& system) {
  if (system.carding.text.empty()) return default_carding();
  return parse_carding(system.carding.text, system.carding.name, default_carding());
}

Result<Carding> find_carding(const std::string& name_or_path) {
  if (auto shipped = shipped_carding(name_or_path)) return *shipped;
  constexpr std::size_t kMost = std::size_t{1} << 20;
  const auto text = system::read_file(name_or_path, kMost);
  if (!text) return text.error();
  return parse_carding(*text, name_or_path, default_carding());
}

const Carding& default_carding() {
  static const Carding made = [] {
    auto parsed = parse_carding(data::k_carding, "carding.txt");
    assert(parsed.ok());
    if (!parsed) return Carding{};
    parsed->named = {};  // agreements that everybody has count as unnamed
    return *parsed;
  }();
  return made;
}

}  // namespace yomi::play
