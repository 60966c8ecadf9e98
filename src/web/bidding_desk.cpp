#include "bidding_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "replies.h"
#include "yomi/agent/fields.h"
#include "yomi/bidding/bid_out.h"
#include "yomi/bidding/shipped.h"
#include "yomi/bidding/system.h"

namespace yomi::web {
namespace {

constexpr std::int64_t kMostDrawn = 1000;
constexpr std::int64_t kUsualDeals = 100;
constexpr int kReportedEvery = 10;  // deals
constexpr std::string_view kEnding = ".toml";

// The file that `path`, named in `from`, refers to.
std::string file_of(const std::string& path, const std::string& from) {
  if (from.empty()) return path;
  return (std::filesystem::path(from).parent_path() / path).lexically_normal().generic_string();
}

// A system of which some files were changed: `edits` has their texts by name.
Result<bidding::System> edited_system(const std::string& name, const Json& edits) {
  return bidding::load_system(
      name + std::string(kEnding),
      [&](const std::string& path, const std::string& from) -> Result<bidding::SourceText> {
        const std::string file = file_of(path, from);
        if (const Json* text = edits.find(file); text != nullptr && text->text() != nullptr)
          return bidding::SourceText{file, *text->text()};
        for (const bidding::ShippedFile& one : bidding::shipped_files()) {
          if (one.name == file) return bidding::SourceText{file, std::string(one.text)};
        }
        return Error{.what = "no such file among the systems that ship", .file = file};
      });
}

Json calls_of(const bidding::AuctionState& state) {
  Json made = Json::array();
  for (Call call : state.auction().calls()) made.push_back(to_string(call));
  return made;
}

struct Comparison {
  std::shared_ptr<const bidding::System> before;
  std::shared_ptr<const bidding::System> after;
  std::uint64_t seed = 1;

  // A deal bid both ways; nothing if all calls are the same.
  [[nodiscard]] std::optional<Json> of(int board) const {
    Random random = Random(seed).split(static_cast<std::uint64_t>(board));
    const Deal deal = random_deal(random);
    const auto bid = [&](const std::shared_ptr<const bidding::System>& system) {
      return bidding::bid_out({{system, system},
                               board_dealer(board),
                               board_vulnerability(board),
                               std::make_shared<bidding::GridMemory>()},
                              deal, bidding::call_by_rules);
    };
    const bidding::AuctionState old_way = bid(before);
    const bidding::AuctionState new_way = bid(after);
    if (std::ranges::equal(old_way.auction().calls(), new_way.auction().calls())) return std::nullopt;
    return Json{{"board", board},
                {"deal", to_string(deal)},
                {"dealer", to_string(board_dealer(board))},
                {"vulnerable", to_string(board_vulnerability(board))},
                {"before", calls_of(old_way)},
                {"after", calls_of(new_way)}};
  }
};

Result<Comparison> comparison_of(const Json& request) {
  const std::string name = request.text_of("system");
  const Json* edits = request.find("edits");
  if (edits == nullptr || !edits->is_object()) return Error{"edits: expected an object of texts by file"};
  auto before = bidding::load_shipped_system(name);
  if (!before) return Error{"system: " + before.error().to_string()};
  auto after = edited_system(name, *edits);
  if (!after) return after.error();
  const auto seed = agent::whole_field(request, "seed", 1, 0, INT64_MAX);
  if (!seed) return seed.error();
  return Comparison{.before = std::make_shared<const bidding::System>(std::move(*before)),
                    .after = std::make_shared<const bidding::System>(std::move(*after)),
                    .seed = static_cast<std::uint64_t>(*seed)};
}

}  // namespace

Reply BiddingDesk::next(const Json& request, const std::string&) {
  const std::string name = request.contains("system") ? request.text_of("system") : "two-over-one";
  const auto dealer = agent::seat_field(request, "dealer", Seat::north);
  if (!dealer) return bad_request(dealer.error());
  const auto vulnerability = agent::vulnerability_field(request);
  if (!vulnerability) return bad_request(vulnerability.error());
  const auto calls = agent::calls_field(request);
  if (!calls) return bad_request(calls.error());
  auto state = meanings_.start({name, name}, *dealer, *vulnerability);
  if (!state) return bad_request(Error{"system: " + state.error().to_string()});
  Json made = Json::array();
  for (std::size_t i = 0; i < calls->size(); ++i) {
    if (state->auction().is_over() || !state->add((*calls)[i].call))
      return bad_request(Error{fmt::format("auction: call {} is not legal", i + 1)});
    made.push_back(Meanings::of_last(*state));
  }
  Json follow = state->auction().is_over() ? Json::array() : Meanings::of_next(*state);
  return {.body = {{"auction", std::move(made)}, {"calls", std::move(follow)}}};
}

Reply BiddingDesk::files(const Json&, const std::string&) {
  Json files = Json::object();
  for (const bidding::ShippedFile& one : bidding::shipped_files()) files[one.name] = one.text;
  return {.body = {{"systems", bidding::shipped_systems()}, {"files", std::move(files)}}};
}

Work BiddingDesk::compare(const Json& request) {
  return [request](agent::Requests&, const std::stop_token& stop, const Tell& tell) {
    const auto comparison = comparison_of(request);
    if (!comparison) return tell("error", error_json(comparison.error()));
    const auto count = agent::whole_field(request, "count", kUsualDeals, 1, kMostDrawn);
    if (!count) return tell("error", error_json(count.error()));
    int changed = 0;
    for (int board = 1; board <= *count && !stop.stop_requested(); ++board) {
      if (auto row = comparison->of(board)) {
        ++changed;
        tell("changed", std::move(*row));
      }
      if (board % kReportedEvery == 0 || board == *count)
        tell("progress", {{"done", board}, {"of", *count}, {"changed", changed}});
    }
  };
}

}  // namespace yomi::web
