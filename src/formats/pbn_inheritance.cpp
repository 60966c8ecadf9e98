#include "pbn_inheritance.h"

#include <algorithm>
#include <utility>

#include "pbn_internal.h"

namespace yomi::pbn {
namespace {

constexpr std::size_t kMaxRemembered = 1'000;  // names whose last value is kept for "#"
constexpr std::size_t kMaxHeader = 64;         // names set by "##"

constexpr std::array<std::string_view, 5> kOfBoard = {"Event", "Board", "Dealer", "Vulnerable", "Deal"};

// Nothing that identifies the board, but an auction, play or contract.
bool repeats_board(const Record& record) {
  const auto has = [&](std::string_view name) { return record.find(name) != nullptr; };
  return !record.tags.empty() && find_name(kOfBoard, record.tags[0].name) == kOfBoard.size() &&
         std::none_of(kOfBoard.begin(), kOfBoard.end(), has) &&
         (has("Auction") || has("Play") || has("Contract"));
}

}  // namespace

void Inheritance::repeat_board(Record& record) {
  for (Remembered& last : last_) {
    if (last.board + 1 != board_ || last.value.empty()) continue;
    if (find_name(kOfBoard, last.name) == kOfBoard.size()) continue;
    record.inherited.emplace_back(last.name, last.value);
    last.board = board_;
  }
}

void Inheritance::apply(Record& record) {
  record.header = header_;
  ++board_;
  if (repeats_board(record)) repeat_board(record);
  std::size_t hint = 0;
  for (const Tag& tag : record.tags) {
    if (may_not_inherit(tag.name) || std::string_view(tag.name) == "Note") continue;
    Remembered* const last = remembered(tag.name, hint);
    if (last != nullptr && std::exchange(last->board, board_) == board_)
      continue;  // its second in this board
    if (tag.value == "#") {
      record.inherited.emplace_back(tag.name, last == nullptr ? "" : last->value);
      continue;
    }
    const bool for_all = tag.value.starts_with("##");
    const std::string_view value = std::string_view(tag.value).substr(for_all ? 2 : 0);
    if (last != nullptr) last->value = value;
    if (for_all || header_) set_header(tag.name, value, for_all);
  }
}

// Boards of a file have their tags in one order, so the entry after that of the tag before is tried first.
Inheritance::Remembered* Inheritance::remembered(std::string_view name, std::size_t& hint) {
  const auto is_it = [&](const Remembered& one) { return one.name == name; };
  auto found = hint < last_.size() && is_it(last_[hint]) ? last_.begin() + static_cast<std::ptrdiff_t>(hint)
                                                         : std::find_if(last_.begin(), last_.end(), is_it);
  if (found == last_.end()) {
    if (last_.size() >= kMaxRemembered) return nullptr;
    found = last_.insert(found, Remembered{.name = std::string(name)});
  }
  hint = static_cast<std::size_t>(found - last_.begin()) + 1;
  return &*found;
}

// `is_new`: also where the header does not have it yet.
void Inheritance::set_header(std::string_view name, std::string_view value, bool is_new) {
  const auto held = [&](const Inherited& header) {
    return std::find_if(header.begin(), header.end(), [&](const auto& entry) { return entry.first == name; });
  };
  const bool is_held = header_ && held(*header_) != header_->end();
  if (!is_new && !is_held) return;
  auto header = std::make_shared<Inherited>(header_ ? *header_ : Inherited{});
  if (is_held) {
    (*header)[static_cast<std::size_t>(held(*header_) - header_->begin())].second = value;
  } else if (header->size() < kMaxHeader) {
    header->emplace_back(name, value);
  }
  header_ = std::move(header);
}

}  // namespace yomi::pbn
