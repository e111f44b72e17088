#include "tools/lab/bench_figures.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>

#include "games/arena/blocks.hpp"
#include "games/arena/one_game.hpp"
#include "games/bots/random.hpp"
#include "games/bubbles/bots.hpp"
#include "games/bubbles/sweep.hpp"
#include "games/catalog.hpp"
#include "games/fifteen/options.hpp"
#include "games/fifteen/scramble.hpp"
#include "games/nim/options.hpp"
#include "games/reversi/rules.hpp"

namespace engawa::lab {
namespace {

constexpr int kAtOnce = 1024;

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Watch {
 public:
  double seconds() const { return processor_seconds() - begun_; }

 private:
  double begun_ = processor_seconds();
};

// Games per second of processor time. `play` plays some games and returns their number; it is called until the time is up.
template <class Play>
double rate_of(double seconds, Play play) {
  Watch const watch;
  double games = 0;
  do games += play();
  while (watch.seconds() < seconds);
  return games / watch.seconds();
}

template <class G>
double one_at_a_time(typename G::State const& state, double seconds) {
  games::Rng rng(1);
  return rate_of(seconds, [&] {
    (void)games::bots::play_out<G>(state, rng);
    return 1;
  });
}

template <class G>
double many_at_once(typename G::State const& state, double seconds) {
  std::vector<typename G::State> const states(kAtOnce, state);
  std::vector<std::optional<games::Seat>> winners(kAtOnce);
  games::Rng rng(1);
  return rate_of(seconds, [&] {
    games::bots::play_outs<G>(std::span<typename G::State const>(states), rng, winners);
    return kAtOnce;
  });
}

std::unique_ptr<games::Match> start(char const* game, Json const& options, std::uint64_t seed) {
  auto const* const entry = games::find_game(game);
  return entry->start(entry->normalise(options).value(), games::Seed(seed)).value();
}

// The first preset for two or more players.
games::Preset const& preset_of(games::Info const& info) {
  return *std::find_if(info.presets.begin(), info.presets.end(), [](auto const& preset) { return preset.seats > 1; });
}

// A bot that stops the match after `moves` moves or `seconds` seconds.
class Measured final : public arena::Player {
 public:
  Measured(arena::Contender const& contender, Watch const& watch, double seconds, int moves, std::stop_source& enough)
      : bot_(arena::make_bot_player(contender)), watch_(watch), seconds_(seconds), left_(moves), enough_(enough) {}

  Result<Json> move(games::Match const& match, games::Seat seat, std::uint64_t seed, std::stop_token) override {
    auto chosen = bot_->move(match, seat, seed, {});
    if (--left_ == 0 || watch_.seconds() >= seconds_) enough_.request_stop();
    return chosen;
  }
  Result<Json> another(Refusal const& why, std::stop_token) override { return why; }

 private:
  std::unique_ptr<arena::Player> bot_;
  Watch const& watch_;
  double seconds_;
  int left_;
  std::stop_source& enough_;
};

arena::Effort play_some(games::Match& match, arena::Contender const& contender, Watch const& watch, double seconds,
                        std::uint64_t seed) {
  std::stop_source enough;
  std::vector<std::unique_ptr<Measured>> players;
  std::vector<arena::Seated> seats;
  int const moves = match.timed() ? 60 : 4;  // of each seat; the next turn-based game starts at a later stage
  for (int seat = 0; seat < match.seats(); ++seat) {
    players.push_back(std::make_unique<Measured>(contender, watch, seconds, moves, enough));
    seats.push_back({players.back().get(), contender.pace_ms});
  }
  auto const played = arena::play_to_the_end(match, seats, seed, enough.get_token());
  arena::Effort all;
  for (auto const& effort : played.efforts) all += effort;
  return all;
}

MoveCost measure_bot(games::GameEntry const& game, games::BotInfo const& bot, int level, double seconds) {
  auto const& preset = preset_of(game.info());
  auto const contender = arena::read_contender(game.info(), std::string(bot.id) + ":" + std::to_string(level)).value();
  auto const options = game.normalise({{"preset", preset.id}}).value();
  auto const begin = [&](games::Seed const& seed) { return game.start(options, seed).value(); };
  bool const timed = begin(games::Seed(1))->timed();
  arena::Effort all;
  play_some(*begin(games::Seed(1)), contender, Watch(), 0, 0);  // initialisation at the first use does not count
  Watch const watch;
  for (int round = 0; all.moves < 3 || watch.seconds() < seconds; ++round) {
    auto const match = arena::open_game(begin, timed ? 0 : round % 6 * 10, static_cast<std::uint64_t>(round));
    all += play_some(*match, contender, watch, seconds, static_cast<std::uint64_t>(round));
  }
  auto const us = [](std::chrono::nanoseconds time) { return std::chrono::duration<double, std::micro>(time).count(); };
  return {std::string(game.info().id),
          std::string(preset.id),
          std::string(bot.id),
          level,
          all.moves,
          us(all.cpu) / static_cast<double>(all.moves),
          us(all.longest)};
}

}  // namespace

std::vector<PlayoutRate> measure_playouts(Effort const& effort) {
  using Reversi = games::reversi::Reversi<std::uint64_t>;
  std::vector<PlayoutRate> rates;
  for (auto const& preset : games::reversi::presets()) {
    auto const state = Reversi::start(preset.variant);
    rates.push_back({"reversi", preset.variant.preset, 1, one_at_a_time<Reversi>(state, effort.seconds)});
    rates.push_back({"reversi", preset.variant.preset, kAtOnce, many_at_once<Reversi>(state, effort.seconds)});
  }
  using games::bubbles::Bubbles, games::fifteen::Fifteen, games::nim::Nim;
  auto const nim = games::nim::start_position(*games::nim::read_options({{"preset", "753"}}), 0);
  rates.push_back({"nim", "753", 1, one_at_a_time<Nim>(nim, effort.seconds)});
  auto const race = games::fifteen::start_race(*games::fifteen::read_options({{"preset", "race"}}), 0);
  rates.push_back({"fifteen", "race", 1, one_at_a_time<Fifteen>(race, effort.seconds)});
  auto const duel = Bubbles::start(games::bubbles::Settings{}, std::nullopt, 1);
  rates.push_back({"bubbles", "duel", 1, one_at_a_time<Bubbles>(duel, effort.seconds)});
  return rates;
}

std::vector<PerftRate> measure_perft(Effort const& effort) {
  std::vector<PerftRate> rates;
  for (auto const& [preset, depth] : {std::pair{"five", 8}, {"seed", 6}, {"classic", 10}}) {
    auto const match = start("reversi", {{"preset", preset}}, 1);
    Watch const watch;
    auto const nodes = match->perft(depth - effort.perft_less);
    rates.push_back({preset, depth - effort.perft_less, nodes, watch.seconds()});
  }
  return rates;
}

std::vector<MoveCost> measure_bots(Effort const& effort) {
  std::vector<MoveCost> costs;
  for (auto const& game : games::catalog())
    for (auto const& bot : game.info().bots)
      for (int level = bot.first_level; level <= bot.last_level(); ++level)
        costs.push_back(measure_bot(game, bot, level, effort.seconds / 4));
  return costs;
}

std::vector<SearchRate> measure_searches(Effort const& effort) {
  std::vector<SearchRate> rates;
  for (auto const* preset : {"five", "seed", "classic"}) {
    auto const match = start("reversi", {{"preset", preset}}, 1);
    (void)match->hint(match->to_act().first(), {{}, 3000}, 1, {}).value();  // reads the weights
    Watch const watch;
    match->hint(match->to_act().first(), {{}, effort.iterations}, 1, {}).value();
    rates.push_back({preset, effort.iterations, static_cast<double>(effort.iterations) / watch.seconds()});
  }
  return rates;
}

SolverCost measure_solver(Effort const& effort, std::filesystem::path const& cache) {
  SolverCost cost;
  auto const begun = std::chrono::steady_clock::now();
  games::find_game("fifteen")->prepare(cache, {});
  cost.prepare_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
  std::vector<double> times;
  for (int board = 0; board < effort.boards; ++board) {
    auto const match = start("fifteen", {{"preset", "solo"}}, static_cast<std::uint64_t>(board) + 1);
    Watch const watch;
    auto const solution = match->solve({}, {}).value();
    times.push_back(1000 * watch.seconds());
    cost.optimal += solution["optimal"] == true;
    cost.mean_length += solution["length"].get<double>() / effort.boards;
    cost.mean_ms += times.back() / effort.boards;
  }
  std::sort(times.begin(), times.end());
  cost.boards = effort.boards;
  cost.p99_ms = times[times.size() * 99 / 100];
  cost.longest_ms = times.back();
  return cost;
}

// On fields of a game that the strongest bot plays against itself.
ShotCost measure_shots(Effort const& effort) {
  using Game = games::bubbles::Bubbles;
  auto const& strongest = games::find_game("bubbles")->info().bots.back();
  games::Rng rng(1);
  double flying = 0, sweeping = 0, flights = 0, shots = 0;
  auto state = Game::start(games::bubbles::Settings{}, std::nullopt, 1);
  for (Watch const watch; watch.seconds() < effort.seconds; ++shots) {
    if (Game::to_act(state).empty()) state = Game::start(games::bubbles::Settings{}, std::nullopt, rng.next());
    auto const seat = games::bots::next_mover<Game>(state, rng);
    games::bubbles::Sky const sky(state.fields[seat].grid);
    Watch const flight;
    for (int angle = -games::bubbles::kMaxAngle; angle <= games::bubbles::kMaxAngle; angle += 4, ++flights)
      (void)sky.fly(angle).steps;
    flying += flight.seconds();
    Watch const sweep;
    (void)games::bubbles::sweep(sky, games::bubbles::kAimable).size();
    sweeping += sweep.seconds();
    Game::set_now(state, std::max(state.now, Game::ready_at(state, seat)));
    games::Thinking mind({}, rng.next(), {});
    Game::apply(state, seat, games::Bots<Game>::choose(state, seat, strongest.id, strongest.last_level(), mind));
  }
  return {1e9 * flying / flights, 1e6 * sweeping / shots};
}

}  // namespace engawa::lab
