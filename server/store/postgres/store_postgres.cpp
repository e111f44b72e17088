#include "server/store/postgres/store_postgres.hpp"

#include <algorithm>
#include <ctime>
#include <unordered_map>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/ops/store_url.hpp"
#include "server/store/postgres/act_table.hpp"
#include "server/store/postgres/archive_postgres.hpp"
#include "server/store/postgres/damage.hpp"
#include "server/store/postgres/guest_table.hpp"
#include "server/store/postgres/nodes.hpp"
#include "server/store/postgres/room_packer.hpp"
#include "server/store/postgres/rooms.hpp"
#include "server/store/postgres/rows.hpp"
#include "server/store/postgres/sizes.hpp"
#include "server/store/postgres/transaction.hpp"

namespace engawa::server::postgres {
namespace {

constexpr char const* kTouch = "UPDATE engawa SET schema_version = schema_version";
// Two snapshots remain, and none is written for a room with another owner. The statement sees the table as it was
// before the statement.
constexpr char const* kPutSnapshot =
    "WITH owned AS (SELECT id FROM rooms WHERE id = $1 AND epoch = $2 FOR NO KEY UPDATE), old AS (DELETE FROM "
    "snapshots "
    "WHERE room IN (SELECT id FROM owned) AND seq < (SELECT max(seq) FROM snapshots WHERE room = $1 AND seq <> $3)) "
    "INSERT INTO snapshots(room, seq, snapshot, sum) SELECT id, $3, $4::bytea, $5 FROM owned ON CONFLICT (room, seq) "
    "DO "
    "UPDATE SET snapshot = EXCLUDED.snapshot, sum = EXCLUDED.sum";

class PostgresStore final : public Store {
 public:
  PostgresStore(std::string const& url, ClusterNode const& node)
      : session_(url, node),
        transaction_(session_),
        nodes_(transaction_),
        rooms_(transaction_, nodes_),
        guests_(transaction_),
        acts_(transaction_),
        archive_(make_archive(transaction_, rooms_)),
        packer_(transaction_, rooms_) {
    if (!node.address.empty()) nodes_.join(node);
    sizes_.emplace(transaction_);
  }

  void begin() override { transaction_.begin(); }
  std::vector<Refused> commit() override {
    if (sizes_->is_due()) sizes_->ask();
    if (packer_.is_overdue() || (packer_.is_due() && transaction_.is_empty())) packer_.work();
    rooms_.forget_expected();
    auto refused = transaction_.commit();
    for (auto const& one : refused) writers_.erase(one.room);
    sizes_->count_trips(session_.round_trips());
    return refused;
  }
  void rollback() noexcept override {
    writers_.clear();
    rooms_.forget_expected();
    transaction_.roll_back();
  }
  void begin_part() override { transaction_.begin_part(); }
  void end_part(bool keep) override {
    if (!keep) writers_.clear();
    transaction_.end_part(keep);
  }
  bool has_chores() const override { return session_.is_connected() && (sizes_->is_due() || packer_.is_due()); }

  void probe() override {
    if (session_.renew()) writers_.clear();
    fail_point::hit<StoreFault>("journal.begin");
    try {
      begin();
      transaction_.send(kTouch, {});
      fail_point::hit<StoreFault>("journal.commit");
      (void)commit();
    } catch (...) {
      rollback();
      throw;
    }
  }
  // Nothing is lost with a connection: stored data will be read again. Tasks that wait for nothing are notified, too.
  void watch() override { session_.connection().look(); }
  std::string const& lost() const override { return session_.lost(); }
  Result<std::string> rescue() override {
    return std::string("all that this server has acknowledged is where it was stored");
  }
  bool is_fault(std::exception const& error) const override {
    return dynamic_cast<StoreFault const*>(&error) != nullptr;
  }

  void create_room(std::string const& code, std::string const& setup, std::int64_t at) override {
    fail_point::hit<StoreFault>("store.create_room");
    writers_[code] = {rooms_.create(code, setup, at), 1, 0};
    fail_point::hit<StoreFault>("store.created_room");
  }

  bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) override {
    auto* const writer = writer_of(room);
    if (!writer || writer->epoch != static_cast<std::int64_t>(epoch) || writer->last + 1 != seq) return false;
    transaction_.append(room, *writer, seq, input);
    writer->last = seq;
    return true;
  }

  void expect(std::vector<std::string> const& codes) override { rooms_.expect(codes); }
  std::optional<StoredRoom> take_room(std::string const& code, bool whole) override {
    fail_point::hit<StoreFault>("store.take_room");
    auto const read = rooms_.read_to_take(code);
    auto found = rooms_.find_free(code, read.room);
    if (!found) return std::nullopt;
    writers_.erase(code);
    StoredRoom room;
    room.setup = found->setup;
    room.epoch = static_cast<std::uint64_t>(found->epoch);
    room.broken = broken(*found);
    room.newly_broken = !found->sound;
    room.home = found->home;
    if (!room.broken.empty() || !room.home.empty()) return room;
    ++found->epoch;
    found->closed = 0;
    found->owner = nodes_.number();
    rooms_.put(*found);
    ++room.epoch;
    room.broken = rooms_.read_state(*found, read, whole, room);
    if (room.broken.empty()) {
      writers_[code] = {found->id, found->epoch, room.snapshot_seq + room.inputs.size()};
      return room;
    }
    room.newly_broken = true;
    found->broken = room.broken;
    rooms_.put(*found);
    return room;
  }

  std::optional<StoredRoom> read_room(std::string const& code) override {
    auto const found = rooms_.find(code);
    if (!found) return std::nullopt;
    StoredRoom room;
    room.setup = found->setup;
    room.epoch = static_cast<std::uint64_t>(found->epoch);
    room.broken = broken(*found);
    auto read = rooms_.read_inputs(found->id, 0);
    room.inputs = std::move(read.inputs);
    if (room.broken.empty()) room.broken = std::move(read.fault);
    rooms_.read_snapshot(*found, room);
    return room;
  }

  void put_snapshot(std::string const& code, std::uint64_t epoch, std::uint64_t seq, std::string const& text) override {
    auto const* const writer = writer_of(code);
    if (!writer || writer->epoch != static_cast<std::int64_t>(epoch) || writer->last < seq) return;
    auto const number = static_cast<std::int64_t>(seq);
    transaction_.send(kPutSnapshot, Parameters()
                                        .number(writer->room)
                                        .number(writer->epoch)
                                        .number(number)
                                        .text(text)
                                        .number(sum_of(writer->room, number, text)));
  }

  bool set_broken(std::string const& code, std::string const& reason) override {
    auto found = rooms_.find(code);
    if (!found) return false;
    if (!found->sound) return true;
    found->broken = reason.empty() ? std::nullopt : std::optional(reason);
    rooms_.put(*found);
    return true;
  }
  std::vector<std::string> open_rooms() override { return rooms_.open_rooms(); }
  std::vector<RoomRow> list_rooms(int limit) override { return rooms_.list(limit); }
  void set_closed(std::string const& code, bool closed) override {
    writers_.erase(code);
    auto found = rooms_.find(code);
    if (!found || !found->sound || !found->home.empty()) return;
    found->closed = closed ? 1 : 0;
    if (closed) found->owner = 0;
    found->closed_at = static_cast<std::int64_t>(std::time(nullptr)) * 1000;
    rooms_.put(*found);
    rooms_.stamp(found->id);
    if (closed) packer_.look();
  }

  std::vector<Damage> damage() override { return damaged_rows(transaction_); }
  Holdings holdings() const override { return sizes_->holdings(); }
  GuestTable& guests() override { return guests_; }
  ActTable& acts() override { return acts_; }
  Archive& archive() override { return *archive_; }
  Cluster* cluster() override { return nodes_.number() == 0 ? nullptr : &nodes_; }

 private:
  static std::string broken(RoomLine const& room) { return room.sound ? room.broken.value_or("") : fault_of_row(room); }

  // nullptr: no such room. The cached data was right when it was read; the commit compares it with the room's row.
  Writer* writer_of(std::string const& code) {
    if (auto const known = writers_.find(code); known != writers_.end()) return &known->second;
    auto const owner = rooms_.owner_of(code);
    return owner ? &writers_.emplace(code, *owner).first->second : nullptr;
  }

  Session session_;
  Transaction transaction_;
  Nodes nodes_;
  RoomRows rooms_;
  PostgresGuestTable guests_;
  PostgresActTable acts_;
  std::unique_ptr<Archive> archive_;
  RoomPacker packer_;
  std::optional<Sizes> sizes_;                       // once this node has joined the cluster
  std::unordered_map<std::string, Writer> writers_;  // of the rooms that were written to, until they are closed
};

}  // namespace

Result<std::unique_ptr<Store>> open(std::string const& url, ClusterNode const& node) {
  try {
    return std::unique_ptr<Store>(std::make_unique<PostgresStore>(url, node));
  } catch (std::exception const& error) {
    auto const* const code = dynamic_cast<StoreAway const*>(&error) ? "busy" : "internal";
    return refuse(code, "cannot use the database " + masked(url) + " (" + error.what() + ")");
  }
}

}  // namespace engawa::server::postgres
