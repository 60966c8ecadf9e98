#include "yomi/review/page.h"

#include <fmt/core.h>

#include <algorithm>

#include "page_parts.h"
#include "yomi/formats/markup.h"
#include "yomi/review/annotate.h"
#include "yomi/review/words.h"

namespace yomi::review {
namespace {

std::string hand_html(const Board& board, Seat seat, bool shown) {
  std::string out =
      fmt::format("<div class='hand {}'><b>{}</b>", to_char(seat),
                  escape_markup(board.names[seat].empty() ? std::string(to_name(seat)) : board.names[seat]));
  for (Suit suit : kSuitsFromSpades) {
    std::string ranks = board.known[seat] && shown ? ranks_to_string(board.deal[seat], suit) : "";
    if (ranks == "-") ranks = "\u2013";
    out += "<div>" + suit_html(suit) + " " + ranks + "</div>";
  }
  return out + "</div>";
}

// The four hands around a square that says who deals and who is vulnerable.
std::string diagram_html(const Board& board, std::optional<Side> only) {
  std::string out = "<div class='deal'>";
  for (Seat seat : kAllSeats) out += hand_html(board, seat, !only || on(seat, *only));
  out += "<div class='compass'>";
  for (Seat seat : kAllSeats) {
    const bool red = board.vulnerability && is_vulnerable(*board.vulnerability, seat);
    out += fmt::format("<span class='{}{}{}'>{}</span>", to_char(seat), red ? " vul" : "",
                       board.dealer == seat ? " dealer" : "", to_char(seat));
  }
  return out + "</div></div>";
}

std::string auction_html(const BoardReport& report, bool notes) {
  if (report.calls.empty()) return "";
  std::string out = "<table class='auction'><tr>";
  for (Seat seat : kSeatsFromWest) {
    const bool red = report.board.vulnerability && is_vulnerable(*report.board.vulnerability, seat);
    out += fmt::format("<th{}>{}</th>", red ? " class='vul'" : "", to_name(seat));
  }
  out += "</tr><tr>";
  for (int skip = distance(Seat::west, report.calls.front().seat); skip > 0; --skip) out += "<td></td>";
  std::string list;
  int note = 0;
  for (const CallReport& call : report.calls) {
    out += "<td>" + call_html(call.made.call) + (call.made.alerted ? "<i>!</i>" : "");
    if (notes && !call.shows.empty()) {
      out += fmt::format("<sup>{}</sup>", ++note);
      list += fmt::format("<li{}>{}</li>", call.from_record ? " class='said'" : "", prose_html(call.shows));
    }
    out += "</td>";
    if (call.seat == Seat::south) out += "</tr><tr>";
  }
  out += "</tr></table>";
  if (!list.empty()) out += "<ol class='notes'>" + list + "</ol>";
  return out;
}

std::string table_html(const dd::Table& table) {
  std::string out = "<table class='dd'><tr><th></th>";
  for (Strain strain : kStrainsFromNoTrump) out += "<th>" + strain_html(strain) + "</th>";
  out += "</tr>";
  for (Seat seat : {Seat::north, Seat::south, Seat::east, Seat::west}) {
    out += fmt::format("<tr><th>{}</th>", to_char(seat));
    for (Strain strain : kStrainsFromNoTrump) {
      const int tricks = table.at(strain, seat);
      out += fmt::format("<td{}>{}</td>", tricks >= 7 ? " class='makes'" : "", tricks);
    }
    out += "</tr>";
  }
  return out + "</table>";
}

std::string leads_html(const BoardReport& report) {
  if (report.leads.empty()) return "";
  std::string out = "<table class='leads'><tr><th>Lead</th><th>Declarer's tricks</th></tr>";
  const auto made = report.board.play.empty() ? std::nullopt : std::optional(report.board.play.front());
  for (const LeadReport& lead : report.leads) {
    out += "<tr><td>";
    for (Suit suit : kSuitsFromSpades) {
      if (lead.cards.length(suit) > 0) out += suit_html(suit) + ranks_to_string(lead.cards, suit) + " ";
    }
    out += fmt::format("</td><td>{}{}</td></tr>", lead.tricks,
                       made && lead.cards.contains(*made) ? " <small>led</small>" : "");
  }
  out += "</table>";
  if (report.reader_lead)
    out += "<p class='aside'>Without seeing the hands: " + card_html(*report.reader_lead) + "</p>";
  return out;
}

std::string play_html(const BoardReport& report) {
  if (!report.analysis || report.analysis->cards.empty()) return "";
  std::string out = "<table class='play'><tr><th></th>";
  for (Seat seat : kSeatsFromWest) out += fmt::format("<th>{}</th>", to_char(seat));
  out += "</tr>";
  Position position = *report.start;
  const auto& cards = report.analysis->cards;
  for (std::size_t i = 0; i < cards.size();) {
    const Seat leader = position.leader();
    BySeat<std::string> cells;
    const std::size_t begin = i;
    for (; i < cards.size() && i < begin + 4; ++i) {
      cells[cards[i].seat] = card_html(cards[i].card);
      if (cards[i].cost > 0) cells[cards[i].seat] += fmt::format("<em>\u2212{}</em>", cards[i].cost);
      position.play(cards[i].card);
    }
    const bool whole = position.table().empty();
    out += fmt::format("<tr><th>{}</th>", begin / 4 + 1);
    for (Seat seat : kSeatsFromWest) {
      std::string classes = seat == leader ? "led" : "";
      if (whole && seat == position.leader()) classes += " won";
      out += (classes.empty() ? std::string("<td>") : fmt::format("<td class='{}'>", classes)) + cells[seat] +
             "</td>";
    }
    out += "</tr>";
  }
  return out + "</table>";
}

// The declarer's tricks with best play from there on, card by card.
std::string chart_html(const BoardReport& report) {
  if (!report.analysis || report.analysis->cards.size() < 2 || !report.contract) return "";
  const std::vector<int>& trace = report.analysis->trace;
  const int needed = report.contract->tricks_needed();
  const int low = std::min(needed, *std::min_element(trace.begin(), trace.end())) - 1;
  const int high = std::max(needed, *std::max_element(trace.begin(), trace.end())) + 1;
  constexpr int kLeft = 24;
  constexpr int kRight = 440;
  constexpr int kStep = 16;
  const int bottom = (high - low) * kStep;
  const auto x = [&](std::size_t i) {
    return kLeft + static_cast<double>(kRight - kLeft) * static_cast<double>(i) /
                       static_cast<double>(std::max<std::size_t>(trace.size() - 1, 1));
  };
  const auto y = [&](int tricks) { return (high - tricks) * kStep; };
  std::string out = fmt::format(
      "<svg class='chart' viewBox='0 0 450 {}' role='img' aria-label='Tricks of the declarer "
      "with best play, card by card'>",
      bottom + 14);
  for (int tricks = low + 1; tricks < high; ++tricks)
    out += fmt::format("<path class='{}' d='M{} {}H{}'/><text x='4' y='{}'>{}</text>",
                       tricks == needed ? "need" : "grid", kLeft, y(tricks), kRight, y(tricks) + 4, tricks);
  for (std::size_t i = 4; i < trace.size(); i += 4)
    out += fmt::format("<text class='x' x='{:.0f}' y='{}'>{}</text>", x(i - 2), bottom + 10, i / 4);
  std::string path = fmt::format("M{} {}", kLeft, y(trace[0]));
  for (std::size_t i = 1; i < trace.size(); ++i) {
    path += fmt::format("H{:.0f}", x(i));
    if (trace[i] != trace[i - 1]) path += fmt::format("V{}", y(trace[i]));
  }
  out += "<path class='line' d='" + path + "'/>";
  for (std::size_t i = 0; i < report.analysis->cards.size(); ++i) {
    const dd::PlayedCard& card = report.analysis->cards[i];
    if (card.cost == 0) continue;
    const bool declares = side_of(card.seat) == side_of(report.contract->declarer);
    out += fmt::format("<circle class='{}' cx='{:.0f}' cy='{}' r='4'><title>{}</title></circle>",
                       declares ? "declarer" : "defence", x(i + 1), y(trace[i + 1]),
                       escape_markup(cost_text(report, i)));
  }
  return out + "</svg>";
}

std::string heading_html(const BoardReport& report) {
  const Board& board = report.board;
  std::string out = "<h2>Board " + escape_markup(board.number.empty() ? "?" : board.number);
  if (const std::string* room = board.tag("Room")) out += " <small>" + escape_markup(*room) + " room</small>";
  out += "</h2><p class='facts'>";
  if (board.dealer) out += fmt::format("{} deals. ", to_name(*board.dealer));
  if (board.vulnerability) {
    constexpr std::array<std::string_view, 4> kWords = {"Nobody", "North-South", "East-West", "Everybody"};
    out += fmt::format("{} vulnerable.", kWords[static_cast<std::size_t>(*board.vulnerability)]);
  }
  return out + "</p>";
}

std::string result_html(const BoardReport& report) {
  std::string out;
  if (report.contract) {
    out += fmt::format("<p class='result'><b>{} {}</b> by {}", contract_html(*report.contract),
                       escape_markup(result_text(report)), to_name(report.contract->declarer));
    if (!report.board.play.empty()) out += ", lead " + card_html(report.board.play.front());
  } else if (report.board.passed_out) {
    out += "<p class='result'><b>Passed out</b>";
  }
  if (report.score_ns && !out.empty()) out += fmt::format(". North-South <b>{:+}</b>", *report.score_ns);
  if (!out.empty()) out += ".</p>";
  if (report.par)
    out += fmt::format("<p>Par {}: {}.</p>", optimum_score(*report.par), prose_html(par_html(*report.par)));
  if (report.datum_ns)
    out += fmt::format("<p>Datum {:+}. North-South: {:+} IMPs, {:.1f}\u202F% of the matchpoints.</p>",
                       *report.datum_ns, *report.imps_ns, 100 * *report.matchpoints_ns);
  return out;
}

std::string remarks_html(const BoardReport& report) {
  std::string out;
  if (report.analysis) {
    for (std::size_t i = 0; i < report.analysis->cards.size(); ++i) {
      if (report.analysis->cards[i].cost > 0) out += "<li>" + escape_markup(cost_text(report, i)) + "</li>";
    }
    if (out.empty()) out = "<li>No card cost a trick.</li>";
  }
  if (const std::string claim = claim_text(report); !claim.empty())
    out += "<li>" + escape_markup(claim) + "</li>";
  return out.empty() ? "" : "<ul class='remarks'>" + out + "</ul>";
}

std::string handout_html(const BoardReport& report, std::optional<Side> only) {
  return "<section class='board handout'>" + heading_html(report) + diagram_html(report.board, only) +
         (only ? "" : auction_html(report, false) + result_html(report)) + "</section>\n";
}

std::string session_html(const Session& session) {
  std::string out = "<section class='session'><table class='sortable'><thead><tr>";
  for (std::string_view name : {"Board", "Contract", "By", "Lead", "Result", "N\u2013S", "Par"})
    out += fmt::format("<th>{}</th>", name);
  if (session.compared) out += "<th>Datum</th><th>IMPs</th><th>MP\u202F%</th>";
  out +=
      "<th title='tricks given away'>Declarer</th><th title='tricks given "
      "away'>Defence</th></tr></thead><tbody>";
  const auto number = [](const auto& value) { return value ? fmt::format("{:+}", *value) : std::string(); };
  for (std::size_t i = 0; i < session.boards.size(); ++i) {
    const BoardReport& report = session.boards[i];
    std::array<int, 2> lost{};
    if (report.analysis && report.contract) {
      for (const dd::PlayedCard& card : report.analysis->cards)
        lost[side_of(card.seat) == side_of(report.contract->declarer) ? 0 : 1] += card.cost;
    }
    const auto cell = [&](const std::string& text) { out += "<td>" + text + "</td>"; };
    out += "<tr>";
    const std::string* room = report.board.tag("Room");
    cell(fmt::format("<a href='#b{}'>{}</a>", i,
                     escape_markup(report.board.number.empty() ? "?" : report.board.number)) +
         (room != nullptr ? " <small>" + escape_markup(*room) + "</small>" : ""));
    cell(report.contract ? contract_html(*report.contract) : report.board.passed_out ? "passed out" : "");
    cell(report.contract ? to_string(report.contract->declarer) : "");
    cell(report.board.play.empty() ? "" : card_html(report.board.play.front()));
    cell(escape_markup(result_text(report)));
    cell(number(report.score_ns));
    cell(report.par ? fmt::format("{:+}", report.par->score_ns) : "");
    if (session.compared) {
      cell(number(report.datum_ns));
      cell(number(report.imps_ns));
      cell(report.matchpoints_ns ? fmt::format("{:.1f}", 100 * *report.matchpoints_ns) : "");
    }
    cell(report.analysis ? std::to_string(lost[0]) : "");
    cell(report.analysis ? std::to_string(lost[1]) : "");
    out += "</tr>";
  }
  out += "</tbody></table>";
  if (!session.players.empty()) {
    out +=
        "<h2>Tricks given away</h2><table class='sortable'><thead><tr><th>Player</th><th>Boards</th>"
        "<th>Declared</th><th>Lead</th><th>As declarer</th><th>In defence</th><th>Per "
        "board</th></tr></thead><tbody>";
    for (const PlayerReport& player : session.players) {
      const int all = player.tricks[0] + player.tricks[1] + player.tricks[2];
      out += fmt::format(
          "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.2f}</td></tr>",
          escape_markup(player.name), player.boards, player.declared, player.tricks[0], player.tricks[1],
          player.tricks[2], static_cast<double>(all) / std::max(player.boards, 1));
    }
    out += "</tbody></table>";
  }
  return out + "</section>\n";
}

}  // namespace

std::string board_html(const BoardReport& report) {
  return heading_html(report) + "<div class='columns top'><div>" + diagram_html(report.board, {}) +
         "</div><div>" + auction_html(report, true) + result_html(report) + "</div><div>" +
         (report.table ? table_html(*report.table) : "") + leads_html(report) + "</div></div>" +
         chart_html(report) + "<div class='columns'><div>" + play_html(report) + "</div><div>" +
         remarks_html(report) + "</div></div>";
}

std::string page(const Session& session, const PageOptions& options) {
  const std::string title = !options.title.empty()   ? options.title
                            : !session.title.empty() ? session.title
                                                     : "Boards";
  std::string out =
      "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><meta name='viewport' "
      "content='width=device-width, initial-scale=1'><title>" +
      escape_markup(title) + "</title><style>" + std::string(page_style()) + "</style></head>\n";
  if (options.boards_per_page > 0) {
    out += fmt::format("<body class='handouts per{}'>\n", options.boards_per_page);
    for (const BoardReport& report : session.boards) out += handout_html(report, options.only_side);
    return out + "</body></html>\n";
  }
  out += "<body><h1>" + escape_markup(title) + "</h1>\n";
  if (session.boards.size() > 1) out += session_html(session);
  for (std::size_t i = 0; i < session.boards.size(); ++i)
    out +=
        fmt::format("<section class='board' id='b{}'>", i) + board_html(session.boards[i]) + "</section>\n";
  return out + "<script>" + std::string(page_script()) + "</script></body></html>\n";
}

}  // namespace yomi::review
