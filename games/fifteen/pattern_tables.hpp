// Additive pattern databases for the 15-puzzle (Korf and Felner, Artificial Intelligence 134, 2002): the tiles are divided
// 6-6-3; a table says for every placement of a group's tiles how many steps OF THOSE TILES it takes at least to bring them
// home, with whatever else in the way. The sum of the three is a lower bound; so is that of the board mirrored at the
// diagonal, and both again for a second division, which halves the boards to look at.
//
// A table holds (steps - Manhattan distance) / 2 in four bits per placement, found by the cells of its tiles, four bits
// each, so that a moving tile is one xor: 4 * 8 MB, of which the file keeps the placements that exist (11.5 MB).
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "games/fifteen/pattern_group.hpp"

namespace engawa::games::fifteen {

class PatternTables {
 public:
  // Computes everything: some seconds, and 60 MB more while it runs. nullopt when stopped.
  static std::optional<PatternTables> build(std::stop_token const& stop = {});

  // What a file holds, with version and checksum.
  std::string file_text() const;
  // nullopt when it is no such file, or damaged, or `stop` asks to end.
  static std::optional<PatternTables> from_file_text(std::string_view text, std::stop_token const& stop = {});

  // Bytes of the tables in memory.
  std::size_t bytes() const;

  friend bool operator==(PatternTables const&, PatternTables const&) = default;

  // As a heuristic of IdaStar.
  struct View {
    std::array<std::uint32_t, kGroupsEach> index;  // of each group's placement
    std::array<std::uint8_t, kGroupsEach> extra;   // what the tables say of it
    std::uint8_t sum;                              // of `extra`
  };
  struct Value {
    std::array<View, kDivisions> straight, mirrored;
    std::uint8_t manhattan;
  };
  Value start(Puzzle const& puzzle) const;
  int estimate(Value const& value) const {
    int most = 0;
    for (auto const* const views : {&value.straight, &value.mirrored})
      for (auto const& view : *views) most = std::max<int>(most, view.sum);
    return value.manhattan + 2 * most;
  }
  bool moved(Value const& from, Tile tile, int cell, int to, int most, Value& next) const {
    next = from;
    next.manhattan = static_cast<std::uint8_t>(from.manhattan + home_distance(tile, to) - home_distance(tile, cell));
    for (std::size_t division = 0; division < kDivisions; ++division) {
      move_in(next.straight[division], division, kTilePlaces[division][tile], cell ^ to);
      if (next.manhattan + 2 * next.straight[division].sum > most) return false;
      move_in(next.mirrored[division], division, kMirroredPlaces[division][tile], mirrored(cell) ^ mirrored(to));
      if (next.manhattan + 2 * next.mirrored[division].sum > most) return false;
    }
    return true;
  }
  // Fetches what `moved` will look up first: the tables are larger than the nearer caches, and the looks of several steps overlap.
  void fetch(Value const& from, Tile tile, int cell, int to) const {
    fetch_in(from.straight[0], kTilePlaces[0][tile], cell ^ to);
    fetch_in(from.mirrored[0], kMirroredPlaces[0][tile], mirrored(cell) ^ mirrored(to));
  }

 private:
  // Two placements in a byte.
  using Table = std::vector<std::uint8_t>;

  std::uint8_t look_up(std::size_t group, std::uint32_t index) const {
    return static_cast<std::uint8_t>(tables_[group][index >> 1] >> (4 * (index & 1)) & 15);
  }
  static std::uint32_t moved_index(View const& view, TilePlace place, int change) {
    return view.index[place.group] ^ static_cast<std::uint32_t>(change) << place.shift;
  }
  void fetch_in(View const& view, TilePlace place, int change) const {
    __builtin_prefetch(&tables_[place.group][moved_index(view, place, change) >> 1]);
  }
  // `change`: the xor of the cells that the tile leaves and enters.
  void move_in(View& view, std::size_t division, TilePlace place, int change) const {
    auto& extra = view.extra[place.group];
    view.index[place.group] = moved_index(view, place, change);
    view.sum = static_cast<std::uint8_t>(view.sum - extra);
    extra = look_up(kGroupsEach * division + place.group, view.index[place.group]);
    view.sum = static_cast<std::uint8_t>(view.sum + extra);
  }

  std::array<Table, kGroups> tables_;
};

// The tables of this process, nullptr until they are prepared. Any thread; they stay once they are there.
PatternTables const* pattern_tables();

// The tables from a file in `cache`, else computed and written there: a new file takes the place of a missing or damaged one at once. An
// empty path, or one where nothing can be written: computed only. nullopt when stopped. Any thread.
std::optional<PatternTables> read_or_build_tables(std::filesystem::path const& cache, std::stop_token const& stop = {});

// Makes them the tables of this process, unless it has some. Any thread; the first does the work, the others wait.
void prepare_pattern_tables(std::filesystem::path const& cache, std::stop_token const& stop = {});

// Where the file is.
std::filesystem::path pattern_file(std::filesystem::path const& cache);

}  // namespace engawa::games::fifteen
