#include <fmt/format.h>

#include <memory>
#include <thread>

#include "yomi/net/stream.h"
#include "yomi/table/seat.h"

namespace yomi::table {
namespace {

using net::Clock;

Clock::time_point in(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

constexpr auto kStep = std::chrono::milliseconds(200);

class SeatClient {
 public:
  SeatClient(const SeatSettings& settings, agent::Player& player, const std::function<bool()>& stop)
      : settings_(settings), stop_(stop), session_(settings.seat, clean_name(settings.team), player) {}

  Result<SeatReport> run() {
    double patience = settings_.seconds_to_connect;
    for (;;) {
      const bool was_seated = session_.seated();
      auto lost = connect_and_play(patience);
      SeatReport report = session_.report();
      if (!lost) {
        if (!was_seated) return lost.error();
        report.trouble = lost.error().what;
        return report;
      }
      report.trouble = *lost;
      if (report.over || stopped()) return report;
      if (!session_.seated()) return Error{.what = fmt::format("got no seat: {}", *lost)};
      if (settings_.seconds_to_return <= 0) return report;
      log(fmt::format("{}; coming back", *lost));
      patience = settings_.seconds_to_return;
    }
  }

 private:
  [[nodiscard]] bool stopped() const { return stop_ && stop_(); }
  void log(const std::string& what) const {
    if (settings_.log) settings_.log(what);
  }

  // Why the connection ended; the error: why there was none.
  Result<std::string> connect_and_play(double patience) {
    const auto limit = in(patience);
    std::string refusal;
    for (;;) {
      auto socket = net::connect_to(settings_.host, settings_.port);
      if (socket) {
        net::Stream stream(std::move(*socket));
        refusal.clear();
        play_on(stream, refusal);
        if (session_.seated() || stopped()) return stream.trouble();
        if (refusal.empty()) refusal = stream.trouble();
      }
      if (stopped()) return std::string("stopped");
      // Also a refusal may pass: the server may not have noticed yet that the seat is free.
      if (Clock::now() >= limit) return socket ? Error{.what = "got no seat: " + refusal} : socket.error();
      std::this_thread::sleep_for(kStep);
    }
  }

  void play_on(net::Stream& stream, std::string& refusal) {
    say(stream, session_.begin());
    auto silent_until = in(settings_.seconds_to_wait);
    auto lead_at = in(settings_.seconds_to_lead);
    while (stream.open() && !stopped()) {
      if (auto line = stream.take_line(kLongestLine)) {
        if (settings_.on_line) settings_.on_line(*line, false);
        const int odd = session_.report().odd;
        say(stream, session_.hear(*line));
        if (!session_.seated() && session_.report().odd > odd) refusal = *line;
        if (session_.report().over) stream.close("end of session");
        silent_until = in(settings_.seconds_to_wait);
        lead_at = in(settings_.seconds_to_lead);
      } else if (stream.open() && !stream.wait(Clock::now() + kStep) && stream.open()) {
        if (settings_.seconds_to_wait > 0 && Clock::now() > silent_until)
          stream.close("the server is silent");
        else if (Clock::now() > lead_at)
          say(stream, session_.hear_nothing());
      }
    }
    if (stopped()) stream.close("stopped");
  }

  void say(net::Stream& stream, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      if (settings_.on_line) settings_.on_line(line, true);
      stream.send(line + "\r\n");
      stream.flush();
    }
  }

  const SeatSettings& settings_;
  const std::function<bool()>& stop_;
  SeatSession session_;
};

}  // namespace

Result<SeatReport> play_seat(const SeatSettings& settings, agent::Player& player,
                             const std::function<bool()>& stop) {
  return SeatClient(settings, player, stop).run();
}

}  // namespace yomi::table
