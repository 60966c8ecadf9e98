#include "play_options.h"

#include <fmt/core.h>

#include "command.h"
#include "input.h"
#include "yomi/formats/text.h"
#include "yomi/play/system_reader.h"

namespace yomi::cli {
namespace {

[[noreturn]] void fail(const std::string& what) {
  fmt::print(stderr, "yomi: {}\n", what);
  throw Exit{2};
}

}  // namespace

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

play::Settings without_signals(play::Settings settings) {
  settings.use_carding = false;
  settings.read_cards = false;
  return settings;
}

void PlayFlags::add_to(Command& command) {
  command.add_option("--engine", engine, "pimc, alphamu, abc or reader")
      ->check(one_of({"pimc", "alphamu", "abc", "reader"}));
  command
      .add_option("--deals", deals,
                  "Deals drawn from the chair's belief; as many as suit the engine unless given")
      ->check(range(1, 1'000'000));
  command.add_option("--beliefs", beliefs, "Deals in each player's belief; pairs of hypotheses in abc")
      ->check(range(1, 1000));
  time.add_to(command);
  command.add_option("--seed", seed, "Seed of all random draws");
  command.add_option("--threads", threads, "Threads; all cores unless given")->check(range(1, 1024));
  command.add_option("--method", method, "How abc is computed")->check(one_of({"one-pass", "probing"}));
  command.add_option("--depth", depth, "Cards that abc looks ahead; 0: to the last card")
      ->check(range(0, 52));
  command.add_option("--small", small, "Cards up to this rank are not told apart in abc (the paper: 9)")
      ->value_name("RANK");
  command.add_option("--leaf", leaf, "What abc takes for a value at its depth")
      ->check(one_of({"double-dummy", "quick-tricks"}));
  command.add_option("--ties", ties, "Among cards that another player rates equal (abc)")
      ->check(one_of({"risk-averse", "cooperative"}));
  command.add_option("--others", others, "beginner: the others take every lead and signal at face value")
      ->check(one_of({"expert", "beginner"}));
  command.add_option("--ahead", worlds_ahead, "M of alphamu: own tricks searched")->check(range(1, 3));
  command
      .add_option(
          "--style", style,
          "How the others are taken to play: like experts, or like this engine (in matches of programs)")
      ->check(one_of({"experts", "engine"}));
  command.add_option("--risk", risk, "The share of the double-dummy value in reader's")
      ->check(range(0.0, 1.0));
  command.add_option(
      "--system", system,
      "The system by which calls are read when the record does not explain any; none: they are not");
  command.add_option("--carding", carding, "A file of carding agreements in place of the built-in ones");
}

play::Settings PlayFlags::settings() const {
  play::Settings made;
  made.engine = *play::parse_engine(engine);
  made.deals = deals;
  if (beliefs > 0) made.beliefs = beliefs;
  made.time = time.for_card();
  made.seed = seed;
  made.threads = threads;
  made.method = method == "probing" ? play::Method::probing : play::Method::one_pass;
  made.ties = ties == "cooperative" ? play::Ties::cooperative : play::Ties::risk_averse;
  if (depth >= 0) made.depth = depth;
  if (!small.empty()) {
    made.small = small.size() == 1 ? parse_rank(small[0]) : std::nullopt;
    if (!made.small) fail("--small: expected a rank, 2 to 9 or TJQKA, found '" + small + "'");
  }
  made.leaf = leaf == "quick-tricks" ? play::Leaf::quick_tricks : play::Leaf::double_dummy;
  if (worlds_ahead > 0) made.worlds_ahead = worlds_ahead;
  if (risk >= 0) made.risk = risk;
  made.style = play::parse_style(style).value_or(made.style);
  return made;
}

play::Carding PlayFlags::read_carding() const {
  play::Carding made = play::default_carding();
  if (!carding.empty()) {
    const auto text = read_input(carding);
    if (!text) fail(text.error().to_string());
    const auto parsed = play::parse_carding(*text, input_name(carding));
    if (!parsed) fail(parsed.error().to_string());
    made = *parsed;
  }
  if (others == "beginner") made.take_at_face_value();
  return made;
}

std::shared_ptr<const play::CallReader> PlayFlags::call_reader() const {
  if (system == "none") return nullptr;
  auto loaded = bidding::find_system(system);
  if (!loaded) fail("--system: " + loaded.error().to_string());
  const auto shared = std::make_shared<const bidding::System>(std::move(loaded.value()));
  return std::make_shared<play::SystemReader>(std::array{shared, shared});
}

}  // namespace yomi::cli
