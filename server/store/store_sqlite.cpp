#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <ctime>
#include <iterator>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/ops/process.hpp"
#include "server/store/archive_sqlite.hpp"
#include "server/store/checkpointer.hpp"
#include "server/store/data_files.hpp"
#include "server/store/inputs/stored_inputs.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/run_statement.hpp"
#include "server/store/schema.hpp"
#include "server/store/store.hpp"
#include "server/store/stored_bytes.hpp"
#include "server/store/survey.hpp"

namespace engawa::server {
namespace {

// PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL
constexpr int kFaults[] = {3, 5, 6, 7, 8, 9, 10, 13, 14, 15};
constexpr std::uint64_t kLeastFree = 1048576;  // bytes needed to continue after a fault
constexpr int kBusyMs = 2000;                  // how long to wait for another process's lock
constexpr std::int64_t kLarge = 16777216;      // bytes; less is read at the start in a twentieth of a second
constexpr std::string_view kDamagedRoom = "its row does not fit its checksum: row ";
constexpr std::uint64_t kLogHead = 32, kFrameHead = 24;  // bytes in the write-ahead log before all and before each page

class SqliteStore final : public Store {
 public:
  SqliteStore(std::unique_ptr<DataFiles> files, Durability durability, std::size_t tail_rows)
      : files_(std::move(files)),
        db_(files_->database(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMs),
        prepared_(prepare(durability)),
        inputs_(db_, files_->database(), tail_rows, archived_.packed),
        archive_(make_archive(db_, inputs_, archived_.records)),
        checkpointer_(std::make_unique<Checkpointer>(*files_)),
        survey_(std::make_unique<Survey>(files_->database(), large_)) {
    frame_bytes_ = kFrameHead + static_cast<std::uint64_t>(db_.execAndGet("PRAGMA page_size").getInt64());
    sqlite3_wal_hook(db_.getHandle(), &SqliteStore::written, this);
    files_->opened();
  }

  void begin() override {
    if (!lost_.empty()) throw StoreFault(lost_);
    run(*prepared_.begin);
    try {
      if (inputs_.begin()) writers_.clear();
    } catch (std::exception const& error) {
      if (!is_fault(error)) inputs_.stop_packing(error.what());
      throw;
    }
  }
  void commit() override {
    run(*prepared_.commit);
    inputs_.committed();
    for_archived([](StoredBytes& bytes) { bytes.committed(); });
  }
  // SQLite may already have rolled back the transaction (a full disk, an I/O error): then there is nothing to undo.
  void rollback() noexcept override {
    writers_.clear();
    inputs_.rolled_back();
    for_archived([](StoredBytes& bytes) { bytes.rolled_back(); });
    (void)db_.tryExec("ROLLBACK");
  }
  bool has_chores() const override { return lost_.empty() && inputs_.has_chores(); }
  void begin_part() override {
    db_.exec("SAVEPOINT part");
    inputs_.begin_part();
    for_archived([](StoredBytes& bytes) { bytes.begin_part(); });
  }
  void end_part(bool keep) override {
    if (!keep) {
      writers_.clear();
      db_.exec("ROLLBACK TO part");
      inputs_.part_rolled_back();
      for_archived([](StoredBytes& bytes) { bytes.part_rolled_back(); });
    }
    db_.exec("RELEASE part");
  }

  // The version is a field of the first page: setting it to its present value writes that page. One page may fit where
  // a batch does not, so a disk with almost no free space counts as full.
  void probe() override {
    if (!lost_.empty()) throw StoreFault(lost_);
    struct statvfs disk{};
    if (::statvfs(db_.getFilename().c_str(), &disk) == 0 && disk.f_bavail * disk.f_frsize < kLeastFree)
      throw StoreFault("the disk is full");
    struct Impatience {
      SQLite::Database& db;
      explicit Impatience(SQLite::Database& database) : db(database) { db.setBusyTimeout(0); }
      ~Impatience() { (void)db.tryExec("PRAGMA busy_timeout = " + std::to_string(kBusyMs)); }
    } const impatience(db_);
    fail_point::hit<StoreFault>("journal.begin");
    try {
      begin();
      db_.exec("PRAGMA user_version = " + db_.execAndGet("PRAGMA user_version").getString());
      fail_point::hit<StoreFault>("journal.commit");
      commit();
    } catch (...) {
      rollback();
      throw;
    }
  }

  // Once lost, always lost: what comes back to the path may have been written by somebody else in between. Nothing
  // may then be removed or written at the paths when the connections are closed.
  void watch() override {
    if (lost_.empty() && !fail_point::on("bug.no_watch")) {
      auto const harm = files_->harm(log_frames_ == 0 ? 0 : kLogHead + log_frames_ * frame_bytes_);
      if (!harm.empty())
        lose(harm + " while the server was running: stop it and put the files back");
      else if (!survey_->damage().empty())
        lose("the database is damaged (" + survey_->damage() + "): stop the server and restore a copy of it");
    }
    if (!lost_.empty()) throw StoreFault(lost_);
  }

  std::string const& lost() const override { return lost_; }

  // SQLite still has the files open, wherever they are.
  Result<std::string> rescue() override try {
    if (!survey_->damage().empty()) return refuse("internal", "a copy of it would be damaged, too");
    auto target = files_->database() + "-rescued-" + std::to_string(std::time(nullptr));
    SQLite::Statement vacuum(db_, "VACUUM INTO ?");
    vacuum.bind(1, target);
    vacuum.exec();
    make_private(target);
    return target;
  } catch (std::exception const& error) {
    return refuse("internal", error.what());
  }

  bool is_fault(std::exception const& error) const override {
    if (dynamic_cast<StoreFault const*>(&error)) return true;
    auto const* const sqlite = dynamic_cast<SQLite::Exception const*>(&error);
    if (!sqlite) return false;
    int const code = sqlite->getErrorCode() & 0xff;
    return std::find(std::begin(kFaults), std::end(kFaults), code) != std::end(kFaults);
  }

  StoredGuests guests() override {
    StoredGuests guests;
    SQLite::Statement query(db_, sql({"SELECT id, token_hash, nick, lang, ", kSoundGuest, " FROM guests"}));
    while (query.executeStep())
      if (is_sound(query.getColumn(4).getInt()))
        guests.rows.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(),
                               query.getColumn(2).getString(), query.getColumn(3).getString()});
      else
        guests.damaged = true;
    return guests;
  }

  void put_guest(GuestRow const& guest, std::int64_t at) override {
    fail_point::hit<StoreFault>("store.put_guest");
    SQLite::Statement insert(db_,
                             "INSERT INTO guests(id, token_hash, nick, lang, created_at, seen_at, sum) VALUES(?1, ?2, "
                             "?3, ?4, ?5, ?5, row_sum(?1, ?2, ?3, ?4, ?5, ?5))");
    insert.bind(1, guest.id);
    insert.bind(2, guest.token_hash.data(), static_cast<int>(guest.token_hash.size()));
    insert.bind(3, guest.nick);
    insert.bind(4, guest.lang);
    insert.bind(5, at);
    insert.exec();
    fail_point::hit<StoreFault>("store.put_guest_done");
  }

  void rename_guest(std::string const& id, std::string const& nick) override {
    SQLite::Statement update(db_, sql({"UPDATE guests SET nick = ?2, sum = row_sum(id, token_hash, ?2, lang, "
                                       "created_at, seen_at) WHERE id = ?1 AND ",
                                       kSoundGuest}));
    update.bind(1, id);
    update.bind(2, nick);
    update.exec();
  }

  void create_room(std::string const& code, std::string const& setup, std::int64_t at) override {
    fail_point::hit<StoreFault>("store.create_room");
    writers_.erase(code);
    auto const id = inputs_.next_room();
    SQLite::Statement insert(db_,
                             "INSERT INTO rooms(id, code, epoch, closed, created_at, setup, sum) VALUES(?1, ?2, 1, 0, "
                             "?3, ?4, row_sum(?1, ?2, 1, 0, ?3, ?4, NULL, 0, 0))");
    insert.bind(1, id);
    insert.bind(2, code);
    insert.bind(3, at);
    insert.bind(4, setup);
    insert.exec();
    fail_point::hit<StoreFault>("store.created_room");
  }

  bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) override {
    auto* const writer = writer_of(room);
    if (!writer || writer->epoch != epoch || writer->last + 1 != seq) return false;
    inputs_.append(writer->id, seq, input);
    writer->last = seq;
    return true;
  }

  std::optional<StoredRoom> take_room(std::string const& code, bool whole) override {
    fail_point::hit<StoreFault>("store.take_room");
    auto found = find_room(code);
    if (!found) return std::nullopt;
    auto& [id, closed, room] = *found;
    if (!room.broken.empty()) return std::move(room);
    SQLite::Statement claim(db_, sql({"UPDATE rooms SET epoch = epoch + 1, closed = 0, sum = row_sum(id, code, epoch + "
                                      "1, 0, created_at, setup, broken, closed_at, packed) WHERE id = ? AND ",
                                      kSoundRoom}));
    claim.bind(1, id);
    claim.exec();
    writers_.erase(code);
    ++room.epoch;
    if (!whole) read_snapshot(id, code, room);
    read_inputs(id, room);
    if (room.broken.empty()) room.broken = inputs_.doubt(id, closed);
    inputs_.rest(id, false);
    if (!room.broken.empty()) {
      spdlog::error("room {} is quarantined: {}", code, room.broken);
      (void)set_broken(code, room.broken);
    }
    return std::move(room);
  }

  std::optional<StoredRoom> read_room(std::string const& code) override {
    auto found = find_room(code);
    if (!found) return std::nullopt;
    auto& [id, closed, room] = *found;
    read_inputs(id, room);
    if (room.broken.empty()) room.broken = inputs_.doubt(id, closed);
    read_snapshot(id, code, room);
    return std::move(room);
  }

  void put_snapshot(std::string const& code, std::uint64_t epoch, std::uint64_t seq, std::string const& text) override {
    auto const* const writer = writer_of(code);
    if (!writer || writer->epoch != epoch || writer->last < seq) return;
    SQLite::Statement insert(db_,
                             "INSERT OR REPLACE INTO snapshots SELECT id, ?2, row_sum(id, ?2, ?3), ?3 FROM rooms WHERE "
                             "code = ?1");
    insert.bind(1, code);
    insert.bind(2, static_cast<std::int64_t>(seq));
    insert.bind(3, text);
    insert.exec();
    SQLite::Statement trim(
        db_,
        "DELETE FROM snapshots WHERE room = (SELECT id FROM rooms WHERE code = ?1) AND seq NOT IN (SELECT "
        "seq FROM snapshots WHERE room = (SELECT id FROM rooms WHERE code = ?1) ORDER BY seq DESC LIMIT 2)");
    trim.bind(1, code);
    trim.exec();
  }

  // A damaged row is not touched: it is found damaged every time it is read.
  bool set_broken(std::string const& code, std::string const& reason) override {
    SQLite::Statement update(db_,
                             sql({"UPDATE rooms SET broken = NULLIF(?2, ''), sum = row_sum(id, code, epoch, closed, "
                                  "created_at, setup, NULLIF(?2, ''), closed_at, packed) WHERE code = ?1 AND ",
                                  kSoundRoom}));
    update.bind(1, code);
    update.bind(2, reason);
    bool const changed = update.exec() == 1;
    auto const found = find_room(code);
    if (found && reason.empty()) inputs_.trust(found->id);
    return changed || found;
  }

  std::vector<std::string> open_rooms() override {
    inputs_.know();
    struct Open {
      std::int64_t newest_row, id;
      std::string code;
    };
    std::vector<Open> rooms;
    SQLite::Statement query(db_, "SELECT id, code FROM rooms WHERE closed = 0 AND broken IS NULL");
    while (query.executeStep()) {
      auto const id = query.getColumn(0).getInt64();
      rooms.push_back({inputs_.newest_row(id), id, query.getColumn(1).getString()});
    }
    std::sort(rooms.begin(), rooms.end(),
              [](Open const& a, Open const& b) { return std::tie(a.newest_row, a.id) > std::tie(b.newest_row, b.id); });
    std::vector<std::string> codes;
    codes.reserve(rooms.size());
    for (auto& room : rooms) codes.push_back(std::move(room.code));
    return codes;
  }

  std::vector<RoomRow> list_rooms(int limit) override {
    inputs_.know();
    std::vector<RoomRow> rows;
    auto const fault = sql({"CASE WHEN ", kSoundRoom, " THEN broken ELSE '", kDamagedRoom, "' || id END AS fault"});
    constexpr auto game = "CASE WHEN json_valid(setup) THEN json_extract(setup, '$.game') END";
    SQLite::Statement query(
        db_, sql({"SELECT code, ", game, ", packed, ", fault, ", id FROM rooms WHERE closed < 2 OR fault IS NOT NULL",
                  " ORDER BY fault IS NULL, id DESC LIMIT ?"}));
    query.bind(1, limit);
    while (query.executeStep())
      rows.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(),
                      std::max(static_cast<std::uint64_t>(query.getColumn(2).getInt64()),
                               inputs_.last_in_tail(query.getColumn(4).getInt64())),
                      query.getColumn(3).getString()});
    return rows;
  }

  void set_closed(std::string const& code, bool closed) override {
    writers_.erase(code);
    SQLite::Statement update(db_, sql({"UPDATE rooms SET closed = ?2, closed_at = ?3, sum = row_sum(id, code, epoch, "
                                       "?2, created_at, setup, broken, ?3, packed) WHERE code = ?1 AND closed < 2 AND ",
                                       kSoundRoom}));
    update.bind(1, code);
    update.bind(2, closed ? 1 : 0);
    update.bind(3, static_cast<std::int64_t>(std::time(nullptr)) * 1000);
    update.exec();
    if (auto const found = find_room(code)) inputs_.rest(found->id, closed);
  }

  std::vector<Damage> damage() override {
    std::vector<Damage> found;
    SQLite::Statement code(db_, "SELECT code FROM rooms WHERE id = ?");
    for (auto const& row : damaged_rows(db_)) {
      code.reset();
      code.bind(1, row.room);
      auto const named = code.executeStep() ? code.getColumn(0).getString() : std::string();
      bool const readable = std::all_of(named.begin(), named.end(), [](char c) { return c > ' ' && c <= '~'; });
      found.push_back({row.what + " does not fit its checksum", readable ? named : std::string()});
    }
    if (auto const fault = fault_of_tables(db_); !fault.empty()) found.push_back({fault, {}});
    return found;
  }

  Holdings holdings() const override {
    Holdings holdings{inputs_.tail_length(), inputs_.tail_bytes(), {}, {}};
    if (!survey_->has_counted()) return holdings;
    auto const sum = [](std::int64_t before, StoredBytes const& since) {
      return static_cast<std::uint64_t>(std::max<std::int64_t>(0, before + since.total()));
    };
    holdings.packed_bytes = sum(survey_->counted().packed, archived_.packed);
    holdings.record_bytes = sum(survey_->counted().records, archived_.records);
    return holdings;
  }

  Archive& archive() override { return *archive_; }

 private:
  struct Prepared {
    std::unique_ptr<SQLite::Statement> begin, commit;
  };
  // What the next input of a room is held against. In memory, since nobody else writes; forgotten with every rollback.
  struct Writer {
    std::int64_t id = 0;
    std::uint64_t epoch = 0, last = 0;
  };

  // nullptr: no such room.
  Writer* writer_of(std::string const& code) {
    inputs_.know();
    if (auto const known = writers_.find(code); known != writers_.end()) return &known->second;
    SQLite::Statement query(db_, "SELECT id, epoch FROM rooms WHERE code = ?");
    query.bind(1, code);
    if (!query.executeStep()) return nullptr;
    auto const id = query.getColumn(0).getInt64();
    Writer const read{id, static_cast<std::uint64_t>(query.getColumn(1).getInt64()), inputs_.last(id)};
    return &writers_.emplace(code, read).first->second;
  }

  template <class Function>
  void for_archived(Function const& function) {
    function(archived_.packed);
    function(archived_.records);
  }

  void lose(std::string const& why) {
    lost_ = why;
    checkpointer_->give_up();
    inputs_.give_up();
    survey_->give_up();
    sqlite3_db_config(db_.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  }

  // SQLite calls it after each commit: the log has so many frames now.
  static int written(void* self, sqlite3*, char const*, int frames) {
    static_cast<SqliteStore*>(self)->log_frames_ = static_cast<std::uint64_t>(frames);
    return SQLITE_OK;
  }

  struct Found {
    std::int64_t id = 0;
    bool closed = false;
    StoredRoom room;  // without inputs
  };

  // nullopt: no such room. Throws if that cannot be said, since a damaged row may be the room's.
  std::optional<Found> find_room(std::string const& code) {
    inputs_.know();
    SQLite::Statement query(db_,
                            sql({"SELECT id, epoch, setup, broken, code = ?1 AND ", kSoundRoom,
                                 ", closed FROM rooms WHERE code = ?1 AND (closed < 2 OR NOT (", kSoundRoom, "))"}));
    query.bind(1, code);
    if (!query.executeStep()) {
      if (rooms_damaged_) throw std::runtime_error("the table of rooms is damaged: room " + code + " may be in it");
      return std::nullopt;
    }
    Found found{query.getColumn(0).getInt64(), query.getColumn(5).getInt() != 0, {}};
    found.room.epoch = static_cast<std::uint64_t>(query.getColumn(1).getInt64());
    found.room.setup = query.getColumn(2).getString();
    found.room.broken = query.getColumn(3).getString();
    if (!is_sound(query.getColumn(4).getInt()))
      found.room.broken = std::string(kDamagedRoom) + std::to_string(found.id);
    return found;
  }

  // The newest undamaged snapshot.
  void read_snapshot(std::int64_t id, std::string const& code, StoredRoom& room) {
    SQLite::Statement query(
        db_, sql({"SELECT seq, snapshot, ", kSoundSnapshot, " FROM snapshots WHERE room = ? ORDER BY seq DESC"}));
    query.bind(1, id);
    while (query.executeStep()) {
      auto const seq = query.getColumn(0).getInt64();
      if (is_sound(query.getColumn(2).getInt())) {
        room.snapshot_seq = static_cast<std::uint64_t>(seq);
        room.snapshot = query.getColumn(1).getString();
        return;
      }
      spdlog::error("the snapshot of room {} at step {} is damaged and ignored", code, seq);
    }
  }

  // The inputs after the snapshot. The first one that is damaged or missing makes the room broken.
  void read_inputs(std::int64_t id, StoredRoom& room) const {
    auto read = inputs_.read(id, room.snapshot_seq);
    room.inputs = std::move(read.inputs);
    if (room.broken.empty()) room.broken = read.fault;
  }

  // WAL: committed data survives the death of the process; with synchronous = FULL each commit is also flushed to the
  // disk.
  Prepared prepare(Durability durability) {
    // Before anything is written. The pages of a large database are checked while the server runs.
    auto const bytes = db_.execAndGet("PRAGMA page_count").getInt64() * db_.execAndGet("PRAGMA page_size").getInt64();
    large_ = bytes > kLarge || fail_point::on("store.large");
    if (auto const said = large_ ? std::string() : page_fault(); !said.empty()) throw std::runtime_error(said);
    // Freed space is returned to the system. Only for a new database: in any other it would write a page.
    if (db_.execAndGet("PRAGMA page_count").getInt() == 0) db_.exec("PRAGMA auto_vacuum = INCREMENTAL");
    db_.exec("PRAGMA journal_mode = WAL");
    db_.exec(durability == Durability::power ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    if (fail_point::on("bug.no_flush")) db_.exec("PRAGMA synchronous = OFF");
    db_.exec("PRAGMA journal_size_limit = 67108864");
    db_.exec("PRAGMA wal_autocheckpoint = 0");
    add_row_sum(db_);
    migrate(db_);
    for (auto const& row : damaged_people(db_)) {
      spdlog::error("the database is damaged: {}", row.what);
      rooms_damaged_ = rooms_damaged_ || row.what.find("rooms") != row.what.npos;
    }
    auto const statement = [this](char const* text) { return std::make_unique<SQLite::Statement>(db_, text); };
    return {statement("BEGIN IMMEDIATE"), statement("COMMIT")};
  }

  // Empty: all pages are sound.
  std::string page_fault() {
    auto said = db_.execAndGet("PRAGMA quick_check(1)").getString();
    return said == "ok" ? std::string() : said;
  }

  std::unique_ptr<DataFiles> files_;
  SQLite::Database db_;
  bool large_ = false;          // its pages are checked while the server runs
  bool rooms_damaged_ = false;  // a code that is not found may be in a damaged row
  Prepared prepared_;
  Archived archived_;
  StoredInputs inputs_;
  std::unique_ptr<Archive> archive_;
  std::unique_ptr<Checkpointer> checkpointer_;
  std::unique_ptr<Survey> survey_;
  std::unordered_map<std::string, Writer> writers_;  // of the rooms that have been written to, until they are closed
  std::uint64_t frame_bytes_ = 0, log_frames_ = 0;
  std::string lost_;  // why the files are not to be written any more
};

}  // namespace

Result<std::unique_ptr<Store>> Store::open(std::string const& directory, Durability durability, std::size_t tail_rows) {
  // Not counted: the count has one mutex for all connections, and a slower thread may hold it while the journal's waits.
  (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);  // refused once a connection is open: then it has been done
  auto files = DataFiles::lock(directory);
  if (!files) return files.error();
  auto const file = (*files)->database();
  for (auto const* part : {"", "-wal", "-shm"})
    make_private(file + part);  // a restored copy may be readable by everybody
  try {
    return std::unique_ptr<Store>(std::make_unique<SqliteStore>(std::move(*files), durability, tail_rows));
  } catch (std::exception const& error) {
    return refuse("internal",
                  "cannot use the database " + file + " (" + error.what() +
                      "): nothing was changed; restore a copy of it, or move it away to start with a new one");
  }
}

}  // namespace engawa::server
