#include "games/fifteen/pattern_tables.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "base/expect.hpp"
#include "base/forever.hpp"
#include "base/large_file.hpp"
#include "games/fifteen/pattern_builder.hpp"

namespace engawa::games::fifteen {
namespace {

constexpr Tile kGroupTiles[PatternTables::kGroups][7] = {{1, 2, 5, 6, 9, 10, 13}, {3, 4, 7, 8, 11, 12, 15}};
constexpr Tile kAlone = 14;

constexpr std::array<std::uint8_t, 16> group_of(bool in_mirror) {
  std::array<std::uint8_t, 16> groups{};
  groups.fill(PatternTables::kGroups);
  for (std::size_t group = 0; group < PatternTables::kGroups; ++group)
    for (int const tile : kGroupTiles[group])
      groups[static_cast<std::size_t>(in_mirror ? mirrored(tile - 1) + 1 : tile)] = static_cast<std::uint8_t>(group);
  return groups;
}

// A file is this text, whose number changes with the format, then a checksum and the tables.
constexpr std::string_view kMagic = "engawa fifteen 7-7-1 tables, 4\n\n";
constexpr std::size_t kHeader = kMagic.size() + sizeof(std::uint64_t);
// Bytes read between two checks of the stop token.
constexpr std::size_t kStopEvery = 1 << 20;

// The data that is needed to read the tables of both groups.
struct Numbering {
  Placements placements{7};
  Areas areas{placements};

  std::size_t table_bytes() const { return placements.orders() * pattern_row_bytes(areas); }
};

Numbering const& numbering() {
  static auto const& seven = *forever<Numbering const>();
  return seven;
}

PatternTable table_at(std::size_t group, std::string_view bytes) {
  auto const& [placements, areas] = numbering();
  auto const* const first = reinterpret_cast<std::uint8_t const*>(bytes.data());
  return {placements, areas, kGroupTiles[group], first + group * numbering().table_bytes()};
}

// Four sums of words, each of which every word changes: 35 MB in about 6 ms without special instructions. If `stop`
// was requested, the sum covers only a part, and so differs.
std::uint64_t checksum_of(std::string_view bytes, std::stop_token const& stop) {
  std::array<std::uint64_t, 4> sums{1, 2, 3, 4};
  EXPECT(bytes.size() % sizeof sums == 0, bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += sizeof sums) {
    if (at % kStopEvery == 0 && stop.stop_requested()) break;
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), bytes.data() + at, sizeof words);
    for (std::size_t lane = 0; lane < words.size(); ++lane)
      sums[lane] = std::rotl((sums[lane] ^ words[lane]) * 0x9e3779b97f4a7c15u, 29);
  }
  return sums[0] ^ std::rotl(sums[1], 16) ^ std::rotl(sums[2], 32) ^ std::rotl(sums[3], 48);
}

std::string header_of(std::string_view tables, std::stop_token const& stop) {
  std::string text(kMagic);
  auto const sum = checksum_of(tables, stop);
  for (int shift = 0; shift < 64; shift += 8) text += static_cast<char>(sum >> shift & 255);
  return text;
}

std::atomic<PatternTables const*> prepared{nullptr};

}  // namespace

PatternTables::GroupOf const PatternTables::kGroupOf = group_of(false);
PatternTables::GroupOf const PatternTables::kMirroredGroupOf = group_of(true);

PatternTables::PatternTables(std::string_view bytes, std::vector<std::uint8_t> own, std::optional<MappedFile> file)
    : own_(std::move(own)), file_(std::move(file)), bytes_(bytes), tables_{table_at(0, bytes), table_at(1, bytes)} {}

std::optional<PatternTables> PatternTables::build(std::stop_token const& stop) {
  std::vector<std::uint8_t> own;
  own.reserve(kGroups * numbering().table_bytes());
  for (std::size_t group = 0; group < kGroups; ++group) {
    auto const table = build_pattern_table(numbering().placements, numbering().areas, kGroupTiles[group], stop);
    if (!table) return std::nullopt;
    own.insert(own.end(), table->begin(), table->end());
  }
  std::string_view const bytes(reinterpret_cast<char const*>(own.data()), own.size());
  return PatternTables(bytes, std::move(own), std::nullopt);
}

std::optional<PatternTables> PatternTables::map(std::filesystem::path const& path, std::stop_token const& stop) {
  auto file = MappedFile::open(path);
  if (!file || file->bytes().size() != kHeader + kGroups * numbering().table_bytes()) return std::nullopt;
  auto const tables = file->bytes().substr(kHeader);
  if (!file->bytes().starts_with(kMagic) || file->bytes().substr(0, kHeader) != header_of(tables, stop))
    return std::nullopt;
  file->unload();  // few of the pages are needed soon
  return PatternTables(tables, {}, std::move(file));
}

// A cache may be lost: errors are not reported.
bool PatternTables::write(std::filesystem::path const& path, std::stop_token const& stop) const {
  auto const header = header_of(bytes_, stop);
  return write_large_file(path, std::array<std::string_view, 2>{header, bytes_}, stop);
}

auto PatternTables::start(Puzzle const& puzzle) const -> Value {
  Value value{};
  for (std::size_t view = 0; view < 2; ++view) {
    auto const seen = [view](int cell) { return view == 0 ? cell : mirrored(cell); };
    std::array<Cell, 16> cells{};  // by tile
    for (int cell = 0; cell < 16; ++cell) {
      int const tile = puzzle.tiles[static_cast<std::size_t>(cell)];
      if (tile != 0) cells[static_cast<std::size_t>(seen(tile - 1) + 1)] = static_cast<Cell>(seen(cell));
    }
    auto const alone = static_cast<std::uint64_t>(home_distance(kAlone, cells[kAlone]));
    value.sums |= alone << shift_of(view, kGroups);
    for (unsigned group = 0; group < kGroups; ++group) {
      std::array<Cell, 7> own{};
      for (std::size_t i = 0; i < own.size(); ++i) own[i] = cells[kGroupTiles[group][i]];
      auto const steps = tables_[group].steps(own, seen(puzzle.hole));
      value.sums |= static_cast<std::uint64_t>(steps) << shift_of(view, group);
      value.places[view] |= std::uint64_t{packed(tables_[group].placements().place(own))} << 32 * group;
    }
  }
  return value;
}

std::optional<PatternTables> map_or_build_tables(std::filesystem::path const& cache, std::stop_token const& stop) {
  if (cache.empty()) return PatternTables::build(stop);
  auto const path = pattern_file(cache);
  if (auto tables = PatternTables::map(path, stop)) return tables;
  auto built = PatternTables::build(stop);
  if (!built || !built->write(path, stop)) return built;
  auto shared = PatternTables::map(path, stop);
  return shared ? std::move(shared) : std::move(built);
}

PatternTables const* pattern_tables() { return prepared.load(std::memory_order_acquire); }

void prepare_pattern_tables(std::filesystem::path const& cache, std::stop_token const& stop) {
  static std::mutex one_at_a_time;
  std::lock_guard const lock(one_at_a_time);
  if (pattern_tables()) return;
  auto made = map_or_build_tables(cache, stop);
  if (!made) return;
  prepared.store(forever<PatternTables const>(std::move(*made)), std::memory_order_release);
}

std::filesystem::path pattern_file(std::filesystem::path const& cache) { return cache / "fifteen-7-7-1.tables"; }

}  // namespace engawa::games::fifteen
