#include <algorithm>
#include <array>
#include <limits>

#include "lin_text.h"
#include "yomi/bridge/play_history.h"
#include "yomi/formats/lin.h"

namespace yomi::lin {
namespace {

// Tags that fields of the head or of a board stand for.
constexpr std::array<std::string_view, 6> kHeld = {"Event",    "Scoring",   "Stage",
                                                   "HomeTeam", "VisitTeam", "Room"};

std::string value_of(const Board& board, std::string_view tag) {
  const std::string* found = board.tag(tag);
  return found == nullptr ? "" : *found;
}

bool is_closed(const Board& board) {
  return value_of(board, "Room") == "Closed";
}

std::string names_text(const BySeat<std::string>& names) {
  std::string made;
  for (Seat seat : kSeats) {
    std::string name = names[seat];
    std::replace(name.begin(), name.end(), ',', ' ');
    made += (seat == Seat::south ? "" : ",") + name;
  }
  return made;
}

bool is_named(const BySeat<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [](const std::string& name) { return !name.empty(); });
}

std::string hands_text(const Board& board) {
  std::string made;
  if (board.dealer) made += static_cast<char>('1' + distance(Seat::south, *board.dealer));
  for (Seat seat : kSeats) {
    if (seat != Seat::south) made += ',';
    if (!board.known[seat]) continue;
    for (Suit suit : kSuitsFromSpades) {
      made += to_char(suit);
      for (int rank = kRanks - 1; rank >= 0; --rank) {
        if (board.deal[seat].contains(Card(suit, rank_at(rank)))) made += to_char(rank_at(rank));
      }
    }
  }
  return made;
}

std::string call_text(const BoardCall& made) {
  std::string text = made.call == Call::pass() ? "p"
                     : made.call == Call::x()  ? "d"
                     : made.call == Call::xx() ? "r"
                                               : to_string(made.call).substr(0, 2);
  if (made.alerted) text += '!';
  text = field("mb", text);
  if (!made.explanation.empty()) text += field("an", made.explanation);
  return text;
}

bool is_over(const Board& board) {
  const auto auction = board.auction();
  return auction && auction->is_over();
}

class Writer {
 public:
  Writer(std::span<const Board> boards, std::vector<std::string>* lost) : boards_(boards), lost_(lost) {}

  std::string run() {
    if (boards_.empty()) return "";
    head();
    for (const Board& board : boards_) add(board);
    return std::move(out_);
  }

 private:
  void lose(const std::string& what) {
    if (lost_ == nullptr || std::find(lost_->begin(), lost_->end(), what) != lost_->end()) return;
    lost_->push_back(what);
  }

  // Names that hold for every board of their room stand once, at the top.
  void find_names() {
    for (const Board& board : boards_) {
      auto& names = is_closed(board) ? closed_ : open_;
      if (!names) names = board.names;
      shared_ = shared_ && *names == board.names;
    }
    if (!open_) open_ = closed_;
  }

  [[nodiscard]] bool has_own(std::string_view name) const {
    const auto& asides = boards_.front().asides;
    return std::any_of(asides.begin(), asides.end(), [&](const Aside& aside) {
      return aside.after == Aside::kBeforeBoard && aside.field == name;
    });
  }

  void head() {
    find_names();
    const Board& first = boards_.front();
    const std::size_t before = out_.size();
    if (!has_own("vg") && (first.tag("Event") != nullptr || first.tag("HomeTeam") != nullptr)) {
      const std::string scoring = value_of(first, "Scoring");
      const auto part = [&](std::string_view tag) {
        std::string value = value_of(first, tag);
        if (tag != "Event") std::replace(value.begin(), value.end(), ',', ' ');
        return value;
      };
      out_ += field("vg", part("Event") + "," + part("Stage") + "," +
                              (scoring == "IMP"   ? "I"
                               : scoring == "MP"  ? "P"
                               : scoring == "BAM" ? "B"
                                                  : scoring) +
                              "," + first.number + "," + boards_.back().number + "," + part("HomeTeam") +
                              ",0," + part("VisitTeam") + ",0") +
              "\n";
    }
    asides(first, Aside::kBeforeBoard, true);
    if (shared_ && is_named(*open_) && !has_own("pn")) {
      out_ +=
          field("pn", names_text(*open_) + (closed_ && closed_ != open_ ? "," + names_text(*closed_) : ""));
      out_ += "\n";
    }
    if (out_.size() > before) out_ += "pg||\n";
  }

  void asides(const Board& board, int after, bool lines = false) {
    while (next_ < board.asides.size() && board.asides[next_].after <= after) {
      const Aside& aside = board.asides[next_++];
      if (!aside.field.empty() && aside.field.size() != 2) {
        lose(aside.field == "%" ? "lines that begin with %" : "the field " + aside.field);
        continue;
      }
      out_ += field(aside.field.empty() ? "nt" : aside.field, aside.text) + (lines ? "\n" : "");
    }
    if (after == Aside::kBeforeBoard && &board == &boards_.front()) first_next_ = next_;
  }

  void add(const Board& board) {
    next_ = &board == &boards_.front() ? first_next_ : 0;
    asides(board, Aside::kBeforeBoard);
    const std::string room = value_of(board, "Room");
    const bool has_room = room == "Open" || room == "Closed";
    const bool says_number = std::any_of(board.asides.begin(), board.asides.end(),
                                         [](const Aside& aside) { return aside.field == "ah"; });
    const bool has_number = has_room || (!board.number.empty() && !says_number);
    if (has_number) out_ += field("qx", (!has_room ? "" : is_closed(board) ? "c" : "o") + board.number);
    // Without a number the names tell that a board begins.
    if (&board != &boards_.front() && !has_number ? true : !shared_ && is_named(board.names))
      out_ += field("pn", names_text(board.names));
    asides(board, Aside::kBeforeDeal);
    if (board.any_hand_known() || board.dealer) out_ += field("md", hands_text(board));
    if (board.vulnerability)
      out_ += field("sv", std::string(1, "oneb"[static_cast<int>(*board.vulnerability)]));
    asides(board, Aside::kAfterDeal);
    int after = 0;
    for (const BoardCall& call : board.calls) {
      if (call.kind != BoardCall::Kind::regular) lose("irregular calls");
      out_ += call_text(call);
      end_page_ = static_cast<std::size_t>(++after) == board.calls.size() && is_over(board);
      asides(board, after);
    }
    play(board, after);
    if (board.tricks) {
      flush_page();
      out_ += field("mc", std::to_string(*board.tricks));
      end_page_ = true;
    }
    asides(board, std::numeric_limits<int>::max());
    flush_page();
    if (!out_.ends_with('\n')) out_ += '\n';
    for (const BoardTag& tag : board.tags) {
      if (std::find(kHeld.begin(), kHeld.end(), tag.name) == kHeld.end()) lose("the tag " + tag.name);
    }
  }

  void flush_page() {
    if (end_page_) out_ += "pg||\n";
    end_page_ = false;
  }

  void play(const Board& board, int after) {
    PlayHistory history(board.strain.value_or(Strain::no_trump), board.leader.value_or(Seat::west));
    for (Card card : board.play) {
      flush_page();
      out_ += field("pc", to_string(card));
      history.add(card);
      if (history.table().empty()) end_page_ = true;
      asides(board, ++after);
    }
  }

  std::span<const Board> boards_;
  std::vector<std::string>* lost_;
  std::string out_;
  std::size_t next_ = 0;  // of the board's asides
  std::size_t first_next_ = 0;
  bool end_page_ = false;  // before the next call or card
  bool shared_ = true;
  std::optional<BySeat<std::string>> open_;
  std::optional<BySeat<std::string>> closed_;
};

}  // namespace

std::string write(std::span<const Board> boards, std::vector<std::string>* lost) {
  return Writer(boards, lost).run();
}

}  // namespace yomi::lin
