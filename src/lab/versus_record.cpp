#include "yomi/lab/versus_record.h"

#include <fmt/core.h>

#include <cmath>

#include "yomi/cards/number.h"
#include "yomi/formats/text.h"

namespace yomi::lab {
namespace {

constexpr std::string_view kColumns =
    "line,role,contract,declarer,vul,tricks_1,tricks_2,points_1,points_2,imps,parted,cpu_ms_1,cpu_ms_2,"
    "asked_1,asked_2,searched_1,searched_2,cut_1,cut_2,deal";

std::string digits(const std::array<std::uint8_t, 13>& counts) {
  std::string text;
  for (std::uint8_t count : counts) text += static_cast<char>('0' + count);
  return text;
}

// Takes the fields of a line one by one; after the first error it gives nothing more.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}

  std::string_view text() {
    ++number_;
    if (done_) {
      fail("a further field");
      return {};
    }
    const std::size_t comma = rest_.find(',');
    const std::string_view field = rest_.substr(0, comma);
    done_ = comma == std::string_view::npos;
    rest_ = done_ ? std::string_view{} : rest_.substr(comma + 1);
    field_ = field;
    return field;
  }

  template <class Number>
  Number number(Number least, Number most) {
    if (const auto made = parse_number<Number>(text()); made && *made >= least && *made <= most) return *made;
    fail(fmt::format("a number from {} to {}", least, most));
    return least;
  }

  // A field read by a parse() function.
  template <class Parse>
  auto parsed(Parse parse, const char* expected) {
    const auto made = parse(text());
    if (!made) fail(expected);
    return made ? *made : std::decay_t<decltype(*made)>{};
  }

  std::array<std::uint8_t, 13> counts() {
    const std::string_view field = text();
    std::array<std::uint8_t, 13> made{};
    bool good = field.size() == made.size();
    for (std::size_t i = 0; good && i < made.size(); ++i) {
      good = field[i] >= '0' && field[i] <= '2';
      made[i] = static_cast<std::uint8_t>(field[i] - '0');
    }
    if (!good) fail("thirteen digits from 0 to 2");
    return made;
  }

  void fail(const std::string& expected) {
    if (error_.what.empty()) {
      error_ = {.what = "expected " + expected + ", found " +
                        (done_ && field_.empty() ? "nothing" : text::quote(field_)),
                .column = number_};
    }
  }

  [[nodiscard]] bool at_end() const { return done_; }
  [[nodiscard]] const Error& error() const { return error_; }

 private:
  std::string_view rest_;
  std::string_view field_;
  std::uint32_t number_ = 0;
  bool done_ = false;
  Error error_{};
};

}  // namespace

std::string_view versus_columns() {
  return kColumns;
}

std::string to_csv(const VersusRecord& record) {
  const auto& [first, second] = record.outcome.players;
  const auto& parted = record.outcome.parted;
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.3f},{:.3f},{},{},{},{},{},{},{}", record.line,
                     to_string(record.role), to_string(record.contract), to_char(record.contract.declarer),
                     to_string(record.vulnerability), first.tricks, second.tricks, first.points,
                     second.points, record.outcome.imps(), parted ? std::to_string(*parted) : "",
                     1e3 * first.cpu_seconds, 1e3 * second.cpu_seconds, digits(first.asked),
                     digits(second.asked), digits(first.searched), digits(second.searched), first.cut_short,
                     second.cut_short, to_string(record.deal));
}

Result<VersusRecord> parse_versus_record(std::string_view line) {
  Fields fields(line);
  VersusRecord made;
  made.line = fields.number<std::int64_t>(1, 1'000'000'000'000);
  made.role = fields.parsed(parse_role, "declarer or defence");
  made.contract =
      fields.parsed([](std::string_view text) { return parse_contract(text, Seat::north); }, "a contract");
  made.contract.declarer =
      fields.parsed([](std::string_view text) { return text.size() == 1 ? parse_seat(text) : std::nullopt; },
                    "N, E, S or W");
  made.vulnerability = fields.parsed(parse_vulnerability, "a vulnerability");
  auto& [first, second] = made.outcome.players;
  first.tricks = fields.number(0, 13);
  second.tricks = fields.number(0, 13);
  first.points = fields.number(-10'000, 10'000);
  second.points = fields.number(-10'000, 10'000);
  const int imps = fields.number(-24, 24);
  if (imps != made.outcome.imps()) fields.fail(fmt::format("{} (from the points)", made.outcome.imps()));
  const auto parted = fields.text();
  if (!parted.empty()) {
    const auto card = parse_number<int>(parted);
    if (!card || *card < 0 || *card > 51)
      fields.fail("nothing or a number from 0 to 51");
    else
      made.outcome.parted = *card;
  }
  first.cpu_seconds = 1e-3 * fields.number<double>(0, 1e12);
  second.cpu_seconds = 1e-3 * fields.number<double>(0, 1e12);
  first.asked = fields.counts();
  second.asked = fields.counts();
  first.searched = fields.counts();
  second.searched = fields.counts();
  first.cut_short = fields.number(0, 52);
  second.cut_short = fields.number(0, 52);
  made.deal = fields.parsed(
      [](std::string_view text) -> std::optional<Deal> {
        const auto deal = parse_deal(text);
        if (!deal || !deal->is_full()) return std::nullopt;
        return *deal;
      },
      "a full deal");
  if (!fields.at_end()) fields.fail("the end of the line after the deal");
  if (!fields.error().what.empty()) return fields.error();
  return made;
}

}  // namespace yomi::lab
