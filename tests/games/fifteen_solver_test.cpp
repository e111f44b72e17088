// The solvers of the 15-puzzle against each other, against breadth-first search, and in a hurry.
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <thread>

#include "games/fifteen/ida_star.hpp"
#include "games/fifteen/layers.hpp"
#include "games/fifteen/pattern_tables.hpp"
#include "games/fifteen/scramble.hpp"
#include "games/fifteen/solver.hpp"
#include "games/fifteen/walking_distance.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::fifteen_solver_test {
namespace {

using namespace games::fifteen;
using games::Thinking;

Thinking unhurried() { return {{}, 0, {}}; }

// The folder that the laws keep their tables in, too.
PatternTables const& tables() {
  prepare_pattern_tables(std::filesystem::current_path() / "cache");
  return *pattern_tables();
}

Puzzle puzzle_of(std::vector<int> const& tiles) {
  Puzzle puzzle;
  while (puzzle.size * puzzle.size < static_cast<int>(tiles.size())) ++puzzle.size;
  for (std::size_t cell = 0; cell < tiles.size(); ++cell) puzzle.tiles[cell] = static_cast<Tile>(tiles[cell]);
  puzzle.hole = static_cast<Cell>(cell_of(puzzle, 0));
  return puzzle;
}

// A board whose goal has the hole first, for ours: turned by 180 degrees (rules.md 3.8).
Puzzle turned(std::vector<int> const& tiles) {
  auto out = tiles;
  for (std::size_t i = 0; i < tiles.size(); ++i) out[15 - i] = tiles[i] == 0 ? 0 : 16 - tiles[i];
  return puzzle_of(out);
}

Puzzle known_instance() { return turned({14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3}); }
// Among the farthest from the goal: no search of a second proves anything here.
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
  auto const thinking = unhurried();
  Effort effort(thinking);
  return IdaStar<Heuristic>(heuristic, puzzle, 4, effort).solve().value();
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
      if (eight_distance(puzzle) != static_cast<int>(steps)) ++wrong;
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
          shortest(WalkingDistance::instance(), puzzle));  // of several the first: what is left of it is its own answer
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

// Walking distance that asks to stop when it has been asked so often.
struct StopsItself {
  using Value = WalkingDistance::Value;
  Value start(Puzzle const& puzzle) const { return WalkingDistance::instance().start(puzzle); }
  int estimate(Value const& value) const { return WalkingDistance::instance().estimate(value); }
  void fetch(Value const&, Tile, int, int) const {}
  bool moved(Value const& from, Tile tile, int cell, int to, int most, Value& next) const {
    if (++asked == 50'000) stop.request_stop();
    return WalkingDistance::instance().moved(from, tile, cell, to, most, next);
  }
  mutable std::stop_source stop;
  mutable int asked = 0;
};

TEST_CASE("a search that would take minutes ends soon after it is asked to stop", "[fifteen]") {
  StopsItself const heuristic;
  Thinking const thinking({}, 0, heuristic.stop.get_token());
  Effort effort(thinking);
  CHECK_FALSE(IdaStar<StopsItself>(heuristic, hard_instance(), 4, effort).solve());
  CHECK(effort.over());
  CHECK((effort.nodes() >= 50'000 && effort.nodes() <= 50'000 + 4096));
}

TEST_CASE("who has little time gets the best found", "[fifteen]") {
  tables();
  Thinking const thinking({std::chrono::microseconds(200)}, 0, {});
  auto const solution = solve_puzzle(hard_instance(), thinking);
  CHECK(leads_home(hard_instance(), solution.tiles));
  CHECK_FALSE(solution.optimal);
  CHECK(solution.tiles.size() <= solve_by_layers(hard_instance(), Layers::kLarge).size());
}

TEST_CASE("whoever follows a way is told its rest", "[fifteen]") {
  tables();
  games::Rng rng(21);
  auto puzzle = random_scramble(4, rng);
  auto const whole = follow_solution(puzzle, unhurried());
  for (std::size_t step = 0; step < whole.tiles.size(); ++step) {
    auto const rest = follow_solution(puzzle, unhurried());
    CHECK(rest.tiles == std::vector<Tile>(whole.tiles.begin() + static_cast<std::ptrdiff_t>(step), whole.tiles.end()));
    slide(puzzle, rest.tiles[0]);
  }
  CHECK(is_solved(puzzle));
  // What was found in a hurry is followed by those in a hurry, and solved anew by those who are not.
  Thinking const hurried({std::chrono::microseconds(1)}, 0, {});
  puzzle = random_scramble(4, rng);
  auto const hasty = follow_solution(puzzle, hurried);
  auto const shortest_way = follow_solution(puzzle, unhurried());
  CHECK(shortest_way.optimal);
  CHECK(hasty.tiles.size() >= shortest_way.tiles.size());
}

std::string text_of(std::filesystem::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST_CASE("the tables survive being a file, and a damaged file is made anew", "[fifteen]") {
  auto const whole = tables().file_text();
  CHECK(PatternTables::from_file_text(whole) == tables());
  auto flipped = whole, older = whole;
  flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 0x10);
  older[0] = 'E';
  for (auto const& damaged : {flipped, older, whole + "x", whole.substr(0, whole.size() - 1), std::string()})
    CHECK_FALSE(PatternTables::from_file_text(damaged));
  auto const folder =
      std::filesystem::temp_directory_path() / ("engawa-tables-" + std::to_string(std::random_device{}()));
  std::filesystem::create_directories(folder);
  std::ofstream(pattern_file(folder), std::ios::binary) << flipped;
  std::stop_source stopped;
  stopped.request_stop();
  CHECK_FALSE(read_or_build_tables(folder, stopped.get_token()));
  CHECK(text_of(pattern_file(folder)) == flipped);
  CHECK(read_or_build_tables(folder) == tables());
  CHECK(text_of(pattern_file(folder)) == whole);
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);  // nothing else is left behind
  CHECK_FALSE(read_or_build_tables(folder, stopped.get_token()));              // reading ends too
  std::filesystem::remove_all(folder);
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
