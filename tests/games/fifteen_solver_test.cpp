// The solvers of the 15-puzzle against each other, against breadth-first search, and in a hurry.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <thread>

#include "games/fifteen/detours.hpp"
#include "games/fifteen/ida_star.hpp"
#include "games/fifteen/layers.hpp"
#include "games/fifteen/pattern_builder.hpp"
#include "games/fifteen/pattern_table.hpp"
#include "games/fifteen/pattern_tables.hpp"
#include "games/fifteen/scramble.hpp"
#include "games/fifteen/solver.hpp"
#include "games/fifteen/walking_distance.hpp"
#include "games/fifteen/ways.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::fifteen_solver_test {
namespace {

using namespace games::fifteen;
using games::Thinking;

Thinking unhurried() { return {{}, 0, {}}; }

// The folder in which the laws and the test servers also keep their tables.
PatternTables const& tables() {
  prepare_pattern_tables(ENGAWA_TEST_CACHE);
  return *pattern_tables();
}

Puzzle puzzle_of(std::vector<int> const& tiles) {
  Puzzle puzzle;
  while (puzzle.size * puzzle.size < static_cast<int>(tiles.size())) ++puzzle.size;
  for (std::size_t cell = 0; cell < tiles.size(); ++cell) puzzle.tiles[cell] = static_cast<Tile>(tiles[cell]);
  puzzle.hole = static_cast<Cell>(cell_of(puzzle, 0));
  return puzzle;
}

// Converts a board whose goal has the hole first to ours: turned by 180 degrees (docs/reference/rules.md 3.5).
Puzzle turned(std::vector<int> const& tiles) {
  auto out = tiles;
  for (std::size_t i = 0; i < tiles.size(); ++i) out[15 - i] = tiles[i] == 0 ? 0 : 16 - tiles[i];
  return puzzle_of(out);
}

Puzzle known_instance() { return turned({14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3}); }
// Among the farthest from the goal: a search of one second proves nothing here.
Puzzle hard_instance() { return puzzle_of({15, 14, 8, 12, 10, 11, 13, 9, 2, 6, 5, 1, 3, 7, 4, 0}); }

bool leads_home(Puzzle puzzle, std::vector<Tile> const& tiles) {
  for (auto const tile : tiles) {
    if (slide_length(puzzle, tile) != 1) return false;
    slide(puzzle, tile);
  }
  return is_solved(puzzle);
}

template <class Heuristic>
std::vector<Tile> shortest(Heuristic const& heuristic, Puzzle const& puzzle) {
  if (is_solved(puzzle)) return {};
  IdaStar<Heuristic> search(heuristic, puzzle, 4);
  while (!search.advance(1000)) continue;
  return search.solution();
}

// Boards by distance from the goal, up to `most` steps.
std::vector<std::vector<Puzzle>> spheres(int size, int most) {
  std::vector<std::vector<Puzzle>> result = {{solved_puzzle(size)}};
  std::map<std::array<Tile, 25>, int> seen = {{result[0][0].tiles, 0}};
  while (static_cast<int>(result.size()) <= most && !result.back().empty()) {
    std::vector<Puzzle> next;
    for (auto const& puzzle : result.back()) {
      for (int direction = 0; direction < kDirections; ++direction) {
        int const cell = beside(size, puzzle.hole, direction);
        if (cell < 0) continue;
        auto moved = puzzle;
        slide(moved, puzzle.tiles[static_cast<std::size_t>(cell)]);
        if (seen.emplace(moved.tiles, 0).second) next.push_back(moved);
      }
    }
    result.push_back(std::move(next));
  }
  if (result.back().empty()) result.pop_back();
  return result;
}

TEST_CASE("3x3: every board is solved by the shortest way", "[fifteen]") {
  auto const all = spheres(3, 40);
  CHECK(all.size() == 32);  // the farthest boards need 31 steps
  std::size_t boards = 0, wrong = 0;
  for (std::size_t steps = 0; steps < all.size(); ++steps) {
    for (auto const& puzzle : all[steps]) {
      if (solve_by_layers(puzzle, Layers::kLarge).size() != steps) ++wrong;
      if (boards++ % 16 != 0) continue;
      auto const solution = solve_puzzle(puzzle, unhurried());
      if (!solution.optimal || solution.tiles.size() != steps || !leads_home(puzzle, solution.tiles)) ++wrong;
    }
  }
  CHECK(boards == 181440);
  CHECK(wrong == 0);
}

TEST_CASE("4x4: the known instance needs 57 steps, whichever table proves it", "[fifteen]") {
  for (auto const& way :
       {shortest(WalkingDistance::instance(), known_instance()), shortest(tables(), known_instance())}) {
    CHECK(way.size() == 57);
    CHECK(leads_home(known_instance(), way));
  }
  auto const solution = solve_puzzle(known_instance(), unhurried());
  CHECK((solution.optimal && solution.tiles.size() == 57 && solution.nodes > 0));
}

TEST_CASE("4x4: estimates are never too large, exact searches find the true distance", "[fifteen]") {
  auto const& walking = WalkingDistance::instance();
  CHECK(walking.situations() == 24964);
  auto const near = spheres(4, 15);
  for (std::size_t steps = 0; steps < near.size(); ++steps) {
    std::size_t wrong = 0;
    for (auto const& puzzle : near[steps]) {
      for (int const estimate : {walking.estimate(walking.start(puzzle)), tables().estimate(tables().start(puzzle))})
        if (estimate > static_cast<int>(steps) || (static_cast<int>(steps) - estimate) % 2 != 0) ++wrong;
    }
    CHECK(wrong == 0);
    auto const& some = near[steps][near[steps].size() / 2];
    CHECK(shortest(tables(), some).size() == steps);
    CHECK(shortest(walking, some).size() == steps);
  }
}

TEST_CASE("4x4: pattern tables and walking distance find the same way", "[fifteen]") {
  games::Rng rng(5);
  for (int i = 0; i < 60; ++i) {
    auto puzzle = solved_puzzle(4);
    for (int step = 0; step < 70; ++step) {
      int const cell = beside(4, puzzle.hole, static_cast<int>(rng.below(kDirections)));
      if (cell >= 0) slide(puzzle, puzzle.tiles[static_cast<std::size_t>(cell)]);
    }
    auto const way = shortest(tables(), puzzle);
    CHECK(leads_home(puzzle, way));
    CHECK(way ==
          shortest(WalkingDistance::instance(), puzzle));  // the first of several: its rest is also a shortest one
    if (way.empty()) continue;
    slide(puzzle, way[0]);
    CHECK(shortest(tables(), puzzle) == std::vector<Tile>(way.begin() + 1, way.end()));
  }
}

TEST_CASE("layers solve every size, step by step", "[fifteen]") {
  games::Rng rng(11);
  for (int const size : {3, 4, 5}) {
    for (auto const layers : {Layers::kSmall, Layers::kLarge}) {
      for (int i = 0; i < 40; ++i) {
        auto const puzzle = random_scramble(size, rng);
        auto const way = solve_by_layers(puzzle, layers);
        CHECK(leads_home(puzzle, way));
        CHECK(way.size() <= (size == 3 ? 31u : size == 4 ? 150u : 350u));
        CHECK(next_step(puzzle, layers) == way[0]);
      }
    }
  }
  CHECK(leads_home(hard_instance(), solve_by_layers(hard_instance(), Layers::kSmall)));
}

TEST_CASE("5x5: a way home that does not claim to be the shortest", "[fifteen]") {
  tables();
  games::Rng rng(12);
  for (int i = 0; i < 5; ++i) {
    auto const puzzle = random_scramble(5, rng);
    auto const solution = solve_puzzle(puzzle, unhurried());
    CHECK(leads_home(puzzle, solution.tiles));
    CHECK_FALSE(solution.optimal);
    CHECK(solution.tiles.size() <= solve_by_layers(puzzle, Layers::kLarge).size());
  }
  CHECK(solve_puzzle(solved_puzzle(5), unhurried()).tiles.empty());
}

TEST_CASE("who asks to stop gets an answer at once", "[fifteen]") {
  std::stop_source stopped;
  stopped.request_stop();
  Thinking const thinking({}, 0, stopped.get_token());
  games::Rng rng(1);
  for (auto const& puzzle : {hard_instance(), random_scramble(5, rng)}) {
    auto const solution = solve_puzzle(puzzle, thinking);
    CHECK(leads_home(puzzle, solution.tiles));
    CHECK((!solution.optimal && solution.nodes == 0));
  }
}

TEST_CASE("a thought that would take minutes is left and taken up again, and ends soon after it is asked to stop",
          "[fifteen]") {
  std::stop_source stop;
  Thinking thinking({std::chrono::hours(1)}, 0, stop.get_token());
  Solving solving(hard_instance(), Goal::kShortest, false);
  std::size_t before = 1000;
  for (int slice = 0; slice < 20; ++slice) {
    thinking.begin_slice(std::chrono::milliseconds(1));
    auto const nodes = solving.think(thinking) ? 0 : solving.solution().nodes;
    thinking.end_slice();
    CHECK(nodes > 0);
    CHECK(leads_home(hard_instance(), solving.solution().tiles));
    CHECK(solving.solution().tiles.size() <= before);  // the first solution is kept until a better one is found
    before = solving.solution().tiles.size();
  }
  auto const nodes = solving.solution().nodes;
  stop.request_stop();
  CHECK(solving.think(thinking));
  CHECK(solving.solution().nodes == nodes);
  CHECK_FALSE(solving.solution().optimal);
}

TEST_CASE("a solution found in slices is the one found at once", "[fifteen]") {
  tables();
  games::Rng rng(31);
  for (int i = 0; i < 5; ++i) {
    auto const puzzle = random_scramble(4, rng);
    Thinking thinking({std::chrono::hours(1)}, 0, {});
    Solving solving(puzzle, Goal::kShortest, false);
    for (bool done = false; !done;) {
      thinking.begin_slice(std::chrono::microseconds(1));
      done = solving.think(thinking);
      thinking.end_slice();
    }
    CHECK(solving.solution().optimal);
    CHECK(solving.solution().tiles == solve_puzzle(puzzle, unhurried()).tiles);
  }
}

TEST_CASE("the quick way leads home, and is found the same every time", "[fifteen]") {
  games::Rng rng(32);
  for (int const size : {4, 5}) {
    auto const puzzle = random_scramble(size, rng);
    Solving first(puzzle, Goal::kQuick, false), second(puzzle, Goal::kQuick, false);
    auto const thinking = unhurried();
    CHECK((first.think(thinking) && second.think(thinking)));
    CHECK(leads_home(puzzle, first.solution().tiles));
    CHECK(first.solution().tiles == second.solution().tiles);
    CHECK_FALSE(first.solution().optimal);
    CHECK(first.solution().tiles.size() <= solve_by_layers(puzzle, Layers::kLarge).size());
  }
}

TEST_CASE("who has little time gets the best found", "[fifteen]") {
  tables();
  Thinking const thinking({std::chrono::microseconds(200)}, 0, {});
  auto const solution = solve_puzzle(hard_instance(), thinking);
  CHECK(leads_home(hard_instance(), solution.tiles));
  CHECK_FALSE(solution.optimal);
  CHECK(solution.tiles.size() <= solve_by_layers(hard_instance(), Layers::kLarge).size());
}

Solution followed(Puzzle const& puzzle, Thinking const& thinking) {
  Solving solving(puzzle, Goal::kShortest, true);
  while (!solving.think(thinking)) continue;
  return solving.solution();
}

TEST_CASE("a few steps from home are proved, though the tables' first use took all the time", "[fifteen]") {
  auto const solution = solve_puzzle(puzzle_of({5, 1, 2, 4, 9, 6, 3, 8, 13, 10, 7, 11, 14, 0, 15, 12}),
                                     Thinking({std::chrono::microseconds(1)}, 0, {}));
  CHECK(solution.optimal);
  CHECK(solution.tiles.size() == 10);
}

TEST_CASE("whoever follows a way is told its rest", "[fifteen]") {
  tables();
  games::Rng rng(21);
  for (int const size : {4, 5}) {
    auto puzzle = random_scramble(size, rng);
    auto const whole = followed(puzzle, unhurried());
    for (std::size_t step = 0; step < whole.tiles.size(); ++step) {
      auto const rest = followed(puzzle, unhurried());
      CHECK(rest.tiles ==
            std::vector<Tile>(whole.tiles.begin() + static_cast<std::ptrdiff_t>(step), whole.tiles.end()));
      CHECK((step == 0 || rest.nodes == 0));
      slide(puzzle, rest.tiles[0]);
    }
    CHECK(is_solved(puzzle));
  }
  // Callers in a hurry follow a solution found in a hurry; others solve again.
  Thinking const hurried({std::chrono::microseconds(1)}, 0, {});
  auto const puzzle = random_scramble(4, rng);
  auto const hasty = followed(puzzle, hurried);
  CHECK(followed(puzzle, hurried).nodes == 0);
  auto const shortest_way = followed(puzzle, unhurried());
  CHECK(shortest_way.optimal);
  CHECK(hasty.tiles.size() >= shortest_way.tiles.size());
}

TEST_CASE("who was stopped leaves no way behind", "[fifteen]") {
  tables();
  games::Rng rng(22);
  auto const puzzle = random_scramble(4, rng);
  std::stop_source stopped;
  stopped.request_stop();
  followed(puzzle, Thinking({}, 0, stopped.get_token()));
  auto const after = followed(puzzle, Thinking({std::chrono::seconds(10)}, 0, {}));
  CHECK((after.optimal && after.nodes > 0));
}

TEST_CASE("ways are kept for many, and the oldest are forgotten", "[fifteen]") {
  Ways ways;
  games::Rng rng(23);
  std::vector<Puzzle> boards;
  for (int i = 0; i < 300; ++i) {
    boards.push_back(random_scramble(4, rng));
    ways.keep(boards.back(), solve_by_layers(boards.back(), Layers::kLarge), i % 2 == 0);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    auto const way = ways.find(boards[i]);
    if (!way) continue;
    ++kept;
    CHECK(leads_home(boards[i], way->tiles));
    CHECK(way->optimal == (i % 2 == 0));
  }
  CHECK(kept > 290);
  for (int i = 0; i < 3000; ++i) {
    auto const board = random_scramble(4, rng);
    ways.keep(board, solve_by_layers(board, Layers::kLarge), false);
  }
  CHECK_FALSE(ways.find(boards[0]));
}

std::string text_of(std::filesystem::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST_CASE("the tables survive being a file, and a damaged file is made anew", "[fifteen]") {
  auto const folder =
      std::filesystem::temp_directory_path() / ("engawa-tables-" + std::to_string(std::random_device{}()));
  auto const file = pattern_file(folder);
  std::stop_source stopped;
  stopped.request_stop();
  CHECK_FALSE(map_or_build_tables(folder, stopped.get_token()));
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK_FALSE(tables().write(file, stopped.get_token()));
  CHECK(std::filesystem::is_empty(folder));
  REQUIRE(tables().write(file));
  CHECK_FALSE(tables().write(file / "in a file"));
  CHECK(PatternTables::map(file)->bytes() == tables().bytes());
  auto const whole = text_of(file);
  auto flipped = whole, older = whole;
  flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 0x10);
  older[0] = 'E';
  for (auto const& damaged : {flipped, older, whole + "x", whole.substr(0, whole.size() - 1), std::string()}) {
    std::ofstream(file, std::ios::binary) << damaged;
    CHECK_FALSE(PatternTables::map(file));
  }
  std::ofstream(file, std::ios::binary) << flipped;
  CHECK(map_or_build_tables(folder)->bytes() == tables().bytes());
  CHECK(text_of(file) == whole);
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);  // nothing else is left behind
  CHECK_FALSE(map_or_build_tables(folder, stopped.get_token()));               // reading is stopped, too
  std::filesystem::remove_all(folder);
}

// Steps of a group's tiles for every cell of the hole and placement, computed plainly: steps of other tiles cost
// nothing.
std::map<std::vector<int>, int> plain_distances(std::vector<Tile> const& tiles) {
  using Node = std::vector<int>;  // the hole, then the tiles
  Node home = {15};
  for (auto const tile : tiles) home.push_back(tile - 1);
  std::map<Node, int> distance = {{home, 0}};
  std::vector<Node> layer = {home};
  for (int steps = 0; !layer.empty(); ++steps) {
    std::vector<Node> next;
    for (std::size_t i = 0; i < layer.size(); ++i) {
      auto const node = layer[i];
      if (distance[node] < steps) continue;
      for (int direction = 0; direction < kDirections; ++direction) {
        int const to = beside(4, node[0], direction);
        if (to < 0) continue;
        auto moved = node;
        auto const tile = std::find(moved.begin() + 1, moved.end(), to);
        bool const ours = tile != moved.end();
        if (ours) *tile = node[0];
        moved[0] = to;
        auto const known = distance.find(moved);
        if (known != distance.end() && known->second <= steps + (ours ? 1 : 0)) continue;
        distance[moved] = steps + (ours ? 1 : 0);
        (ours ? next : layer).push_back(moved);
      }
    }
    layer = std::move(next);
  }
  return distance;
}

TEST_CASE("a pattern table says what plain breadth-first search says", "[fifteen]") {
  for (auto const& tiles : {std::vector<Tile>{14}, {3, 4, 8}, {1, 2, 5, 6}}) {
    Placements const placements(tiles.size());
    Areas const areas(placements);
    auto const bits = build_pattern_table(placements, areas, tiles, {}).value();
    PatternTable const table(placements, areas, tiles, bits.data());
    std::size_t wrong = 0, nodes = 0;
    for (auto const& [node, steps] : plain_distances(tiles)) {
      std::vector<Cell> const cells(node.begin() + 1, node.end());
      if (table.steps(cells, node[0]) != steps) ++wrong;
      ++nodes;
    }
    CHECK(wrong == 0);
    std::size_t all = 16;
    for (std::size_t free = 15; free > 15 - tiles.size(); --free) all *= free;
    CHECK(nodes == all);
  }
}

TEST_CASE("4x4: an estimate that is kept from step to step is the one made anew", "[fifteen]") {
  games::Rng rng(41);
  for (int board = 0; board < 20; ++board) {
    auto puzzle = random_scramble(4, rng);
    auto value = tables().start(puzzle);
    for (int step = 0; step < 100; ++step) {
      int const cell = beside(4, puzzle.hole, static_cast<int>(rng.below(kDirections)));
      if (cell < 0) continue;
      auto const tile = puzzle.tiles[static_cast<std::size_t>(cell)];
      auto next = value;
      tables().step(value, tile, cell, puzzle.hole, next);
      tables().look_up(tile, next);
      slide(puzzle, tile);
      value = next;
      auto const anew = tables().start(puzzle);
      CHECK((value.places == anew.places && value.sums == anew.sums));
    }
  }
}

TEST_CASE("the detours leave a shortest way to every board", "[fifteen]") {
  auto const& detours = Detours::instance();
  CHECK(detours.states() == 1742);
  struct Node {
    Puzzle puzzle;
    Detours::State way;
  };
  // Every board within 13 steps of the corner, and of the middle, is reached in as many steps as without pruning.
  for (int const hole : {15, 5}) {
    auto start = solved_puzzle(4);
    std::swap(start.tiles[static_cast<std::size_t>(hole)], start.tiles[15]);
    start.hole = static_cast<Cell>(hole);
    std::map<std::array<Tile, 25>, std::pair<int, bool>> seen;  // steps; reached without detours
    std::vector<Node> all = {{start, Detours::kStart}}, without = all;
    seen[start.tiles] = {0, true};
    for (int steps = 1; steps <= 13; ++steps) {
      std::vector<Node> next, next_without;
      for (auto const& [puzzle, way] : all) {
        for (int direction = 0; direction < kDirections; ++direction) {
          int const cell = beside(4, puzzle.hole, direction);
          if (cell < 0) continue;
          auto moved = puzzle;
          slide(moved, puzzle.tiles[static_cast<std::size_t>(cell)]);
          if (seen.emplace(moved.tiles, std::pair{steps, false}).second) next.push_back({moved, 0});
        }
      }
      for (auto const& [puzzle, way] : without) {
        for (int direction = 0; direction < kDirections; ++direction) {
          int const cell = beside(4, puzzle.hole, direction);
          auto const longer = detours.next(way, direction);
          if (cell < 0 || longer == Detours::kDetour) continue;
          auto moved = puzzle;
          slide(moved, puzzle.tiles[static_cast<std::size_t>(cell)]);
          auto& [distance, reached] = seen[moved.tiles];
          if (distance == steps) reached = true;
          next_without.push_back({moved, longer});
        }
      }
      all = std::move(next);
      without = std::move(next_without);
    }
    CHECK(std::all_of(seen.begin(), seen.end(), [](auto const& entry) { return entry.second.second; }));
  }
}

// The whole comparison needs minutes for the walking distance: ENGAWA_FIFTEEN_BOARDS=200 games_tests "[fifteen-proof]".
TEST_CASE("what is said to be the shortest is: random boards against walking distance", "[fifteen-proof]") {
  auto const* const wanted = std::getenv("ENGAWA_FIFTEEN_BOARDS");
  int const boards = wanted == nullptr ? 2 : std::stoi(wanted);
  tables();
  games::Rng rng(77);
  for (int i = 0; i < boards; ++i) {
    auto const puzzle = random_scramble(4, rng);
    auto const solution = solve_puzzle(puzzle, Thinking({std::chrono::milliseconds(50)}, 0, {}));
    CHECK(leads_home(puzzle, solution.tiles));
    auto const steps = shortest(WalkingDistance::instance(), puzzle).size();
    CHECK(solution.tiles.size() >= steps);
    if (solution.optimal) CHECK(solution.tiles.size() == steps);
  }
}

TEST_CASE("tables are prepared once, by whichever thread comes first", "[fifteen]") {
  auto const* const before = &tables();
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([] { prepare_pattern_tables("/nonexistent/folder"); });
  threads.clear();
  CHECK(pattern_tables() == before);
}

}  // namespace
}  // namespace engawa::tests::fifteen_solver_test
