#include "server/store/checkpointer.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/ops/priority.hpp"
#include "server/store/data_files.hpp"
#include "server/store/store.hpp"

namespace engawa::server {
namespace {

constexpr int kRow = 100;  // SQLITE_ROW
constexpr auto kEvery = std::chrono::milliseconds(1000);
// After a pass with many pages, so that the next one has few: the writer feels a flush of 50 MB, not one of 5 MB. Not where the
// writer flushes, too: there each flush of another delays it.
constexpr auto kSoon = std::chrono::milliseconds(100);
constexpr int kManyPages = 256;
// Beyond it a checkpoint may delay the writer: 8 MiB, and 64.
constexpr int kMaxWalPages = 2048, kMaxFlushedWalPages = 16384;
constexpr int kCheckpointBusyMs = 2000;

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

// Returns the pages in the log.
int Checkpointer::move_pages(char const* statement) {
  SQLite::Statement checkpoint(*db_, statement);
  if (checkpoint.tryExecuteStep() != kRow) throw std::runtime_error(db_->getErrorMsg());
  return checkpoint.getColumn(1).getInt();
}

// A failure loses nothing: the write-ahead log stays, and the next second tries again. It is logged when it begins.
void Checkpointer::checkpoint() try {
  fail_point::hit<StoreFault>("store.checkpoint");
  struct Sized {
    DataFiles& files;
    explicit Sized(DataFiles& watched) : files(watched) { files.checkpoint_begins(); }
    ~Sized() { files.checkpoint_ends(); }
  } const sized(files_);
  auto const pages = move_pages("PRAGMA wal_checkpoint(PASSIVE)");
  new_pages_ = pages < pages_ ? pages : pages - pages_;
  pages_ = pages;
  if (pages > (flushed_ ? kMaxFlushedWalPages : kMaxWalPages)) {
    // The writer waits for what is left, so that the log can begin anew: only for what came during the last pass.
    (void)move_pages("PRAGMA wal_checkpoint(PASSIVE)");
    (void)SQLite::Statement(*db_, "PRAGMA wal_checkpoint(RESTART)").tryExecuteStep();
  }
  fail_point::hit<StoreFault>("store.checkpointed");
  if (std::exchange(failing_, false)) spdlog::info("the database's log can be moved into it again");
} catch (std::exception const& error) {
  new_pages_ = 0;
  if (!std::exchange(failing_, true))
    spdlog::warn("the database's log cannot be moved into it: {}; it grows meanwhile", error.what());
}

}  // namespace engawa::server
