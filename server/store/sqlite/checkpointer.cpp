#include "server/store/sqlite/checkpointer.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/ops/priority.hpp"
#include "server/store/sqlite/data_files.hpp"
#include "server/store/store.hpp"

namespace engawa::server {
namespace {

constexpr int kRow = 100;  // SQLITE_ROW
constexpr auto kPassive = "PRAGMA wal_checkpoint(PASSIVE)";
constexpr auto kEvery = std::chrono::milliseconds(1000);
// After a pass with many pages, so that the next one has few: a flush of 50 MB delays the writer, one of 5 MB does not.
// Not if the writer flushes, too: then each additional flush would delay it.
constexpr auto kSoon = std::chrono::milliseconds(100);
constexpr int kManyPages = 256;
// The log is restarted beyond 8 MiB if little is left to move, because the writer waits for that; beyond 64 MiB also if
// more is left, but not if another program that reads the database keeps most of it where it is.
constexpr int kWalPages = 2048, kMaxWalPages = 16384;
// A restart waits for the readers of other programs, and the writer waits for the restart: a small part of the time that
// the writer waits before it gives up.
constexpr int kCheckpointBusyMs = 50;

}  // namespace

Checkpointer::Checkpointer(DataFiles& files, bool flushed)
    : files_(files),
      flushed_(flushed),
      db_(std::make_unique<SQLite::Database>(files.database(), SQLite::OPEN_READWRITE, kCheckpointBusyMs)),
      thread_([this](std::stop_token stop) { run(stop); }) {
  if (fail_point::on("bug.no_flush")) db_->exec("PRAGMA synchronous = OFF");
}

Checkpointer::~Checkpointer() = default;

void Checkpointer::give_up() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  sqlite3_db_config(db_->getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void Checkpointer::run(std::stop_token stop) {
  lower_priority();
  std::unique_lock lock(mutex_);
  auto const stopped = [&] { return stop.stop_requested(); };
  while (!due_.wait_for(lock, stop, !flushed_ && new_pages_ > kManyPages ? kSoon : kEvery, stopped)) checkpoint();
}

Checkpointer::Moved Checkpointer::move_pages(char const* statement) {
  SQLite::Statement checkpoint(*db_, statement);
  if (checkpoint.tryExecuteStep() != kRow) throw std::runtime_error(db_->getErrorMsg());
  return {checkpoint.getColumn(1).getInt(), checkpoint.getColumn(2).getInt()};
}

void Checkpointer::begin_anew() {
  auto const [pages, moved] = move_pages(kPassive);
  if (pages - moved > (pages_ > kMaxWalPages ? kMaxWalPages / 2 : kManyPages)) return;
  (void)SQLite::Statement(*db_, "PRAGMA wal_checkpoint(RESTART)").tryExecuteStep();
}

// A failure loses nothing: the write-ahead log stays, and one second later it tries again. It is logged when it begins.
void Checkpointer::checkpoint() try {
  fail_point::hit<StoreFault>("store.checkpoint");
  struct Sized {
    DataFiles& files;
    explicit Sized(DataFiles& watched) : files(watched) { files.checkpoint_begins(); }
    ~Sized() { files.checkpoint_ends(); }
  } const sized(files_);
  int const before = std::exchange(pages_, move_pages(kPassive).pages);
  new_pages_ = pages_ < before ? pages_ : pages_ - before;
  if (pages_ > (flushed_ ? kMaxWalPages : kWalPages)) begin_anew();
  fail_point::hit<StoreFault>("store.checkpointed");
  if (std::exchange(failing_, false)) spdlog::info("the database's log can be moved into it again");
} catch (std::exception const& error) {
  new_pages_ = 0;
  if (!std::exchange(failing_, true))
    spdlog::warn("the database's log cannot be moved into it: {}; it grows meanwhile", error.what());
}

}  // namespace engawa::server
