#include "yomi/table/match_page.h"

#include <fmt/format.h>

#include <map>

#include "yomi/formats/markup.h"

namespace yomi::table {
namespace {

constexpr std::string_view kHead =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<style>\n"
    ":root{color-scheme:light dark}body{font:16px/1.4 sans-serif;margin:1em auto;max-width:60em;padding:0 "
    "1em}\n"
    "table{border-collapse:collapse;margin:1em 0}th,td{padding:.2em .6em;text-align:right;border-bottom:1px "
    "solid #8888}\n"
    "td.name,th.name{text-align:left}pre{overflow-x:auto}\n"
    "</style>\n";

std::string cell(std::string_view text, bool is_name = false) {
  return fmt::format("<td{}>{}</td>", is_name ? " class=\"name\"" : "", escape_markup(text));
}

std::string result_cell(const Sitting* sitting) {
  if (sitting == nullptr || !sitting->done) return cell("");
  const PlayedBoard& played = sitting->done->played;
  if (!played.contract) return cell("passed out 0");
  const int over = played.tricks - played.contract->tricks_needed();
  return cell(fmt::format("{} {} {} {:+}", yomi::to_string(*played.contract),
                          to_char(played.contract->declarer), over == 0 ? "=" : fmt::format("{:+}", over),
                          played.score_ns()));
}

void add_standings(std::string& html, const MatchPage& page) {
  html +=
      fmt::format("<table>\n<tr><th></th><th class=\"name\">{}</th><th>rounds</th><th>boards</th>{}</tr>\n",
                  page.pairs ? "Pair" : "Team", page.pairs ? "<th>%</th>" : "<th>VP</th><th>IMPs</th>");
  int place = 0;
  for (const Standing& one : page.standings) {
    html += fmt::format("<tr>{}{}{}{}{}{}</tr>\n", cell(std::to_string(++place)),
                        cell(page.names[static_cast<std::size_t>(one.entrant)], true),
                        cell(std::to_string(one.rounds)), cell(std::to_string(one.boards)),
                        cell(fmt::format("{:.2f}", one.score)),
                        page.pairs ? "" : cell(fmt::format("{:+}", one.imps)));
  }
  html += "</table>\n";
}

// The boards of one fixture: both rooms side by side, or the one table of pairs.
void add_fixture(std::string& html, const MatchPage& page, const std::vector<const Sitting*>& sittings) {
  const Fixture& fixture = sittings.front()->fixture;
  std::map<int, std::array<const Sitting*, kRooms>> boards;
  for (const Sitting* one : sittings) boards[one->board.number][index(one->room)] = one;
  const auto name = [&](int entrant) { return escape_markup(page.names[static_cast<std::size_t>(entrant)]); };
  html += fmt::format("<h3>{} – {}</h3>\n<table>\n<tr><th>Board</th>{}</tr>\n", name(fixture.home),
                      name(fixture.visitor),
                      page.pairs ? "<th>Result</th>" : "<th>Open room</th><th>Closed room</th><th>IMPs</th>");
  int total = 0;
  for (const auto& [number, rooms] : boards) {
    html += "<tr>" + cell(std::to_string(number)) + result_cell(rooms[0]);
    if (!page.pairs) {
      html += result_cell(rooms[1]);
      const bool both = rooms[0] != nullptr && rooms[1] != nullptr && rooms[0]->done && rooms[1]->done;
      const int won = both ? imps(rooms[0]->done->played.score_ns() - rooms[1]->done->played.score_ns()) : 0;
      total += won;
      html += cell(both ? fmt::format("{:+}", won) : "");
    }
    html += "</tr>\n";
  }
  if (!page.pairs) html += fmt::format("<tr><td></td><td></td><td></td><td><b>{:+}</b></td></tr>\n", total);
  html += "</table>\n";
}

}  // namespace

std::string to_html(const MatchPage& page) {
  const std::string title = escape_markup(page.title);
  std::string html = fmt::format("{}<title>{}</title>\n<h1>{}</h1>\n", kHead, title, title);
  if (!page.report.empty()) html += "<pre>" + escape_markup(page.report) + "</pre>\n";
  if (!page.standings.empty()) add_standings(html, page);
  std::map<std::pair<int, int>, std::vector<const Sitting*>> fixtures;
  for (const Sitting& one : page.sittings) fixtures[{one.fixture.round, one.fixture.table}].push_back(&one);
  int round = 0;
  for (const auto& [key, sittings] : fixtures) {
    if (key.first != round) html += fmt::format("<h2>Round {}</h2>\n", round = key.first);
    add_fixture(html, page, sittings);
  }
  return html + "</html>\n";
}

}  // namespace yomi::table
