#include "server/store/sqlite/survey.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>
#include <sqlite3.h>

#include "server/ops/fail_point.hpp"
#include "server/ops/priority.hpp"

namespace engawa::server {
namespace {

constexpr int kSurveyBusyMs = 2000;

}  // namespace

// Its view of the database is fixed here, before anything is written.
Survey::Survey(std::string const& file, bool checks_pages)
    : db_(std::make_unique<SQLite::Database>(file, SQLite::OPEN_READWRITE, kSurveyBusyMs)) {
  db_->exec("BEGIN");
  (void)db_->execAndGet("SELECT COUNT(*) FROM sqlite_schema");
  thread_ = std::jthread([this, checks_pages](std::stop_token stop) { run(stop, checks_pages); });
}

Survey::~Survey() {
  thread_.request_stop();
  sqlite3_interrupt(db_->getHandle());
}

std::string const& Survey::damage() const {
  static std::string const none;
  return damaged_.load(std::memory_order_acquire) ? said_ : none;
}

void Survey::give_up() {
  thread_.request_stop();
  sqlite3_interrupt(db_->getHandle());
  if (thread_.joinable()) thread_.join();
  sqlite3_db_config(db_->getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void Survey::run(std::stop_token stop, bool checks_pages) try {
  lower_priority();
  fail_point::hit("store.survey");
  sizes_.packed = db_->execAndGet("SELECT COALESCE(SUM(LENGTH(inputs)), 0) FROM packed").getInt64();
  sizes_.records = db_->execAndGet("SELECT COALESCE(SUM(LENGTH(CAST(text AS BLOB))), 0) FROM records").getInt64();
  db_->exec("COMMIT");  // otherwise the log could not be restarted
  counted_.store(true, std::memory_order_release);
  if (checks_pages && !stop.stop_requested()) check_pages();
} catch (std::exception const& error) {
  if (!stop.stop_requested()) spdlog::warn("the database could not be read as a whole: {}", error.what());
}

// A failure for another reason says nothing about the pages.
void Survey::check_pages() try {
  said_ = db_->execAndGet("PRAGMA quick_check(1)").getString();
  damaged_.store(said_ != "ok", std::memory_order_release);
} catch (SQLite::Exception const& error) {
  if ((error.getErrorCode() & 0xff) != SQLITE_CORRUPT) throw;
  said_ = error.what();
  damaged_.store(true, std::memory_order_release);
}

}  // namespace engawa::server
