#include "server/store/postgres/room_packer.hpp"

#include <spdlog/spdlog.h>

#include <exception>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/store/packed_inputs.hpp"
#include "server/store/postgres/rows.hpp"
#include "server/store/store.hpp"

namespace engawa::server::postgres {
namespace {

constexpr auto kLookEvery = std::chrono::seconds(60);  // interval of checks for rooms that other nodes have closed
constexpr auto kAtLeastEvery = std::chrono::seconds(1);
constexpr std::size_t kPackedInputs = 4000;  // inputs per packed row
constexpr std::int64_t kGrowing = 256;       // inputs of a packed row that is still joined with later ones

constexpr char const* kNextToPack =
    "SELECT r.id, COALESCE(p.first, 1), COALESCE(p.last, 0) FROM rooms r LEFT JOIN LATERAL (SELECT first, last FROM "
    "packed WHERE room = r.id ORDER BY first DESC LIMIT 1) p ON true WHERE r.closed = 1 AND NOT r.packed AND r.broken "
    "IS "
    "NULL ORDER BY r.id LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED";
constexpr char const* kPutPacked =
    "INSERT INTO packed(room, first, last, size, inputs, sum) VALUES($1, $2, $3, $4, $5::bytea, $6) ON CONFLICT (room, "
    "first) DO UPDATE SET last = EXCLUDED.last, size = EXCLUDED.size, inputs = EXCLUDED.inputs, sum = EXCLUDED.sum";
constexpr char const* kDropPacked = "DELETE FROM journal WHERE room = $1 AND seq <= $2";
constexpr char const* kMarkPacked = "UPDATE rooms SET packed = true WHERE id = $1";

// False: some of them cannot be packed.
bool pack_into(PackedLine& line, std::vector<std::string> const& inputs) try {
  auto packed = pack_inputs(inputs, Packing::small);
  line.size = static_cast<std::int64_t>(packed.size);
  line.inputs = std::move(packed.bytes);
  return true;
} catch (std::exception const& error) {
  spdlog::error("room number {} is not packed: {}", line.room, error.what());
  return false;
}

}  // namespace

bool RoomPacker::is_due() const { return works_ && (looks_ || Clock::now() - looked_ > kLookEvery); }
bool RoomPacker::is_overdue() const { return is_due() && Clock::now() - looked_ > kAtLeastEvery; }

void RoomPacker::work() {
  looked_ = Clock::now();
  transaction_.begin_part();
  try {
    looks_ = pack_one();
    transaction_.end_part(true);
  } catch (StoreFault const&) {
    throw;
  } catch (std::exception const& error) {
    transaction_.end_part(false);
    works_ = false;
    spdlog::error("closed rooms are not packed until the next start: {}", error.what());
  }
}

// False: no room is due.
bool RoomPacker::pack_one() {
  auto const next = transaction_.ask(kNextToPack);
  if (next.size() == 0) return false;
  auto const room = next.number(0, 0), first = next.number(0, 1), last = next.number(0, 2);
  bool const grows = last - first + 1 < kGrowing;
  PackedLine line{room, grows ? first : last + 1, last, 0, {}};
  auto const read = rooms_.read_inputs(room, static_cast<std::uint64_t>(line.first - 1), kPackedInputs);
  line.last = line.first - 1 + static_cast<std::int64_t>(read.inputs.size());
  // A damaged room stays unchanged: reading it reports the damage.
  bool const packs = read.fault.empty() && line.last > last && pack_into(line, read.inputs);
  if (packs) {
    fail_point::hit<StoreFault>("store.pack");
    transaction_.send(kPutPacked, Parameters()
                                      .number(room)
                                      .number(line.first)
                                      .number(line.last)
                                      .number(line.size)
                                      .text(line.inputs)
                                      .number(sum_of(line)));
    transaction_.send(kDropPacked, Parameters().number(room).number(line.last));
    fail_point::hit<StoreFault>("store.packed");
  }
  if (!packs || read.inputs.size() < kPackedInputs) transaction_.send(kMarkPacked, Parameters().number(room));
  return true;
}

}  // namespace engawa::server::postgres
