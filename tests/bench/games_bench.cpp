// Figures of the games on one core: random playouts of every game in the catalogue, the bubble shooter's flights and bot, and the
// solver of the 15-puzzle. Prints one line per figure; takes a minute or two, most of it for the article's scrambles.
// `games_bench CACHE` keeps the tables in that folder, so that a second run shows how long mapping takes.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/standard_streams.hpp"
#include "games/bots/random.hpp"
#include "games/bubbles/bots.hpp"
#include "games/bubbles/sweep.hpp"
#include "games/catalog.hpp"
#include "games/fifteen/options.hpp"
#include "games/fifteen/pattern_tables.hpp"
#include "games/fifteen/scramble.hpp"
#include "games/fifteen/solver.hpp"
#include "games/nim/options.hpp"
#include "games/reversi/rules.hpp"

namespace {

using namespace engawa::games;
// Processor time of this program, so that other programs do not count.
struct CpuClock {
  using time_point = std::clock_t;
  static time_point now() { return std::clock(); }
};

double ms_since(CpuClock::time_point start) {
  return static_cast<double>(std::clock() - start) * 1000 / CLOCKS_PER_SEC;
}

// Whole random games from `state`, as many as fit into a second.
template <class G>
void playouts(char const* what, typename G::State const& state) {
  Rng rng(1);
  long games = 0, decided = 0;
  auto const start = CpuClock::now();
  do {
    decided += bots::play_out<G>(state, rng).has_value();
    ++games;
  } while (ms_since(start) < 1000);
  double const rate = static_cast<double>(games) / ms_since(start) * 1000;
  std::printf("playouts %s: %.0f/s (%.1f %% with a sole winner)\n", what, rate,
              100.0 * static_cast<double>(decided) / static_cast<double>(games));
}

// The same, many at a time, as bots play them.
template <class G>
void many_playouts(char const* what, typename G::State const& state) {
  std::vector<typename G::State> const states(64, state);
  std::vector<std::optional<Seat>> winners(states.size());
  Rng rng(1);
  std::size_t games = 0;
  auto const start = CpuClock::now();
  do {
    bots::play_outs<G>(std::span<typename G::State const>(states), rng, winners);
    games += states.size();
  } while (ms_since(start) < 1000);
  std::printf("playouts %s, 64 at a time: %.0f/s\n", what, static_cast<double>(games) / ms_since(start) * 1000);
}

// A line for each game of the catalogue.
void all_playouts() {
  using Reversi = reversi::Reversi<std::uint64_t>;
  many_playouts<Reversi>("reversi five", Reversi::start(reversi::find_preset("five")->variant));
  playouts<Reversi>("reversi five", Reversi::start(reversi::find_preset("five")->variant));
  playouts<nim::Nim>("nim 753", nim::start_position(*nim::read_options({{"preset", "753"}}), 0));
  playouts<fifteen::Fifteen>("fifteen race, up to 5000 steps each",
                             fifteen::start_race(*fifteen::read_options({{"preset", "race"}}), 0));
  playouts<bubbles::Bubbles>("bubbles duel", bubbles::Bubbles::start(bubbles::Settings{}, std::nullopt, 1));
}

// Flights over fields of a game between two good players, and their thinking time per shot.
void bubble_shots() {
  using Game = bubbles::Bubbles;
  auto state = Game::start(bubbles::Settings{}, std::nullopt, 1);
  Rng rng(1);
  double flying = 0, sweeping = 0, thinking = 0, longest = 0;
  long flights = 0, shots = 0, targets = 0, steps = 0;
  for (; shots < 200 && !Game::to_act(state).empty(); ++shots) {
    auto const seat = bots::next_mover<Game>(state, rng);
    bubbles::Sky const sky(state.fields[seat].grid);
    auto start = CpuClock::now();
    for (int angle = -bubbles::kMaxAngle; angle <= bubbles::kMaxAngle; angle += 4, ++flights)
      steps += sky.fly(angle).steps;
    flying += ms_since(start);
    start = CpuClock::now();
    targets += static_cast<long>(bubbles::sweep(sky, bubbles::kAimable).size());
    sweeping += ms_since(start);
    Game::set_now(state, std::max(state.now, Game::ready_at(state, seat)));
    Thinking mind({}, rng.next(), {});
    start = CpuClock::now();
    auto const move = bubbles::BubblesBots::choose(state, seat, "kamifusen", bubbles::kLevels, mind);
    thinking += ms_since(start);
    longest = std::max(longest, ms_since(start));
    Game::apply(state, seat, move);
  }
  auto const count = static_cast<double>(shots);
  std::printf("bubbles flight: %.0f ns mean, %.0f steps mean\n", flying * 1e6 / static_cast<double>(flights),
              static_cast<double>(steps) / static_cast<double>(flights));
  std::printf("bubbles sweep: %.0f us mean, %.1f cells mean\n", sweeping * 1000 / count,
              static_cast<double>(targets) / count);
  std::printf("bubbles kamifusen: %.2f ms a shot mean, %.2f ms max, %ld shots\n", thinking / count, longest, shots);
}

struct Measured {
  double ms;
  fifteen::Solution solution;
};

Measured solve(fifteen::Puzzle const& puzzle) {
  Thinking const thinking({}, 0, {});
  auto const start = CpuClock::now();
  auto solution = fifteen::solve_puzzle(puzzle, thinking);
  return {ms_since(start), std::move(solution)};
}

void print_all(char const* what, std::vector<Measured> all) {
  std::sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.ms < b.ms; });
  double ms = 0, nodes = 0, steps = 0;
  std::size_t least = SIZE_MAX, most = 0;
  for (auto const& one : all) {
    ms += one.ms;
    nodes += static_cast<double>(one.solution.nodes);
    auto const length = one.solution.tiles.size();
    steps += static_cast<double>(length);
    least = std::min(least, length);
    most = std::max(most, length);
  }
  auto const count = static_cast<double>(all.size());
  std::printf(
      "fifteen %s: %zu boards, %.2f ms mean, %.1f ms p99, %.1f ms max, %.0f ms in all; %.0f nodes mean, %.1f M "
      "nodes/s; "
      "%zu to %zu steps, mean %.2f\n",
      what, all.size(), ms / count, all[all.size() * 99 / 100].ms, all.back().ms, ms, nodes / count, nodes / ms / 1000,
      least, most, steps / count);
}

// The known instance of docs/reference/rules.md 3.5, turned so that the hole is last in the goal.
fifteen::Puzzle known_instance() {
  static constexpr int other[16] = {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3};
  fifteen::Puzzle puzzle;
  puzzle.size = 4;
  for (std::size_t i = 0; i < 16; ++i) {
    puzzle.tiles[15 - i] = static_cast<fifteen::Tile>(other[i] == 0 ? 0 : 16 - other[i]);
    if (other[i] == 0) puzzle.hole = static_cast<fifteen::Cell>(15 - i);
  }
  return puzzle;
}

void solver(std::filesystem::path const& cache, bool brief) {
  auto start = CpuClock::now();
  solve(fifteen::article_scramble(0));  // computes the table of the walking distance
  print_all("random boards by walking distance", [&] {
    Rng rng(7);
    std::vector<Measured> all;
    for (int i = 0; i < (brief ? 2 : 10); ++i) all.push_back(solve(fifteen::random_scramble(4, rng)));
    return all;
  }());
  bool const cached = !cache.empty() && std::filesystem::exists(fifteen::pattern_file(cache));
  start = CpuClock::now();
  fifteen::prepare_pattern_tables(cache);
  std::printf("fifteen tables: %.1f MB, %s in %.0f ms\n",
              static_cast<double>(fifteen::pattern_tables()->bytes().size()) / 1e6, cached ? "mapped" : "made",
              ms_since(start));
  auto const known = solve(known_instance());
  std::printf("fifteen known instance: %zu steps in %.2f ms, %llu nodes\n", known.solution.tiles.size(), known.ms,
              static_cast<unsigned long long>(known.solution.nodes));
  Rng rng(2024);
  std::vector<Measured> random, article;
  for (int i = 0; i < (brief ? 100 : 1000); ++i) random.push_back(solve(fifteen::random_scramble(4, rng)));
  print_all("random boards", std::move(random));
  for (int i = 0; i < fifteen::kArticleScrambles; i += brief ? 40 : 1)
    article.push_back(solve(fifteen::article_scramble(i)));
  print_all("the article's scrambles", std::move(article));
  std::vector<Measured> large;
  for (int i = 0; i < 20; ++i) large.push_back(solve(fifteen::random_scramble(5, rng)));
  print_all("5x5 random boards (not optimal)", std::move(large));
}

}  // namespace

// games_bench [--short] [CACHE]: with --short, only 12 of the article's 480 scrambles, and about ten seconds in all.
int main(int argc, char** argv) {
  engawa::open_standard_streams();
  std::vector<std::string> arguments(argv + 1, argv + argc);
  bool const brief = !arguments.empty() && arguments.front() == "--short";
  if (brief) arguments.erase(arguments.begin());
  if (arguments.size() > 1 || (!arguments.empty() && arguments.front().starts_with('-')))
    return std::fputs("usage: games_bench [--short] [CACHE]\n", stderr), 2;
  all_playouts();
  bubble_shots();
  solver(arguments.empty() ? "" : arguments.front(), brief);
}
