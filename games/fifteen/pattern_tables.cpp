#include "games/fifteen/pattern_tables.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "base/forever.hpp"
#include "base/large_file.hpp"
#include "games/fifteen/pattern_builder.hpp"

namespace engawa::games::fifteen {
namespace {

constexpr Tile kGroupTiles[PatternTables::kGroups][7] = {{1, 2, 5, 6, 9, 10, 13}, {3, 4, 7, 8, 11, 12, 15}};

constexpr std::array<std::uint8_t, 16> group_of(bool in_mirror) {
  std::array<std::uint8_t, 16> groups{};
  groups.fill(PatternTables::kGroups);
  for (std::size_t group = 0; group < PatternTables::kGroups; ++group)
    for (int const tile : kGroupTiles[group])
      groups[static_cast<std::size_t>(in_mirror ? mirrored(tile - 1) + 1 : tile)] = static_cast<std::uint8_t>(group);
  return groups;
}

// A file is this text, whose number changes with the format, then a checksum and the tables.
constexpr std::string_view kMagic = "engawa fifteen 7-7-1 tables, 3\n\n";
constexpr std::size_t kHeader = kMagic.size() + sizeof(std::uint64_t);
// Bytes read between two checks of the stop token.
constexpr std::size_t kStopEvery = 1 << 20;

std::size_t table_bytes() { return PatternTables::placements().size() / 2; }

// Four sums of words, each of which every word changes: 58 MB in about 10 ms without special instructions. If `stop`
// was requested, the sum covers only a part, and so differs. REQUIRES: a multiple of 32 bytes.
std::uint64_t checksum_of(std::string_view bytes, std::stop_token const& stop) {
  std::array<std::uint64_t, 4> sums{1, 2, 3, 4};
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

std::span<Tile const> PatternTables::tiles_of(std::size_t group) { return kGroupTiles[group]; }

Placements const& PatternTables::placements() {
  static auto const& seven = *forever<Placements const>(std::size_t{7});
  return seven;
}

PatternTables::PatternTables(std::string_view bytes, std::vector<std::uint8_t> own, std::optional<MappedFile> file)
    : own_(std::move(own)), file_(std::move(file)), bytes_(bytes) {
  auto const* const first = reinterpret_cast<std::uint8_t const*>(bytes_.data());
  for (std::size_t group = 0; group < kGroups; ++group) tables_[group] = first + group * table_bytes();
}

std::optional<PatternTables> PatternTables::build(std::stop_token const& stop) {
  std::vector<std::uint8_t> own;
  own.reserve(kGroups * table_bytes());
  for (std::size_t group = 0; group < kGroups; ++group) {
    auto const table = build_pattern_table(placements(), tiles_of(group), stop);
    if (!table) return std::nullopt;
    own.insert(own.end(), table->begin(), table->end());
  }
  std::string_view const bytes(reinterpret_cast<char const*>(own.data()), own.size());
  return PatternTables(bytes, std::move(own), std::nullopt);
}

std::optional<PatternTables> PatternTables::map(std::filesystem::path const& path, std::stop_token const& stop) {
  auto file = MappedFile::open(path);
  if (!file || file->bytes().size() != kHeader + kGroups * table_bytes()) return std::nullopt;
  auto const tables = file->bytes().substr(kHeader);
  if (!file->bytes().starts_with(kMagic) || file->bytes().substr(0, kHeader) != header_of(tables, stop))
    return std::nullopt;
  return PatternTables(tables, {}, std::move(file));
}

// A cache may be lost: errors are not reported.
bool PatternTables::write(std::filesystem::path const& path, std::stop_token const& stop) const {
  auto const header = header_of(bytes_, stop);
  return write_large_file(path, std::array<std::string_view, 2>{header, bytes_}, stop);
}

auto PatternTables::start(Puzzle const& puzzle) const -> Value {
  Value value{};
  std::array<std::array<Tile, 16>, 2> boards{};  // by cell; as is, and mirrored
  for (int cell = 0; cell < 16; ++cell) {
    int const tile = puzzle.tiles[static_cast<std::size_t>(cell)];
    if (tile == 0) continue;
    boards[0][static_cast<std::size_t>(cell)] = static_cast<Tile>(tile);
    boards[1][static_cast<std::size_t>(mirrored(cell))] = static_cast<Tile>(mirrored(tile - 1) + 1);
    value.sums += static_cast<std::uint64_t>(home_distance(tile, cell)) << kManhattanShift;
  }
  for (std::size_t view = 0; view < boards.size(); ++view) {
    for (std::size_t group = 0; group < kGroups; ++group) {
      auto const placed = place(group, boards[view]);
      value.places[view] |= placed << 32 * group;
      value.sums |= extra_of(group, index_of(static_cast<std::uint32_t>(placed))) << (16 * view + 8 * group);
    }
  }
  return value;
}

std::uint64_t PatternTables::place(std::size_t group, std::array<Tile, 16> const& board) const {
  auto const tiles = tiles_of(group);
  Placements::Reading reading{};
  Cells cells = 0;
  std::size_t count = 0;
  for (int cell = 0; cell < 16; ++cell) {
    auto const tile = std::find(tiles.begin(), tiles.end(), board[static_cast<std::size_t>(cell)]);
    if (tile == tiles.end()) continue;
    cells = static_cast<Cells>(cells | cell_bit(cell));
    reading[count++] = static_cast<std::uint8_t>(tile - tiles.begin());
  }
  return std::uint64_t{cells} << 16 | placements_->order_of(reading);
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
