#include "yomi/play/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "yomi/cards/number.h"
#include "yomi/formats/text.h"

namespace yomi::play {
namespace {

// The values of a word, in the order of the enumerators.
template <class Word>
constexpr std::array<std::string_view, 0> kWords{};
template <>
constexpr std::array<std::string_view, 2> kWords<bool>{"off", "on"};
template <>
constexpr std::array<std::string_view, 4> kWords<Engine>{"pimc", "alphamu", "abc", "reader"};
template <>
constexpr std::array<std::string_view, 2> kWords<Ties>{"risk-averse", "cooperative"};
template <>
constexpr std::array<std::string_view, 2> kWords<Method>{"one-pass", "probing"};
template <>
constexpr std::array<std::string_view, 2> kWords<Leaf>{"double-dummy", "quick-tricks"};
template <>
constexpr std::array<std::string_view, 3> kWords<TimeSource>{"wall", "cpu", "nodes"};
template <>
constexpr std::array<std::string_view, 2> kWords<Style>{"experts", "engine"};

// How a value of each type is read and written.
template <class T>
struct Form {
  static constexpr std::string_view kind = "one of";
  static bool read(const Setting& /*row*/, std::string_view text, T& into) {
    const auto found = std::find(kWords<T>.begin(), kWords<T>.end(), text);
    if (found != kWords<T>.end()) into = static_cast<T>(found - kWords<T>.begin());
    return found != kWords<T>.end();
  }
  static std::string write(T value) { return std::string(kWords<T>[static_cast<std::size_t>(value)]); }
};
template <class Number>
struct NumberForm {
  static constexpr std::string_view kind = "a number";
  static bool read(const Setting& row, std::string_view text, Number& into) {
    const auto number = parse_number<Number>(text);
    const bool good =
        number && static_cast<double>(*number) >= row.least && static_cast<double>(*number) <= row.most;
    if (good) into = *number;
    return good;
  }
  static std::string write(Number value) { return fmt::format("{}", value); }
};
template <>
struct Form<int> : NumberForm<int> {};
template <>
struct Form<std::size_t> : NumberForm<std::size_t> {};
template <>
struct Form<double> : NumberForm<double> {};
template <>
struct Form<std::optional<std::chrono::milliseconds>> {
  static constexpr std::string_view kind = "a time such as 2s or 200ms, or off";
  static bool read(const Setting& /*row*/, std::string_view text,
                   std::optional<std::chrono::milliseconds>& into) {
    into = text::parse_duration(text);
    return into.has_value() || text == "off";
  }
  static std::string write(const std::optional<std::chrono::milliseconds>& value) {
    return value ? fmt::format("{}ms", value->count()) : "off";
  }
};
template <>
struct Form<std::optional<Rank>> {
  static constexpr std::string_view kind = "a rank, 2 to 9 or TJQKA, or off";
  static bool read(const Setting& /*row*/, std::string_view text, std::optional<Rank>& into) {
    into = text.size() == 1 ? parse_rank(text[0]) : std::nullopt;
    return into.has_value() || text == "off";
  }
  static std::string write(const std::optional<Rank>& value) {
    return value ? std::string(1, to_char(*value)) : "off";
  }
};

struct Range {
  double least = 0;
  double most = 0;
};
enum class Use : std::uint8_t { flag, text };

// `path` leads from Settings to the member that the row is of.
template <auto... path>
constexpr Setting row(std::string_view name, std::string_view of, Use use, Range range,
                      std::string_view meaning) {
  using T = std::remove_cvref_t<decltype((std::declval<Settings&>().*....*path))>;
  return {.name = name,
          .of = of,
          .is_flag = use == Use::flag,
          .least = range.least,
          .most = range.most,
          .meaning = meaning,
          .set = [](const Setting& self, Settings& settings,
                    std::string_view value) { return Form<T>::read(self, value, (settings.*....*path)); },
          .get = [](const Settings& settings) { return Form<T>::write((settings.*....*path)); },
          .words = [] { return std::vector<std::string>(kWords<T>.begin(), kWords<T>.end()); },
          .kind = Form<T>::kind};
}

constexpr std::array kSettings = {
    row<&Settings::deals>("deals", "all", Use::flag, {0, 1'000'000},
                          "Deals drawn from the chair's belief; 0: 128, of alphamu 20, of abc 12"),
    row<&Settings::beliefs>("beliefs", "reader, abc", Use::flag, {1, 1000},
                            "Deals in each player model of a play-out; pairs of hypotheses in abc"),
    row<&Settings::time>("time", "all", Use::text, {}, "Time limit for a card"),
    row<&Settings::clock>(
        "clock", "all", Use::text, {},
        "What the limit is measured by (cpu in matches); nodes: positions that solvers examine, at a usual "
        "rate"),
    row<&Settings::read_calls>("calls", "all", Use::text, {}, "Read the auction"),
    row<&Settings::use_carding>("carding", "all", Use::text, {}, "Read leads and signals by agreement"),
    row<&Settings::read_cards>("cards", "all", Use::text, {}, "Read the others' cards by the card policy"),
    row<&Settings::style>(
        "style", "all", Use::flag, {},
        "How the others are taken to play: like experts, or like this engine (in matches of programs)"),
    row<&Settings::proposals>("proposals", "all", Use::text, {1, 1000},
                              "Resampling: deals weighed for each one kept"),
    row<&Settings::enumerate_up_to>("enumerate", "all", Use::text, {0, 1'000'000},
                                    "Up to this many layouts are enumerated, not sampled"),
    row<&Settings::lead_prior>("lead-prior", "all", Use::text, {0, 1000},
                               "Weight of the experts' preference among opening leads, in points per nat"),
    row<&Settings::nats_per_trick>("nats", "reader, abc", Use::text, {0, 100},
                                   "How unlikely a card that gives a trick away is, in nats"),
    row<&Settings::cutoff>("cutoff", "reader, abc", Use::text, {0, 10'000},
                           "Points behind the best double-dummy mean at which a card is dropped"),
    row<&Settings::reader, &ReaderSettings::risk>(
        "risk", "reader", Use::flag, {0, 1}, "Share of the double-dummy value mixed into that of a play-out"),
    row<&Settings::reader, &ReaderSettings::significance>(
        "significance", "reader", Use::text, {0, 100},
        "Standard errors by which another card must beat pimc's"),
    row<&Settings::reader, &ReaderSettings::higher>(
        "higher", "reader", Use::text, {1, 100},
        "Factor on the significance for a higher card of the same suit"),
    row<&Settings::reader, &ReaderSettings::gain>(
        "gain", "reader", Use::text, {0.01, 10},
        "The gain that play-outs must tell from none, as a share of a trick's worth"),
    row<&Settings::reader, &ReaderSettings::least_playouts>(
        "least-playouts", "reader", Use::text, {2, 10'000},
        "Play-outs of each card before they decide anything"),
    row<&Settings::reader, &ReaderSettings::most_playouts>(
        "most-playouts", "reader", Use::text, {1, 100},
        "Most play-outs of a card, as a multiple of the deals"),
    row<&Settings::timed_reader, &TimedReaderSettings::lookahead>(
        "lookahead", "timed reader", Use::text, {},
        "Declarer looks ahead non-clairvoyantly: the hidden hands stay hidden"),
    row<&Settings::timed_reader, &TimedReaderSettings::policy_prior>(
        "prior", "timed reader", Use::text, {0, 1},
        "Weight of the card policy's preference for a defender's card, as a share of a trick's worth per "
        "nat"),
    row<&Settings::timed_reader, &TimedReaderSettings::lookahead_tricks>(
        "lookahead-tricks", "timed reader", Use::text, {1, 13},
        "Tricks of that look-ahead, including the one on the table"),
    row<&Settings::timed_reader, &TimedReaderSettings::lookahead_cards>(
        "lookahead-cards", "timed reader", Use::text, {2, 13}, "Most cards that it compares"),
    row<&Settings::timed_reader, &TimedReaderSettings::lookahead_near>(
        "lookahead-near", "timed reader", Use::text, {0, 10},
        "How close to the best they must be, as a share of a trick's worth"),
    row<&Settings::timed_reader, &TimedReaderSettings::lookahead_margin>(
        "lookahead-margin", "timed reader", Use::text, {0, 10},
        "How far ahead of pimc's card another must be after it, as a share of a trick's worth"),
    row<&Settings::timed_reader, &TimedReaderSettings::clearly_preferred>(
        "preferred", "timed reader", Use::text, {0, 100},
        "How many nats the card policy must prefer another card by to replace pimc's"),
    row<&Settings::timed_reader, &TimedReaderSettings::first_pass>(
        "first-pass", "timed reader", Use::text, {0, 1},
        "Share of the time spent on double-dummy values when play-outs are to follow"),
    row<&Settings::alphamu, &AlphaMuSettings::worlds_ahead>("ahead", "alphamu", Use::flag, {1, 3},
                                                            "M: own tricks searched"),
    row<&Settings::abc, &AbcSettings::depth>("depth", "abc", Use::flag, {0, 52},
                                             "Cards looked ahead; 0: to the last card"),
    row<&Settings::abc, &AbcSettings::method>(
        "method", "abc", Use::flag, {},
        "One pass with three values, or the solver asked for the other players' cards"),
    row<&Settings::abc, &AbcSettings::small>("small", "abc", Use::flag, {},
                                             "Cards up to this rank are not told apart (the paper: 9)"),
    row<&Settings::abc, &AbcSettings::leaf>("leaf", "abc", Use::flag, {}, "The value at the depth limit"),
    row<&Settings::abc, &AbcSettings::ties>(
        "ties", "abc", Use::flag, {},
        "Which of several cards that it rates equal another player is taken to play"),
    row<&Settings::policy, &PolicySettings::draws>(
        "draw", "policy", Use::text, {}, "Draw a card by its probability instead of playing the likeliest"),
};

}  // namespace

std::string_view to_string(Engine engine) {
  return kWords<Engine>[static_cast<std::size_t>(engine)];
}

std::optional<Engine> parse_engine(std::string_view text) {
  Engine made{};
  return Form<Engine>::read(kSettings.front(), text, made) ? std::optional(made) : std::nullopt;
}

std::span<const Setting> all_settings() {
  return kSettings;
}

std::string Setting::expected() const {
  const std::vector<std::string> found = words();
  if (found.empty()) return most > 0 ? fmt::format("{} from {} to {}", kind, least, most) : std::string(kind);
  std::string made = found.front();
  for (std::size_t i = 1; i < found.size(); ++i) made += (i + 1 < found.size() ? ", " : " or ") + found[i];
  return made;
}

std::string setting_names() {
  std::string names;
  for (const Setting& one : kSettings) names += (names.empty() ? "" : " ") + std::string(one.name);
  return names;
}

std::optional<Error> change(Settings& settings, std::string_view name, std::string_view value) {
  const auto* found =
      std::find_if(kSettings.begin(), kSettings.end(), [&](const Setting& one) { return one.name == name; });
  if (found == kSettings.end())
    return Error{fmt::format("expected one of {}, found {}", setting_names(), text::quote(name))};
  if (found->set(*found, settings, value)) return std::nullopt;
  return Error{fmt::format("{}: expected {}, found {}", name, found->expected(), text::quote(value))};
}

std::optional<Error> change_all(Settings& settings, std::string_view text) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view item = text.substr(at, end - at);
    const std::size_t sign = item.find('=');
    auto error = sign == std::string_view::npos
                     ? Error{fmt::format("expected name=value with one of {}, found {}", setting_names(),
                                         text::quote(item))}
                     : change(settings, item.substr(0, sign), item.substr(sign + 1));
    if (error) {
      error->column = static_cast<std::uint32_t>(at + 1);
      return error;
    }
    at = end + 1;
  }
  return std::nullopt;
}

Result<Settings> parse_settings(std::string_view text, const Settings& defaults) {
  Settings made = defaults;
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto engine = parse_engine(text.substr(0, colon));
  if (!engine)
    return Error{.what = fmt::format("expected pimc, alphamu, abc or reader, found {}",
                                     text::quote(text.substr(0, colon))),
                 .column = 1};
  made.engine = *engine;
  if (colon == text.size()) return made;
  if (auto error = change_all(made, text.substr(colon + 1))) {
    error->column += static_cast<std::uint32_t>(colon + 1);
    return *error;
  }
  return made;
}

}  // namespace yomi::play
