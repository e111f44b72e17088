#include "server/store/postgres/store_postgres.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <unordered_map>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/ops/store_url.hpp"
#include "server/store/postgres/acts.hpp"
#include "server/store/postgres/archive_postgres.hpp"
#include "server/store/postgres/damage.hpp"
#include "server/store/postgres/nodes.hpp"
#include "server/store/postgres/room_packer.hpp"
#include "server/store/postgres/rooms.hpp"
#include "server/store/postgres/rows.hpp"
#include "server/store/postgres/transaction.hpp"

namespace engawa::server::postgres {
namespace {

constexpr auto kMeasureEvery = std::chrono::seconds(60);

// The number of inputs is PostgreSQL's own estimate, because counting would read them all.
constexpr char const* kSizes =
    "SELECT pg_database_size(current_database()), GREATEST(0, (SELECT reltuples::bigint FROM pg_class WHERE oid = "
    "'journal'::regclass)), pg_total_relation_size('journal'), pg_total_relation_size('records'), "
    "pg_total_relation_size('packed')";
constexpr char const* kTouch = "UPDATE engawa SET schema_version = schema_version";
constexpr char const* kGuests = ENGAWA_GUESTS;
constexpr char const* kRename = "UPDATE guests SET nick = $2::bytea, sum = $3 WHERE id = $1";
constexpr char const* kReplaceToken = "UPDATE guests SET token_hash = $2::bytea, sum = $3 WHERE id = $1";
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
        archive_(make_archive(transaction_, rooms_)),
        packer_(transaction_, rooms_) {
    if (!node.address.empty()) nodes_.join(node);
    take_sizes(transaction_.ask(kSizes));
  }

  void begin() override { transaction_.begin(); }
  std::vector<Refused> commit() override {
    if (is_measuring_due()) {
      measured_ = Clock::now();
      transaction_.ask_after(kSizes, [this](Rows const& rows) { take_sizes(rows); });
    }
    if (packer_.is_overdue() || (packer_.is_due() && transaction_.is_empty())) packer_.work();
    rooms_.forget_expected();
    auto refused = transaction_.commit();
    for (auto const& one : refused) writers_.erase(one.room);
    count_trips();
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
  bool has_chores() const override { return session_.is_connected() && (is_measuring_due() || packer_.is_due()); }

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

  StoredGuests guests() override { return guests_of(transaction_.ask(kGuests)); }
  void put_guest(GuestRow const& guest, std::int64_t at) override {
    fail_point::hit<StoreFault>("store.put_guest");
    GuestLine const line{guest.id, guest.token_hash, guest.nick, guest.lang, at, at, true};
    transaction_.doubt();
    transaction_.send(kInsertGuest, Parameters()
                                        .text(line.id)
                                        .text(line.token_hash)
                                        .text(line.nick)
                                        .text(line.lang)
                                        .number(at)
                                        .number(at)
                                        .number(sum_of(line)));
    fail_point::hit<StoreFault>("store.put_guest_done");
  }
  void rename_guest(std::string const& id, std::string const& nick) override {
    if (auto guest = sound_guest(id)) {
      guest->nick = nick;
      transaction_.send(kRename, Parameters().text(id).text(nick).number(sum_of(*guest)));
    }
  }
  void replace_token(std::string const& id, std::string const& token_hash) override {
    if (auto guest = sound_guest(id)) {
      guest->token_hash = token_hash;
      transaction_.send(kReplaceToken, Parameters().text(id).text(token_hash).number(sum_of(*guest)));
    }
  }
  std::int64_t put_act(std::string const& text, std::int64_t at) override { return insert_act(transaction_, text, at); }
  StoredActs acts(std::int64_t after) override { return read_acts(transaction_, after); }

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
  Holdings holdings() const override {
    Holdings holdings;
    holdings.tail_rows = rows_;
    holdings.tail_bytes = journal_bytes_;
    holdings.record_bytes = record_bytes_.load();
    holdings.packed_bytes = packed_bytes_.load();
    holdings.database_bytes = database_bytes_;
    holdings.round_trips = trips_;
    return holdings;
  }
  Archive& archive() override { return *archive_; }
  Cluster* cluster() override { return nodes_.number() == 0 ? nullptr : &nodes_; }

 private:
  // Neither unknown nor damaged.
  std::optional<GuestLine> sound_guest(std::string const& id) {
    auto const rows = transaction_.ask(kGuestById, Parameters().text(id));
    auto guest = rows.size() == 0 ? std::nullopt : std::optional(guest_of(rows, 0));
    return guest && guest->sound ? guest : std::nullopt;
  }
  using Clock = std::chrono::steady_clock;

  static std::string broken(RoomLine const& room) { return room.sound ? room.broken.value_or("") : fault_of_row(room); }

  // nullptr: no such room. The cached data was right when it was read; the commit compares it with the room's row.
  Writer* writer_of(std::string const& code) {
    if (auto const known = writers_.find(code); known != writers_.end()) return &known->second;
    auto const owner = rooms_.owner_of(code);
    return owner ? &writers_.emplace(code, *owner).first->second : nullptr;
  }

  bool is_measuring_due() const { return Clock::now() - measured_ > kMeasureEvery; }
  void take_sizes(Rows const& rows) {
    database_bytes_ = static_cast<std::uint64_t>(rows.number(0, 0));
    rows_ = static_cast<std::uint64_t>(rows.number(0, 1));
    journal_bytes_ = static_cast<std::uint64_t>(rows.number(0, 2));
    record_bytes_ = static_cast<std::uint64_t>(rows.number(0, 3));
    packed_bytes_ = static_cast<std::uint64_t>(rows.number(0, 4));
    measured_ = Clock::now();
  }
  void count_trips() { trips_ = session_.round_trips(); }

  Session session_;
  Transaction transaction_;
  Nodes nodes_;
  RoomRows rooms_;
  std::unique_ptr<Archive> archive_;
  RoomPacker packer_;
  std::unordered_map<std::string, Writer> writers_;  // of the rooms that were written to, until they are closed
  Clock::time_point measured_{};
  std::atomic<std::uint64_t> database_bytes_{0}, rows_{0}, journal_bytes_{0}, record_bytes_{0}, packed_bytes_{0},
      trips_{0};
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
