#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <utility>

#include "games/core/fnv.hpp"
#include "server/ops/fail_point.hpp"
#include "server/ops/process.hpp"
#include "server/store/archive_sqlite.hpp"
#include "server/store/checkpointer.hpp"
#include "server/store/schema.hpp"
#include "server/store/store.hpp"

namespace engawa::server {
namespace {

constexpr int kConstraint = 19;  // SQLITE_CONSTRAINT
// PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL
constexpr int kFaults[] = {3, 5, 6, 7, 8, 9, 10, 13, 14, 15};
constexpr std::uint64_t kLeastFree = 1048576;  // bytes needed to continue after a fault
constexpr int kBusyMs = 2000;                  // how long to wait for another process's lock

// A file descriptor with an exclusive lock; the kernel releases the lock when the process dies.
class FileLock {
 public:
  explicit FileLock(int fd = -1) : fd_(fd) {}
  FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileLock(FileLock const&) = delete;
  FileLock& operator=(FileLock const&) = delete;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock() {
    if (fd_ >= 0) ::close(fd_);
  }

 private:
  int fd_;
};

Result<FileLock> lock_directory(std::string const& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  auto const path = directory + "/engawa.lock";
  int const fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0)
    return refuse("internal", "cannot write in the data folder " + directory + " (" + std::strerror(errno) +
                                  "): choose another with --data or change its owner");
  FileLock lock(fd);
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0)
    return refuse("internal", "the data folder " + directory +
                                  " is in use by another engawad: stop it, or choose another with --data");
  return lock;
}

class SqliteStore final : public Store {
 public:
  SqliteStore(std::string const& file, FileLock lock, Durability durability)
      : lock_(std::move(lock)),
        db_(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMs),
        prepared_(prepare(durability)),
        archive_(make_archive(db_)),
        checkpointer_(std::make_unique<Checkpointer>(file)) {}

  void begin() override { db_.exec("BEGIN IMMEDIATE"); }
  void commit() override { db_.exec("COMMIT"); }
  // SQLite may already have rolled back the transaction (a full disk, an I/O error): then there is nothing to undo.
  void rollback() noexcept override { (void)db_.tryExec("ROLLBACK"); }
  void begin_part() override { db_.exec("SAVEPOINT part"); }
  void end_part(bool keep) override {
    if (!keep) db_.exec("ROLLBACK TO part");
    db_.exec("RELEASE part");
  }

  // The version is a field of the first page: setting it to its present value writes that page. One page may fit where
  // a batch does not, so a disk with almost no free space counts as full.
  void probe() override {
    struct statvfs disk{};
    if (::statvfs(db_.getFilename().c_str(), &disk) == 0 && disk.f_bavail * disk.f_frsize < kLeastFree)
      throw StoreFault("the disk is full");
    struct Impatience {
      SQLite::Database& db;
      explicit Impatience(SQLite::Database& database) : db(database) { db.setBusyTimeout(0); }
      ~Impatience() { (void)db.tryExec("PRAGMA busy_timeout = " + std::to_string(kBusyMs)); }
    } const impatience(db_);
    fail_point::hit<StoreFault>("journal.begin");
    begin();
    try {
      db_.exec("PRAGMA user_version = " + db_.execAndGet("PRAGMA user_version").getString());
      fail_point::hit<StoreFault>("journal.commit");
      commit();
    } catch (...) {
      rollback();
      throw;
    }
  }

  bool is_fault(std::exception const& error) const override {
    if (dynamic_cast<StoreFault const*>(&error)) return true;
    auto const* const sqlite = dynamic_cast<SQLite::Exception const*>(&error);
    if (!sqlite) return false;
    int const code = sqlite->getErrorCode() & 0xff;
    return std::find(std::begin(kFaults), std::end(kFaults), code) != std::end(kFaults);
  }

  std::vector<GuestRow> guests() override {
    std::vector<GuestRow> rows;
    SQLite::Statement query(db_, "SELECT id, token_hash, nick, lang FROM guests");
    while (query.executeStep())
      rows.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(), query.getColumn(2).getString(),
                      query.getColumn(3).getString()});
    return rows;
  }

  void put_guest(GuestRow const& guest, std::int64_t at) override {
    fail_point::hit<StoreFault>("store.put_guest");
    SQLite::Statement insert(
        db_, "INSERT INTO guests(id, token_hash, nick, lang, created_at, seen_at) VALUES(?1, ?2, ?3, ?4, ?5, ?5)");
    insert.bind(1, guest.id);
    insert.bind(2, guest.token_hash.data(), static_cast<int>(guest.token_hash.size()));
    insert.bind(3, guest.nick);
    insert.bind(4, guest.lang);
    insert.bind(5, at);
    insert.exec();
    fail_point::hit<StoreFault>("store.put_guest_done");
  }

  void rename_guest(std::string const& id, std::string const& nick) override {
    SQLite::Statement update(db_, "UPDATE guests SET nick = ? WHERE id = ?");
    update.bind(1, nick);
    update.bind(2, id);
    update.exec();
  }

  void create_room(std::string const& code, std::string const& setup, std::int64_t at) override {
    fail_point::hit<StoreFault>("store.create_room");
    SQLite::Statement insert(db_, "INSERT INTO rooms(code, epoch, closed, created_at, setup) VALUES(?, 1, 0, ?, ?)");
    insert.bind(1, code);
    insert.bind(2, at);
    insert.bind(3, setup);
    insert.exec();
    fail_point::hit<StoreFault>("store.created_room");
  }

  bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) override {
    auto& insert = *prepared_.append;
    insert.bindNoCopy(1, room);
    insert.bind(2, static_cast<std::int64_t>(seq));
    insert.bindNoCopy(3, input);
    insert.bind(4, static_cast<std::int64_t>(epoch));
    try {
      bool const stored = insert.exec() == 1;
      insert.reset();
      return stored;
    } catch (SQLite::Exception const& error) {
      (void)insert.tryReset();                                // reset() would throw the same again
      if (error.getErrorCode() == kConstraint) return false;  // another owner wrote this number
      throw;
    }
  }

  std::optional<StoredRoom> take_room(std::string const& code, bool whole) override {
    fail_point::hit<StoreFault>("store.take_room");
    SQLite::Statement query(db_, "SELECT id, epoch + 1, setup, broken FROM rooms WHERE code = ? AND closed < 2");
    query.bind(1, code);
    if (!query.executeStep()) return std::nullopt;
    auto const id = query.getColumn(0).getInt64();
    StoredRoom room;
    room.epoch = static_cast<std::uint64_t>(query.getColumn(1).getInt64());
    room.setup = query.getColumn(2).getString();
    room.broken = query.getColumn(3).getString();
    query.reset();
    if (!room.broken.empty()) return room;
    SQLite::Statement claim(db_, "UPDATE rooms SET epoch = epoch + 1, closed = 0 WHERE id = ?");
    claim.bind(1, id);
    claim.exec();
    if (!whole) read_snapshot(id, code, room);
    if (auto const gap = read_inputs(id, room)) {
      room.broken = "its journal has a gap before step " + std::to_string(*gap);
      spdlog::error("room {} is quarantined: {}", code, room.broken);
      (void)set_broken(code, room.broken);
    }
    return room;
  }

  std::optional<StoredRoom> read_room(std::string const& code) override {
    SQLite::Statement query(db_, "SELECT id, epoch, setup, broken FROM rooms WHERE code = ? AND closed < 2");
    query.bind(1, code);
    if (!query.executeStep()) return std::nullopt;
    StoredRoom room;
    room.epoch = static_cast<std::uint64_t>(query.getColumn(1).getInt64());
    room.setup = query.getColumn(2).getString();
    room.broken = query.getColumn(3).getString();
    auto const id = query.getColumn(0).getInt64();
    (void)read_inputs(id, room);
    read_snapshot(id, code, room);
    return room;
  }

  void put_snapshot(std::string const& code, std::uint64_t epoch, std::uint64_t seq, std::string const& text) override {
    SQLite::Statement insert(
        db_,
        "INSERT OR REPLACE INTO snapshots SELECT id, ?2, ?3, ?4 FROM rooms WHERE code = ?1 AND epoch = ?5 AND ?2 <= "
        "(SELECT MAX(seq) FROM journal WHERE room = rooms.id)");
    insert.bind(1, code);
    insert.bind(2, static_cast<std::int64_t>(seq));
    insert.bind(3, hash_of(text));
    insert.bind(4, text);
    insert.bind(5, static_cast<std::int64_t>(epoch));
    insert.exec();
    SQLite::Statement trim(
        db_,
        "DELETE FROM snapshots WHERE room = (SELECT id FROM rooms WHERE code = ?1) AND seq NOT IN (SELECT "
        "seq FROM snapshots WHERE room = (SELECT id FROM rooms WHERE code = ?1) ORDER BY seq DESC LIMIT 2)");
    trim.bind(1, code);
    trim.exec();
  }

  bool set_broken(std::string const& code, std::string const& reason) override {
    SQLite::Statement update(db_, "UPDATE rooms SET broken = NULLIF(?, '') WHERE code = ?");
    update.bind(1, reason);
    update.bind(2, code);
    return update.exec() == 1;
  }

  std::vector<std::string> open_rooms() override {
    std::vector<std::string> codes;
    SQLite::Statement query(db_, "SELECT code FROM rooms WHERE closed = 0 AND broken IS NULL");
    while (query.executeStep()) codes.push_back(query.getColumn(0).getString());
    return codes;
  }

  std::vector<RoomRow> list_rooms(int limit) override {
    std::vector<RoomRow> rows;
    SQLite::Statement query(db_,
                            "SELECT code, CASE WHEN json_valid(setup) THEN json_extract(setup, '$.game') END, (SELECT "
                            "MAX(seq) FROM journal WHERE room = rooms.id), broken FROM rooms WHERE closed < 2 ORDER BY "
                            "broken IS NULL, id DESC LIMIT ?");
    query.bind(1, limit);
    while (query.executeStep())
      rows.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(),
                      static_cast<std::uint64_t>(query.getColumn(2).getInt64()), query.getColumn(3).getString()});
    return rows;
  }

  void set_closed(std::string const& code, bool closed) override {
    SQLite::Statement update(db_,
                             "UPDATE rooms SET closed = ?, closed_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000 "
                             "WHERE code = ? AND closed < 2");
    update.bind(1, closed ? 1 : 0);
    update.bind(2, code);
    update.exec();
  }

  Archive& archive() override { return *archive_; }

 private:
  struct Prepared {
    std::unique_ptr<SQLite::Statement> append;
  };

  // The newest undamaged snapshot.
  void read_snapshot(std::int64_t id, std::string const& code, StoredRoom& room) {
    SQLite::Statement query(db_, "SELECT seq, hash, snapshot FROM snapshots WHERE room = ? ORDER BY seq DESC");
    query.bind(1, id);
    while (query.executeStep()) {
      auto const seq = query.getColumn(0).getInt64();
      auto text = query.getColumn(2).getString();
      if (query.getColumn(1).getInt64() == hash_of(text)) {
        room.snapshot_seq = static_cast<std::uint64_t>(seq);
        room.snapshot = std::move(text);
        return;
      }
      spdlog::error("the snapshot of room {} at step {} is damaged and ignored", code, seq);
    }
  }

  // The inputs after the snapshot; reports the missing number, if any.
  std::optional<std::int64_t> read_inputs(std::int64_t id, StoredRoom& room) {
    SQLite::Statement query(db_, "SELECT seq, input FROM journal WHERE room = ? AND seq > ? ORDER BY seq");
    query.bind(1, id);
    query.bind(2, static_cast<std::int64_t>(room.snapshot_seq));
    auto next = static_cast<std::int64_t>(room.snapshot_seq);
    std::optional<std::int64_t> gap;
    while (query.executeStep()) {
      if (query.getColumn(0).getInt64() != ++next && !gap) gap = query.getColumn(0).getInt64();
      room.inputs.push_back(query.getColumn(1).getString());
    }
    return gap;
  }

  static std::int64_t hash_of(std::string_view text) {
    return static_cast<std::int64_t>(games::Fnv().add(text).value());
  }

  // WAL: committed data survives the death of the process; with synchronous = FULL each commit is also flushed to the
  // disk.
  Prepared prepare(Durability durability) {
    db_.exec("PRAGMA auto_vacuum = INCREMENTAL");  // only for new databases: freed space is returned to the system
    db_.exec("PRAGMA journal_mode = WAL");
    db_.exec(durability == Durability::power ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    db_.exec("PRAGMA journal_size_limit = 67108864");
    db_.exec("PRAGMA wal_autocheckpoint = 0");
    if (auto const check = db_.execAndGet("PRAGMA quick_check(1)").getString(); check != "ok")
      throw std::runtime_error(check);
    migrate(db_);
    return {std::make_unique<SQLite::Statement>(db_,
                                                "INSERT INTO journal SELECT id, ?2, ?3 FROM rooms WHERE code = ?1 AND "
                                                "epoch = ?4 AND ?2 = 1 + COALESCE((SELECT MAX(seq) "
                                                "FROM journal WHERE room = rooms.id), 0)")};
  }

  FileLock lock_;
  SQLite::Database db_;
  Prepared prepared_;
  std::unique_ptr<Archive> archive_;
  std::unique_ptr<Checkpointer> checkpointer_;
};

}  // namespace

Result<std::unique_ptr<Store>> Store::open(std::string const& directory, Durability durability) {
  auto lock = lock_directory(directory);
  if (!lock) return lock.error();
  auto const file = directory + "/engawa.db";
  for (auto const* part : {"", "-wal", "-shm"})
    make_private(file + part);  // a restored copy may be readable by everybody
  try {
    return std::unique_ptr<Store>(std::make_unique<SqliteStore>(file, std::move(*lock), durability));
  } catch (std::exception const& error) {
    return refuse("internal",
                  "cannot use the database " + file + " (" + error.what() +
                      "): nothing was changed; restore a copy of it, or move it away to start with a new one");
  }
}

}  // namespace engawa::server
