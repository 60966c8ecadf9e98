// `yomi daihinmin learn`: plays preparatory games and fits policies, the estimate and what hands are read
// with.
#include <fmt/format.h>

#include <filesystem>

#include "cluster.h"
#include "daihinmin/daihinmin.h"
#include "output.h"
#include "yomi/daihinmin/learn.h"
#include "yomi/daihinmin/learnt_file.h"
#include "yomi/daihinmin/reinforce.h"
#include "yomi/formats/json.h"

namespace yomi::cli::daihinmin {
namespace {

struct LearnOptions {
  std::string what = "policy";
  std::vector<std::string> players;
  int games = 1000;
  int rounds = 0;
  double rate = 0;
  int threads = 0;
  std::string out;
  std::string date;
  PlayFlags play;
};

// The file's text with the command that makes it again, to the byte, and what it was learnt from.
std::string made(const LearnOptions& options, std::string text, std::string data) {
  std::string command = fmt::format("yomi daihinmin learn {} --players {} --games {} --seed {}", options.what,
                                    fmt::join(options.players, ","), options.games, options.play.seed);
  const auto add = [&](bool given, const std::string& flag) {
    if (given) command += " " + flag;
  };
  add(options.rounds > 0, fmt::format("--rounds {}", options.rounds));
  add(options.rate > 0, fmt::format("--rate {}", options.rate));
  add(options.play.playouts > 0, fmt::format("--playouts {}", options.play.playouts));
  add(!options.play.learnt.empty(), "--learnt " + options.play.learnt);
  return with_origin(std::move(text),
                     {.command = fmt::format("{} --date {} --out {}", command, options.date, options.out),
                      .data = std::move(data)});
}

MatchSettings games_of(const LearnOptions& options) {
  MatchSettings settings;
  for (std::size_t i = 0; i < kPlayers; ++i)
    settings.players[i] = options.players[options.players.size() == 1 ? 0 : i];
  settings.games = options.games;
  settings.session = 50;
  settings.seed = options.play.seed;
  settings.options.playouts = options.play.playouts;
  settings.measure_cpu = false;
  return settings;
}

void report(const LearnOptions& options, const Json& line, const std::string& text) {
  fmt::print("{}\n", options.play.json ? line.dump() : text);
  flush_output();
}

std::string fit_words(const FitReport& fit) {
  return fmt::format("{} decisions, log loss {:.4f} -> {:.4f}, agreement {:.3f}", fit.decisions,
                     fit.log_loss_before, fit.log_loss_after, fit.agreement);
}

Json fit_json(const FitReport& fit) {
  return {{"decisions", fit.decisions},
          {"log_loss_before", fit.log_loss_before},
          {"log_loss_after", fit.log_loss_after},
          {"agreement", fit.agreement}};
}

FitSettings fit_of(const LearnOptions& options) {
  FitSettings fit;
  if (options.rounds > 0) fit.rounds = options.rounds;
  return fit;
}

void learn_policy(const LearnOptions& options, const Learnt& learnt) {
  GamesBar bar("games", options.games);
  MatchCalls calls = bar.calls();
  calls.transport = Cluster::transport();
  const auto lessons =
      or_fail("", play_lessons(games_of(options), learnt, threads_of(options.threads), calls));
  if (Interrupt::requested()) throw Exit{130};
  Policy policy(Breadth::hand);
  const FitReport fitted = fit_policy(policy, lessons.decisions, fit_of(options));
  write_output(options.out + "/policy_hand.txt",
               made(options, to_text(policy),
                    fmt::format("{} games, {} decisions", lessons.games, lessons.decisions.size())));
  Json line = fit_json(fitted);
  line["games"] = lessons.games;
  report(options, line, fmt::format("{} games, {}", lessons.games, fit_words(fitted)));
}

void learn_to_read(const LearnOptions& options, const Learnt& learnt) {
  GamesBar bar("games", options.games * (1 + kNetworkGames));
  MatchCalls calls = bar.calls();
  calls.transport = Cluster::transport();
  const Reading learned = or_fail(
      "", learn_reading(games_of(options), learnt, threads_of(options.threads), calls, fit_of(options)));
  if (Interrupt::requested()) throw Exit{130};
  const std::string data = fmt::format("{} games", learned.games);
  write_output(options.out + "/policy_read.txt", made(options, to_text(*learned.policy), data));
  write_output(options.out + "/tables.txt", made(options, to_text(learned.gives, learned.values), data));
  report(options,
         {{"games", learned.games},
          {"network", fit_json(learned.network)},
          {"players", fit_json(learned.players)},
          {"values", Json(learned.values.value)}},
         fmt::format("games of the network: {}\ngames of the players: {}\na place is worth {:.3f}",
                     fit_words(learned.network), fit_words(learned.players),
                     fmt::join(learned.values.value, " ")));
}

void learn_gamma(const LearnOptions& options, const Learnt& learnt) {
  GamesBar bar("games", options.games);
  auto stays = or_fail("", play_stays(games_of(options), learnt, options.threads, bar.calls()));
  if (Interrupt::requested()) throw Exit{130};
  const std::string data = fmt::format("{} games", options.games);
  int seen = 0;
  for (int decision = 0; decision < kSituations; ++decision) seen += stays.replies(decision) > 0;
  if (options.what == "frequency") {
    write_output(options.out, made(options, to_text(stays.frequencies()), data));
    report(options, {{"games", options.games}, {"situations", seen}},
           fmt::format("{} games, {} of 196 situations seen", options.games, seen));
    return;
  }
  const auto fit = stays.bradley_terry(options.rounds > 0 ? options.rounds : 50);
  write_output(options.out, made(options, to_text(fit.estimate), data));
  report(
      options,
      {{"games", options.games},
       {"situations", seen},
       {"log_likelihood", fit.log_likelihood},
       {"last_change", fit.last_change}},
      fmt::format(
          "{} games, {} of 196 situations seen; log-likelihood a reply {:.4f} (round 1), {:.4f} (round 10), "
          "{:.4f} (last); greatest change of a gamma in the last round {:.2g}",
          options.games, seen, fit.log_likelihood.front(),
          fit.log_likelihood[std::min<std::size_t>(9, fit.log_likelihood.size() - 1)],
          fit.log_likelihood.back(), fit.last_change));
}

void learn_play(const LearnOptions& options, const Learnt& learnt) {
  ReinforceSettings settings;
  settings.games = options.games;
  settings.value = learnt.values.value;
  settings.gives = learnt.gives;
  settings.seed = options.play.seed;
  settings.threads = options.threads;
  if (options.rate > 0) settings.rate = options.rate;
  reinforce(settings, [&](const ReinforceReport& seen, const Policy& policy) {
    report(options,
           {{"games", seen.games},
            {"place", seen.place},
            {"unexplained", seen.unexplained},
            {"entropy", seen.entropy}},
           fmt::format(
               "{} games: mean place {:.3f} from 0, beside base; entropy {:.3f}, baseline leaves {:.3f} of "
               "the variance",
               seen.games, seen.place, seen.entropy, seen.unexplained));
    write_output(options.out + "/policy_play.txt",
                 made(options, to_text(policy), fmt::format("{} games of its own", seen.games)));
    return !Interrupt::requested();
  });
  if (Interrupt::requested()) throw Exit{130};
}

std::vector<std::string> default_players(const std::string& what) {
  if (what == "policy") return {"policy"};
  if (what == "reading") return {"yomi:100", "snowl:200", "yomi:100", "policy", "yomi:100"};
  return {"snowl"};
}

void run_learn(LearnOptions options) {
  options.players = names_in(options.players);
  if (options.players.empty()) options.players = default_players(options.what);
  if (options.players.size() != 1 && options.players.size() != kPlayers)
    fail("", {.what = "expected one player or five"});
  if (options.out.empty()) fail("", {.what = "expected --out"});
  const bool one_file = options.what == "gamma" || options.what == "frequency";
  if (!one_file && !std::filesystem::is_directory(options.out))
    fail("", {.what = "expected a folder to write into", .file = options.out});
  if (options.date.empty()) options.date = today('-');
  const Interrupt interrupt;
  const Learnt learnt = learnt_or_exit(options.play.learnt);
  if (options.what == "policy") {
    learn_policy(options, learnt);
  } else if (options.what == "play") {
    learn_play(options, learnt);
  } else if (options.what == "reading") {
    learn_to_read(options, learnt);
  } else {
    learn_gamma(options, learnt);
  }
}

}  // namespace

void add_learn(Command& app) {
  auto options = std::make_shared<LearnOptions>();
  Command* command = app.add_subcommand("learn", "Learn what players use (estimates, policies) from games");
  command->footer(
      "Examples:\n"
      "  yomi daihinmin learn gamma --players snowl --games 50000 --out gamma_snowl.txt\n"
      "  yomi daihinmin learn frequency --players snowl --games 50000 --out frequency.txt\n"
      "  yomi daihinmin learn policy --games 16000 --out learnt\n"
      "  yomi daihinmin learn reading --games 4000 --out learnt\n"
      "  yomi daihinmin learn play --games 4000000 --out learnt       (on a GPU: yomi-train)");
  command
      ->add_option("what", options->what,
                   "gamma, frequency (estimates), policy (snowl's, by imitation), reading (how yomi reads "
                   "hands; values of "
                   "places) or play (from results)")
      ->check(one_of({"gamma", "frequency", "policy", "reading", "play"}))
      ->shows_default();
  command->add_option("--players", options->players, "One name for all seats, or five");
  command->add_option("--games", options->games, "Games")->check(positive())->shows_default();
  command
      ->add_option("--rounds", options->rounds,
                   "Rounds of the fit; 0: 8 for policy and reading, 50 for gamma")
      ->check(non_negative())
      ->shows_default();
  command->add_option("--rate", options->rate, "Step size for play; 0: 0.003")
      ->check(non_negative())
      ->shows_default();
  add_threads(*command, options->threads);
  command->add_option("--out", options->out, "The file (gamma, frequency) or folder (the others) to write")
      ->required();
  command->add_option("--date", options->date, "The date in the file headers; today unless given");
  add_play_flags(*command, options->play, "JSON lines instead of text");
  command->callback([options] { run_learn(*options); });
}

}  // namespace yomi::cli::daihinmin
