// An additive pattern database for the 15-puzzle (Korf and Felner, Artificial Intelligence 134, 2002). The tiles are
// divided 7-7-1. For every placement of a group's tiles a table has the minimum number of steps OF THOSE TILES to bring
// them home, wherever the other tiles are. The sum is a lower bound, and so is the sum for the board mirrored at the
// diagonal. (A single tile needs no table: nothing keeps it from going straight home.)
//
// The tables hold (steps - Manhattan distance) / 2, at most 7, in four bits per placement: 57.7 MB, either in a file of
// the same layout that all processes map, or in memory if no file can be written.
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
#include "games/fifteen/placements.hpp"

namespace engawa::games::fifteen {

class PatternTables {
 public:
  static constexpr std::size_t kGroups = 2;
  // The tiles of a group. REQUIRES: group < kGroups.
  static std::span<Tile const> tiles_of(std::size_t group);
  // For seven tiles.
  static Placements const& placements();

  // Computes everything: about 4 s, and 50 MB more while it runs. Returns nullopt when stopped.
  static std::optional<PatternTables> build(std::stop_token const& stop = {});
  // Reads a file written by write(). Returns nullopt if it is another kind of file, damaged anywhere, or `stop` was
  // requested; a damaged word is always detected. Reads the whole file: about 20 ms if it is in the page cache.
  static std::optional<PatternTables> map(std::filesystem::path const& path, std::stop_token const& stop = {});

  PatternTables(PatternTables&&) = default;
  PatternTables& operator=(PatternTables&&) = default;

  // As write_large_file: takes half a second or more.
  bool write(std::filesystem::path const& path, std::stop_token const& stop = {}) const;

  // Both tables, one after the other.
  std::string_view bytes() const { return bytes_; }

  // The heuristic for IdaStar: the board as it is and mirrored. Whole words, because reading a word after writing a
  // part of it would go through memory.
  struct Value {
    std::array<std::uint64_t, 2>
        places;          // 32 bits per group: its set of cells in the upper half, its order in the lower half
    std::uint64_t sums;  // bytes: the table values of each group, as is and mirrored; Manhattan distance
    std::array<std::uint32_t, 2> looks;  // indices into the tables of the groups that have changed
  };
  Value start(Puzzle const& puzzle) const;
  static bool home(Value const& value) { return value.sums >> kManhattanShift == 0; }
  static int estimate(Value const& value) {
    auto const byte = [&](int at) { return static_cast<int>(value.sums >> 8 * at & 255); };
    return byte(4) + 2 * std::max(byte(0) + byte(1), byte(2) + byte(3));
  }
  void step(Value const& from, Tile tile, int cell, int to, Value& next) const {
    next.sums = from.sums + (std::uint64_t{kHomeDistance[tile][static_cast<std::size_t>(to)]} << kManhattanShift) -
                (std::uint64_t{kHomeDistance[tile][static_cast<std::size_t>(cell)]} << kManhattanShift);
    next.places[0] = move_in(from.places[0], kGroupOf[tile], cell, to, next.looks[0]);
    next.places[1] = move_in(from.places[1], kMirroredGroupOf[tile], mirrored(cell), mirrored(to), next.looks[1]);
  }
  void look_up(Tile tile, Value& next) const {
    next.sums = with_extra(next.sums, kGroupOf[tile], next.looks[0], 0);
    next.sums = with_extra(next.sums, kMirroredGroupOf[tile], next.looks[1], 16);
  }

 private:
  static constexpr int kManhattanShift = 32;

  using GroupOf = std::array<std::uint8_t, 16>;  // by tile
  static GroupOf const kGroupOf, kMirroredGroupOf;

  PatternTables(std::string_view bytes, std::vector<std::uint8_t> own, std::optional<MappedFile> file);

  std::uint64_t place(std::size_t group, std::array<Tile, 16> const& board) const;
  std::uint32_t index_of(std::uint32_t place) const { return placements_->index(place >> 16, place & 0xffff); }
  std::uint64_t extra_of(std::size_t group, std::uint32_t index) const {
    return tables_[group][index / 2] >> 4 * (index % 2) & 15;
  }
  std::uint64_t move_in(std::uint64_t places, unsigned group, int cell, int to, std::uint32_t& look) const {
    if (group == kGroups) return places;  // the single tile
    auto const place = static_cast<std::uint32_t>(places >> 32 * group);
    auto const order = placements_->slides(place >> 16, cell, to)[place & 0xffff];
    auto const moved = (place >> 16 ^ cell_bit(cell) ^ cell_bit(to)) << 16 | order;
    look = index_of(moved);
    __builtin_prefetch(&tables_[group][look / 2]);
    return places ^ std::uint64_t{place ^ moved} << 32 * group;
  }
  // `shift`: of the view's bytes.
  std::uint64_t with_extra(std::uint64_t sums, unsigned group, std::uint32_t look, unsigned shift) const {
    if (group == kGroups) return sums;
    shift += 8 * group;
    return (sums & ~(std::uint64_t{255} << shift)) | extra_of(group, look) << shift;
  }

  Placements const* placements_ = &placements();
  std::vector<std::uint8_t> own_;
  std::optional<MappedFile> file_;
  std::string_view bytes_;
  std::array<std::uint8_t const*, kGroups> tables_{};
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
