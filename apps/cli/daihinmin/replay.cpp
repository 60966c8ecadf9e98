// `yomi daihinmin replay` and `statistics`: what records tell.
#include "yomi/daihinmin/replay.h"

#include <fmt/core.h>

#include "daihinmin/daihinmin.h"
#include "input.h"
#include "yomi/formats/json.h"

namespace yomi::cli::daihinmin {
namespace {

std::vector<Record> records_or_exit(const std::vector<std::string>& paths) {
  std::vector<Record> all;
  for (const std::string& path : paths) {
    const auto text = or_fail("", read_input(path));
    auto records = parse_records(text);
    if (!records)
      fail("", records.error().at(input_name(path), records.error().line, records.error().column));
    all.insert(all.end(), std::make_move_iterator(records->begin()), std::make_move_iterator(records->end()));
  }
  if (all.empty()) fail("", {.what = "expected at least one game", .file = input_name(paths.front())});
  return all;
}

struct ReplayFlags {
  std::string path = "-";
  std::string language = "en";
  std::string html;
  std::string learnt;
  int game = 0;
  int draws = 100;
  bool belief = false;
  bool json = false;
};

Json json_of(const Record& record, const ReplayOptions& options) {
  Json line{{"game", record.game}, {"places", Json(record.place)}, {"turns", Json::array()}};
  for (const ReplayTurn& turn : replay(record, options)) {
    Json one{{"seat", turn.before.turn},
             {"player", player_name(record, record.player_at[turn.before.turn])},
             {"table", turn.before.table_empty() ? "" : to_string(turn.before.top)},
             {"plays", to_string(turn.move)},
             {"locked", turn.before.locked},
             {"revolution", turn.before.revolution},
             {"refused", turn.note.refused},
             {"hands", Json::array()},
             {"believes", Json::array()}};
    for (const Cards hand : turn.hands) one["hands"].push_back(to_string(hand));
    for (const Believed& seat : turn.believed) {
      Json cards = Json::array();
      for (const auto& [card, chance] : seat.cards)
        cards.push_back({{"card", to_string(card)}, {"chance", chance}});
      one["believes"].push_back({{"seat", seat.seat}, {"cards", cards}});
    }
    line["turns"].push_back(one);
  }
  return line;
}

void run_replay(const ReplayFlags& flags) {
  std::vector<Record> records = records_or_exit({flags.path});
  if (flags.game > 0) {
    std::erase_if(records, [&](const Record& record) { return record.game != flags.game; });
    if (records.empty())
      fail("", {.what = fmt::format("there is no game {}", flags.game), .file = flags.path});
  }
  ReplayOptions options;
  options.language = flags.language == "ja" ? Language::japanese : Language::english;
  options.draws = flags.draws;
  if (flags.belief) options.belief = monte_carlo_settings("yomi", learnt_or_exit(flags.learnt))->belief;
  const Interrupt interrupt;
  if (!flags.html.empty()) {
    write_output(flags.html, replay_page(records, options));
    return;
  }
  for (const Record& record : records) {
    if (Interrupt::requested()) throw Exit{130};
    fmt::print("{}\n", flags.json ? json_of(record, options).dump() : replay_text(record, options));
  }
}

struct StatisticsFlags {
  std::vector<std::string> paths;
  bool json = false;
};

// Shares of the places that followed a rank.
void print_places(const PlayerStatistics& one) {
  constexpr std::array<const char*, kPlayers + 1> kRanks{"richest", "rich",    "commoner",
                                                         "poor",    "poorest", "none"};
  for (std::size_t rank = 0; rank < one.places.size(); ++rank) {
    int games = 0;
    for (const int count : one.places[rank]) games += count;
    if (games == 0) continue;
    fmt::print("  {:<9} {:>7} games ", kRanks[rank], games);
    for (const int count : one.places[rank]) fmt::print(" {:>6.3f}", static_cast<double>(count) / games);
    fmt::print("\n");
  }
}

void run_statistics(const StatisticsFlags& flags) {
  const std::vector<Record> records = records_or_exit(flags.paths);
  const std::vector<PlayerStatistics> all = statistics_of(records);
  if (!flags.json) fmt::print("{} games; shares of places 1 to 5 by the rank before\n", records.size());
  for (const PlayerStatistics& one : all) {
    const double per_play = one.timed == 0 ? 0 : one.seconds / one.timed;
    if (flags.json) {
      Json places = Json::array();
      for (const auto& row : one.places) places.push_back(Json(row));
      fmt::print("{}\n", Json{{"player", one.name},
                              {"games", one.games},
                              {"points_per_game", one.points / one.games},
                              {"plays", one.plays},
                              {"refused", one.refused},
                              {"timed", one.timed},
                              {"seconds_per_play", per_play},
                              {"slowest", one.slowest},
                              {"places_by_rank", places}}
                             .dump());
      continue;
    }
    fmt::print("{}: {} games, {:.3f} points a game; plays {}, not legal {}", one.name, one.games,
               one.points / one.games, one.plays, one.refused);
    if (one.timed > 0) fmt::print("; {:.4f} s a play, slowest {:.3f} s", per_play, one.slowest);
    fmt::print("\n");
    print_places(one);
  }
}

}  // namespace

void add_replay(Command& app) {
  auto flags = std::make_shared<ReplayFlags>();
  Command* command = app.add_subcommand("replay", "Replay recorded games, as text or as one page of HTML");
  command->footer(
      "Records come from serve --records and match --records.\n\n"
      "Examples:\n"
      "  yomi daihinmin replay games.txt --game 3 --lang ja\n"
      "  yomi daihinmin replay games.txt --believes --html games.html");
  command->add_option("records", flags->path, "File of records; - is standard input")->shows_default();
  command->add_option("--game", flags->game, "Only the game with this number")->check(positive());
  command->add_option("--lang", flags->language, "en or ja")->check(one_of({"en", "ja"}))->shows_default();
  command->add_option("--html", flags->html, "Write one self-contained page to this file");
  command->add_flag("--believes", flags->belief,
                    "Show what the player to move could believe, as yomi reads hands");
  command->add_option("--draws", flags->draws, "Deals sampled for that")->check(positive())->shows_default();
  command->add_option("--learnt", flags->learnt, "Folder with learnt files instead of the built-in ones");
  command->add_flag("--json", flags->json, "One JSON object per game instead of text");
  command->callback([flags] { run_replay(*flags); });

  auto counted = std::make_shared<StatisticsFlags>();
  Command* statistics =
      app.add_subcommand("statistics", "Places by rank, illegal plays and time per play, over many records");
  statistics->footer("Example: yomi daihinmin statistics games.txt");
  statistics->add_option("records", counted->paths, "Files of records; - is standard input")->required();
  statistics->add_flag("--json", counted->json, "One JSON object per player instead of text");
  statistics->callback([counted] { run_statistics(*counted); });
}

}  // namespace yomi::cli::daihinmin
