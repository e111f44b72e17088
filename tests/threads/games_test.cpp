// Data of a game that the bot threads share: tables computed by the first thread that needs them, and solutions
// kept for all.
#include <atomic>

#include "games/fifteen/layers.hpp"
#include "games/fifteen/scramble.hpp"
#include "games/fifteen/ways.hpp"
#include "tests/threads/client.hpp"

using namespace engawa;
using namespace engawa::games::fifteen;

TEST_CASE("ways home that one thread has found lead the others home", "[games]") {
  constexpr int kThreads = 4, kBoards = 60;
  Ways ways;
  std::atomic<int> followed{0};
  server::Crowd crowd;
  for (int thread = 0; thread < kThreads; ++thread)
    crowd.add([&, thread] {
      for (int i = 0; i < kBoards; ++i) {
        auto board = article_scramble((i + thread * kBoards / 8) % kBoards);
        auto const known = ways.find(board);
        auto const way = known ? known->tiles : solve_by_layers(board, Layers::kSmall);
        if (known) ++followed;
        if (!known) ways.keep(board, way, false);
        for (auto const tile : way) slide(board, tile);
        server::expect(is_solved(board), "a way that does not lead home");
      }
    });
  crowd.wait();
  CHECK(followed > 0);
}
