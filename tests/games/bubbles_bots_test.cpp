// The bots of the bubble shooter: in order of strength, never illegal, in time.
#include "games/bots/random.hpp"
#include "games/bubbles/bots.hpp"
#include "games/bubbles/sweep.hpp"
#include "tests/catch.hpp"
#include "tests/games/bubbles_oracle.hpp"
#include "tests/games/bubbles_rival.hpp"

namespace engawa::tests::bubbles_bots_test {
namespace {

using namespace games::bubbles;
using games::Rng;
using games::Seat;
using games::Thinking;

struct Player {
  char const* bot;
  int level = 1;
};

// A duel in which both shoot as soon as they may. Returns the winner: the one that removed more, if it takes too long.
Seat duel(std::array<Player, 2> const& players, std::uint64_t seed) {
  auto state = Bubbles::start(Settings{}, std::nullopt, seed);
  Rng rng(seed);
  while (!Bubbles::to_act(state).empty() && state.ply < 300) {
    auto const seat = games::bots::next_mover<Bubbles>(state, rng);
    Bubbles::set_now(state, std::max(state.now, Bubbles::ready_at(state, seat)));
    Thinking thinking({}, rng.next(), {});
    auto const& [bot, level] = players[seat];
    auto const move = std::string_view(bot) == "rival" ? rival_move(state.fields[seat], level > 1)
                                                       : BubblesBots::choose(state, seat, bot, level, thinking);
    REQUIRE(Bubbles::legal(state, seat, move));
    Bubbles::apply(state, seat, move);
  }
  return Bubbles::standing(state).places[0].seat;
}

// The number of `count` duels that `strong` wins, alternating sides.
int wins(Player strong, Player weak, int count) {
  int won = 0;
  for (int i = 0; i < count; ++i) {
    bool const left = i % 2 == 0;
    auto const winner = duel({left ? strong : weak, left ? weak : strong}, static_cast<std::uint64_t>(i / 2 + 1));
    won += (winner == 0) == left;
  }
  return won;
}

TEST_CASE("greedy beats random, awa beats greedy and its own lower levels", "[bubbles-bots]") {
  CHECK(wins({"greedy"}, {"random"}, 20) >= 18);
  CHECK(wins({"awa", 1}, {"random"}, 20) >= 18);
  CHECK(wins({"kamifusen", 5}, {"greedy"}, 6) >= 5);
  if (kSanitized) return;
  CHECK(wins({"awa", 2}, {"awa", 1}, 20) >= 11);
  CHECK(wins({"awa", 3}, {"awa", 2}, 12) >= 7);
}

// The long form, and more of the ladder: bubbles_duels, engawa-lab arena.
TEST_CASE("kamifusen beats one look along 61 angles, with and without a look ahead", "[bubbles-bots]") {
  CHECK(wins({"kamifusen", 5}, {"rival", 1}, 4) >= 3);
  CHECK(wins({"kamifusen", 5}, {"rival", 2}, 4) >= 3);
}

TEST_CASE("a shot thought of in slices is the one thought of at once", "[bubbles-bots]") {
  Rng rng(17);
  for (int i = 0; i < (kSanitized ? 4 : 10); ++i) {
    auto state = Bubbles::start(Settings{}, std::nullopt, rng.next());
    state.fields[0].grid = random_grid(rng, 6);
    for (int level = 1; level <= kLevels; ++level) {
      Thinking at_once({}, 3, {}), sliced({}, 3, {});
      auto const thought = BubblesBots::begin(state, 0, "awa", level);
      int slices = 0;
      for (bool done = false; !done; ++slices) {
        sliced.begin_slice(std::chrono::microseconds(1));
        done = thought->think(sliced);
        sliced.end_slice();
        CHECK(Bubbles::legal(state, 0, thought->move()));
      }
      CHECK(thought->move() == BubblesBots::choose(state, 0, "awa", level, at_once));
      CHECK((level < kLevels || slices > 5));
    }
  }
}

TEST_CASE("awa clears the puzzle", "[bubbles-bots]") {
  Settings settings;
  settings.seats = 1;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    auto state = Bubbles::start(settings, std::nullopt, seed);
    while (!Bubbles::to_act(state).empty() && state.ply < 300) {
      Thinking thinking({}, seed, {});
      Bubbles::set_now(state, Bubbles::ready_at(state, 0));
      Bubbles::apply(state, 0, BubblesBots::choose(state, 0, "kamifusen", 5, thinking));
    }
    REQUIRE(Bubbles::outcome(state));
    CHECK(Bubbles::outcome(state)->reason == "cleared");
  }
}

TEST_CASE("random play ends, also alone", "[bubbles-bots]") {
  for (int const seats : {1, 2, 5}) {
    Settings settings;
    settings.seats = static_cast<std::uint8_t>(seats);
    for (std::uint64_t seed = 0; seed < (kSanitized ? 10 : 50); ++seed) {
      auto state = Bubbles::start(settings, std::nullopt, seed);
      Rng rng(seed);
      while (!Bubbles::to_act(state).empty()) {
        REQUIRE(state.ply < 1000);
        auto const seat = games::bots::next_mover<Bubbles>(state, rng);
        Bubbles::set_now(state, std::max(state.now, Bubbles::ready_at(state, seat)));
        Bubbles::apply(state, seat, games::bots::random_move<Bubbles>(state, seat, rng));
      }
    }
  }
}

TEST_CASE("a bot that is stopped or out of time answers legally on any field", "[bubbles-bots]") {
  Rng rng(11);
  std::stop_source stopped;
  stopped.request_stop();
  for (int i = 0; i < (kSanitized ? 8 : 25); ++i) {
    auto state = Bubbles::start(Settings{}, std::nullopt, rng.next());
    state.fields[0].grid = random_grid(rng, 6);
    for (int level = 1; level <= kLevels; ++level) {
      Thinking halted({}, 1, stopped.get_token());
      CHECK(Bubbles::legal(state, 0, BubblesBots::choose(state, 0, "awa", level, halted)));
      Thinking brief({std::chrono::microseconds(1)}, 1, {});
      CHECK(Bubbles::legal(state, 0, BubblesBots::choose(state, 0, "awa", level, brief)));
      Thinking first({}, 1, {}), second({}, 1, {});
      CHECK(BubblesBots::choose(state, 0, "awa", level, first) == BubblesBots::choose(state, 0, "awa", level, second));
    }
  }
}

TEST_CASE("a sweep finds nearly every cell that any angle reaches, and its angles lead there", "[bubbles-bots]") {
  Rng rng(5);
  int reachable = 0, found = 0;
  for (int i = 0; i < 40; ++i) {
    Sky const sky(random_grid(rng, 6));
    Mask reached;
    for (int angle = -kMaxAngle; angle <= kMaxAngle; ++angle) reached.add(sky.fly(angle).cell);
    Mask swept;
    for (auto const& target : sweep(sky, kEveryTarget)) {
      CHECK(sky.fly(target.angle).cell == target.cell);
      CHECK_FALSE(swept.has(target.cell));
      swept.add(target.cell);
      CHECK(reached.has(target.cell));
    }
    reachable += reached.count();
    found += swept.count();
  }
  CHECK(found * 100 >= reachable * 99);
}

}  // namespace
}  // namespace engawa::tests::bubbles_bots_test
