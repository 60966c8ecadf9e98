#include "yomi/review/latex.h"

#include <fmt/core.h>

#include <array>
#include <utility>

#include "yomi/review/annotate.h"
#include "yomi/review/words.h"

namespace yomi::review {
namespace {

// One character of UTF-8, as LaTeX has it.
std::string character(std::string_view utf8) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kSigns = {{
      {"\u2660", "\\SP{}"},
      {"\u2665", "\\HE{}"},
      {"\u2666", "\\DI{}"},
      {"\u2663", "\\CL{}"},
      {"\u2013", "--"},
      {"\u2014", "---"},
      {"\u2212", "$-$"},
      {"\u2018", "`"},
      {"\u2019", "'"},
      {"\u201C", "``"},
      {"\u201D", "''"},
      {"\u2026", "\\dots{}"},
      {"\u202F", "\\,"},
  }};
  for (const auto& [sign, word] : kSigns) {
    if (utf8 == sign) return std::string(word);
  }
  // Latin letters with accents (U+00C0 to U+017F), but for those with an ogonek, which need other fonts.
  const auto first = static_cast<unsigned char>(utf8[0]);
  const auto second = utf8.size() == 2 ? static_cast<unsigned char>(utf8[1]) : 0;
  const unsigned code = (first & 0x1FU) << 6 | (second & 0x3FU);
  const bool ogonek = code == 0x104 || code == 0x105 || code == 0x118 || code == 0x119 || code == 0x12E ||
                      code == 0x12F || code == 0x172 || code == 0x173;
  return utf8.size() == 2 && code >= 0xC0 && code <= 0x17E && !ogonek ? std::string(utf8) : "?";
}

std::string hand(const Board& board, Seat seat, bool shown) {
  const std::string name = board.names[seat].empty() ? std::string(to_name(seat)) : board.names[seat];
  std::string out = "\\hand{" + escape_latex(name) + "}";
  for (const Suit suit : kSuitsFromSpades) {
    const std::string ranks = board.known[seat] && shown ? ranks_to_string(board.deal[seat], suit) : "";
    out += "{" + (ranks == "-" ? "--" : ranks) + "}";
  }
  return out;
}

std::string heading(const BoardReport& report) {
  const Board& board = report.board;
  std::string out = "\\textbf{\\large Board " + escape_latex(board.number.empty() ? "?" : board.number) + "}";
  if (const std::string* room = board.tag("Room")) out += " (" + escape_latex(*room) + " room)";
  if (board.dealer) out += fmt::format("\\quad {} deals", to_name(*board.dealer));
  if (board.vulnerability) out += ", vulnerable: " + to_string(*board.vulnerability);
  return out + "\\par\\medskip\n";
}

// The hands around a square.
std::string diagram_latex(const Board& board, std::optional<Side> only) {
  const auto shown = [&](Seat seat) { return hand(board, seat, !only || on(seat, *only)); };
  return "\\begin{tabular}{@{}l@{\\quad}l@{\\quad}l@{}}\n& " + shown(Seat::north) + " & \\\\[6ex]\n" +
         shown(Seat::west) + " & \\compass & " + shown(Seat::east) + " \\\\[6ex]\n& " + shown(Seat::south) +
         " &\n\\end{tabular}\\par\\medskip\n";
}

std::string auction_latex(const BoardReport& report, bool notes) {
  if (report.calls.empty()) return "";
  std::string out = "\\begin{tabular}{@{}llll@{}}\nWest & North & East & South \\\\\n";
  std::string list;
  int number = 0;
  int column = distance(Seat::west, report.calls.front().seat);
  for (int skip = 0; skip < column; ++skip) out += "& ";
  for (const CallReport& call : report.calls) {
    const Call made = call.made.call;
    out += made.is_bid() ? fmt::format("{}{}", made.level(), escape_latex(sign(made.strain())))
                         : to_string(made);
    if (call.made.alerted) out += "!";
    if (notes && !call.shows.empty()) {
      out += fmt::format("\\textsuperscript{{{}}}", ++number);
      list += fmt::format("\\textsuperscript{{{}}} {}. ", number, escape_latex(with_signs(call.shows)));
    }
    column = (column + 1) % kSeats;
    out += column == 0 ? " \\\\\n" : " & ";
  }
  out += "\\end{tabular}\\par\\medskip\n";
  return list.empty() ? out : out + "{\\small " + list + "\\par}\\medskip\n";
}

std::string result(const BoardReport& report) {
  std::string out;
  if (report.contract) {
    out = escape_latex(contract_text(report)) + " " + escape_latex(result_text(report)) + " by " +
          std::string(to_name(report.contract->declarer));
    if (!report.board.play.empty()) out += ", lead " + escape_latex(sign(report.board.play.front()));
  } else if (report.board.passed_out) {
    out = "Passed out";
  }
  if (report.score_ns && !out.empty()) out += fmt::format(". North-South {:+}", *report.score_ns);
  if (!out.empty()) out += ".\\par\n";
  if (report.par) out += "Par " + escape_latex(optimum_score(*report.par)) + ".\\par\n";
  if (report.datum_ns)
    out += fmt::format("Datum {:+}. North-South: {:+} IMPs, {:.1f}\\,\\% of the matchpoints.\\par\n",
                       *report.datum_ns, *report.imps_ns, 100 * *report.matchpoints_ns);
  return out;
}

std::string table_latex(const dd::Table& table) {
  std::string out = "\\medskip\\begin{tabular}{@{}lrrrrr@{}}\n";
  for (const Strain strain : kStrainsFromNoTrump) out += "& " + escape_latex(sign(strain)) + " ";
  out += "\\\\\n";
  for (const Seat seat : {Seat::north, Seat::south, Seat::east, Seat::west}) {
    out += to_char(seat);
    for (const Strain strain : kStrainsFromNoTrump) out += fmt::format(" & {}", table.at(strain, seat));
    out += " \\\\\n";
  }
  return out + "\\end{tabular}\\par\\medskip\n";
}

std::string remarks(const BoardReport& report) {
  std::string out;
  if (report.analysis) {
    for (std::size_t i = 0; i < report.analysis->cards.size(); ++i) {
      if (report.analysis->cards[i].cost > 0) out += escape_latex(cost_text(report, i)) + "\\par\n";
    }
    if (out.empty() && !report.analysis->cards.empty()) out = "No card cost a trick.\\par\n";
  }
  if (const std::string claim = claim_text(report); !claim.empty()) out += escape_latex(claim) + "\\par\n";
  return out;
}

std::string leads_latex(const BoardReport& report) {
  std::string out;
  for (const LeadReport& lead : report.leads) {
    out += out.empty() ? "Declarer's tricks after each lead: " : "; ";
    for (const Suit suit : kSuitsFromSpades) {
      if (lead.cards.length(suit) > 0)
        out += escape_latex(sign(suit)) + ranks_to_string(lead.cards, suit) + " ";
    }
    out += std::to_string(lead.tricks);
  }
  return out.empty() ? "" : out + ".\\par\n";
}

constexpr std::string_view kPreamble = R"(\documentclass[a4paper,11pt]{article}
\usepackage[margin=15mm]{geometry}
\usepackage{color}
\pagestyle{empty}
\setlength{\parindent}{0pt}
\newcommand{\SP}{\ensuremath{\spadesuit}}
\newcommand{\HE}{\textcolor{red}{\ensuremath{\heartsuit}}}
\newcommand{\DI}{\textcolor{red}{\ensuremath{\diamondsuit}}}
\newcommand{\CL}{\ensuremath{\clubsuit}}
\newcommand{\hand}[5]{\begin{tabular}{@{}l@{}}\textbf{#1}\\\SP{} #2\\\HE{} #3\\\DI{} #4\\\CL{} #5\end{tabular}}
\newcommand{\compass}{\fbox{\begin{tabular}{@{}ccc@{}}&N&\\W&&E\\&S&\end{tabular}}}
\begin{document}
)";

std::string board(const BoardReport& report, const PageOptions& options) {
  std::string out = heading(report) + diagram_latex(report.board, options.only_side);
  if (options.only_side) return out;
  out += auction_latex(report, options.boards_per_page == 0) + result(report);
  if (options.boards_per_page > 0) return out;
  if (report.table) out += table_latex(*report.table);
  return out + leads_latex(report) + remarks(report);
}

}  // namespace

std::string escape_latex(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if ((static_cast<unsigned char>(c) & 0x80) != 0) {
      std::size_t end = i + 1;
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
      out += character(text.substr(i, end - i));
      i = end;
      continue;
    }
    ++i;
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      out += std::string("\\") + c;
    else if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '~' || c == '^')
      out += std::string("\\") + c + "{}";
    else if (c == '<' || c == '>' || c == '|')
      out += std::string("$") + c + "$";
    else
      out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  return out;
}

std::string latex(const Session& session, const PageOptions& options) {
  const std::string& title = options.title.empty() ? session.title : options.title;
  std::string out = "% " + escape_latex(title) + "\n" + std::string(kPreamble);
  const int per = options.boards_per_page;
  // Boards side by side and below each other in boxes of one size.
  const std::string_view width = per == 4 ? "0.48" : "1";
  const std::string_view height = per > 1 ? "0.47" : "0.95";
  for (std::size_t i = 0; i < session.boards.size(); ++i) {
    const std::string text = board(session.boards[i], options);
    const int place = per > 0 ? static_cast<int>(i) % per : 0;
    if (i > 0 && place == 0) out += "\\clearpage\n";
    if (per == 0) {
      if (i == 0 && !title.empty()) out += "{\\Large\\textbf{" + escape_latex(title) + "}\\par}\\bigskip\n";
      out += text;
      continue;
    }
    out += fmt::format("\\begin{{minipage}}[t][{}\\textheight][t]{{{}\\textwidth}}\n{}\\end{{minipage}}{}\n",
                       height, width, text, per == 4 && place % 2 == 0 ? "\\hfill" : "\\par");
  }
  return out + "\\end{document}\n";
}

}  // namespace yomi::review
