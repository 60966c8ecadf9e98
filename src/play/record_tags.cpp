#include "yomi/play/record_tags.h"

namespace yomi::play {

Result<CardSet> parse_candidates(const std::string& text, CardSet legal) {
  CardSet made;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" ,", at), text.size());
    const std::string word = text.substr(at, end - at);
    const auto column = static_cast<std::uint32_t>(at + 1);
    at = end + 1;
    if (word.empty()) continue;
    if (const auto card = parse_card(word)) {
      if (!legal.contains(*card)) return Error{"'" + word + "' cannot be played here", {}, 0, column};
      made.insert(*card);
      continue;
    }
    const auto suit = word.size() == 1 ? parse_suit(word[0]) : std::nullopt;
    if (!suit) return Error{"expected a suit or a card, found '" + word + "'", {}, 0, column};
    if (legal.in(*suit).empty()) return Error{"no card of '" + word + "' can be played here", {}, 0, column};
    made |= legal.in(*suit);
  }
  if (made.empty()) return Error{"expected a suit or a card, found nothing", {}, 0, 1};
  return made;
}

Result<CardSet> tagged_candidates(const Board& board, CardSet legal) {
  const std::string* text = board.tag("Candidates");
  if (text == nullptr) return CardSet{};
  const auto candidates = parse_candidates(*text, legal);
  if (candidates) return *candidates;
  return Error{"Candidates: " + candidates.error().what};
}

bool has_signals(const Board& board) {
  const std::string* text = board.tag("Signals");
  return text == nullptr || *text != "none";
}

Settings without_signals(Settings settings) {
  settings.use_carding = false;
  settings.read_cards = false;
  settings.nats_per_trick = 0;
  return settings;
}

}  // namespace yomi::play
