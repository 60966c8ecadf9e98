#include "yomi/daihinmin/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "replay_page.h"

namespace yomi::daihinmin {
namespace {

// Words of the text in both languages.
struct Words {
  std::string_view game, hand_of, gives, holds, table, empty, pass, locked, revolution, believes, plays,
      refused, lock, clears, turns, place, seconds;
};
constexpr Words kEnglish{.game = "Game",
                         .hand_of = "Hands",
                         .gives = "gives",
                         .holds = "holds",
                         .table = "on the table",
                         .empty = "table empty",
                         .pass = "passes",
                         .locked = "locked",
                         .revolution = "revolution",
                         .believes = "likely",
                         .plays = "plays",
                         .refused = "not legal, counts as a pass",
                         .lock = "lock",
                         .clears = "clears the table",
                         .turns = "revolution!",
                         .place = "place",
                         .seconds = "s"};
constexpr Words kJapanese{.game = "試合",
                          .hand_of = "手札",
                          .gives = "が渡す:",
                          .holds = "の手札:",
                          .table = "場",
                          .empty = "場は空",
                          .pass = "パス",
                          .locked = "縛り中",
                          .revolution = "革命中",
                          .believes = "推定",
                          .plays = "が出す:",
                          .refused = "反則、パス扱い",
                          .lock = "縛り",
                          .clears = "場が流れる",
                          .turns = "革命!",
                          .place = "位",
                          .seconds = "秒"};

const Words& words_of(Language language) {
  return language == Language::japanese ? kJapanese : kEnglish;
}

// The view that the seat to move had.
struct Seen {
  Shared shared;
  Private own;
};

std::vector<Believed> believed_by(const Seen& seen, Belief& belief, int draws) {
  Random random(1);
  belief.prepare(View{seen.shared, seen.own}, random);
  std::array<std::array<int, 64>, kPlayers> held{};
  for (int i = 0; i < draws; ++i) {
    const Hands hands = belief.draw(random);
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      for (Card card : hands[seat]) ++held[seat][at(card.bit())];
    }
  }
  std::vector<Believed> all;
  for (int seat = 0; seat < kPlayers; ++seat) {
    if (seat == seen.own.seat || !seen.shared.table.is_in(seat)) continue;
    Believed one{.seat = seat, .cards = {}};
    for (Card card : Cards::full()) {
      const int count = held[at(seat)][at(card.bit())];
      if (count > 0) one.cards.emplace_back(card, static_cast<double>(count) / draws);
    }
    std::stable_sort(one.cards.begin(), one.cards.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    const std::size_t most = seen.shared.table.counts[at(seat)];
    if (one.cards.size() > most) one.cards.resize(most);
    all.push_back(std::move(one));
  }
  return all;
}

std::string shown(const Move& move, const Words& words) {
  return move.is_pass() ? std::string(words.pass) : to_string(move);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') out += '\\';
    // "</script>" must not end the page's own script.
    out += letter == '<' ? "\\u003c" : static_cast<unsigned char>(letter) < 32 ? " " : std::string(1, letter);
  }
  return out + '"';
}

std::string json_of(const ReplayTurn& turn) {
  std::string believed;
  for (const Believed& one : turn.believed) {
    std::string cards;
    for (const auto& [card, chance] : one.cards)
      cards += fmt::format("{}[\"{}\",{:.0f}]", cards.empty() ? "" : ",", to_string(card), 100 * chance);
    believed += fmt::format("{}[{},[{}]]", believed.empty() ? "" : ",", one.seat, cards);
  }
  std::string hands;
  for (const Cards hand : turn.hands)
    hands += fmt::format("{}\"{}\"", hands.empty() ? "" : ",", to_string(hand));
  return fmt::format(
      R"({{"s":{},"m":"{}","t":"{}","h":[{}],"p":{},"l":{:d},"r":{:d},"L":{:d},"C":{:d},"R":{:d},"x":{:d},"d":{},"q":{:.3f},"b":[{}]}})",
      turn.before.turn, to_string(turn.move), to_string(turn.before.top), hands, turn.before.passed,
      turn.before.locked, turn.before.revolution, turn.locks, turn.clears, turn.turns, turn.note.refused,
      turn.place, turn.note.seconds, believed);
}

std::string json_of(const Record& record, const ReplayOptions& options) {
  std::string names;
  std::string ranks;
  std::string gifts;
  for (std::size_t seat = 0; seat < kPlayers; ++seat) {
    names +=
        fmt::format("{}{}", names.empty() ? "" : ",", quoted(player_name(record, record.player_at[seat])));
    ranks += fmt::format("{}{}", ranks.empty() ? "" : ",", record.ranked ? record.rank[seat] : -1);
    gifts += fmt::format("{}\"{}\"", gifts.empty() ? "" : ",", to_string(record.gave[seat]));
  }
  std::string turns;
  for (const ReplayTurn& turn : replay(record, options)) turns += (turns.empty() ? "" : ",") + json_of(turn);
  return fmt::format(R"({{"n":{},"names":[{}],"ranks":[{}],"gifts":[{}],"places":[{}],"turns":[{}]}})",
                     record.game, names, ranks, gifts, fmt::join(record.place, ","), turns);
}

}  // namespace

std::string player_name(const Record& record, std::size_t player) {
  return record.names[player].empty() ? fmt::format("player {}", player) : record.names[player];
}

std::string_view rank_name(int rank, Language language) {
  constexpr std::array<std::string_view, kPlayers> kEnglishRanks{"richest", "rich", "commoner", "poor",
                                                                 "poorest"};
  constexpr std::array<std::string_view, kPlayers> kJapaneseRanks{"大富豪", "富豪", "平民", "貧民", "大貧民"};
  return (language == Language::japanese ? kJapaneseRanks : kEnglishRanks)[at(rank)];
}

std::vector<ReplayTurn> replay(const Record& record, const ReplayOptions& options) {
  std::vector<ReplayTurn> turns;
  std::optional<Belief> belief;
  if (options.belief) belief.emplace(*options.belief);
  State state = State::start(record.hands);
  Seen seen;
  seen.shared.ranked = record.ranked;
  seen.shared.rank = record.rank;
  seen.shared.player_at = record.player_at;
  seen.shared.start(state);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    ReplayTurn turn{
        .before = state, .hands = state.hands, .move = record.moves[i], .note = {}, .believed = {}};
    if (i < record.notes.size()) turn.note = record.notes[i];
    const std::size_t mover = state.turn;
    if (belief && state.players_in() > 2 &&
        (state.table_empty() || can_follow(state, state.hands[mover], kCards))) {
      seen.own = Private{.seat = state.turn, .hand = state.hands[mover], .gave = {}, .got = {}};
      const View view{seen.shared, seen.own};
      if (const int partner = view.partner(); partner >= 0)
        (record.rank[mover] < 2 ? seen.own.gave : seen.own.got) =
            record.gave[record.rank[mover] < 2 ? mover : at(partner)];
      turn.believed = believed_by(seen, *belief, options.draws);
    }
    state.apply(turn.move);
    seen.shared.apply(turn.move);
    turn.locks = state.locked && !turn.before.locked;
    turn.clears = state.table_empty() && !state.over();
    turn.turns = state.revolution != turn.before.revolution;
    if (state.place[mover] != Public::kNoPlace) turn.place = state.place[mover];
    turns.push_back(std::move(turn));
  }
  return turns;
}

std::string replay_text(const Record& record, const ReplayOptions& options) {
  const Words& words = words_of(options.language);
  std::string text = fmt::format("{} {}\n", words.game, record.game);
  const auto name = [&](std::size_t seat) { return player_name(record, record.player_at[seat]); };
  for (std::size_t seat = 0; seat < kPlayers; ++seat) {
    text += fmt::format("  {} {:<12} {:<9} {}\n", seat, name(seat),
                        record.ranked ? rank_name(record.rank[seat], options.language) : "",
                        to_string(record.hands[seat]));
  }
  for (std::size_t seat = 0; seat < kPlayers; ++seat) {
    if (!record.gave[seat].empty())
      text += fmt::format("  {} {} {}\n", name(seat), words.gives, to_string(record.gave[seat]));
  }
  for (const ReplayTurn& turn : replay(record, options)) {
    if (turn.before.table_empty()) {
      text += fmt::format("-- {}{}\n", words.empty,
                          turn.before.revolution ? fmt::format(" ({})", words.revolution) : "");
    }
    text += fmt::format("  {} {} {}", turn.before.turn, name(turn.before.turn),
                        turn.move.is_pass() ? "" : words.plays);
    text += fmt::format("{}{}", turn.move.is_pass() ? "" : " ", shown(turn.move, words));
    if (turn.note.refused) text += fmt::format("  [{}]", words.refused);
    if (turn.locks) text += fmt::format("  [{}]", words.lock);
    if (turn.turns) text += fmt::format("  [{}]", words.turns);
    if (turn.clears && !turn.move.is_pass()) text += fmt::format("  [{}]", words.clears);
    if (turn.place >= 0) text += fmt::format("  [{} {}]", turn.place + 1, words.place);
    if (turn.note.seconds >= 0) text += fmt::format("  ({:.3f} {})", turn.note.seconds, words.seconds);
    text += '\n';
    for (const Believed& one : turn.believed) {
      text += fmt::format("      {} {}:", words.believes, one.seat);
      for (const auto& [card, chance] : one.cards) {
        text += fmt::format(" {}{}{:.0f}", to_string(card),
                            turn.hands[at(one.seat)].contains(card) ? "*" : "-", 100 * chance);
      }
      text += '\n';
    }
  }
  for (int place = 0; place < kPlayers; ++place) {
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      if (record.place[seat] == place)
        text += fmt::format("{}. {} ({})\n", place + 1, name(seat), rank_name(place, options.language));
    }
  }
  return text;
}

std::string replay_page(std::span<const Record> records, const ReplayOptions& options) {
  std::string games;
  for (const Record& record : records) games += (games.empty() ? "" : ",\n") + json_of(record, options);
  std::string page(kReplayPage);
  const auto put = [&](std::string_view mark, const std::string& text) {
    page.replace(page.find(mark), mark.size(), text);
  };
  put("@LANGUAGE@", options.language == Language::japanese ? "ja" : "en");
  put("@GAMES@", games);
  return page;
}

std::vector<PlayerStatistics> statistics_of(std::span<const Record> records) {
  std::vector<PlayerStatistics> all;
  const auto of = [&](const std::string& name) -> PlayerStatistics& {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    if (found != all.end()) return *found;
    return all.emplace_back(PlayerStatistics{.name = name});
  };
  for (const Record& record : records) {
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      PlayerStatistics& one = of(player_name(record, record.player_at[seat]));
      ++one.games;
      one.points += kPlayers - record.place[seat];
      ++one.places[record.ranked ? record.rank[seat] : kPlayers][record.place[seat]];
    }
    State state = State::start(record.hands);
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
      PlayerStatistics& one = of(player_name(record, record.player_at[state.turn]));
      ++one.plays;
      if (i < record.notes.size()) {
        const PlayNote& note = record.notes[i];
        one.refused += note.refused ? 1 : 0;
        if (note.seconds >= 0) {
          ++one.timed;
          one.seconds += double{note.seconds};
          one.slowest = std::max(one.slowest, double{note.seconds});
        }
      }
      state.apply(record.moves[i]);
    }
  }
  return all;
}

}  // namespace yomi::daihinmin
