#include "yomi/review/words.h"

#include <fmt/core.h>

#include <algorithm>

#include "yomi/formats/text.h"
#include "yomi/review/annotate.h"

namespace yomi::review {
namespace {

using text::padded;

std::string count(int number, std::string_view thing) {
  return fmt::format("{} {}{}", number == 1 ? "a" : std::to_string(number), thing, number == 1 ? "" : "s");
}

std::string hand_line(CardSet hand, bool known, Suit suit, bool ascii) {
  std::string line = sign(suit, ascii) + " ";
  return known ? line + ranks_to_string(hand, suit) : line + "?";
}

// Lines without blanks at their ends.
std::string tidy(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '\n') out.erase(out.find_last_not_of(' ') + 1);
    out += c;
  }
  return out;
}

std::string diagram(const Board& board, bool ascii) {
  std::string out;
  const auto row = [&](Seat seat, Suit suit) {
    return hand_line(board.deal[seat], board.known[seat], suit, ascii);
  };
  for (Suit suit : kSuitsFromSpades) out += std::string(16, ' ') + row(Seat::north, suit) + "\n";
  for (Suit suit : kSuitsFromSpades) out += padded(row(Seat::west, suit), 32) + row(Seat::east, suit) + "\n";
  for (Suit suit : kSuitsFromSpades) out += std::string(16, ' ') + row(Seat::south, suit) + "\n";
  return out;
}

std::string auction(const BoardReport& report, bool ascii) {
  if (report.calls.empty()) return "";
  std::string out;
  for (Seat seat : kSeatsFromWest) out += padded(std::string(to_name(seat)), 8);
  out += "\n";
  std::string row(8 * static_cast<std::size_t>(distance(Seat::west, report.calls.front().seat)), ' ');
  std::string notes;
  int note = 0;
  for (const CallReport& call : report.calls) {
    std::string cell = call.made.call == Call::pass() ? "pass" : to_string(call.made.call);
    if (const auto strain = call.made.call.is_bid() ? std::optional(call.made.call.strain()) : std::nullopt)
      cell = std::to_string(call.made.call.level()) + sign(*strain, ascii);
    if (call.made.alerted) cell += "!";
    if (!call.shows.empty()) {
      cell += fmt::format("({})", ++note);
      notes += fmt::format("  ({}) {}{}\n", note, with_signs(call.shows, ascii),
                           call.from_record ? " (as explained)" : "");
    }
    row += padded(cell, 8);
    if (call.seat != Seat::south) continue;
    out += row + "\n";
    row.clear();
  }
  if (!row.empty()) out += row + "\n";
  return out + notes;
}

std::string table(const dd::Table& tricks, bool ascii) {
  std::string out = "Tricks   ";
  for (Strain strain : kStrainsFromNoTrump) out += padded("  " + sign(strain, ascii), 5);
  out += "\n";
  for (Seat seat : {Seat::north, Seat::south, Seat::east, Seat::west}) {
    out += padded(std::string(to_name(seat)), 9);
    for (Strain strain : kStrainsFromNoTrump) out += padded(fmt::format("{:3}", tricks.at(strain, seat)), 5);
    out += "\n";
  }
  return out;
}

std::string leads(const BoardReport& report, bool ascii) {
  std::string out;
  for (const LeadReport& lead : report.leads) {
    out += fmt::format("  {:2} tricks after", lead.tricks);
    for (Suit suit : kSuitsFromSpades) {
      if (lead.cards.length(suit) > 0) out += " " + sign(suit, ascii) + ranks_to_string(lead.cards, suit);
    }
    out += "\n";
  }
  if (out.empty()) return "";
  if (report.reader_lead)
    out += fmt::format("  Without seeing the hands, the lead is {}.\n", sign(*report.reader_lead, ascii));
  return "Leads:\n" + out;
}

std::string plus(int number) {
  return fmt::format("{:+}", number);
}

}  // namespace

std::string sign(Suit suit, bool ascii) {
  return ascii ? to_string(suit) : std::string(to_sign(suit));
}
std::string sign(Strain strain, bool ascii) {
  const auto suit = trump_suit(strain);
  return suit ? sign(*suit, ascii) : "NT";
}
std::string sign(Card card, bool ascii) {
  return sign(card.suit(), ascii) + to_char(card.rank());
}

std::string with_signs(std::string_view text, bool ascii) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto suit = text[i] == '!' && i + 1 < text.size() ? parse_suit(text[i + 1]) : std::nullopt;
    if (suit)
      out += sign(*suit, ascii);
    else
      out += text[i];
    if (suit) ++i;
  }
  return out;
}

std::string contract_text(const BoardReport& report, bool ascii) {
  if (report.board.passed_out) return "passed out";
  if (!report.contract) return "";
  return std::to_string(report.contract->level) + sign(report.contract->strain, ascii) +
         (report.contract->doubling == Doubling::x    ? "X"
          : report.contract->doubling == Doubling::xx ? "XX"
                                                      : "");
}

std::string result_text(const BoardReport& report) {
  if (!report.contract || !report.tricks) return "";
  const int over = *report.tricks - report.contract->tricks_needed();
  return over == 0 ? "=" : plus(over);
}

std::string claim_text(const BoardReport& report) {
  if (!report.claim_over) return "";
  const int over = *report.claim_over;
  const std::string_view who = to_name(*report.board.declarer);
  const int best = *report.tricks - over;
  if (over == 0) return fmt::format("The claim of {} tricks was right.", *report.tricks);
  if (over > 0)
    return fmt::format("The claim was {} too many for {}: best defence holds it to {}.", count(over, "trick"),
                       who, best);
  return fmt::format("The claim was {} too few for {}: best play takes {}.", count(-over, "trick"), who,
                     best);
}

std::string cost_text(const BoardReport& report, std::size_t number, bool ascii) {
  const dd::PlayedCard& card = report.analysis->cards[number];
  std::string out = fmt::format("Trick {}: {}'s {} cost {}.", number / 4 + 1, to_name(card.seat),
                                sign(card.card, ascii), count(card.cost, "trick"));
  for (const Verdict& verdict : report.verdicts) {
    if (verdict.number != number) continue;
    out += verdict.could_know ? fmt::format(" {} was better on what could be known, by about {:.0f} points.",
                                            sign(verdict.better, ascii), verdict.worth)
                              : " Nobody could have known: without the hidden hands it is as good as any.";
  }
  return out;
}

std::string to_text(const BoardReport& report, const WordsOptions& options) {
  const Board& board = report.board;
  const bool ascii = options.ascii;
  std::string out = fmt::format("Board {}", board.number.empty() ? "?" : board.number);
  if (const std::string* room = board.tag("Room")) out += ", " + *room + " room";
  if (board.dealer) out += fmt::format(", {} deals", to_name(*board.dealer));
  if (board.vulnerability) out += fmt::format(", vulnerable: {}", to_string(*board.vulnerability));
  out += "\n";
  std::string names;
  for (Seat seat : kSeatsFromWest) {
    if (!board.names[seat].empty())
      names += fmt::format("{}{}: {}", names.empty() ? "" : "   ", to_name(seat), board.names[seat]);
  }
  if (!names.empty()) out += names + "\n";
  out += "\n";
  if (board.any_hand_known()) out += diagram(board, ascii) + "\n";
  out += auction(report, ascii);
  const std::string contract = contract_text(report, ascii);
  if (!contract.empty()) {
    out += "\n" + contract;
    if (report.contract)
      out += fmt::format(" by {} {}", to_name(report.contract->declarer), result_text(report));
    if (report.score_ns) out += fmt::format(", {:+} for North-South", *report.score_ns);
    if (!board.play.empty()) out += fmt::format(", lead {}", sign(board.play.front(), ascii));
    out += "\n";
  }
  if (report.par) out += fmt::format("Par: {} ({})\n", optimum_score(*report.par), par_contract(*report.par));
  if (report.datum_ns)
    out += fmt::format("Datum {:+}, {:+} IMPs, {:.1f} % of the matchpoints for North-South\n",
                       *report.datum_ns, *report.imps_ns, 100 * *report.matchpoints_ns);
  if (report.table) out += table(*report.table, ascii);
  out += leads(report, ascii);
  if (report.analysis) {
    bool any = false;
    for (std::size_t i = 0; i < report.analysis->cards.size(); ++i) {
      if (report.analysis->cards[i].cost == 0) continue;
      any = true;
      out += cost_text(report, i, ascii) + "\n";
    }
    if (!any) out += "No card cost a trick.\n";
  }
  if (const std::string claim = claim_text(report); !claim.empty()) out += claim + "\n";
  return tidy(out);
}

std::string to_text(const Session& session, const WordsOptions& options) {
  std::string out = session.title.empty() ? "" : session.title + "\n";
  out += padded("Board", 8) + padded("Contract", 12) + padded("Result", 8) + padded("NS", 8) +
         padded("Par", 8) + (session.compared ? padded("Datum", 8) + padded("IMPs", 6) + "MP %" : "") + "\n";
  for (const BoardReport& report : session.boards) {
    std::string contract = contract_text(report, options.ascii);
    if (report.contract) contract += std::string(" ") + to_char(report.contract->declarer);
    const auto number = [](const auto& value) { return value ? fmt::format("{:+}", *value) : std::string(); };
    out += padded(report.board.number, 8) + padded(contract, 12) + padded(result_text(report), 8) +
           padded(number(report.score_ns), 8) +
           padded(report.par ? fmt::format("{:+}", report.par->score_ns) : "", 8) +
           padded(number(report.datum_ns), 8) + padded(number(report.imps_ns), 6);
    if (report.matchpoints_ns) out += fmt::format("{:.1f}", 100 * *report.matchpoints_ns);
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
  }
  if (session.players.empty()) return out;
  std::size_t widest = 8;
  for (const PlayerReport& player : session.players) widest = std::max(widest, player.name.size() + 2);
  out += "\nTricks given away\n" + padded("", widest) + "boards  declared  lead  declarer  defence\n";
  for (const PlayerReport& player : session.players) {
    out +=
        padded(player.name, widest) + fmt::format("{:6}{:10}{:6}{:10}{:9}\n", player.boards, player.declared,
                                                  player.tricks[0], player.tricks[1], player.tricks[2]);
  }
  return out;
}

}  // namespace yomi::review
