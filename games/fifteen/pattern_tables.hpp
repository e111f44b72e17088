// An additive pattern database for the 15-puzzle (Korf and Felner, Artificial Intelligence 134, 2002): the tiles are divided 7-7-1; a
// table says for every placement of a group's tiles how many steps OF THOSE TILES it takes at least to bring them home, with whatever
// else in the way. The sum is a lower bound; so is that of the board mirrored at the diagonal. (A lone tile needs no table: nothing
// keeps it from going straight home.)
//
// The tables hold (steps - Manhattan distance) / 2, at most 7, in four bits a placement: 57.7 MB, in a file of the same form that all
// processes map, or in memory where no file can be kept.
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
  // Of seven tiles.
  static Placements const& placements();

  // Computes everything: some 4 s, and 50 MB more while it runs. nullopt when stopped.
  static std::optional<PatternTables> build(std::stop_token const& stop = {});
  // From a file that write() wrote. nullopt when it is no such file, or damaged anywhere, or `stop` asks to end; a damaged word is
  // always seen. Reads all of it: some 20 ms when the system has it in memory.
  static std::optional<PatternTables> map(std::filesystem::path const& path, std::stop_token const& stop = {});

  PatternTables(PatternTables&&) = default;
  PatternTables& operator=(PatternTables&&) = default;

  // As write_large_file: half a second and more.
  bool write(std::filesystem::path const& path, std::stop_token const& stop = {}) const;

  // Both tables, one after the other.
  std::string_view bytes() const { return bytes_; }

  // As a heuristic of IdaStar: the board as it is and in the mirror. Whole words, since a part of one that is written and then read as
  // a whole would have to come through memory.
  struct Value {
    std::array<std::uint64_t, 2>
        places;          // of each group 32 bits: its set of cells in the higher half, its order in the lower
    std::uint64_t sums;  // bytes: what the tables say of each group, here and in the mirror; Manhattan distance
    std::array<std::uint32_t, 2> looks;  // where the tables say it of the groups that have changed
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
    if (group == kGroups) return places;  // the lone tile
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

// The tables of this process, nullptr until they are prepared. Any thread; they stay once they are there.
PatternTables const* pattern_tables();

// The tables from the file in `cache`, else computed and written there: a new file takes the place of a missing or damaged one at once.
// An empty path, or one where nothing can be written: computed only. nullopt when stopped. Any thread.
std::optional<PatternTables> map_or_build_tables(std::filesystem::path const& cache, std::stop_token const& stop = {});

// Makes them the tables of this process, unless it has some. Any thread; the first does the work, the others wait.
void prepare_pattern_tables(std::filesystem::path const& cache, std::stop_token const& stop = {});

// Where the file is.
std::filesystem::path pattern_file(std::filesystem::path const& cache);

}  // namespace engawa::games::fifteen
