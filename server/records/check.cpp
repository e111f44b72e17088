#include "server/records/check.hpp"

#include <atomic>
#include <climits>

#include "base/progress.hpp"
#include "server/room/room.hpp"
#include "server/store/open_store.hpp"
#include "server/store/row_sum.hpp"

namespace engawa::server {
namespace {

// A room that is only read needs nothing from its environment.
class NoHost final : public RoomEnvironment {
 public:
  std::int64_t now() const override { return 0; }
  bool may_store() const override { return true; }
  void append(std::uint64_t, std::string_view) override {}
  void keep_snapshot(std::uint64_t, std::string) override {}
  void set_alarm(std::int64_t) override {}
  void think(ThinkJob) override {}
  void listing_changed(std::string const&) override {}
  void log_error(std::string const&) override {}
};

bool same(Room const& one, Room const& other) {
  auto const *a = one.state().match(), *b = other.state().match();
  return one.snapshot() == other.snapshot() && one.state().document() == other.state().document() &&
         (a == nullptr) == (b == nullptr) && (!a || a->hash() == b->hash());
}

// Rows whose checksums do not fit.
void check_rows(Store& store, StoreCheck& check) {
  Progress const progress("checking rows");
  for (auto const& row : store.damage())
    (row.may_be_power_cut ? check.notes : check.problems)
        .push_back((row.room.empty() ? "" : "room " + row.room + ": ") + row.what);
}

// The problem of a room, or nothing.
std::string fault_of(StoredRoom const& stored) {
  if (!stored.broken.empty()) return "is quarantined: " + stored.broken;
  auto const setup = read_setup(stored.setup);
  if (!setup) return setup.error().message;
  NoHost host;
  auto const whole = Room::load(*setup, stored.inputs, host, {});
  if (!whole) return whole.error().message;
  if (stored.snapshot.empty()) return {};
  auto const at = "the snapshot at step " + std::to_string(stored.snapshot_seq);
  if (stored.snapshot_seq > stored.inputs.size()) return at + " is newer than the journal";
  std::vector<std::string> const later(stored.inputs.begin() + static_cast<std::ptrdiff_t>(stored.snapshot_seq),
                                       stored.inputs.end());
  auto const part = Room::load(*setup, later, host, {}, stored.snapshot);
  if (!part) return at + " cannot be used: " + part.error().message;
  return same(**whole, **part) ? std::string() : at + " is not what the journal says";
}

}  // namespace

Result<StoreCheck> check_store(StoreUrl const& url, Durability durability) {
  auto const store = open_store(url, durability);
  if (!store) return store.error();
  StoreCheck check;
  std::size_t rooms = 0, inputs = 0, snapshots = 0;
  check_rows(**store, check);
  auto const rows = (*store)->list_rooms(INT_MAX);
  std::atomic<std::size_t> seen = 0;
  Progress const progress("checking rooms", [&] { return share_of(seen, rows.size()); });
  for (auto const& row : rows) {
    ++seen;
    auto const stored = (*store)->read_room(row.code);
    if (!stored) continue;
    ++rooms;
    inputs += stored->inputs.size();
    snapshots += !stored->snapshot.empty();
    if (auto const fault = fault_of(*stored); !fault.empty())
      check.problems.push_back("room " + printable(row.code) + ": " + fault);
  }
  check.summary = std::to_string(rooms) + " rooms with " + std::to_string(inputs) + " inputs and " +
                  std::to_string(snapshots) + " snapshots, " + std::to_string(check.problems.size()) + " problems";
  return check;
}

}  // namespace engawa::server
