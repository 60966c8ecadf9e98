#include "yomi/table/match_report.h"

#include <fmt/format.h>

#include <map>

namespace yomi::table {
namespace {

constexpr std::array<std::string_view, 5> kKinds = {"part-scores", "games", "small slams", "grand slams",
                                                    "doubled"};

std::size_t kind_of(const Contract& contract) {
  if (contract.doubling != Doubling::none) return 4;
  if (contract.level == 7) return 3;
  if (contract.level == 6) return 2;
  const int game = contract.strain == Strain::no_trump ? 3 : is_major(contract.strain) ? 4 : 5;
  return contract.level >= game ? 1 : 0;
}

int double_dummy_score_ns(const RecordedTable& table) {
  const auto& contract = table.played.contract;
  if (!contract) return 0;
  return score_ns(*contract, table.played.board.vulnerability,
                  table.double_dummy.value_or(table.played.tricks));
}

// Values of the tables at which somebody declared.
struct Tally {
  std::size_t made = 0;
  std::vector<double> tricks{};
  std::vector<double> imps{};

  void add(const RecordedTable& table) {
    const Contract& contract = *table.played.contract;
    const int over = table.played.tricks - table.double_dummy.value_or(table.played.tricks);
    const int gained = table.played.score_ns() - double_dummy_score_ns(table);
    if (table.played.tricks >= contract.tricks_needed()) ++made;
    tricks.push_back(over);
    imps.push_back(yomi::imps(on(contract.declarer, Side::ns) ? gained : -gained));
  }
  [[nodiscard]] Declaring summary() const {
    return {
        .tables = tricks.size(), .made = made, .tricks = jobs::mean_of(tricks), .imps = jobs::mean_of(imps)};
  }
};

Json json_of(const jobs::Mean& mean) {
  Json made{{"mean", mean.value}, {"error", mean.error}, {"count", mean.count}};
  if (mean.count < 2) made["error"] = nullptr;
  return made;
}

Json json_of(const Declaring& declaring) {
  return {{"tables", declaring.tables},
          {"made", declaring.made},
          {"tricks", json_of(declaring.tricks)},
          {"imps", json_of(declaring.imps)}};
}

}  // namespace

std::string to_string(const jobs::Mean& mean) {
  if (mean.count < 2) return fmt::format("{:+.3f} ± ?", mean.value);
  return fmt::format("{:+.3f} ± {:.3f}", mean.value, mean.error);
}

MatchReport report_of(std::span<const Sitting> sittings, std::span<const std::string> names) {
  MatchReport made;
  if (sittings.empty()) return made;
  const int first = std::min(sittings.front().fixture.home, sittings.front().fixture.visitor);
  const int second = std::max(sittings.front().fixture.home, sittings.front().fixture.visitor);
  made.names = {names[static_cast<std::size_t>(first)], names[static_cast<std::size_t>(second)]};
  std::map<std::pair<int, int>, std::array<const Sitting*, kRooms>> boards;
  for (const Sitting& one : sittings) {
    if (one.done) boards[{one.fixture.round, one.board.number}][index(one.room)] = &one;
  }
  std::vector<double> imps;
  std::vector<double> bidding;
  std::vector<double> play;
  std::vector<double> same;
  std::array<Tally, 2> tallies;
  std::array<std::array<Tally, 2>, kKinds.size()> by_kind;
  for (const auto& [place, rooms] : boards) {
    if (rooms[0] == nullptr || rooms[1] == nullptr) continue;
    const int sign = rooms[0]->fixture.home == first ? 1 : -1;
    const RecordedTable& open = *rooms[0]->done;
    const RecordedTable& closed = *rooms[1]->done;
    const int won = sign * yomi::imps(open.played.score_ns() - closed.played.score_ns());
    const int bid = sign * yomi::imps(double_dummy_score_ns(open) - double_dummy_score_ns(closed));
    imps.push_back(won);
    bidding.push_back(bid);
    play.push_back(won - bid);
    made.total += won;
    if (open.played.contract && open.played.contract == closed.played.contract) same.push_back(won);
    for (const Sitting* one : rooms) {
      for (const Side side : {Side::ns, Side::ew})
        made.seconds_per_board[one->entrant(side) == first ? 0 : 1] += one->done->played.seconds[side];
      if (!one->done->played.contract) {
        ++made.passed_out;
        continue;
      }
      const Contract& contract = *one->done->played.contract;
      const std::size_t who = one->entrant(side_of(contract.declarer)) == first ? 0 : 1;
      tallies[who].add(*one->done);
      by_kind[kind_of(contract)][who].add(*one->done);
    }
  }
  made.boards = imps.size();
  made.same_contract = same.size();
  made.imps = jobs::mean_of(imps);
  made.bidding = jobs::mean_of(bidding);
  made.play = jobs::mean_of(play);
  made.same_contract_imps = jobs::mean_of(same);
  const auto points = victory_points(made.total, static_cast<int>(made.boards));
  made.victory_points = {points.first, points.second};
  for (std::size_t who = 0; who < 2; ++who) {
    made.declaring[who] = tallies[who].summary();
    if (made.boards > 0) made.seconds_per_board[who] /= 2.0 * static_cast<double>(made.boards);
  }
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    if (by_kind[kind][0].tricks.empty() && by_kind[kind][1].tricks.empty()) continue;
    made.kinds.push_back({.name = std::string(kKinds[kind]),
                          .declaring = {by_kind[kind][0].summary(), by_kind[kind][1].summary()}});
  }
  return made;
}

std::string to_text(const MatchReport& report) {
  std::string text = fmt::format("{} against {}: {} boards, {:+} IMPs, {:.2f} to {:.2f} victory points\n",
                                 report.names[0], report.names[1], report.boards, report.total,
                                 report.victory_points[0], report.victory_points[1]);
  text += fmt::format("  IMPs a board       {}  (95 %)\n", to_string(report.imps));
  text += fmt::format("    by bidding       {}  (contracts, both played double-dummy)\n",
                      to_string(report.bidding));
  text += fmt::format("    by play          {}\n", to_string(report.play));
  text += fmt::format("  same contract      {} boards, {} IMPs on these\n", report.same_contract,
                      to_string(report.same_contract_imps));
  const auto row = [&](std::string_view name, const Declaring& one) {
    if (one.tables == 0) return;
    text +=
        fmt::format("  {:<18} {:>5} tables, {:>5.1f} % made, tricks over double-dummy {}, IMPs {}\n", name,
                    one.tables, 100.0 * static_cast<double>(one.made) / static_cast<double>(one.tables),
                    to_string(one.tricks), to_string(one.imps));
  };
  for (std::size_t who = 0; who < 2; ++who) {
    text += fmt::format("{} declares, {} defends; CPU time {:.2f} s a board\n", report.names[who],
                        report.names[1 - who], report.seconds_per_board[who]);
    row("all", report.declaring[who]);
    for (const MatchReport::Kind& kind : report.kinds) row("  " + kind.name, kind.declaring[who]);
  }
  return text;
}

Json to_json(const MatchReport& report) {
  Json made{
      {"names", report.names},
      {"boards", report.boards},
      {"total_imps", report.total},
      {"victory_points", report.victory_points},
      {"imps", json_of(report.imps)},
      {"bidding", json_of(report.bidding)},
      {"play", json_of(report.play)},
      {"same_contract", {{"boards", report.same_contract}, {"imps", json_of(report.same_contract_imps)}}},
      {"declaring", Json::array()},
      {"passed_out", report.passed_out},
      {"seconds_per_board", report.seconds_per_board}};
  for (std::size_t who = 0; who < 2; ++who) {
    Json one = json_of(report.declaring[who]);
    one["kinds"] = Json::object();
    for (const MatchReport::Kind& kind : report.kinds) one["kinds"][kind.name] = json_of(kind.declaring[who]);
    made["declaring"].push_back(std::move(one));
  }
  return made;
}

}  // namespace yomi::table
