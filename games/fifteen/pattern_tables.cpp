#include "games/fifteen/pattern_tables.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <fstream>
#include <memory>
#include <mutex>
#include <random>
#include <sstream>

#include "games/core/fnv.hpp"
#include "games/fifteen/pattern_builder.hpp"
#include "games/fifteen/pattern_group.hpp"

namespace engawa::games::fifteen {
namespace {

// The number counts the ways in which the tables have been written.
constexpr std::string_view kMagic = "engawa fifteen 6-6-3 tables 2\n";
// Bytes or placements that are read between two looks at whether to stop: under a sanitizer a file takes half a minute.
constexpr std::size_t kStopEvery = 65536;

std::size_t placements(std::size_t group) {
  std::size_t count = 1;
  for (std::size_t i = 0; i < group_tiles(group).size(); ++i) count *= 16 - i;
  return count;
}

std::size_t payload_bytes() {
  std::size_t total = 0;
  for (std::size_t group = 0; group < kGroups; ++group) total += placements(group) / 2;
  return total;
}

// Of a part only, and so another one, when `stop` asks to end.
std::uint64_t checksum_of(std::string_view payload, std::stop_token const& stop) {
  Fnv sum;
  for (; !payload.empty() && !stop.stop_requested(); payload.remove_prefix(std::min(payload.size(), kStopEvery)))
    sum.add(payload.substr(0, kStopEvery));
  return sum.value();
}

void append_number(std::uint64_t number, std::string& text) {
  for (int shift = 0; shift < 64; shift += 8) text += static_cast<char>(number >> shift & 255);
}

std::string read_whole(std::filesystem::path const& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

// Under another name first, so that nobody ever reads half a file. A cache may be lost: what goes wrong is not reported.
void write_whole(std::filesystem::path const& path, std::string const& text) {
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  auto const temporary = path.string() + "." + std::to_string(std::random_device{}()) + ".tmp";
  std::ofstream file(temporary, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file.good()) std::filesystem::rename(temporary, path, ignored);
  std::filesystem::remove(temporary, ignored);
}

std::atomic<PatternTables const*> prepared{nullptr};

}  // namespace

std::optional<PatternTables> PatternTables::build(std::stop_token const& stop) {
  PatternTables result;
  for (std::size_t group = 0; group < kGroups; ++group) {
    auto table = build_pattern_table(group, stop);
    if (!table) return std::nullopt;
    result.tables_[group] = std::move(*table);
  }
  return result;
}

std::string PatternTables::file_text() const {
  std::string payload;
  payload.reserve(payload_bytes());
  for (std::size_t group = 0; group < kGroups; ++group) {
    unsigned half = 0;
    bool second = false;
    for_each_placement(group_tiles(group).size(), [&](Placement placement) {
      auto const extra = look_up(group, placement);
      if (second) payload += static_cast<char>(half | static_cast<unsigned>(extra) << 4);
      half = extra;
      second = !second;
    });
  }
  std::string text(kMagic);
  append_number(Fnv().add(payload).value(), text);
  return text += payload;
}

std::optional<PatternTables> PatternTables::from_file_text(std::string_view text, std::stop_token const& stop) {
  if (text.size() != kMagic.size() + 8 + payload_bytes() || !text.starts_with(kMagic)) return std::nullopt;
  auto const payload = text.substr(kMagic.size() + 8);
  std::string checksum;
  append_number(checksum_of(payload, stop), checksum);
  if (text.substr(kMagic.size(), 8) != checksum) return std::nullopt;
  PatternTables result;
  std::size_t at = 0;  // in halves of bytes
  bool stopped = false;
  for (std::size_t group = 0; group < kGroups; ++group) {
    auto& table = result.tables_[group];
    table.resize(std::size_t{1} << (4 * group_tiles(group).size() - 1));
    for_each_placement(group_tiles(group).size(), [&](Placement placement) {
      stopped = stopped || (at % kStopEvery == 0 && stop.stop_requested());
      if (stopped) return;
      auto const extra = static_cast<unsigned>(static_cast<unsigned char>(payload[at / 2])) >> (4 * (at % 2)) & 15;
      table[placement >> 1] = static_cast<std::uint8_t>(table[placement >> 1] | extra << (4 * (placement & 1)));
      ++at;
    });
    if (stopped) return std::nullopt;
  }
  return result;
}

std::size_t PatternTables::bytes() const {
  std::size_t total = 0;
  for (auto const& table : tables_) total += table.size();
  return total;
}

auto PatternTables::start(Puzzle const& puzzle) const -> Value {
  Value value{};
  for (std::size_t division = 0; division < kDivisions; ++division) {
    auto const put = [&](View& view, int tile, int cell) {
      auto const place = kTilePlaces[division][static_cast<std::size_t>(tile)];
      view.index[place.group] |= static_cast<std::uint32_t>(cell) << place.shift;
    };
    for (int cell = 0; cell < 16; ++cell) {
      int const tile = puzzle.tiles[static_cast<std::size_t>(cell)];
      if (tile == 0) continue;
      put(value.straight[division], tile, cell);
      put(value.mirrored[division], mirrored(tile - 1) + 1, mirrored(cell));
      if (division == 0) value.manhattan = static_cast<std::uint8_t>(value.manhattan + home_distance(tile, cell));
    }
    for (auto* const view : {&value.straight[division], &value.mirrored[division]}) {
      for (std::size_t group = 0; group < kGroupsEach; ++group) {
        view->extra[group] = look_up(kGroupsEach * division + group, view->index[group]);
        view->sum = static_cast<std::uint8_t>(view->sum + view->extra[group]);
      }
    }
  }
  return value;
}

std::optional<PatternTables> read_or_build_tables(std::filesystem::path const& cache, std::stop_token const& stop) {
  if (cache.empty()) return PatternTables::build(stop);
  auto const path = pattern_file(cache);
  if (auto tables = PatternTables::from_file_text(read_whole(path), stop)) return tables;
  auto tables = PatternTables::build(stop);
  if (tables) write_whole(path, tables->file_text());
  return tables;
}

PatternTables const* pattern_tables() { return prepared.load(std::memory_order_acquire); }

void prepare_pattern_tables(std::filesystem::path const& cache, std::stop_token const& stop) {
  static std::mutex one_at_a_time;
  static std::unique_ptr<PatternTables const> tables;
  std::lock_guard const lock(one_at_a_time);
  if (tables) return;
  auto made = read_or_build_tables(cache, stop);
  if (!made) return;
  tables = std::make_unique<PatternTables const>(std::move(*made));
  prepared.store(tables.get(), std::memory_order_release);
}

std::filesystem::path pattern_file(std::filesystem::path const& cache) { return cache / "fifteen-6-6-3.tables"; }

}  // namespace engawa::games::fifteen
