// Speed of the reversi kernel on one core: random playouts and perft. Prints one line per figure; takes about five
// seconds.
#include <chrono>
#include <cstdio>

#include "games/reversi/rules.hpp"

namespace {

using namespace engawa::games;
using Game = reversi::Reversi<std::uint64_t>;
using Clock = std::chrono::steady_clock;

constexpr double kArticlePlayouts = 650;  // per second, the article's JavaScript (rules.md 1.7)

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void playouts(char const* preset) {
  auto const state = Game::start(reversi::find_preset(preset)->variant);
  Rng rng(1);
  long games = 0, decided = 0;
  auto const start = Clock::now();
  do {
    for (int i = 0; i < 1000; ++i) decided += Game::play_out(state, rng).has_value();
    games += 1000;
  } while (seconds_since(start) < 1.5);
  double const rate = static_cast<double>(games) / seconds_since(start);
  std::printf("playouts %s: %.0f/s, %.0f times the article's %.0f/s (%.1f %% with a sole winner)\n", preset, rate,
              rate / kArticlePlayouts, kArticlePlayouts,
              100.0 * static_cast<double>(decided) / static_cast<double>(games));
}

void perft(char const* preset, int depth) {
  auto const state = Game::start(reversi::find_preset(preset)->variant);
  auto const start = Clock::now();
  auto const leaves = Game::perft(state, depth);
  double const seconds = seconds_since(start);
  std::printf("perft %s depth %d: %llu leaves in %.3f s, %.1f M/s\n", preset, depth,
              static_cast<unsigned long long>(leaves), seconds, static_cast<double>(leaves) / seconds / 1e6);
}

}  // namespace

int main() {
  playouts("five");
  playouts("seed");
  perft("classic", 9);
  perft("five", 7);
}
