#include "tools/lab/bot_match.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "clients/console/loop.hpp"
#include "tools/lab/gtp_player.hpp"
#include "tools/lab/program_player.hpp"

namespace engawa::lab {

using cli::misuse, cli::width, cli::pad, cli::harmless;

namespace {

Outcome<Json> read_game_options(Options const& options, games::GameEntry const& game) {
  Json wish = Json::object();
  if (!options.preset.empty()) wish = {{"preset", options.preset}};
  if (!options.game_options.empty()) {
    auto const own = parse_json(options.game_options);
    if (!own) return misuse("--options: " + own.error().message);
    wish = *own;
  }
  auto normal = game.normalise(wish);
  if (!normal) return misuse(normal.error().message);
  return cli::success(std::move(*normal));
}

// As short as possible: with the level only if there are several.
std::string name_of(games::BotInfo const& bot, int level) {
  return std::string(bot.id) + (bot.last_level() == 1 ? "" : ":" + std::to_string(level));
}

Outcome<std::vector<arena::Contender>> read_contenders(Options const& options, games::Info const& info) {
  std::vector<arena::Contender> contenders;
  for (auto const& text : options.bots) {
    auto contender = arena::read_contender(info, text);
    if (!contender) return misuse(text + ": " + contender.error().message);
    contenders.push_back(std::move(*contender));
  }
  if (options.bots.empty() && options.all_bots)
    for (auto const& bot : info.bots)
      for (int level = bot.first_level; bot.listed && level <= bot.last_level(); ++level)
        contenders.push_back(arena::read_contender(info, name_of(bot, level)).value());
  if (options.budget_ms)
    for (auto& contender : contenders)
      if (auto& budget = contender.budget; budget.time.count() == 0 && budget.iterations == 0)
        budget.time = std::chrono::microseconds(static_cast<std::int64_t>(*options.budget_ms * 1000));
  int number = 0;
  for (auto const& command : options.programs) contenders.push_back(arena::program(command, ++number));
  number = 0;
  for (auto const& command : options.engines) contenders.push_back(arena::program(command, ++number, true));
  if (options.pace_ms)
    for (auto& contender : contenders) contender.pace_ms = *options.pace_ms;
  return contenders;
}

// Turn-based games vary by random opening moves, timed games by their start position.
Outcome<int> read_opening(Options const& options, games::Match const& match) {
  if (!match.timed()) return options.opening.value_or(match.seats());
  if (options.opening.value_or(0) == 0) return 0;
  return misuse("--opening is for games of turns: the start of this one is another for each block");
}

}  // namespace

Outcome<Start> read_start(Options const& options) {
  auto const game = cli::read_game(options.game);
  if (!game) return game.error();
  auto const wish = read_game_options(options, **game);
  if (!wish) return wish.error();
  return Start{*game, *wish};
}

Outcome<BotMatch> read_bot_match(Options const& options) {
  auto const start = read_start(options);
  if (!start) return start.error();
  auto const& [game, wish] = *start;
  auto contenders = read_contenders(options, game->info());
  if (!contenders) return contenders.error();
  if (!options.engines.empty() && (game->info().id != "reversi" || wish != Json{{"preset", "classic"}}))
    return misuse("--gtp is for engines of Othello: add --preset classic");
  BotMatch match;
  match.game = game->info().id;
  match.title = match.game + " " + wish.value("preset", std::string("(own options)"));
  match.options = wish.dump();
  match.seats = game->seats(wish);
  if (match.seats < 2) return misuse("a match needs a game for two or more, and this has one seat");
  match.contenders = std::move(*contenders);
  match.setting.start = [start = *start](games::Seed const& seed) { return start.begin(seed); };
  auto const opening = read_opening(options, *match.setting.start(games::Seed(options.seed)));
  if (!opening) return opening.error();
  match.setting.opening = *opening;
  match.setting.seed = options.seed;
  match.setting.threads = options.threads;
  auto const limit = std::chrono::seconds(options.timeout_s);
  match.setting.make_player = [limit](arena::Contender const& contender) -> std::unique_ptr<arena::Player> {
    if (contender.gtp) return std::make_unique<GtpPlayer>(contender.command, limit);
    return std::make_unique<ProgramPlayer>(contender.command, limit);
  };
  cli::prepare_game(*game, cli::cache_folder(), options.language());
  return match;
}

// A thread waits for signals meanwhile, so that programs are ended and partial results are printed.
bool play_bot_match(BotMatch const& match, arena::Seatings const& seatings, int count, arena::TakeBlock const& take) {
  std::stop_source interrupted;
  cli::Loop signals;
  signals.on_signals({SIGINT, SIGTERM}, [&](int) { interrupted.request_stop(); });
  std::jthread const watcher([&] { signals.run(); });
  arena::play_blocks(match.setting, match.contenders, seatings, count, take, interrupted.get_token());
  signals.post([&] { signals.stop(0); });
  return !interrupted.stop_requested();
}

std::optional<Progress> watch(Options const& options, std::string_view en, std::string_view ja,
                              std::function<double()> share) {
  if (options.quiet || options.verbose) return std::nullopt;
  Tongue const say{options.language()};
  return std::make_optional<Progress>(say(en, ja), std::move(share), say.lang == cli::Lang::Ja);
}

void print_contenders(Console const& output, BotMatch const& match, std::vector<Column> const& columns) {
  int name_width = 4;
  for (auto const& contender : match.contenders) name_width = std::max(name_width, width(contender.name));
  std::string heading(static_cast<std::size_t>(name_width), ' ');
  std::vector<int> widths;
  for (auto const& column : columns) {
    int most = width(column.heading);
    for (std::size_t i = 0; i < match.contenders.size(); ++i) most = std::max(most, width(column.figure(i)));
    widths.push_back(most);
    heading += "  " + std::string(static_cast<std::size_t>(most - width(column.heading)), ' ') + column.heading;
  }
  output.line(heading);
  for (std::size_t i = 0; i < match.contenders.size(); ++i) {
    auto line = pad(harmless(match.contenders[i].name), name_width);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      auto const figure = columns[c].figure(i);
      line += "  " + std::string(static_cast<std::size_t>(widths[c] - width(figure)), ' ') + figure;
    }
    output.line(line);
  }
}

std::vector<Column> effort_columns(Tongue const& say, BotMatch const& match, std::vector<arena::Tally> const& tallies) {
  auto const milliseconds = [&match](std::size_t i, std::chrono::nanoseconds time, std::int64_t moves) {
    if (moves == 0 || match.contenders[i].is_program()) return std::string("-");
    return fixed(std::chrono::duration<double, std::milli>(time).count() / static_cast<double>(moves), 3);
  };
  return {
      {say("first", "1位"), [&](std::size_t i) { return fixed(tallies[i].firsts, 1); }},
      {say("seats", "席数"), [&](std::size_t i) { return std::to_string(tallies[i].seats); }},
      {say("moves", "着手"), [&](std::size_t i) { return std::to_string(tallies[i].effort.moves); }},
      {say("CPU ms/move", "CPU ms/手"),
       [&, milliseconds](std::size_t i) { return milliseconds(i, tallies[i].effort.cpu, tallies[i].effort.moves); }},
      {say("longest", "最長"),
       [&, milliseconds](std::size_t i) { return milliseconds(i, tallies[i].effort.longest, 1); }},
      {say("lost by fault", "失格"), [&](std::size_t i) { return std::to_string(tallies[i].faults); }},
  };
}

void tell_faults(Console const& output, BotMatch const& match, std::vector<arena::Tally> const& tallies) {
  auto const& say = output.say();
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    if (tallies[i].faults == 0) continue;
    auto const& why = tallies[i].last_fault;
    output.note(harmless(match.contenders[i].name) + say(" lost ", "：失格 ") + std::to_string(tallies[i].faults) +
                say(" games by giving no legal move; the last time: ", " 局（打てる手を返さなかった）。最後の理由：") +
                harmless(why.message) + " [" + why.code + "]");
  }
}

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

}  // namespace engawa::lab
