// What must hold for every text whatever, as any of the small files and arguments that are read: a value or
// an error with a reason, and what is written is read again as the same. The first line names the reader.
// Used by the fuzzer and by the replay of its corpus.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "yomi/daihinmin/match.h"
#include "yomi/daihinmin/move.h"
#include "yomi/daihinmin/players.h"
#include "yomi/daihinmin/policy.h"
#include "yomi/daihinmin/record.h"
#include "yomi/formats/board_line.h"
#include "yomi/formats/deal_library.h"
#include "yomi/formats/hand_text.h"
#include "yomi/formats/json.h"
#include "yomi/formats/solved_deal.h"
#include "yomi/lab/challenge.h"
#include "yomi/lab/versus_record.h"
#include "yomi/play/card_policy.h"
#include "yomi/play/carding.h"

namespace yomi::fuzz {

inline void require_text(bool holds) {
  if (!holds) std::abort();
}

template <class T>
bool explained(const Result<T>& result) {
  require_text(result.ok() || !result.error().what.empty());
  return result.ok();
}

inline void check_text(std::string_view reader, std::string_view text) {
  if (reader == "carding") explained(play::parse_carding(text, "fuzz"));
  if (reader == "challenge") explained(lab::parse_challenge(text));
  if (reader == "versus") explained(lab::parse_versus_record(text));
  if (reader == "board") {
    explained(parse_board_line(text));
    explained(parse_deal_line(text));
  }
  if (reader == "hand") explained(parse_hand_text(text));
  if (reader == "calls") explained(parse_calls_text(text));
  if (reader == "json") {
    if (const auto json = Json::parse(text); explained(json)) {
      const auto again = Json::parse(json->dump());
      require_text(again.ok() && again->dump() == json->dump());
    }
  }
  if (reader == "cards") {
    if (const auto policy = play::CardPolicy::parse(text); explained(policy)) {
      const auto again = play::CardPolicy::parse(policy->to_text());
      require_text(again.ok() && again->to_text() == policy->to_text());
    }
  }
  if (reader == "solved") {
    if (const auto deal = parse_solved_deal(text); explained(deal)) {
      const auto again = parse_solved_deal(to_string(*deal));
      require_text(again.ok() && to_string(*again) == to_string(*deal));
    }
  }
  if (reader == "library") {
    if (const auto library = DealLibrary::open(text); explained(library)) {
      for (std::size_t i = 0; i < library->size(); ++i) {
        const auto deal = library->at(i);
        if (!explained(deal)) continue;
        std::string record;
        put_record(record, *deal, library->format());
        const auto again = read_record(record, library->format());
        require_text(again.ok() && *again == *deal);
      }
    }
  }
  if (reader == "dhm-policy") {
    if (const auto policy = daihinmin::parse_policy(text); explained(policy)) {
      const auto again = daihinmin::parse_policy(to_text(*policy));
      require_text(again.ok() && to_text(*again) == to_text(*policy));
    }
  }
  if (reader == "dhm-records") {
    if (const auto records = daihinmin::parse_records(text); explained(records)) {
      for (const daihinmin::Record& record : *records) {
        const auto again = daihinmin::parse_records(to_text(record));
        require_text(again.ok() && again->size() == 1 && to_text(again->front()) == to_text(record));
      }
    }
  }
  if (reader == "dhm-sessions") explained(daihinmin::parse_sessions(text));
  if (reader == "dhm-tables") explained(daihinmin::parse_tables(text));
  if (reader == "dhm-move") explained(daihinmin::parse_move(text));
}

inline void check_texts(const std::string& bytes) {
  const std::string_view whole = bytes;
  const std::size_t end = whole.find('\n');
  if (end != std::string_view::npos) check_text(whole.substr(0, end), whole.substr(end + 1));
}

}  // namespace yomi::fuzz
