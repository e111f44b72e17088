// The ways home that are being followed: what a solver has found for one board is the answer for all boards on the way. Shared by all
// threads, since a bot's next step may be asked for on another one, and to solve anew costs a thousand times the lock. Of bounded size:
// the oldest steps are forgotten, and their follower solves anew.
#pragma once
#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

class Ways {
 public:
  struct Way {
    std::vector<Tile> tiles;  // single steps
    bool optimal = false;
  };

  // The whole way from a board on one that is kept. REQUIRES: size 4, not solved.
  std::optional<Way> find(Puzzle puzzle);
  // REQUIRES: size 4, `tiles` lead home.
  void keep(Puzzle puzzle, std::vector<Tile> const& tiles, bool optimal);

 private:
  struct Step {
    std::uint64_t board = 0;  // four bits a cell; 0: none
    std::uint32_t age = 0;    // when it was kept
    Tile tile = 0;
    bool optimal = false;
  };
  using Bucket = std::array<Step, 8>;

  static std::uint64_t packed(Puzzle const& puzzle);
  Bucket& bucket_of(std::uint64_t board);
  Step const* step_from(Puzzle const& puzzle);

  std::mutex mutex_;
  std::uint32_t now_ = 0;
  std::vector<Bucket> buckets_ = std::vector<Bucket>(1 << 13);  // 1 MB: some hundred ways
};

}  // namespace engawa::games::fifteen
