// Speed of the reversi kernel on one core, in processor time: random playouts one by one and many at once, and perft. Prints one
// line per figure; takes about eight seconds.
#include <cstdio>
#include <ctime>
#include <vector>

#include "games/reversi/playout.hpp"
#include "games/reversi/rules.hpp"

namespace {

using namespace engawa::games;
using Game = reversi::Reversi<std::uint64_t>;
using Starts = std::vector<reversi::Position<std::uint64_t> const*>;

constexpr double kArticlePlayouts = 650;  // per second, the article's JavaScript (rules.md 1.7)
constexpr double kSeconds = 1.2;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// One start at a time is played by portable code (popcnt and bmi2 where there are such), more by AVX-512 where there is.
void playouts(char const* preset, char const* name, reversi::Playing playing, std::size_t at_once) {
  auto const state = Game::start(reversi::find_preset(preset)->variant);
  Starts const starts(at_once, &state.position);
  std::vector<reversi::Discs> finals(at_once);
  Rng rng(1);
  double games = 0;
  auto const start = processor_seconds();
  for (; processor_seconds() - start < kSeconds; games += 1024)
    for (std::size_t i = 0; i < 1024; i += at_once)
      reversi::play_to_end<std::uint64_t>(*state.setup, playing, starts, rng, finals);
  double const rate = games / (processor_seconds() - start);
  std::printf("playouts %s, %s, %zu at once: %.0f/s, %.0f times the article's\n", preset, name, at_once, rate,
              rate / kArticlePlayouts);
}

void perft(char const* preset, int depth) {
  auto const state = Game::start(reversi::find_preset(preset)->variant);
  auto const start = processor_seconds();
  auto const leaves = Game::perft(state, depth);
  double const seconds = processor_seconds() - start;
  std::printf("perft %s depth %d: %llu leaves in %.3f s, %.1f M/s\n", preset, depth,
              static_cast<unsigned long long>(leaves), seconds, static_cast<double>(leaves) / seconds / 1e6);
}

}  // namespace

int main() {
  playouts("five", "uniform", reversi::Playing::kUniform, 1024);
  playouts("five", "uniform", reversi::Playing::kUniform, 8);
  playouts("five", "uniform", reversi::Playing::kUniform, 1);
  playouts("five", "tiers", reversi::Playing::kTiers, 8);
  playouts("seed", "uniform", reversi::Playing::kUniform, 1024);
  playouts("seed", "uniform", reversi::Playing::kUniform, 1);
  perft("classic", 10);
  perft("five", 8);
}
