#include "server/store/sqlite/inputs/input_rows.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <stdexcept>
#include <string_view>

#include "server/ops/fail_point.hpp"
#include "server/store/packed_inputs.hpp"
#include "server/store/row_sum.hpp"

namespace engawa::server {
namespace {

std::string gap_after(std::uint64_t seq) { return "its journal has a gap before step " + std::to_string(seq + 2); }

// The inputs of a packed row; its fault in `fault`.
std::vector<std::string> unpacked(SQLite::Statement& row, std::string& fault) {
  auto const first = static_cast<std::uint64_t>(row.getColumn(0).getInt64());
  auto const last = static_cast<std::uint64_t>(row.getColumn(1).getInt64());
  fault = "row " + row.getColumn(4).getString() + " of the packed inputs (from step " + std::to_string(first) + ")";
  if (!is_sound(row.getColumn(5).getInt())) {
    fault += " does not fit its checksum";
    return {};
  }
  try {
    auto inputs = unpack_inputs(row.getColumn(3).getString(), static_cast<std::size_t>(row.getColumn(2).getInt64()));
    if (inputs.size() != last - first + 1) throw std::runtime_error("it has " + std::to_string(inputs.size()));
    fault.clear();
    return inputs;
  } catch (SQLite::Exception const&) {
    throw;  // a fault of the disk, not of the row
  } catch (std::exception const& error) {
    fault += std::string(" cannot be read: ") + error.what();
    return {};
  }
}

}  // namespace

std::optional<std::string> read_input(SQLite::Statement& by_id, std::int64_t id, std::int64_t room, std::uint64_t seq,
                                      std::string& fault, std::string* damaged) {
  by_id.reset();
  by_id.bind(1, id);
  if (!by_id.executeStep()) {
    fault = gap_after(seq - 1);
    return std::nullopt;
  }
  auto input = by_id.getColumn(2).getString();
  auto const number = static_cast<std::int64_t>(seq);
  bool const right = by_id.getColumn(0).getInt64() == room && by_id.getColumn(1).getInt64() == number;
  bool const sound = right && by_id.getColumn(3).getInt64() == input_sum(room, number, input);
  by_id.reset();
  if (sound || fail_point::on("bug.no_sums")) return input;
  fault = "row " + std::to_string(id) + " of the journal (step " + std::to_string(seq) + ") does not fit its checksum";
  if (damaged) *damaged = std::move(input);
  return std::nullopt;
}

InputsRead read_packed(SQLite::Database& database, std::int64_t room, std::uint64_t after, std::uint64_t to,
                       std::size_t limit) {
  InputsRead read;
  SQLite::Statement rows(database, sql({"SELECT first, last, size, inputs, id, ", kSoundPacked,
                                        " FROM packed WHERE room = ? AND last > ? ORDER BY first"}));
  rows.bind(1, room);
  rows.bind(2, static_cast<std::int64_t>(after));
  std::string damaged;  // harmless, unless something is missing
  auto next = after + 1;
  auto const miss = [&] {
    if (read.fault.empty()) read.fault = damaged.empty() ? gap_after(next - 1) : damaged;
  };
  while (next <= to && read.inputs.size() < limit && rows.executeStep()) {
    auto const first = static_cast<std::uint64_t>(rows.getColumn(0).getInt64());
    std::string fault;
    auto inputs = unpacked(rows, fault);
    if (!fault.empty() && damaged.empty()) damaged = fault;
    if (!fault.empty() || first + inputs.size() <= next) continue;
    if (first > next) {
      miss();
      next = first;
    }
    for (; next < first + inputs.size() && next <= to && read.inputs.size() < limit; ++next)
      read.inputs.push_back(std::move(inputs[next - first]));
  }
  if (next <= to && read.inputs.size() < limit) miss();
  return read;
}

}  // namespace engawa::server
