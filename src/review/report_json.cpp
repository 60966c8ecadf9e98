#include "yomi/review/annotate.h"
#include "yomi/review/words.h"

namespace yomi::review {
namespace {

Json seat_json(std::optional<Seat> seat) {
  return seat ? Json(to_name(*seat)) : Json(nullptr);
}

Json table_json(const dd::Table& table) {
  Json out = Json::object();
  for (Seat seat : kAllSeats) {
    for (Strain strain : kAllStrains) out[to_name(seat)][to_string(strain)] = table.at(strain, seat);
  }
  return out;
}

Json cards_json(CardSet cards) {
  Json out = Json::array();
  for (Card card : cards) out.push_back(to_string(card));
  return out;
}

Json calls_json(const BoardReport& report) {
  Json out = Json::array();
  for (const CallReport& call : report.calls) {
    Json one = {{"seat", to_name(call.seat)}, {"call", to_string(call.made.call)}};
    if (call.made.alerted) one["alert"] = true;
    if (!call.shows.empty()) one["shows"] = call.shows;
    if (!call.shows.empty()) one["by"] = call.from_record ? "record" : "system";
    out.push_back(std::move(one));
  }
  return out;
}

Json play_json(const BoardReport& report) {
  Json out = Json::array();
  for (std::size_t i = 0; i < report.analysis->cards.size(); ++i) {
    const dd::PlayedCard& card = report.analysis->cards[i];
    Json one = {{"seat", to_name(card.seat)}, {"card", to_string(card.card)}, {"cost", card.cost}};
    for (const Verdict& verdict : report.verdicts) {
      if (verdict.number == i)
        one["verdict"] = {{"better", to_string(verdict.better)},
                          {"points", verdict.worth},
                          {"could_know", verdict.could_know}};
    }
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

Json to_json(const BoardReport& report) {
  const Board& board = report.board;
  Json out = {{"board", board.number}, {"place", report.place}, {"dealer", seat_json(board.dealer)}};
  out["vulnerable"] = board.vulnerability ? Json(to_string(*board.vulnerability)) : Json(nullptr);
  for (Seat seat : kAllSeats) {
    if (!board.names[seat].empty()) out["players"][to_name(seat)] = board.names[seat];
  }
  if (board.all_hands_known()) out["deal"] = to_string(board.deal);
  out["calls"] = calls_json(report);
  out["contract"] = report.contract    ? Json(to_string(*report.contract))
                    : board.passed_out ? Json("Pass")
                                       : Json();
  out["declarer"] = report.contract ? seat_json(report.contract->declarer) : Json();
  if (!board.play.empty()) out["lead"] = to_string(board.play.front());
  if (report.tricks) out["tricks"] = *report.tricks;
  if (report.score_ns) out["score_ns"] = *report.score_ns;
  if (report.table) out["table"] = table_json(*report.table);
  if (report.par) out["par"] = {{"score_ns", report.par->score_ns}, {"contracts", par_contract(*report.par)}};
  if (report.analysis) {
    out["play"] = play_json(report);
    out["expected_tricks"] = report.analysis->trace;
  }
  if (!report.leads.empty()) {
    out["leads"] = Json::array();
    for (const LeadReport& lead : report.leads)
      out["leads"].push_back({{"tricks", lead.tricks}, {"cards", cards_json(lead.cards)}});
  }
  if (report.reader_lead) out["reader_lead"] = to_string(*report.reader_lead);
  if (report.claim_over) out["claim"] = {{"over", *report.claim_over}, {"words", claim_text(report)}};
  if (report.datum_ns)
    out["compared"] = {{"datum_ns", *report.datum_ns},
                       {"imps_ns", *report.imps_ns},
                       {"matchpoints_ns", *report.matchpoints_ns}};
  return out;
}

Json to_json(const Session& session) {
  Json out = {{"title", session.title}, {"boards", session.boards.size()}, {"players", Json::array()}};
  for (const PlayerReport& player : session.players) {
    out["players"].push_back(
        {{"name", player.name},
         {"boards", player.boards},
         {"declared", player.declared},
         {"tricks_lost",
          {{"lead", player.tricks[0]}, {"declarer", player.tricks[1]}, {"defence", player.tricks[2]}}}});
  }
  return out;
}

}  // namespace yomi::review
