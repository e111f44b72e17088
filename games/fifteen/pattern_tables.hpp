// An additive pattern database for the 15-puzzle (Korf and Felner, Artificial Intelligence 134, 2002). The tiles are
// divided 7-7-1. For every placement of a group's tiles and every area that the hole can be in, a table has the minimum
// number of steps OF THOSE TILES to bring them home (pattern_table.hpp). The sum is a lower bound, and so is the sum
// for the board mirrored at the diagonal. (A single tile needs no table: nothing keeps it from going straight home.)
//
// The tables have one bit per placement and area: 35 MB, either in a file of the same layout that all processes map, or
// in memory if no file can be written.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "base/mapped_file.hpp"
#include "games/fifteen/pattern_table.hpp"

namespace engawa::games::fifteen {

class PatternTables {
 public:
  static constexpr std::size_t kGroups = 2;

  // Computes everything: about 3 s, and 70 MB more while it runs. Returns nullopt when stopped.
  static std::optional<PatternTables> build(std::stop_token const& stop = {});
  // Reads a file written by write(). Returns nullopt if it is another kind of file, damaged anywhere, or `stop` was
  // requested; a damaged word is always detected. Reads the whole file: about 10 ms if it is in the page cache.
  static std::optional<PatternTables> map(std::filesystem::path const& path, std::stop_token const& stop = {});

  PatternTables(PatternTables&&) = default;
  PatternTables& operator=(PatternTables&&) = default;

  // As write_large_file: takes half a second or more.
  bool write(std::filesystem::path const& path, std::stop_token const& stop = {}) const;

  // Both tables, one after the other.
  std::string_view bytes() const { return bytes_; }

  // The heuristic for IdaStar: from the board and its mirror image. Whole words, because reading a word after writing a
  // part of it would go through memory.
  struct Value {
    std::array<std::uint64_t, 2>
        places;          // 32 bits per group: its set of cells in the upper half, its order in the lower half
    std::uint64_t sums;  // 32 bits per view: a byte for the steps of each group, one for the single tile's
    std::array<std::uint32_t, 2> looks;  // indices into the tables of the groups that have changed
  };
  Value start(Puzzle const& puzzle) const;
  static bool home(Value const& value) { return static_cast<std::uint32_t>(value.sums) == 0; }
  static int estimate(Value const& value) {
    auto const added = value.sums * 0x010101;  // into the third byte of each half
    return std::max(static_cast<int>(added >> 16 & 255), static_cast<int>(added >> 48 & 255));
  }
  void step(Value const& from, Tile tile, int cell, int to, Value& next) const {
    next = from;
    if (kGroupOf[tile] == kGroups) {
      move_alone(0, tile, cell, to, next);
    } else {
      move_in(0, kGroupOf[tile], cell, to, next);
    }
    if (kMirroredGroupOf[tile] == kGroups) {
      move_alone(1, tile, cell, to, next);
    } else {
      move_in(1, kMirroredGroupOf[tile], mirrored(cell), mirrored(to), next);
    }
  }
  void look_up(Tile tile, Value& next) const {
    look_up_in(0, kGroupOf[tile], next);
    look_up_in(1, kMirroredGroupOf[tile], next);
  }

 private:
  using GroupOf = std::array<std::uint8_t, 16>;  // by tile
  static GroupOf const kGroupOf, kMirroredGroupOf;

  PatternTables(std::string_view bytes, std::vector<std::uint8_t> own, std::optional<MappedFile> file);

  static unsigned shift_of(std::size_t view, unsigned group) { return static_cast<unsigned>(32 * view + 8 * group); }

  // The tile and its cells as on the board: the mirrored tile is as far from home.
  static void move_alone(std::size_t view, Tile tile, int cell, int to, Value& next) {
    auto const distance = [&](int at) { return std::uint64_t{kHomeDistance[tile][static_cast<std::size_t>(at)]}; };
    next.sums += (distance(to) - distance(cell)) << shift_of(view, kGroups);
  }
  void move_in(std::size_t view, unsigned group, int cell, int to, Value& next) const {
    auto const place = static_cast<std::uint32_t>(next.places[view] >> 32 * group);
    auto const& table = tables_[group];
    auto const moved = table.slid({static_cast<Cells>(place >> 16), static_cast<Order>(place)}, cell, to);
    next.places[view] ^= std::uint64_t{place ^ packed(moved)} << 32 * group;
    next.looks[view] = table.index(moved, cell);
    table.prefetch(next.looks[view]);
  }
  void look_up_in(std::size_t view, unsigned group, Value& next) const {
    if (group == kGroups) return;
    auto const shift = shift_of(view, group);
    int const before = static_cast<int>(next.sums >> shift & 255);
    auto const change = tables_[group].steps_beside(before, next.looks[view]) - before;
    next.sums += static_cast<std::uint64_t>(static_cast<std::int64_t>(change)) << shift;
  }

  static std::uint32_t packed(PatternTable::Placed placed) { return std::uint32_t{placed.cells} << 16 | placed.order; }

  std::vector<std::uint8_t> own_;
  std::optional<MappedFile> file_;
  std::string_view bytes_;
  std::array<PatternTable, kGroups> tables_;
};

// The tables of this process, nullptr until they are prepared. Any thread; once set, they stay.
PatternTables const* pattern_tables();

// Loads the tables from the file in `cache`, else computes them and writes the file: a missing or damaged file is
// replaced at once. With an empty path, or if the file cannot be written, they are only computed. Returns nullopt when
// stopped. Any thread.
std::optional<PatternTables> map_or_build_tables(std::filesystem::path const& cache, std::stop_token const& stop = {});

// Makes them the tables of this process if it has none. Any thread; the first caller does the work, the others wait.
void prepare_pattern_tables(std::filesystem::path const& cache, std::stop_token const& stop = {});

// The path of the file.
std::filesystem::path pattern_file(std::filesystem::path const& cache);

}  // namespace engawa::games::fifteen
