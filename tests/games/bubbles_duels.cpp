// Duels of the bubble shooter's bots at equal rates of fire, also against the rival (bubbles_rival.hpp; level 2 looks ahead):
//   bubbles_duels kamifusen 5 rival 1 1000
// Prints the share that the first bot wins, with its 95 % interval, and the processor time per shot.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include "base/standard_streams.hpp"
#include "games/bots/random.hpp"
#include "games/bubbles/bots.hpp"
#include "tests/games/bubbles_rival.hpp"

namespace {

using namespace engawa::games;
using namespace engawa::games::bubbles;

constexpr std::uint32_t kMostShots = 1500;  // then each has half of it

struct Player {
  std::string_view bot;
  int level = 1;
  double ms = 0;
  long shots = 0;
};

double processor_ms() { return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC; }

Move shot_of(Player& player, Bubbles::State const& state, Seat seat, std::uint64_t seed) {
  Thinking thinking({}, seed, {});
  auto const seen = Bubbles::determinize(state, seat, thinking.rng);
  auto const begun = processor_ms();
  auto const move = player.bot == "rival" ? engawa::tests::rival_move(seen.fields[seat], player.level > 1)
                                          : BubblesBots::choose(seen, seat, player.bot, player.level, thinking);
  player.ms += processor_ms() - begun;
  ++player.shots;
  return move;
}

// The points of the first of the two: 1, 0, or a half.
double duel(std::array<Player*, 2> const& players, std::uint64_t seed) {
  auto state = Bubbles::start(Settings{}, std::nullopt, seed);
  Rng rng(seed);
  while (!Bubbles::to_act(state).empty()) {
    if (state.ply >= kMostShots) return 0.5;
    auto const seat = bots::next_mover<Bubbles>(state, rng);
    Bubbles::set_now(state, std::max(state.now, Bubbles::ready_at(state, seat)));
    Bubbles::apply(state, seat, shot_of(*players[seat], state, seat, rng.next()));
  }
  return Bubbles::standing(state).places[0].seat == 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  engawa::open_standard_streams();
  if (argc != 6) return std::fputs("usage: bubbles_duels BOT LEVEL BOT LEVEL DUELS\n", stderr), 2;
  Player first{argv[1], std::atoi(argv[2])}, second{argv[3], std::atoi(argv[4])};
  int const duels = std::atoi(argv[5]);
  double won = 0;
  for (int i = 0; i < duels; ++i) {
    auto const seed = static_cast<std::uint64_t>(i / 2 + 1);
    won += i % 2 == 0 ? duel({&first, &second}, seed) : 1 - duel({&second, &first}, seed);
  }
  double const share = won / duels;
  std::printf("%s %d wins %.1f %% +-%.1f of %d duels against %s %d; %.2f and %.2f ms a shot\n", argv[1], first.level,
              100 * share, 196 * std::sqrt(share * (1 - share) / duels), duels, argv[3], second.level,
              first.ms / static_cast<double>(first.shots), second.ms / static_cast<double>(second.shots));
}
