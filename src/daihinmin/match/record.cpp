#include "yomi/daihinmin/record.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "yomi/cards/number.h"

namespace yomi::daihinmin {
namespace {

std::string numbers(std::string_view word, const std::array<std::uint8_t, kPlayers>& values) {
  std::string line(word);
  for (int value : values) line += fmt::format(" {}", value);
  return line + "\n";
}

// Reads one game line by line; the state is played along to check it.
class Reader {
 public:
  std::optional<Error> line(std::string_view text) {
    const auto space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    rest_ = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    offset_ = space == std::string_view::npos ? text.size() : space + 1;
    if (word == "game") return number(record.game, 1'000'000'000);
    if (word == "names") return names();
    if (word == "seats") return five(record.player_at);
    if (word == "ranks") {
      record.ranked = true;
      return five(record.rank);
    }
    if (word == "places") return places();
    if (word == "hand") return hand();
    if (word == "gift") return gift();
    if (word == "play") return play();
    return wrong("game, names, seats, ranks, hand, gift, play or places", 0);
  }

  [[nodiscard]] bool complete() const { return complete_; }
  Record record;

 private:
  [[nodiscard]] Error wrong(const std::string& what, std::size_t column) const {
    return Error{
        .what = "expected " + what, .file = {}, .line = 0, .column = static_cast<std::uint32_t>(column + 1)};
  }

  std::optional<Error> number(int& into, int most) {
    const auto [after, bad] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), into);
    if (bad != std::errc() || into < 0 || into > most)
      return wrong("a number up to " + std::to_string(most), offset_);
    const auto used = static_cast<std::size_t>(after - rest_.data());
    rest_ = rest_.substr(used);
    offset_ += used;
    if (!rest_.empty() && rest_.front() == ' ') {
      rest_.remove_prefix(1);
      ++offset_;
    }
    return std::nullopt;
  }

  // Takes what stands before the next space; offset_ stays where it began.
  std::string_view next_word() {
    const auto space = rest_.find(' ');
    const std::string_view word = rest_.substr(0, space);
    rest_ = space == std::string_view::npos ? std::string_view() : rest_.substr(space + 1);
    return word;
  }

  std::optional<Error> names() {
    for (std::string& name : record.names) {
      name = std::string(next_word());
      if (name.empty()) return wrong("five names", offset_);
    }
    return rest_.empty() ? std::nullopt : std::optional(wrong("five names", offset_));
  }

  std::optional<Error> five(std::array<std::uint8_t, kPlayers>& into) {
    unsigned seen = 0;
    for (auto& value : into) {
      int read = 0;
      if (auto error = number(read, kPlayers - 1)) return error;
      value = static_cast<std::uint8_t>(read);
      seen |= 1U << read;
    }
    if (seen != 31 || !rest_.empty()) return wrong("the numbers 0 to 4, each once", offset_);
    return std::nullopt;
  }

  std::optional<Error> hand() {
    int seat = 0;
    if (auto error = number(seat, kPlayers - 1)) return error;
    auto cards = parse_cards(rest_);
    if (!cards) return wrong(cards.error().what.substr(9), offset_ + cards.error().column - 1);
    for (const Cards& other : record.hands) {
      if (!(other & *cards).empty()) return wrong("cards that no other hand has", offset_);
    }
    record.hands[at(seat)] = *cards;
    if (++hands_ == kPlayers) {
      Cards all;
      for (const Cards& one : record.hands) all |= one;
      if (all != Cards::full()) return wrong("all 53 cards in the five hands", offset_);
      state_ = State::start(record.hands);
    }
    return std::nullopt;
  }

  std::optional<Error> gift() {
    int from = 0;
    int to = 0;
    if (auto error = number(from, kPlayers - 1)) return error;
    if (auto error = number(to, kPlayers - 1)) return error;
    auto cards = parse_cards(rest_);
    if (!cards) return wrong(cards.error().what.substr(9), offset_ + cards.error().column - 1);
    if (!record.hands[at(to)].contains(*cards)) return wrong("cards of the hand that got them", offset_);
    record.gave[at(from)] = *cards;
    return std::nullopt;
  }

  std::optional<Error> play() {
    int seat = 0;
    if (auto error = number(seat, kPlayers - 1)) return error;
    if (!state_ || state_->over()) return wrong("five hands before the plays and no play after the end", 0);
    const std::string_view shown = next_word();
    auto move = parse_move(shown);
    if (!move) return wrong(move.error().what.substr(9), offset_ + move.error().column - 1);
    PlayNote note;
    if (!rest_.empty() && rest_ != "refused") {
      note.seconds = parse_number<float>(next_word()).value_or(-1);
      if (!(note.seconds >= 0)) return wrong("a number of seconds", offset_);
    }
    note.refused = rest_ == "refused";
    if (!rest_.empty() && !note.refused) return wrong("'refused' or nothing", offset_);
    if (seat != state_->turn) return wrong(fmt::format("a play by seat {}", state_->turn), 5);
    if (!state_->legal(*move)) return wrong("a legal play", offset_);
    state_->apply(*move);
    record.moves.push_back(*move);
    record.notes.push_back(note);
    return std::nullopt;
  }

  std::optional<Error> places() {
    if (auto error = five(record.place)) return error;
    if (!state_) return wrong("five hands before the places", 0);
    for (std::size_t seat = 0; seat < kPlayers; ++seat) {
      if (state_->place[seat] != Public::kNoPlace && state_->place[seat] != record.place[seat]) {
        return wrong(fmt::format("place {} for seat {}, by the plays", state_->place[seat], seat), 7);
      }
    }
    complete_ = true;
    return std::nullopt;
  }

  std::string_view rest_;
  std::size_t offset_ = 0;
  int hands_ = 0;
  std::optional<State> state_;
  bool complete_ = false;
};

}  // namespace

Record record_of(const GameLoop& loop, const std::array<std::uint8_t, kPlayers>& player_at, int game,
                 const std::array<std::string, kPlayers>& names) {
  Record record;
  record.names = names;
  record.notes = loop.notes();
  record.game = game;
  record.player_at = player_at;
  record.ranked = loop.shared().ranked;
  if (record.ranked) record.rank = loop.shared().rank;
  record.hands = loop.start_hands();
  for (std::size_t seat = 0; seat < kPlayers; ++seat) {
    if (record.ranked && record.rank[seat] < 2) record.gave[seat] = loop.seats()[seat].gave;
  }
  for (const Turn& turn : loop.shared().turns) record.moves.push_back(turn.move);
  record.place = loop.shared().table.place;
  return record;
}

std::string to_text(const Record& record) {
  std::string text = fmt::format("game {}\n", record.game);
  if (!record.names[0].empty()) text += fmt::format("names {}\n", fmt::join(record.names, " "));
  text += numbers("seats", record.player_at);
  if (record.ranked) text += numbers("ranks", record.rank);
  for (std::size_t seat = 0; seat < kPlayers; ++seat)
    text += fmt::format("hand {} {}\n", seat, to_string(record.hands[seat]));
  for (std::size_t seat = 0; seat < kPlayers && record.ranked; ++seat) {
    if (record.rank[seat] > 1) continue;
    for (std::size_t poor = 0; poor < kPlayers; ++poor) {
      if (record.rank[poor] == 4 - record.rank[seat]) {
        text += fmt::format("gift {} {} {}\n", seat, poor, to_string(record.gave[seat]));
      }
    }
  }
  State state = State::start(record.hands);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    text += fmt::format("play {} {}", state.turn, to_string(record.moves[i]));
    const PlayNote note = i < record.notes.size() ? record.notes[i] : PlayNote{};
    if (note.seconds >= 0) text += fmt::format(" {:.4f}", note.seconds);
    text += note.refused ? " refused\n" : "\n";
    state.apply(record.moves[i]);
  }
  return text + numbers("places", record.place) + "\n";
}

Result<std::vector<Record>> parse_records(std::string_view text) {
  std::vector<Record> records;
  std::optional<Reader> reader;
  std::uint32_t line_number = 0;
  const auto close = [&]() -> std::optional<Error> {
    if (!reader) return std::nullopt;
    if (!reader->complete())
      return Error{.what = "expected the places before the game ends", .file = {}, .line = line_number};
    records.push_back(std::move(reader->record));
    reader.reset();
    return std::nullopt;
  };
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++line_number;
    if (line.empty()) {
      if (auto error = close()) return *error;
      continue;
    }
    if (!reader) reader.emplace();
    if (auto error = reader->line(line)) return error->at({}, line_number, error->column);
  }
  if (auto error = close()) return *error;
  return records;
}

}  // namespace yomi::daihinmin
