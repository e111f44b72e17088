#include <SQLiteCpp/SQLiteCpp.h>

#include "server/store/row_sum.hpp"
#include "server/store/sqlite/archive_sqlite.hpp"
#include "server/store/sqlite/data_files.hpp"
#include "server/store/sqlite/database_connection.hpp"
#include "server/store/sqlite/inputs/stored_inputs.hpp"
#include "server/store/sqlite/stored_bytes.hpp"
#include "server/store/sqlite/tables/act_table.hpp"
#include "server/store/sqlite/tables/guest_table.hpp"
#include "server/store/sqlite/tables/room_table.hpp"
#include "server/store/sqlite/tables/snapshot_table.hpp"
#include "server/store/transfer.hpp"

namespace engawa::server {
namespace {

constexpr int kReadBusyMs = 5000;
constexpr std::string_view kMisfits = " does not fit its checksum";

class SqliteSource final : public Source {
 public:
  SqliteSource(std::unique_ptr<Store> store, std::string const& folder)
      : store_(std::move(store)), db_(folder + "/engawa.db", SQLite::OPEN_READWRITE, kReadBusyMs) {
    add_row_sum(db_);
  }

  void guests(std::function<void(MovedGuest const&)> const& take, Fault const& fault) override {
    each({"SELECT ", kSoundGuest,
          ", id, token_hash, nick, lang, created_at, seen_at FROM guests ORDER BY created_at, id"},
         "guest ", fault, [&](SQLite::Statement& row) {
           take({{text(row, 1), text(row, 2), text(row, 3), text(row, 4)}, number(row, 5), number(row, 6)});
         });
  }

  void rooms(std::function<void(MovedRoom const&)> const& take, Fault const& fault) override {
    each({"SELECT ", kSoundRoom,
          ", code, setup, epoch, closed, created_at, closed_at, broken FROM rooms WHERE closed < 2 ", "ORDER BY id"},
         "the row of room ", fault, [&](SQLite::Statement& row) {
           take({text(row, 1), text(row, 2), static_cast<std::uint64_t>(number(row, 3)), number(row, 4) != 0,
                 number(row, 5), number(row, 6), text(row, 7)});
         });
  }

  void records(std::function<void(MovedRecord const&)> const& take, Fault const& fault) override {
    each({"SELECT ", kSoundRecord, ", id, part, ended_at, text FROM records ORDER BY ended_at, id, part"}, "record ",
         fault, [&](SQLite::Statement& row) {
           take({text(row, 1), static_cast<int>(number(row, 2)), number(row, 3), text(row, 4)});
         });
  }

  Store& store() override { return *store_; }

 private:
  static std::string text(SQLite::Statement& row, int column) { return row.getColumn(column).getString(); }
  static std::int64_t number(SQLite::Statement& row, int column) { return row.getColumn(column).getInt64(); }

  // Column 0 tells whether the row is sound, column 1 names it.
  template <class Take>
  void each(std::initializer_list<std::string_view> query, std::string const& what, Fault const& fault,
            Take const& take) {
    SQLite::Statement row(db_, sql(query));
    while (row.executeStep())
      if (is_sound(row.getColumn(0).getInt()))
        take(row);
      else
        fault(what + printable(text(row, 1)) + std::string(kMisfits));
  }

  std::unique_ptr<Store> store_;  // with the lock
  SQLite::Database db_;
};

class SqliteTarget final : public Target {
 public:
  explicit SqliteTarget(std::unique_ptr<DataFiles> files)
      : files_(std::move(files)),
        connection_(files_->database(), Durability::power, false),
        inputs_(connection_.database(), files_->database(), Store::kTailRows, bytes_.packed),
        rooms_(connection_.database(), inputs_, false),
        snapshots_(connection_.database()),
        archive_(make_archive(connection_.database(), inputs_, bytes_.records)) {
    connection_.begin();
    (void)inputs_.begin();
  }
  ~SqliteTarget() override {
    if (!committed_) connection_.rollback();
  }

  bool is_empty() override {
    constexpr auto rows =
        "SELECT (SELECT COUNT(*) FROM guests) + (SELECT COUNT(*) FROM rooms) + (SELECT COUNT(*) FROM records) + "
        "(SELECT COUNT(*) FROM acts)";
    return connection_.database().execAndGet(rows).getInt64() == 0;
  }

  void put(MovedGuest const& guest) override {
    SqliteGuestTable(connection_.database()).put(guest.row, guest.created_at);
    archive_->see_guest(guest.row.id, guest.seen_at);
  }
  void put(MovedRecord const& record) override {
    archive_->put_record_part(record.id, record.part, record.ended_at, record.text);
  }
  void put(StoredAct const& act) override { (void)SqliteActTable(connection_.database()).add(act.text, act.at); }
  void put(MovedRoom const& room, std::vector<std::string> const& inputs, std::uint64_t snapshot_seq,
           std::string const& snapshot) override {
    rooms_.insert(room.code, room.setup, room.created_at);
    auto const id = rooms_.owner_of(room.code).value().id;
    std::uint64_t seq = 0;
    for (auto const& input : inputs) inputs_.append(id, ++seq, input);
    if (snapshot_seq > 0) snapshots_.insert(id, snapshot_seq, snapshot);
    set_state(id, room);
  }
  void commit() override {
    connection_.commit();
    committed_ = true;
    inputs_.committed();
  }

 private:
  void set_state(std::int64_t id, MovedRoom const& room) {
    SQLite::Statement update(connection_.database(),
                             sql({"UPDATE rooms SET epoch = ?2, closed = ?3, broken = NULLIF(?4, ''), closed_at = ?5, "
                                  "closed_uptime = ",
                                  kUptime,
                                  ", sum = row_sum(id, code, ?2, ?3, created_at, setup, NULLIF(?4, ''), ?5, packed) "
                                  "WHERE id = ?1"}));
    update.bind(1, id);
    update.bind(2, static_cast<std::int64_t>(room.epoch));
    update.bind(3, room.closed ? 1 : 0);
    update.bind(4, room.broken);
    update.bind(5, room.closed_at);
    update.exec();
  }

  std::unique_ptr<DataFiles> files_;
  DatabaseConnection connection_;
  Archived bytes_;
  StoredInputs inputs_;
  RoomTable rooms_;
  SnapshotTable snapshots_;
  std::unique_ptr<Archive> archive_;
  bool committed_ = false;
};

}  // namespace

Result<std::unique_ptr<Source>> open_sqlite_source(std::string const& folder) {
  auto store = Store::open(folder, Durability::process);
  if (!store) return store.error();
  return std::unique_ptr<Source>(std::make_unique<SqliteSource>(std::move(*store), folder));
}

Result<std::unique_ptr<Target>> open_sqlite_target(std::string const& folder) {
  auto files = DataFiles::lock(folder);
  if (!files) return files.error();
  auto const file = (*files)->database();
  try {
    return std::unique_ptr<Target>(std::make_unique<SqliteTarget>(std::move(*files)));
  } catch (std::exception const& error) {
    return refuse("internal", "cannot use the database " + file + " (" + error.what() + ")");
  }
}

}  // namespace engawa::server
