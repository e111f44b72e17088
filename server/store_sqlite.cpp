#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <stop_token>
#include <thread>

#include "server/fail_point.hpp"
#include "server/store.hpp"
#include "server/store_schema.hpp"

namespace engawa::server {
namespace {

constexpr int kRow = 100;        // SQLITE_ROW
constexpr int kConstraint = 19;  // SQLITE_CONSTRAINT
constexpr auto kCheckpointEvery = std::chrono::seconds(1);
constexpr int kMaxWalPages = 16384;  // 64 MiB: beyond it a checkpoint may hold the writer up

// A file descriptor that holds an exclusive lock until it is closed; the kernel lets go when the process dies.
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

// Moves what is in the write-ahead log into the database, on a thread and a connection of its own: inside a commit it would
// delay every move of that moment by milliseconds.
class Checkpointer {
 public:
  explicit Checkpointer(std::string const& file)
      : db_(file, SQLite::OPEN_READWRITE, 2000), thread_([this](std::stop_token stop) { run(stop); }) {}

 private:
  void run(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (!due_.wait_for(lock, stop, kCheckpointEvery, [&] { return stop.stop_requested(); })) checkpoint();
  }

  // A failure is no loss: the log stays as it is, and the next second tries again.
  void checkpoint() try {
    fail_point::hit("store.checkpoint");
    SQLite::Statement passive(db_, "PRAGMA wal_checkpoint(PASSIVE)");
    bool const large = passive.tryExecuteStep() == kRow && passive.getColumn(1).getInt() > kMaxWalPages;
    if (large) (void)SQLite::Statement(db_, "PRAGMA wal_checkpoint(RESTART)").tryExecuteStep();
    fail_point::hit("store.checkpointed");
  } catch (std::exception const& error) {
    spdlog::warn("the database's log could not be moved into it: {}", error.what());
  }

  SQLite::Database db_;
  std::mutex mutex_;
  std::condition_variable_any due_;
  std::jthread thread_;
};

class SqliteStore final : public Store {
 public:
  SqliteStore(std::string const& file, FileLock lock)
      : lock_(std::move(lock)),
        db_(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 2000),
        prepared_(prepare()),
        checkpointer_(std::make_unique<Checkpointer>(file)) {}

  void begin() override { db_.exec("BEGIN IMMEDIATE"); }
  void commit() override { db_.exec("COMMIT"); }
  void rollback() noexcept override { (void)db_.tryExec("ROLLBACK"); }

  std::vector<GuestRow> guests() override {
    std::vector<GuestRow> rows;
    SQLite::Statement query(db_, "SELECT id, token_hash, nick, lang FROM guests");
    while (query.executeStep())
      rows.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(), query.getColumn(2).getString(),
                      query.getColumn(3).getString()});
    return rows;
  }

  void put_guest(GuestRow const& guest, std::int64_t at) override {
    fail_point::hit("store.put_guest");
    SQLite::Statement insert(db_, "INSERT INTO guests VALUES(?, ?, ?, ?, ?)");
    insert.bind(1, guest.id);
    insert.bind(2, guest.token_hash.data(), static_cast<int>(guest.token_hash.size()));
    insert.bind(3, guest.nick);
    insert.bind(4, guest.lang);
    insert.bind(5, at);
    insert.exec();
    fail_point::hit("store.put_guest_done");
  }

  void rename_guest(std::string const& id, std::string const& nick) override {
    SQLite::Statement update(db_, "UPDATE guests SET nick = ? WHERE id = ?");
    update.bind(1, nick);
    update.bind(2, id);
    update.exec();
  }

  void create_room(std::string const& code, std::string const& setup, std::int64_t at) override {
    fail_point::hit("store.create_room");
    SQLite::Statement insert(db_, "INSERT INTO rooms(code, epoch, closed, created_at, setup) VALUES(?, 1, 0, ?, ?)");
    insert.bind(1, code);
    insert.bind(2, at);
    insert.bind(3, setup);
    insert.exec();
    fail_point::hit("store.created_room");
  }

  bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) override {
    auto& insert = *prepared_.append;
    insert.reset();
    insert.bindNoCopy(1, room);
    insert.bind(2, static_cast<std::int64_t>(seq));
    insert.bindNoCopy(3, input);
    insert.bind(4, static_cast<std::int64_t>(epoch));
    try {
      return insert.exec() == 1;
    } catch (SQLite::Exception const& error) {
      if (error.getErrorCode() == kConstraint) return false;  // somebody else wrote this number
      throw;
    }
  }

  std::optional<StoredRoom> take_room(std::string const& code) override {
    fail_point::hit("store.take_room");
    SQLite::Statement claim(db_,
                            "UPDATE rooms SET epoch = epoch + 1, closed = 0 WHERE code = ? RETURNING epoch, setup");
    claim.bind(1, code);
    if (!claim.executeStep()) return std::nullopt;
    StoredRoom room{claim.getColumn(1).getString(), {}, static_cast<std::uint64_t>(claim.getColumn(0).getInt64())};
    while (claim.executeStep()) {
    }
    SQLite::Statement query(
        db_, "SELECT seq, input FROM journal WHERE room = (SELECT id FROM rooms WHERE code = ?) ORDER BY seq");
    query.bind(1, code);
    while (query.executeStep()) {
      if (query.getColumn(0).getInt64() != static_cast<std::int64_t>(room.inputs.size()) + 1)
        throw std::runtime_error("the journal of room " + code + " has a gap before step " +
                                 query.getColumn(0).getString());
      room.inputs.push_back(query.getColumn(1).getString());
    }
    return room;
  }

  std::vector<std::string> open_rooms() override {
    std::vector<std::string> codes;
    SQLite::Statement query(db_, "SELECT code FROM rooms WHERE closed = 0");
    while (query.executeStep()) codes.push_back(query.getColumn(0).getString());
    return codes;
  }

  void set_closed(std::string const& code, bool closed) override {
    SQLite::Statement update(db_, "UPDATE rooms SET closed = ? WHERE code = ?");
    update.bind(1, closed ? 1 : 0);
    update.bind(2, code);
    update.exec();
  }

 private:
  struct Prepared {
    std::unique_ptr<SQLite::Statement> append;
  };

  // WAL with synchronous = NORMAL: what is committed survives the death of the process.
  Prepared prepare() {
    db_.exec("PRAGMA journal_mode = WAL");
    db_.exec("PRAGMA synchronous = NORMAL");
    db_.exec("PRAGMA wal_autocheckpoint = 0");
    if (auto const check = db_.execAndGet("PRAGMA quick_check(1)").getString(); check != "ok")
      throw std::runtime_error(check);
    migrate(db_);
    return {std::make_unique<SQLite::Statement>(
        db_, "INSERT INTO journal SELECT id, ?2, ?3 FROM rooms WHERE code = ?1 AND epoch = ?4")};
  }

  FileLock lock_;
  SQLite::Database db_;
  Prepared prepared_;
  std::unique_ptr<Checkpointer> checkpointer_;
};

}  // namespace

Result<std::unique_ptr<Store>> Store::open(std::string const& directory) {
  auto lock = lock_directory(directory);
  if (!lock) return lock.error();
  auto const file = directory + "/engawa.db";
  try {
    return std::unique_ptr<Store>(std::make_unique<SqliteStore>(file, std::move(*lock)));
  } catch (std::exception const& error) {
    return refuse("internal", "cannot use the database " + file + " (" + error.what() +
                                  "): nothing was changed; restore a copy of it, or move it away to begin anew");
  }
}

}  // namespace engawa::server
